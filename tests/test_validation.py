"""Every documented guard, at both sides of its limit, and the text of its error."""

import warnings

import numpy as np
import pandas as pd
import pytest

from disentangle_edu import METRICS, Representation, World, beta_vae, factor_vae, validation, worlds
from disentangle_edu.validation import (
    check_choice,
    check_count,
    check_number,
    check_positive,
    check_random_state,
    check_seed,
    check_share,
    printable,
    share_of,
    short_repr,
    varying_columns,
)
from disentangle_edu.worlds import (
    corpora,
    dependent,
    examples,
    image_encoders,
    images,
    letter_sentences,
    sprites,
    text,
)

RNG = np.random.default_rng(4)
FACTORS = np.column_stack([RNG.integers(m, size=80) for m in (2, 3)]).astype(float)
X = np.zeros(2)
LATENTS = FACTORS + 0.2 * RNG.normal(size=FACTORS.shape)


def rep(factors=FACTORS, latents=LATENTS, **more):
    return Representation(factors, latents, **more)


# -------------------------------------------------------------------------------------------- sizes

LARGEST = 1e30  # as documented
SOLVERS = {
    "sap": dict(scaling="none"),
    "explicitness": dict(scaling="none"),
    "disentanglement": dict(scaling="none"),
    "minimality": dict(method="forest"),
    "beta_vae": dict(n_points=40),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SOLVERS)
@pytest.mark.parametrize("scale", [0.1 * LARGEST, 10 / LARGEST])
def test_metrics_of_largest_allowed_numbers_are_in_range(name, scale):
    """Numbers that make a solver hang or overflow must not pass validation."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", module="sklearn")
        value = METRICS[name](rep(latents=LATENTS * scale), **SOLVERS[name]).value
    assert 0 <= value <= 1


@pytest.mark.parametrize("table", ["factors", "latents"])
@pytest.mark.parametrize("scale", [2 * LARGEST, 1e38, 1e80, 1e99, 1e200, 0.01 / LARGEST, 1e-99])
def test_representation_values_beyond_size_limits_raise(table, scale):
    tables = dict(factors=FACTORS, latents=LATENTS)
    tables[table] = np.column_stack([tables[table][:, 0], tables[table][:, 1] * scale])
    with pytest.raises(ValueError, match=f"{table}: found numbers in '{table[:-1]} 2' whose size"):
        rep(**tables)


def test_representation_values_at_size_limits_are_accepted():
    for size in (LARGEST, -LARGEST):
        assert rep(latents=np.where(FACTORS > 0, size, 0)).latents.shape == (80, 2)
        with pytest.raises(ValueError, match="'latent 1' whose size or spread"):
            rep(latents=np.where(FACTORS > 0, size * 1.001, 0))
    assert rep(latents=np.where(FACTORS > 0, 1 / LARGEST, 0)).dead_latents == []
    with pytest.raises(ValueError, match="Rescale the column"):
        rep(latents=np.where(FACTORS > 0, 0.999 / LARGEST, 0))
    assert rep(latents=np.zeros((80, 1))).dead_latents == ["latent 1"]


def test_representation_integers_up_to_2_53_are_accepted():
    whole = FACTORS.astype(np.int64)
    mixed = lambda table: np.array([[*row, 0.5] for row in table.tolist()], dtype=object)
    for top, table in ((0, whole), (0, mixed(whole))):
        assert rep(factors=table[:, :2] + top).factors.shape == (80, 2)
    assert rep(factors=whole + 2**53 - 4).factors.max() == 2**53 - 2
    for table in (
        whole + 2**53,
        -whole - 2**53,
        (whole + 2**53).astype(np.uint64),
        mixed(whole + 2**60),
    ):
        with pytest.raises(ValueError, match=r"factors: found whole numbers beyond 2\*\*53"):
            rep(factors=table)
    with pytest.raises(ValueError, match="whole numbers beyond"):
        rep(factors=np.array([[10**400], [1]] * 4, dtype=object), latents=LATENTS[:8])


def test_representation_sample_and_level_limits_set_types():
    few = np.array([[0.0], [1]] * 4)
    assert len(rep(few[:4], few[:4])) == 4
    with pytest.raises(ValueError, match="factors: found 3 samples, expected at least 4"):
        rep(few[:3], few[:3])
    levels = np.repeat(np.arange(65.0), 2)[:, None]
    assert rep(levels[2:], levels[2:]).factor_types == ("discrete",)
    assert rep(levels, levels).factor_types == ("continuous",)
    assert rep(levels[2:] / 7, levels[2:]).factor_types == ("discrete",)
    rare = np.append(levels[:20:2], levels[:19])[:, None]
    assert rep(rare, rare).factor_types == ("discrete",)
    assert rep(np.arange(9.0)[:, None] % 5, np.arange(9.0)[:, None]).latent_types == ("continuous",)


# ------------------------------------------------------------------------------------------- tables


@pytest.mark.parametrize(
    "table, error, words",
    [
        ([[1, 2], [3]], ValueError, "latents: found values that cannot be converted to an array"),
        (iter([[1.0]]), ValueError, "latents: found an array of 0 dimension"),
        (None, ValueError, "latents: found an array of 0 dimension"),
        (np.empty((80, 0)), ValueError, "latents: found an empty table of shape .80, 0."),
        (
            np.full((80, 1), "1"),
            TypeError,
            "latents: column 1 holds '1' in row 1, expected numbers",
        ),
        (np.full((80, 1), None), TypeError, "latents: column 1 holds 'None'"),
        (np.full((80, 1), 1j), TypeError, "latents: column 1 holds"),
        (
            np.full((80, 1), np.timedelta64(1, "s")),
            TypeError,
            "latents: column 1 holds '1 seconds'",
        ),
        (np.full((80, 1), np.datetime64("2020")), TypeError, "latents: column 1 holds '2020'"),
        (pd.DataFrame({"a": [pd.NaT] * 80}), TypeError, r"latents: column 1 .a. holds 'NaT'"),
        (pd.DataFrame({"\x1b[2J": ["x"] * 80}), TypeError, r"column 1 .\[2J. holds 'x' in row 1"),
        (np.full((80, 1), -np.inf), ValueError, "found -inf in row 1, column 1 .80 such values"),
        (np.ma.masked_greater(LATENTS, 0), ValueError, "latents: found a masked array"),
    ],
)
def test_representation_invalid_table_raises(table, error, words):
    with pytest.raises(error, match=words):
        rep(latents=table)


def test_representation_valid_tables_become_float64():
    for table in (
        LATENTS.astype(np.float32),
        LATENTS.tolist(),
        LATENTS > 0,
        pd.DataFrame(LATENTS),
        np.ma.array(LATENTS, mask=False),
        np.array([[True, 0.5], [3, np.float32(2)]] * 40, dtype=object),
    ):
        assert rep(latents=table).latents.dtype == np.float64


@pytest.mark.slow
@pytest.mark.parametrize("where", ["cell", "name", "names", "kinds", "description", "column"])
def test_representation_error_message_of_huge_input_is_short(where):
    big = "x" * 5_000_000
    make = {
        "cell": lambda: rep(latents=np.full((80, 1), big, dtype=object)),
        "name": lambda: rep(factors=np.zeros((80, 1)), factor_names=[big]),
        "names": lambda: rep(latent_names=[big] * 2),
        "kinds": lambda: rep(latent_types=big),
        "description": lambda: rep(latent_types=[big, big]),
        "column": lambda: rep(latents=pd.DataFrame({big: ["x"] * 80})),
    }[where]
    with pytest.raises((ValueError, TypeError)) as caught:
        make()
    assert len(str(caught.value)) < 600


def test_short_repr_is_short_and_on_one_line():
    assert (
        short_repr("a") == "'a'" and short_repr(2.5) == "2.5" and short_repr(("a", 1)) == "('a', 1)"
    )
    for value in ("y" * 10**6, list(range(10**5)), np.zeros((50, 50)), {i: i for i in range(999)}):
        assert (
            len(short_repr(value)) < 200
            and "\n" not in short_repr(value)
            and "..." in short_repr(value)
        )
    assert printable("a\x00b\x1b[31m\u202e ") == "a b [31m" and printable(3) == "3"


# ------------------------------------------------------------------------------------- names, kinds


@pytest.mark.parametrize(
    "names",
    [["a"], ["a", "a"], ["a", ""], ["a", " "], ["a", "\x07"], ["a\x00", "a "], "ab", {"a", "b"}]
    + [{"a": 1, "b": 2}, 2, [["a", "b"], ["c", "d"]], [["a"], ["b", "c"]], iter("ab")],
)
def test_representation_invalid_names_raise(names):
    with pytest.raises(ValueError, match="latent_names: found .*, expected a list of 2 different"):
        rep(latent_names=names)


def test_representation_valid_names_become_text():
    for names in (("a", "b"), np.array(["a", "b"]), pd.Index(["a", "b"]), ["a\n", "\x1bb"]):
        assert rep(latent_names=names).latent_names == ("a", "b")
    assert rep(latent_names=[1, None]).latent_names == ("1", "None")


@pytest.mark.parametrize(
    "kinds",
    ["level", ["discrete"], ["discrete"] * 3, [1, 2], 5, [["discrete"], "discrete"], [np.nan] * 2],
)
def test_representation_invalid_types_raise(kinds):
    for argument in ("factor_types", "latent_types"):
        with pytest.raises(ValueError, match=f"{argument}: found .*, expected 'discrete'"):
            rep(**{argument: kinds})


def test_representation_valid_types_are_kept():
    made = rep(factor_types=["continuous", None], latent_types=np.array(["discrete", "continuous"]))
    assert made.factor_types == ("continuous", "discrete")
    assert made.latent_types == ("discrete", "continuous")


# ------------------------------------------------------------------------------------------ options


@pytest.mark.parametrize(
    "value", [0, -1, 2.0, "3", True, np.bool_(True), None, np.array(5), 3 + 0j]
)
def test_check_count_invalid_value_raises(value):
    with pytest.raises(ValueError, match="bins: found .*, expected a whole number from 1 upwards"):
        check_count("bins", value)


def test_check_count_limits_are_inclusive():
    assert check_count("n", 2, least=2, most=2) == 2 and check_count("n", np.uint8(7)) == 7
    assert type(check_count("n", np.int64(7))) is int and check_count("n", 0, least=0) == 0
    for value in (1, 3):
        with pytest.raises(ValueError, match=f"n: found {value}, expected .* from 2 to 2"):
            check_count("n", value, least=2, most=2)
    with pytest.raises(ValueError, match="n: found 1,000,000, expected .* from 1 to 10,000"):
        check_count("n", 10**6, most=10_000)


def test_check_seed_and_check_random_state_invalid_value_raises():
    assert check_seed(0) == 0 and check_seed(2**32 - 1) == 2**32 - 1
    for value in (-1, 2**32, 1.0, None, True, "0"):
        with pytest.raises(
            ValueError, match="seed: found .*, expected a whole number from 0 to 4,"
        ):
            check_seed(value)
        with pytest.raises(ValueError, match="start: found"):
            check_random_state(value, "start")
    stream = np.random.default_rng(1)
    assert (
        check_random_state(stream) is stream
        and check_random_state(5).random() == check_random_state(5).random()
    )


def test_check_number_positive_and_share_reject_values_outside_limits():
    assert check_number("x", -3) == -3 and check_number("x", np.float32(0.5), 0, 1) == 0.5
    assert check_number("x", 0, 0, 1) == 0 and check_number("x", 1, 0, 1) == 1
    for value in (np.nan, np.inf, "1", True, None, [1], 1.01, -0.01):
        with pytest.raises(
            ValueError, match="x: found .*, expected a finite number from 0 up to 1"
        ):
            check_number("x", value, 0, 1)
    with pytest.raises(ValueError, match="x: found inf, expected a finite number[.]"):
        check_number("x", np.inf)
    assert check_positive("C", 1e-9) == 1e-9 and check_positive("C", LARGEST) == LARGEST
    for value in (0, -1, np.nan, np.inf, 1.01 * LARGEST, "1", True, None):
        with pytest.raises(ValueError, match="C: found .*, expected a number above 0, up to 1e.30"):
            check_positive("C", value)
    with pytest.raises(ValueError, match="C: found 11, .* up to 10"):
        check_positive("C", 11, most=10)
    assert check_share("p", 0) == 0 and check_share("p", 1) == 1
    for value in (-1e-9, 1.001, np.nan, "1", True, None):
        with pytest.raises(ValueError, match="p: found .*, expected a share from 0 to 1"):
            check_share("p", value)


def test_check_choice_invalid_value_raises():
    check_choice("method", "a", ["a", "b"])
    for value in ("c", "A", None, 3, ["a"], np.array(["a"]), {}):
        with pytest.raises(ValueError, match="method: found .*, expected one of 'a', 'b'"):
            check_choice("method", value, ["a", "b"])


def test_varies_detects_smallest_changes():
    table = np.column_stack([np.zeros(3), [1e9, 1e9, 1e9 + 1e-6], [0, 0, 5e-324], np.full(3, 0.1)])
    assert varying_columns(table).tolist() == [False, True, True, False]


# ------------------------------------------------------------------------------------------- worlds


def world(encoder, **factors):
    named = dict(a=worlds.levels(3), b=worlds.uniform()) | factors
    return World(named, encoder, description="ours")


def spoiling(value, after=0):
    """An encoder that is correct for `after` calls, and then gives one invalid number per call."""
    calls = []

    def encode(factors, rng):
        calls.append(1)
        latents = factors.copy()
        if len(calls) > after:
            latents[-1, 0] = value
        return latents

    return encode


@pytest.mark.parametrize("value, words", [(np.nan, "nan"), (np.inf, "inf"), (1e31, "1e.31")])
def test_world_encoder_returning_nan_inf_or_huge_number_raises(value, words):
    with pytest.raises(ValueError, match=f"encoder: found .*{words}"):
        world(spoiling(value))
    for use in (
        lambda odd: odd.sample(50),
        lambda odd: odd.sample_fixed(0, 3, 4, np.random.default_rng(0)),
        lambda odd: factor_vae(odd, n_points=20),
        lambda odd: beta_vae(odd, n_points=20),
    ):
        with pytest.raises(ValueError, match=f"encoder: found .*{words}"):
            use(world(spoiling(value, after=1)))


@pytest.mark.parametrize(
    "make, words",
    [
        (lambda: world(lambda v, rng: v[:1]), "encoder: found an answer of shape"),
        (lambda: world(lambda v, rng: v[:, 0]), "encoder: found an array of 1 dimension"),
        (lambda: world(lambda v, rng: v, a=lambda rng, n: np.zeros(n + 1)), "factors: 'a' drew"),
        (lambda: world(lambda v, rng: v, a=lambda rng, n: np.full(n, np.nan)), "factors: 'a' drew"),
        (lambda: World({}, lambda v, rng: v), "factors: found {}, expected a dict"),
        (lambda: World([worlds.uniform()], lambda v, rng: v), "factors: found .*expected a dict"),
        (lambda: world(lambda v, rng: v).sample(0), "n: found 0"),
        (lambda: world(lambda v, rng: v).sample(9, seed=-1), "seed: found -1"),
        (lambda: worlds.uniform(2, 2), "low, high: found 2 and 2"),
        (lambda: worlds.uniform(0, np.inf), "high: found inf"),
        (lambda: worlds.normal(0, 0), "spread: found 0"),
        (lambda: worlds.normal(np.nan), "mean: found nan"),
        (lambda: worlds.levels(1), "count: found 1"),
        (lambda: worlds.levels(2, [0.5, 0.6]), "probabilities: found .*, expected 2 numbers"),
        (lambda: worlds.levels(2, [1.0]), "probabilities: found"),
        (lambda: worlds.levels(2, [-0.5, 1.5]), "probabilities: found .* from 0 upwards that sum"),
        (lambda: worlds.levels(3, [0.7, -0.2, 0.5]), "probabilities: found .* from 0 upwards"),
        (lambda: worlds.copying([[1, 0], [1.25, -0.25]]), "probabilities: .* without negative"),
        (lambda: worlds.copying([[0.5, 0.6]]), "probabilities: found rows summing to .1.1."),
        (lambda: worlds.copying([[-0.5, 1.5]]), "probabilities: found"),
        (lambda: worlds.copying([[0.5, 0.5]], block_size=0), "block_size: found 0"),
        (lambda: worlds.linear([1, 2]), "weights: found an array of 1 dimension"),
        (lambda: examples.grid(2, 0), "sizes: found 0"),
        (lambda: examples.leaking_coin(leak=3), "leak: found 3"),
        (lambda: examples.leaking_coin(amount=2), "amount: found 2"),
        (lambda: examples.rotated(np.nan), "angle: found nan"),
        (lambda: examples.rotated(20, noise=-1), "noise: found -1"),
        (lambda: examples.rotated(20, seed=2**32), "seed: found"),
        (lambda: examples.rotated(20, samples=0), "samples: found 0"),
        (lambda: examples.rotated(20, samples=1), "samples: found 1, .* more samples"),
        (lambda: examples.rotated(20, levels=1), "levels: found 1, .* from 2 upwards"),
        (lambda: examples.leaky_copies(levels=1), "levels: found 1, .* from 2 upwards"),
        (lambda: examples.copying_world([]), "probabilities: found an array of 1 dimension"),
        (lambda: examples.mixing_world([]), "weights: found an array of 1 dimension"),
        (lambda: examples.averaging_world([]), "weights: found an array of 1 dimension"),
        (lambda: examples.leaky_copies(redundancy=2), "redundancy: found 2"),
        (lambda: examples.rectangles("round"), "code: found 'round'"),
        (lambda: examples.digits_pca(65), "components: found 65, .* from 1 to 64"),
        (lambda: examples.digits_ica(62), "components: found 62, .* from 1 to 61"),
        (lambda: image_encoders.ica_code(np.ones((9, 2, 2)), 0), "components: found 0"),
        (lambda: sprites.inside_of("star", X, X, 1.0), "shape: found 'star', expected one of"),
        (lambda: images.image_world("shapes").draw(3, half=2), "half: found 2, .* 0 to 1"),
        (lambda: images.image_world("shapes").draw(3, half=-1), "half: found -1"),
        (lambda: dependent.angles(samples=0), "samples: found 0"),
        (lambda: dependent.cosines(dependence=1.1), "dependence: found 1.1"),
        (lambda: dependent.ColouredDigits(images=np.zeros((4, 2, 2)), labels=range(4)), "no ink"),
        (
            lambda: dependent.ColouredDigits(images=np.ones((4, 2, 2)), labels=list("abcd")),
            "labels: found .*, expected digits",
        ),
        (lambda: letter_sentences.Letters(3), "dimensions: found 3"),
        (lambda: letter_sentences.codes(-1), "seed: found -1"),
        (lambda: letter_sentences.small(values=1), "values: found 1"),
        (
            lambda: letter_sentences.votes(letter_sentences.Letters(), moved="much"),
            "moved: found 'much'",
        ),
        (lambda: text.word_counts([]), "sentences: found none"),
        (
            lambda: text.svd_code(["a b", "b c"], components=2),
            "components: found 2, expected fewer",
        ),
        (lambda: text.Book(["a"], [[1.0], [2.0]]), "latents: found shape"),
        (lambda: text.Book(["a", "b"], [[1.0], [np.nan]]), "latents: found nan"),
        (lambda: corpora.ynoc(seed=-1), "seed: found -1"),
        (lambda: corpora.ynoc(cap=0), "cap: found 0"),
        (lambda: corpora.ynoc(cap=9).sample(10), "n: found 10, expected at most 9"),
        (lambda: corpora.ynoc(cap=9).sample(3, seed=0.5), "seed: found 0.5"),
        (lambda: corpora.ynoc(cap=9).value_words("colour", 0), "factor: found 'colour'"),
        (lambda: corpora.ynoc(cap=9).value_words(4, 0), "factor: found 4"),
        (lambda: corpora.ynoc(cap=9).value_words("year", 10), "code: found 10"),
        (lambda: corpora.pos(cap=9).within(["n"]), "tags: found"),
    ],
)
def test_worlds_invalid_arguments_raise(make, words):
    with pytest.raises(ValueError, match=words):
        make()


def test_world_valid_samplers_and_generators_are_accepted():
    one = world(lambda v, rng: v)
    again = one.sample(30, seed=np.random.default_rng(0))
    assert np.array_equal(one.sample(30).latents, again.latents)
    many = World({"a": worlds.levels(2, [0.9, 0.1])}, lambda v, rng: v).sample(2000)
    assert many.factors.mean() == pytest.approx(0.1, abs=0.03)
    assert dependent.ColouredDigits(
        images=np.ones((4, 2, 2)), labels=list("0123")
    ).factors.shape == (4, 3)


def test_size_of_constant_and_levels_is_text():
    assert (
        validation.describe_levels(np.zeros(3)) == "constant"
        and validation.describe_levels(np.arange(3.0)) == "3 levels"
    )


def test_share_of_avoids_rounding_to_none_or_all():
    assert share_of(999, 1000) == "999 of 1,000" and share_of(1, 1000) == "1 of 1,000"
    assert share_of(500, 1000) == "50% of the" and share_of(1000, 1000) == "100% of the"
    assert share_of(9_996, 10_000, digits=1) == "9,996 of 10,000"
    assert share_of(9_990, 10_000, digits=1) == "99.9% of the"


def test_representation_series_raises_with_to_frame_advice():
    with pytest.raises(ValueError, match=r"column as values\.to_frame\(\)"):
        Representation(pd.Series([0, 1] * 5), np.arange(10)[:, None])

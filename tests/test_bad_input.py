"""Bad input gets an error that names the argument, what was found and what was expected."""

import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.decomposition import PCA

import disentangle_edu
from disentangle_edu import (
    METRICS,
    Confusions,
    InformativenessMatrix,
    Representation,
    World,
    beta_vae,
    completeness,
    dcimig,
    disentanglement,
    factor_vae,
    informativeness,
    mig,
    sap,
    score_all,
    worlds,
)
from disentangle_edu.cli import main
from disentangle_edu.score import Score
from disentangle_edu.worlds.examples import perfect_copy

RNG = np.random.default_rng(0)
FACTORS = RNG.integers(4, size=(50, 2)).astype(float)
LATENTS = RNG.normal(size=(50, 3))


def spoiled(table, value):
    table = table.copy()
    table[7, 1] = value
    return table


@pytest.mark.parametrize(
    "factors, latents, error, words",
    [
        (FACTORS[:40], LATENTS, ValueError, ["latents", "50 rows", "expected 40"]),
        (spoiled(FACTORS, np.nan), LATENTS, ValueError, ["factors", "nan", "row 8", "column 2"]),
        (FACTORS, spoiled(LATENTS, np.inf), ValueError, ["latents", "inf", "row 8"]),
        (np.empty((0, 2)), np.empty((0, 2)), ValueError, ["factors", "empty"]),
        (FACTORS, np.empty((50, 0)), ValueError, ["latents", "empty"]),
        (FACTORS[:, 0], LATENTS, ValueError, ["factors", "1 dimension", "values[:, None]"]),
        (FACTORS, LATENTS[None], ValueError, ["latents", "3 dimension"]),
        (
            FACTORS.astype(int).astype(str).astype(object) + "x",
            LATENTS,
            TypeError,
            ["factors", "column 1", "expected numbers"],
        ),
        (
            pd.DataFrame({"a": FACTORS[:, 0], "b": ["red", "1"] * 25}),
            LATENTS,
            TypeError,
            ["factors", "column 2", "red"],
        ),
        (
            np.column_stack([FACTORS, np.ones(50)]),
            LATENTS,
            ValueError,
            ["'factor 3'", "every sample", "at least two"],
        ),
        (FACTORS[:2], LATENTS[:2], ValueError, ["factors", "2 samples", "at least 4"]),
        (FACTORS * 1j, LATENTS, TypeError, ["factors", "expected numbers"]),
        (FACTORS, LATENTS * 1e300, ValueError, ["latents", "'latent 1'", "Rescale"]),
        (FACTORS, LATENTS * 1e-300, ValueError, ["latents", "Rescale"]),
        (FACTORS.astype(int) + 2**60, LATENTS, ValueError, ["factors", "2**53"]),
        (
            FACTORS,
            np.ma.masked_greater(LATENTS, 0),
            ValueError,
            ["latents", "masked", "only factors"],
        ),
        (
            np.ma.array(FACTORS, mask=np.column_stack([np.ones(50), np.zeros(50)])),
            LATENTS,
            ValueError,
            ["'factor 1'", "absent from every sample"],
        ),
        (
            pd.DataFrame({"shape": spoiled(FACTORS, np.nan)[:, 1]}),
            LATENTS,
            ValueError,
            ["row 8", "(shape)"],
        ),
    ],
)
def test_representation_invalid_input_raises_without_numpy_warning(factors, latents, error, words):
    with pytest.raises(error) as caught, warnings.catch_warnings():
        warnings.simplefilter("error")
        Representation(factors, latents)
    assert all(word in str(caught.value) for word in words), str(caught.value)


@pytest.mark.parametrize(
    "names, words",
    [
        (dict(factor_names=["a"]), ["factor_names", "2 different"]),
        (dict(latent_names=["a", "a", "b"]), ["latent_names", "3 different"]),
        (dict(factor_types="smooth"), ["factor_types", "'discrete', 'continuous' or 'cyclic'"]),
        (dict(latent_types=["discrete"]), ["latent_types"]),
    ],
)
def test_representation_invalid_names_or_types_raise(names, words):
    with pytest.raises(ValueError) as caught:
        Representation(FACTORS, LATENTS, **names)
    assert all(word in str(caught.value) for word in words)


def test_representation_factor_with_distinct_values_is_continuous_with_warning():
    factors = np.column_stack([np.arange(50), FACTORS[:, 0]])
    for n in (50, 5000):
        many = np.column_stack([np.arange(n), np.arange(n) % 4])
        with pytest.warns(
            UserWarning,
            match=f"'factor 1' has as many values as samples .{n}., so it is treated as contin.*"
            "factor_types=",
        ) as caught:
            rep = Representation(many, RNG.normal(size=(n, 2)))
        assert caught[0].filename == __file__
        assert rep.factor_types == ("continuous", "discrete")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Representation(many, RNG.normal(size=(n, 2)), factor_types=["continuous", "discrete"])
        assert Representation(RNG.normal(size=(50, 1)), LATENTS).factor_types == ("continuous",)
    with pytest.raises(ValueError, match="as many values as samples .*expected levels that repeat"):
        Representation(factors, LATENTS, factor_types="discrete")


def test_metrics_of_constant_latent_follow_documentation():
    rep = Representation(
        np.repeat(FACTORS, 4, axis=0),
        np.column_stack([np.zeros(200), np.repeat(FACTORS, 4, axis=0)]),
    )
    assert float(mig(rep)) > 0.8 and float(dcimig(rep)) > 0.8
    score = disentanglement(rep)
    assert score.weights[0] == 0 and score.value == pytest.approx(1)
    assert (
        factor_vae(rep, n_points=200).weights[0] == 0
        and float(factor_vae(rep, n_points=200)) > 0.95
    )
    dead = Representation(FACTORS, np.zeros((50, 2)))
    assert (
        float(mig(dead))
        == float(dcimig(dead))
        == float(disentanglement(dead))
        == float(completeness(dead))
        == 0
    )
    with pytest.raises(ValueError, match="latents that never move"):
        factor_vae(dead)


def test_metrics_of_one_factor_or_one_latent_follow_documentation():
    one_factor = Representation(FACTORS[:, :1], np.column_stack([FACTORS[:, 0], LATENTS]))
    assert float(disentanglement(one_factor)) == 1 and float(mig(one_factor)) > 0.3
    for metric in (beta_vae, factor_vae):
        with pytest.raises(ValueError, match="one factor, expected at least two"):
            metric(one_factor)
    one_latent = Representation(FACTORS, FACTORS[:, :1])
    assert (
        completeness(one_latent).parts.tolist() == [1, 1]
        and mig(one_latent).parts[0] == pytest.approx(1)
        and float(sap(one_latent)) > 0
    )
    table = score_all(one_factor, seeds=1, progress=False).set_index("metric")
    assert (
        pd.isna(table.value["beta_vae"])
        and "at least two" in table.explanation["beta_vae"]
        and table.value["mig"] > 0.3
    )


def test_disentanglement_with_fewer_than_16_samples_raises():
    with pytest.raises(ValueError, match="8 samples, expected at least 16"):
        disentanglement(perfect_copy(2, 2, 2))


@pytest.mark.parametrize(
    "call, error, words",
    [
        (lambda rep: mig(rep.latents), TypeError, "found ndarray, expected Representation"),
        (
            lambda rep: mig(World({"a": worlds.normal()}, lambda v, rng: v)),
            TypeError,
            "world.sample",
        ),
        (
            lambda rep: mig(rep, bin=20),
            TypeError,
            "the option 'bin', expected one of normalize_by, bins, factor_bins",
        ),
        (lambda rep: mig(rep, bins=1), ValueError, "bins: found 1"),
        (
            lambda rep: mig(rep, bins=10**9),
            ValueError,
            "bins: found 1,000,000,000, expected a whole number from 2 to 10,000",
        ),
        (lambda rep: mig(rep, bins=2.5), ValueError, "bins: found 2.5"),
        (lambda rep: mig(InformativenessMatrix([[1.0]])), ValueError, "without factor_entropy"),
        (
            lambda rep: mig(InformativenessMatrix([[1.0]], factor_entropy=1), bins=20),
            TypeError,
            "measured already",
        ),
        (
            lambda rep: informativeness(InformativenessMatrix([[1.0], [0.5]])),
            ValueError,
            "matrix of 2 rows, expected one row",
        ),
        (lambda rep: beta_vae(InformativenessMatrix([[1.0]])), TypeError, "or Confusions"),
        (lambda rep: sap(rep, seed=-1), ValueError, "seed: found -1"),
        (lambda rep: sap(rep, C=0), ValueError, "C: found 0"),
        (lambda rep: disentanglement(rep, n_estimators=0), ValueError, "n_estimators: found 0"),
        (lambda rep: beta_vae(rep, shared="sample"), ValueError, "shared: found 'sample'"),
        (lambda rep: beta_vae(rep, classifier="forest"), ValueError, "classifier: found 'forest'"),
        (lambda rep: beta_vae(rep, n_points=3), ValueError, "n_points: found 3"),
        (lambda rep: factor_vae(rep, batch_size=1), ValueError, "batch_size: found 1"),
        (lambda rep: InformativenessMatrix([[-0.1]]), ValueError, "values: found -0.1"),
        (lambda rep: InformativenessMatrix([[np.nan]]), ValueError, "values: found nan"),
        (
            lambda rep: InformativenessMatrix([[2.0, 0.1]], factor_entropy=[1, 1]),
            ValueError,
            "factor_entropy: found 1 in position 1",
        ),
        (
            lambda rep: InformativenessMatrix([[0.0]], factor_entropy=0),
            ValueError,
            "factor_entropy: found 0",
        ),
        (lambda rep: Confusions([[1, 2]], "guesses"), ValueError, "expected a square table"),
        (lambda rep: score_all(rep, metrics=["mgi"]), ValueError, "metrics: found 'mgi'"),
        (lambda rep: score_all(rep, seeds=0), ValueError, "seeds: found 0"),
        (lambda rep: worlds.copying([[0.5, 0.6]]), ValueError, "probabilities"),
        (lambda rep: worlds.uniform(1, 1), ValueError, "low < high"),
        (lambda rep: World({"a": worlds.normal()}, lambda v, rng: v[:1]), ValueError, "encoder"),
    ],
)
def test_metrics_and_matrices_invalid_calls_raise(call, error, words):
    with pytest.raises(error) as caught:
        call(Representation(FACTORS, LATENTS))
    assert words in str(caught.value), str(caught.value)


def test_score_of_nan_part_raises():
    with pytest.raises(ArithmeticError):
        Score("mig", [np.nan], "factors", [1], InformativenessMatrix([[1.0]]))


def test_representation_copies_input_and_is_read_only():
    mine = FACTORS.copy()
    rep = Representation(mine, LATENTS)
    mine[:] = 0
    assert (rep.factors == FACTORS).all()
    with pytest.raises(ValueError):
        rep.latents[0, 0] = 1


# ------------------------------------------------------------------------------------------ command


def test_score_command_json_html_and_errors(tmp_path, capsys):
    import json

    assert main(["example", "perfect_copy", "--out", str(tmp_path / "copy.npz")]) == 0
    capsys.readouterr()
    assert (
        main(
            [
                "score",
                str(tmp_path / "copy.npz"),
                "--json",
                "--seeds",
                "1",
                "--html",
                str(tmp_path / "r.html"),
            ]
        )
        == 0
    )
    rows = {row["metric"]: row for row in json.loads(capsys.readouterr().out)}
    assert (
        list(rows) == list(METRICS) and rows["mig"]["value"] == 1 and rows["mig"]["spread"] is None
    )
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert (
        "mig = 1.0000" in page
        and page.count("<img alt=") >= 5
        and "http" not in page.replace("http://www.w3.org", "")
    )
    assert main(["score", str(tmp_path / "copy.npz"), "--metrics", "mig"]) == 0
    assert "mig" in capsys.readouterr().out
    assert (
        main(["score", str(tmp_path / "copy.npz"), "--html", str(tmp_path / "no" / "r.html")]) == 2
    )
    assert "expected one to write into" in capsys.readouterr().err
    assert main(["example", "cube", "--out", "x.npz"]) == 2
    kept = (tmp_path / "copy.npz").read_bytes()
    assert (
        main(["score", str(tmp_path / "copy.npz"), "--html", str(tmp_path / "copy.npz")]) == 2
        and (tmp_path / "copy.npz").read_bytes() == kept
    )
    assert main(["score", str(tmp_path / "copy.npz"), "--discrete", "a", "--continuous", "a"]) == 2


def test_representation_names_of_data_frame_lose_control_characters():
    frame = pd.DataFrame(FACTORS, columns=["shape", "si\x00ze\u202e"])
    assert Representation(frame, LATENTS).factor_names == ("shape", "si ze")


@pytest.mark.parametrize(
    "call, error, words",
    [
        (lambda v: mig(v, v), TypeError, "mig: found 2 arguments, expected one"),
        (lambda v: mig(), TypeError, "mig: found 0 arguments"),
        (lambda v: mig(v), TypeError, "^mig: found ndarray, expected Representation"),
        (lambda v: mig("my.npz"), TypeError, r"mig: found str.*load\(path\)"),
        (lambda v: mig(Path("my.npz")), TypeError, r"found \w+Path.*load\(path\)"),
        (lambda v: Representation(v, sparse.csr_array(v)), TypeError, r"csr_array.*\.toarray\(\)"),
        (lambda v: Representation(v, PCA()), TypeError, r"found PCA.*model\.transform\(X\)"),
        (lambda v: Representation(v + np.nan, v), ValueError, r"numpy\.ma\.masked_invalid"),
        (
            lambda v: Representation(pd.DataFrame(v), pd.DataFrame(v)[::-1]),
            ValueError,
            r"another index.*latents\.loc\[factors\.index\]",
        ),
    ],
)
def test_metric_error_message_suggests_fix(call, error, words):
    with pytest.raises(error, match=words):
        call(np.arange(40.0).reshape(20, 2) % 4)


def test_representation_suspicious_levels_warn():
    z = np.random.default_rng(0).standard_normal((600, 1))
    with pytest.warns(
        UserWarning, match="0.3 and 0.30000000000000004, which differ only by rounding"
    ):
        Representation(np.resize([0.3, 0.1 + 0.2, 0.5], 600)[:, None], z)
    with pytest.warns(UserWarning, match="all whole numbers from 0 to 99.*names of categories"):
        Representation((np.arange(600) % 100)[:, None], z)


def test_package_dir_lists_only_public_names():
    names = dir(disentangle_edu)
    assert {"mig", "score_all", "examples", "compare"} <= set(names)
    assert all(hasattr(disentangle_edu, name) for name in names)
    assert not {"sys", "importlib", "core"} & set(names)
    with pytest.raises(AttributeError, match="several metrics: disentanglement"):
        disentangle_edu.dci  # noqa: B018

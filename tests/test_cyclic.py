"""Periodic factors, such as angles: no score may depend on where 0 is."""

import numpy as np
import pytest

from disentangle_edu import METRICS, Representation, dcimig, informativeness, measures, mig, sap
from disentangle_edu.metrics import dependent_compactness, iwo
from disentangle_edu.worlds.files import load, save

TURN = 360


def world(start: float, kind: str | None, samples: int = 1050) -> Representation:
    """Two latents are the cosine and sine of an angle, and the third copies a number."""
    rng = np.random.default_rng(0)
    angle, number = rng.uniform(0, TURN, samples), rng.uniform(size=samples)
    turned = np.radians(angle)
    return Representation(
        np.column_stack([(angle + start) % TURN, number]),
        np.column_stack([np.cos(turned), np.sin(turned), number]),
        factor_names=["angle", "number"],
        factor_types=[kind, "continuous"],
    )


@pytest.mark.parametrize("metric", METRICS)
def test_score_of_periodic_factor_does_not_depend_on_origin(metric: str) -> None:
    """A shift of 120 degrees is seven of the 21 bins of a circle, so the counts do not change."""
    counted = ("dependent_modularity", "dependent_compactness", "dependent_explicitness")
    options = {"bins": 3} if metric in (*counted, "minimality", "edi") else {}
    one, other = (
        float(METRICS[metric](world(start, "cyclic 360"), **options)) for start in (0, 120)
    )
    trained = ("explicitness", "disentanglement", "completeness", "informativeness")
    assert one == pytest.approx(other, abs=1e-3 if metric in trained else 1e-6)


def test_sap_of_angle_as_continuous_depends_on_origin() -> None:
    scores = [float(sap(world(start, "continuous"))) for start in (0, 123)]
    assert abs(scores[0] - scores[1]) > 0.1


def test_sap_of_periodic_factor_uses_cosine_and_sine() -> None:
    """Cosine and sine each have half of the circle's variance, so neither is ahead."""
    told = sap(world(0, "cyclic 360")).matrix.values[:, 0]
    assert told == pytest.approx([0.5, 0.5, 0], abs=0.03)
    assert float(iwo(world(0, "cyclic 360"))) == pytest.approx(1, abs=1e-6)


def test_mig_of_periodic_factor_with_few_values_equals_discrete() -> None:
    """Twelve hours are twelve levels."""
    hours = np.arange(240) % 12
    latents = np.column_stack([hours, np.arange(240) % 7])
    of_kind = lambda kind: mig(Representation(hours[:, None], latents, factor_types=kind))
    assert float(of_kind("cyclic")) == float(of_kind("discrete")) > 0.99


@pytest.mark.parametrize(
    ("values", "turn"), [(np.arange(24) % 12, 12), (np.arange(24) % 12 * 30, 360)]
)
def test_representation_period_is_inferred_from_largest_value(
    values: np.ndarray, turn: float
) -> None:
    rep = Representation(values[:, None], values[:, None], factor_types="cyclic")
    assert rep.factor_types == (f"cyclic {turn}",)


@pytest.mark.parametrize(
    "kind",
    ["cyclic -1", "cyclic x", "cyclic nan", "cyclic inf", "cyclic 1 2", "cyclical", "cyclic 3"],
)
def test_representation_invalid_period_raises(kind: str) -> None:
    with pytest.raises(ValueError, match="factor_types: found"):
        world(0, kind)


TWELFTHS = np.arange(1300) % 13  # 13 steps of a twelfth: the first and the last are the same angle
ENDS = {
    "degrees": ("cyclic 360", TWELFTHS * 30.0),
    "radians": (f"cyclic {2 * np.pi}", TWELFTHS * (2 * np.pi / 12)),
    "single radians": (f"cyclic {2 * np.pi}", (TWELFTHS * (2 * np.pi / 12)).astype(np.float32)),
    "from minus half": ("cyclic 360", TWELFTHS * 30.0 - 180),
}


@pytest.mark.parametrize("case", ENDS)
@pytest.mark.parametrize("metric", METRICS)
def test_score_treats_both_ends_of_period_as_one_value(metric: str, case: str) -> None:
    kind, angles = ENDS[case]
    latents = np.column_stack([TWELFTHS % 12, np.cos(np.pi * TWELFTHS / 6), np.arange(1300) % 5])
    factors = lambda angle: np.column_stack([angle, np.arange(1300) % 5])
    once = lambda angle, kind: Representation(
        factors(angle), latents, factor_types=[kind, "discrete"]
    )
    if metric == "z_max_variance":
        pytest.skip("few samples differ in one factor alone")
    both = METRICS[metric](once(angles, kind)).value
    turned = METRICS[metric](once(TWELFTHS % 12 * 30.0, "cyclic 360")).value
    assert both == pytest.approx(turned, abs=0.02 if METRICS[metric].is_stochastic else 1e-6)


def test_representation_periodic_factor_with_few_values_merges_ends() -> None:
    rep = Representation(
        (TWELFTHS * 30.0)[:, None], np.c_[TWELFTHS % 12, TWELFTHS % 5], factor_types="cyclic 360"
    )
    assert np.unique(rep.factors).size == 12 and float(dcimig(rep)) == 1
    assert not rep.factors.flags.writeable
    assert measures.discretise([0, 360, 180, 0, 180, 360], "cyclic 360").tolist() == [
        0,
        0,
        1,
        0,
        1,
        0,
    ]
    with pytest.raises(ValueError, match="has the value 0 in every sample"):
        Representation(np.arange(8)[:, None] % 2 * 360, np.eye(8), factor_types="cyclic 360")


def test_representation_values_beyond_period_raise_with_advice() -> None:
    with pytest.raises(ValueError, match=r"over 359.*modulo 180 first \(values % 180\)"):
        Representation(np.arange(720)[:, None] / 2, np.eye(720), factor_types="cyclic 180")


def test_representation_periodic_latents_raise() -> None:
    with pytest.raises(ValueError, match="latent_types: found 'cyclic'"):
        Representation(np.arange(8)[:, None] % 2, np.arange(8)[:, None], latent_types="cyclic")


@pytest.mark.parametrize(
    ("metric", "options"),
    [
        (informativeness, {"predictor": "boosting"}),
        (informativeness, {"predictor": "lasso"}),
        (informativeness, {"scoring": "NRMSE"}),
        (mig, {"estimator": "knn"}),
        (dependent_compactness, {"method": "forest"}),
        (iwo, {"method": "gca"}),
        (mig, {"convention": "disent"}),
    ],
)
def test_options_without_periodic_support_raise(metric, options: dict) -> None:
    with pytest.raises(ValueError, match="found the cyclic 'angle'"):
        metric(world(0, "cyclic 360"), **options)


def test_save_and_load_keep_period(tmp_path) -> None:
    rep = world(0, "cyclic 360")
    save(rep, tmp_path / "angles.npz")
    assert load(tmp_path / "angles.npz").factor_types == rep.take(slice(20)).factor_types
    save(rep, tmp_path / "angles.csv")
    loaded = load(tmp_path / "angles.csv", column_types={"angle": "cyclic 360"})
    assert loaded.factor_types == ("cyclic 360", "continuous")


def test_score_warns_if_latents_do_not_separate_ends_of_range() -> None:
    asked = lambda kind, metric=sap: [
        said for said in metric(world(0, kind)).cautions if "two ends of angle" in said
    ]
    assert asked("continuous") and asked("continuous", iwo) and asked("continuous", informativeness)
    assert not asked("cyclic 360") and not asked("continuous", mig)
    place = np.random.default_rng(0).uniform(size=(1000, 1))
    # The second latent distinguishes the two ends.
    round_and_on = np.hstack([np.cos(2 * np.pi * place), place])
    assert any(
        "two ends" in said for said in sap(Representation(place, round_and_on[:, :1])).cautions
    )
    assert not any("two ends" in said for said in sap(Representation(place, round_and_on)).cautions)
    plain = np.random.default_rng(0).uniform(size=(1000, 2))
    assert not any("two ends" in said for said in sap(Representation(plain, plain)).cautions)

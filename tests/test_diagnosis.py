"""The diagnosis of low scores: what each repair leaves unchanged, what is named, the command."""

import contextlib
import io
import json
from pathlib import Path

import numpy as np
import pytest
from diagnosis_benchmark import random_factors

from disentangle_edu import METRICS, Representation, diagnose, examples, save
from disentangle_edu.chapters.clinic.data import (
    REPAIR_OF,
    add_idle,
    bend,
    blur,
    copy,
    rotate,
)
from disentangle_edu.cli import main
from disentangle_edu.diagnosis import REPAIRS, Diagnosis, repairs, search
from disentangle_edu.diagnosis.diagnosis import LIMITS, each_diagnosis
from disentangle_edu.diagnosis.drawing import diagnosis_html

pytestmark = pytest.mark.usefixtures("no_cache")
DOCS = Path(__file__).parents[1] / "docs"


def harmed(*harms, samples=600, kind="uniform", strength=0.7):
    """A code of three independent factors after defects of this strength."""
    rng = np.random.default_rng(0)
    factors = rng.random((samples, 3)) if kind == "uniform" else rng.integers(5, size=(samples, 3))
    z = (factors - factors.mean(0)) / factors.std(0) + 0.01 * rng.standard_normal((samples, 3))
    for harm in harms:
        z = harm(z, strength, rng)
    return Representation(factors, z)


def dependent():
    """A code that copies two dependent factors and a third factor."""
    rng = np.random.default_rng(0)
    a, b, c = rng.standard_normal((3, 800))
    factors = np.column_stack([a, 0.7 * a + 0.7 * b, c])
    return Representation(factors, factors)


SICK = {
    "rotated": lambda: harmed(rotate),
    "bent": lambda: harmed(bend),
    "copied": lambda: harmed(copy),
    "noisy": lambda: harmed(blur),
    "idle": lambda: harmed(add_idle),
    "dependent": dependent,
}

# --------------------------------------------------------------------------- what must not change


@pytest.mark.parametrize(
    ("repair", "defect", "kept", "options"),
    [
        ("drop_idle", "idle", ["mig", "dcimig", "sap", "mcc", "linear_r2"], {}),
        ("merge_copies", "copied", ["dcimig", "mcc", "linear_r2"], {}),
        ("straighten", "bent", ["mcc"], {"method": "spearman"}),
        ("unrotate", "rotated", ["linear_r2"], {}),
        ("decorrelate", "dependent", ["mcc", "linear_r2"], {}),
    ],
)
def test_repair_does_not_move_scores_that_it_names(repair, defect, kept, options):
    rep = SICK[defect]()
    repaired = REPAIRS[repair](rep)
    assert repaired is not rep
    for name in kept:
        assert f"`{name}`" in REPAIRS[repair].__doc__
        before, after = (METRICS[name](one, **options).value for one in (rep, repaired))
        assert after == pytest.approx(before, abs=0.03), name


@pytest.mark.parametrize("repair", ["drop_idle", "merge_copies", "straighten", "decorrelate"])
@pytest.mark.parametrize("kind", ["uniform", "discrete"])
def test_repair_returns_healthy_code_itself(repair, kind):
    rep = harmed(kind=kind)
    assert REPAIRS[repair](rep) is rep


@pytest.mark.parametrize("repair", ["unrotate", "denoise"])
@pytest.mark.parametrize("kind", ["uniform", "discrete"])
def test_repair_hardly_changes_scores_of_healthy_code(repair, kind):
    rep = harmed(kind=kind)
    for name in ("mig", "dcimig", "modularity", "mcc"):
        scores = [METRICS[name](one).value for one in (rep, REPAIRS[repair](rep))]
        assert scores[1] == pytest.approx(scores[0], abs=0.05), name


@pytest.mark.parametrize("repair", REPAIRS)
@pytest.mark.parametrize("defect", SICK)
def test_repairs_are_pure_and_fitted_on_other_samples(repair, defect):
    rep = SICK[defect]()
    latents, half = rep.latents.copy(), rep.take(np.arange(len(rep) // 2))
    other = rep.take(np.arange(len(rep) // 2, len(rep)))
    repaired = [REPAIRS[repair](other, half) for _ in range(2)]
    assert (rep.latents == latents).all()
    assert (repaired[0].latents == repaired[1].latents).all()
    assert np.isfinite(repaired[0].latents).all() and len(repaired[0]) == len(other)
    if repair != "decorrelate":
        assert (repaired[0].factors == other.factors).all()


def test_repairs_accept_absent_and_cyclic_factors_and_constant_latents():
    rng = np.random.default_rng(0)
    turn = rng.integers(0, 360, 800).astype(float)
    level = np.where(np.arange(800) % 4 == 0, np.nan, rng.integers(3, size=800))
    angle = np.radians(turn)
    latents = np.column_stack([np.cos(angle), np.sin(angle), np.nan_to_num(level), np.zeros(800)])
    rep = Representation(
        np.ma.masked_invalid(np.column_stack([turn, level])),
        latents + [0.1, 0.1, 0.1, 0] * rng.standard_normal((800, 4)),
        factor_types=["cyclic 360", "discrete"],
    )
    for repair in REPAIRS.values():
        assert np.isfinite(repair(rep).latents).all()
    names = repairs.unrotate(rep).latent_names
    assert names[0] == "direction of factor 1 (cosine)" and names[2] == "direction of factor 2"
    assert isinstance(diagnose(rep, "mig,mcc", n_splits=3), Diagnosis)


def test_denoise_makes_latents_functions_of_factors():
    rep = harmed(blur, kind="discrete")
    first = repairs.denoise(rep)
    groups = np.unique(rep.factors, axis=0, return_inverse=True)[1].ravel()
    for group in np.unique(groups):
        assert np.ptp(first.latents[groups == group], axis=0).max() < 1e-6


def test_repair_refuses_other_latents_and_wrong_types():
    rep = harmed()
    with pytest.raises(ValueError, match="^train: found other factors or latents"):
        repairs.unrotate(rep, harmed(copy))
    with pytest.raises(TypeError, match="found str"):
        repairs.denoise("x.csv")


# -------------------------------------------------------------------------- which repairs are named


@pytest.mark.parametrize("defect", SICK)
def test_diagnosis_names_single_defect(defect):
    found = diagnose(SICK[defect](), n_splits=4)
    assert found.sequence == [REPAIR_OF[defect]]
    assert found.gains.low[0] > 0


@pytest.mark.parametrize("kind", ["uniform", "discrete"])
def test_diagnosis_of_healthy_code_names_nothing(kind):
    found = diagnose(harmed(kind=kind, samples=500), n_splits=4)
    assert found.sequence == [] and len(found.gains) == 0
    assert found.conclusion.startswith("No repair raises these scores by more than chance")
    rising = found.changes[(found.changes.low > 0) & (found.changes.change > 0.05)]
    assert len(rising) == 0


def test_diagnosis_names_two_defects_in_order():
    found = diagnose(harmed(rotate, copy, kind="discrete", strength=0.4), n_splits=4)
    assert found.sequence == ["merge_copies", "unrotate"]
    assert "After that, the latents carry the factors along directions" in found.conclusion


def test_diagnosis_cannot_see_parity():
    rep = examples.leaking_coin(2)
    found = diagnose(rep.take(np.arange(0, len(rep), 4)), "mig,dcimig,modularity", n_splits=3)
    assert found.sequence == [] and "so not a parity" in found.conclusion


def test_diagnosis_depends_on_seed_alone():
    rep = harmed(rotate, samples=300)
    first, again, other = (diagnose(rep, "mig", n_splits=3, seed=seed) for seed in (0, 0, 1))
    assert first.as_dict() == again.as_dict() != other.as_dict()


def test_waterfall_rows_sum_to_one():
    found = diagnose(harmed(rotate, blur), n_splits=3)
    assert found.sequence == ["unrotate", "denoise"]
    waterfall = found.waterfall
    assert list(waterfall) == ["score", *found.sequence, "ceiling", "remainder"]
    np.testing.assert_allclose(waterfall.sum(axis=1), 1)
    assert "noise" in diagnose(harmed(rotate), "mig", n_splits=3).waterfall


def test_intervals_cover_their_mean_and_gain_ignores_undefined_scores():
    changes = np.array([[0.1, np.nan], [0.2, np.nan], [0.3, np.nan]])
    mean, low, high = search.gain(changes)
    assert low < mean < high and mean == pytest.approx(0.1)
    assert search.best_repair({"unrotate": changes}) is None
    assert search.best_repair({"unrotate": np.full((3, 2), 0.1)}) == "unrotate"
    assert search.best_repair({"denoise": np.full((3, 2), 0.04)}) is None


def test_undefined_metrics_are_named_and_left_out():
    rng = np.random.default_rng(0)
    factor = rng.random((200, 1))
    found = diagnose(Representation(factor, factor), "mig,iwo", n_splits=3)
    assert found.metrics == ("mig",) and found.undefined == ("iwo",)
    assert "Not defined here: iwo." in repr(found)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"metrics": "mgi"}, "metrics: found 'mgi'"),
        ({"n_splits": 2}, "n_splits: found 2"),
        ({"seed": -1}, "seed: found -1"),
        ({"rep": harmed(samples=30)}, "rep: found 30 samples, expected at least 40"),
    ],
)
def test_bad_arguments_are_refused(arguments, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        diagnose(**{"rep": harmed()} | arguments)


def test_rare_level_and_wrong_type_are_refused():
    factor = np.zeros((60, 1))
    factor[0] = 1
    with pytest.raises(ValueError, match="^rep: found that half of its samples are not enough"):
        diagnose(Representation(factor, factor))
    with pytest.raises(TypeError, match="found ndarray, expected Representation"):
        diagnose(factor)


def test_random_factors_of_benchmark_are_dependent_on_request():
    rng = np.random.default_rng(0)
    sizes = [random_factors(rng, 2_000, 2, dependent) for dependent in (False, True)]
    correlations = [abs(np.corrcoef(factors.T)[0, 1]) for factors in sizes]
    assert correlations[0] < 0.1 < 0.3 < correlations[1]


# ------------------------------------------------------------------------ how a diagnosis is shown


@pytest.fixture(scope="module")
def found():
    return diagnose(harmed(rotate), n_splits=3)


def test_text_fits_terminal_and_has_every_number(found):
    lines = repr(found).splitlines()
    assert max(map(len, lines)) <= 80
    for name in REPAIRS:
        assert any(line.startswith(name.replace("_", " ")) for line in lines)
    wide = diagnose(
        harmed(rotate, samples=200),
        "mig,dcimig,modularity,mig_sup,iwo,iwr,mcc,hoyer,jemmig",
        n_splits=3,
    )
    assert max(map(len, repr(wide).splitlines())) <= 80


def test_json_has_conclusion_sequence_and_plain_numbers(found):
    record = json.loads(json.dumps(found.as_dict(), allow_nan=False))
    assert set(record) >= {"conclusion", "sequence", "changes", "waterfall", "scores", "gains"}
    assert record["sequence"] == ["unrotate"] and LIMITS in record["conclusion"]
    assert len(record["changes"]) == len(REPAIRS) * len(found.metrics)
    assert record["finished"] is True


def test_pictures_show_changes(found):
    ax = found.plot()
    assert len(ax.texts) == len(REPAIRS) * len(found.metrics)
    bundle = found._repr_mimebundle_()
    assert bundle["text/plain"] == repr(found) and "unrotate: MIG" in found.picture().alt
    assert "<img" in diagnosis_html(found, harmed(rotate))


def test_interrupted_diagnosis_keeps_what_was_done():
    def stop_after_two(results):
        for number, result in enumerate(results):
            if number == 2:
                raise KeyboardInterrupt
            yield result

    with pytest.warns(UserWarning, match="diagnose: interrupted"):
        found = diagnose(harmed(rotate), "mig", n_splits=3, progress=stop_after_two)
    assert not found.finished and found.conclusion.startswith("The diagnosis was interrupted")
    assert list(found.changes.repair) == list(REPAIRS)[:2]
    assert "Best sequence" in repr(found) and json.dumps(found.as_dict(), allow_nan=False)


def test_each_diagnosis_grows():
    counts = [
        len(result.changes) for result in each_diagnosis(harmed(samples=200), "mig", n_splits=3)
    ]
    assert counts == [1, 2, 3, 4, 5, 6, 6]


# ------------------------------------------------------------------------------------- the command


def test_diagnose_command_prints_text_json_and_page(tmp_path, capsys):
    file, page = tmp_path / "rotated.npz", tmp_path / "why.html"
    save(harmed(rotate, samples=300), file)
    asked = ["diagnose", str(file), "--metrics", "mig", "mcc", "--seed", "1"]
    assert main([*asked, "--html", str(page)]) == 0
    assert "Best sequence: unrotate." in capsys.readouterr().out
    text = page.read_text(encoding="utf-8")
    assert "<img" in text and "along directions, not axes" in text and "remainder" in text
    assert main([*asked, "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["sequence"] == ["unrotate"] and record["seed"] == 1


@pytest.mark.parametrize(
    "wrong", [["--metrics", "mgi"], ["--html", "x.txt"], ["--discrete", "nosuch"]]
)
def test_diagnose_command_refuses_wrong_options(wrong, tmp_path, capsys):
    file = tmp_path / "a.npz"
    save(harmed(samples=100), file)
    assert main(["diagnose", str(file), *wrong]) == 2
    printed = capsys.readouterr()
    assert printed.out == "" and "found" in printed.err and len(printed.err.splitlines()) == 1


def test_diagnose_command_prints_what_was_done_when_interrupted(tmp_path, capsys, monkeypatch):
    def interrupted(*asked, **options):
        yield from list(each_diagnosis(*asked, **options))[:2]
        raise KeyboardInterrupt

    monkeypatch.setattr("disentangle_edu.diagnosis.diagnosis.each_diagnosis", interrupted)
    file = tmp_path / "a.npz"
    save(harmed(rotate, samples=100), file)
    assert main(["diagnose", str(file), "--metrics", "mig"]) == 130
    printed = capsys.readouterr()
    assert "drop idle" in printed.out and "interrupted: 2 of 6 repairs are tried" in printed.err


# ---------------------------------------------------------------------------------- documentation


def test_diagnosis_page_prints_what_it_says():
    page = (DOCS / "diagnosis.md").read_text(encoding="utf-8")
    code, output = (page.split(f"```{kind}\n")[1].split("```")[0] for kind in ("python", "text"))
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(code, {})
    assert printed.getvalue() == output

"""The difference between two codes of the same samples, with an interval."""

import json

import numpy as np
import pytest

from disentangle_edu import METRICS, Representation, mig, sap, save
from disentangle_edu.cli import main
from disentangle_edu.paired_comparison import compare_paired
from disentangle_edu.scoring import half_samples
from disentangle_edu.worlds import examples

QUICK = ["mig", "dcimig", "mcc", "linear_r2"]


def noisy_copies(*noise, n_samples=400, seed=0):
    """Codes of the same samples: a copy of each factor with more or less noise."""
    rng = np.random.default_rng(seed)
    factors = rng.integers(0, 6, (n_samples, 3))
    return {
        f"noise {size}": Representation(
            factors, factors + size * rng.standard_normal(factors.shape), factor_types="discrete"
        )
        for size in noise
    }


def test_compare_paired_cleaner_code_is_better():
    table = compare_paired(noisy_copies(0.1, 1.0), metrics=QUICK)
    assert table.better.tolist() == ["noise 0.1"] * len(QUICK)
    assert (table.low <= table.difference).all() and (table.difference <= table.high).all()
    assert (table.low > 0).all()


def test_compare_paired_swapped_codes_change_sign_only():
    reps = noisy_copies(0.1, 0.3)
    swapped = dict(reversed(reps.items()))
    one, other = (compare_paired(pair, metrics="mig", n_subsamples=20) for pair in (reps, swapped))
    assert one.difference[0] == -other.difference[0]
    assert one.low[0] == pytest.approx(-other.high[0])
    assert one.better[0] == other.better[0]


@pytest.mark.slow
def test_compare_paired_same_code_has_zero_difference():
    (rep,) = noisy_copies(0.3).values()
    names = [name for name in METRICS if not name.startswith("dependent")]
    table = compare_paired({"a": rep, "b": rep}, metrics=names, seeds=2, n_subsamples=2)
    known = table.dropna(subset="low")
    assert len(known) > 20
    assert (known[["difference", "low", "high"]] == 0).all().all()
    assert set(table.better) == {""}


def test_compare_paired_scores_are_means_over_same_seeds():
    reps = noisy_copies(0.1, 1.0)
    row = compare_paired(reps, metrics="sap", seeds=3, n_subsamples=2).iloc[0]
    first, second = ([sap(rep, seed=seed).value for seed in range(3)] for rep in reps.values())
    assert (row["first"], row["second"]) == (np.mean(first), np.mean(second))


def test_compare_paired_uses_same_rows_of_both_codes():
    one, other = reps = list(noisy_copies(0.1, 1.0).values())
    row = compare_paired(dict(zip("ab", reps)), metrics="mig", n_subsamples=10, seed=4).iloc[0]
    halves = half_samples(len(one), 10, seed=4)
    gaps = np.array([mig(one.take(rows)).value - mig(other.take(rows)).value for rows in halves])
    low, high = np.quantile(gaps - gaps.mean(), [0.025, 0.975]) + row["difference"]
    assert (row["low"], row["high"]) == pytest.approx((low, high))


def test_compare_paired_lower_error_is_better():
    reps = noisy_copies(0.1, 1.0)
    row = compare_paired(reps, metrics="informativeness", convention="qedr", seeds=1).iloc[0]
    assert row["difference"] < 0 and row["better"] == "noise 0.1"


def test_compare_paired_higher_confidence_widens_interval():
    reps = noisy_copies(0.1, 0.3)
    narrow, wide = (
        compare_paired(reps, metrics="mig", confidence_level=level).iloc[0] for level in (0.5, 0.99)
    )
    assert wide.low < narrow.low < narrow.high < wide.high


def test_compare_paired_undefined_metric_has_no_number():
    rep = examples.perfect_copy(3, 4)  # twelve samples are too few for a predictor
    row = compare_paired({"a": rep, "b": rep}, metrics="sap", n_subsamples=2).iloc[0]
    assert row[["difference", "low", "high"]].isna().all()
    assert row["better"] == "" and row["explanation"].startswith("not defined here: ")


def test_compare_paired_undefined_on_halves_has_no_interval():
    rep = examples.perfect_copy(4, 5)  # twenty samples; half of them are too few for a predictor
    row = compare_paired({"a": rep, "b": rep}, metrics="sap", n_subsamples=2).iloc[0]
    assert row["difference"] == 0 and row[["low", "high"]].isna().all()
    assert row["better"] == "" and row["explanation"].startswith("no interval")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda rep: Representation(rep.factors[::-1], rep.latents), "other values of the factors"),
        (lambda rep: Representation(rep.factors[:, :2], rep.latents), "other factors"),
        (lambda rep: rep.take(np.arange(100)), "other values of the factors"),
    ],
)
def test_compare_paired_other_samples_raise(change, words):
    (rep,) = noisy_copies(0.1).values()
    with pytest.raises(ValueError, match=words):
        compare_paired({"a": rep, "b": change(rep)}, metrics="mig")


@pytest.mark.parametrize("reps", [{}, {"a": examples.perfect_copy(3, 4)}, [1, 2]])
def test_compare_paired_other_than_two_codes_raises(reps):
    with pytest.raises(TypeError, match="reps: found .*, expected a dict of two Representations"):
        compare_paired(reps)


@pytest.mark.parametrize("level", [0, 1, 95, "0.95", np.nan])
def test_compare_paired_confidence_level_out_of_range_raises(level):
    with pytest.raises(ValueError, match="confidence_level: found"):
        compare_paired(noisy_copies(0.1, 0.2), metrics="mig", confidence_level=level)


def test_half_samples_hold_distinct_rows():
    for rows in half_samples(101, 20, seed=1):
        assert len(np.unique(rows)) == len(rows) == 50


@pytest.mark.slow
def test_compare_paired_equal_codes_rarely_differ():
    """Two codes with equal noise: at the level 0.95 about one interval in twenty misses 0."""
    wrong = sum(
        compare_paired(pair, metrics="mig").better[0] != ""
        for pair in (noisy_copies(0.3, 0.300001, seed=seed) for seed in range(60))
    )
    assert wrong <= 9  # 3 are expected; more than 9 happens once in two thousand runs


# ------------------------------------------------------------------------------ on the command line


@pytest.fixture
def two_files(tmp_path):
    files = [str(tmp_path / "clean.npz"), str(tmp_path / "noisy.npz")]
    for file, rep in zip(files, noisy_copies(0.1, 1.0).values()):
        save(rep, file)
    return files


def test_paired_command_names_better_file(two_files, capsys):
    assert main(["compare", *two_files, "--paired", "--metrics", "mig", "--resamples", "20"]) == 0
    printed = capsys.readouterr().out
    assert "A = clean.npz" in printed and "B = noisy.npz" in printed
    (line,) = (line for line in printed.splitlines() if line.startswith("mig"))
    assert line.endswith("] A")
    assert "1 prefer A and 0 prefer B; for 0 it contains 0." in printed


def test_paired_command_json_has_row_of_table(two_files, capsys):
    asked = ["compare", *two_files, "--paired", "--metrics", "mig", "--resamples", "20", "--json"]
    assert main(asked) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert row["better"] == "clean.npz" and row["low"] < row["difference"] < row["high"]


@pytest.mark.parametrize("more", [["--all"], ["--slow"], ["extra.npz"]])
def test_paired_command_with_other_options_exits_with_status_2(two_files, more, capsys):
    more = [two_files[0] if word == "extra.npz" else word for word in more]
    assert main(["compare", *two_files, *more, "--paired"]) == 2
    assert "--paired: found" in capsys.readouterr().err

"""What the chapter on nine models of sentences asks: predictions, exercises, cases by hand."""

import functools

import numpy as np

from ...claims.zhang2021_models import METRICS_BY_AUTHOR, first_by_mig, our_correlations, runs
from ...metrics import mig
from ...quiz.exercises import Requirement, exercise, personal_exercise
from ...quiz.questions import near, question
from ...quiz.scales import ChoiceScale, NumberScale
from ...theory.bootstrap import permuted_runs
from ...types import Floats
from ...zoo import pretrained_text
from .data import KINDS, RISES, SPOKEN, kind_of


def _describe_first_two() -> str:
    means, active = runs("mig_paper").mean(axis=1), runs("au").mean(axis=1)
    first, second = means.to_numpy().argsort()[:-3:-1]
    return (
        f"On the mean {means.index[first]} has {means.iloc[first]:.3f}, {means.index[second]} "
        f"follows with {means.iloc[second]:.3f}, of 1. Of their four latents on the mean only "
        f"{active.iloc[first]:.1f} and {active.iloc[second]:.1f} vary more than a little"
    )


@question(
    "18-winner",
    "Of which kind is the model with the highest MIG, on the mean over its runs: autoencoder (AE), "
    "VAE, beta-VAE (beta below 1), CCI-VAE (KL held at C), MAT-VAE (sparse codes)?",
    ChoiceScale(("",), KINDS),
    test_guess=[0],
    feedback=lambda guess, truth: (
        f"{_describe_first_two()}. If the highest of nine is so low, none of them keeps each "
        "factor in a latent of its own. What the first one does keep stands further down."
    ),
)
def _winner() -> list[int]:
    best = str(runs("mig_paper").mean(axis=1).idxmax())
    return [kind_of(best)]


def _is_first_in_run(values: Floats) -> Floats:
    """(..., runs) of (..., models, runs): whether who is first on the mean is first in the run."""
    return values.argmax(-2) == values.mean(-1).argmax(-1)[..., None]


@functools.cache
def _wins_by_luck() -> float:
    """In what share of runs the winner is first if the runs of all models are dealt by lot."""
    tables = [
        permuted_runs(runs(column).to_numpy(dtype=float)) for column in METRICS_BY_AUTHOR.values()
    ]
    return float(np.mean([_is_first_in_run(table).mean() for table in tables]))


@question(
    "18-agree",
    "Each of the six metrics has a winner: the model that is first on the mean of five runs. Now "
    "take the runs one by one (run 1 of all nine models, then run 2, ...), 6 times 5 of them. In "
    "what share is the winner first?",
    NumberScale(0, 1, "share of runs"),
    test_guess=0.8,
    feedback=lambda guess, truth: (
        near(
            guess,
            truth,
            (
                "By most metrics runs of one model lie further apart than the first mean leads the "
                "second: see the dots below.",
                "So it is: by most metrics runs of one model lie further apart than the first mean "
                "leads the second, as the dots below show.",
                "Winners are steadier than you feared, and still no law: see the dots below.",
            ),
        )
        + f" If all nine were alike, it would still be {_wins_by_luck():.2f}, and not one in nine: "
        "the winner is looked for in the very runs that made it the winner."
    ),
)
def share_of_runs() -> float:
    """How often the winner on the mean wins a single run, over six metrics."""
    return float(np.mean([_share_of_wins(column) for column in METRICS_BY_AUTHOR.values()]))


SMALL_CHANGE = 0.01  # so much of MIG is no change to speak of
NOISE_SHARE = 0.1


def _mig_with_noise(share: float) -> float:
    """MIG of the first run of the winner, with a share of its noise on the codes."""
    return mig(pretrained_text.code(first_by_mig(), noise=share)).value


@question(
    "18-noise",
    "Whoever pays for KL learns with noise on the codes, so that the decoder cannot rely on tiny "
    "moves. MIG has just read this model's codes without it. Put a tenth of that noise back, and "
    "measure again. What becomes of MIG?",
    ChoiceScale(("",), ("falls", f"changes by less than {SMALL_CHANGE}", "rises")),
    test_guess=[0],
    feedback=lambda guess, truth: (
        f"{_mig_with_noise(0):.3f} without noise, {_mig_with_noise(NOISE_SHARE):.3f} with a tenth "
        "of it. Noise takes most from latents that hardly move. The lab below shows whose bits are "
        "gone."
    ),
)
def _more_with_noise() -> list[int]:
    change = _mig_with_noise(NOISE_SHARE) - _mig_with_noise(0)
    return [int(change > -SMALL_CHANGE) + int(change > SMALL_CHANGE)]


def _with_reconstruction() -> list[float]:
    column = our_correlations()["-Rec"]
    return [float(column[name]) for name in SPOKEN.values()]


@question(
    "18-follow",
    "Some of these models keep more of a sentence: their Rec is low. Whether they lay it out well "
    "is another question. Hardly related: a correlation over all runs between "
    f"-{RISES:g} and {RISES:g}. Which scores are higher where more is kept?",
    ChoiceScale(tuple(SPOKEN), ("higher", "hardly related", "lower")),
    test_guess=[1, 1, 1, 0, 1, 1],
    feedback=lambda guess, truth: (
        f"{truth.count(0)} of the six rise with what is kept. That need not be a fault: where half "
        "of a factor is lost, MIG, say, can find half a gap at most. But who compares models by "
        "them compares how much is kept, too. The lab below shows the runs behind each."
    ),
    figures=lambda: [f"{value:+.2f}" for value in _with_reconstruction()],
)
def _what_follows() -> list[int]:
    sides = [(value > -RISES) + (value > RISES) for value in _with_reconstruction()]
    return [2 - side for side in sides]


def _share_of_wins(column: str) -> float:
    return float(_is_first_in_run(runs(column).to_numpy()[None]).mean())


MIG = "mig_paper"


def a_run_of_each() -> dict[str, int]:
    from disentangle_edu.claims.zhang2021_models import runs

    # The best run of a poor model wins once the better models show their worst.
    values = runs("mig_paper")
    poor = values.mean(axis=1).sort_values().index[:-4]
    winner = str(values.loc[poor].max(axis=1).idxmax())
    chosen = dict(zip(values.index, values.to_numpy().argmin(1) + 1))
    return chosen | {winner: values.loc[winner].to_numpy().argmax() + 1}


def the_usual_winner() -> dict[str, int]:
    """Runs that show what the means say."""
    values = runs(MIG).to_numpy()
    best = values.mean(1).argmax()
    chosen = [row.argmax() if i == best else row.argmin() for i, row in enumerate(values)]
    return {name: int(run) + 1 for name, run in zip(runs(MIG).index, chosen)}


@exercise(
    "18-exercise",
    asks="Choose one run for each of the nine models, so that a model is first by MIG which on the "
    "mean of all runs is not among the first four.",
    takes="{model: run} for the nine models; runs are numbered from 1",
    hint="Take the best run of one of the lower five, and of all others their worst. Not each of "
    "the five can be made to win: which have a run that is good enough?",
    solution=a_run_of_each,
    must_fail={
        "no model": lambda: {},
        "a run that does not exist": lambda: dict.fromkeys(runs(MIG).index, 99),
        "the best run of the best, the worst of the others": the_usual_winner,
        "the first run of all": lambda: dict.fromkeys(runs(MIG).index, 1),
        "the last run of all": lambda: dict.fromkeys(runs(MIG).index, runs(MIG).shape[1]),
    },
    learned="Whoever shows one run of each model chooses the winner: show all runs.",
)
def another_winner(answer: object) -> list[Requirement]:
    values = runs(MIG)
    if not isinstance(answer, dict) or set(answer) != set(values.index):
        raise ValueError(f"Expected a run for each of {', '.join(values.index)}, found {answer!r}.")
    if bad := [run for run in answer.values() if run not in range(1, values.shape[1] + 1)]:
        raise ValueError(f"Expected runs from 1 to {values.shape[1]}, found {bad[0]!r}.")
    numbers = dict(zip(values.index, values.to_numpy(dtype=float)))
    scores = {name: float(numbers[name][run - 1]) for name, run in answer.items()}
    first, order = max(scores, key=lambda name: scores[name]), values.mean(axis=1).sort_values()
    requirement = "a model is first that on the mean is not among the first four"
    return [Requirement(requirement, first not in order.index[-4:], f"first is {first}")]


@personal_exercise(
    "18-own",
    asks="Three models, a row each, with MIG of three runs. In how many of the 27 ways to take one "
    "run of each is the model first that has the lowest mean?",
    hint="For each run of that model: how many runs of each other are lower? Multiply.",
    gives=lambda rng: (rng.permutation(90)[:9] / 100).reshape(3, 3).tolist(),
)
def _lucky_ways(runs: list[list[float]]) -> float:
    means = np.mean(runs, axis=1)
    poor, *others = (runs[j] for j in np.argsort(means))
    return float(
        sum(np.prod([sum(run < own_run for run in row) for row in others]) for own_run in poor)
    )

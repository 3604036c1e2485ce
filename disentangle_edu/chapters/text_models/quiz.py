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
        f"Over five runs, the mean MIG of {means.index[first]} is {means.iloc[first]:.3f} and that "
        f"of {means.index[second]} is {means.iloc[second]:.3f}. Runs of one model differ by more "
        f"than that. On average only {active.iloc[first]:.1f} and {active.iloc[second]:.1f} of "
        "their four latents are active."
    )


@question(
    "18-winner",
    "The nine models are an autoencoder (AE), a VAE, beta-VAEs (beta below 1), CCI-VAEs (KL held "
    "at C) and MAT-VAEs (sparse codes). Of which kind is the model whose runs have the highest "
    "mean MIG?",
    ChoiceScale(("",), KINDS),
    test_guess=[0],
    feedback=lambda guess, truth: (
        f"{_describe_first_two()} If even the highest of nine is this low, none of them keeps each "
        "factor in its own latent. Below you see what the first model keeps."
    ),
)
def _winner() -> list[int]:
    best = str(runs("mig_paper").mean(axis=1).idxmax())
    return [kind_of(best)]


def _is_first_in_run(values: Floats) -> Floats:
    """(..., runs) of (..., models, runs): whether the model with the best mean is first in it."""
    return values.argmax(-2) == values.mean(-1).argmax(-1)[..., None]


@functools.cache
def _wins_by_luck() -> float:
    """In what share of runs the winner is first if all runs are dealt to the models at random."""
    tables = [
        permuted_runs(runs(column).to_numpy(dtype=float)) for column in METRICS_BY_AUTHOR.values()
    ]
    return float(np.mean([_is_first_in_run(table).mean() for table in tables]))


@question(
    "18-agree",
    "Each of the six metrics has a winner, which is the model with the best mean of five runs. Now "
    "compare run 1 of all nine models, then run 2, and so on: 5 runs and 6 metrics make 30 "
    "contests. In what share of them is the metric's winner first?",
    NumberScale(0, 1, "share of runs"),
    test_guess=0.8,
    feedback=lambda guess, truth: (
        near(
            guess,
            truth,
            (
                "For most metrics the runs of one model are further apart than the two best means: "
                "see the dots below.",
                "For most metrics the runs of one model are further apart than the two best means, "
                "as the dots below show.",
                "Winners are steadier than you feared, but not certain: see the dots below.",
            ),
        )
        + f" If all nine models were equal, the share would still be {_wins_by_luck():.2f} instead "
        "of one in nine, because the winner is tested on the very runs that made it the winner."
    ),
)
def share_of_runs() -> float:
    """How often the winner on the mean wins a single run, over six metrics."""
    return float(np.mean([_share_of_wins(column) for column in METRICS_BY_AUTHOR.values()]))


SMALL_CHANGE = 0.01  # a change of MIG that counts as none
NOISE_SHARE = 0.1


def _mig_with_noise(share: float) -> float:
    """MIG of the first run of the winner, with a share of its noise on the codes."""
    return mig(pretrained_text.code(first_by_mig(), noise=share)).value


@question(
    "18-noise",
    "A model that pays for KL is trained with noise on its codes, so the decoder cannot rely on "
    "tiny differences. Above, MIG was computed from this model's codes without noise. Put a tenth "
    "of that noise back, and measure again. What happens to MIG?",
    ChoiceScale(("",), ("falls", f"changes by less than {SMALL_CHANGE}", "rises")),
    test_guess=[0],
    feedback=lambda guess, truth: (
        f"In this run MIG is {_mig_with_noise(0):.3f} without noise and "
        f"{_mig_with_noise(NOISE_SHARE):.3f} with a tenth of it. Noise removes most bits from "
        "latents whose codes hardly differ. The lab below shows which latents lose their bits."
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
    "Some of these models keep more of a sentence than others, so their Rec is low. Hardly related "
    f"means a correlation between -{RISES:g} and {RISES:g} over all runs. Which scores are higher "
    "if a model keeps more?",
    ChoiceScale(tuple(SPOKEN), ("higher", "hardly related", "lower")),
    test_guess=[1, 1, 1, 0, 1, 1],
    feedback=lambda guess, truth: (
        f"{truth.count(0)} of the six scores rise with the amount that is kept. They need not be "
        "wrong: if half of each factor is lost, MIG can be at most one half. But if you compare "
        "models by these scores, you also compare how much they keep. The lab below shows the runs."
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
    asks="Choose one run for each of the nine models. In your selection, a model must be first by "
    "MIG that is not among the first four on average over all runs.",
    takes="{model: run} for the nine models; runs are numbered from 1",
    hint="Take the best run of one of the lower five models, and the worst run of every other "
    "model. Not each of the five can win. Which of them have a run that is good enough?",
    solution=a_run_of_each,
    must_fail={
        "no model": lambda: {},
        "a run that does not exist": lambda: dict.fromkeys(runs(MIG).index, 99),
        "the best run of the best, the worst of the others": the_usual_winner,
        "the first run of all": lambda: dict.fromkeys(runs(MIG).index, 1),
        "the last run of all": lambda: dict.fromkeys(runs(MIG).index, runs(MIG).shape[1]),
    },
    learned="If you show only one run of each model, you can choose the winner. So show all runs.",
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
    requirement = "the first model is not among the first four on average"
    return [Requirement(requirement, first not in order.index[-4:], f"first is {first}")]


@personal_exercise(
    "18-own",
    asks="These are the MIG of three models, one row each, in three runs. There are 27 ways to "
    "take one run of each model. In how many of them is the model with the lowest mean first?",
    hint="For each run of that model, count how many runs of each other model are lower. Multiply "
    "the two counts, and add up the products.",
    gives=lambda rng: (rng.permutation(90)[:9] / 100).reshape(3, 3).tolist(),
)
def _lucky_ways(runs: list[list[float]]) -> float:
    means = np.mean(runs, axis=1)
    poor, *others = (runs[j] for j in np.argsort(means))
    return float(
        sum(np.prod([sum(run < own_run for run in row) for row in others]) for own_run in poor)
    )

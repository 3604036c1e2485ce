"""What the chapter on nine models of sentences asks: a prediction, and exercises."""

import functools

import numpy as np

from ...claims.zhang2021_models import METRICS_BY_AUTHOR, NINE, runs
from ...quiz.exercises import Requirement, exercise, personal_exercise
from ...quiz.questions import question
from ...quiz.scales import NumberScale
from ...theory.win_probability import permuted_runs
from ...types import Floats


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
    guess_for_tests=0.8,
    feedback=lambda guess, truth: (
        "For most metrics the runs of one model are further apart than the two best means. If all "
        f"nine models were equal, the share would still be {_wins_by_luck():.2f} instead of one in "
        "nine, because the winner is tested on the very runs that made it the winner."
    ),
)
def share_of_runs() -> float:
    """How often the winner on the mean wins a single run, over six metrics."""
    return float(np.mean([_share_of_wins(column) for column in METRICS_BY_AUTHOR.values()]))


def _share_of_wins(column: str) -> float:
    return float(_is_first_in_run(runs(column).to_numpy()[None]).mean())


MIG = "mig_paper"


def a_run_of_each() -> list[int]:
    from disentangle_edu.claims.zhang2021_models import runs

    # The best run of a poor model wins once the better models show their worst.
    values = runs("mig_paper").to_numpy()
    poor = values.mean(1).argsort()[:-4]
    winner = poor[values[poor].max(1).argmax()]
    chosen = values.argmin(1)
    chosen[winner] = values[winner].argmax()
    return (chosen + 1).tolist()


def the_usual_winner() -> list[int]:
    """Runs that show what the means say."""
    values = runs(MIG).to_numpy()
    best = values.mean(1).argmax()
    chosen = values.argmin(1)
    chosen[best] = values[best].argmax()
    return (chosen + 1).tolist()


@exercise(
    "18-exercise",
    asks="Choose one run for each of the nine models. In your table, a model must be first by MIG "
    "that is not among the first four on average over all runs.",
    takes="nine run numbers from 1 to 5, one for each model of the table",
    hint="Take the best run of one of the lower five models, and the worst run of every other "
    "model. Only some of the five can win. Which of them have a run that is good enough?",
    solution=a_run_of_each,
    rejected_answers={
        "no model": lambda: [],
        "a run that does not exist": lambda: [99] * len(NINE),
        "the best run of the best, the worst of the others": the_usual_winner,
        "the first run of all": lambda: [1] * len(NINE),
        "the last run of all": lambda: [runs(MIG).shape[1]] * len(NINE),
    },
    learned="If you show only one run of each model, you can make a poor model win. So show "
    "all runs.",
)
def another_winner(answer: object) -> list[Requirement]:
    values = runs(MIG).to_numpy()
    n_models, n_runs = values.shape
    chosen = list(answer) if isinstance(answer, list | tuple | np.ndarray) else []
    if len(chosen) != n_models or any(run not in range(1, n_runs + 1) for run in chosen):
        raise ValueError(f"Expected {n_models} runs from 1 to {n_runs}, found {answer!r}.")
    winner = int(values[np.arange(n_models), np.array(chosen, dtype=int) - 1].argmax())
    is_poor = winner not in values.mean(1).argsort()[-4:]
    requirement = "the first model is not among the first four on average"
    return [Requirement(requirement, is_poor, f"first is {list(NINE)[winner]}")]


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

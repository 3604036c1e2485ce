"""Exercises of notebooks 18 to 20: a move that only one latent makes, and two biased choices."""

import numpy as np

from ..claims.zhang2021_models import runs
from ..zoo import ranks, shelf
from ..zoo.sheets import drawer, placed
from .exercises import Demand, at_least, at_most, exercise, numbers

CAREFUL = "sprites-beta_tcvae-6-0"  # the model of exercise 18


def from_left_to_right() -> tuple[int, float, float]:
    from disentangle_edu.zoo import sheets, shelf

    # The latent that tells most about "across", from the low end of its codes to the high one.
    told = shelf.matrix("sprites-beta_tcvae-6-0").values[:, 3]
    i, model = int(told.argmax()), sheets.drawer("sprites-beta_tcvae-6-0")
    return i + 1, float(model.low[i]), float(model.high[i])


@exercise(
    "18-exercise",
    asks=f"Move the sprite across, and nothing else, by one latent of {CAREFUL}: name the latent "
    "and two of its values. The centre must move 4 pixels or more across, and at most 1 down.",
    takes="three numbers: a latent from 1 to 8, and two values of it",
    hint="The matrix says which latent tells about across; its knob says which values it takes.",
    solution=from_left_to_right,
    degenerate={
        "no move": lambda: (1, 0.0, 0.0),
        "an idle latent": lambda: (int(shelf.matrix(CAREFUL).values.max(1).argmin()) + 1, -2, 2),
        "a latent that does not exist": lambda: (9, -1.0, 1.0),
        "far beyond all codes": lambda: (1, -1e6, 1e6),
    },
    learned="One latent moved the sprite across and little else. Try that with the autoencoder.",
)
def moves_across_alone(answer: object) -> list[Demand]:
    i, start, end = numbers(answer, (3,))
    model = drawer(CAREFUL)
    if i not in range(1, 9):
        raise ValueError(f"Expected a latent from 1 to 8, found {i:g}.")
    i = int(i) - 1
    reach = 2 * (model.high[i] - model.low[i])
    inside = all(model.low[i] - reach <= one <= model.high[i] + reach for one in (start, end))
    codes = np.tile(model.start(), (2, 1))
    codes[:, i] = start, end
    (x0, y0, full0), (x1, y1, full1) = map(placed, model.decode(codes))
    return [
        at_least("pixels moved across", abs(x1 - x0), 4.0),
        at_most("pixels moved down or up", abs(y1 - y0), 1.0),
        at_most("how much the sprite grew or shrank", abs(np.log(full1 / full0)), 0.35),
        Demand("both values are near those of real codes", inside, f"{start:g} and {end:g}"),
    ]


COLUMNS = ("mig", "forest_300")


def six_that_contradict() -> list[str]:
    from disentangle_edu.zoo import ranks, shelf

    # Draw sixes until one of them turns the correlation round.
    table = shelf.table()[["mig", "forest_300"]].dropna()
    rng = np.random.default_rng(0)
    draws = (table.iloc[rng.choice(len(table), 6, replace=False)] for _ in range(20_000))
    turned = (six for six in draws if ranks.rank_correlation(*six.to_numpy().T) <= -0.8)
    return next(turned).index.tolist()


@exercise(
    "19-exercise",
    asks="Name six models of the zoo over which MIG and the accuracy of a forest after 300 samples "
    "have a rank correlation of -0.8 or less.",
    takes="six different names, such as those in the index of `shelf.table()`",
    hint="Draw six at random again and again, and keep the draw that suits you.",
    solution=six_that_contradict,
    degenerate={
        "one model six times": lambda: ["sprites-ae-0-0"] * 6,
        "six autoencoders": lambda: [f"sprites-ae-0-{seed}" for seed in range(5)],
        "unknown names": lambda: list("abcdef"),
    },
    learned="Whoever may choose six models can prove either sign: report all, or none.",
)
def six_prove_the_opposite(answer: object) -> list[Demand]:
    names = [str(name) for name in answer]  # type: ignore[attr-defined]
    table = shelf.table()
    unknown = [name for name in names if name not in table.index]
    if unknown or len(set(names)) != 6:
        raise ValueError(f"Expected six different models of the zoo, found {names}.")
    found = ranks.rank_correlation(*table.loc[names, list(COLUMNS)].to_numpy().T)
    return [at_most("rank correlation of MIG and accuracy", found, -0.8)]


MIG = "mig_paper"


def a_run_of_each() -> dict[str, int]:
    from disentangle_edu.claims.zhang2021_models import runs

    # The best run of a poor model wins once the better models show their worst.
    values = runs("mig_paper")
    poor = values.mean(axis=1).sort_values().index[:-4]
    mine = str(values.loc[poor].max(axis=1).idxmax())
    chosen = dict(zip(values.index, values.to_numpy().argmin(1) + 1))
    return chosen | {mine: values.loc[mine].to_numpy().argmax() + 1}


def the_usual_winner() -> dict[str, int]:
    """Runs that show what the means say."""
    values = runs(MIG).to_numpy()
    best = values.mean(1).argmax()
    shown = [row.argmax() if i == best else row.argmin() for i, row in enumerate(values)]
    return {name: int(run) + 1 for name, run in zip(runs(MIG).index, shown)}


@exercise(
    "20-exercise",
    asks="Choose one run for each of the nine models, so that a model is first by MIG which on the "
    "mean of all runs is not among the first four.",
    takes="{model: run} for the nine models; runs are numbered from 1",
    hint="Take the best run of one of the lower five, and of all others their worst. Not each of "
    "the five can be made to win: which have a run that is good enough?",
    solution=a_run_of_each,
    degenerate={
        "no model": lambda: {},
        "a run that does not exist": lambda: dict.fromkeys(runs(MIG).index, 99),
        "the best run of the best, the worst of the others": the_usual_winner,
        "the first run of all": lambda: dict.fromkeys(runs(MIG).index, 1),
        "the last run of all": lambda: dict.fromkeys(runs(MIG).index, runs(MIG).shape[1]),
    },
    learned="Whoever shows one run of each model chooses the winner: show all runs.",
)
def another_winner(answer: object) -> list[Demand]:
    values = runs(MIG)
    if not isinstance(answer, dict) or set(answer) != set(values.index):
        raise ValueError(f"Expected a run for each of {', '.join(values.index)}, found {answer!r}.")
    if bad := [run for run in answer.values() if run not in range(1, values.shape[1] + 1)]:
        raise ValueError(f"Expected runs from 1 to {values.shape[1]}, found {bad[0]!r}.")
    numbers = dict(zip(values.index, values.to_numpy(dtype=float)))
    shown = {name: float(numbers[name][run - 1]) for name, run in answer.items()}
    first, order = max(shown, key=lambda name: shown[name]), values.mean(axis=1).sort_values()
    words = "a model is first that on the mean is not among the first four"
    return [Demand(words, first not in order.index[-4:], f"first is {first}")]

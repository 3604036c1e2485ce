"""What the chapter on agreeing metrics asks: predictions, exercises, cases by hand."""

import numpy as np

from ...asking.exercises import Demand, at_most, exercise
from ...asking.questions import Choose, Mark, ask, near
from ...zoo import ranks, shelf
from ..shelf.sprites import table_of_sprites


@ask(
    "19-reconstruction",
    "A small network learns from 3,000 codes to tell all factors. Over all models, what foretells "
    "best how well it does: a high MIG, a high D of DCI, a high IWO, or just a small "
    "reconstruction error, which knows nothing of factors?",
    Choose(("",), ("MIG", "D of DCI", "IWO", "reconstruction")),
    given=[0],
    means=lambda guess, truth: (
        "A metric of disentanglement asks how knowledge is laid out, not how much there is of it."
    ),
    figures=lambda: (_best_of_four()[1],),
)
def _what_foretells() -> list[int]:
    return [_best_of_four()[0]]


def _best_of_four() -> tuple[int, str]:
    """Which of the four it is, and its correlation in words."""
    found = ranks.foretelling(table_of_sprites(), "mlp", 3000).set_index("metric")["correlation"]
    four = found[["mig", "disentanglement", "iwo_gca", "-rec_mean"]].to_numpy()
    return int(four.argmax()), f"{four.max():.2f}"


@ask(
    "19-six",
    "Over the whole zoo MIG and the accuracy of a forest go together. Now take six models at "
    "random, and again, a thousand times. In what share of these draws has their rank "
    "correlation the other sign?",
    Mark(0, 1, "share of draws"),
    given=0.1,
    means=lambda guess, truth: near(
        guess,
        truth,
        (
            "Six are better than you feared, and still a poor witness.",
            "So much for one study of six strengths.",
            "Six points say less than one thinks.",
        ),
    ),
)
def _other_sign() -> float:
    drawn = ranks.small_draws(table_of_sprites(), "mig", "forest_300", 6, 1000)
    whole = ranks.rank_correlation(table_of_sprites()["mig"], table_of_sprites()["forest_300"])
    return float(np.mean(np.sign(drawn[~np.isnan(drawn)]) != np.sign(whole)))


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

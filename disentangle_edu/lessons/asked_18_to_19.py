"""The questions of notebooks 18 and 19. Every truth is computed when it is asked for."""

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from ..show.svg import Panel
from ..zoo import ranks, shelf
from ..zoo.sheets import drawer, sheet_panel
from .questions import Choose, Mark, Order, ask, near

if TYPE_CHECKING:
    import pandas as pd

# Four models whose names are not given away; letters in an order that tells nothing.
FOUR = {
    "A": "sprites-beta_vae-8-0",
    "B": "sprites-ae-0-0",
    "C": "sprites-beta_tcvae-6-0",
    "D": "sprites-beta_vae-1-0",
}


@cache
def _table() -> "pd.DataFrame":
    found = shelf.table()
    return found[found["world"] == "sprites"]


def four_sheets() -> tuple[Panel, ...]:
    """The sweeps of the four, each from the same sprite."""
    panels = []
    for letter, name in FOUR.items():
        code = drawer(name).start()
        told = {"title": f"model {letter}", "row": 24.0, "key": letter}
        panels.append(sheet_panel(drawer(name), code, least=290, **told))  # type: ignore[arg-type]
    return tuple(panels)


def _score_of(letter: str) -> float:
    return float(_table()["mig"][FOUR[letter]])


@ask(
    "18-rank",
    "Four models drew these sheets. Each row moves one latent and holds the others. Which model "
    "looks most disentangled to you: one thing changes along a row, and each row changes another? "
    "Put them in order.",
    Order(tuple(FOUR), "most disentangled", "least"),
    given=["C", "D", "A", "B"],
    means=lambda guess, truth: (
        "The order on the right is MIG's. Others order them otherwise: see below who agrees with "
        "you."
    ),
    shows=four_sheets,
)
def _by_mig() -> list[str]:
    return sorted(FOUR, key=_score_of, reverse=True)


@ask(
    "18-beta",
    "The weight beta says how dear words are to a code. At 1 it is the VAE, far above that "
    "little is left to say. Which beta gives the highest MIG, on the mean over seeds?",
    Mark(0, 8, "beta", landmarks=((1.0, "VAE"),), digits=0),
    given=2.0,
    means=lambda guess, truth: (
        "Less than that, and one latent serves many factors; more, and details are given up, one "
        "factor after the other."
    ),
)
def _best_beta() -> float:
    family = _table()[_table()["objective"] == "beta_vae"]
    means = family.groupby("strength")["mig"].mean()
    return float(means.index.to_numpy()[means.to_numpy().argmax()])


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
    found = ranks.foretelling(_table(), "mlp", 3000).set_index("metric")["correlation"]
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
    drawn = ranks.small_draws(_table(), "mig", "forest_300", 6, 1000)
    whole = ranks.rank_correlation(_table()["mig"], _table()["forest_300"])
    return float(np.mean(np.sign(drawn[~np.isnan(drawn)]) != np.sign(whole)))

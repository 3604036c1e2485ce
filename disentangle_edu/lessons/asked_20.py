"""The questions of notebook 20. Every truth is computed when it is asked for."""

import numpy as np

from ..claims.zhang2021_models import SIX, runs
from .questions import Choose, Mark, ask, near

KINDS = ("AE", "VAE", "beta", "CCI", "MAT")
STARTS = ("AE", "Vanilla", "beta", "CCI", "MAT")  # of their names in the table


def kind_of(model: str) -> int:
    """Which of KINDS a model of the table is."""
    return next(j for j, name in enumerate(STARTS) if model.startswith(name))


def _first_two() -> str:
    first, second = runs("mig_paper").mean(axis=1).nlargest(2).items()
    return f"On the mean {first[0]} has {first[1]:.3f}, {second[0]} follows with {second[1]:.3f}"


@ask(
    "20-winner",
    "Of which kind is the model with the highest MIG, on the mean over its runs: autoencoder (AE), "
    "VAE, beta-VAE (beta below 1), CCI-VAE (KL held at C), MAT-VAE (sparse codes)?",
    Choose(("",), KINDS),
    given=[0],
    means=lambda guess, truth: (
        f"{_first_two()}. Of 1, that is: by MIG none of the nine keeps a factor in a latent of its "
        "own. Would other runs name the same model?"
    ),
)
def _winner() -> list[int]:
    best = str(runs("mig_paper").mean(axis=1).idxmax())
    return [kind_of(best)]


@ask(
    "20-agree",
    "Take the six metrics of the paper, and for each of them the model that is first on the mean. "
    "In what share of single runs is that model also first?",
    Mark(0, 1, "share of runs"),
    given=0.8,
    means=lambda guess, truth: near(
        guess,
        truth,
        (
            "One run names another winner more often than one thinks.",
            "So it is: look at the dots to see for which metrics.",
            "Winners are steadier than you feared, and still no law.",
        ),
    ),
)
def share_of_runs() -> float:
    """How often the winner on the mean wins a single run, over six metrics."""
    return float(np.mean([_wins(column) for column in SIX.values()]))


def _wins(column: str) -> float:
    values = runs(column).to_numpy()
    return float((values.argmax(0) == values.mean(1).argmax()).mean())

"""The questions of notebook 20. Every truth is computed when it is asked for."""

import functools

import numpy as np

from ..claims.zhang2021_models import SIX, first_by_mig, our_correlations, runs
from ..core import Floats
from ..metrics import mig
from ..zoo import text_shelf
from .questions import Choose, Mark, ask, near

KINDS = ("AE", "VAE", "beta", "CCI", "MAT")
STARTS = ("AE", "Vanilla", "beta", "CCI", "MAT")  # of their names in the table
# The six metrics as we call them, and the authors by whom the table calls them.
SPOKEN = {
    "BetaVAE": "Higgins",
    "modularity": "Ridgeway",
    "FactorVAE": "Kim",
    "MIG": "Chen",
    "DCI's D": "Eastwood",
    "SAP": "Kumar",
}


def kind_of(model: str) -> int:
    """Which of KINDS a model of the table is."""
    return next(j for j, name in enumerate(STARTS) if model.startswith(name))


def _first_two() -> str:
    means, active = runs("mig_paper").mean(axis=1), runs("au").mean(axis=1)
    first, second = means.to_numpy().argsort()[:-3:-1]
    return (
        f"On the mean {means.index[first]} has {means.iloc[first]:.3f}, {means.index[second]} "
        f"follows with {means.iloc[second]:.3f}, of 1. Of their four latents on the mean only "
        f"{active.iloc[first]:.1f} and {active.iloc[second]:.1f} vary more than a little"
    )


@ask(
    "20-winner",
    "Of which kind is the model with the highest MIG, on the mean over its runs: autoencoder (AE), "
    "VAE, beta-VAE (beta below 1), CCI-VAE (KL held at C), MAT-VAE (sparse codes)?",
    Choose(("",), KINDS),
    given=[0],
    means=lambda guess, truth: (
        f"{_first_two()}. If the highest of nine is so low, none of them keeps each factor in a "
        "latent of its own. What the first one does keep stands further down."
    ),
)
def _winner() -> list[int]:
    best = str(runs("mig_paper").mean(axis=1).idxmax())
    return [kind_of(best)]


def _first_again(values: Floats) -> Floats:
    """(..., runs) of (..., models, runs): whether who is first on the mean is first in the run."""
    return values.argmax(-2) == values.mean(-1).argmax(-1)[..., None]


DEALS = 200


def dealt(values: Floats, deals: int = DEALS) -> Floats:
    """(deals, models, runs) the same runs, dealt to the models by lot: as if all were alike."""
    rng = np.random.default_rng(0)
    mixed = [rng.permutation(values.ravel()).reshape(values.shape) for _ in range(deals)]
    return np.array(mixed)


@functools.cache
def _by_luck() -> float:
    """In what share of runs the winner is first if the runs of all models are dealt by lot."""
    tables = [dealt(runs(column).to_numpy(dtype=float)) for column in SIX.values()]
    return float(np.mean([_first_again(table).mean() for table in tables]))


@ask(
    "20-agree",
    "Each of the six metrics has a winner: the model that is first on the mean of five runs. Now "
    "take the runs one by one (run 1 of all nine models, then run 2, ...), 6 times 5 of them. In "
    "what share is the winner first?",
    Mark(0, 1, "share of runs"),
    given=0.8,
    means=lambda guess, truth: (
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
        + f" If all nine were alike, it would still be {_by_luck():.2f}, and not one in nine: the "
        "winner is looked for in the very runs that made it the winner."
    ),
)
def share_of_runs() -> float:
    """How often the winner on the mean wins a single run, over six metrics."""
    return float(np.mean([_wins(column) for column in SIX.values()]))


SLIGHT = 0.01  # so much of MIG is no change to speak of
A_TENTH = 0.1


def _with_noise(share: float) -> float:
    """MIG of the first run of the winner, with a share of its noise on the codes."""
    return mig(text_shelf.code(first_by_mig(), noise=share)).value


@ask(
    "20-noise",
    "Whoever pays for KL learns with noise on the codes, so that the decoder cannot rely on tiny "
    "moves. MIG has just read this model's codes without it. Put a tenth of that noise back, and "
    "measure again. What becomes of MIG?",
    Choose(("",), ("falls", f"changes by less than {SLIGHT}", "rises")),
    given=[0],
    means=lambda guess, truth: (
        f"{_with_noise(0):.3f} without noise, {_with_noise(A_TENTH):.3f} with a tenth of it. Noise "
        "takes most from latents that hardly move. The lab below shows whose bits are gone."
    ),
)
def _more_with_noise() -> list[int]:
    change = _with_noise(A_TENTH) - _with_noise(0)
    return [int(change > -SLIGHT) + int(change > SLIGHT)]


RISES = 0.3  # from this correlation on we say that one rises with the other


def _with_reconstruction() -> list[float]:
    found = our_correlations()["-Rec"]
    return [float(found[name]) for name in SPOKEN.values()]


@ask(
    "20-follow",
    "Some of these models keep more of a sentence: their Rec is low. Whether they lay it out well "
    "is another question. Hardly related: a correlation over all runs between "
    f"-{RISES:g} and {RISES:g}. Which scores are higher where more is kept?",
    Choose(tuple(SPOKEN), ("higher", "hardly related", "lower")),
    given=[1, 1, 1, 0, 1, 1],
    means=lambda guess, truth: (
        f"{truth.count(0)} of the six rise with what is kept. That need not be a fault: where half "
        "of a factor is lost, MIG, say, can find half a gap at most. But who compares models by "
        "them compares how much is kept, too. The lab below shows the runs behind each."
    ),
    figures=lambda: [f"{value:+.2f}" for value in _with_reconstruction()],
)
def _what_follows() -> list[int]:
    sides = [(value > -RISES) + (value > RISES) for value in _with_reconstruction()]
    return [2 - side for side in sides]


def _wins(column: str) -> float:
    return float(_first_again(runs(column).to_numpy()[None]).mean())

"""Cases of the chapter: nine models of sentences, their quantities and runs."""

import functools

import numpy as np

from ... import background
from ...claims.zhang2021_models import LOSSES, METRICS_BY_AUTHOR, runs
from ...theory.win_probability import bootstrap_win_probability, equal_models_win_probability
from ...types import Floats

KINDS = ("AE", "Vanilla", "beta", "CCI", "MAT")  # how the names of models in the table begin
# {our metric: the author under whose name the table has it}
SPOKEN = {
    "BetaVAE": "Higgins",
    "modularity": "Ridgeway",
    "FactorVAE": "Kim",
    "MIG": "Chen",
    "DCI's D": "Eastwood",
    "SAP": "Kumar",
}
QUANTITIES = {
    "reconstruction, nats": "Rec",
    "KL, nats": "KL",
    "active units": "AU",
    "Hoyer": "Hoyer",
    **SPOKEN,
}
QUANTITY_NAMES = {name: words for words, name in QUANTITIES.items()}
LOWER_IS_BETTER, NO_BEST = ("Rec",), ("KL", "AU")
MIG = "Chen"  # the table's name for it


def kind_of(model: str) -> int:
    """Number of the kind of a model, in KINDS."""
    return next(j for j, name in enumerate(KINDS) if model.startswith(name))


def measured_runs(name: str) -> dict[str, list]:
    """One quantity of all models and runs in plain values, which are cached (pandas is slow)."""
    return background.get_or_compute("runs", name, functools.partial(_measure_runs, name))


def _measure_runs(name: str) -> dict[str, list]:
    frame = runs((LOSSES | METRICS_BY_AUTHOR)[name]).astype(object)
    return {"runs": frame.where(frame.notna(), None).to_numpy().tolist()}


@functools.cache
def numbers_of(name: str) -> Floats:
    """(9, runs) of one quantity. A model without this quantity has NaN."""
    values = np.array(measured_runs(name)["runs"], dtype=float)
    values.setflags(write=False)
    return values


@functools.cache
def best_first(name: str) -> tuple[int, ...]:
    """Numbers of the models, with the best mean over runs first."""
    return tuple((-_oriented_numbers(name).mean(1)).argsort().tolist())


def first_of(values: Floats, name: str) -> int:
    """Number of the best model."""
    return int(np.nanargmin(values) if name in LOWER_IS_BETTER else np.nanargmax(values))


def _oriented_numbers(name: str) -> Floats:
    """(9, runs) of one quantity, with a sign such that the largest mean is the best."""
    return numbers_of(name) * (-1 if name in LOWER_IS_BETTER else 1)


@functools.cache
def chances_to_win(name: str) -> Floats:
    """The chance of each model to be first by its mean in a bootstrap of its runs."""
    return bootstrap_win_probability(_oriented_numbers(name))


@functools.cache
def chance_threshold(name: str) -> tuple[float, float] | None:
    """The winner's chance if all models are equal: its mean and its 95% quantile.

    None if a model does not have this quantity.
    """
    values = _oriented_numbers(name)
    return equal_models_win_probability(values) if np.isfinite(values).all() else None

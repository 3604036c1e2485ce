"""Cases of the chapter: angles that depend on each other, and handwriting in colours."""

import functools
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ... import background, measures
from ...matrices import InformativenessMatrix
from ...metrics import (
    completeness,
    dependent_compactness,
    dependent_explicitness,
    dependent_modularity,
    disentanglement,
    mig,
    minimality,
    modularity,
    sufficiency,
)
from ...representation import Representation
from ...types import Floats
from ...worlds import dependent
from ...worlds.dependent import ColouredDigits
from ..common.scores import Scores

N_COUNTED, N_TRAINING = 20_000, 1_500  # samples for metrics that count, and for metrics that train
RIGHT = "learned with labels"
STRENGTHS = (0.0, 0.25, 0.5, 0.75, 1.0)  # how strongly the digit determines the colours
COMBINATIONS = np.argwhere(np.ones((4, 2, 2)))  # columns: digit, its colour, background
DEPENDENT_METRICS = (
    dependent_modularity,
    dependent_compactness,
    dependent_explicitness,
    minimality,
    sufficiency,
)


@functools.lru_cache(maxsize=32)
def world_and_sample(
    dependence: float, leak: float, nuisance: float, noise: float
) -> tuple[Representation, Representation]:
    """The world at the size for counting, and its first samples for what has to learn."""
    rep = dependent.angles(dependence, leak, nuisance, noise, samples=N_COUNTED)
    few = Representation(
        rep.factors[:N_TRAINING],
        rep.latents[:N_TRAINING],
        factor_names=rep.factor_names,
        latent_names=rep.latent_names,
        factor_types="discrete",
        latent_types="discrete",
    )
    return rep, few


@functools.lru_cache(maxsize=64)
def classic_scores(dependence: float, leak: float, nuisance: float, noise: float) -> Scores:
    """Scores that take factors for independent."""
    rep, few = world_and_sample(dependence, leak, nuisance, noise)
    scores = [mig(rep), modularity(rep), disentanglement(few), completeness(few)]
    return {score.metric: score.value for score in scores}


@functools.lru_cache(maxsize=64)
def dependent_scores(dependence: float, leak: float, nuisance: float, noise: float) -> Scores:
    """Scores for dependent factors, counted."""
    rep, _ = world_and_sample(dependence, leak, nuisance, noise)
    return {metric.__name__: metric(rep).value for metric in DEPENDENT_METRICS}


@functools.lru_cache(maxsize=8)
def digits_of(strength: float) -> ColouredDigits:
    """Digits whose colours depend on the digit that much."""
    return ColouredDigits(strength)


@functools.lru_cache(maxsize=16)
def code_of_digits(strength: float, code: str) -> Representation:
    """One of the codes of these digits."""
    return digits_of(strength).representation(code)


@functools.lru_cache(maxsize=16)
def _decoder(strength: float, code: str) -> Any:
    return digits_of(strength).decoder(code)


def decoded(strength: float, code: str, latents: Floats) -> Floats:
    """Images of latents, as a decoder draws them that has learned it from this very code."""
    return _decoder(strength, code)(latents)


@functools.lru_cache(maxsize=32)
def digit_scores(strength: float, code: str) -> tuple[Scores, InformativenessMatrix, list[float]]:
    """Scores of a code of the digits, its bits, and each factor's accuracy from one latent."""
    rep = code_of_digits(strength, code)
    scores = {"mig": mig(rep).value, "modularity": modularity(rep).value}
    for metric in (dependent_modularity, minimality):
        scores[metric.__name__] = metric(rep, method="forest", n_estimators=3).value
    return scores, measures.mutual_information(rep), dependent.accuracy_alone(rep)


@functools.lru_cache(maxsize=8)
def modularity_of_mixture(strength: float) -> float:
    """Modularity for dependent factors of a code that mixes the factors of the digits at random."""
    factors = digits_of(strength).factors
    mixture = np.random.default_rng(0).normal(size=(3, 3))
    latents = (factors @ mixture).round(9)
    rep = Representation(factors, latents, factor_types="discrete", latent_types="discrete")
    return dependent_modularity(rep).value


@functools.lru_cache(maxsize=8)
def digits_read(strength: float) -> float:
    """Share of digits that a predictor recognises in images that it has not seen."""
    world = digits_of(strength)
    return float((world.read[:, 0].round().clip(0, 3) == world.factors[:, 0]).mean())


# ------------------------------------------------------------------- all combinations of the digits


def measured_combinations(strength: float) -> dict[str, Any]:
    """Drawings of all combinations, which are not in the data, and two scores; cached.

    The drawings are the bytes of their pixels in hexadecimal digits. A page of the book comes
    with the results for all STRENGTHS: to compute one there takes a quarter of a minute.
    """

    def measure() -> dict[str, Any]:
        drawings = decoded(strength, RIGHT, latents_of_combinations(strength))
        return {
            "drawings": (255 * drawings).round().astype(np.uint8).tobytes().hex(),
            "shape": drawings.shape,
            "unseen": are_unseen(digits_of(strength).factors),
            "mixed": modularity_of_mixture(strength),
            "read": digits_read(strength),
        }

    return background.get_or_compute("combinations", f"{strength:g}", measure)


def drawings_of(measured: dict[str, Any]) -> Floats:
    """The drawings among these results, with values from 0 to 1."""
    pixels = np.frombuffer(bytes.fromhex(measured["drawings"]), np.uint8)
    return pixels.reshape(measured["shape"]) / 255


def latents_of_combinations(strength: float, image: int = 0) -> Floats:
    """Codes of all combinations: that of one image, with three latents set."""
    rep = code_of_digits(strength, RIGHT)
    latents = np.tile(rep.latents[image], (len(COMBINATIONS), 1))
    for k, column in enumerate(COMBINATIONS.T):
        means = [rep.latents[rep.factors[:, k] == v, k].mean() for v in range(column.max() + 1)]
        latents[:, k] = np.array(means)[column]
    return latents


def are_unseen(factors: NDArray[np.int64]) -> list[bool]:
    """Which combinations are not in the data."""
    seen = {tuple(row) for row in factors.tolist()}
    return [tuple(row) not in seen for row in COMBINATIONS.tolist()]

"""A lab on dependent factors: scores that fall while nothing gets worse."""

import functools
from typing import Any

import numpy as np

from ... import measures
from ...bench.controls import number
from ...bench.lab import Lab, lab
from ...core import Representation
from ...metrics import (
    completeness,
    dependent_compactness,
    dependent_explicitness,
    dependent_modularity,
    disentanglement,
    mig,
    minimality,
    modularity,
    sap,
    sufficiency,
)
from ...show.panels import bars_panel, cloud_panel, matrix_panel
from ...show.svg import Picture, stack
from ...worlds import dependent as dependent_worlds
from ..shelf.scores import Scores, brief, listed_scores

NEW = (dependent_modularity, dependent_compactness, dependent_explicitness, minimality, sufficiency)
COUNTED, TRAINED = 20_000, 1_500  # samples for scores that count, and for those that train
DRAWN = 300


@functools.lru_cache(maxsize=32)
def _both(
    dependence: float, leak: float, nuisance: float, noise: float
) -> tuple[Representation, Representation]:
    """The world at the size for counting, and its first samples for what has to learn."""
    rep = dependent_worlds.angles(dependence, leak, nuisance, noise, samples=COUNTED)
    few = Representation(
        rep.factors[:TRAINED],
        rep.latents[:TRAINED],
        factor_names=rep.factor_names,
        latent_names=rep.latent_names,
        factor_kinds="levels",
        latent_kinds="levels",
    )
    return rep, few


@functools.lru_cache(maxsize=64)
def _classic(dependence: float, leak: float, nuisance: float, noise: float) -> Scores:
    rep, few = _both(dependence, leak, nuisance, noise)
    scores = [mig(rep), modularity(rep), sap(few), disentanglement(few), completeness(few)]
    return {score.metric: score.value for score in scores}


@functools.lru_cache(maxsize=64)
def _new(dependence: float, leak: float, nuisance: float, noise: float) -> Scores:
    rep, _ = _both(dependence, leak, nuisance, noise)
    return {metric.__name__: metric(rep).value for metric in NEW}


def _mean(scores: Scores) -> float:
    return float(np.mean(list(scores.values())))


def _dependent_picture(values: dict[str, float], new: Scores, how: str) -> Picture:
    rep, classic = _both(**values)[0], _classic(**values)
    start = (0.0, 0.0, 0.0, 0.0)
    told = np.abs(rep.factors[:, 2] - (rep.factors[:, 0] + rep.factors[:, 1]) // 2) < 0.5
    said = (
        f"Angle 3 is the mean of the others in {told.mean():.0%} of samples. The classic scores "
        f"are {_mean(classic):.2f} on average, those for dependent factors {_mean(new):.2f}."
    )
    lines = [
        f"Classic: {listed_scores(classic)}.",
        f"For dependent factors: {listed_scores(new)}.",
        f"MIG and modularity on {COUNTED:,} samples; SAP, D and C on {TRAINED:,}; {how}.",
    ]
    jitter = np.random.default_rng(1).uniform(-0.35, 0.35, (DRAWN, 3))
    cloud = rep.factors[:DRAWN] + jitter
    shown = np.column_stack([(cloud[:, 0] + cloud[:, 1]) / 2, cloud[:, 2]])
    labels = "factors", "mean of angles 1 and 2", "angle 3"
    span = (-0.5, 4.5)
    flat = np.zeros(DRAWN, int)
    plane = cloud_panel(labels, shown, flat, height=240, x_range=span, y_range=span)
    bits = matrix_panel(
        measures.mutual_information(rep), cell=46, least=250, title="bits that MIG reads"
    )
    bars = stack(
        bars_panel("classic; a stroke: at the start", classic, marks=_classic(*start), key="old"),
        bars_panel("for dependent factors", brief(new), marks=brief(_new(*start)), key="new"),
    )
    scores = classic | new
    alt = f"How much angle 3 follows the others, and ten scores. {said} {' '.join(lines)}"
    return Picture((stack(plane, bits), bars), alt, "\n".join(lines), scores, said)


def draw_dependent_factors(**values: float) -> Picture:
    """Counted, on 20,000 samples of five-valued angles."""
    return _dependent_picture(values, _new(**values), f"the lower five counted on {COUNTED:,}")


def full_dependent_factors(progress: Any, **values: float) -> Picture:
    """The five lower scores by forests, on 1,500 samples."""
    few = _both(**values)[1]
    new = {m.__name__: m(few, form="forest", progress=progress).value for m in NEW}
    how = f"the lower five by forests (our reconstruction) on {TRAINED:,}"
    return _dependent_picture(values, new, how)


@lab
def dependent_factors(after: Any = None) -> Lab:
    """Let the third factor follow the others; then break the code. Which scores can tell?"""
    controls = {
        "dependence": number("how much angle 3 follows the others", 0.0, 0, 1, 0.05),
        "leak": number("latent 1 shows angle 2 instead", 0.0, 0, 1, 0.05),
        "nuisance": number("a coin moves latent 2", 0.0, 0, 1, 0.05),
        "noise": number("latent 3 shows a random angle", 0.0, 0, 1, 0.05),
    }
    return Lab(draw_dependent_factors, controls, full=full_dependent_factors, after=after)

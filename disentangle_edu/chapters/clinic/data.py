"""Patients of the clinic: codes with hidden defects, and what repairs do to their scores."""

import functools
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from ...diagnosis.diagnosis import DEFAULT_METRICS
from ...diagnosis.repairs import REPAIRS
from ...diagnosis.search import apply_repair, random_halves, score_table
from ...measures._supervised import scale_columns
from ...representation import Representation
from ...types import Floats
from ...zoo import pretrained

REPAIR_OF = {
    "rotated": "unrotate",
    "bent": "straighten",
    "copied": "merge_copies",
    "noisy": "denoise",
    "idle": "drop_idle",
    "dependent": "decorrelate",
}
DEFECTS = tuple(REPAIR_OF)
N_SAMPLES, N_FACTORS = 800, 3
TINY = 0.02  # noise of every code, in standard deviations of a factor
NOTHING = "none"  # no repair, or no defect
NOTICEABLE = 0.05  # a smaller change of a score is not counted


# ------------------------------------------------------------------------------------------ defects


def random_rotation(size: int, angle: float, rng: np.random.Generator) -> Floats:
    """A rotation of all axes; the root mean square of its angles is near `angle`, in radians."""
    turn = rng.standard_normal((size, size))
    turn = turn - turn.T
    values, vectors = np.linalg.eigh(1j * turn * angle / np.sqrt((turn**2).sum() / size))
    return ((vectors * np.exp(-1j * values)) @ vectors.conj().T).real


def rotate(z: Floats, strength: float, rng: np.random.Generator) -> Floats:
    """All axes are turned, at strength 1 by 70 degrees or so."""
    return z @ random_rotation(z.shape[1], 1.2 * strength, rng)


def bend(z: Floats, strength: float, rng: np.random.Generator) -> Floats:
    """Each axis gets a power, an exponential or a hyperbolic sine."""
    columns = []
    for column in (z / np.abs(z).max(0)).T:
        power, growth, wave = 1 + 10 * strength, 7 * strength + 1e-9, 8 * strength + 1e-9
        bends = (
            np.sign(column) * np.abs(column) ** power,
            np.exp(growth * column),
            np.sinh(wave * column),
        )
        columns.append(bends[rng.integers(3)])
    return np.column_stack(columns)


def copy(z: Floats, strength: float, rng: np.random.Generator) -> Floats:
    """A share of the latents is copied, rescaled, and sometimes turned upside down."""
    some = rng.permutation(z.shape[1])[: round(strength * z.shape[1])]
    copies = z[:, some] * rng.choice([-1, 1], len(some)) * rng.uniform(0.5, 2, len(some))
    return np.column_stack([z, copies + TINY * rng.standard_normal(copies.shape)])


def blur(z: Floats, strength: float, rng: np.random.Generator) -> Floats:
    """Noise, at strength 1 as large as the latents."""
    return z + strength * rng.standard_normal(z.shape)


def add_idle(z: Floats, strength: float, rng: np.random.Generator) -> Floats:
    """Latents of pure noise, at strength 1 six of them."""
    return np.column_stack([z, rng.standard_normal((len(z), round(6 * strength)))])


HARM = {"rotated": rotate, "bent": bend, "copied": copy, "noisy": blur, "idle": add_idle}


def with_common_cause(u: Floats, strength: float, rng: np.random.Generator) -> Floats:
    """Normal factors that share a cause, at strength 1 four fifths of their variance."""
    share = 0.8 * strength
    return np.sqrt(share) * rng.standard_normal((len(u), 1)) + np.sqrt(1 - share) * u


def defective_code(strengths: Mapping[str, float], seed: int = 0) -> Representation:
    """Three normal factors, and a copy of them with these defects, in this order."""
    rng = np.random.default_rng(seed)
    factors = rng.standard_normal((N_SAMPLES, N_FACTORS))
    if "dependent" in strengths:
        factors = with_common_cause(factors, strengths["dependent"], rng)
    z = scale_columns(factors, "standard") + TINY * rng.standard_normal(factors.shape)
    for defect, strength in strengths.items():
        if defect != "dependent":
            z = HARM[defect](scale_columns(z, "standard"), strength, rng)
    return Representation(factors, z)


@functools.lru_cache(maxsize=256)
def sick_code(defect: str, strength: float) -> Representation:
    """A copy of three factors with one defect."""
    return defective_code({defect: strength})


# ----------------------------------------------------------------------------------------- patients


class Patient(NamedTuple):
    """A code, its defects if they are known, and words for what is known about it."""

    code: Representation
    defects: tuple[str, ...] | None
    known: str


# The first two patients; the second patient's two copies have the same noise.
KNOWN = ({"rotated": 0.7}, {"noisy": 0.4, "copied": 1.0})
PARITIES = 3  # number of the patient whose latents are parities
ENDLESS = 4  # from this number on, patients are drawn at random
LEAST_STRENGTH = 0.5
ORDER = 290  # with this seed the first four random patients: one defect, two, none, a learned code
# Probability that a random patient is healthy; and that it is healthy or a learned code.
HEALTHY, LEARNED = 0.15, 0.35


@functools.cache
def patient(number: int) -> Patient:
    """The patient of a number from 1; those from ENDLESS on are drawn at random.

    They have one or two defects or none, or they are codes that a network has learned.
    """
    if number == PARITIES:
        return Patient(parity_code(), (), "no defect, but no single latent carries a factor")
    if number < ENDLESS:
        return _with_defects(KNOWN[number - 1], 0)  # the seed of the comparable lab
    rng = np.random.default_rng([number, ORDER])
    names = [str(name) for name in rng.permutation(DEFECTS)[: rng.integers(1, 3)]]
    names.sort(key=lambda name: name == "copied")  # no latent is rotated after it was copied
    strengths = {name: rng.uniform(LEAST_STRENGTH, 1) for name in names}
    if (kind := rng.random()) < HEALTHY:
        return _with_defects({}, number)
    return _learned(rng) if kind < LEARNED else _with_defects(strengths, number)


def _with_defects(strengths: Mapping[str, float], seed: int) -> Patient:
    words = f"defects: {' and '.join(strengths)}" if strengths else "no defect"
    return Patient(defective_code(strengths, seed), tuple(strengths), words)


def _learned(rng: np.random.Generator) -> Patient:
    """The code of a trained network, on some of its images."""
    name = str(rng.choice(pretrained.coded()))
    code = pretrained.code(name)
    some = code.take(np.sort(rng.permutation(len(code))[:N_SAMPLES]))
    return Patient(some, None, f"learned by the network {name}")


def parity_code() -> Representation:
    """Three coins; each latent is the parity of two or three of them, and all three are known."""
    a, b, c = factors = np.random.default_rng(PARITIES).integers(0, 2, (N_FACTORS, N_SAMPLES))
    return Representation(factors.T, np.column_stack([a ^ b, b ^ c, a ^ b ^ c]))


@functools.cache
def treated(number: int, repairs: tuple[str, ...]) -> Representation:
    """Half of a patient's samples after the repairs, which are fitted on the other half."""
    pairs = random_halves(patient(number).code, 1, 0)
    for name in repairs:
        pairs = apply_repair(name, pairs)
    return pairs[0].test


def profile(rep: Representation) -> dict[str, float]:
    """The six scores of a code, by the metric's name."""
    return dict(zip(DEFAULT_METRICS, score_table([rep], DEFAULT_METRICS)[0].tolist()))


@functools.cache
def profile_after(number: int, repairs: tuple[str, ...] = ()) -> dict[str, float]:
    """The six scores of a patient after some repairs."""
    return profile(treated(number, repairs))


def mean_score(scores: Mapping[str, float]) -> float:
    """Mean of the six scores."""
    return float(np.mean(list(scores.values())))


def gain_of(number: int, repair: str) -> float:
    """How much a repair alone raises the mean of a patient's six scores."""
    return mean_score(profile_after(number, (repair,))) - mean_score(profile_after(number))


def needed(number: int) -> set[str] | None:
    """The repairs that undo a patient's defects; None for a learned code."""
    defects = patient(number).defects
    return None if defects is None else {REPAIR_OF[name] for name in defects}


def most_helpful(number: int) -> str:
    """The repair that raises the mean score most, or NOTHING if none raises it noticeably."""
    gains = {name: gain_of(number, name) for name in REPAIR_NAMES}
    best = max(gains, key=gains.__getitem__)
    return best if gains[best] > NOTICEABLE else NOTHING


REPAIR_NAMES = tuple(REPAIRS)

"""The codes of A and B with their latents mixed, and the stored scores of the mixed codes.

    python -m disentangle_edu.zoo.dial

writes pair/dial.csv again in about a quarter of an hour. Reading the file needs neither PyTorch
nor pandas.
"""

import csv
import functools

import numpy as np

from ..cache import write
from ..metric import METRICS
from ..representation import Representation
from ..types import Floats
from . import pretrained

FILE = "dial.csv"
JUDGES = ("disentanglement", "completeness", "beta_vae", "factor_vae", "sap", "mig", "dcimig")
DEGREES = tuple(2.5 * step for step in range(37))
DIRECTIONS = (1, 2, 3)
ACTIVE = 0.01  # variance above which a latent counts as active


@functools.cache
def active(network: str) -> tuple[int, ...]:
    """Active latents of A or B, from 0.

    Parameters
    ----------
    network : {'A', 'B'}
        Network of the pair.

    Returns
    -------
    latents : tuple of int
        Latents whose variance over the shipped codes is above 0.01.

    Examples
    --------
    >>> from disentangle_edu.zoo import dial
    >>> dial.active("B")
    (1, 3, 4, 7)
    """
    latents = pretrained.code(pretrained.PAIR[network]).latents
    return tuple(np.flatnonzero(latents.var(0) > ACTIVE).tolist())


@functools.cache
def _turning(count: int, direction: int) -> tuple[Floats, Floats]:
    """Eigenvalues and eigenvectors of iK for the skew-symmetric matrix K of a direction."""
    draws = np.random.default_rng(direction - 1).normal(size=(count, count))
    values, vectors = np.linalg.eigh(1j * (draws - draws.T))
    return values / np.abs(values).max(), vectors


@functools.lru_cache(maxsize=64)
def rotation(count: int, degrees: float, direction: int) -> Floats:
    """Rotation matrix exp(tK) of an angle t in a random direction K.

    Parameters
    ----------
    count : int
        Number of latents that are mixed.
    degrees : float
        Angle t in degrees. No vector is turned by more than this angle, as long as it is at most
        180 degrees.
    direction : {1, 2, 3}
        Number of the direction: K is a random skew-symmetric matrix, drawn with the seed
        direction - 1 and divided by its spectral norm.

    Returns
    -------
    matrix : ndarray of shape (count, count)
        Orthogonal matrix. It is the identity matrix for an angle of 0.

    Examples
    --------
    >>> from disentangle_edu.zoo import dial
    >>> dial.rotation(2, 90, 1).round(6) + 0.0
    array([[ 0., -1.],
           [ 1.,  0.]])
    """
    values, vectors = _turning(count, direction)
    phases = np.exp(-1j * np.radians(degrees) * values)
    return ((vectors * phases) @ vectors.conj().T).real


def turned(network: str, latents: Floats, degrees: float, direction: int) -> Floats:
    """Codes of A or B whose active latents are mixed by a rotation.

    The active latents are standardised, rotated, and scaled back, so an angle of 0 changes nothing.
    A negative angle undoes the positive one.

    Parameters
    ----------
    network : {'A', 'B'}
        Network of the pair.
    latents : ndarray of shape (n_samples, n_latents)
        Codes.
    degrees : float
        Angle in degrees.
    direction : {1, 2, 3}
        Number of the direction, see `rotation`.

    Returns
    -------
    latents : ndarray of shape (n_samples, n_latents)
        Mixed codes. Latents that are not active stay as they are.

    Examples
    --------
    >>> import numpy as np
    >>> from disentangle_edu.zoo import dial
    >>> code = np.ones((1, 8))
    >>> back = dial.turned("B", dial.turned("B", code, 30, 1), -30, 1)
    >>> bool(np.allclose(back, code))
    True
    """
    mixed, moved = latents.astype(float), list(active(network))
    mean, spread = _location(network)
    matrix = rotation(len(moved), degrees, direction)
    mixed[:, moved] = (latents[:, moved] - mean) / spread @ matrix.T * spread + mean
    return mixed


@functools.cache
def _location(network: str) -> tuple[Floats, Floats]:
    """Mean and standard deviation of the active latents over the shipped codes."""
    latents = pretrained.code(pretrained.PAIR[network]).latents[:, list(active(network))]
    return latents.mean(0), latents.std(0)


def turned_code(network: str, degrees: float, direction: int) -> Representation:
    """Representation of 3,000 shapes whose active latents are mixed.

    Parameters
    ----------
    network : {'A', 'B'}
        Network of the pair.
    degrees : float
        Angle in degrees.
    direction : {1, 2, 3}
        Number of the direction, see `rotation`.

    Returns
    -------
    rep : Representation
        Mixed codes, with the factors of the shapes.

    Examples
    --------
    >>> from disentangle_edu.zoo import dial
    >>> dial.turned_code("B", 0, 1).latents.shape
    (3000, 8)
    """
    rep = pretrained.code(pretrained.PAIR[network])
    latents = turned(network, rep.latents, degrees, direction)
    return Representation(rep.factors, latents, factor_names=rep.factor_names)


def measured(network: str, degrees: float, direction: int) -> dict[str, float]:
    """Compute the seven scores of a mixed code.

    Parameters
    ----------
    network : {'A', 'B'}
        Network of the pair.
    degrees : float
        Angle in degrees.
    direction : {1, 2, 3}
        Number of the direction, see `rotation`.

    Returns
    -------
    scores : dict of str to float
        Score by the metric's name.

    Examples
    --------
    >>> from disentangle_edu.zoo import dial
    >>> round(dial.measured("B", 0, 1)["mig"], 2)  # doctest: +SKIP
    0.75
    """
    rep = turned_code(network, degrees, direction)
    return {judge: float(METRICS[judge](rep).value) for judge in JUDGES}


@functools.cache
def stored() -> dict[tuple[str, int, float], dict[str, float]]:
    """Stored scores of all mixed codes.

    Returns
    -------
    scores : dict of tuple to dict
        Score by the metric's name, for each network, direction and angle in degrees.

    Examples
    --------
    >>> from disentangle_edu.zoo import dial
    >>> len(dial.stored()) == 2 * len(dial.DIRECTIONS) * len(dial.DEGREES)
    True
    """
    text = pretrained.locate_file(pretrained.PAIR_FOLDER, FILE).read_text("utf-8")
    return {
        (row["network"], int(row["direction"]), float(row["degrees"])): {
            judge: float(row[judge]) for judge in JUDGES
        }
        for row in csv.DictReader(text.splitlines())
    }


def store() -> None:
    """Compute all scores and write the file.

    Examples
    --------
    >>> from disentangle_edu.zoo import dial
    >>> dial.store()  # doctest: +SKIP
    """
    lines = [",".join(["network", "direction", "degrees", *JUDGES])]
    for network in ("B", "A"):
        for direction in DIRECTIONS:
            for degrees in DEGREES:
                scores = measured(network, degrees, direction)
                numbers = [f"{score:.4f}" for score in scores.values()]
                lines.append(",".join([network, str(direction), f"{degrees:g}", *numbers]))
            print(network, direction, flush=True)
    write(pretrained.PAIR_FOLDER / FILE, "\n".join([*lines, ""]))


if __name__ == "__main__":
    store()

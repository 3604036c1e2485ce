"""A variational autoencoder so small that it learns while you watch: two latents, in numpy.

Its world is a bump of light on a dark square; the two factors are where the bump lies.
"""

import functools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..background import get_or_compute
from ..metrics import disentanglement, mig
from ..representation import Representation
from ..types import Floats
from ..validation import check_choice

SIDE = 12  # pixels, width and height of an image
BUMP = 1.3  # pixels, standard deviation of the bump of light
REACH = 3.6  # pixels, largest distance of a position from the middle
PLACES = 12  # positions in each direction
SHORT = 0.6  # height of the long rectangle divided by its width
HIDDEN, LATENTS, RATE, NOISE = 48, 2, 3e-3, 0.02  # NOISE: variance of a pixel
SMALL = 0.1  # scale of the initial weights; if small, main directions are learned first
MOMENTS = 0.9, 0.999  # Adam's decay rates of gradients and of squared gradients
SLICE, SLICES = 60, 50  # steps between two pictures, and number of pictures
PENALTY = 0.01  # of the lasso whose coefficients are the importances in D
WORLDS = ("long rectangle", "square", "disc")
Single = NDArray[np.float32]
PIXELS = SIDE * SIDE
LAYERS = (PIXELS, HIDDEN), (HIDDEN, 2 * LATENTS), (LATENTS, HIDDEN), (HIDDEN, PIXELS)
SHAPES = *LAYERS, *((narrow,) for _, narrow in LAYERS)  # of the weights and of the biases
ENDS = np.cumsum([np.prod(shape) for shape in SHAPES])[:-1]


@functools.cache
def places(world: str) -> Floats:
    """(n, 2) where the bump may lie, in pixels from the middle, across and down.

    144 in the rectangles, 124 in the disc. Raises ValueError for a world that is none of WORLDS.
    """
    check_choice("world", world, WORLDS)
    line = np.linspace(-REACH, REACH, PLACES if world != "disc" else PLACES + 2)
    across, down = np.meshgrid(line, line, indexing="ij")
    points = np.column_stack([across.ravel(), down.ravel()])
    if world == "disc":
        return points[np.hypot(*points.T) <= REACH + 1e-9]
    return points * (1, SHORT if world == "long rectangle" else 1)


@functools.cache
def lights(world: str) -> Single:
    """(n, SIDE * SIDE) the image of each place, from 0 to 1."""
    middle = np.arange(SIDE) - (SIDE - 1) / 2
    across, down = (
        np.exp(-((middle - centers[:, None]) ** 2) / (2 * BUMP**2)) for centers in places(world).T
    )
    images = (down[:, :, None] * across[:, None, :]).reshape(len(across), -1)
    return images.astype(np.float32)


@dataclass(frozen=True)
class Learner:
    """A network that has learned, so far, to redraw the lights of a world from two numbers.

    weights : of four LAYERS, then their offsets, all in one row.
    moments : what Adam remembers of each.   betas : the beta of each SLICE that it has learned.
    """

    world: str
    seed: int
    weights: Single
    moments: tuple[Single, Single]
    betas: tuple[float, ...] = ()

    @functools.cached_property
    def layers(self) -> tuple[Single, ...]:
        """The weights of each layer, then the offsets of each."""
        rows = np.split(self.weights, ENDS)
        return tuple(row.reshape(shape) for row, shape in zip(rows, SHAPES))

    @property
    def means(self) -> Floats:
        """(n, 2) the mean code of every place."""
        return self._encode()[1].astype(float)

    def drawn(self, codes: Floats) -> Single:
        """(n, SIDE, SIDE) what it draws from codes (n, 2)."""
        return self._decode(np.asarray(codes, dtype=np.float32))[1].reshape(-1, SIDE, SIDE)

    @functools.cached_property
    def representation(self) -> Representation:
        """The places as factors, the mean codes as latents."""
        names = "x position", "y position"
        return Representation(
            places(self.world), self.means, factor_names=names, factor_types="discrete"
        )

    @functools.cached_property
    def mig(self) -> float:
        """MIG, the latents in as many bins as there are places."""
        return mig(self.representation, bins=PLACES).value

    @functools.cached_property
    def d(self) -> float:
        """D by a lasso; of an untrained network it is stored with the pages of the book."""
        if self.betas:
            return self.measured_d()["d"]
        return get_or_compute("untrained", f"{self.world} {self.seed}", self.measured_d)["d"]

    def measured_d(self) -> dict[str, float]:
        """D by a lasso, computed."""
        return {"d": disentanglement(self.representation, predictor="lasso", alpha=PENALTY).value}

    @functools.cached_property
    def error(self) -> float:
        """The squared error of an image drawn from its mean code, summed over pixels; the mean."""
        missed = self._decode(self._encode()[1])[1] - lights(self.world)
        return float((missed**2).sum(1).mean())

    def _encode(self) -> tuple[Single, Single, Single]:
        """(n, HIDDEN) outputs of the first layer, (n, 2) means and log variances of codes."""
        w, b = self.layers[:4], self.layers[4:]
        hidden = np.tanh(lights(self.world) @ w[0] + b[0])
        code_params = hidden @ w[1] + b[1]
        return hidden, code_params[:, :LATENTS], code_params[:, LATENTS:]

    def _decode(self, codes: Single) -> tuple[Single, Single]:
        """(n, HIDDEN) outputs of the third layer, (n, pixels) images decoded from codes."""
        w, b = self.layers[:4], self.layers[4:]
        hidden = np.tanh(codes @ w[2] + b[2])
        return hidden, hidden @ w[3] + b[3]

    def gradients(self, beta: float, noise: Single) -> Single:
        """Of the loss by every weight and offset, with codes drawn by this noise (n, 2).

        The loss of an image is its squared error / (2 NOISE) + beta times the divergence of its
        code from a standard normal, in nats; all images have equal weight.
        """
        images, w = lights(self.world), self.layers[:4]
        first, mean, log_var = self._encode()
        spread = np.exp(log_var / 2)
        codes = (mean + spread * noise).astype(np.float32)
        third, decoded = self._decode(codes)
        n = len(images)
        d_decoded = (decoded - images) / np.float32(NOISE * n)
        d_third = d_decoded @ w[3].T * (1 - third**2)
        d_codes = d_third @ w[2].T
        d_mean = d_codes + beta / n * mean
        d_log_var = d_codes * spread * noise / 2 + beta / (2 * n) * (spread**2 - 1)
        d_code_params = np.hstack([d_mean, d_log_var])
        d_first = d_code_params @ w[1].T * (1 - first**2)
        passed = (images, d_first), (first, d_code_params), (codes, d_third), (third, d_decoded)
        slopes = *(into.T @ out for into, out in passed), *(out.sum(0) for _, out in passed)
        return np.concatenate([slope.ravel() for slope in slopes])


def untrained(world: str, seed: int) -> Learner:
    """A network that has learned nothing yet."""
    rng = np.random.default_rng(seed)
    first = [rng.normal(0, SMALL * n_in**-0.5, (n_in, n_out)) for n_in, n_out in LAYERS]
    offsets = [np.zeros(n_out) for _, n_out in LAYERS]
    weights = np.concatenate([w.ravel() for w in (*first, *offsets)]).astype(np.float32)
    still = np.zeros_like(weights)
    return Learner(world, seed, weights, (still, still))


@functools.lru_cache(maxsize=4 * SLICES)
def trained(world: str, seed: int, betas: tuple[float, ...]) -> Learner:
    """A network that has learned for one SLICE of steps at each beta in turn, by Adam.

    Every step sees all images. Equal seeds and betas learn alike.
    """
    if not betas:
        return untrained(world, seed)
    from threadpoolctl import threadpool_limits

    *before, beta = betas
    learner = trained(world, seed, tuple(before))
    weights, (means, squares) = learner.weights, learner.moments
    rng = np.random.default_rng([seed, len(betas)])
    noises = rng.standard_normal((SLICE, len(lights(world)), LATENTS), dtype=np.float32)
    with threadpool_limits(1):  # more threads slow down matrices this small
        for step, noise in enumerate(noises, 1 + SLICE * len(before)):
            now = Learner(world, seed, weights, (means, squares))
            slopes = now.gradients(beta, noise)
            means = _moving_average(means, slopes, MOMENTS[0])
            squares = _moving_average(squares, slopes**2, MOMENTS[1])
            m, v = (moment / (1 - by**step) for moment, by in zip((means, squares), MOMENTS))
            weights = weights - RATE * m / (np.sqrt(v) + 1e-8)
    return Learner(world, seed, weights, (means, squares), betas)


def _moving_average(old: Single, new: Single, decay: float) -> Single:
    return np.float32(decay) * old + np.float32(1 - decay) * new

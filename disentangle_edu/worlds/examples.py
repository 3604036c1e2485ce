"""Named examples: the ideal, every counterexample of the 2019 paper so far, and real digits.

Matrices and finite tables are exact; worlds can be sampled at will. Default arguments are the
papers' settings.
"""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike

from ..core import Floats, InformativenessMatrix, Representation
from ..validation import check_choice, check_count, check_number, check_share, random_stream, table
from . import encoders as models
from . import world as worlds
from .world import World


def grid(*sizes: int) -> Floats:
    """Every combination of levels 0 ... m-1 once: a table (product of sizes, len(sizes)), exact.

    >>> examples.grid(2, 2)
    array([[0., 0.],
           [0., 1.],
           [1., 0.],
           [1., 1.]])
    """
    axes = np.meshgrid(*(np.arange(check_count("sizes", m)) for m in sizes), indexing="ij")
    return np.stack([axis.ravel() for axis in axes], axis=1).astype(float)


def perfect_copy(*sizes: int) -> Representation:
    """The ideal: every latent is one factor.

    perfect_copy(3, 6, 40) has three factors of that many levels.

    >>> float(mig(examples.perfect_copy(2, 2))), len(examples.perfect_copy(3, 6, 40))
    (1.0, 720)
    """
    factors = grid(*(sizes or (3, 4, 5)))
    return Representation(
        factors, factors, story="every latent copies one factor; all combinations once"
    )


def copy_world(*sizes: int) -> World:
    """The ideal as a world: factors of so many equally likely levels, each copied by one latent.

    >>> examples.copy_world(3, 3).sample(100).latents.shape
    (100, 2)
    """
    return World(
        {f"factor {k + 1}": worlds.levels(m) for k, m in enumerate(sizes)},
        lambda factors, rng: factors,
        story="every latent copies one factor",
    )


def duplicated_copy() -> Representation:
    """Every factor twice: each latent follows one factor, but no factor has one latent.

    That is Characteristic 1 and not 2.

    >>> measures.sensitivity(examples.duplicated_copy()).values[:, 0].round(2)
    array([0.67, 0.  , 0.  , 0.67, 0.  , 0.  ])
    """
    factors = grid(3, 4, 5)
    return Representation(factors, np.tile(factors, 2), story="every factor is copied twice")


def parity_leak() -> Representation:
    """Three fair coins; latent 1 = 2 * v1 + (v2 xor v3).

    Every pairwise information off the diagonal is 0.

    >>> float(mig(examples.parity_leak())), float(dcimig(examples.parity_leak()))
    (1.0, 1.0)
    """
    v = grid(2, 2, 2)
    mixed = 2 * v[:, 0] + np.logical_xor(v[:, 1], v[:, 2])
    return Representation(
        v,
        np.column_stack([mixed, v[:, 1:]]),
        factor_names=[f"coin {k + 1}" for k in range(3)],
        story="latent 1 adds the parity of coins 2 and 3",
    )


def leaking_coin(leak: float = 2.0, amount: float = 1.0) -> Representation:
    """Three fair coins; latent 1 = 2 * v1 + a bit, latents 2 and 3 copy; every case enumerated.

    The bit: leak 0, a coin of its own; 1, coin 2; 2, the parity of coins 2 and 3; in between, one
    or the other by chance. It is replaced by the coin of its own with probability 1 - amount.
    Chances count in twentieths, so that nothing is sampled. Ours.

    >>> round(mig(examples.leaking_coin(leak=1)).value, 3)
    0.667
    """
    check_number("leak", leak, 0, 2)
    check_share("amount", amount)
    v = grid(2, 2, 2, 2, 20, 20)
    own, by_leak, by_amount = v[:, 3], (v[:, 4] + 0.5) / 20, (v[:, 5] + 0.5) / 20
    parity = np.logical_xor(v[:, 1], v[:, 2])
    bit = (
        np.where(by_leak < leak, v[:, 1], own)
        if leak <= 1
        else np.where(by_leak < leak - 1, parity, v[:, 1])
    )
    bit = np.where(by_amount < amount, bit, own)
    return Representation(
        v[:, :3],
        np.column_stack([2 * v[:, 0] + bit, v[:, 1], v[:, 2]]),
        story=f"three coins, leak {leak}, amount {amount} (ours)",
    )


def focused_matrix(
    factors: int = 11, diagonal: float = 0.8, off_diagonal: float = 0.02
) -> InformativenessMatrix:
    """Fact 2: every latent mainly follows one factor, and all others equally little.

    >>> round(disentanglement(examples.focused_matrix()).value, 3)
    0.599
    """
    values = np.full((factors, factors), float(off_diagonal))
    np.fill_diagonal(values, diagonal)
    return InformativenessMatrix(values, "importance", "")


def dominated_matrix(weight: float = 0.1, share: float = 0.9) -> InformativenessMatrix:
    """Fact 5: latent 1 is pure; latent 2 has little weight.

    It gives `share` of that weight to factor 2 and the rest to factor 1.

    >>> round(disentanglement(examples.dominated_matrix()).value, 3)
    0.957
    """
    return InformativenessMatrix(
        [[1.0, 0.0], [weight * (1 - share), weight * share]], "importance", ""
    )


Rows = Sequence[Sequence[float]] | Floats
COPYING = ((0.5, 0.5, 0), (0, 0.5, 0.5), (0.5, 0, 0.5))
MIXING = ((0.5, 0.4, 0.5), (0.4, 0.5, 0.5), (0.4, 0.4, 0.6))


def copying_world(probabilities: Rows = COPYING, together: int = 1) -> World:
    """Fact 3: uniform factors; each latent copies a factor drawn by its probabilities.

    It draws anew for every `together` samples.

    >>> beta_vae(examples.copying_world(), points=200).value > 0.9
    True
    """
    factors = {f"factor {k + 1}": worlds.uniform() for k in range(len(probabilities[0]))}
    return World(
        factors,
        worlds.copying(probabilities, together),
        story="latents copy a factor drawn by chance",
    )


def mixing_world(weights: Rows = MIXING) -> World:
    """Fact 4: normal factors; each latent is a weighted sum of all of them.

    >>> factor_vae(examples.mixing_world(), points=200).value
    1.0
    """
    factors = {f"factor {k + 1}": worlds.normal() for k in range(len(weights[0]))}
    return World(factors, worlds.linear(weights), story="latents are weighted sums of all factors")


def power_world(exponent: int = 15) -> World:
    """Fact 6: two factors uniform on (-1, 1); latent i is factor i ** exponent, so it tells it.

    >>> rep = examples.power_world().sample()
    >>> round(sap(rep).value, 2), round(examples.r2_of_power(15), 2)
    (0.32, 0.32)
    """
    return World(
        {"factor 1": worlds.uniform(-1, 1), "factor 2": worlds.uniform(-1, 1)},
        lambda v, rng: v**exponent,
        story=f"each latent is its factor to the power {exponent}",
    )


def hidden_sum_world(exponent: int = 25) -> World:
    """Fact 8: latents v1, v1 ** exponent + v2 ** exponent, v2.

    The middle one follows both factors, but not in a line.

    >>> measures.correlations(examples.hidden_sum_world().sample()).values.round(1)
    array([[1. , 0. ],
           [0.3, 0.3],
           [0. , 1. ]])
    """
    return World(
        {"factor 1": worlds.uniform(-1, 1), "factor 2": worlds.uniform(-1, 1)},
        lambda v, rng: np.column_stack([v[:, 0], (v**exponent).sum(1), v[:, 1]]),
        story=f"latents v1, v1^{exponent} + v2^{exponent}, v2",
    )


def r2_of_power(exponent: int) -> float:
    """R2 of the best line from v ** exponent (odd) to v, v uniform on (-1, 1), exactly.

    With p the exponent it is 3 (2p + 1) / (p + 2)^2.

    >>> round(examples.r2_of_power(15), 3)
    0.322
    """
    return 3 * (2 * exponent + 1) / (exponent + 2) ** 2


def variance_left(weights: ArrayLike) -> Floats:
    """(L, K) share of latent i's variance that is left while factor k stands still, exactly.

    It is 1 - w_ik^2 / sum_k w_ik^2. Raises ValueError for a latent without a weight: it never
    moves, and so has no variance.

    >>> examples.variance_left([[3, 4], [0, 1]])
    array([[0.64, 0.36],
           [1.  , 0.  ]])
    """
    squares = np.square(table(weights, "weights"))
    total = squares.sum(1, keepdims=True)
    if not total.all():
        still = int(total.argmin()) + 1
        raise ValueError(f"weights: found only 0 in row {still}, expected a latent that moves.")
    return 1 - squares / total


def averaging_world(weights: Rows = COPYING) -> World:
    """Fact 3 in another reading: each latent is the mean of factors weighted by probabilities.

    >>> beta_vae(examples.averaging_world(), points=200).value > 0.9
    True
    """
    factors = {f"factor {k + 1}": worlds.uniform() for k in range(len(weights[0]))}
    return World(factors, worlds.linear(weights), story="latents average the factors")


def _standardised(factors: Floats) -> Floats:
    """Columns of mean 0 and deviation 1."""
    return (factors - factors.mean(0)) / factors.std(0)


def rotated(
    angle: float,
    samples: int = 2_000,
    noise: float = 0.1,
    levels: int = 5,
    seed: int | np.random.Generator = 0,
) -> Representation:
    """Two factors of equal levels, copied, turned in their plane, with a little noise; ours.

    angle : in degrees.

    >>> [round(mig(examples.rotated(angle)).value, 1) for angle in (0, 20, 45)]
    [1.0, 0.3, 0.0]
    """
    check_number("angle", angle)
    check_number("noise", noise, 0)
    rng, turn = random_stream(seed), np.radians(angle)
    check_count("samples", samples)
    factors = rng.integers(levels, size=(samples, 2)).astype(float)
    z = _standardised(factors)
    matrix = [[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]
    return Representation(
        factors,
        z @ np.transpose(matrix) + noise * rng.standard_normal(z.shape),
        story=f"two factors turned by {angle} degrees",
    )


def _three_factors(levels: int, samples: int, rng: np.random.Generator) -> Floats:
    """Factors of `levels`, 8 and 8 equally likely values."""
    drawn = [rng.integers(m, size=samples) for m in (levels, 8, 8)]
    return np.column_stack(drawn).astype(float)


def _blurred(
    factors: Floats, latents: Floats, noise: float, rng: np.random.Generator, story: str
) -> Representation:
    """Levels, and latents with normal noise of this deviation."""
    noisy = latents + noise * rng.standard_normal(latents.shape)
    return Representation(
        factors, noisy, factor_kinds="levels", story=f"{story}, noise {noise} (ours)"
    )


def weighted_copies(
    weights: Rows,
    noise: float = 0.1,
    *,
    samples: int = 5_000,
    levels: int = 8,
    seed: int | np.random.Generator = 0,
) -> Representation:
    """Three factors of `levels`, 8 and 8 values; latents are weighted sums of them, and noise.

    weights (latents, 3) : how much of each standardised factor goes into each latent.
    noise : standard deviation of the normal noise on every latent. Ours.

    >>> measures.correlations(examples.weighted_copies([[1, 0, 0], [0, 1, 1]])).values.round(1)
    array([[1. , 0. , 0. ],
           [0. , 0.7, 0.7]])
    """
    rows = table(weights, "weights")
    if rows.shape[1] != 3:
        raise ValueError(f"weights: found {rows.shape[1]} columns, expected 3, one per factor.")
    check_number("noise", noise, 0)
    check_count("samples", samples)
    check_count("levels", levels, least=2)
    rng = random_stream(seed)
    factors = _three_factors(levels, samples, rng)
    latents = _standardised(factors) @ rows.T
    return _blurred(factors, latents, noise, rng, "weighted sums of three factors")


def leaky_copies(
    redundancy: float = 0.0,
    leak: float = 0.0,
    noise: float = 0.1,
    *,
    samples: int = 5_000,
    levels: int = 8,
    seed: int | np.random.Generator = 0,
) -> Representation:
    """Three factors of `levels`, 8 and 8 values, four latents, to see where MIG and DCIMIG part.

    Latents 1 to 3 copy the standardised factors; latent 1 adds `leak` times factor 2; latent 4 is,
    with probability `redundancy`, factor 1 and otherwise an unrelated draw of its values. Normal
    noise of this deviation is added to all four. Ours.

    >>> rep = examples.leaky_copies(redundancy=1)  # factor 1 stands twice
    >>> [round(float(score.parts[0]), 2) for score in (mig(rep), dcimig(rep))]
    [0.0, 0.94]
    """
    check_share("redundancy", redundancy)
    check_number("leak", leak)
    check_number("noise", noise, 0)
    check_count("samples", samples)
    rng = random_stream(seed)
    factors = _three_factors(levels, samples, rng)
    z = _standardised(factors)
    fourth = np.where(rng.random(samples) < redundancy, z[:, 0], rng.permutation(z[:, 0]))
    latents = np.column_stack([z[:, 0] + leak * z[:, 1], z[:, 1:], fourth])
    story = f"three copies, leak {leak}, redundancy {redundancy}"
    return _blurred(factors, latents, noise, rng, story)


def pure_noise(
    samples: int = 400, levels: int = 8, *, seed: int | np.random.Generator = 0
) -> Representation:
    """A factor of so many levels, and a latent that has nothing to do with it. Ours.

    >>> [round(mig(examples.pure_noise(n)).value, 2) for n in (100, 10_000)]
    [0.36, 0.0]
    """
    check_count("samples", samples)
    check_count("levels", levels, least=2)
    rng = random_stream(seed)
    return Representation(
        rng.integers(levels, size=(samples, 1)),
        rng.uniform(-1, 1, (samples, 1)),
        factor_kinds="levels",
        latent_names=["pure noise"],
        story="a latent of pure noise (ours)",
    )


RECTANGLE_CODES: dict[str, Callable[[Floats], Floats]] = {
    "width | height": lambda v: v,
    "x, x², y, y³ (section 3.3)": lambda v: np.column_stack(
        [v[:, 0], v[:, 0] ** 2, v[:, 1], v[:, 1] ** 3]
    ),
    "one number, 9 x + y": lambda v: v[:, [0]] * 9 + v[:, [1]],
    "sum | difference": lambda v: np.column_stack([v[:, 0] + v[:, 1], v[:, 0] - v[:, 1]]),
}


def rectangles(code: str = "width | height") -> Representation:
    """Rectangles of 8 widths and 8 heights, every pair once, under one of RECTANGLE_CODES.

    >>> measures.sensitivity(examples.rectangles()).values
    array([[0.875, 0.   ],
           [0.   , 0.875]])
    """
    check_choice("code", code, RECTANGLE_CODES)
    sizes = grid(8, 8) + 1
    return Representation(
        sizes,
        RECTANGLE_CODES[code](sizes),
        factor_names=["width", "height"],
        factor_kinds="levels",
        latent_kinds="levels",  # a whole world: levels, however many
        story=f"rectangles coded as {code}",
    )


def digits_pca(components: int = 10) -> Representation:
    """scikit-learn's 1,797 digits: principal components beside the digit and five measured factors.

    components : how many latents.

    >>> examples.digits_pca(3).latents.shape
    (1797, 3)
    """
    return _digits(models.pca_code, components, "principal components")


def digits_ica(components: int = 10) -> Representation:
    """The same digits, their independent components.

    >>> examples.digits_ica(3).latents.shape
    (1797, 3)
    """
    return _digits(models.ica_code, components, "independent components")


def _digits(code: Callable[..., Floats], components: int, words: str) -> Representation:
    images, factors, names = worlds.digits()
    return Representation(
        factors,
        code(images, components),
        factor_names=names,
        story=f"scikit-learn's handwritten digits, {components} {words}",
    )


SHIPPED: dict[str, Callable[[], Representation]] = {
    function.__name__: function
    for function in (digits_pca, digits_ica, perfect_copy, duplicated_copy, parity_leak, rectangles)
}  # what the command can write

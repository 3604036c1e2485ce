"""Named examples: ideal codes, the counterexamples of the 2019 paper, and handwritten digits.

Matrices and finite tables are exact, and worlds generate as many samples as you ask for. Default
arguments are the settings of the papers. "Fact 2" and similar names refer to Sepliarskaia et al.
(2019), "Evaluating Disentangled Representations".
"""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike

from ..matrices import InformativenessMatrix
from ..representation import Representation
from ..types import Floats
from ..validation import (
    as_float_table,
    check_choice,
    check_count,
    check_number,
    check_random_state,
    check_share,
    varying_columns,
)
from . import image_encoders as models
from . import world as worlds
from .world import World


def grid(*sizes: int) -> Floats:
    """Table of all combinations of levels, each of them once.

    Parameters
    ----------
    *sizes : int
        Number of levels of every column. A column with m levels has the values 0 ... m - 1.

    Returns
    -------
    table : ndarray of shape (product of sizes, len(sizes))
        All combinations, the last column changing fastest.

    Raises
    ------
    ValueError
        If a size is not a whole number from 1 upwards.

    Examples
    --------
    >>> from disentangle_edu import examples
    >>> examples.grid(2, 2)
    array([[0., 0.],
           [0., 1.],
           [1., 0.],
           [1., 1.]])
    """
    axes = np.meshgrid(*(np.arange(check_count("sizes", m)) for m in sizes), indexing="ij")
    return np.stack([axis.ravel() for axis in axes], axis=1).astype(float)


def perfect_copy(*sizes: int) -> Representation:
    """Ideal code: every latent is equal to one factor.

    Every combination of factor levels occurs once.

    Parameters
    ----------
    *sizes : int
        Number of levels of every factor. Without arguments, there are three factors with 3, 4 and 5
        levels.

    Returns
    -------
    rep : Representation
        As many samples as there are combinations of levels.

    Raises
    ------
    ValueError
        If a size is not a whole number from 1 upwards, if a factor has a single level, or if there
        are fewer than 4 combinations.

    See Also
    --------
    copy_world : The same code as a world that you can sample.

    Examples
    --------
    >>> from disentangle_edu import examples, mig
    >>> float(mig(examples.perfect_copy(2, 2))), len(examples.perfect_copy(3, 6, 40))
    (1.0, 720)
    """
    factors = grid(*(sizes or (3, 4, 5)))
    return Representation(
        factors, factors, description="every latent copies one factor; all combinations once"
    )


def copy_world(*sizes: int) -> World:
    """Ideal code as a world: every latent copies one factor.

    The levels of a factor are equally likely.

    Parameters
    ----------
    *sizes : int
        Number of levels of every factor, at least 2.

    Returns
    -------
    world : World
        World with the factors "factor 1", "factor 2" and so on.

    Raises
    ------
    ValueError
        If there is no size, or if a size is not a whole number from 2 upwards.

    See Also
    --------
    perfect_copy : The same code with every combination of levels once.

    Examples
    --------
    >>> from disentangle_edu import examples
    >>> examples.copy_world(3, 3).sample(100).latents.shape
    (100, 2)
    """
    return World(
        {f"factor {k + 1}": worlds.levels(m) for k, m in enumerate(sizes)},
        lambda factors, rng: factors,
        description="every latent copies one factor",
    )


def duplicated_copy() -> Representation:
    """Code with two identical latents for every factor.

    Each latent follows one factor, but every factor is in two latents. The code has Characteristic
    1 and violates Characteristic 2. The three factors have 3, 4 and 5 levels, and every combination
    occurs once.

    Returns
    -------
    rep : Representation
        60 samples of three factors and six latents.

    Examples
    --------
    >>> from disentangle_edu import examples, measures
    >>> measures.sensitivity(examples.duplicated_copy()).values[:, 0].round(2)
    array([0.67, 0.  , 0.  , 0.67, 0.  , 0.  ])
    """
    factors = grid(3, 4, 5)
    return Representation(factors, np.tile(factors, 2), description="every factor is copied twice")


def parity_leak() -> Representation:
    """Code of three fair coins whose first latent also carries the parity of coins 2 and 3.

    Latent 1 is ``2 * v1 + (v2 xor v3)``; latents 2 and 3 copy coins 2 and 3. Every pairwise mutual
    information outside the diagonal is 0, so a matrix of latents against factors does not show the
    leak.

    Returns
    -------
    rep : Representation
        8 samples, one for every outcome of the three coins.

    See Also
    --------
    leaking_coin : The same three coins with an adjustable leak.

    Examples
    --------
    >>> from disentangle_edu import dcimig, examples, mig
    >>> float(mig(examples.parity_leak())), float(dcimig(examples.parity_leak()))
    (1.0, 1.0)
    """
    v = grid(2, 2, 2)
    mixed = 2 * v[:, 0] + np.logical_xor(v[:, 1], v[:, 2])
    return Representation(
        v,
        np.column_stack([mixed, v[:, 1:]]),
        factor_names=[f"coin {k + 1}" for k in range(3)],
        description="latent 1 adds the parity of coins 2 and 3",
    )


def leaking_coin(leak: float = 2.0, amount: float = 1.0) -> Representation:
    """Code of three fair coins whose first latent also carries an adjustable bit.

    Latent 1 is ``2 * v1 + bit``; latents 2 and 3 copy coins 2 and 3. Every case is enumerated, so
    nothing is sampled. The code is our own.

    Parameters
    ----------
    leak : float, default=2.0
        What the bit is. 0: an unrelated coin. 1: coin 2. 2: the parity of coins 2 and 3. A value in
        between chooses one of the two neighbours by chance.
    amount : float, default=1.0
        Probability that the bit is kept, from 0 to 1. Otherwise, the unrelated coin replaces it.

    Returns
    -------
    rep : Representation
        6,400 samples of three factors and three latents.

    Raises
    ------
    ValueError
        If `leak` is not a number from 0 to 2, or `amount` not a number from 0 to 1.

    See Also
    --------
    parity_leak : The code with ``leak=2`` and ``amount=1``.

    Notes
    -----
    Probabilities are resolved in steps of 1/20, because each of the two choices is enumerated with
    20 equally likely cases.

    Examples
    --------
    >>> from disentangle_edu import examples, mig
    >>> round(mig(examples.leaking_coin(leak=1)).value, 3)
    0.667
    """
    check_number("leak", leak, 0, 2)
    check_share("amount", amount)
    v = grid(2, 2, 2, 2, 20, 20)
    own_coin, by_leak, by_amount = v[:, 3], (v[:, 4] + 0.5) / 20, (v[:, 5] + 0.5) / 20
    parity = np.logical_xor(v[:, 1], v[:, 2])
    bit = (
        np.where(by_leak < leak, v[:, 1], own_coin)
        if leak <= 1
        else np.where(by_leak < leak - 1, parity, v[:, 1])
    )
    bit = np.where(by_amount < amount, bit, own_coin)
    return Representation(
        v[:, :3],
        np.column_stack([2 * v[:, 0] + bit, v[:, 1], v[:, 2]]),
        description=f"three coins, leak {leak}, amount {amount} (ours)",
    )


def focused_matrix(
    factors: int = 11, diagonal: float = 0.8, off_diagonal: float = 0.02
) -> InformativenessMatrix:
    """Importance matrix of a code in which every latent mainly follows one factor (Fact 2).

    Latent i gives one large weight to factor i, and the same small weight to all other factors
    [1]_.

    Parameters
    ----------
    factors : int, default=11
        Number of factors, which is also the number of latents.
    diagonal : float, default=0.8
        Importance of latent i for factor i.
    off_diagonal : float, default=0.02
        Importance of a latent for any other factor.

    Returns
    -------
    matrix : InformativenessMatrix of shape (factors, factors)
        Matrix of importances.

    References
    ----------
    .. [1] Sepliarskaia et al. (2019), "Evaluating Disentangled Representations", Fact 2.

    Examples
    --------
    >>> from disentangle_edu import disentanglement, examples
    >>> round(disentanglement(examples.focused_matrix()).value, 3)
    0.599
    """
    values = np.full((factors, factors), float(off_diagonal))
    np.fill_diagonal(values, diagonal)
    return InformativenessMatrix(values, "importance", "")


def dominated_matrix(weight: float = 0.1, share: float = 0.9) -> InformativenessMatrix:
    """Importance matrix of two latents, of which the second has little weight (Fact 5).

    Latent 1 has importance 1 for factor 1 only. Latent 2 has a small total importance, which is
    divided between the two factors [1]_.

    Parameters
    ----------
    weight : float, default=0.1
        Total importance of latent 2.
    share : float, default=0.9
        Share of `weight` that latent 2 gives to factor 2. The rest is for factor 1.

    Returns
    -------
    matrix : InformativenessMatrix of shape (2, 2)
        Matrix of importances.

    References
    ----------
    .. [1] Sepliarskaia et al. (2019), "Evaluating Disentangled Representations", Fact 5.

    Examples
    --------
    >>> from disentangle_edu import disentanglement, examples
    >>> round(disentanglement(examples.dominated_matrix()).value, 3)
    0.957
    """
    return InformativenessMatrix(
        [[1.0, 0.0], [weight * (1 - share), weight * share]], "importance", ""
    )


Rows = Sequence[Sequence[float]] | Floats
COPYING = ((0.5, 0.5, 0), (0, 0.5, 0.5), (0.5, 0, 0.5))
MIXING = ((0.5, 0.4, 0.5), (0.4, 0.5, 0.5), (0.4, 0.4, 0.6))


def copying_world(probabilities: Rows = COPYING, block_size: int = 1) -> World:
    """World whose latents copy one randomly chosen factor each (Fact 3).

    The factors are uniform from 0 to 1 [1]_.

    Parameters
    ----------
    probabilities : array_like of shape (n_latents, n_factors), default=COPYING
        Probability that a latent copies a factor. Every row sums to 1. The default is a table of
        three latents, each of which copies one of two factors with probability 0.5.
    block_size : int, default=1
        Number of consecutive samples in which a latent copies the same factor.

    Returns
    -------
    world : World
        World with the factors "factor 1", "factor 2" and so on.

    Raises
    ------
    ValueError
        If a row of `probabilities` has a negative entry or does not sum to 1, or if `block_size` is
        not a whole number from 1 upwards.

    See Also
    --------
    averaging_world : The other reading of Fact 3.

    References
    ----------
    .. [1] Sepliarskaia et al. (2019), "Evaluating Disentangled Representations", Fact 3.

    Examples
    --------
    >>> from disentangle_edu import beta_vae, examples
    >>> beta_vae(examples.copying_world(), n_points=200).value > 0.9
    True
    """
    encoder = worlds.copying(probabilities, block_size)  # checks both arguments
    return World(
        {f"factor {k + 1}": worlds.uniform() for k in range(len(probabilities[0]))},
        encoder,
        description="latents copy a factor drawn by chance",
    )


def mixing_world(weights: Rows = MIXING) -> World:
    """World whose latents are weighted sums of all factors (Fact 4).

    The factors are normal with mean 0 and standard deviation 1 [1]_.

    Parameters
    ----------
    weights : array_like of shape (n_latents, n_factors), default=MIXING
        Weight of every factor in every latent. The default is a 3 x 3 table with weights from 0.4
        to 0.6.

    Returns
    -------
    world : World
        World with the factors "factor 1", "factor 2" and so on.

    Raises
    ------
    ValueError
        If `weights` are not a table of finite numbers.

    References
    ----------
    .. [1] Sepliarskaia et al. (2019), "Evaluating Disentangled Representations", Fact 4.

    Examples
    --------
    >>> from disentangle_edu import examples, factor_vae
    >>> factor_vae(examples.mixing_world(), n_points=200).value
    1.0
    """
    encoder = worlds.linear(weights)  # checks the weights
    return World(
        {f"factor {k + 1}": worlds.normal() for k in range(len(weights[0]))},
        encoder,
        description="latents are weighted sums of all factors",
    )


def power_world(exponent: int = 15) -> World:
    """World of two latents, each a power of its own factor (Fact 6).

    The two factors are uniform from -1 to 1, and latent i is ``v_i ** exponent`` [1]_. If the
    exponent is odd, each latent determines its factor, although the relation is far from linear.

    Parameters
    ----------
    exponent : int, default=15
        Exponent of the power.

    Returns
    -------
    world : World
        World with two factors and two latents.

    See Also
    --------
    r2_of_power : R2 of the best straight line from such a latent to its factor.

    References
    ----------
    .. [1] Sepliarskaia et al. (2019), "Evaluating Disentangled Representations", Fact 6.

    Examples
    --------
    >>> from disentangle_edu import examples, sap
    >>> rep = examples.power_world().sample()
    >>> round(sap(rep).value, 2), round(examples.r2_of_power(15), 2)
    (0.32, 0.32)
    """
    return World(
        {"factor 1": worlds.uniform(-1, 1), "factor 2": worlds.uniform(-1, 1)},
        lambda v, rng: v**exponent,
        description=f"each latent is its factor to the power {exponent}",
    )


def hidden_sum_world(exponent: int = 25) -> World:
    """World whose middle latent follows two factors in a nonlinear way (Fact 8).

    The two factors are uniform from -1 to 1, and the three latents are ``v1``,
    ``v1 ** exponent + v2 ** exponent`` and ``v2`` [1]_. The middle latent depends on both factors,
    but its linear correlation with each of them is weak.

    Parameters
    ----------
    exponent : int, default=25
        Exponent of the powers in the middle latent.

    Returns
    -------
    world : World
        World with two factors and three latents.

    References
    ----------
    .. [1] Sepliarskaia et al. (2019), "Evaluating Disentangled Representations", Fact 8.

    Examples
    --------
    >>> from disentangle_edu import examples, measures
    >>> measures.correlations(examples.hidden_sum_world().sample()).values.round(1)
    array([[1. , 0. ],
           [0.3, 0.3],
           [0. , 1. ]])
    """
    return World(
        {"factor 1": worlds.uniform(-1, 1), "factor 2": worlds.uniform(-1, 1)},
        lambda v, rng: np.column_stack([v[:, 0], (v**exponent).sum(1), v[:, 1]]),
        description=f"latents v1, v1^{exponent} + v2^{exponent}, v2",
    )


def r2_of_power(exponent: int) -> float:
    """R2 of the best straight line from a power of a factor to the factor, exactly.

    The factor is uniform from -1 to 1.

    Parameters
    ----------
    exponent : int
        Odd exponent of the power.

    Returns
    -------
    r2 : float
        Share of the factor's variance that the line explains, above 0. It is 1 for exponent 1 and
        falls towards 0 as the exponent grows.

    Notes
    -----
    With exponent p, the value is 3 (2p + 1) / (p + 2)^2.

    Examples
    --------
    >>> from disentangle_edu import examples
    >>> round(examples.r2_of_power(15), 3)
    0.322
    """
    return 3 * (2 * exponent + 1) / (exponent + 2) ** 2


def variance_left(weights: ArrayLike) -> Floats:
    """Share of each latent's variance that is left while one factor is held fixed, exactly.

    Each latent is a weighted sum of independent factors with equal variances.

    Parameters
    ----------
    weights : array_like of shape (n_latents, n_factors)
        Weight of every factor in every latent.

    Returns
    -------
    shares : ndarray of shape (n_latents, n_factors)
        Share of latent i's variance that is left while factor k is held fixed, from 0 to 1.
        0: no other factor changes the latent. 1: the latent does not depend on factor k.

    Raises
    ------
    ValueError
        If all weights of a latent are 0. Such a latent never moves, so it has no variance.

    Notes
    -----
    The share is 1 - w_ik^2 / sum_k w_ik^2.

    Examples
    --------
    >>> from disentangle_edu import examples
    >>> examples.variance_left([[3, 4], [0, 1]])
    array([[0.64, 0.36],
           [1.  , 0.  ]])
    """
    squares = np.square(as_float_table(weights, "weights"))
    total = squares.sum(1, keepdims=True)
    if not total.all():
        still = int(total.argmin()) + 1
        raise ValueError(f"weights: found only 0 in row {still}, expected a latent that moves.")
    return 1 - squares / total


def averaging_world(weights: Rows = COPYING) -> World:
    """World whose latents are weighted means of the factors (another reading of Fact 3).

    The factors are uniform from 0 to 1. The probabilities of Fact 3 [1]_ are used as weights
    instead of as chances.

    Parameters
    ----------
    weights : array_like of shape (n_latents, n_factors), default=COPYING
        Weight of every factor in every latent. The default is the table of `copying_world`.

    Returns
    -------
    world : World
        World with the factors "factor 1", "factor 2" and so on.

    Raises
    ------
    ValueError
        If `weights` are not a table of finite numbers.

    See Also
    --------
    copying_world : Each latent copies one factor, chosen at random.

    References
    ----------
    .. [1] Sepliarskaia et al. (2019), "Evaluating Disentangled Representations", Fact 3.

    Examples
    --------
    >>> from disentangle_edu import beta_vae, examples
    >>> beta_vae(examples.averaging_world(), n_points=200).value > 0.9
    True
    """
    encoder = worlds.linear(weights)  # checks the weights
    factors = {f"factor {k + 1}": worlds.uniform() for k in range(len(weights[0]))}
    return World(factors, encoder, description="latents average the factors")


def _standardise(factors: Floats) -> Floats:
    """Columns scaled to mean 0 and standard deviation 1. Raises ValueError for a constant one."""
    if not varying_columns(factors).all():
        raise ValueError(
            f"samples: found {len(factors)}, in which a factor has only one level, expected more "
            "samples or another seed."
        )
    return (factors - factors.mean(0)) / factors.std(0)


def rotated(
    angle: float,
    samples: int = 2_000,
    noise: float = 0.1,
    levels: int = 5,
    seed: int | np.random.Generator = 0,
) -> Representation:
    """Code of two factors that is rotated in the plane of its two latents, with noise.

    The factors have equally likely levels. Both are standardised, rotated, and blurred with normal
    noise. The code is our own.

    Parameters
    ----------
    angle : float
        Angle of the rotation, in degrees.
    samples : int, default=2_000
        Number of samples.
    noise : float, default=0.1
        Standard deviation of the noise on every latent, from 0 upwards.
    levels : int, default=5
        Number of levels of each factor, at least 2.
    seed : int or numpy.random.Generator, default=0
        Seed of the factors and of the noise.

    Returns
    -------
    rep : Representation
        Samples of two factors and two latents.

    Raises
    ------
    ValueError
        If `angle` is not a finite number, `noise` not a finite number from 0 upwards, `samples`
        not a whole number from 1 upwards, or `levels` not one from 2 upwards; or if a factor has
        only one level in the samples.

    Examples
    --------
    >>> from disentangle_edu import examples, mig
    >>> [round(mig(examples.rotated(angle)).value, 1) for angle in (0, 20, 45)]
    [1.0, 0.3, 0.0]
    """
    check_number("angle", angle)
    check_number("noise", noise, 0)
    rng, radians = check_random_state(seed), np.radians(angle)
    check_count("samples", samples)
    check_count("levels", levels, least=2)
    factors = rng.integers(levels, size=(samples, 2)).astype(float)
    z = _standardise(factors)
    matrix = [[np.cos(radians), -np.sin(radians)], [np.sin(radians), np.cos(radians)]]
    return Representation(
        factors,
        z @ np.transpose(matrix) + noise * rng.standard_normal(z.shape),
        description=f"two factors turned by {angle} degrees",
    )


def _three_factors(levels: int, samples: int, rng: np.random.Generator) -> Floats:
    """Three factors with `levels`, 8 and 8 equally likely values."""
    columns = [rng.integers(m, size=samples) for m in (levels, 8, 8)]
    return np.column_stack(columns).astype(float)


def _add_noise(
    factors: Floats, latents: Floats, noise: float, rng: np.random.Generator, description: str
) -> Representation:
    """Representation of factors with levels, and of latents with normal noise added."""
    noisy = latents + noise * rng.standard_normal(latents.shape)
    return Representation(
        factors, noisy, factor_types="discrete", description=f"{description}, noise {noise} (ours)"
    )


def weighted_copies(
    weights: Rows,
    noise: float = 0.1,
    *,
    samples: int = 5_000,
    levels: int = 8,
    seed: int | np.random.Generator = 0,
) -> Representation:
    """Code of three factors whose latents are weighted sums of them, with noise.

    The factors have `levels`, 8 and 8 equally likely values. They are standardised before they are
    weighted. The code is our own.

    Parameters
    ----------
    weights : array_like of shape (n_latents, 3)
        Weight of every standardised factor in every latent.
    noise : float, default=0.1
        Standard deviation of the normal noise on every latent, from 0 upwards.
    samples : int, default=5_000
        Number of samples.
    levels : int, default=8
        Number of values of factor 1, at least 2.
    seed : int or numpy.random.Generator, default=0
        Seed of the factors and of the noise.

    Returns
    -------
    rep : Representation
        Samples of three factors and the latents.

    Raises
    ------
    ValueError
        If `weights` do not have three columns, or if another argument is out of range.

    Examples
    --------
    >>> from disentangle_edu import examples, measures
    >>> measures.correlations(examples.weighted_copies([[1, 0, 0], [0, 1, 1]])).values.round(1)
    array([[1. , 0. , 0. ],
           [0. , 0.7, 0.7]])
    """
    rows = as_float_table(weights, "weights")
    if rows.shape[1] != 3:
        raise ValueError(f"weights: found {rows.shape[1]} columns, expected 3, one per factor.")
    check_number("noise", noise, 0)
    check_count("samples", samples)
    check_count("levels", levels, least=2)
    rng = check_random_state(seed)
    factors = _three_factors(levels, samples, rng)
    latents = _standardise(factors) @ rows.T
    return _add_noise(factors, latents, noise, rng, "weighted sums of three factors")


def leaky_copies(
    redundancy: float = 0.0,
    leak: float = 0.0,
    noise: float = 0.1,
    *,
    samples: int = 5_000,
    levels: int = 8,
    seed: int | np.random.Generator = 0,
) -> Representation:
    """Code of three factors and four latents, for which MIG and DCIMIG disagree.

    The factors have `levels`, 8 and 8 equally likely values. Latents 1 to 3 copy the standardised
    factors, and latent 1 adds a multiple of factor 2. Latent 4 copies factor 1 in a share of the
    samples. Normal noise is added to all four latents. The code is our own.

    Parameters
    ----------
    redundancy : float, default=0.0
        Probability, from 0 to 1, that latent 4 is a copy of factor 1. Otherwise, latent 4 is an
        unrelated sample of the values of factor 1.
    leak : float, default=0.0
        Multiple of factor 2 that is added to latent 1.
    noise : float, default=0.1
        Standard deviation of the normal noise on every latent, from 0 upwards.
    samples : int, default=5_000
        Number of samples.
    levels : int, default=8
        Number of values of factor 1, at least 2.
    seed : int or numpy.random.Generator, default=0
        Seed of the factors, of latent 4 and of the noise.

    Returns
    -------
    rep : Representation
        Samples of three factors and four latents.

    Raises
    ------
    ValueError
        If `redundancy` is not a number from 0 to 1, `leak` not a finite number, `noise` not a
        finite number from 0 upwards, `samples` not a whole number from 1 upwards, or `levels` not
        one from 2 upwards; or if a factor has only one level in the samples.

    Examples
    --------
    >>> from disentangle_edu import dcimig, examples, mig
    >>> rep = examples.leaky_copies(redundancy=1)  # factor 1 has two latents
    >>> [round(float(score.parts[0]), 2) for score in (mig(rep), dcimig(rep))]
    [0.0, 0.94]
    """
    check_share("redundancy", redundancy)
    check_number("leak", leak)
    check_number("noise", noise, 0)
    check_count("samples", samples)
    check_count("levels", levels, least=2)
    rng = check_random_state(seed)
    factors = _three_factors(levels, samples, rng)
    z = _standardise(factors)
    fourth = np.where(rng.random(samples) < redundancy, z[:, 0], rng.permutation(z[:, 0]))
    latents = np.column_stack([z[:, 0] + leak * z[:, 1], z[:, 1:], fourth])
    story = f"three copies, leak {leak}, redundancy {redundancy}"
    return _add_noise(factors, latents, noise, rng, story)


def pure_noise(
    samples: int = 400, levels: int = 8, *, seed: int | np.random.Generator = 0
) -> Representation:
    """Code of one factor and one latent that is unrelated to it.

    The levels of the factor are equally likely, and the latent is uniform from -1 to 1. Estimates
    of mutual information are above 0 if there are few samples. The code is our own.

    Parameters
    ----------
    samples : int, default=400
        Number of samples.
    levels : int, default=8
        Number of levels of the factor, at least 2.
    seed : int or numpy.random.Generator, default=0
        Seed of the factor and of the latent.

    Returns
    -------
    rep : Representation
        Samples of one factor and one latent.

    Raises
    ------
    ValueError
        If `samples` is not a whole number from 1 upwards, or `levels` not one from 2 upwards.

    Examples
    --------
    >>> from disentangle_edu import examples, mig
    >>> [round(mig(examples.pure_noise(n)).value, 2) for n in (100, 10_000)]
    [0.36, 0.0]
    """
    check_count("samples", samples)
    check_count("levels", levels, least=2)
    rng = check_random_state(seed)
    return Representation(
        rng.integers(levels, size=(samples, 1)),
        rng.uniform(-1, 1, (samples, 1)),
        factor_types="discrete",
        latent_names=["pure noise"],
        description="a latent of pure noise (ours)",
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
    """Rectangles of 8 widths and 8 heights under one of four codes.

    Every pair of width and height occurs once. Widths and heights are whole numbers from 1 to 8.

    Parameters
    ----------
    code : str, default='width | height'
        Key of RECTANGLE_CODES: 'width | height', 'x, x², y, y³ (section 3.3)',
        'one number, 9 x + y' or 'sum | difference'.

    Returns
    -------
    rep : Representation
        64 samples of the two factors and one to four latents.

    Raises
    ------
    ValueError
        If `code` is not a key of RECTANGLE_CODES.

    Examples
    --------
    >>> from disentangle_edu import examples, measures
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
        factor_types="discrete",
        latent_types="discrete",  # levels, however many, since all rectangles are listed
        description=f"rectangles coded as {code}",
    )


def digits_pca(components: int = 10) -> Representation:
    """Principal components of scikit-learn's 1,797 digits, with six factors.

    The factors are the digit and five quantities that are measured from each image; see
    `disentangle_edu.worlds.digits`.

    Parameters
    ----------
    components : int, default=10
        Number of latents, from 1 to 64.

    Returns
    -------
    rep : Representation
        1,797 samples of six factors and the components.

    Raises
    ------
    ValueError
        If `components` is not a whole number from 1 to 64.

    See Also
    --------
    digits_ica : Independent components of the same images.

    Examples
    --------
    >>> from disentangle_edu import examples
    >>> examples.digits_pca(3).latents.shape
    (1797, 3)
    """
    return _code_of_digits(models.pca_code, components, "principal components")


def digits_ica(components: int = 10) -> Representation:
    """Independent components of scikit-learn's 1,797 digits, with six factors.

    The factors are the digit and five quantities that are measured from each image; see
    `disentangle_edu.worlds.digits`.

    Parameters
    ----------
    components : int, default=10
        Number of latents, from 1 to 61, which is the number of pixels that vary.

    Returns
    -------
    rep : Representation
        1,797 samples of six factors and the components.

    Raises
    ------
    ValueError
        If `components` is not a whole number from 1 to 61.

    See Also
    --------
    digits_pca : Principal components of the same images.

    Examples
    --------
    >>> from disentangle_edu import examples
    >>> examples.digits_ica(3).latents.shape
    (1797, 3)
    """
    return _code_of_digits(models.ica_code, components, "independent components")


def _code_of_digits(
    code: Callable[..., Floats], components: int, description: str
) -> Representation:
    images, factors, names = worlds.digits()
    return Representation(
        factors,
        code(images, components),
        factor_names=names,
        description=f"scikit-learn's handwritten digits, {components} {description}",
    )


SHIPPED: dict[str, Callable[[], Representation]] = {
    function.__name__: function
    for function in (digits_pca, digits_ica, perfect_copy, duplicated_copy, parity_leak, rectangles)
}  # examples that the command line can write

"""Codes whose factors depend on each other: angles, and coloured digits.

The scenarios are our own, because the paper's table of scenarios is not available. The paper is
Almudévar et al. (2024), "Defining and Measuring Disentanglement for non-Independent Factors of
Variation".
"""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..representation import Representation
from ..types import Floats
from ..validation import check_choice, check_count, check_random_state, check_share, short_repr

Whole = NDArray[np.int64]
LEVELS = 5


def angles(
    dependence: float = 0.0,
    leak: float = 0.0,
    nuisance: float = 0.0,
    noise: float = 0.0,
    *,
    samples: int = 20_000,
    seed: int | np.random.Generator = 0,
) -> Representation:
    """Code of three dependent factors with five angles each, whose latents are cosines.

    With the default arguments, the factors are independent and latent k is the cosine of angle k
    and nothing else. Factors and latents are levels. The code is our own.

    Parameters
    ----------
    dependence : float, default=0.0
        Share of the samples, from 0 to 1, in which factor 3 is the mean of factors 1 and 2, rounded
        down, instead of an independent value.
    leak : float, default=0.0
        Share of the samples, from 0 to 1, in which latent 1 shows factor 2 instead of factor 1.
    nuisance : float, default=0.0
        How far, from 0 to 1, a coin that is not a factor moves latent 2. With 0, the coin does not
        move the latent. With any other value, the latent has two positions for every angle, which
        are ``0.05 * nuisance`` apart.
    noise : float, default=0.0
        Share of the samples, from 0 to 1, in which latent 3 shows a random angle.
    samples : int, default=20_000
        Number of samples.
    seed : int or numpy.random.Generator, default=0
        Seed of all random numbers.

    Returns
    -------
    rep : Representation
        Samples of three factors and three latents.

    Raises
    ------
    ValueError
        If one of the first four arguments is not a number from 0 to 1, or if `samples` is not a
        whole number from 1 upwards.

    See Also
    --------
    cosines : Codes of continuous angles.

    Examples
    --------
    >>> from disentangle_edu import mig
    >>> from disentangle_edu.worlds import dependent
    >>> [round(mig(dependent.angles(share)).value, 2) for share in (0.0, 0.9)]
    [1.0, 0.84]
    """
    for argument, value in (
        ("dependence", dependence),
        ("leak", leak),
        ("nuisance", nuisance),
        ("noise", noise),
    ):
        check_share(argument, value)
    rng = check_random_state(seed)
    v = rng.integers(LEVELS, size=(check_count("samples", samples), 3))
    follows = rng.random(samples) < dependence
    v[follows, 2] = (v[follows, 0] + v[follows, 1]) // 2
    first = np.where(rng.random(samples) < leak, v[:, 1], v[:, 0])
    third = np.where(rng.random(samples) < noise, rng.integers(LEVELS, size=samples), v[:, 2])
    coin = rng.random(samples) < 0.5
    z = np.cos(np.pi * np.column_stack([first, v[:, 1], third]) / LEVELS)
    z[:, 1] += np.where(coin & (nuisance > 0), 0.05 * nuisance, 0)
    return Representation(
        v,
        z.round(12),
        factor_names=["angle 1", "angle 2", "angle 3"],
        latent_names=["cos 1", "cos 2", "cos 3"],
        factor_types="discrete",
        latent_types="discrete",
        description=f"three angles, dependence {dependence:g} (ours)",
    )


def _draw_angles(
    dependence: float, samples: int, rng: np.random.Generator
) -> tuple[Floats, Floats]:
    """Angles of shape (n_samples, 3) from 0 to pi, and a nuisance of shape (n_samples,).

    The third angle is a weighted mean of an independent angle and the mean of the first two.
    """
    v = rng.uniform(0, np.pi, (samples, 4))
    v[:, 2] = (1 - dependence) * v[:, 2] + dependence * (v[:, 0] + v[:, 1]) / 2
    return v[:, :3], v[:, 3]


COSINES: dict[
    str, Callable[[Floats, Floats], Floats]
] = {  # by the property that is satisfied or violated; n is a nuisance
    "keeps all five": lambda v, n: np.cos(v),
    "not modular": lambda v, n: np.cos(np.column_stack([(v[:, 0] + v[:, 1]) / 2, v[:, 1:]])),
    "not compact": lambda v, n: np.column_stack(
        [np.cos(v[:, 0]) * (n < np.pi / 2), np.cos(v[:, 0]) * (n >= np.pi / 2), np.cos(v[:, 1:])]
    ),
    "not explicit": lambda v, n: np.cos(v[:, [0, 2]]),
    "not minimal": lambda v, n: np.column_stack([np.cos((v[:, 0] + n) / 2), np.cos(v[:, 1:])]),
    "a nuisance of its own": lambda v, n: np.cos(np.column_stack([v, n])),
}


def cosines(
    code: str = "keeps all five",
    dependence: float = 0.0,
    *,
    samples: int = 4_000,
    seed: int | np.random.Generator = 0,
) -> Representation:
    """Code of three dependent, continuous angles, with one of six sets of latents.

    The angles are uniform from 0 to pi if they are independent. The codes are our own.

    Parameters
    ----------
    code : str, default='keeps all five'
        Key of COSINES, which says what property the code keeps or violates: 'keeps all five', 'not
        modular', 'not compact', 'not explicit', 'not minimal' or 'a nuisance of its own'.
    dependence : float, default=0.0
        Weight, from 0 to 1, of the mean of angles 1 and 2 in angle 3. 0: the factors are
        independent. 1: the third factor is a function of the first two.
    samples : int, default=4_000
        Number of samples.
    seed : int or numpy.random.Generator, default=0
        Seed of the angles and of the nuisance.

    Returns
    -------
    rep : Representation
        Samples of three continuous factors and two to four continuous latents.

    Raises
    ------
    ValueError
        If `code` is not a key of COSINES, `dependence` not a number from 0 to 1, or `samples` not a
        whole number from 1 upwards.

    See Also
    --------
    angles : The same idea with five angles per factor.

    Examples
    --------
    >>> from disentangle_edu.worlds import dependent
    >>> dependent.cosines("not compact", samples=100).latents.shape
    (100, 4)
    """
    check_choice("code", code, COSINES)
    check_share("dependence", dependence)
    check_count("samples", samples)
    v, nuisance = _draw_angles(dependence, samples, check_random_state(seed))
    return Representation(
        v,
        COSINES[code](v, nuisance),
        factor_names=["angle 1", "angle 2", "angle 3"],
        factor_types="continuous",
        latent_types="continuous",
        description=f"cosines, {code}, dependence {dependence:g} (ours)",
    )


# ---------------------------------------------------------------------------------- coloured digits

# distinguishable with any type of colour vision:
INKS = np.array([[213, 94, 0], [0, 158, 115]]) / 255
GROUNDS = np.array([[0, 0, 0], [255, 255, 255]]) / 255
STYLES = 5


class ColouredDigits:
    """Handwritten digits 0 to 3 in colours whose probabilities depend on the digit.

    The factors are the digit, the colour of the digit and the colour of the background.

    Parameters
    ----------
    strength : float, default=0.5
        How strongly the colours depend on the digit, from 0 to 1. 0: the two colours of every digit
        are fair coins. 1: the digit decides both colours. The digits 0 and 1 are then orange and 2
        and 3 are green; even digits are on black and odd digits on white.
    seed : int or numpy.random.Generator, default=0
        Seed of the colours.
    images : array_like of shape (n_images, side, side) or None, default=None
        Your own images, for example MNIST, with ink from 0 upwards. With None, the images are
        scikit-learn's bundled 8 x 8 digits.
    labels : array_like of shape (n_images,) or None, default=None
        Digit of every image, as numbers or text. Required if you pass `images`. Images of digits
        above 3 are left out.

    Attributes
    ----------
    names : tuple of str
        Names of the factors: 'digit', 'digit colour' and 'background'.
    factors : ndarray of shape (n_samples, 3)
        Digit, colour of the digit (0: orange, 1: green) and background (0: black, 1: white).
    images : ndarray of shape (n_samples, side, side, 3)
        Coloured images, with red, green and blue from 0 to 1.
    shapes : ndarray of shape (n_samples, side, side)
        Ink of the images from 0 to 1, without colours.
    source : str
        Which digits they are: scikit-learn's, or your own.
    strength : float
        The strength, as passed.

    Raises
    ------
    ValueError
        If `strength` is not a number from 0 to 1, if `images` and `labels` do not have these
        shapes, if the images have no ink or numbers below 0, or if the labels are not digits or do
        not include all of 0, 1, 2 and 3.

    Examples
    --------
    >>> from disentangle_edu.worlds import dependent
    >>> digits = dependent.ColouredDigits(strength=1)
    >>> digits.images.shape, digits.factors.shape
    ((720, 8, 8, 3), (720, 3))
    """

    names = ("digit", "digit colour", "background")

    def __init__(
        self,
        strength: float = 0.5,
        *,
        seed: int | np.random.Generator = 0,
        images: ArrayLike | None = None,
        labels: ArrayLike | None = None,
    ) -> None:
        check_share("strength", strength)
        self.source = "your own images"
        if images is None:
            from sklearn.datasets import load_digits

            self.source = "scikit-learn's bundled digits, 8 x 8; not MNIST"
            bunch = load_digits()
            images, labels = bunch.images, bunch.target
        self.shapes, digit = _select_digits(images, labels)
        rng, half = check_random_state(seed), 0.5 * strength
        ink = (rng.random(len(digit)) < np.where(digit >= 2, 0.5 + half, 0.5 - half)).astype(int)
        ground = (rng.random(len(digit)) < np.where(digit % 2, 0.5 + half, 0.5 - half)).astype(int)
        self.factors, self.strength = np.column_stack([digit, ink, ground]), strength
        self.images = paint(self.shapes, ink, ground)

    @property
    def pixels(self) -> Floats:
        """Images as rows of numbers.

        Returns
        -------
        pixels : ndarray of shape (n_samples, 3 * side * side)
            All colour values of an image in one row.
        """
        return self.images.reshape(len(self.images), -1)

    @functools.cached_property
    def read(self) -> Floats:
        """Factors as a kernel ridge regression predicts them from images that it was not fitted to.

        The predictions come from a cross-validation with five folds, or fewer if there are fewer
        samples.

        Returns
        -------
        predictions : ndarray of shape (n_samples, 3)
            Prediction of every factor.
        """
        from sklearn.model_selection import cross_val_predict

        folds, n = min(5, len(self.pixels)), len(self.pixels)
        reader = _regression(self.pixels.shape[1], count=n - -(-n // folds))
        return cross_val_predict(reader, self.pixels, self.factors, cv=folds)

    @functools.cached_property
    def left_open(self) -> Floats:
        """Principal components of what the factors leave open in the images.

        A regression predicts the images from `read`. The components are those of its residuals.

        Returns
        -------
        components : ndarray of shape (n_samples, 5)
            First five principal components.
        """
        reconstruction = (
            _regression(3, len(self.pixels)).fit(self.read, self.pixels).predict(self.read)
        )
        return _components(self.pixels - reconstruction, STYLES)

    def representation(
        self, code: str = "learned with labels", seed: int | np.random.Generator = 0
    ) -> Representation:
        """Encode the images with one of the codes.

        Parameters
        ----------
        code : str, default='learned with labels'
            Key of DIGIT_CODES ('learned with labels', 'leaking' or 'learned without labels') or
            'planted'; see `factors_and_styles`.
        seed : int or numpy.random.Generator, default=0
            Seed of the noise in the code 'planted'. The other codes do not use the seed.

        Returns
        -------
        rep : Representation
            Samples of the three factors and eight latents.

        Raises
        ------
        ValueError
            If `code` is none of these.
        """
        check_choice("code", code, (*DIGIT_CODES, "planted"))
        latents = (
            factors_and_styles(self, check_random_state(seed))
            if code == "planted"
            else DIGIT_CODES[code](self)
        )
        return Representation(
            self.factors,
            latents,
            factor_names=self.names,
            factor_types="discrete",
            latent_types="continuous",
            description=f"coloured digits, {code}, strength {self.strength:g} ({self.source})",
        )

    def decoder(self, code: str = "learned with labels") -> Callable[[ArrayLike], Floats]:
        """Fit a decoder that turns the latents of a code into images.

        The decoder is a kernel ridge regression from latents to images.

        Parameters
        ----------
        code : str, default='learned with labels'
            Name of a code, as in `representation`.

        Returns
        -------
        decode : callable
            Function that turns latents of shape (n_samples, 8) into images of shape
            (n_samples, side, side, 3) with values from 0 to 1.
        """
        model = _regression(20, len(self.pixels)).fit(
            self.representation(code).latents, self.pixels
        )
        shape = self.images.shape[1:]
        return lambda latents: np.clip(model.predict(np.asarray(latents)), 0, 1).reshape(-1, *shape)


def _select_digits(images: ArrayLike, labels: ArrayLike | None) -> tuple[Floats, Whole]:
    """Images of the digits 0 to 3 with ink from 0 to 1, and their digits. Raises ValueError."""
    shapes = np.asarray(images, dtype=float)
    digit_labels = np.asarray(labels)
    if shapes.ndim != 3 or digit_labels.shape != shapes.shape[:1]:
        raise ValueError(
            f"images: found shape {shapes.shape} and labels of shape {digit_labels.shape}, "
            "expected (n, side, side) and n labels."
        )
    if not (np.isfinite(shapes).all() and shapes.min() >= 0 and shapes.max() > 0):
        raise ValueError("images: found no ink, or numbers below 0, expected ink from 0 upwards.")
    try:
        classes = digit_labels.astype(np.int64)  # some data sets store digits as text
    except (TypeError, ValueError):
        raise ValueError(f"labels: found {short_repr(labels)}, expected digits.") from None
    selected = np.isin(classes, range(4))
    if len(np.unique(classes[selected])) < 4:
        raise ValueError(
            f"labels: found digits {np.unique(classes[selected]).tolist()} among 0 to 3, "
            "expected all four."
        )
    return shapes[selected] / shapes.max(), classes[selected]


def paint(shapes: Floats, ink: Whole, ground: Whole) -> Floats:
    """Colour images of ink with one colour for the ink and one for the background.

    Parameters
    ----------
    shapes : ndarray of shape (n_images, side, side)
        Ink of every pixel. Values outside 0 to 1 are clipped.
    ink : ndarray of int of shape (n_images,)
        Colour of the ink of every image: 0 is orange, 1 is green.
    ground : ndarray of int of shape (n_images,)
        Colour of the background of every image: 0 is black, 1 is white.

    Returns
    -------
    images : ndarray of shape (n_images, side, side, 3)
        Red, green and blue from 0 to 1. A pixel with some ink has a mixture of both colours.

    Examples
    --------
    >>> from disentangle_edu.worlds import dependent
    >>> shapes = np.array([[[0.0, 1.0]]])
    >>> dependent.paint(shapes, np.array([1]), np.array([1])).round(2).tolist()
    [[[[1.0, 1.0, 1.0], [0.0, 0.62, 0.45]]]]
    """
    amount = np.clip(shapes, 0, 1)[..., None]
    return amount * INKS[ink][:, None, None] + (1 - amount) * GROUNDS[ground][:, None, None]


LANDMARKS, PENALTY = 400, 0.01  # number of landmark images, and ridge penalty
LEAK = 1 / 3  # share of the digit's latent that is subtracted from the colour's latent


def _regression(width: float, count: int) -> Any:
    """Kernel ridge regression with landmarks, so that it is fast for thousands of images too.

    width : width of the kernel, as the number of standardised inputs that it is suited to.
    count : number of training images. At most LANDMARKS of them are landmarks, with which the
        others are compared.
    """
    from sklearn.kernel_approximation import Nystroem
    from sklearn.linear_model import Ridge
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    kernel = Nystroem(gamma=1 / width, n_components=min(LANDMARKS, count), random_state=0)
    return make_pipeline(StandardScaler(), kernel, Ridge(PENALTY))


def _components(pixels: Floats, count: int) -> Floats:
    """First principal components of flattened images."""
    from sklearn.decomposition import PCA

    return PCA(count, svd_solver="full").fit_transform(pixels)


def _supervised_code(digits: ColouredDigits) -> Floats:
    """Three latents learned from labels, and five for variation that no factor describes."""
    return np.hstack([digits.read, digits.left_open])


def _leaking_code(digits: ColouredDigits) -> Floats:
    """The code with labels, in which the latent of the digit's colour also moves with the digit."""
    latents = _supervised_code(digits)
    latents[:, 1] -= LEAK * latents[:, 0]
    return latents


def _unsupervised_code(digits: ColouredDigits) -> Floats:
    """Eight principal components of the coloured images."""
    return _components(digits.pixels, 3 + STYLES)


DIGIT_CODES: dict[str, Callable[[ColouredDigits], Floats]] = {
    "learned with labels": _supervised_code,
    "leaking": _leaking_code,
    "learned without labels": _unsupervised_code,
}


def styles(digits: ColouredDigits, count: int = STYLES) -> Floats:
    """Principal components of a shape's difference from the mean shape of its digit.

    Parameters
    ----------
    digits : ColouredDigits
        Images and their digits.
    count : int, default=5
        Number of components.

    Returns
    -------
    components : ndarray of shape (n_samples, count)
        First principal components.

    Examples
    --------
    >>> from disentangle_edu.worlds import dependent
    >>> dependent.styles(dependent.ColouredDigits(), 2).shape
    (720, 2)
    """
    digit = digits.factors[:, 0]
    means = np.array([digits.shapes[digit == d].mean(0) for d in range(4)])
    return _components((digits.shapes - means[digit]).reshape(len(digit), -1), count)


def factors_and_styles(digits: ColouredDigits, rng: np.random.Generator) -> Floats:
    """Latents made from the factors instead of learned: noisy copies and five styles.

    The noise is normal with a standard deviation of 0.02.

    Parameters
    ----------
    digits : ColouredDigits
        Images and their factors.
    rng : numpy.random.Generator
        Source of the noise.

    Returns
    -------
    latents : ndarray of shape (n_samples, 8)
        Three latents that copy the factors, and the five components of `styles`.

    Examples
    --------
    >>> from disentangle_edu.worlds import dependent
    >>> digits = dependent.ColouredDigits()
    >>> dependent.factors_and_styles(digits, np.random.default_rng(0)).shape
    (720, 8)
    """
    noise = 0.02 * rng.standard_normal(digits.factors.shape)
    return np.hstack([digits.factors + noise, styles(digits)])


def linear_fit_error(rep: Representation) -> list[float]:
    """Mean squared error of the first three latents, predicted linearly from one factor each.

    Latent k is predicted from factor k. Latents are standardised, and the values of a factor are
    treated as classes.

    Parameters
    ----------
    rep : Representation
        Samples with at least three factors, whose values are 0, 1 and so on, and at least three
        latents.

    Returns
    -------
    errors : list of float
        One error for each of the first three latents, from 0 to 1. 0: the factor determines the
        latent. 1: the factor explains none of the latent's variance.

    Examples
    --------
    >>> from disentangle_edu.worlds import dependent
    >>> digits = dependent.ColouredDigits()
    >>> [round(error, 1) for error in dependent.linear_fit_error(digits.representation("planted"))]
    [0.0, 0.0, 0.0]
    """
    from sklearn.linear_model import LinearRegression

    errors = []
    for k in range(3):
        z = (rep.latents[:, k] - rep.latents[:, k].mean()) / rep.latents[:, k].std()
        classes = np.eye(int(rep.factors[:, k].max()) + 1)[rep.factors[:, k].astype(int)]
        errors.append(
            float(np.mean((LinearRegression().fit(classes, z).predict(classes) - z) ** 2))
        )
    return errors


def accuracy_alone(rep: Representation, seed: int = 0) -> list[float]:
    """Held-out accuracy of a small decision tree that predicts a factor from its latent.

    Factor k is predicted from latent k alone, for the first three factors. The accuracy is the mean
    of a cross-validation with four folds; the depth of the tree is at most 4.

    Parameters
    ----------
    rep : Representation
        Samples with at least three factors and at least three latents.
    seed : int, default=0
        Seed of the tree.

    Returns
    -------
    accuracies : list of float
        Accuracy for each of the first three factors, from 0 to 1. 1: every held-out sample is
        predicted correctly.

    Examples
    --------
    >>> from disentangle_edu.worlds import dependent
    >>> digits = dependent.ColouredDigits()
    >>> [round(share, 1) for share in dependent.accuracy_alone(digits.representation("planted"))]
    [1.0, 1.0, 1.0]
    """
    from sklearn.model_selection import cross_val_score
    from sklearn.tree import DecisionTreeClassifier

    return [
        float(
            cross_val_score(
                DecisionTreeClassifier(max_depth=4, random_state=seed),
                rep.latents[:, [k]],
                rep.factors[:, k],
                cv=4,
            ).mean()
        )
        for k in range(3)
    ]

"""Worlds in which factors depend on each other: angles, and coloured digits.

The paper's own table of scenarios is lost; these are ours.
"""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..core import Floats, Representation
from ..validation import check_choice, check_count, check_share, random_stream, shown

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
    """Three factors of five angles, three latents that are their cosines, no more unless asked for.

    dependence : how often factor 3 is not drawn by itself, but is the rounded mean of factors 1 and
        2.
    leak : how often latent 1 shows factor 2 instead of factor 1.
    nuisance : how far a coin that is no factor moves latent 2 (from 0, not at all, on two places
        for every angle).
    noise : how often latent 3 shows an angle drawn at random.

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
    rng = random_stream(seed)
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
        factor_kinds="levels",
        latent_kinds="levels",
        story=f"three angles, dependence {dependence:g} (ours)",
    )


def _smooth(dependence: float, samples: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """(n, 3) angles in [0, pi), and a nuisance.

    The third angle is a mean of its own draw and the middle of the others.
    """
    v = rng.uniform(0, np.pi, (samples, 4))
    v[:, 2] = (1 - dependence) * v[:, 2] + dependence * (v[:, 0] + v[:, 1]) / 2
    return v[:, :3], v[:, 3]


COSINES: dict[
    str, Callable[[Floats, Floats], Floats]
] = {  # what each keeps or breaks; n is a nuisance
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
    """Continuous angles in [0, pi) and one of COSINES as latents.

    dependence : from 0, independent factors, to 1, a third factor that is a function of two.
    """
    check_choice("code", code, COSINES)
    check_share("dependence", dependence)
    check_count("samples", samples)
    v, nuisance = _smooth(dependence, samples, random_stream(seed))
    return Representation(
        v,
        COSINES[code](v, nuisance),
        factor_names=["angle 1", "angle 2", "angle 3"],
        factor_kinds="continuous",
        latent_kinds="continuous",
        story=f"cosines, {code}, dependence {dependence:g} (ours)",
    )


# ---------------------------------------------------------------------------------- coloured digits

# told apart with any colour vision:
INKS = np.array([[213, 94, 0], [0, 158, 115]]) / 255
GROUNDS = np.array([[0, 0, 0], [255, 255, 255]]) / 255
STYLES = 5


class ColouredDigits:
    """Handwritten digits 0 to 3, coloured with probabilities that depend on the digit.

    strength : 0, colours are fair coins for every digit; 1, the digit decides them (0 and 1 orange,
        2 and 3 green; even ones on black, odd ones on white).
    images, labels : your own, e.g. MNIST: (n, side, side) numbers and (n,) digits; scikit-learn's
        bundled 8 x 8 digits if left out.

    factors (n, 3): digit, digit colour, background; images (n, side, side, 3) from 0 to 1; source
    says which digits they are.
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
        self.shapes, digit = _first_four(images, labels)
        rng, half = random_stream(seed), 0.5 * strength
        ink = (rng.random(len(digit)) < np.where(digit >= 2, 0.5 + half, 0.5 - half)).astype(int)
        ground = (rng.random(len(digit)) < np.where(digit % 2, 0.5 + half, 0.5 - half)).astype(int)
        self.factors, self.strength = np.column_stack([digit, ink, ground]), strength
        self.images = paint(self.shapes, ink, ground)

    @property
    def pixels(self) -> Floats:
        """(n, numbers of an image)."""
        return self.images.reshape(len(self.images), -1)

    @functools.cached_property
    def read(self) -> Floats:
        """(n, 3) the factors as a regression reads them off images that it has not seen."""
        from sklearn.model_selection import cross_val_predict

        folds, n = min(5, len(self.pixels)), len(self.pixels)
        reader = _regression(self.pixels.shape[1], count=n - -(-n // folds))
        return cross_val_predict(reader, self.pixels, self.factors, cv=folds)

    @functools.cached_property
    def left_open(self) -> Floats:
        """(n, 5) components of what a regression on `read` does not draw of the images."""
        drawn = _regression(3, len(self.pixels)).fit(self.read, self.pixels).predict(self.read)
        return _components(self.pixels - drawn, STYLES)

    def representation(
        self, code: str = "learned with labels", seed: int | np.random.Generator = 0
    ) -> Representation:
        """The Representation under one of DIGIT_CODES, or "planted" (see `planted`)."""
        check_choice("code", code, (*DIGIT_CODES, "planted"))
        latents = (
            planted(self, random_stream(seed)) if code == "planted" else DIGIT_CODES[code](self)
        )
        return Representation(
            self.factors,
            latents,
            factor_names=self.names,
            factor_kinds="levels",
            latent_kinds="continuous",
            story=f"coloured digits, {code}, strength {self.strength:g} ({self.source})",
        )

    def decoder(self, code: str = "learned with labels") -> Callable[[ArrayLike], Floats]:
        """What has learned to draw the images from their latents: (m, 8) -> (m, side, side, 3)."""
        learned = _regression(20, len(self.pixels)).fit(
            self.representation(code).latents, self.pixels
        )
        shape = self.images.shape[1:]
        return lambda latents: np.clip(learned.predict(np.asarray(latents)), 0, 1).reshape(
            -1, *shape
        )


def _first_four(images: ArrayLike, labels: ArrayLike | None) -> tuple[Floats, Whole]:
    """The images of digits 0 to 3, from 0 to 1, and which they are. Raises ValueError."""
    shapes = np.asarray(images, dtype=float)
    words = np.asarray(labels)
    if shapes.ndim != 3 or words.shape != shapes.shape[:1]:
        raise ValueError(
            f"images: found shape {shapes.shape} and labels of shape {words.shape}, "
            "expected (n, side, side) and n labels."
        )
    if not (np.isfinite(shapes).all() and shapes.min() >= 0 and shapes.max() > 0):
        raise ValueError("images: found no ink, or numbers below 0, expected ink from 0 upwards.")
    try:
        found = words.astype(np.int64)  # some collections have digits as text
    except (TypeError, ValueError):
        raise ValueError(f"labels: found {shown(labels)}, expected digits.") from None
    here = np.isin(found, range(4))
    if len(np.unique(found[here])) < 4:
        raise ValueError(
            f"labels: found digits {np.unique(found[here]).tolist()} among 0 to 3, "
            "expected all four."
        )
    return shapes[here] / shapes.max(), found[here]


def paint(shapes: Floats, ink: Whole, ground: Whole) -> Floats:
    """(n, side, side, 3) colours: the ground where there is no ink, the ink where there is."""
    amount = np.clip(shapes, 0, 1)[..., None]
    return amount * INKS[ink][:, None, None] + (1 - amount) * GROUNDS[ground][:, None, None]


LANDMARKS, PENALTY = 400, 0.01  # images that others are compared with, and the ridge's penalty
LEAK = 1 / 3  # of a step in the digit, in the latent of its colour


def _regression(width: float, count: int) -> Any:
    """Kernel ridge regression, by landmarks so that thousands of images do, too.

    width : of the kernel, as the number of standardised inputs that it is made for.
    count : images to learn from, of which at most LANDMARKS are others compared with.
    """
    from sklearn.kernel_approximation import Nystroem
    from sklearn.linear_model import Ridge
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    kernel = Nystroem(gamma=1 / width, n_components=min(LANDMARKS, count), random_state=0)
    return make_pipeline(StandardScaler(), kernel, Ridge(PENALTY))


def _components(pixels: Floats, count: int) -> Floats:
    from sklearn.decomposition import PCA

    return PCA(count, svd_solver="full").fit_transform(pixels)


def _with_labels(digits: ColouredDigits) -> Floats:
    """Three latents that have learned the factors from labels, five for what these leave open."""
    return np.hstack([digits.read, digits.left_open])


def _leaking(digits: ColouredDigits) -> Floats:
    """The same, but the latent of the digit's colour also moves with the digit."""
    latents = _with_labels(digits)
    latents[:, 1] -= LEAK * latents[:, 0]
    return latents


def _without_labels(digits: ColouredDigits) -> Floats:
    """Eight principal components of the coloured images."""
    return _components(digits.pixels, 3 + STYLES)


DIGIT_CODES: dict[str, Callable[[ColouredDigits], Floats]] = {
    "learned with labels": _with_labels,
    "leaking": _leaking,
    "learned without labels": _without_labels,
}


def styles(digits: ColouredDigits, count: int = STYLES) -> Floats:
    """Principal components of what is left of a shape without its digit's mean."""
    digit = digits.factors[:, 0]
    means = np.array([digits.shapes[digit == d].mean(0) for d in range(4)])
    return _components((digits.shapes - means[digit]).reshape(len(digit), -1), count)


def planted(digits: ColouredDigits, rng: np.random.Generator) -> Floats:
    """No code that learned: the factors themselves with a little noise, and styles beside them."""
    noise = 0.02 * rng.standard_normal(digits.factors.shape)
    return np.hstack([digits.factors + noise, styles(digits)])


def linear_fit_error(rep: Representation) -> list[float]:
    """Mean squared error of the first three latents, predicted by a line from their own factors.

    Latents are standardised, factors are taken as classes.
    """
    from sklearn.linear_model import LinearRegression

    found = []
    for k in range(3):
        z = (rep.latents[:, k] - rep.latents[:, k].mean()) / rep.latents[:, k].std()
        classes = np.eye(int(rep.factors[:, k].max()) + 1)[rep.factors[:, k].astype(int)]
        found.append(float(np.mean((LinearRegression().fit(classes, z).predict(classes) - z) ** 2)))
    return found


def accuracy_alone(rep: Representation, seed: int = 0) -> list[float]:
    """Held-out accuracy of each factor from its own latent alone, by a small decision tree."""
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

"""Labs on dependent factors: scores that fall although nothing got worse, and coloured digits to turn by one latent."""

import base64
import functools
import struct
import zlib

import numpy as np

from ..core import Representation
from ..metrics import (
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
from ..show import pictures
from ..worlds import dependent as dependent_worlds
from ..worlds.dependent import ColouredDigits, paint
from .lab import Lab, choice, lab, number

NEW = (dependent_modularity, dependent_compactness, dependent_explicitness, minimality, sufficiency)
COUNTED, TRAINED = (
    20_000,
    1_500,
)  # samples for scores that count, and for those that train a predictor


@functools.lru_cache(maxsize=32)
def _both(dependence, leak, nuisance, noise):
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


def _dependent_picture(values, form, progress=None):
    rep, few = _both(**values)
    options = dict(form="forest", progress=progress) if form == "forest" else {}
    source = rep if form == "counted" else few
    new = {metric.__name__: metric(source, **options).value for metric in NEW}
    classic = {
        "mig": mig(rep).value,
        "modularity": modularity(rep).value,
        "sap": sap(few).value,
        "disentanglement": disentanglement(few).value,
        "completeness": completeness(few).value,
    }
    rows = len(source)
    lines = [
        "Classic: " + ", ".join(f"{name} = {value:.4f}" for name, value in classic.items()) + ".",
        "For dependent factors: "
        + ", ".join(f"{name} = {value:.4f}" for name, value in new.items())
        + ".",
        f"MIG and modularity on {COUNTED:,} samples; SAP, D and C on {TRAINED:,}; the lower five {'counted' if form == 'counted' else 'by forests (our reconstruction)'} on {rows:,}.",
    ]
    cloud = rep.factors[:400] + np.random.default_rng(1).uniform(-0.35, 0.35, (400, 3))
    alt = "How much angle 3 follows the mean of the others, and ten scores. " + " ".join(lines)
    svg = pictures.canvas(
        372,
        alt,
        pictures.cloud_panel(
            (10, 8, 270, 356),
            "factors",
            np.column_stack([(cloud[:, 0] + cloud[:, 1]) / 2, cloud[:, 2]]),
            np.zeros(400),
            [],
            "mean of angles 1 and 2",
            "angle 3",
        ),
        pictures.bars_panel((290, 8, 560, 176), "classic scores", classic),
        pictures.bars_panel(
            (290, 192, 560, 176),
            "scores for dependent factors",
            {_brief(name): value for name, value in new.items()},
        ),
    )
    return pictures.Picture(svg, alt, "\n".join(lines), classic | new)


def _brief(name):
    return name.replace("dependent_", "dep. ")


def draw_dependent_factors(**values):
    """Counted, on 20,000 samples of five-valued angles."""
    return _dependent_picture(values, "counted")


def full_dependent_factors(progress, **values):
    """The five lower scores by forests, on 1,500 samples."""
    return _dependent_picture(values, "forest", progress)


@lab
def dependent_factors():
    """Let the third factor follow the others; then break the code. Which scores can tell the two apart?"""
    return Lab(
        draw_dependent_factors,
        {
            "dependence": number("how much angle 3 follows the others", 0.0, 0, 1, 0.05),
            "leak": number("latent 1 shows angle 2 instead", 0.0, 0, 1, 0.05),
            "nuisance": number("a coin moves latent 2", 0.0, 0, 1, 0.05),
            "noise": number("latent 3 shows a random angle", 0.0, 0, 1, 0.05),
        },
        full=full_dependent_factors,
    )


# ------------------------------------------------------------------------------------------------ coloured digits


@functools.lru_cache(maxsize=16)
def _digits(strength, code):
    digits = ColouredDigits(strength)
    return digits, digits.representation(code)


@functools.lru_cache(maxsize=4)
def _components(strength):
    from sklearn.decomposition import PCA

    digits, _ = _digits(strength, "learned without labels")
    return PCA(3 + dependent_worlds.STYLES, svd_solver="full").fit(
        digits.images.reshape(len(digits.images), -1)
    )


def decoded(strength, code, latents):
    """Images of latents: by construction, the nearest digit and colours with a mean shape; for the learned code, its components put back together."""
    digits, _ = _digits(strength, code)
    if code == "learned without labels":
        return np.clip(_components(strength).inverse_transform(latents), 0, 1).reshape(
            len(latents), *digits.images.shape[1:]
        )
    ink = latents[:, 1].round().clip(0, 1).astype(int)
    shift = 0.4 * ink if code == "leaking" else 0
    return paint(
        digits.means[(latents[:, 0] - shift).round().clip(0, 3).astype(int)],
        ink,
        latents[:, 2].round().clip(0, 1).astype(int),
    )


def png(image):
    """A small PNG of an image (height, width, 3) with values from 0 to 1, as a data address."""
    pixels = (np.clip(image, 0, 1) * 255).round().astype(np.uint8)
    raw = b"".join(b"\0" + row.tobytes() for row in pixels)
    chunk = lambda kind, data: (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    )
    data = (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", pixels.shape[1], pixels.shape[0], 8, 2, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(raw))
        + chunk(b"IEND", b"")
    )
    return "data:image/png;base64," + base64.b64encode(data).decode()


def image_at(x, y, size, image):
    return (
        f'<image x="{x}" y="{y}" width="{size}" height="{size}" style="image-rendering:pixelated" href="{png(image)}"/>'
        + pictures.rect(x, y, size, size, "none", pictures.GRID)
    )


SHOWN_VALUES = 6


def draw_coloured_digits(strength, code, moved):
    """Twelve digits as drawn, and one of them with a single latent moved from low to high."""
    digits, rep = _digits(strength, code)
    k = int(moved.split()[-1]) - 1
    low, high = rep.latents[:, k].min(), rep.latents[:, k].max()
    start = np.tile(rep.latents[0], (SHOWN_VALUES, 1))
    start[:, k] = np.linspace(low, high, SHOWN_VALUES)
    grid = decoded(strength, code, start)
    scores = {
        "mig": mig(rep).value,
        "modularity": modularity(rep).value,
        **{
            metric.__name__: metric(rep, form="forest", trees=3).value
            for metric in (dependent_modularity, minimality)
        },
    }
    alone = dependent_worlds.accuracy_alone(rep)
    lines = [
        ", ".join(f"{name} = {value:.4f}" for name, value in scores.items())
        + f" ({len(rep)} images; the last two by forests of 3 trees, our reconstruction).",
        "Accuracy from one latent alone: "
        + ", ".join(f"{name} {share:.2f}" for name, share in zip(rep.factor_names, alone))
        + f". {digits.source}.",
    ]
    alt = (
        f"Coloured digits, strength {strength}, {code}; {moved} moved from {low:.2f} to {high:.2f}. "
        + " ".join(lines)
    )
    panels = [
        pictures.title(10, 8, 400, "as drawn"),
        pictures.title(
            10, 152, 840, f"{moved} moved from {low:.2f} to {high:.2f}, all others held"
        ),
    ]
    panels += [image_at(10 + 68 * j, 32, 60, digits.images[j]) for j in range(12)]
    panels += [image_at(10 + 82 * j, 178, 76, image) for j, image in enumerate(grid)]
    panels += [
        pictures.bars_panel(
            (505, 142, 350, 124), "", {_brief(name): value for name, value in scores.items()}
        )
    ]
    return pictures.Picture(pictures.canvas(272, alt, *panels), alt, "\n".join(lines), scores)


def all_combinations(strength=0.5, code="by construction"):
    """Every digit in every pair of colours, also those that were never drawn, made by setting three latents of one image."""
    digits, rep = _digits(strength, code)
    wanted = np.array(
        [(d, ink, ground) for d in range(4) for ink in range(2) for ground in range(2)]
    )
    latents = np.tile(rep.latents[0], (16, 1))
    for k in range(3):
        means = np.array(
            [
                rep.latents[rep.factors[:, k] == value, k].mean()
                for value in range(wanted[:, k].max() + 1)
            ]
        )
        latents[:, k] = means[wanted[:, k]]
    seen = {tuple(row) for row in digits.factors}
    never = sum(tuple(row) not in seen for row in wanted)
    words = f"Sixteen combinations made from one image ({code}) by setting latents 1, 2 and 3; {never} of them were never drawn at strength {strength}."
    images = decoded(strength, code, latents)
    return pictures.Picture(
        pictures.canvas(
            300,
            words,
            *(
                image_at(10 + 84 * (j % 4), 10 + 72 * (j // 4), 66, image)
                for j, image in enumerate(images)
            ),
        ),
        words,
        words,
    )


@lab
def coloured_digits():
    """Digits whose colours depend on the digit; move one latent and see what changes in the picture."""
    return Lab(
        draw_coloured_digits,
        {
            "strength": number("how much colours depend on the digit", 0.5, 0, 1, 0.25),
            "code": choice("code", list(dependent_worlds.DIGIT_CODES), "by construction"),
            "moved": choice("move", [f"latent {k}" for k in (1, 2, 3)], "latent 1"),
        },
    )

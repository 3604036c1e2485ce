"""Labs on directions: turn a latent space by hand, and see which scores notice."""

import functools

import numpy as np

from ..core import Representation
from ..measures.subspaces import Subspaces, completed, inclined_planes
from ..metrics import completeness, disentanglement, explicitness_es, iwo, iwr, mig, sap
from ..show import pictures
from .lab import Lab, choice, lab, number, whole

SAMPLES = 1_500
READS = {
    "a straight line": lambda u, w: u @ np.sqrt(w),
    "squares": lambda u, w: (u**2) @ w,
    "cosines": lambda u, w: np.cos(2 * u) @ w,
}


def planes(rotation, between, share, overlap, L=4):
    """(2, 2, L) directions of two factors in L latents, and their importances (share, 1 - share).

    between : degrees from each direction of factor 2 to those of factor 1 (90: at right angles).   overlap : directions in common.
    rotation : degrees by which the whole space is turned, afterwards, in the planes of latents 1 and 3, and 2 and 4.
    """
    one, two = (
        np.eye(L)[:2],
        np.eye(L)[2:4] * np.sin(np.radians(between)) + np.eye(L)[:2] * np.cos(np.radians(between)),
    )
    two[:overlap] = one[:overlap]
    turn, c, s = np.eye(L), np.cos(np.radians(rotation)), np.sin(np.radians(rotation))
    for a, b in ((0, 2), (1, 3)):
        turn[[a, a, b, b], [a, b, a, b]] = c, -s, s, c
    return np.stack([one @ turn, two @ turn]), np.array([share, 1 - share])


def _true(directions, weights, reads):
    """The Subspaces of two factors read in one of READS; a straight line has one direction, however many it mixes."""
    L = directions.shape[-1]
    if reads == "a straight line":
        directions = (np.sqrt(weights) @ directions)[:, None]
        weights = np.ones(1)
    importances = np.zeros((len(directions), L))
    importances[:, : directions.shape[1]] = weights
    return Subspaces(
        np.stack([completed(rows) for rows in directions]),
        importances,
        factor_names=["factor 1", "factor 2"],
    )


@functools.lru_cache(maxsize=64)
def _sampled(rotation, between, share, overlap, reads, seed=0):
    directions, weights = planes(rotation, between, share, overlap)
    c = np.random.default_rng(seed).standard_normal((SAMPLES, 4))
    factors = np.column_stack([READS[reads](c @ rows.T, weights) for rows in directions])
    return Representation(factors, c, factor_kinds="continuous", latent_kinds="continuous"), _true(
        directions, weights, reads
    )


def draw_orthogonality(rotation, between, share, overlap, reads, drawn):
    """Exact IWO and IWR beside scores that read axes, on 1,500 samples."""
    rep, spaces = _sampled(rotation, between, share, overlap, reads)
    exact = {"iwo": iwo(spaces).value, "iwr": iwr(spaces).value}
    axes = {
        "disentanglement": disentanglement(rep, trees=5).value,
        "completeness": completeness(rep, trees=5).value,
        "mig": mig(rep).value,
        "sap": sap(rep).value,
    }
    lines = [
        ", ".join(f"{name} = {value:.4f}" for name, value in exact.items())
        + ": exact, from the directions themselves.",
        ", ".join(f"{name} = {value:.4f}" for name, value in axes.items())
        + f": on {SAMPLES:,} samples, forests of 5 trees.",
        iwo(spaces).because,
    ]
    alt = (
        f"Two factors in four latents, turned by {rotation} degrees, {between} degrees apart. "
        + " ".join(lines)
    )
    panel = directions_panel((10, 8, 360, 356), spaces, [0, 2] if drawn == "2" else [0, 2, 1])
    bars = (
        pictures.bars_panel((390, 8, 460, 130), "directions", exact),
        pictures.bars_panel((390, 150, 460, 214), "axes", axes),
    )
    return pictures.Picture(
        pictures.canvas(372, alt, panel, *bars), alt, "\n".join(lines), exact | axes
    )


def directions_panel(box, spaces, axes):
    """Directions of every factor as arrows in two or three latents (the third drawn aslant); as long as the root of their importance."""
    x, y, width, height = box
    centre, size = (x + width / 2, y + 24 + (height - 24) / 2), min(width, height - 24) / 2 - 26
    aslant = np.array([[1, 0], [0, -1], [0.5, 0.35]])[: len(axes)]

    def place(vector):
        flat = vector[axes] @ aslant
        return centre[0] + size * flat[0], centre[1] + size * flat[1]

    out = [
        pictures.title(x, y, width, f"directions in latents {', '.join(str(a + 1) for a in axes)}")
    ]
    for a, axis in enumerate(axes):
        unit = np.eye(len(spaces.values))[axis]
        out += [
            pictures.line(*place(-unit), *place(unit), pictures.GRID),
            pictures.text(*place(1.08 * unit), f"z{axis + 1}", fill=pictures.FAINT),
        ]
    for k, (basis, weights) in enumerate(zip(spaces.bases, spaces.importances)):
        colour, dash = pictures.CLASSES[k], {} if k == 0 else {"stroke_dasharray": "7 4"}
        for vector, weight in zip(basis, weights):
            if weight > 1e-3:
                tip = place(np.sqrt(weight) * vector)
                out += [
                    pictures.line(
                        *place(-np.sqrt(weight) * vector), *tip, colour, stroke_width="3", **dash
                    ),
                    f'<circle cx="{tip[0]:.1f}" cy="{tip[1]:.1f}" r="5" fill="{colour}"/>',
                ]
    for k, name in enumerate(spaces.column_names):
        dash = {} if k == 0 else {"stroke_dasharray": "7 4"}
        out += [
            pictures.line(
                x + 8,
                y + 36 + 18 * k,
                x + 38,
                y + 36 + 18 * k,
                pictures.CLASSES[k],
                stroke_width="3",
                **dash,
            ),
            pictures.text(x + 44, y + 40 + 18 * k, name, "start"),
        ]
    return "".join(out)


@lab
def orthogonality():
    """Turn the space; bring two factors together. Which scores notice which?"""
    return Lab(
        draw_orthogonality,
        {
            "rotation": whole("turn the whole space, degrees", 0, 0, 90, 5),
            "between": whole("angle between the factors", 90, 0, 90, 5),
            "share": number("importance of the first direction", 0.75, 0.5, 1),
            "overlap": whole("directions in common", 0, 0, 2),
            "reads": choice("a factor reads", list(READS), "a straight line"),
            "drawn": choice("latents drawn", ["2", "3"], "2"),
        },
    )


# -------------------------------------------------------------------------------------------------- four cases


_case = functools.lru_cache(maxsize=32)(inclined_planes)


def draw_four_cases(reads, inclination, frequency):
    """IWO sees the planes, explicitness the function, D wants axes."""
    rep, spaces = _case(reads, inclination, frequency)
    explicit = explicitness_es(rep)
    scores = {
        "iwo": iwo(spaces).value,
        "explicitness_es": explicit.value,
        "disentanglement": disentanglement(rep, trees=5).value,
    }
    number_of = {
        ("squares", True): "i",
        ("squares", False): "ii",
        ("cosines", True): "iii",
        ("cosines", False): "iv",
    }[reads, inclination == 90]
    lines = [
        ", ".join(f"{name} = {value:.4f}" for name, value in scores.items()) + ".",
        f"Case ({number_of}): {reads} on {'orthogonal' if inclination == 90 else 'inclined'} planes. iwo is exact; the others on {len(rep):,} samples (polynomials; forests of 5 trees).",
        "Two planes of three latents always share a line; here it is latent 1, and so iwo cannot exceed 0.5.",
    ]
    alt = " ".join(lines)
    sizes = np.arange(1, len(explicit.matrix.values) + 1)
    panels = (
        directions_panel((10, 8, 290, 300), spaces, [0, 1, 2]),
        pictures.curve_panel(
            (310, 8, 260, 300),
            "loss left, by degree",
            sizes,
            explicit.matrix.values.mean(1),
            "degree of the polynomial",
            "share of loss",
        ),
        pictures.bars_panel((590, 8, 265, 200), "scores", scores),
    )
    return pictures.Picture(pictures.canvas(316, alt, *panels), alt, "\n".join(lines), scores)


@lab
def four_cases():
    """Two factors on two planes: incline the planes, or bend the function. Who notices what?"""
    return Lab(
        draw_four_cases,
        {
            "reads": choice("a factor reads", ["squares", "cosines"], "cosines"),
            "inclination": whole("angle between the planes", 90, 0, 90, 10),
            "frequency": number("frequency of the cosines", 4.0, 1, 8, 0.5),
        },
    )

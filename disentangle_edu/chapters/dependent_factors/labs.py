"""Factors that depend on each other: angles, and handwriting in colours."""

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ... import measures
from ...matrices import InformativenessMatrix
from ...metrics import (
    completeness,
    dependent_compactness,
    dependent_explicitness,
    dependent_modularity,
    disentanglement,
    mig,
    minimality,
    modularity,
    sufficiency,
)
from ...representation import Representation
from ...types import Progress
from ...viz.canvas import Canvas, Style, panel, stack
from ...viz.handles import Axis, Handle
from ...viz.panels import bars_panel, matrix_panel, scatter_panel
from ...viz.picture import Picture
from ...viz.svg import Keywords, heading, image_at
from ...viz.theme import FAINT, GRID, MARK
from ...widgets.controls import choice, number
from ...widgets.display import After
from ...widgets.lab import Lab, lab, register_public
from ...worlds import dependent as dependent_worlds
from ...worlds.dependent import ColouredDigits
from ..common.codes import CodeLab, code_control, most_changed_latent
from ..common.scores import Scores, brief, listed_scores

DEPENDENT_METRICS = (
    dependent_modularity,
    dependent_compactness,
    dependent_explicitness,
    minimality,
    sufficiency,
)
N_COUNTED, N_TRAINING = 20_000, 1_500  # samples for scores that count, and for those that train
N_DOTS = 300
LEAKS = 0.3  # a leak, and a dependence, that scores notice


@functools.lru_cache(maxsize=32)
def _world_and_sample(
    dependence: float, leak: float, nuisance: float, noise: float
) -> tuple[Representation, Representation]:
    """The world at the size for counting, and its first samples for what has to learn."""
    rep = dependent_worlds.angles(dependence, leak, nuisance, noise, samples=N_COUNTED)
    few = Representation(
        rep.factors[:N_TRAINING],
        rep.latents[:N_TRAINING],
        factor_names=rep.factor_names,
        latent_names=rep.latent_names,
        factor_types="levels",
        latent_types="levels",
    )
    return rep, few


@functools.lru_cache(maxsize=64)
def _classic_scores(dependence: float, leak: float, nuisance: float, noise: float) -> Scores:
    rep, few = _world_and_sample(dependence, leak, nuisance, noise)
    scores = [mig(rep), modularity(rep), disentanglement(few), completeness(few)]
    return {score.metric: score.value for score in scores}


@functools.lru_cache(maxsize=64)
def _dependent_scores(dependence: float, leak: float, nuisance: float, noise: float) -> Scores:
    rep, _ = _world_and_sample(dependence, leak, nuisance, noise)
    return {metric.__name__: metric(rep).value for metric in DEPENDENT_METRICS}


def _dependent_picture(values: dict[str, float], new: Scores, provenance: str) -> Picture:
    rep, classic = _world_and_sample(**values)[0], _classic_scores(**values)
    start = (0.0, 0.0, 0.0, 0.0)
    fits = np.abs(rep.factors[:, 2] - (rep.factors[:, 0] + rep.factors[:, 1]) // 2) < 0.5
    caption = (
        f"Angle 3 is the mean of the others in {fits.mean():.0%} of samples (chance: 20%). MIG is "
        f"{classic['mig']:.2f}, modularity for dependent factors {new['dependent_modularity']:.2f}."
    )
    lines = [
        f"Classic: {listed_scores(classic)}.",
        f"For dependent factors: {listed_scores(new)}.",
        f"MIG and modularity on {N_COUNTED:,} samples; D and C on {N_TRAINING:,}; {provenance}.",
    ]
    jitter = np.random.default_rng(1).uniform(-0.35, 0.35, (N_DOTS, 3))
    cloud = rep.factors[:N_DOTS] + jitter
    points = np.column_stack([(cloud[:, 0] + cloud[:, 1]) / 2, cloud[:, 2]])
    labels = "factors", "mean of angles 1 and 2", "angle 3"
    span = (-0.5, 4.5)
    flat = np.zeros(N_DOTS, int)
    plane = scatter_panel(labels, points, flat, height=240, x_range=span, y_range=span)
    bits = matrix_panel(
        measures.mutual_information(rep), cell=46, min_width=250, title="bits that MIG reads"
    )
    bars = stack(
        bars_panel(
            "classic; a stroke: at the start", classic, marks=_classic_scores(*start), key="old"
        ),
        bars_panel(
            "for dependent factors", brief(new), marks=brief(_dependent_scores(*start)), key="new"
        ),
    )
    scores = classic | new
    alt = f"How much angle 3 follows the others, and ten scores. {caption} {' '.join(lines)}"
    return Picture(
        panels=(stack(plane, bits), bars),
        description=alt,
        text="\n".join(lines),
        scores=scores,
        caption=caption,
    )


def draw_dependent_factors(**values: float) -> Picture:
    """Counted, on 20,000 samples of five-valued angles."""
    return _dependent_picture(
        values, _dependent_scores(**values), f"the lower five counted on {N_COUNTED:,}"
    )


def full_dependent_factors(progress: Progress, **values: float) -> Picture:
    """The five lower scores by forests, on 1,500 samples."""
    few = _world_and_sample(**values)[1]
    new = {m.__name__: m(few, method="forest", progress=progress).value for m in DEPENDENT_METRICS}
    provenance = f"the lower five by forests (our reconstruction) on {N_TRAINING:,}"
    return _dependent_picture(values, new, provenance)


@lab
def dependent_factors(after: After = None) -> Lab:
    """Let the third factor follow the others; then break the code. Which scores can tell?"""
    controls = {
        "dependence": number("how much angle 3 follows the others", 0.0, 0, 1, 0.05),
        "leak": number("latent 1 shows angle 2 instead", 0.0, 0, 1, 0.05),
        "nuisance": number("a coin moves latent 2", 0.0, 0, 1, 0.05),
        "noise": number("latent 3 shows a random angle", 0.0, 0, 1, 0.05),
    }
    tasks: dict[str, Callable[[dict], bool]] = {
        "let angle 3 follow the others all the way": lambda now: now["dependence"] == 1,
        "a code that leaks, of free factors": lambda now: (
            now["leak"] >= LEAKS and not now["dependence"]
        ),
        "both at once": lambda now: now["leak"] >= LEAKS and now["dependence"] >= LEAKS,
    }
    hears: Keywords = {"full": full_dependent_factors, "tasks": tasks, "after": after}
    return Lab(draw_dependent_factors, controls, **hears)


# --------------------------------------------------------------------------------- coloured digits

LATENT_NAMES = ("latent 1", "latent 2", "latent 3")
STRIP, ROW, N_DIGITS = 6, 108.0, 12  # images in a row, pixels of a row, digits shown as drawn


@functools.lru_cache(maxsize=16)
def _digits_and_code(strength: float, code: str) -> tuple[ColouredDigits, Representation]:
    digits = _images(strength)
    return digits, digits.representation(code)


@functools.lru_cache(maxsize=8)
def _images(strength: float) -> ColouredDigits:
    return ColouredDigits(strength)


@functools.lru_cache(maxsize=16)
def _decoder(strength: float, code: str) -> Any:
    return _digits_and_code(strength, code)[0].decoder(code)


def decoded(strength: float, code: str, latents: np.ndarray) -> np.ndarray:
    """Images of latents, as a decoder draws them that has learned it from this very code."""
    return _decoder(strength, code)(latents)


@panel(332, min_width=220, max_width=340)
def _samples_panel(canvas: Canvas, digits: ColouredDigits, image: np.ndarray) -> None:
    """Some digits as they were drawn, and the one that the latents make now."""
    x, y, width, _ = canvas.box
    canvas.title(f"{N_DIGITS} digits as drawn", "as drawn")
    size = min((width - 15) / 6, 52)
    for j in range(N_DIGITS):
        corner = x + (size + 3) * (j % 6), y + 26 + (size + 3) * (j // 6)
        canvas.add(image_at(*corner, size, digits.images[j], f"seen{j}"))
    canvas.add(heading(x, y + 150, width, "what the latents make now"))
    canvas.add(image_at(x, y + 176, 148, image, "now"))


@panel(28 + ROW * 3, min_width=330, max_width=520)
def _rows_panel(
    canvas: Canvas,
    strength: float,
    code: str,
    latents: np.ndarray,
    rep: Representation,
    chosen: int,
) -> None:
    """A row per latent: the image with this latent moved from low to high, and its handle below."""
    low, high = rep.latents[:, :3].min(0), rep.latents[:, :3].max(0)
    x, y, width, _ = canvas.box
    canvas.title("move one latent, hold all others", "move one latent")
    left = x + 74
    step = (width - 78) / STRIP
    size = min(step - 6, 66)
    for k, name in enumerate(LATENT_NAMES):
        row_y = y + 28 + ROW * k
        start = np.tile(latents, (STRIP, 1))
        start[:, k] = np.linspace(low[k], high[k], STRIP)
        for j, image in enumerate(decoded(strength, code, start)):
            canvas.add(image_at(left + j * step, row_y, size, image, f"image{k}-{j}"))
        ends = left + size / 2, left + (STRIP - 1) * step + size / 2
        value = round(float(np.clip(latents[k], low[k], high[k])), 2) + 0.0  # no -0.00
        mark = ends[0] + (value - low[k]) / (high[k] - low[k]) * (ends[1] - ends[0])
        rail = row_y + size + 16
        colour = MARK if k == chosen else FAINT
        canvas.text(left - 10, row_y + size / 2, name, "end", link=name)
        canvas.text(
            left - 10, rail + 4, f"{value:.2f}", "end", colour, font_size="11", key=f"value{k}"
        )
        canvas.line(ends[0], rail, ends[1], rail, GRID, stroke_width="4")
        reach = float(low[k]), float(high[k])
        axis = Axis(f"latents/{k}", value, *reach, (reach[1] - reach[0]) / 100, "x", *ends)
        handle = Handle(name, (axis,), f"{value:.2f}")
        canvas.circle(mark, rail, 8, MARK, key=f"knob{k}", handle=handle, link=name)


@functools.lru_cache(maxsize=32)
def _digit_scores(strength: float, code: str) -> tuple[Scores, InformativenessMatrix, list[float]]:
    _, rep = _digits_and_code(strength, code)
    scores = {"mig": mig(rep).value, "modularity": modularity(rep).value}
    for metric in (dependent_modularity, minimality):
        scores[metric.__name__] = metric(rep, method="forest", n_estimators=3).value
    return scores, measures.mutual_information(rep), dependent_worlds.accuracy_alone(rep)


def draw_coloured_digits(
    strength: float, code: str, moved: str, latents: Sequence[float]
) -> Picture:
    """Digits as drawn, and one of them with its latents to be moved one at a time."""
    digits, rep = _digits_and_code(strength, code)
    scores, bits, accuracies = _digit_scores(strength, code)
    k = LATENT_NAMES.index(moved)
    now = rep.latents[0].copy()
    now[:3] = latents or now[:3]
    low, high = rep.latents[:, k].min(), rep.latents[:, k].max()
    row = bits.values[k]
    top = np.argsort(-row)[:2]
    caption = (
        f"Moving {moved}: it tells {row[top[0]]:.2f} bits about the {rep.factor_names[top[0]]} and "
        f"{row[top[1]]:.2f} about the {rep.factor_names[top[1]]}."
    )
    shares = zip(rep.factor_names, accuracies)
    lines = [
        f"{listed_scores(scores)} ({len(rep)} images; the last two by forests of 3 trees, our "
        "reconstruction).",
        "Accuracy from one latent alone: "
        + ", ".join(f"{name} {share:.2f}" for name, share in shares)
        + f". {digits.source}.",
    ]
    alt = (
        f"Coloured digits, strength {strength}, {code}; {moved} moved from {low:.2f} to "
        f"{high:.2f}. {caption} {' '.join(lines)}"
    )
    panels = (
        _samples_panel(digits, decoded(strength, code, now[None])[0]),
        _rows_panel(strength, code, now, rep, k),
        bars_panel("scores", brief(scores), step=30),
    )
    return Picture(
        panels=panels, description=alt, text="\n".join(lines), scores=scores, caption=caption
    )


def follow_digits(before: dict, now: dict) -> dict:
    """Another code brings its own latents; the latent that was dragged is the one talked about."""
    if (before["strength"], before["code"]) != (now["strength"], now["code"]):
        return now | {"latents": []}
    if before["latents"] and now["latents"] and before["latents"] != now["latents"]:
        return now | {"moved": LATENT_NAMES[most_changed_latent(before["latents"], now["latents"])]}
    return now


def _first_code(values: dict) -> list[float]:
    """The three latents of the first image."""
    rep = _digits_and_code(values["strength"], values["code"])[1]
    return rep.latents[0, :3].round(3).tolist()


class ColouredDigitsLab(CodeLab):
    """The code of the first image."""

    codes = {"latents": _first_code}


@lab
def coloured_digits(after: After = None) -> Lab:
    """Digits whose colours depend on the digit; move one latent and see what changes."""
    controls = {
        "strength": number("how much colours depend on the digit", 1.0, 0, 1, 0.25),
        "code": choice("code", list(dependent_worlds.DIGIT_CODES), "learned with labels"),
        "moved": choice("talk about", list(LATENT_NAMES), "latent 1"),
        "latents": code_control("latents", 3),
    }
    return ColouredDigitsLab(
        draw_coloured_digits, controls, update_state=follow_digits, after=after
    )


# The pairs of colours, in the order of the columns below.
PAIRS = ("orange on black", "orange on white", "green on black", "green on white")


@register_public
def all_combinations(strength: float = 0.5, code: str = "learned with labels") -> Picture:
    """Every digit in every pair of colours, also those that were never drawn, made of one image."""
    digits, rep = _digits_and_code(strength, code)
    wanted = np.array([(d, ink, ground) for d in range(4) for ink in (0, 1) for ground in (0, 1)])
    latents = np.tile(rep.latents[0], (16, 1))
    for k in range(3):
        values = range(wanted[:, k].max() + 1)
        means = [rep.latents[rep.factors[:, k] == value, k].mean() for value in values]
        latents[:, k] = np.array(means)[wanted[:, k]]
    existing = {tuple(row) for row in digits.factors}
    new = [tuple(row) not in existing for row in wanted]
    images = decoded(strength, code, latents)

    @panel(66 + 4 * 132, min_width=340, max_width=600)
    def draw(canvas: Canvas) -> None:
        x, y, width, _ = canvas.box
        canvas.title("a dashed frame: never drawn")
        left, top = x + 54, y + 60
        step = min((width - 50) / 4, 132)
        size = step - 16
        for j, pair in enumerate(PAIRS):
            for line_, word in enumerate(pair.split(" on ")):
                style: Style = {"font_size": "11"}
                word = word if line_ == 0 else f"on {word}"
                middle = left + step * j + size / 2
                canvas.text(middle, top - 22 + 14 * line_, word, fill=FAINT, **style)
        for j, (image, is_unseen) in enumerate(zip(images, new)):
            corner = left + step * (j % 4), top + step * (j // 4)
            if j % 4 == 0:
                canvas.text(x, corner[1] + size / 2 + 4, f"digit {j // 4}", "start", FAINT)
            canvas.add(image_at(*corner, size, image, f"made{j}"))
            frame = {"stroke_width": "2.5", "stroke_dasharray": "6 4"}
            if is_unseen:
                canvas.rect(corner[0] - 4, corner[1] - 4, size + 8, size + 8, "none", MARK, **frame)

    caption = (
        f"Sixteen combinations made from one image ({code}) by setting latents 1, 2 and 3; "
        f"{sum(new)} of them were never drawn at strength {strength}."
    )
    return Picture(panels=(draw(),), description=caption, caption=caption)

"""Labs on bent latents: what straight lines see of them, and bins; and of one with many levels."""

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ... import measures, metrics
from ...measures._linear_svm_1d import Ranked, margin_lines
from ...measures._supervised import rescale, train_test_rows
from ...measures.information import entropy
from ...representation import Representation
from ...score import Score
from ...types import Floats
from ...viz.canvas import Canvas, panel, scale
from ...viz.markdown import enumerated
from ...viz.panels import (
    Place,
    along,
    bars_panel,
    class_colour,
    curve_panel,
    draw_axes,
    scatter_panel,
)
from ...viz.svg import (
    FAINT,
    GRID,
    GROUND,
    MARK,
    PAPER,
    PART,
    Axis,
    Handle,
    Keywords,
    Panel,
    Picture,
    Style,
    bracket,
    circle,
    line,
    polyline,
    stack,
    text,
)
from ...widgets.change_text import use_caption
from ...widgets.controls import choice, dragged, number, whole
from ...widgets.display import After
from ...widgets.lab import Lab, lab
from ...worlds import examples
from ...worlds.world import World
from ..common.joint import joint_panel
from ..common.lines import Lines, lines_panel
from .quiz import COPIES, SPLIT, sap_of_copies

SAMPLES = 10_000  # the paper's size is quick enough for every step
SHOWN = 100
GREEN = class_colour(2)  # of the best curve, which lies upon blue dots
EXPONENTS = np.arange(1, 36, 2)
NOTE_ON_CELLS = (
    "a column with one filled cell: this bin tells the factor; with many: it leaves a guess"
)
LIVE_SEEDS = range(3)


def _scatter_panel(
    z: np.ndarray, v: np.ndarray, latent: str, r2: float, curve: list[tuple[Floats, Floats]]
) -> Panel:
    """Latent and factor, the best line, and what the line misses at each sample.

    curve : the best curve, or nothing where every curve can be had.
    """
    slope, height = np.polyfit(z, v, 1)

    def over(to_pixels: Place) -> str:
        out = []
        for j, (a, b) in enumerate(zip(z[:SHOWN], v[:SHOWN])):
            start, end = (
                to_pixels(a, b),
                to_pixels(a, float(np.clip(slope * a + height, -1.05, 1.05))),
            )
            out.append(line(*start, *end, MARK, stroke_width="1", opacity="0.55", key=f"res{j}"))
        ends = np.clip((np.array([-1.05, 1.05]) - height) / slope, z.min(), z.max())
        line_ends = [to_pixels(a, slope * a + height) for a in ends]
        out.append(polyline(line_ends, MARK, key="line", pointer_events="none"))
        for j, piece in enumerate(curve):
            bent: Style = {"key": f"best{j}", "pointer_events": "none"}
            ways = [to_pixels(a, b) for a, b in zip(*piece)]
            out.append(polyline(ways, GREEN, stroke_dasharray="6 4", stroke_width="3", **bent))
        return "".join(out)

    labels = f"a line from {latent} explains {r2:.0%}", latent, "factor 1"
    points = np.column_stack([z, v])[:SHOWN]
    across = (-2.0, 2.0) if z.min() < -1.01 else (-1.05, 1.05)
    none = np.zeros(SHOWN, int)  # one class
    return scatter_panel(labels, points, none, over=over, x_range=across, y_range=(-1.05, 1.05))


def _gap_panel(values: Sequence[float]) -> Panel:
    """How well each latent alone predicts factor 1; the gap between the two best is SAP."""
    names = [f"latent {i + 1}" for i in range(len(values))]
    first, second = np.sort(values)[::-1][:2]

    @panel(300, min_width=230, max_width=320)
    def draw(canvas: Canvas) -> None:
        x, y, width, height = canvas.box
        canvas.title("R² of a line to factor 1", "R² of a line")
        top, bottom = y + 42, y + height - 40
        step = (width - 70) / len(values)
        level = scale((0, 1), (bottom, top))
        canvas.rect(x, top, width - 70, bottom - top, GROUND, GRID)
        for i, (name, value) in enumerate(zip(names, values)):
            style: Style = {"key": f"r{i}", "link": name, "title": f"{name}: {value:.3f}"}
            left, bar_width = x + i * step + 8, step - 16
            canvas.rect(left, level(value), bar_width, bottom - level(value), PART, **style)
            style = {"key": f"rn{i}", "link": name, "font_size": "11"}
            canvas.text(left + bar_width / 2, bottom + 15, name, fill=FAINT, **style)
            label = f"{value:.3f}"
            canvas.text(left + bar_width / 2, level(value) - 5, label, key=f"rv{i}")
        bracket_x = x + width - 64
        canvas.add(bracket(bracket_x, level(first), level(second), f"{first - second:.3f}"))
        note = "by the formula; SAP is the gap"
        canvas.note(x, bottom + 34, note)

    return draw()


@functools.lru_cache(maxsize=64)  # a hand that drags comes by the same exponents again
def _draw_and_scores(
    world: Callable[[int], World], exponent: int
) -> tuple[Representation, tuple[Score, ...]]:
    """The first draw of a world of that exponent, and SAP of every draw."""
    reps = [world(exponent).sample(SAMPLES, seed) for seed in LIVE_SEEDS]
    return reps[0], tuple(metrics.sap(rep) for rep in reps)


def _curve_of_exponents(
    labels: tuple[str, str, str], curve: Floats, exponent: int, value: float
) -> Panel:
    """A score over exponents, with a mark to drag along it."""

    def handle(to_pixels: Place) -> Handle:
        axis = along("exponent", exponent, (1, 35), 2, (to_pixels(1, 0)[0], to_pixels(35, 0)[0]))
        return Handle("exponent", (axis,), f"{exponent}")

    return curve_panel(labels, EXPONENTS, curve, mark=(exponent, value), handle=handle)


def _describe_samples(scores: Sequence[Score], exact: float) -> str:
    """What comes out of samples, beside what comes out exactly."""
    gaps = " and ".join(f"{part:.4f}" for part in scores[0].parts)
    values = [float(score) for score in scores]
    spread = f"spread {np.std(values, ddof=1):.4f} over {len(values)} repetitions"
    each = ", ".join(f"{value:.4f}" for value in values)
    return (
        f"By the formula: {exact:.6f}.\n"
        f"In the samples drawn: the gaps of the two factors are {gaps}, their mean {values[0]:.4f}."
        f"\nSAP in draws of {SAMPLES:,} samples: {each}; {spread}. {SHOWN} samples are shown."
    )


def _sap_picture(
    world: Callable[[int], World],
    exponent: int,
    latent: int,
    exactly: Callable[[Any], Any],
    what: Callable[[float], str],
) -> Picture:
    first, scores = _draw_and_scores(world, exponent)
    z, v, name = first.latents[:, latent], first.factors[:, 0], first.latent_names[latent]
    exact = float(exactly(exponent))
    bent = latent == 0
    r2 = exact if bent else 1 - exact  # of a line, by the formula as well
    caption = f"At exponent {exponent} SAP is {exact:.3f} by the formula: {what(r2)}"
    text = _describe_samples(scores, exact)
    curve: list[tuple[Floats, Floats]] = []
    if not bent:
        curve, best = examples.conditional_mean_curve(exponent)
        caption += f" The best curve (dashed) would explain {best:.0%}."
        text += f"\nThe best curve is the mean of the factor given the latent: R² {best:.3f}."
    alt = (
        f"Factor 1 against {name} with the best line, R² of each latent, and SAP's curve. {caption}"
    )
    labels = "SAP over exponents: drag the mark", "exponent (odd)", "SAP"
    panels = (  # on a phone the mark lies right below what it moves
        _scatter_panel(z, v, name, r2, curve),
        _curve_of_exponents(labels, exactly(EXPONENTS), exponent, exact),
        _gap_panel((r2, 0.0) if bent else (1.0, r2, 0.0)),
    )
    return Picture(panels, alt, text, {"sap": scores[0], "closed form": exact}, caption)


def draw_sap_power(exponent: int) -> Picture:
    """Fact 6: each latent is its factor to an odd power."""

    def what(r2: float) -> str:
        line = f"a line explains {r2:.0%} of factor 1."
        if exponent == 1:
            return f"the latent is its factor, and {line}"
        return f"the latent still determines its factor, but {line}"

    return _sap_picture(examples.power_world, exponent, 0, examples.r2_of_power, what)


def draw_sap_hidden_sum(exponent: int) -> Picture:
    """Fact 8: a latent that follows both factors, hidden from straight lines."""

    def what(r2: float) -> str:
        return (
            f"a line sees {r2:.0%} of factor 1 in the middle latent, which follows both factors, "
            "so nearly all that latent 1 tells is gap."
            if r2 < 0.12
            else f"a line sees {r2:.0%} of factor 1 in the middle latent, which narrows the gap."
        )

    def exactly(p: Any) -> Any:
        return 1 - examples.r2_of_power(p) / 2

    return _sap_picture(examples.hidden_sum_world, exponent, 1, exactly, what)


def _describe_bend(before: Picture, now: Picture) -> str:
    """How the score moved, and what a line sees now."""
    was, became = (float(picture.scores["closed form"]) for picture in (before, now))
    if f"{was:.3f}" == f"{became:.3f}":
        return now.caption
    return now.caption.replace(
        "SAP is", f"SAP {'rises' if became > was else 'falls'} from {was:.3f} to", 1
    )


def _exponent_control(value: int) -> dict:
    return {"exponent": dragged(whole("odd exponent", value, 1, 35, 2))}


@lab
def sap_power(after: After = None) -> Lab:
    """Bend each latent: the information stays, the straight line fails."""
    return Lab(draw_sap_power, _exponent_control(15), describe_change=_describe_bend, after=after)


@lab
def sap_hidden_sum(after: After = None) -> Lab:
    """Hide a latent that follows both factors behind a large exponent."""
    return Lab(
        draw_sap_hidden_sum, _exponent_control(25), describe_change=_describe_bend, after=after
    )


# ------------------------------------------------------------------------- and without a line: bins

EQUAL_WIDTHS, EQUAL_COUNTS = "equal widths", "equal counts"


@functools.lru_cache(maxsize=64)
def _sample_for_bins(exponent: int, cut: str) -> Representation:
    """A draw of a power world; for bins of equal counts each latent is replaced by its ranks."""
    rep = _draw_and_scores(examples.power_world, exponent)[0]
    if cut == EQUAL_WIDTHS:
        return rep
    return Representation(rep.factors, rep.latents.argsort(0).argsort(0).astype(float))


@functools.cache
def _mig_of_powers(cut: str) -> Floats:
    """MIG of a power world at each exponent, one draw."""
    return np.array(
        [metrics.mig(_sample_for_bins(int(exponent), cut)).value for exponent in EXPONENTS]
    )


def draw_bins_of_power(exponent: int, cut: str) -> Picture:
    """Bent latents in bins: how much of the factor is left to guess in each?"""
    rep, curve = _sample_for_bins(exponent, cut), _mig_of_powers(cut)
    counts = np.histogram2d(rep.latents[:, 0], rep.factors[:, 0], bins=measures.BINS)[0]
    value, fullest = float(curve[exponent // 2]), counts[counts.sum(1).argmax()]
    mixed = int((fullest > 0).sum())
    mixture = f"{mixed} of its {measures.BINS} bins: which one, the latent's bin cannot tell"
    caption = (
        f"At exponent {exponent} the fullest bin of the latent holds "
        f"{fullest.sum() / len(rep.factors):.0%} of the samples. There the factor lies in "
        f"{mixture if mixed > 1 else 'one bin of its own, so this bin tells which'}. "
        f"MIG is {value:.3f}."
    )
    labels = "MIG over exponents: drag the mark", "exponent (odd)", "MIG"
    panels = (
        joint_panel(counts, "latent 1", "factor 1", "in bins", NOTE_ON_CELLS, "bins"),
        _curve_of_exponents(labels, curve, exponent, value),
    )
    score = metrics.mig(rep)
    own_bits, other_bits = score.matrix.values[:2, 0]
    details = (
        f"Factor 1 holds {entropy(counts.sum(0)):.2f} bits in these bins: latent 1 tells "
        f"{own_bits:.2f}, latent 2 {other_bits:.2f} (what chance gives). The gap over the whole is "
        f"factor 1's part, {score.parts[0]:.3f}; MIG is the mean of both factors.\n"
        f"{SAMPLES:,} samples, one draw, in {measures.BINS} bins of {cut} for the latents."
    )
    alt = f"Counts of samples in bins of latent 1 and factor 1, and MIG's curve. {caption}"
    return Picture(panels, alt, details, {"mig": value}, caption)


@lab
def bins_of_power(after: After = None) -> Lab:
    """Bend each latent, and count it in bins: the middle bin fills, and tells less and less."""
    cuts = [EQUAL_WIDTHS, EQUAL_COUNTS]
    controls = _exponent_control(1) | {"cut": choice("bins of a latent have", cuts, EQUAL_WIDTHS)}
    return Lab(draw_bins_of_power, controls, describe_change=use_caption, after=after)


# -------------------------------------------------------------------- a line for each level

MOST_LEVELS = 16
C_TRIED = 0.01, 0.1, 1.0, 100.0
READERS = [*(f"SVM, C = {C:g}" for C in C_TRIED), "a line (levels as numbers)"]
HIGHEST, REACH = 1.6, 2.0  # of the lines, and of the standardised latent, as far as it is drawn


@panel(30, min_width=320, max_width=520)
def _recognised_panel(canvas: Canvas, lines: Lines) -> None:
    """Which levels of factor 2 are told from samples of its own: a dot for each, as above."""
    x, y, _, _ = canvas.box
    canvas.note(x, y + 14, "same for factor 2:")
    for j, (name, recognised) in enumerate(zip(lines.names, lines.recognised)):
        dot: Style = {"stroke": PART, "stroke_width": "2", "key": f"second{j}"}
        dot["title"] = f"{name} of factor 2: {'told' if recognised else 'not told'}"
        canvas.circle(x + 118 + 15 * j, y + 10, 5, PART if recognised else PAPER, **dot)


@functools.lru_cache(maxsize=64)
def _fit_level_lines(factor: int, levels: int, C: float, samples: int) -> Lines:
    """The lines of a copied factor's levels, fitted to the very samples from which SAP learns."""
    rep = examples.copy_world(levels, levels).sample(samples)
    train_rows, _ = train_test_rows(rep, SPLIT, True, 0)
    z, codes = rescale(rep.latents, "standard", train_rows)[:, factor], rep.factors[:, factor]
    latent = Ranked(z[None, train_rows])
    slopes, heights = margin_lines(latent, codes[train_rows].astype(int), C=C, balanced=True)
    names = [f"level {j + 1}" for j in range(levels)]
    spans = (-REACH, REACH), (-HIGHEST, HIGHEST)
    return Lines(np.unique(z), slopes[0], heights[0], names, spans)


def _numbers_panel(levels: int, own_r2: float, other_r2: float) -> tuple[Panel, str]:
    """One line goes through all levels: the picture, and what it says."""
    places = list(range(1, levels + 1))

    def over(to_pixels: Place) -> str:
        return "".join(
            circle(*to_pixels(level, level), 5, PART, key=f"number{level}") for level in places
        )

    labels = "levels as numbers: one line meets all", "latent 1", "factor 1"
    panel = curve_panel(labels, places, places, y_range=(0, levels + 1), over=over, key="number")
    caption = (
        f"Read as numbers, {levels} levels lie on one line: R² is {own_r2:.3f} from a factor's own "
        f"latent, and {other_r2:.3f} from the other."
    )
    return panel, caption


def _svm_panel(
    levels: int, C: float, samples: int, own_accuracy: float, other_accuracy: float
) -> tuple[Panel, str]:
    """A line for each level of either factor: the picture, and what it says."""
    fitted = [_fit_level_lines(factor, levels, C, samples) for factor in (0, 1)]
    labels = "factor 1: a line for each level; the highest wins", "latent 1, standardised"
    panels = lines_panel(fitted[0], labels, "line", (330, 520)), _recognised_panel(fitted[1])
    recognised = [_describe_recognised(lines.recognised) for lines in fitted]
    whose = (
        recognised[0]
        if recognised[0] == recognised[1]
        else f"of factor 1 {recognised[0]}, of factor 2 {recognised[1]}"
    )
    caption = (
        f"{levels} levels: {whose} have the highest line at their own place. New samples told "
        f"rightly: {own_accuracy:.3f} by a factor's own latent, {other_accuracy:.3f} by the other, "
        "which guesses."
    )
    return stack(*panels), caption


def draw_sap_levels(levels: int, C: float | None, samples: int) -> Picture:
    """Plain copies of two factors: which levels does a classifier of straight lines tell?"""
    counts = range(2, MOST_LEVELS + 1)
    curve = np.array([sap_of_copies(count, C, samples).value for count in counts])
    value, shares = float(curve[levels - 2]), sap_of_copies(levels, C, samples).matrix.values
    own_scores, other_scores = shares.diagonal(), shares[::-1].diagonal()

    def handle(to_pixels: Place) -> Handle:
        ends = to_pixels(2, 0)[0], to_pixels(MOST_LEVELS, 0)[0]
        axis = along("levels", levels, (2, MOST_LEVELS), 1, ends)
        return Handle("levels", (axis,), f"{levels} levels")

    means = float(own_scores.mean()), float(other_scores.mean())
    read = _numbers_panel(levels, *means) if C is None else _svm_panel(levels, C, samples, *means)
    caption = f"{read[1]} SAP is the gap: {value:.3f}."

    def over(to_pixels: Place) -> str:
        if C is None:
            return ""
        points = [to_pixels(count, 1 - 1 / count) for count in counts]
        label = text(points[-1][0], points[-1][1] - 6, "1 - 1/levels", "end", FAINT, font_size="11")
        return polyline(points, FAINT, stroke_dasharray="5 4", key="most") + label

    labels = "SAP over levels: drag the mark", "levels", "SAP"
    options: Keywords = {"mark": (levels, value), "handle": handle, "over": over}
    panels = read[0], curve_panel(labels, counts, curve, y_range=(0, 1), **options)
    details = (
        f"Factor 1 and 2, from the own latent: {own_scores[0]:.3f} and {own_scores[1]:.3f}; from "
        f"the other: {other_scores[0]:.3f} and {other_scores[1]:.3f}. SAP is the mean gap.\n"
        f"Two factors, {samples:,} samples, one draw{'' if C is None else '; a quarter is judged'}."
    )
    alt = f"Lines for {levels} levels, and SAP over their number. {caption}"
    return Picture(panels, alt, details, {"sap": value}, caption)


def _describe_recognised(recognised: NDArray[np.bool_]) -> str:
    return "all" if recognised.all() else f"only {enumerated(np.flatnonzero(recognised) + 1)}"


@lab
def sap_levels(after: After = None) -> Lab:
    """Plain copies of factors with more and more levels: which of them does SAP's reader tell?"""
    controls = {
        "levels": dragged(whole("levels", 2, 2, MOST_LEVELS)),
        "C": choice("read by", [*C_TRIED, None], C_TRIED[0], READERS),
        "samples": choice(
            "samples", [COPIES, SAMPLES], COPIES, [f"{n:,}" for n in (COPIES, SAMPLES)]
        ),
    }
    return Lab(draw_sap_levels, controls, describe_change=use_caption, after=after)


FACTOR = np.linspace(-1, 1, 5)  # the five samples of worked.line_by_hand, half as far apart
STEEPEST = 1.4  # slope of a line
NEAR = 0.002  # how near to the best line's R² is near
END = 1.15  # where a line ends, and the hand has it


def _residuals(latent: Floats, slope: float) -> Floats:
    """What a line through the middle misses of each sample (all are laid out evenly around it)."""
    return FACTOR - slope * latent


@panel(330, min_width=330, max_width=460)
def _line_panel(canvas: Canvas, latent: Floats, slope: float, power: int) -> None:
    """The samples, a line to be turned, and a square on what it misses of each."""
    x, y, width, height = canvas.box
    axes = "turn the line by its end", f"latent = factor to the power of {power}", "factor"
    to_pixels = draw_axes(
        canvas, axes, (-1.3, 1.3), (-1.7, 1.7), box=(x, y, min(width, 440.0), height)
    )
    for j, (z, v, miss) in enumerate(zip(latent, FACTOR, _residuals(latent, slope))):
        across, top = to_pixels(z, max(v, v - miss))
        side = abs(to_pixels(0, miss)[1] - to_pixels(0, 0)[1])
        left = across if z <= 0 else across - side  # towards the middle
        canvas.rect(left, top, side, side, MARK, MARK, key=f"square{j}", fill_opacity="0.3")
        canvas.line(across, top, across, top + side, MARK, key=f"miss{j}", stroke_width="2")
    style: Style = {"key": "line", "stroke_width": "2", "pointer_events": "none"}
    canvas.line(*to_pixels(-END, -END * slope), *to_pixels(END, END * slope), MARK, **style)
    for j, (z, v) in enumerate(zip(latent, FACTOR)):
        canvas.circle(*to_pixels(z, v), 5, PART, key=f"sample{j}")
    ends = to_pixels(0, 0)[1], to_pixels(0, END * STEEPEST)[1]
    axis = Axis("slope", slope, 0.0, STEEPEST, 0.01, "y", *ends)
    handle = Handle("slope of the line", (axis,), f"{slope:.2f}")
    canvas.circle(*to_pixels(END, END * slope), 9, MARK, key="end", handle=handle)


def draw_straight_line(power: int, slope: float) -> Picture:
    """Five samples of a bent latent, a line, and what it misses."""
    latent = FACTOR**power
    total = float((FACTOR**2).sum())
    missed = float((_residuals(latent, slope) ** 2).sum())
    best = float(latent @ FACTOR / (latent @ latent))
    least = float((_residuals(latent, best) ** 2).sum())
    r2 = 1 - missed / total
    caption = (
        f"This line misses {missed:.3f} of {total:.3f}: 1 - {missed:.3f} / {total:.3f} = {r2:.3f}."
    )
    inner = float((_residuals(latent, best)[1:-1] ** 2).sum())
    if missed - least > NEAR * total:
        caption += " Another line misses less."
    elif abs(slope - best) > 0.006:  # a step of the hand
        caption += f" Near enough: the best line has {1 - least / total:.3f}, and that is R²."
    elif least < NEAR:
        caption += " No line is better: it misses nothing."
    else:
        caption += (
            f" To three digits no line misses less, so this is R². Of what it misses "
            f"{inner / least:.0%} lies at the two inner samples, which the power has drawn to the "
            "middle."
        )
    areas = {"all (flat line)": total, "missed": missed}
    panels = (
        _line_panel(latent, slope, power),
        bars_panel("areas of the squares, summed", areas, top=total, key="areas"),
    )
    details = f"R² = {r2:.4f} of this line; the slope of the best one is {best:.4f}."
    return Picture(panels, f"Five samples and a line. {caption}", details, {"R²": r2}, caption)


@lab
def straight_line(after: After = None) -> Lab:
    """Turn a line until the squares on what it misses are smallest: what is left is R²."""
    controls = {
        "power": choice("power of the latent", (1, 3, 5, 9), 3),
        "slope": dragged(number("slope of the line", 0.2, 0, STEEPEST)),
    }
    return Lab(draw_straight_line, controls, describe_change=use_caption, after=after)

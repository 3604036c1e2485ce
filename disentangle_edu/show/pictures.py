"""Results -> pictures. What moves live is a small SVG (under a millisecond); curves to study are matplotlib Axes.

Nothing is computed here: a picture only shows what a matrix or a score already holds. Every picture carries its numbers
as text, once for the eye beside it and once as the description that a screen reader speaks.
"""

import base64
import html
from dataclasses import dataclass, field

import numpy as np

from .. import core

WIDTH = 860
TEXT = f"max-width:{WIDTH}px;font-size:13px;line-height:1.5"
INK, FAINT, GRID = "#1f2933", "#52606d", "#d9dee4"
PART = "#0072b2"
# Okabe and Ito's colours, told apart with any kind of colour vision; a marker of its own goes with each.
CLASSES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")


@dataclass(frozen=True)
class Picture:
    """An SVG with its description, the sentences that belong beside it, and the scores it shows."""

    svg: str
    alt: str
    text: str
    scores: dict = field(default_factory=dict)

    def live(self):
        """HTML for a place that is replaced while somebody drags: the SVG itself, then the text."""
        lines = 1.5 * (
            len(self.text.splitlines()) + 1
        )  # room for a line that wraps: what stands below should not jump
        return (
            f'<div style="overflow-x:auto">{self.svg}</div>'
            f'<div class="picture-text" style="min-height:{lines:.1f}em;{TEXT}">{self._paragraphs()}</div>'
        )

    def still(self):
        """HTML for a committed notebook: the SVG as an image, which also shows where scripts are not trusted."""
        data = base64.b64encode(self.svg.encode()).decode()
        return (
            f'<img alt="{html.escape(self.alt)}" style="max-width:100%" src="data:image/svg+xml;base64,{data}"/>'
            f'<div style="{TEXT}">{self._paragraphs()}</div>'
        )

    def _paragraphs(self):
        return "".join(
            f'<p style="margin:0">{html.escape(line)}</p>' for line in self.text.splitlines()
        )

    def __repr__(self):
        return self.text

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"text/plain": self.text, "text/html": self.still()}


def preformatted(words):
    """Text as HTML in a fixed-width font, wrapped where the page ends."""
    return f'<pre style="white-space:pre-wrap;max-width:{WIDTH}px;font-size:12px;line-height:1.4">{html.escape(words)}</pre>'


def canvas(height, alt, *fragments):
    """One SVG of the common width, with its description."""
    alt = html.escape(alt)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{alt}" viewBox="0 0 {WIDTH} {height}" '
        f'width="{WIDTH}" height="{height}" style="width:100%;min-width:640px;max-width:{WIDTH}px;height:auto" font-family="DejaVu Sans, Verdana, sans-serif" font-size="12">'
        f'<title>{alt}</title><rect width="{WIDTH}" height="{height}" fill="#fff"/>{"".join(fragments)}</svg>'
    )


def rect(x, y, width, height, fill="none", stroke="none", **more):
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{fill}" stroke="{stroke}"'
        f"{_attributes(more)}/>"
    )


def text(x, y, words, anchor="middle", fill=INK, **more):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{fill}"{_attributes(more)}>{html.escape(str(words))}</text>'


def line(x1, y1, x2, y2, stroke=INK, **more):
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{stroke}"{_attributes(more)}/>'


def _attributes(more):
    return "".join(f' {key.replace("_", "-")}="{value}"' for key, value in more.items())


def blue(share):
    """White to dark blue for 0 to 1: lightness alone carries the value, so it reads in grey too."""
    stops = np.array([[255, 255, 255], [158, 202, 225], [49, 130, 189], [8, 48, 107]])
    place = min(max(share, 0.0), 1.0) * 3
    low = min(int(place), 2)
    r, g, b = (stops[low] + (stops[low + 1] - stops[low]) * (place - low)).round().astype(int)
    return f"rgb({r},{g},{b})"


def short(name, width):
    """A name that fits into so many pixels: whole, or its last word, or cut."""
    if len(name) * 7 <= width:
        return name
    last = name.split()[-1]
    if len(last) * 7 <= width:
        return last
    return "" if last.isdigit() else last[: int(width / 7)]  # half a number would be another number


def title(x, y, width, *versions):
    """The longest version of a title that fits into the width."""
    fitting = [words for words in versions if len(words) * 7.6 <= width]
    return text(x, y + 12, (fitting or versions[-1:])[0], "start", font_weight="bold")


# ------------------------------------------------------------------------------------------------------ panels
# Every panel takes its box (x, y, width, height) and returns SVG that stays inside it.


MOST_ROWS = 30


def _most_telling_rows(matrix):
    """The matrix, or the rows with its largest entries where there are too many to be told apart."""
    if len(matrix.values) <= MOST_ROWS:
        return matrix
    keep = np.sort(np.argsort(-matrix.values.max(1), kind="stable")[:MOST_ROWS])
    return core.InformativenessMatrix(
        matrix.values[keep],
        f"{matrix.what}, {MOST_ROWS} of {len(matrix.values)} rows",
        matrix.unit,
        row_names=[matrix.row_names[i] for i in keep],
        column_names=matrix.column_names,
    )


def matrix_panel(box, matrix):
    """The matrix as shaded cells with their numbers; rows and columns named."""
    x, y, width, height = box
    matrix = _most_telling_rows(matrix)
    rows, columns = matrix.values.shape
    left = min(110, 14 + 7 * max(map(len, matrix.row_names)))
    cell_w, cell_h = min((width - left) / columns, 90), min((height - 44) / rows, 60)
    unit = f" ({matrix.unit})" if matrix.unit else ""
    top, most = (
        y + 44,
        max(matrix.values.max(), 1.0),
    )  # shares keep their shade while they move; bits and counts are scaled
    whole = matrix.values.max() > 20 and (matrix.values == matrix.values.round()).all()
    out = [
        title(
            x,
            y,
            width,
            f"{matrix.what}{unit}: {matrix.rows} by {matrix.columns}",
            f"{matrix.what}{unit}",
            matrix.what,
        )
    ]
    out += [
        text(x + left + (k + 0.5) * cell_w, top - 7, short(name, cell_w), fill=FAINT)
        for k, name in enumerate(matrix.column_names)
    ]
    for i, (name, row) in enumerate(zip(matrix.row_names, matrix.values)):
        out.append(
            text(
                x + left - 7,
                top + (i + 0.5) * cell_h + 4,
                short(name, left - 7),
                "end",
                FAINT,
                font_size=f"{min(12, cell_h):.1f}",
            )
        )
        for k, value in enumerate(row):
            out.append(
                rect(
                    x + left + k * cell_w,
                    top + i * cell_h,
                    cell_w,
                    cell_h,
                    blue(value / most),
                    GRID,
                )
            )
            if cell_w >= 24 and cell_h >= 11:
                number = f"{value:.0f}" if whole else f"{value:.2f}"
                out.append(
                    text(
                        x + left + (k + 0.5) * cell_w,
                        top + (i + 0.5) * cell_h + 4,
                        number,
                        fill="#fff" if value > 0.55 * most else INK,
                        font_size=f"{min(12, cell_w / 3.1, cell_h * 0.9):.1f}",
                    )
                )
    return "".join(out)


def parts_panel(box, score):
    """Bars: width = weight, height = part, so the blue area is the score; the dashed line stands at its height."""
    x, y, width, height = box
    left, top, bottom = x + 30, y + 24, y + height - 22
    plot_w, plot_h = width - 34, bottom - top
    named = f"{score.metric} = {score.value:.4f}"
    out = [title(x, y, width, f"{named}, a bar per {score.over[:-1]}", named)]
    out.append(rect(left, top, plot_w, plot_h, "#f5f7fa", GRID))
    start = left
    for name, part, weight in zip(score.part_names, score.parts, score.weights):
        bar_w, bar_h = weight * plot_w, part * plot_h
        out.append(rect(start, bottom - bar_h, bar_w, bar_h, PART, "#fff"))
        if bar_w >= 12:
            out.append(
                text(start + bar_w / 2, bottom + 14, short(name, bar_w), fill=FAINT, font_size="11")
            )
        start += bar_w
    level = bottom - score.value * plot_h
    out.append(
        line(left, level, left + plot_w, level, "#d55e00", stroke_width="2", stroke_dasharray="6 4")
    )
    out += [
        text(left - 5, at + 4, tick, "end", FAINT, font_size="11")
        for at, tick in ((top, "1"), (bottom, "0"))
    ]
    return "".join(out)


def _tick(value, span):
    """A number on an axis; what is tiny beside the axis is 0."""
    return "0" if abs(value) < 0.01 * span else f"{value:.2g}"


def axes_panel(box, heading, x_label, y_label, x_range, y_range):
    """Frame, ticks and labels; returns (SVG, place) with place(x, y) -> pixels."""
    x, y, width, height = box
    left, right, top, bottom = x + 46, x + width - 8, y + 24, y + height - 36
    (x0, x1), (y0, y1) = x_range, y_range

    def place(px, py):
        return left + (px - x0) / (x1 - x0) * (right - left), bottom - (py - y0) / (y1 - y0) * (
            bottom - top
        )

    out = [
        title(x, y, width, heading),
        rect(left, top, right - left, bottom - top, "#f5f7fa", GRID),
    ]
    for value in (x0, (x0 + x1) / 2, x1):
        out.append(
            text(
                place(value, y0)[0], bottom + 15, _tick(value, x1 - x0), fill=FAINT, font_size="11"
            )
        )
    for value in (y0, (y0 + y1) / 2, y1):
        out.append(
            text(
                left - 5,
                place(x0, value)[1] + 4,
                _tick(value, y1 - y0),
                "end",
                FAINT,
                font_size="11",
            )
        )
    out.append(text((left + right) / 2, bottom + 31, x_label, fill=FAINT))
    out.append(
        text(
            x + 6,
            (top + bottom) / 2,
            y_label,
            fill=FAINT,
            font_size="11",
            transform=f"rotate(-90 {x + 6:.1f} {(top + bottom) / 2:.1f})",
        )
    )
    return "".join(out), place


def cloud_panel(box, heading, points, classes, names, x_label, y_label):
    """Points in a plane, one colour and marker per class."""
    pad = 0.05 * np.maximum(np.ptp(points, axis=0), 1e-9)
    (x0, y0), (x1, y1) = points.min(0) - pad, points.max(0) + pad
    x0, y0 = (
        max(start, 0) if smallest >= 0 else start
        for start, smallest in zip((x0, y0), points.min(0))
    )  # nothing below 0 where nothing is
    frame, place = axes_panel(box, heading, x_label, y_label, (x0, x1), (y0, y1))
    out = [frame]
    for point, k in zip(points, classes):
        out.append(_marker(*place(*point), int(k)))
    for k, name in enumerate(names[:3]):
        at = box[0] + box[2] - 70 * min(len(names), 3) + 70 * k
        out += [
            _marker(at, box[1] + 15, k, 4.5),
            text(at + 9, box[1] + 19, short(name, 58), "start", font_size="11"),
        ]
    return "".join(out)


def _marker(x, y, k, size=3.0):
    colour = CLASSES[k % len(CLASSES)]
    if k % 3 == 0:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size}" fill="{colour}" fill-opacity="0.7"/>'
    if k % 3 == 1:
        return rect(x - size, y - size, 2 * size, 2 * size, colour, fill_opacity="0.7")
    return f'<path d="M{x:.1f} {y - size - 1:.1f}l{size + 1} {2 * size}h{-2 * size - 2}z" fill="{colour}" fill-opacity="0.7"/>'


def curve_panel(
    box, heading, x, y, x_label, y_label, mark=None, y_range=(0, 1), points=None, dashed=False
):
    """A curve, optionally with one marked place on it, and points beside it (SAP's line through its scatter)."""
    frame, place = axes_panel(
        box, heading, x_label, y_label, (float(min(x)), float(max(x))), y_range
    )
    path = " ".join(
        "{:.1f},{:.1f}".format(*place(a, b)) for a, b in zip(x, y) if y_range[0] <= b <= y_range[1]
    )
    out = [frame]
    if points is not None:
        out += [_marker(*place(a, b), 0, 1.6) for a, b in points]
    dashes = ' stroke-dasharray="6 4"' if dashed else ""
    out.append(
        f'<polyline points="{path}" fill="none" stroke="#d55e00" stroke-width="2.5"{dashes}/>'
    )
    if mark:
        mx, my = place(*mark)
        out.append(
            f'<circle cx="{mx:.1f}" cy="{my:.1f}" r="6" fill="none" stroke="{INK}" stroke-width="2.5"/>'
        )
    return "".join(out)


def readings_panel(box, values, printed=None):
    """A row per reading: a dot per run, a bar at the mean; the printed figure as a dashed line."""
    x, y, width, height = box
    if not values:
        return text(x, y + 30, "a sentence, not a figure: see the text", "start", FAINT)
    every = [value for runs in values.values() for value in runs] + (
        [printed] if printed is not None else []
    )
    low, high = min(every), max(every)
    pad = 0.08 * (high - low) or 0.5
    left, right, bottom = x + 330, x + width - 12, y + height - 26

    def place(value):
        return left + (value - low + pad) / (high - low + 2 * pad) * (right - left)

    out = [rect(left, y, right - left, bottom - y, "#f5f7fa", GRID)]
    for tick in sorted({low, (low + high) / 2, high}):
        out.append(text(place(tick), bottom + 16, f"{tick:.4g}", fill=FAINT, font_size="11"))
    if printed is not None:
        out.append(
            line(
                place(printed),
                y,
                place(printed),
                bottom,
                "#d55e00",
                stroke_width="2",
                stroke_dasharray="6 4",
            )
        )
    for j, (name, runs) in enumerate(values.items()):
        at, mean = y + 20 + 34 * j, sum(runs) / len(runs)
        out.append(text(left - 8, at + 4, name if len(name) < 48 else name[:46] + "...", "end"))
        out += [
            f'<circle cx="{place(value):.1f}" cy="{at:.1f}" r="4" fill="{PART}" fill-opacity="0.5"/>'
            for value in runs
        ]
        out.append(line(place(mean), at - 9, place(mean), at + 9, stroke_width="2.5"))
    return "".join(out)


def bars_panel(box, heading, values):
    """A lying bar per name, from 0 to 1."""
    x, y, width, height = box
    left, step = x + 130, (height - 30) / len(values)
    out = [
        title(x, y, width, heading),
        rect(left, y + 24, width - 190, height - 30, "#f5f7fa", GRID),
    ]
    for j, (name, value) in enumerate(values.items()):
        at = y + 24 + j * step
        out += [
            text(left - 8, at + step / 2 + 4, name, "end"),
            rect(left, at + 3, value * (width - 190), step - 6, PART),
            text(left + value * (width - 190) + 6, at + step / 2 + 4, f"{value:.3f}", "start"),
        ]
    return "".join(out)


def rectangle_panel(box, width, height, largest=8, heading="the sample"):
    """A rectangle of this width and height on squared paper."""
    x, y, w, h = box
    unit = min(w, h - 24) / largest
    out = [title(x, y, w, heading)]
    for step in range(largest + 1):
        out.append(line(x + step * unit, y + 24, x + step * unit, y + 24 + largest * unit, GRID))
        out.append(line(x, y + 24 + step * unit, x + largest * unit, y + 24 + step * unit, GRID))
    out.append(
        rect(
            x,
            y + 24 + (largest - height) * unit,
            width * unit,
            height * unit,
            "#e69f00",
            INK,
            stroke_width="2",
        )
    )
    return "".join(out)


# ------------------------------------------------------------------------------------------------ whole pictures


def words(scores):
    """The sentences beside a picture: each score and what decided it."""
    lines = [f"{score.metric} = {score.value:.4f}. {score.because}" for score in scores]
    lines += [
        f"Caution: {caution}."
        for caution in dict.fromkeys(caution for score in scores for caution in score.cautions)
    ]
    return "\n".join(
        lines
        + [
            f"Note: {note}."
            for note in dict.fromkeys(note for score in scores for note in score.matrix.notes)
        ]
    )


def scores_picture(*scores, matrix=None, extra=""):
    """One matrix on the left, the parts of each score on the right, the reasons in words."""
    matrix = matrix or scores[0].matrix
    sentences = words(scores) + (f"\n{extra}" if extra else "")
    alt = f"{describe(matrix)} {sentences}".replace("\n", " ")
    panels = [matrix_panel((10, 8, 440, 316), matrix)]
    each = 316 / len(scores)
    panels += [
        parts_panel((480, 8 + j * each, 370, each - 8), score) for j, score in enumerate(scores)
    ]
    return Picture(
        canvas(330, alt, *panels), alt, sentences, {score.metric: score.value for score in scores}
    )


def matrix_picture(matrix):
    """A matrix alone, as high as its rows need."""
    alt = describe(matrix)
    height = min(316, 50 + 60 * len(matrix.values))
    sentences = "\n".join([alt] + [f"Note: {note}." for note in matrix.notes])
    return Picture(
        canvas(height + 14, alt, matrix_panel((10, 8, 600, height), matrix)), alt, sentences
    )


def describe(matrix):
    """A matrix in words: what it is and where its largest entry stands."""
    i, k = np.unravel_index(matrix.values.argmax(), matrix.values.shape)
    rows, columns = (
        f"{count} {word if count > 1 else word[:-1]}"
        for count, word in zip(matrix.values.shape, (matrix.rows, matrix.columns))
    )
    return (
        f"{matrix.what[0].upper()}{matrix.what[1:]}, {rows} by {columns}; "
        f"largest entry {matrix.values[i, k]:.4g} {matrix.unit} at {matrix.row_names[i]}, {matrix.column_names[k]}."
    )


def picture(thing):
    """The picture of a Score, of a Matrix, or of anything that brings one, as notebooks show it."""
    if hasattr(thing, "picture"):
        return thing.picture()
    return scores_picture(thing) if isinstance(thing, core.Score) else matrix_picture(thing)


core.Drawn.painter = staticmethod(picture)


# ------------------------------------------------------------------------------------------- figures to study


def plot_curves(curves, x_label, y_label, *, title="", ax=None, log=False):
    """Lines with a band of one spread: curves is {name: (x, mean, spread)}; returns the Axes."""
    import matplotlib.pyplot as plt

    ax = ax or plt.subplots(figsize=(7, 3.6), layout="constrained")[1]
    for j, (name, (x, mean, spread)) in enumerate(curves.items()):
        mean, spread = np.asarray(mean), np.asarray(spread)
        ax.plot(x, mean, "os^Dv<"[j % 6] + "-", color=CLASSES[j % len(CLASSES)], label=name)
        ax.fill_between(
            x, mean - spread, mean + spread, color=CLASSES[j % len(CLASSES)], alpha=0.2, linewidth=0
        )
    ax.set(xlabel=x_label, ylabel=y_label, title=title)
    if log:
        ax.set_xscale("log")
    ax.grid(alpha=0.3)
    ax.legend(frameon=False)
    return ax

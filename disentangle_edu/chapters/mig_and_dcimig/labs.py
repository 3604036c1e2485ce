"""Labs on bits: what two things tell of each other, what bins invent, two gaps in one matrix."""

import functools
from collections.abc import Sequence

import numpy as np

from ... import measures, metrics
from ...matrices import Matrix
from ...measures.information import BINS, entropy
from ...representation import Representation
from ...viz.canvas import Canvas, Panel, Style, panel, scale, stack
from ...viz.handles import Axis, Handle, along
from ...viz.panels import bars_panel, curve_panel, matrix_panel
from ...viz.picture import Picture
from ...viz.pictures import words
from ...viz.svg import Keywords, Place, bracket, circle, heading, paragraph, polyline, rect, text
from ...viz.text_size import short
from ...viz.theme import FAINT, GRID, GROUND, INK, MARK, PAPER, PART, class_colour
from ...widgets.change_text import each_changed, use_caption
from ...widgets.controls import (
    Control,
    dragged,
    folded_away,
    moved_cell,
    number,
    number_table,
    whole,
)
from ...widgets.display import After
from ...widgets.lab import Lab, lab
from ...worlds import examples
from ..common.joint import joint_panel
from ..common.matrices import bids
from ..common.mixtures import spread_words, weights_panel
from ..common.squares import LEAST, SquareLabels, bits_shared, square_panel
from .quiz import DRAWS, bits_of_noise

LIVE_SEEDS = range(3)
SAMPLES, NOISE, BITS = 5_000, 0.1, 3  # of the lab at its start


@functools.lru_cache(maxsize=64)
def _sample_code(
    weights: tuple[tuple[float, ...], ...], noise: float, samples: int, bits: int, seed: int
) -> Representation:
    options = {"samples": samples, "levels": round(2**bits), "seed": seed}
    return examples.weighted_copies(weights, noise, **options)


def _cells_panel(matrix: Matrix, i: int, k: int, full: float) -> Panel:
    """The matrix, each cell to be chosen; the chosen one framed.

    full : bits of the factor that holds most of them, which is the darkest shade.
    """
    columns = len(matrix.column_names)

    def moves(row: int, column: int) -> Handle:
        label = f"look behind {matrix.row_names[row]}, {matrix.column_names[column]}"
        target = row * columns + column
        bits = f"{matrix.values[row, column]:.2f} bits"
        axis = Axis("cell", -1.0, target, target, 1.0, "y", 0)
        return Handle(label, (axis,), bits, (row, column), chosen=(row, column) == (i, k))

    def over(to_pixels: Place) -> str:
        (x, y), (x2, y2) = to_pixels(i, k), to_pixels(i + 1, k + 1)
        style: Style = {"stroke_width": "3", "pointer_events": "none", "key": "chosen"}
        return rect(x + 2, y + 2, x2 - x - 4, y2 - y - 4, "none", MARK, **style) + _gap_margins(
            matrix, to_pixels
        )

    title = "bits: click a cell to look behind it"
    room: Keywords = {"cell": 44, "min_width": 340, "right": 116, "below": 62, "full": full}
    return matrix_panel(matrix, title=title, moves=moves, over=over, **room)


NOTE_ON_GAPS = (
    "MIG reads the gaps below the columns, DCIMIG the bids beside the rows: "
    "of each factor the best one, in orange."
)


def _gap_margins(matrix: Matrix, to_pixels: Place) -> str:
    """What the two scores read: the gap of every column, and what every row bids for its best."""
    rows, columns = matrix.values.shape
    winners = {i for i, _, word in bids(matrix.values) if word == "bid"}
    right, bottom = to_pixels(0, columns)[0] + 8, to_pixels(rows, 0)[1]
    small: Style = {"font_size": "11", "pointer_events": "none"}
    out = [text(right, to_pixels(0, 0)[1] - 7, "bid (row's gap)", "start", FAINT, **small)]
    for row, values in enumerate(matrix.values):
        wins, name = row in winners, matrix.column_names[int(values.argmax())]
        style = {"key": f"bid{row}", "link": matrix.row_names[row], **small}
        look = {"font_weight": "bold", "fill": MARK} if wins else {"fill": FAINT}
        label = f"{_rounded_gap(values):.2f} for {name}"
        out.append(text(right, to_pixels(row + 0.5, 0)[1] + 4, label, "start", **look, **style))
    out.append(text(to_pixels(0, 0)[0] - 7, bottom + 16, "gap", "end", FAINT, **small))
    for column, values in enumerate(matrix.values.T):
        style = {"key": f"gap{column}", "link": matrix.column_names[column], **small}
        column_x = to_pixels(0, column + 0.5)[0]
        out.append(text(column_x, bottom + 16, f"{_rounded_gap(values):.2f}", fill=MARK, **style))
    left = to_pixels(0, 0)[0]
    out.append(paragraph(left, bottom + 24, right - left + 104, NOTE_ON_GAPS))
    return "".join(out)


def _rounded_gap(values: np.ndarray) -> float:
    """How far the best is ahead of the second, of figures as a reader sees them."""
    first, second = np.sort(values.round(2))[::-1][:2]
    return float(first - second)


def joint_counts(rep: Representation, i: int, k: int, bins: int) -> np.ndarray:
    """Counts of samples: bins of latent i by levels of factor k."""
    code = measures.discretise(rep.latents[:, i], bins=bins)
    level = measures.discretise(rep.factors[:, k], "levels")
    counts = np.zeros((bins, int(level.max()) + 1))
    np.add.at(counts, (code, level), 1)
    return counts


def _areas_panel(counts: np.ndarray, factor: str) -> Panel:
    """H(v) as a bar, and below it what the latent tells (I) and what is left."""
    total, shared = entropy(counts.sum(0)), 0.0
    shared = entropy(counts.sum(1)) + total - entropy(counts)
    left_over = max(total - shared, 0.0)

    def draw(x: float, y: float, width: float, height: float) -> str:
        titles = "how much there is to know, and what is told", "to know, and told"
        out = [heading(x, y, width, *titles)]
        room = (width - 10) / 5  # five bits fill the panel

        def bar(bar_y: float, start: float, bits: float, fill: str, label: str, key: str) -> None:
            shape: Style = {
                "key": key,
                "title": f"{label} {bits:.3f} bits",
                "stroke_width": "1.5",
            }
            out.append(rect(x + start * room, bar_y, bits * room, 24, fill, INK, **shape))
            note: Style = {"key": f"{key}n", "pointer_events": "none"}
            if bits * room > 7.2 * len(label):
                ink = PAPER if fill != GROUND else INK
                out.append(text(x + (start + bits / 2) * room, bar_y + 17, label, fill=ink, **note))
            elif fill != GROUND:  # beside the whole bar, where there is room
                out.append(text(x + total * room + 8, bar_y + 17, label, "start", **note))

        bar(y + 24, 0, total, class_colour(6), f"H({factor}) = {total:.2f}", "h")
        bar(y + 56, 0, shared, PART, f"I = {shared:.2f}", "i")
        remaining = round(total, 2) - round(shared, 2)  # as a reader would subtract
        bar(y + 56, shared, left_over, GROUND, f"left {max(remaining, 0):.2f}", "l")
        summary = f"{shared:.2f} of {total:.2f} bits are told: {shared / total:.0%}"
        out.append(text(x, y + 98, summary, "start", key="said"))
        return "".join(out)

    return Panel(draw, 106, 250, 430)


@panel(300, min_width=250, max_width=420)
def _gaps_panel(canvas: Canvas, matrix: Matrix, i: int, k: int, full: float) -> None:
    """The chosen cell's column (MIG) and its row (DCIMIG).

    Each with the gap between its two best.
    """
    readings = (
        (
            f"MIG reads the column of {matrix.column_names[k]}",
            matrix.values[:, k],
            matrix.row_names,
        ),
        (f"DCIMIG reads the row of {matrix.row_names[i]}", matrix.values[i], matrix.column_names),
    )
    x, y, width, height = canvas.box
    each = (height - 16) / 2
    for j, (title, values, names) in enumerate(readings):
        top, bottom = y + j * (each + 16) + 26, y + j * (each + 16) + each - 20
        canvas.add(heading(x, y + j * (each + 16), width, title, title[:8]))
        step = (width - 76) / len(values)
        canvas.rect(x, top, width - 76, bottom - top, GROUND, GRID)
        level = scale((0, full), (bottom, top))
        for b, (name, value) in enumerate(zip(names, values)):
            left, bar_width = x + b * step + 6, step - 12
            bar: Style = {
                "key": f"g{j}-{b}",
                "link": name,
                "title": f"{name}: {value:.3f} bits",
            }
            canvas.rect(left, level(value), bar_width, bottom - level(value), PART, **bar)
            label: Style = {"font_size": "11", "link": name, "key": f"gn{j}-{b}"}
            short_name = short(name, step, 6.4)
            canvas.text(left + bar_width / 2, bottom + 14, short_name, fill=FAINT, **label)
        second, first = np.sort(values)[-2:]
        gap = f"{_rounded_gap(values):.2f}"
        canvas.add(bracket(x + width - 70, level(first), level(second), gap))


START = np.eye(4, 3).tolist()  # three copies, and a latent of noise


@functools.cache
def _start_scores() -> list[float]:
    """MIG and DCIMIG of what a reader begins with."""
    rep = _sample_code(tuple(map(tuple, START)), NOISE, SAMPLES, BITS, LIVE_SEEDS[0])
    return [metric(rep, bins=BINS).value for metric in (metrics.mig, metrics.dcimig)]


def draw_mig_and_dcimig(
    weights: Sequence[Sequence[float]],
    cell: int,
    noise: float = NOISE,
    entropy: int = BITS,
    bins: int = BINS,
    samples: int = SAMPLES,
) -> Picture:
    """Three factors, four latents: the counts behind a cell, and the matrix in two readings."""
    rows = tuple(map(tuple, weights))
    if not 2 <= len(rows) <= 4:
        raise ValueError(f"weights: found {len(rows)} rows, expected 2 to 4, one per latent.")
    reps = [_sample_code(rows, noise, samples, entropy, seed) for seed in LIVE_SEEDS]
    by_metric = {m: [m(rep, bins=bins) for rep in reps] for m in (metrics.mig, metrics.dcimig)}
    scores = [runs[0] for runs in by_metric.values()]
    matrix = scores[0].matrix
    i, k = divmod(min(cell, matrix.values.size - 1), len(matrix.column_names))
    counts = joint_counts(reps[0], i, k, bins)
    caption = (
        f"MIG {scores[0].value:.3f}, DCIMIG {scores[1].value:.3f}. "
        f"{_describe_runners_up(matrix, i, k)}"
    )
    lines = [words(scores)]
    for metric, runs in by_metric.items():
        spread = spread_words([float(score) for score in runs], f"on {samples:,} samples")
        lines.append(f"{metric.__name__} {spread}")
    alt = f"A matrix of mutual information, the counts behind one cell, two gaps. {caption}"
    names = matrix.row_names[i], matrix.column_names[k]
    full = float(max(3, entropy))
    values = {"MIG": scores[0].value, "DCIMIG": scores[1].value}
    first = dict(zip(values, _start_scores()))
    title = "the two scores; strokes: at the start"
    panels = (
        stack(weights_panel(weights), bars_panel(title, values, marks=first, key="score")),
        _cells_panel(matrix, i, k, full),
        _gaps_panel(matrix, i, k, full),
        stack(joint_panel(counts, *names, tall=220), _areas_panel(counts, names[1])),
    )
    return Picture(
        panels=panels,
        description=alt,
        text="\n".join(lines),
        scores={s.metric: s for s in scores},
        caption=caption,
    )


def _describe_runners_up(matrix: Matrix, i: int, k: int) -> str:
    """Who runs second in the chosen column and in the chosen row."""
    column, row = matrix.values[:, k], matrix.values[i]
    next_latent, next_factor = np.argsort(-column)[1], np.argsort(-row)[1]
    return (
        f"Second for {matrix.column_names[k]} is {matrix.row_names[next_latent]} "
        f"({column[next_latent]:.2f} bits); "
        f"second for {matrix.row_names[i]} is {matrix.column_names[next_factor]} "
        f"({row[next_factor]:.2f})."
    )


def _describe_gaps(before: Picture, now: Picture) -> str:
    """How both scores moved; where DCIMIG stays, from which latents its bids come."""
    changes, score = each_changed(before, now), now.scores["dcimig"]
    stays = f"DCIMIG stays at {float(score):.3f}"
    *some, last = [str(i + 1) for i, _, word in bids(score.matrix.values) if word == "bid"] or ["0"]
    who = f"latents {', '.join(some)} and {last}" if some else f"latent {last}"
    return changes.replace(f"{stays}.", f"{stays}: its best bids come from {who}.")


def select_changed_cell(before: dict, now: dict) -> dict:
    """A weight that moves is looked behind at once."""
    cell = moved_cell(before["weights"], now["weights"])
    return now | {"cell": 3 * cell[0] + cell[1]} if cell else now


def _two_gaps(sliders: dict[str, Control], after: After) -> Lab:
    """MIG and DCIMIG of a small code, and sliders of what else counts."""
    controls = {
        "weights": number_table("weights", START),
        **sliders,
        "cell": dragged(whole("the cell to look behind", 0, 0, 11)),
    }
    options: Keywords = {"update_state": select_changed_cell, "describe_change": _describe_gaps}
    return Lab(draw_mig_and_dcimig, controls, **options, after=after)


@lab
def mig_and_dcimig(after: After = None) -> Lab:
    """Copy, leak, merge, blur: which of the two gaps closes?"""
    noise = folded_away(number("noise on every latent", NOISE, 0, 2, 0.05))
    bits = folded_away(whole("bits of factor 1", BITS, 1, 5))
    return _two_gaps({"noise": noise, "entropy": bits}, after)


@lab
def bins_and_samples(after: After = None) -> Lab:
    """The same two gaps, counted in more bins or fewer, on more samples or fewer."""
    bins, samples = whole("bins", BINS, 2, 100), whole("samples", SAMPLES, 100, 20_000, 100)
    return _two_gaps({"bins": bins, "samples": samples}, after)


# ----------------------------------------------------------------- bits that are only invented

BIN_COUNTS = (2, 5, 9, 15, 25, 40, 60, 80, 100)

noise_bits = functools.lru_cache(maxsize=64)(bits_of_noise)


def expected_excess(samples: int, bins: int, levels: int = 8) -> float:
    """Bits that independent columns are expected to show, (bins-1)(levels-1) / (2 n ln 2)."""
    return (bins - 1) * (levels - 1) / (2 * samples * np.log(2))


NOTES = (
    f"dots: {DRAWS} draws each; line: their mean;",
    "dashed, a rule of thumb:",
    "(bins - 1)(levels - 1) / (2 samples ln 2)",
)


def _draw_notes(x: float, y: float, width: float, height: float) -> str:
    """What the marks of the curve are."""
    lines = enumerate(NOTES)
    return "".join(text(x, y + 15 * j, note, "start", FAINT, font_size="11") for j, note in lines)


NOTE_BY_CHANCE = "a column with one filled level: this bin seems to tell the factor, by chance"


def draw_invented_bits(bins: int, samples: int) -> Picture:
    """Pure noise, cut ever finer: the counts behind one cell, and the bits that seem to be told."""
    runs = {b: noise_bits(samples, b) for b in BIN_COUNTS}
    measured, formula = float(noise_bits(samples, bins).mean()), expected_excess(samples, bins)
    counts = joint_counts(examples.pure_noise(samples), 0, 0, bins)

    def over(to_pixels: Place) -> str:
        rule = [(b, expected_excess(samples, b)) for b in range(2, 101)]
        ends = [to_pixels(b, bits) for b, bits in rule if bits <= 3]
        out = [polyline(ends, FAINT, stroke_dasharray="5 4", stroke_width="1.5", key="formula")]
        for b, values in runs.items():
            out += [circle(*to_pixels(b, bits), 3, PART, fill_opacity="0.6") for bits in values]
        return "".join(out)

    def handle(to_pixels: Place) -> Handle:
        axis = along("bins", bins, (2, 100), 1, (to_pixels(2, 0)[0], to_pixels(100, 0)[0]))
        return Handle("bins", (axis,), f"{bins} bins")

    labels = "bits that noise seems to tell: drag the mark", "bins", "bits"
    means = [values.mean() for values in runs.values()]
    options: Keywords = {
        "y_range": (0, 3),
        "mark": (bins, measured),
        "handle": handle,
        "over": over,
    }
    each = samples / (bins * 8)
    caption = (
        f"{bins} bins by 8 levels leave {each:.1f} samples a cell, and pure noise seems to tell "
        f"{measured:.3f} bits. The truth is 0."
    )
    details = f"The rule of thumb gives {formula:.3f} bits."
    panels = (
        stack(curve_panel(labels, BIN_COUNTS, means, **options), Panel(_draw_notes, 49, 280, 460)),
        joint_panel(counts, "pure noise", "factor 1", "the counts", NOTE_BY_CHANCE),
    )
    return Picture(
        panels=panels,
        description=f"Bits over bins, and a table of counts. {caption}",
        text=details,
        scores={},
        caption=caption,
    )


@lab
def invented_bits(after: After = None) -> Lab:
    """Cut pure noise into ever more bins: from where does it seem to know something?"""
    controls = {
        "bins": dragged(whole("bins", 9, 2, 100)),
        "samples": whole("samples", 400, 100, 20_000, 100),
    }
    return Lab(draw_invented_bits, controls, describe_change=use_caption, after=after)


# ------------------------------------------------------------------------ a latent and a factor

SAMPLE_SQUARE = SquareLabels(
    "latent, factor",
    ("low, 1", "low, 0"),
    ("high, 1", "high, 0"),
    ("have a low latent", "of those with a low latent, have 1", "of the others, have 1"),
)
MOST = 2.3  # bits: two things of two values have 2 together, and their number needs room


@panel(190, min_width=300, max_width=560)
def _entropy_strips(
    canvas: Canvas, latent: float, factor: float, joint: float, shared: float
) -> None:
    """The two entropies, laid so that they end where both together do: they overlap in I."""
    x, y, width, _ = canvas.box
    left = x + 84
    unit = min(width - 150, 420.0) / MOST
    canvas.title("bits: the two overlap in what they share")
    canvas.rect(left, y + 24, MOST * unit, 128, GROUND, GRID)
    lent: Style = {"key": "shared", "fill_opacity": "0.3"}
    canvas.rect(left + (joint - factor) * unit, y + 24, shared * unit, 128, MARK, **lent)
    rows = (
        ("H(latent)", 0.0, latent, PART),
        ("H(factor)", joint - factor, factor, class_colour(2)),
        ("H(both)", 0.0, joint, INK),
        ("I", joint - factor, shared, MARK),
    )
    for j, (name, start, bits, fill) in enumerate(rows):
        row_y, begin = y + 30 + 31 * j, left + start * unit
        canvas.text(left - 8, row_y + 16, name, "end", key=f"l{j}", link=name)
        canvas.rect(begin, row_y, bits * unit, 22, fill, key=f"strip{j}", link=name, rx=2)
        note: Style = {"key": f"v{j}", "font_size": "11"}
        canvas.text(begin + bits * unit + 6, row_y + 15, f"{bits:.2f}", "start", **note)
    line_ = f"I = {latent:.3f} + {factor:.3f} - {joint:.3f} = {shared:.3f}"
    canvas.text(left, y + 176, line_, "start", FAINT, key="sum")


def _explain_shared_bits(
    first: float, low: float, high: float, factor: float, shared: float
) -> str:
    """What seeing the latent is good for."""
    if factor < 5e-4:
        return "The factor never changes: there is nothing to know of it."
    if abs(low - high) < 0.005:
        return f"Low or high, the factor is 1 in {low:.0%}: whoever sees the latent knows no more."
    if {low, high} == {0.0, 1.0}:
        return f"Low or high settles the factor: all its {factor:.2f} bits are told."
    return (
        f"Where the latent is low the factor is 1 in {low:.0%}, where it is high in {high:.0%}: "
        f"whoever sees the latent knows {shared:.2f} of {factor:.2f} bits."
    )


def draw_shared_bits(first: float, with_it: float, without: float) -> Picture:
    """A latent and a factor of two values each: entropies, and what they share."""
    left, right = (np.array((below, 1 - below)) for below in (with_it, without))
    shares = np.array((first * left, (1 - first) * right))
    latent, factor, joint = entropy(shares.sum(1)), entropy(shares.sum(0)), entropy(shares)
    shared = bits_shared(shares)
    caption = _explain_shared_bits(first, with_it, without, factor, shared)
    bits = {"H(latent)": latent, "H(factor)": factor, "H(both)": joint, "I": shared}
    details = "\n".join(f"{name}: {value:.4f} bits" for name, value in bits.items())
    panels = (
        square_panel((first, with_it, without), (LEAST, 0.0, 0.0), SAMPLE_SQUARE),
        _entropy_strips(latent, factor, joint, shared),
    )
    where = f"The latent is low in {first:.0%} of the samples."
    alt = f"A square of samples. {where} {caption} I: {shared:.4f} bits"
    return Picture(
        panels=panels, description=alt, text=details, scores={"I": shared}, caption=caption
    )


@lab
def shared_bits(after: After = None) -> Lab:
    """A latent that is low or high, a factor that is 0 or 1: how many bits do they share?"""
    controls = {
        "first": dragged(number("have a low latent", 0.5, LEAST, 1 - LEAST)),
        "with_it": dragged(number("of those, the factor is 1", 0.25, 0, 1)),
        "without": dragged(number("of the others, the factor is 1", 1, 0, 1)),
    }
    return Lab(draw_shared_bits, controls, describe_change=use_caption, after=after)

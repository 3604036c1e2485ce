"""Labs on DCI: a row becomes shares, shares become entropy, what is left of 1 is the focus."""

import functools
from collections.abc import Sequence

import numpy as np

from ...claims.course import d_of_noise, partly_noise
from ...matrices import InformativenessMatrix
from ...measures.predictors import Predictor
from ...metrics import completeness, disentanglement, informativeness
from ...viz.canvas import HALO, Canvas, Panel, Style, by_width, panel, scale, stack
from ...viz.handles import Axis, Handle
from ...viz.panels import cell_handles, matrix_panel, parts_panel
from ...viz.picture import Picture
from ...viz.pictures import describe, words
from ...viz.svg import Keywords, Place, heading, rect, slider, text
from ...viz.theme import FAINT, GRID, GROUND, INK, MARK, PAPER, PART, class_colour
from ...widgets.change_text import SEEN, each_changed, from_to, use_caption
from ...widgets.controls import choice, dragged, free, number, number_table, whole
from ...widgets.display import After
from ...widgets.lab import Lab, lab
from ...worlds import examples
from .quiz import NOISE_RUNS

# ------------------------------------------------------------------- one row: shares, entropy, part

# (setting now, (lowest setting, height there), (highest, height there), step)
Ends = tuple[float, tuple[float, float], tuple[float, float], float]


def entropy_pieces(shares: np.ndarray) -> np.ndarray:
    """What each share adds to the entropy, in units of the largest entropy there can be."""
    logs = np.log(shares, out=np.zeros_like(shares), where=shares > 0)
    return -shares * logs / max(np.log(len(shares)), 1e-300)


EVENNESS_LABEL = "how evenly the rest is spread"


@panel(264, min_width=300, max_width=520)
def _row_panel(
    canvas: Canvas, row: np.ndarray, full: float, handles: dict[int, tuple[str, str, Ends]]
) -> None:
    """The row as standing bars on a scale up to full; some bars have handles.

    handles : {bar: (control, what it moves, the control and the bar's height at either end)}.
    """
    titles = ["1. a row: what latent 1 gives to each factor", "1. a row"]
    x, y, width, height = canvas.box
    canvas.title(*titles)
    left, room = x + 28, width - 28
    bottom, top, step = y + height - 30, y + 44, room / len(row)
    level = scale((0, full), (bottom, top))
    for tick in (0.0, full / 2, full):
        canvas.line(left, level(tick), x + width, level(tick), GRID)
        canvas.note(left - 6, level(tick) + 4, f"{tick:.2g}", "end")
    for k, value in enumerate(row):
        name = f"factor {k + 1}"
        style: Style = {
            "key": f"row{k}",
            "link": name,
            "title": f"{name}: {value:.3f}",
        }
        bar_x, bar_width = left + k * step + 2, step - 4
        colour = _share_colour(k)
        canvas.rect(bar_x, level(value), bar_width, bottom - level(value), colour, **style)
        style = {"fill": FAINT, "font_size": "11", "link": name, "key": f"rowname{k}"}
        canvas.text(bar_x + bar_width / 2, bottom + 24, str(k + 1), **style)
    for k, (control, label, (setting, low, high, by)) in handles.items():
        axis = Axis(control, setting, low[0], high[0], by, "y", level(low[1]), level(high[1]))
        bar_x, value_label = left + (k + 0.5) * step, f"{label} {setting:.3g}"
        style = {"handle": Handle(label, (axis,), value_label), "title": value_label}
        canvas.circle(bar_x, level(row[k]), 9, MARK, key=f"handle{control}", **style)
        style = {"font_size": "11", "pointer_events": "none", "key": f"handlen{control}"}
        canvas.text(bar_x, level(row[k]) - 13, f"{row[k]:.3g}", **style)


def _share_colour(k: int) -> str:
    return class_colour(0 if k == 0 else (2, 3, 1, 4, 5)[(k - 1) % 5])


@panel(250, min_width=300, max_width=640)
def _shares_panel(canvas: Canvas, shares: np.ndarray, pieces: np.ndarray, part: float) -> None:
    """Shares in one bar, and below it what each adds to the entropy.

    What is left of 1 is the part.
    """
    x, y, width, height = canvas.box
    shares_y, entropy_y, bar_height = y + 28, y + height - 96, 34
    canvas.title("2. divided by its sum: shares, in one bar", "2. shares")
    title = "3. each share p counts p log(1/p) / log n: entropy"
    canvas.add(heading(x, entropy_y + bar_height + 24, width, title, "3. entropy"))
    above, below = np.cumsum(shares) - shares, np.cumsum(pieces) - pieces
    for k, (share, piece) in enumerate(zip(shares, pieces)):
        if share <= 0:
            continue
        a, b = x + above[k] * width, x + (above[k] + share) * width
        c, d = x + below[k] * width, x + (below[k] + piece) * width
        name, colour = f"factor {k + 1}", _share_colour(k)
        top = f"M{a:.1f} {shares_y + bar_height:.1f}L{b:.1f} {shares_y + bar_height:.1f}"
        ribbon = f"{top}L{d:.1f} {entropy_y:.1f}L{c:.1f} {entropy_y:.1f}z"
        canvas.path(ribbon, colour, fill_opacity="0.32", link=name, key=f"ribbon{k}")
        title = f"{name}: share {share:.3f}"
        canvas.rect(
            a, shares_y, b - a, bar_height, colour, PAPER, key=f"share{k}", link=name, title=title
        )
        title = f"{name} adds {piece:.3f} to the entropy"
        canvas.rect(
            c, entropy_y, d - c, bar_height, colour, PAPER, key=f"piece{k}", link=name, title=title
        )
        if b - a > 34:
            style: Style = {
                "font_weight": "bold",
                "pointer_events": "none",
                "key": f"sharen{k}",
            }
            style |= {"fill": INK, **HALO} if k else {"fill": PAPER}  # some hues are light
            canvas.text((a + b) / 2, shares_y + 22, f"{share:.2f}", **style)
    end = x + pieces.sum() * width
    canvas.rect(
        end, entropy_y, x + width - end, bar_height, "none", PART, stroke_width="2.5", key="left"
    )
    if x + width - end > 44:
        style = {"font_weight": "bold", "key": "leftn"}
        canvas.text((end + x + width) / 2, entropy_y + 22, f"{part:.3f}", fill=PART, **style)
    ends = (x, "start", "0"), (x + width, "end", "1: all shares equal")
    for tick_x, anchor, end_words in ends:
        canvas.note(tick_x, entropy_y + bar_height + 16, end_words, anchor)
    caption = f"entropy {pieces.sum():.3f}, so the focus is 1 - {pieces.sum():.3f} = {part:.3f}"
    canvas.text(x, entropy_y + bar_height + 58, caption, "start", INK, key="said")


def rest_matrix(
    factors: int, diagonal: float, off_diagonal: float, evenness: float = 1.0
) -> InformativenessMatrix:
    """Every latent mainly follows one factor; the rest of its row is even (1) or lumped (0)."""
    even = examples.focused_matrix(factors, diagonal, off_diagonal)
    if evenness == 1:
        return even
    rest = off_diagonal * (factors - 1)
    lumped = diagonal * np.eye(factors) + rest * np.roll(np.eye(factors), 1, axis=1)
    values = evenness * even.values + (1 - evenness) * lumped
    return InformativenessMatrix(values, even.name, even.unit)


FACTORS, REST = 11, 0.02  # of Fact 2, and what each other factor gets there


def draw_dci_even_rest(factors: int, diagonal: float, off_diagonal: float) -> Picture:
    """Fact 2: how much does the entropy charge for an even rest?"""
    rest = off_diagonal, (0.0, 0.0), (1.0, 1.0), 0.005
    handle = "off_diagonal", f"the other bars ({factors - 1})", rest
    return _row_picture(factors, diagonal, off_diagonal, 1.0, {factors - 1: handle})


def draw_dci_uneven_rest(diagonal: float, evenness: float) -> Picture:
    """The same rest, gathered in bar 2 or spread over all: what is it to the entropy?"""
    factors, off_diagonal = FACTORS, REST
    all_of_it = off_diagonal * (factors - 1)
    gather = evenness, (0.0, all_of_it), (1.0, off_diagonal), 0.05
    return _row_picture(
        factors, diagonal, off_diagonal, evenness, {1: ("evenness", EVENNESS_LABEL, gather)}
    )


def _row_picture(
    factors: int,
    diagonal: float,
    off_diagonal: float,
    evenness: float,
    handles: dict[int, tuple[str, str, Ends]],
) -> Picture:
    """A row of the matrix, its shares and their entropy; bar 1 has a handle, and others may."""
    matrix = rest_matrix(factors, diagonal, off_diagonal, evenness)
    scores = disentanglement(matrix), completeness(matrix)
    row = matrix.values[0]
    if row.sum() == 0:
        raise ValueError("a row of zeros has no shares: raise one of its bars.")
    shares = row / row.sum()
    pieces, part = entropy_pieces(shares), float(scores[0].parts[0])
    largest, entropy = shares.argmax(), pieces.sum()
    rest = entropy - pieces[largest]
    caption = (
        f"The rest makes up {1 - shares[largest]:.2f} of the bar, and {rest / entropy:.0%} of the "
        f"entropy of {entropy:.3f}; disentanglement is {scores[0].value:.3f}."
        if entropy > 0.0005
        else f"All lies in one place: no entropy, and disentanglement is {scores[0].value:.3f}."
    )
    alt = f"One row of a matrix, its shares and their entropy. {caption} {describe(matrix)}"
    first = {0: ("diagonal", "bar 1", (diagonal, (0.0, 0.0), (1.0, 1.0), 0.01))}
    highest = [end[1] for _, _, (_, *ends, _) in handles.values() for end in ends]
    full = max([1.0, *highest])  # a scale that stays while a hand drags
    panels = _row_panel(row, full, first | handles), _shares_panel(shares, pieces, part)
    named = {score.metric: score for score in scores}
    return Picture(
        panels=panels, description=alt, text=words(scores), scores=named, caption=caption
    )


def _is_pure_and_shared(picture: Picture) -> bool:
    """Whether rows are pure, and some column lies in two places or more."""
    d, c = picture.scores["disentanglement"], picture.scores["completeness"]
    places = (d.matrix.values > 0).sum(0)  # per column
    return float(d) > 0.995 and float(c) < 0.9 and places.min() > 0 and places.max() > 1


def _describe_two_ways(before: Picture, now: Picture) -> str:
    is_reached = _is_pure_and_shared(now) and not _is_pure_and_shared(before)
    done = " Pure rows, and a column in two or more places." if is_reached else ""
    return each_changed(before, now) + done


def _describe_rest(before: Picture, now: Picture) -> str:
    """By how much disentanglement moved, before what is seen now."""
    old, new = (float(each.scores["disentanglement"]) for each in (before, now))
    if abs(new - old) < SEEN:
        return now.caption
    return (
        f"Disentanglement {'fell' if new < old else 'rose'} from {from_to(old, new)}. {now.caption}"
    )


def keep_rest(before: dict, now: dict) -> dict:
    """With another number of factors each row keeps its rest, shared out among the others."""
    if before["factors"] == now["factors"] or before["off_diagonal"] != now["off_diagonal"]:
        return now
    each = before["off_diagonal"] * (before["factors"] - 1) / (now["factors"] - 1)
    return now | {"off_diagonal": min(round(each, 6), 1.0)}


@lab
def dci_even_rest(after: After = None) -> Lab:
    """Every latent follows one factor, and the rest is even; drag the first bar, or the rest."""
    controls = {
        "factors": whole("factors", FACTORS, 2, 15),
        "diagonal": dragged(number("diagonal", 0.8, 0, 1)),
        "off_diagonal": dragged(number("each of the others", REST, 0, 1, step=0.005)),
    }
    hears: Keywords = {"update_state": keep_rest, "describe_change": _describe_rest}
    return Lab(draw_dci_even_rest, controls, **hears, after=after)


@lab
def dci_uneven_rest(after: After = None) -> Lab:
    """The same row, and a mark on bar 2 that gathers the rest from all places in this one."""
    controls = {
        "diagonal": dragged(number("diagonal", 0.8, 0, 1)),
        "evenness": dragged(number(EVENNESS_LABEL, 1.0, 0, 1, step=0.05)),
    }
    return Lab(draw_dci_uneven_rest, controls, describe_change=_describe_rest, after=after)


# --------------------------------------------------------------------------------- weights: Fact 5

SHARE = "factor 2's share of latent 2"


@panel(206, min_width=300, max_width=560)
def _weights_panel(canvas: Canvas, values: np.ndarray, weight: float, share: float) -> None:
    """Two rows as lying bars, as long as their sums, coloured by factor; row 2 has two handles."""
    x, y, width, height = canvas.box
    canvas.title("rows: the heavier, the longer", "rows")
    left, room = x + 62, width - 76
    for i, row in enumerate(values):
        row_y, start = y + 34 + 62 * i, left
        name = f"latent {i + 1}"
        canvas.text(left - 8, row_y + 22, name, "end", FAINT, link=name)
        canvas.rect(left, row_y, room, 34, GROUND, GRID)
        for k, value in enumerate(row):
            title = f"{name} gives {value:.3f} to factor {k + 1}"
            style: Style = {
                "key": f"w{i}{k}",
                "link": (name, f"factor {k + 1}"),
                "title": title,
            }
            canvas.rect(start, row_y, value * room, 34, class_colour(2 * k), PAPER, **style)
            start += value * room
    row_y = y + 34 + 62
    ends = left, left + room
    cut = left, left + weight * room
    length = Handle("weight of latent 2", (Axis("weight", weight, 0, 1, 0.01, "x", *ends),))
    grip = Handle(SHARE, (Axis("share", share, 0, 1, 0.01, "x", *cut[::-1]),))
    canvas.circle(left + weight * room, row_y + 17, 9, MARK, key="hw", handle=length)
    small: Style = {"font_size": "11", "pointer_events": "none"}
    if weight > 0:
        grip_x = left + (1 - share) * weight * room
        canvas.circle(grip_x, row_y + 45, 8, MARK, key="hp", handle=grip)
        canvas.line(grip_x, row_y, grip_x, row_y + 38, INK, stroke_dasharray="3 3", key="hpl")
        shares = f"factor 1: {1 - share:.2f}, factor 2: {share:.2f}"
        label_x = max(min(grip_x + 14, left + room - 6.2 * len(shares)), left)
        canvas.text(label_x, row_y + 64, shares, "start", FAINT, key="hpn", **small)
    end = min(left + weight * room + 14, left + room - 74)
    canvas.text(end, row_y - 4, f"weight {weight:.2f}", "start", FAINT, key="hwn", **small)
    key = "blue: factor 1, green: factor 2; drag the round marks"
    canvas.note(x, y + height - 4, key)


def draw_dci_weight(weight: float, share: float) -> Picture:
    """Fact 5: how far can a pure latent hide an impure one?"""
    matrix = examples.dominated_matrix(weight, share)
    score = disentanglement(matrix)
    part, weighs = score.parts[1], score.weights[1]
    hidden = part < 0.9 and 0 < weighs < 0.15  # it is impure, and hardly counts
    joined = f"{', but' if hidden else ', and'} its share of all weight is {weighs:.2f}"
    caption = (
        f"Latent 2's focus is {part:.2f}{joined}: disentanglement is {1 - weighs:.2f} x 1 + "
        f"{weighs:.2f} x {part:.2f} = {score.value:.3f}."
    )
    alt = f"{caption} {describe(matrix)}"
    panels = _weights_panel(matrix.values, weight, share), parts_panel(score, height=206)
    scores = {s.metric: s for s in (score, completeness(matrix))}
    return Picture(
        panels=panels, description=alt, text=words([score]), scores=scores, caption=caption
    )


@lab
def dci_weight(after: After = None) -> Lab:
    """One pure latent beside an impure one of little weight."""
    controls = {
        "weight": dragged(number("weight of latent 2", 0.1, 0, 1)),
        "share": dragged(number(SHARE, 0.9, 0, 1)),
    }
    return Lab(draw_dci_weight, controls, describe_change=use_caption, after=after)


# ------------------------------------------------------------------------ rows and columns: D and C

TWO_WAYS = ((0.9, 0.1, 0.0), (0.0, 0.8, 0.0), (0.0, 0.7, 0.1), (0.1, 0.0, 0.9))
NARROW_WIDTH = 400.0  # pixels below which the bars beside rows are short


def two_ways_panel(matrix: InformativenessMatrix, name: str, high: float = 1.0) -> Panel:
    """One matrix with a bar beside every row (its focus) and a bar below every column."""
    d, c = disentanglement(matrix), completeness(matrix)
    rows, columns = matrix.values.shape
    cell = 56.0 if rows <= 6 else 336 / rows

    def bars(to_pixels: Place, bar_width: float) -> str:
        out = []
        x, y, bar_height = to_pixels(0, columns)[0] + 16, to_pixels(rows, 0)[1] + 16, 60
        out.append(text(x, to_pixels(0, 0)[1] - 7, "row's focus", "start", FAINT, font_size="11"))
        for i, part in enumerate(d.parts):
            top, latent = to_pixels(i, 0)[1], matrix.row_names[i]
            high, full = cell - 28, bar_width * part
            out.append(rect(x, top + 6, bar_width, high, GROUND, GRID))
            title = f"{latent}: focus {part:.2f}, weight {d.weights[i]:.2f}"
            bar: Style = {"key": f"d{i}", "title": title, "link": latent}
            out.append(rect(x, top + 6, full, high, PART, **bar))
            label = f"{part:.2f}" if d.weights[i] else "empty"
            out.append(text(x + bar_width + 6, top + 10 + high / 2, label, "start", FAINT))
            weighs: Style = {"font_size": "10", "key": f"dw{i}"}
            note = f"weighs {d.weights[i]:.2f}"
            out.append(text(x, top + high + 18, note, "start", FAINT, **weighs))
        for k, part in enumerate(c.parts):
            left, factor = to_pixels(0, k)[0], matrix.column_names[k]
            width = to_pixels(0, k + 1)[0] - left
            out.append(rect(left + 8, y, width - 16, bar_height, GROUND, GRID))
            bar = {"key": f"c{k}", "title": f"{factor}: focus {part:.2f}", "link": factor}
            height = bar_height * part
            out.append(
                rect(left + 8, y + bar_height - height, width - 16, height, class_colour(2), **bar)
            )
            label = f"{part:.2f}" if width >= 32 else f"{part:.2f}".lstrip("0")
            out.append(text(left + width / 2, y + bar_height + 14, label, fill=FAINT))
        for j, word in enumerate(("column's", "focus")):
            position = to_pixels(0, 0)[0] - 8, y + bar_height / 2 + 14 * j
            out.append(text(*position, word, "end", FAINT, font_size="11"))
        for j, (letter, score, colour) in enumerate((("D", d, PART), ("C", c, class_colour(2)))):
            style = {"font_weight": "bold", "key": letter}
            note = f"{letter} = {score.value:.3f}"
            out.append(text(x, y + 16 + 48 * j, note, "start", colour, **style))
        plain: Style = {"font_size": "10", "key": "plain"}
        alike = "unweighted" if bar_width > 40 else "alike"
        note = f"{alike} {d.parts[d.weights > 0].mean():.2f}"
        out.append(text(x, y + 32, note, "start", FAINT, **plain))
        return "".join(out)

    def panel(bar_width: float) -> Panel:
        options: Keywords = {"title": "drag any cell", "below": 100, "min_width": 340}
        options["moves"] = cell_handles(matrix, name, high)
        return matrix_panel(
            matrix,
            over=lambda to_pixels: bars(to_pixels, bar_width),
            right=62 + bar_width,
            **options,
        )

    return by_width(panel(34), panel(56), NARROW_WIDTH)


def draw_dci_two_ways(values: list[list[float]], names: Sequence[str]) -> Picture:
    """Rows for disentanglement, columns for completeness, on one and the same matrix.

    names : of the factors, where they have any.
    """
    matrix = InformativenessMatrix(values, "importance", column_names=names or None)
    scores = disentanglement(matrix), completeness(matrix)
    caption = (
        f"Rows: disentanglement {scores[0].value:.3f}. Columns: completeness {scores[1].value:.3f}."
    )
    alt = f"{caption} {describe(matrix)}"
    panels = (two_ways_panel(matrix, "values"),)
    return Picture(
        panels=panels,
        description=alt,
        text=words(scores),
        scores={s.metric: s for s in scores},
        caption=caption,
    )


@lab
def dci_two_ways(after: After = None) -> Lab:
    """Drag a cell: which of the two scores cares?"""
    controls = {
        "values": number_table("values", TWO_WAYS),
        "names": free("names of the factors", []),
    }
    return Lab(draw_dci_two_ways, controls, describe_change=_describe_two_ways, after=after)


# ----------------------------------------------------------------------------- importances of noise

PREDICTORS: tuple[Predictor, ...] = ("lasso", "forest")
NOISE = {1.0: "all", 0.9: "nine tenths", 0.5: "half", 0.1: "a tenth"}  # of a latent's variance
R2_COLOUR = class_colour(2)  # the colour of informativeness


@functools.cache
def _informativeness(run: int, predictor: Predictor, copied: float) -> float:
    """Informativeness of one draw, on samples kept back."""
    return informativeness(partly_noise(run, copied), predictor=predictor, seed=run).value


@panel(262, min_width=330, max_width=560)
def _draws_panel(canvas: Canvas, run: int, copied: float) -> None:
    """D and informativeness in several draws, a strip for each predictor; a point chooses one."""
    runs = range(NOISE_RUNS)
    scores = {
        p: [(d_of_noise(seed, p, copied).value, _informativeness(seed, p, copied)) for seed in runs]
        for p in PREDICTORS
    }
    x, y, width, _ = canvas.box
    canvas.title("ten draws: drag the point", "drag the point")
    left, right = x + 84, x + width - 14
    step = (right - left) / NOISE_RUNS
    for j in range(NOISE_RUNS):
        canvas.note(left + (j + 0.5) * step, y + 58, j + 1, "middle")
    ends = left + 0.5 * step, right - 0.5 * step
    spoken = f"{run + 1}"
    canvas.add(slider(("run", "draw"), run, (0, NOISE_RUNS - 1), ends, y + 36, words=spoken))
    for k, (predictor, values) in enumerate(scores.items()):
        top, strip_height = y + 70 + 84 * k, 70
        canvas.text(left - 24, top + strip_height / 2 + 4, predictor, "end")
        canvas.rect(left, top, right - left, strip_height, GROUND, GRID)
        for tick, tick_y in (("1", top + 8), ("0", top + strip_height)):
            canvas.note(left - 6, tick_y, tick, "end")
        for j, pair in enumerate(values):
            for m, (letter, value) in enumerate(zip("DI", pair)):
                bar_width, up = (step - 6) / 2, max(value, 0) * (strip_height - 1.5) + 1.5
                title = f"{predictor}, draw {j + 1}: {letter} = {value:.3f}"
                bar: Style = {"key": f"{predictor}{j}{letter}", "title": title}
                bar["fill_opacity"] = "1" if j == run else "0.45"
                box = left + j * step + 3 + m * bar_width, top + strip_height - up, bar_width, up
                canvas.rect(*box, R2_COLOUR if m else PART, **bar)
    for m, side in enumerate(("left: D", "right: informativeness")):
        style: Style = {"font_weight": "bold", "font_size": "11"}
        canvas.text(left + 62 * m, y + 254, side, "start", R2_COLOUR if m else PART, **style)


def draw_dci_on_noise(noise: float, run: int) -> Picture:
    """What two predictors find important in latents that know little, and what D makes of it."""
    copied = round(1 - noise, 3)
    scores = {predictor: d_of_noise(run, predictor, copied) for predictor in PREDICTORS}
    r2_scores = [_informativeness(run, predictor, copied) for predictor in PREDICTORS]
    n_entries = int((scores["lasso"].matrix.values > 0).sum())
    entries = f"{n_entries} entr{'y' if n_entries == 1 else 'ies'}"
    caption = (
        f"Draw {run + 1}: the lasso keeps {entries} of nine, and D is "
        f"{scores['lasso'].value:.3f}; by the forest it is {scores['forest'].value:.3f}. "
        f"Informativeness: {r2_scores[0]:.3f} by the lasso, {r2_scores[1]:.3f} by the forest."
    )
    tables = [
        matrix_panel(
            InformativenessMatrix(score.matrix.values, "importance"),
            title=f"importances by the {predictor}",
            cell=32,
            min_width=250,
            key=predictor,
        )
        for predictor, score in scores.items()
    ]
    details = (
        "Informativeness: R² on samples kept back; 0 is no better than the mean, or worse.\n"
        "A lasso's importances are the sizes of its coefficients (its penalty is chosen by "
        "cross-validation); a forest's are shares of what its splits gain.\n"
        f"Three factors and a latent for each, of 300 normal samples, {NOISE_RUNS} draws. What is "
        "not noise in a latent (shares of its variance) copies its factor."
    )
    values = {f"D by the {predictor}": score.value for predictor, score in scores.items()}
    panels = _draws_panel(run, copied), stack(*tables)
    alt = f"Latents that are noise by a share of {noise:g}, {NOISE_RUNS} draws. {caption}"
    return Picture(panels=panels, description=alt, text=details, scores=values, caption=caption)


@lab
def dci_on_noise(after: After = None) -> Lab:
    """Noise, drawn anew: how important does a predictor find it, and what does D say?"""
    controls = {
        "noise": choice(
            "how much of each latent is noise?", list(NOISE), 1.0, list(NOISE.values())
        ),
        "run": dragged(whole("draw", 0, 0, NOISE_RUNS - 1)),
    }
    return Lab(draw_dci_on_noise, controls, describe_change=use_caption, after=after)

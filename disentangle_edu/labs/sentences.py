"""Labs on models that learned sentences: nine of them in five runs, and walks between sentences."""

import functools
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from ..claims.zhang2021_models import (
    LOSSES,
    NINE,
    SIX,
    compared,
    nine,
    our_correlations,
    printed,
    runs,
)
from ..claims.zhang2021_tables import QUANTITIES as FREE
from ..claims.zhang2021_tables import correlations
from ..core import Floats, InformativenessMatrix
from ..lessons.asked_20 import KINDS, kind_of
from ..measures import mutual_information
from ..show.panels import cloud_panel, matrix_panel, round_ticks, span_of
from ..show.svg import (
    FAINT,
    GRID,
    GROUND,
    INK,
    MARK,
    PAPER,
    PART,
    Axis,
    Handle,
    Panel,
    Picture,
    circle,
    group,
    heading,
    line,
    path,
    rect,
    stack,
    text,
    wrapped,
)
from ..worlds import corpora
from ..worlds.sentences import TextWorld
from ..worlds.text import changes, in_turn, new_words, together
from ..zoo import text_shelf
from .controls import choice, in_picture, whole
from .lab import Lab, lab, tells_itself
from .text import (
    STEPS,
    Path,
    changed_panel,
    columns_of,
    in_lines,
    latents_of,
    path_panel,
    words_in_places,
)

ROW, STOP, NARROW = 30.0, 56.0, 46.0  # pixels of a model, from run to run, and where it is tight
APART = 3.6  # pixels between the heights of two runs
QUANTITIES = {
    "reconstruction, nats": "Rec",
    "KL, nats": "KL",
    "active units": "AU",
    "Hoyer": "Hoyer",
    "BetaVAE": "Higgins",
    "modularity": "Ridgeway",
    "FactorVAE": "Kim",
    "MIG": "Chen",
    "DCI's D": "Eastwood",
    "SAP": "Kumar",
}
CALLED = {name: words for words, name in QUANTITIES.items()}
BEST_IS_LEAST, NO_BEST = ("Rec",), ("KL", "AU")


def _numbers(name: str) -> Floats:
    """(9, runs) of one quantity."""
    return runs((LOSSES | SIX)[name]).to_numpy(dtype=float)


def first_of(values: Floats, name: str) -> int:
    """Which model is best."""
    return int(np.nanargmin(values) if name in BEST_IS_LEAST else np.nanargmax(values))


def _runs_panel(name: str, title: str, run: int) -> Panel:
    """A row per model: a dot per run, the mean as a stroke, what is printed as an open diamond."""
    values, labels = _numbers(name), list(NINE)
    theirs = printed(name) if name in LOSSES else None
    mean, of = theirs or (0.0, 0.0)
    everything = [values.ravel(), *((mean - of, mean + of) if theirs else ())]
    known = np.concatenate(everything)
    low, high = np.nanmin(known), np.nanmax(known)
    pad = 0.06 * max(high - low, 1e-3)
    low, high = low - pad, high + pad
    shown = values.mean(1) if run == 0 else values[:, run - 1]
    best = None if name in NO_BEST else first_of(shown, name)
    winners = [] if name in NO_BEST else [first_of(column, name) for column in values.T]

    def draw(x: float, y: float, width: float, height: float) -> str:
        out = [heading(x, y, width, f"{title}: a dot for each run", title)]
        left, right, top = x + 134, x + width - 14, y + 64

        def place(value: float) -> float:
            return left + (value - low) / (high - low) * (right - left)

        out += [_choice_of_run(left, y + 40, right - left, run, values.shape[1])]
        bottom = top + ROW * len(labels)
        out.append(rect(left, top, right - left, bottom - top, GROUND, GRID))
        for value in round_ticks(low, high, 4 if right - left < 260 else 5):
            out.append(line(place(value), top, place(value), bottom, GRID))
            out.append(text(place(value), bottom + 15, f"{value:g}", fill=FAINT, font_size="11"))
        for j, label in enumerate(labels):
            at = top + (j + 0.5) * ROW
            out.append(_row(j, label, at, left, place, j == best))
        if best is not None:
            frame: dict[str, Any] = {"stroke_width": "2.5", "rx": 4, "key": "best"}
            out.append(
                rect(
                    left - 132,
                    top + best * ROW + 1,
                    right - left + 132,
                    ROW - 2,
                    "none",
                    MARK,
                    **frame,
                )
            )
        return "".join(out)

    def _row(j: int, label: str, at: float, left: float, place: Any, first: bool) -> str:
        drawn = [text(left - 8, at + 4, label, "end", INK, font_size="11", link=label)]
        if theirs:
            mean, spread = theirs[0][j], theirs[1][j]
            if np.isfinite(mean):
                ends = place(mean - spread), place(mean + spread)
                drawn.append(line(ends[0], at + 10, ends[1], at + 10, FAINT, stroke_width="2"))
                middle = place(mean)
                shape = f"M{middle - 5:.1f} {at + 10:.1f}l5 -4l5 4l-5 4z"
                drawn.append(
                    path(shape, PAPER, f"{label}, printed: {mean:g} ± {spread:g}", stroke=INK)
                )
        if not np.isfinite(values[j]).any():
            drawn.append(text(left + 8, at + 4, "has none", "start", FAINT, font_size="11"))
        if np.isfinite(values[j]).all():
            middle = place(float(values[j].mean()))
            drawn.append(line(middle, at - 9, middle, at + 9, PART, stroke_width="2", key=f"m{j}"))
        for k, value in enumerate(values[j]):
            if not np.isfinite(value):
                continue
            # Each run has a height of its own, above what is printed.
            lane = at - 3 + APART * (k - (len(values[j]) - 1) / 2)
            here = run == k + 1
            told: dict[str, Any] = {
                "key": f"d{j}-{k}",
                "title": f"{label}, run {k + 1}: {value:.3f}",
            }
            won = k < len(winners) and winners[k] == j  # a ring around who is first in its run
            told |= {"stroke": INK if won else PAPER, "stroke_width": "2" if won else "1"}
            told |= {"fill_opacity": "1" if here or run == 0 else "0.3"}
            out_of = 6.5 if here else 3.8
            drawn.append(circle(place(float(value)), lane, out_of, MARK if here else PART, **told))
        return group(*drawn, link=label)

    return Panel(draw, 90 + ROW * len(labels), 330, 720)


def _choice_of_run(x: float, y: float, width: float, run: int, runs: int) -> str:
    """A point that is drawn along the runs; at 0 it stands for their mean."""
    step = min(width / (runs + 1), STOP)
    names = ["mean", *(f"run {k + 1}" for k in range(runs))]
    if step < NARROW:
        names[1:] = [name.split()[1] for name in names[1:]]
    end = x + step * (len(names) - 0.5)
    out = [line(x + step / 2, y, end, y, GRID, stroke_width="4")]
    for k, name in enumerate(names):
        out.append(
            text(
                x + (k + 0.5) * step, y - 12, name, fill=INK if k == run else FAINT, font_size="11"
            )
        )
    axis = Axis("run", run, 0, runs, 1, "x", x + step / 2, end)
    handle = Handle("run", (axis,), names[run], place=True)  # a click on a name sets it, too
    over = rect(x, y - 26, end + step / 2 - x, 38, "transparent", "none", key="rail", handle=handle)
    told: dict[str, Any] = {"key": "run", "pointer_events": "none"}
    return "".join(out) + circle(x + (run + 0.5) * step, y, 9, MARK, **told) + over


def draw_text_models(quantity: str, run: int) -> Picture:
    """Nine models in their runs: draw the point along the runs, and see who is first."""
    name = QUANTITIES[quantity]
    values, labels = _numbers(name), list(NINE)
    spread, means = values.std(1, ddof=1), values.mean(1)
    scores = {
        label: float(v) for label, v in zip(labels, means if run == 0 else values[:, run - 1])
    }
    who = "On the mean over runs" if run == 0 else f"In run {run}"
    if name in NO_BEST:
        known = [value for value in scores.values() if np.isfinite(value)]
        said = f"{who}: {min(known):.2f} to {max(known):.2f}. More of it is neither good nor bad."
    else:
        best = first_of(np.array(list(scores.values())), name)
        firsts = Counter(labels[first_of(column, name)] for column in values.T)
        said = f"{who} {labels[best]} is first. " + (
            "Over the runs, first are: "
            + ", ".join(f"{label} in {times}" for label, times in firsts.most_common())
            + "."
            if len(firsts) > 1
            else f"In every single run it is {next(iter(firsts))}."
        )
    order = np.sort(means if name in BEST_IS_LEAST else -means)  # those without a mean come last
    apart = f"Runs of one model lie {np.nanmedian(spread):.3g} apart (median deviation)" + (
        "." if name in NO_BEST else f"; the first mean is {order[1] - order[0]:.3g} ahead."
    )
    lines = [apart]
    for label, row in zip(labels, values):
        shown = ", ".join(f"{value:.3f}" for value in row) if np.isfinite(row).all() else "has none"
        lines.append(f"{label}: {shown}")
    if name in LOSSES:
        lines.append(
            "Open diamonds: what the paper prints; their bars reach one deviation to each side."
        )
    return Picture(
        (_runs_panel(name, quantity, run),), f"{said} {apart}", "\n".join(lines), scores, said
    )


@lab
def text_models(after: Any = None) -> Lab:
    """Nine models, five runs each: which is best, and would another run say the same?"""
    controls = {
        "quantity": choice("quantity", list(QUANTITIES), "MIG"),
        "run": in_picture(whole("run", 0, 0, runs("rec").shape[1])),
    }
    return Lab(draw_text_models, controls, tell=tells_itself, after=after)


# ---------------------------------------------------------------------------------- correlations

CELL = 58.0


def _runs_behind(row: str, column: str) -> Panel:
    """The runs behind one correlation, a point each."""
    points = compared()[[column, row]]
    known = points.notna().all(axis=1).to_numpy()
    cloud = points.to_numpy(dtype=float)[known]
    kinds = np.array([kind_of(model) for model in nine()["row"]])[known]
    labels = f"the {len(cloud)} runs behind it", column, CALLED[row]
    across, up = (_round_ends(*span_of(values)) for values in cloud.T)
    room: dict[str, Any] = {"x_range": across, "y_range": up, "height": 330.0}
    return cloud_panel(labels, cloud, kinds, KINDS, **room)


def _round_ends(low: float, high: float) -> tuple[float, float]:
    """Round numbers around a range, with room above it for a legend."""
    step = 10.0 ** np.floor(np.log10(high - low))
    return float(np.floor(low / step) * step), float((np.floor(high / step) + 1) * step)


def _correlation_panel(rows: list[str], chosen: int, behind: tuple[str, str]) -> Panel:
    """Squares whose area is a correlation: filled over our runs, framed as printed."""
    ours, theirs = our_correlations(), correlations("YNOC")

    def draw(x: float, y: float, width: float, height: float) -> str:
        titles = (
            "click a square to see its runs, a column's name to sort",
            "click a square, or a name",
        )
        out = [heading(x, y, width, *titles)]
        left, top = x + 92, y + 54
        cell = min((width - 96) / len(FREE), CELL)
        for k, column in enumerate(FREE):
            middle = left + (k + 0.5) * cell
            axis = Axis("column", -1.0, k, k, 1.0, "y", 0)
            handle = Handle(f"sort by {column}", (axis,), column, toggle=True, cell=(0, k))
            told: dict[str, Any] = {"key": f"head{k}", "handle": handle, "rx": 4}
            frame = (MARK, 2.5) if k == chosen else (GRID, 1)
            out.append(
                rect(
                    left + k * cell + 2,
                    top - 26,
                    cell - 4,
                    22,
                    GROUND,
                    frame[0],
                    stroke_width=str(frame[1]),
                    **told,
                )
            )
            out.append(
                text(middle, top - 11, column, fill=INK, font_size="11", pointer_events="none")
            )
        legend = (
            "larger is stronger; filled: ours, blue together, orange opposite; framed: printed, "
            "dashed where opposite"
        )
        out.append(wrapped(x, top + len(rows) * cell + 8, width, legend, FAINT, 11)[0])
        for j, row in enumerate(rows):
            at = top + (j + 0.5) * cell
            out.append(
                text(
                    left - 6,
                    at + 4,
                    CALLED[row],
                    "end",
                    INK,
                    font_size="11",
                    link=row,
                    key=f"r{row}",
                )
            )
            for k, column in enumerate(FREE):
                out.append(_square(left + k * cell, top + j * cell, cell, row, column))
        return "".join(out)

    def _square(x: float, y: float, cell: float, row: str, column: str) -> str:
        mine, printed_one = float(ours[column][row]), float(theirs[column][row])
        told = f"{CALLED[row]} and {column}: {mine:.2f} over our runs, {printed_one:.2f} printed"
        at = list(SIX).index(row) * len(FREE) + FREE.index(column)
        axis = Axis("square", -1.0, at, at, 1.0, "y", 0)
        place = rows.index(row) + 1, FREE.index(column)
        handle = Handle(f"see the runs of {told}", (axis,), f"{mine:.2f}", place, toggle=True)
        named: dict[str, Any] = {"key": f"{row}/{column}", "title": told, "link": (row, column)}
        frame = (MARK, 2.5) if (row, column) == behind else (GRID, 1)
        box: dict[str, Any] = {"handle": handle, "stroke_width": str(frame[1])}
        out = [rect(x + 1, y + 1, cell - 2, cell - 2, GROUND, frame[0], **box, **named)]
        for value, fill, stroke, mark in (
            (mine, PART if mine >= 0 else MARK, "none", "o"),
            (printed_one, "none", INK, "p"),
        ):
            side = max(abs(value) ** 0.5 * (cell - 10), 1.0) if np.isfinite(value) else 0.0
            corner = x + (cell - side) / 2, y + (cell - side) / 2
            more: dict[str, Any] = {"pointer_events": "none", "key": f"{row}/{column}{mark}"}
            if mark == "p" and value < 0:
                more["stroke_dasharray"] = "3 3"
            out.append(rect(*corner, side, side, fill, stroke, **more))
        return "".join(out)

    return Panel(draw, 98 + CELL * len(rows), 330, 420)


def _how(correlation: float) -> str:
    """How a cloud of runs looks."""
    way = "" if correlation > 0 else "one falling as the other rises, "
    close = "loosely" if abs(correlation) < 0.5 else "in a wide band"
    return way + close


def draw_text_correlations(column: int, square: int) -> Picture:
    """How the six metrics go with sparsity, active units, reconstruction and KL."""
    chosen, ours = FREE[column], our_correlations()
    behind = list(SIX)[square // len(FREE)], FREE[square % len(FREE)]
    order = list(ours.loc[list(SIX), chosen].sort_values(ascending=False, key=abs).index)
    row, other = behind
    mine, theirs = float(ours[other][row]), float(correlations("YNOC")[other][row])
    tied = "hardly go together" if abs(mine) < 0.2 else f"go together, {_how(mine)}"
    said = f"{CALLED[row]} and {other} {tied}: {mine:.2f} over our runs, {theirs:.2f} printed."
    words = (
        f"Filled: our {len(nine())} runs ({runs('kl').notna().to_numpy().sum()} for KL, which an "
        "autoencoder has not), blue for together, orange for opposite. Framed: printed, dashed "
        "where it is below 0. AU: active units; -Rec: less reconstruction error is more."
    )
    scores = {CALLED[row]: float(ours[chosen][row]) for row in order}
    panels = _correlation_panel(order, column, behind), _runs_behind(*behind)
    return Picture(panels, f"{said} {words}", words, scores, said)


@lab
def text_correlations(after: Any = None) -> Lab:
    """Do metrics that ask for factors follow numbers that need none?"""
    controls = {
        "column": in_picture(whole("column", FREE.index("-Rec"), 0, len(FREE) - 1)),
        "square": in_picture(whole("square", 2, 0, len(SIX) * len(FREE) - 1)),
    }
    return Lab(draw_text_correlations, controls, tell=tells_itself, after=after)


# ---------------------------------------------------------------------------------------- walks

IN_TURN, TOGETHER = "one after the other", "all together"
IDEAL = "ideal: a latent per factor"
WALKED = {  # what a reader chooses, and the model it is
    "autoencoder": "ynoc-ae-0-0",
    "vanilla VAE": "ynoc-beta_vae-1-0",
    "beta-VAE (0.2)": "ynoc-beta_vae-0.2-0",
    "MAT-VAE (0.01, 0.1)": "ynoc-mat_vae-0.01-0",
    "roomy beta-VAE (ours)": "ynoc-beta_vae-0.2-0-roomy",
}
PAIRS = 20
OTHER = 58.0  # pixels of what one code says
Codes = tuple[Floats, Callable[[Floats], list[str]]]  # of all shown sentences, and what says them


@functools.cache
def _shown() -> TextWorld:
    return text_shelf.shown_world("ynoc")


@functools.cache
def _sentences() -> list[str]:
    return [_shown().sentence(row) for row in _shown().test]


@functools.cache
def _pair(number: int) -> tuple[int, int]:
    """Two sentences of one template that share no value of any factor."""
    order = np.random.default_rng(number).permutation(len(_shown().test)).tolist()
    start, values = order[0], _shown().factors
    fixed = [word for word in _sentences()[start].split() if not word[-1].isdigit()]
    end = next(
        i
        for i in order
        if (values[i] != values[start]).all()
        and [word for word in _sentences()[i].split() if not word[-1].isdigit()] == fixed
    )
    return start, end


@functools.lru_cache(maxsize=32)
def _coded(model: str, pair: int) -> Codes:
    """Codes of all shown sentences, and a function from codes to sentences."""
    if model == IDEAL:
        template = _sentences()[_pair(pair)[0]].split()
        return _shown().factors.astype(float), lambda codes: [_ideal(z, template) for z in codes]
    name = WALKED[model]
    speaker = text_shelf.speaker(name)

    def say(codes: Floats) -> list[str]:
        said, _ = speaker.say(codes)
        return [_shown().sentence(row) for row in said]

    return text_shelf.code(name).latents, say


def _ideal(z: Floats, template: list[str]) -> str:
    """The sentence of a template with the nearest value of each factor."""
    words = dict(zip(_shown().factor_names, np.round(z).astype(int)))
    kinds = {word: name for name, listed in corpora.YNOC_WORDS.items() for word in listed}
    return " ".join(
        corpora.YNOC_WORDS[kinds[word]][words[kinds[word]]] if word in kinds else word
        for word in template
    )


@functools.lru_cache(maxsize=64)
def _walk(model: str, pair: int, way: str) -> Path:
    """Latent after latent, or all together, from one sentence's code to the other's."""
    codes, say = _coded(model, pair)
    a, b = (codes[i] for i in _pair(pair))
    if way == TOGETHER:
        points = [(int(t > 0), t, z) for t, z in together(a, b, STEPS)]
    else:
        points = in_turn(a, b, STEPS)
    spoken = say(np.array([z for _, _, z in points]))
    return [(i, t, sentence) for (i, t, _), sentence in zip(points, spoken)]


@functools.cache
def _told(model: str) -> InformativenessMatrix:
    return mutual_information(text_shelf.code(WALKED[model]))


def _others_panel(pair: int, way: str, share: float) -> Panel:
    """What every code says at the same share of the way; words that differ from the first's."""
    spoken = {}
    for model in (IDEAL, *WALKED):
        path = _walk(model, pair, way)
        spoken[model] = path[round(share * (len(path) - 1))][2]
    *starts, letters = columns_of(list(spoken.values()))

    def draw(x: float, y: float, width: float, height: float) -> str:
        title = f"what each code says at {share:.0%} of the way; bold: not as the ideal one"
        out = [heading(x, y, width, title, f"at {share:.0%}; bold: not as the ideal one")]
        places = in_lines(starts, letters, x + 6, width - 12)
        for j, (model, sentence) in enumerate(spoken.items()):
            at = y + 40 + OTHER * j
            out.append(text(x, at, model, "start", FAINT, font_size="11"))
            spread = 24 if any(places.down) else 18
            out.append(words_in_places(places, at + spread, sentence, spoken[IDEAL], f"o{j}"))
        return "".join(out)

    return Panel(draw, 40 + OTHER * len(spoken), 330, 700)


def draw_walk(model: str, pair: int, way: str, step: int) -> Picture:
    """What a trained model says between two real sentences."""
    path = _walk(model, pair, way)
    step = min(step, len(path) - 1)
    start, end = (_sentences()[i] for i in _pair(pair))
    lost = sum(new_words(path[0][2], start))  # as the row "read" has them in bold
    ends = [path[i * STEPS][2] for i in range(len(path) // STEPS + 1)]
    moved = changes(ends)
    able = "At the start it said the sentence that it had read."
    if lost:
        able = f"Of the {len(start.split())} words that it read, it had lost {lost} at the start."
    dimension, share, sentence = path[step]
    where = f"Latent {dimension} is {share:.0%} of its way" if dimension else "The start"
    where = f"All latents are {share:.0%} of their way" if dimension and way == TOGETHER else where
    said = f"{where}: “{sentence}” {able}"
    words = f"Words that change per step of the path: {', '.join(map(str, moved))}."
    names = ["all"] if way == TOGETHER else latents_of(len(moved))
    beside = [changed_panel(moved, len(start.split()), names)]
    if model != IDEAL:
        beside.append(
            matrix_panel(_told(model), cell=40, least=240, title="bits that each latent tells")
        )
    others = _others_panel(pair, way, step / (len(path) - 1))
    panels = [stack(path_panel(path, step, model, names, start, end), others), stack(*beside)]
    alt = f"From “{start}”: “{ends[0]}” to “{ends[-1]}”. {said} {words}"
    return Picture(tuple(panels), alt, words, {"words lost": float(lost)}, said)


def keep_the_place(before: dict, now: dict) -> dict:
    """A path of another length is entered at the same share of the way."""
    last = [len(_walk(each["model"], each["pair"], each["way"])) - 1 for each in (before, now)]
    share = min(now["step"] / last[0], 1.0)
    return now | {"step": round(share * last[1])}


@lab
def walk(after: Any = None) -> Lab:
    """Move from one sentence to another through a trained model: which words change, and when?"""
    controls = {
        "model": choice("model", [IDEAL, *WALKED], IDEAL),
        "pair": whole("pair of sentences", 0, 0, PAIRS),
        "way": choice("latents move", [IN_TURN, TOGETHER], IN_TURN),
        "step": in_picture(whole("step", 7, 0, 8 * STEPS)),
    }
    return Lab(draw_walk, controls, follow=keep_the_place, tell=tells_itself, after=after)

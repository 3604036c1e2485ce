"""Labs on BetaVAE: pairs that share a factor become points, and clouds of points part."""

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ... import measures, metrics
from ...matrices import Confusions
from ...types import Floats, Progress
from ...viz.canvas import HALO, Canvas, Panel, Style, panel, scale, stack
from ...viz.handles import Axis, Handle
from ...viz.panels import matrix_panel
from ...viz.picture import Picture
from ...viz.svg import Keywords, draw_axes, legend, line, markers, text
from ...viz.theme import FAINT, GRID, GROUND, INK, MARK, PAPER, PART, class_colour
from ...widgets.change_text import SEEN, use_caption
from ...widgets.controls import (
    choice,
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
from ...worlds.world import World
from ..common.fixed_factor import BALL, HIGH, LOW, STEP, draw_numbered_ball
from ..common.mixtures import FACTORS, dragged_panel, shares_of, spread_words

AROUND = LOW - 0.5, HIGH + 0.5


def _format_mean(values: Floats) -> str:
    """A mean, as it is added up."""
    return f"({' + '.join(f'{value:g}' for value in values)}) / {len(values)} = {values.mean():.3g}"


# ---------------------------------------------------------------------------- a point of BetaVAE

# Samples in two latents; two are a pair.
PAIRS = ((2, 8), (3, 3), (8, 3), (8, 7), (5, 7), (6, 3))
MOST_PAIRS = 5
NAMES = "latent 1", "latent 2"
LOOKS: tuple[Style, ...] = ({}, {"stroke_dasharray": "2 4"})  # of the ways in each


@panel(340, min_width=320, max_width=400)
def _pairs_by_hand_panel(canvas: Canvas, samples: Floats) -> None:
    """Three pairs of samples, and how far apart the two of each lie in either latent."""
    axes = "pairs: drag a sample", *NAMES
    to_pixels = draw_axes(canvas, axes, AROUND, AROUND)
    (left, bottom), (right, top) = to_pixels(LOW, LOW), to_pixels(HIGH, HIGH)
    for j, (first, second) in enumerate(samples.reshape(-1, 2, 2)):
        corner = second[0], first[1]
        for i, (start, end) in enumerate(((first, corner), (corner, second))):
            style = {"key": f"way{j}-{i}", "link": NAMES[i], "stroke_width": "3", **LOOKS[i]}
            canvas.line(*to_pixels(*start), *to_pixels(*end), INK, **style)
    for row, (across, up) in enumerate(samples):
        ways = (
            Axis(f"pairs/{row}/0", across, LOW, HIGH, STEP, "x", left, right, NAMES[0]),
            Axis(f"pairs/{row}/1", up, LOW, HIGH, STEP, "y", bottom, top, NAMES[1]),
        )
        pair = row // 2 + 1
        name = f"{('first', 'second')[row % 2]} sample of pair {pair}"
        handle = Handle(name, ways)
        style = {"handle": handle, "link": f"pair {pair}"}
        canvas.add(draw_numbered_ball(to_pixels(across, up), pair, PART, f"sample{row}", **style))


@panel(340, min_width=320, max_width=400)
def _point_panel(canvas: Canvas, distances: Floats, mean: Floats) -> None:
    """How far apart the two of each pair lie, and the mean of these: the training point."""
    axes = "how far apart; ring: the mean", *NAMES
    to_pixels = draw_axes(canvas, axes, AROUND, AROUND)
    canvas.line(*to_pixels(LOW, LOW), *to_pixels(HIGH, HIGH), FAINT, stroke_dasharray="6 4")
    small: Style = {"font_size": "11"}
    for position, label in (
        ((3.3, 9.3), "factor 1 stood still"),
        ((7, 0.5), "factor 2 stood still"),
    ):
        canvas.text(*to_pixels(*position), label, fill=FAINT, **small)
    for i, start in enumerate(((LOW, mean[1]), (mean[0], LOW))):
        style = {"key": f"mean{i}", "link": NAMES[i], "stroke_width": "3", **LOOKS[i]}
        canvas.line(*to_pixels(*start), *to_pixels(*mean), INK, **style)
    for j, distance in enumerate(distances):
        canvas.add(
            draw_numbered_ball(to_pixels(*distance), j + 1, FAINT, f"pair{j}", link=f"pair {j + 1}")
        )
    canvas.circle(*to_pixels(*mean), BALL + 3, "none", stroke=MARK, stroke_width="4", key="point")


def draw_one_point(pairs: Sequence[Sequence[float]]) -> Picture:
    """Three pairs in two latents, and the training point that their mean distances are."""
    places = np.array(pairs)
    if places.shape[1:] != (2,) or len(places) % 2 or len(places) > 2 * MOST_PAIRS:
        raise ValueError(
            f"pairs: found {len(places)} rows of {places.shape[1]} numbers, expected two rows of "
            f"two numbers for each pair, of at most {MOST_PAIRS}."
        )
    distances = np.abs(places[::2] - places[1::2]).round(6)
    mean = distances.mean(0)
    side = "The ring lies on the line: nobody can say which factor stood still."
    if mean[0] != mean[1]:
        i = int(mean[1] < mean[0])
        side = f"Latent {i + 1} moved less: a classifier would say that factor {i + 1} stood still"
        side += ", and be wrong: these pairs share factor 1." if i else ", and so it did."
    ways = ", ".join(f"{name}: {_format_mean(distances[:, i])}" for i, name in enumerate(NAMES))
    caption = f"Apart in {ways}. {side}"
    alt = f"{len(distances)} pairs of samples, and one point. {caption}"
    panels = _pairs_by_hand_panel(places), _point_panel(distances, mean)
    details = "Dashed: both latents move alike. A classifier of such points is a line like this."
    return Picture(
        panels=panels,
        description=alt,
        text=details,
        scores=dict(zip(NAMES, map(float, mean))),
        caption=caption,
    )


@lab
def one_point(after: After = None) -> Lab:
    """Drag three pairs of samples: what one training point of BetaVAE is made of."""
    controls = {"pairs": number_table("pairs", PAIRS, LOW, HIGH)}
    return Lab(draw_one_point, controls, describe_change=use_caption, after=after)


LIVE_POINTS = 200
CONFUSION_TITLE = "rows: it said; columns: stood still"
SHOWN_PAIRS, SHOWN_POINTS = 14, 200
BAR = 20.0  # pixels below the cloud, for its scale


def blend_copies(copies: Sequence[Sequence[float]], preference: float) -> np.ndarray:
    """Each latent's probabilities: at preference 0 all the same, at 1 as the table says."""
    table = shares_of(copies, "copies")
    return preference * table + (1 - preference) / table.shape[1]


@functools.lru_cache(maxsize=64)
def _world(probabilities: tuple[tuple[float, ...], ...]) -> World:
    return examples.copying_world(probabilities)


@dataclass(frozen=True)
class FullCopies:
    """The table at preference 1."""

    copies: Sequence[Sequence[float]] = examples.COPYING


def follow_copies(before: dict, now: dict) -> dict:
    """The slider blends the table; a dragged probability takes from the others of its row."""
    if now["copies"] == before["copies"]:
        return now | {
            "copies": blend_copies(now["memory"].copies, now["preference"]).round(7).tolist()
        }
    cell = moved_cell(before["copies"], now["copies"])
    if not cell:  # another table altogether
        return now | {"memory": FullCopies(_unblend_copies(now["copies"], now["preference"]))}
    copies = _set_probability(before["copies"], now["copies"], *cell)
    return now | {"copies": copies, "memory": FullCopies(copies), "preference": 1.0}


def _unblend_copies(copies: Sequence[Sequence[float]], preference: float) -> list[list[float]]:
    """The table that this one is a blend of; itself where it is no blend."""
    table = shares_of(copies, "copies")
    if preference > 0:
        firm = (table - (1 - preference) / table.shape[1]) / preference
        table = firm if firm.min() > -1e-6 else table
    return np.clip(table, 0, 1).round(6).tolist()


def _set_probability(before: list, now: list, row: int, column: int) -> list[list[float]]:
    """The table with one probability set, and the others of its row as they were to each other."""
    table = shares_of(before, "copies")
    share, others = now[row][column], np.delete(table[row], column)
    others = others / others.sum() if others.sum() > 0 else np.full(len(others), 1 / len(others))
    table[row] = np.insert((1 - share) * others, column, share)
    return table.round(7).tolist()


def _sample_pairs(world: World, factor: int, batch: int, shared: str, seed: int) -> Floats:
    """Pairs (pairs, 2, L) that share one factor: one batch more, drawn apart from the others."""
    rng = np.random.default_rng(seed)
    groups, size = (batch, 2) if shared == "pair" else (1, 2 * batch)
    return world.sample_fixed(factor, groups, size, rng).reshape(-1, 2, len(world.latent_names))


@panel(320, min_width=280, max_width=420)
def _pairs_panel(canvas: Canvas, world: World, factor: int, held: Floats, mean: Floats) -> None:
    """A few pairs that share one factor, latent by latent.

    Their mean distance is one point.
    """
    batch, few = len(held), held[:SHOWN_PAIRS]
    x, y, width, height = canvas.box
    title = f"pairs that share {FACTORS[factor]}"
    canvas.title(title, "pairs")
    left, right = x + 58, x + width - 12
    step = (height - 66) / 3
    to_x = scale((0, 1), (left, right))
    for i, name in enumerate(world.latent_names):
        top = y + 30 + i * step
        canvas.text(left - 6, top + step / 2 - 4, name, "end", FAINT, link=name)
        canvas.rect(left, top, right - left, step - 26, GROUND, GRID)
        for j, (a, b) in enumerate(few[:, :, i]):
            row_y = top + 4 + j * (step - 34) / (SHOWN_PAIRS - 1)
            colour = PART if abs(a - b) < 1e-9 else FAINT
            canvas.line(
                to_x(a), row_y, to_x(b), row_y, colour, stroke_width="1.6", key=f"pair{i}-{j}"
            )
            for side, value in (("a", a), ("b", b)):
                canvas.circle(to_x(value), row_y, 2.2, colour, key=f"dot{i}-{j}{side}")
        row_y = top + step - 18
        bar: Style = {
            "key": f"apart{i}",
            "link": name,
            "title": f"mean distance {mean[i]:.3f}",
        }
        canvas.rect(left, row_y, mean[i] * (right - left), 9, FAINT, **bar)
        style: Style = {"font_size": "11", "key": f"meann{i}"}
        canvas.text(to_x(mean[i]) + 5, row_y + 9, f"{mean[i]:.2f}", "start", FAINT, **style)
    note = (
        f"{len(few)} of {batch} pairs are drawn; bar: mean distance over all of them; these "
        "three numbers are one point, the ring in the cloud"
    )
    canvas.paragraph(x, y + height - 32, width, note)


def _rotate(points: np.ndarray, rotation: float, tilt: float) -> np.ndarray:
    """Points seen from a direction, both angles in degrees.

    At 0, 0 from where the three axes look alike.
    """
    look = np.array([[1, -1, 0], [1, 1, -2], [1, 1, 1]]) / np.sqrt([[2], [6], [3]])
    a, b = np.radians([rotation, tilt])
    spin = np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]])
    lean = np.array([[1, 0, 0], [0, np.cos(b), -np.sin(b)], [0, np.sin(b), np.cos(b)]])
    return points @ look.T @ spin.T @ lean.T


def _points_panel(
    rows: np.ndarray, held: np.ndarray, rotation: float, tilt: float, ring: np.ndarray
) -> Panel:
    """The training points in all three latents, to be turned, with class means.

    Dashed lines lie half-way between the means.   ring : the point of the batch that is drawn.
    """
    means = np.array([rows[held == k].mean(0) for k in range(3)])
    centre = means.mean(0)
    *points, ringed = _rotate(np.vstack([rows[:SHOWN_POINTS], ring]) - centre, rotation, tilt)[
        :, :2
    ]
    middles = _rotate(means - centre, rotation, tilt)[:, :2]
    reach = max(np.abs([*points, ringed]).max(), 1e-6) * 1.08
    count_label = f"{len(points)} points to learn from"
    count_label += f" (of {len(rows):,})" if len(rows) > len(points) else ""

    @panel(320 + BAR, min_width=280, max_width=460)
    def draw(canvas: Canvas) -> None:
        x, y, width, height = canvas.box
        height -= BAR  # of which there is room below
        size = min(width, height - 50)  # below the legend
        cx, cy, scale = x + width / 2, y + 46 + (height - 46) / 2, size / 2 / reach

        def to_pixels(point: np.ndarray) -> tuple[float, float]:
            return cx + point[0] * scale, cy - point[1] * scale

        box: Style = {"key": "ground", "rx": 4}
        across = Axis("turn", rotation, -180, 180, 2, "across", width, spoken="turn")
        up = Axis("tilt", tilt, -90, 90, 2, "pull", height, spoken="tilt")
        box["handle"] = Handle("the cloud", (across, up))
        canvas.title(f"{count_label}: turn them", "points: turn them")
        canvas.rect(x, y + 24, width, height - 26, GROUND, GRID, **box)
        names: list[str] = []  # above the points
        for i in range(3):
            tip = _rotate(np.eye(3)[i], rotation, tilt)[:2]
            long = min(np.hypot(*tip) / 0.4, 1.0)  # short where it points at the reader
            way = tip / max(np.hypot(*tip), 1e-9) * np.array([1, -1])
            rim = min(
                np.array([width / 2 - 34, (height - 26) / 2 - 14]) / np.maximum(abs(way), 1e-9)
            )
            end = np.array([cx, cy]) + way * rim * long
            name = f"latent {i + 1}"
            quiet: Style = {"pointer_events": "none", "link": name}
            canvas.line(cx, cy, end[0], end[1], GRID, stroke_width="2", **quiet)
            label_y = end[1] + 4 + 8 * way[1]
            label_y = min(max(label_y, y + 62), y + height - 14)  # below the legend, and inside
            names.append(text(end[0], label_y, name, font_size="11", **quiet, **HALO))
        canvas.add(*_class_boundaries(middles, reach, to_pixels))
        shown_of = held[: len(points)]
        cloud = [
            markers(map(to_pixels, np.array(points)[shown_of == k]), k, 2.6, key=f"p{k}", link=name)
            for k, name in enumerate(FACTORS)
        ]
        canvas.group(*cloud, key="cloud", pointer_events="none")
        for k, middle in enumerate(middles):
            style: Style = {"stroke": PAPER, "stroke_width": "2", "pointer_events": "none"}
            title = f"mean of the points with {FACTORS[k]} still"
            style |= {"key": f"mean{k}", "link": FACTORS[k], "title": title}
            canvas.circle(*to_pixels(middle), 8, class_colour(k), **style)
        bar = 0.1 * scale  # how long a distance of 0.1 is drawn
        low = y + height + 12
        canvas.line(x, low, x + bar, low, INK, stroke_width="3", key="scale")
        style = {"font_size": "11", "pointer_events": "none", "key": "scalen"}
        canvas.text(x + bar + 8, low + 4, "0.1 apart", "start", **style)
        round_it: Style = {"stroke": INK, "stroke_width": "3", "key": "ring"}
        round_it |= {"title": "the batch whose pairs are drawn", "pointer_events": "none"}
        canvas.circle(*to_pixels(ringed), 6, "none", **round_it)
        canvas.add(*names)
        canvas.add(legend(x, y + 26, width, dict(enumerate(FACTORS))))

    return draw()


def _class_boundaries(middles: np.ndarray, reach: float, to_pixels: Any) -> list[str]:
    """Rays on which two class means are equally far, from the point that is so from all three."""
    a, b, c = middles
    across = np.array([b - a, c - a])
    if abs(np.linalg.det(across)) < 1e-4 * reach**2:
        return []
    origin = np.linalg.solve(2 * across, [b @ b - a @ a, c @ c - a @ a])
    out: list[str] = []
    if np.abs(origin).max() > reach:
        return out
    for first, second, other in ((a, b, c), (b, c, a), (a, c, b)):
        way = np.array([first[1] - second[1], second[0] - first[0]])
        way *= np.sign((first + second - 2 * other) @ way) or 1.0
        # To the edge along its own direction: the first side that it meets.
        room = (np.sign(way) * reach - origin) / np.where(way == 0, 1e-9, way)
        dashes: Style = {"stroke_dasharray": "5 4", "pointer_events": "none"}
        (x1, y1), (x2, y2) = to_pixels(origin), to_pixels(origin + way * room[way != 0].min())
        out.append(line(x1, y1, x2, y2, FAINT, **dashes))
    return out


def _beta_picture(
    copies: Sequence[Sequence[float]],
    *,
    shared: str,
    seeds: Sequence[int],
    batch: int,
    points: int,
    **view: Any,
) -> Picture:
    probabilities = shares_of(copies, "copies")
    world = _world(tuple(map(tuple, probabilities)))
    options: Keywords = {"n_points": points, "batch_size": batch, "shared": shared}
    progress = view.pop("progress", None)
    scores = [metrics.beta_vae(world, seed=seed, progress=progress, **options) for seed in seeds]
    rows, held, _, _ = measures.difference_points(world, seed=seeds[0], **options)
    size = f"{points:,} points of {batch} pairs to learn, {max(10, points // 2):,} to judge"
    value = float(np.mean([float(score) for score in scores]))
    answers = Confusions(sum(score.matrix.values for score in scores), CONFUSION_TITLE, "")
    right, total = answers.values.trace(), answers.values.sum()
    share = (right + 0.5) / (total + 1)  # not 1, so that its error is not 0
    error = float(np.sqrt(share * (1 - share) / total))
    caption = (
        f"A linear classifier names the factor that stood still in {right:,.0f} of {total:,.0f} "
        f"new points: {value:.3f}, give or take {error:.1g}. "
        f"{_explain_score(rows, held, answers.values)}"
    )
    text = "\n".join(
        [_describe_right_names(answers), spread_words([float(s) for s in scores], size)]
    )
    pairs = _sample_pairs(world, view["held"], batch, shared, seeds[0])
    mean = np.abs(pairs[:, 0] - pairs[:, 1]).mean(0)
    alt = f"Pairs, their mean distances as points in three latents, and guesses. {caption}"
    table = dragged_panel("copies", probabilities, "what each latent copies: drag")
    panels = (
        stack(table, matrix_panel(answers, title=CONFUSION_TITLE, cell=44)),
        _pairs_panel(world, view["held"], pairs, mean),
        _points_panel(rows, held, view["turn"], view["tilt"], mean),
    )
    return Picture(
        panels=panels, description=alt, text=text, scores={"beta_vae": value}, caption=caption
    )


def _describe_right_names(answers: Confusions) -> str:
    """How often each factor was named when it stood still."""
    counts = answers.values
    lines = [
        f"{FACTORS[k]} in {counts[k, k]:.0f} of {counts[:, k].sum():.0f}"
        for k in range(len(counts))
    ]
    return f"It names {', '.join(lines)} points."


def closest_clouds(points: Floats, held: NDArray[np.intp]) -> tuple[int, int, float]:
    """Which two factors' points lie closest, and how far apart their means, in spreads.

    A spread is the deviation of points around their own mean, on the way from one to the other
    (the distance of Mahalanobis).
    """
    count = len(np.unique(held))
    means = np.array([points[held == k].mean(0) for k in range(count)])
    around = np.linalg.pinv(np.cov((points - means[held]).T), rcond=1e-9)
    distances = {
        (i, k): float(np.sqrt((means[i] - means[k]) @ around @ (means[i] - means[k])))
        for i, k in combinations(range(count), 2)
    }
    i, k = min(distances, key=lambda pair: distances[pair])
    return i, k, distances[i, k]


def _explain_score(points: Floats, held: NDArray[np.intp], answers: Floats) -> str:
    """Why the classifier is right so often: how far apart the clouds lie, and who is confused."""
    i, k, distance = closest_clouds(points, held)
    wrong, pair_total = answers[i, k] + answers[k, i], answers[:, [i, k]].sum()
    return (
        f"The closest clouds, of {FACTORS[i]} and {FACTORS[k]}, lie {distance:.1f} spreads apart: "
        f"{wrong:,.0f} of {pair_total:,.0f} points are taken for the other's."
    )


def draw_beta_vae(
    copies: Sequence[Sequence[float]],
    batch: int,
    shared: str,
    held: str,
    seed: int,
    turn: float,
    tilt: float,
    **_: object,  # preference and memory are in the table by now
) -> Picture:
    """The copying world of Fact 3 at the live size: two short runs."""
    view: Keywords = {"held": FACTORS.index(held), "turn": turn, "tilt": tilt}
    options: Keywords = {"shared": shared, "seeds": [seed, seed + 1], "batch": batch}
    return _beta_picture(copies, points=LIVE_POINTS, **options, **view)


def full_beta_vae(progress: Progress, copies: Sequence[Sequence[float]], **values: Any) -> Picture:
    """The same at the size of the paper, one repetition."""
    view = {"turn": values["turn"], "tilt": values["tilt"], "progress": progress}
    view["held"] = FACTORS.index(values["held"])
    options: Keywords = {name: values[name] for name in ("shared", "batch")}
    options |= {"seeds": [values["seed"]], "points": 10_000}
    return _beta_picture(copies, **options, **view)


def _describe_beta_vae(before: Picture, now: Picture) -> str:
    """How the score moved, if three digits show it, and what it is."""
    old, new = (picture.scores["beta_vae"] for picture in (before, now))
    if abs(new - old) < SEEN:
        return now.caption
    return f"BetaVAE {'rose' if new > old else 'fell'} from {old:.3f} to {new:.3f}. {now.caption}"


@lab
def beta_vae(after: After = None) -> Lab:
    """Latents that copy a factor drawn by chance: watch pairs become points, and points part."""
    controls = {
        "preference": number("preference kept (0: none, 1: as set)", 1.0, 0, 1, 0.05),
        "shared": choice("the shared value is drawn per", ["pair", "batch"], "pair"),
        "batch": folded_away(whole("pairs per point", 128, 2, 256, 2)),
        "held": folded_away(choice("show pairs that share", list(FACTORS), "factor 1")),
        "copies": number_table("copies", examples.COPYING),
        "seed": dragged(whole("seed", 0, 0, 20)),
        "turn": dragged(number("turn", 0, -180, 180)),
        "tilt": dragged(number("tilt", 0, -90, 90)),
    }
    options: Keywords = {
        "full": full_beta_vae,
        "update_state": follow_copies,
        "describe_change": _describe_beta_vae,
    }
    options |= {"initial_state": FullCopies(), "views": ("held", "turn", "tilt")}
    return Lab(draw_beta_vae, controls, **options, after=after)

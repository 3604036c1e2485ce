"""Labs on models that learned: move a latent and see what the decoder draws."""

import functools
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ...matrices import InformativenessMatrix
from ...types import Floats
from ...viz.canvas import Canvas, Panel, Style, panel, stack
from ...viz.handles import Axis, Handle, along
from ...viz.panels import curve_panel
from ...viz.picture import Picture
from ...viz.svg import Keywords, Place, choices, circle, draw_axes, heading, image_at
from ...viz.theme import FAINT, GRID, GROUND, INK, MARK, PART, class_colour
from ...widgets.change_text import use_caption
from ...widgets.controls import choice, dragged, flag, free, number, whole
from ...widgets.display import After
from ...widgets.lab import Lab, lab, register_public
from ...widgets.prediction import Prediction
from ...widgets.protocol import ControlSpec, State
from ...widgets.scheduling import yield_to_event_loop
from ...zoo import pretrained, tiny_vae
from ...zoo.features import left_over
from ...zoo.traversals import STARTS, bits_panel, drag_step, drawer, model_name, sheet_panel
from ..common.codes import (
    CodeLab,
    LastDragged,
    code_control,
    code_of_sprite,
    current_code,
    follow_code,
)
from ..common.sprites import column_in_words, model_panels, table_of_sprites
from ..common.verdicts import SEVEN
from .data import NETWORKS, ActiveFeatures, active_features
from .quiz import NAMELESS_MODELS

if TYPE_CHECKING:
    import pandas as pd


# -------------------------------------------------------------------------- who agrees with you


@register_public
def who_agrees(question: Prediction) -> "pd.DataFrame":
    """How each judge orders the models of a committed "09-rank", and how far it agrees with you.

    Columns: its order, the pairs it puts as you did, best first.
    """
    import pandas as pd

    rows = []
    for name in [*SEVEN, "rec_mean"]:
        scores = {
            letter: float(table_of_sprites()[name][model])
            for letter, model in NAMELESS_MODELS.items()
        }
        less_is_better = name == "rec_mean"
        order = sorted(NAMELESS_MODELS, key=scores.__getitem__, reverse=not less_is_better)
        agreed = [
            _score_difference(scores, better, worse) * (-1 if less_is_better else 1) > 0
            for i, better in enumerate(question.guess)
            for worse in question.guess[i + 1 :]
        ]
        rows.append((column_in_words(name), " ".join(order), f"{sum(agreed)} of {len(agreed)}"))
    frame = pd.DataFrame(rows, columns=["judge", "its order", "pairs as you put them"])
    frame = frame.sort_values("pairs as you put them", ascending=False, kind="stable")
    return frame.set_index("judge")


def _score_difference(scores: dict[str, float], first: str, second: str) -> float:
    """How much higher the first is; what lies closer than rounding is a tie."""
    step = scores[first] - scores[second]
    return step if abs(step) > 1e-9 else 0.0


CODES_SHOWN = 150


@functools.cache
def _zoo_table() -> "pd.DataFrame":
    return pretrained.table()


def _model_columns(model: str, *columns: str) -> dict[str, float]:
    """Some columns of one model."""
    row = _zoo_table().loc[model]
    return {name: float(row[name]) for name in columns}  # type: ignore[arg-type]


# --------------------------------------------------------------------------------- the traversal


@panel(176, min_width=250, max_width=330)
def _look_panel(canvas: Canvas, image: NDArray[np.float32], decoded: Floats) -> None:
    """The sprite that was begun with, and what the decoder makes of the code now."""
    x, y, width, height = canvas.box
    size = min((width - 16) / 2, height - 30)
    canvas.add(heading(x, y, size + 16, "a real sprite", "real"))
    canvas.add(heading(x + size + 16, y, size, "the decoder draws", "decoded"))
    canvas.add(image_at(x, y + 24, size, image, "real"))
    canvas.add(image_at(x + size + 16, y + 24, size, decoded, "drawn"))


@panel(250, min_width=240, max_width=330)
def _plane_panel(canvas: Canvas, name: str, code: Floats, across: int, up: int) -> None:
    """Codes in the plane of two latents, and the present one, to be dragged."""
    model = drawer(name)
    low, high = model.low, model.high
    spans = [(float(low[i]), float(high[i])) for i in (across, up)]
    names = f"latent {across + 1}", f"latent {up + 1}"
    labels = "drag the point", *names
    to_pixels = draw_axes(canvas, labels, *spans)
    cloud = np.clip(model.rep.latents[:CODES_SHOWN], low, high)[:, [across, up]]
    for point in cloud:
        canvas.circle(*to_pixels(*point), 2, FAINT, fill_opacity="0.5")
    present = [float(np.clip(code[i], *span)) for i, span in zip((across, up), spans)]
    (left, bottom), (right, top) = (to_pixels(*corner) for corner in zip(*spans))
    axes = (
        Axis(
            f"latents/{across}",
            present[0],
            *spans[0],
            drag_step(spans[0]),
            "x",
            left,
            right,
            names[0],
        ),
        Axis(
            f"latents/{up}", present[1], *spans[1], drag_step(spans[1]), "y", bottom, top, names[1]
        ),
    )
    handle = Handle("the point", axes)
    canvas.circle(*to_pixels(*present), 9, MARK, key="plane", handle=handle)


def draw_traversal(
    model: str, start: int, across: str, up: str, latents: Sequence[float], memory: LastDragged
) -> Picture:
    """One model: a sprite, its code to be dragged, the sweeps of all latents and the matrix."""
    decoder, code = drawer(model), current_code(model, start, latents)
    matrix = pretrained.matrix(model)
    i, j = (int(name.split()[1]) - 1 for name in (across, up))
    scores = _model_columns(model, "mig", "dcimig", "disentanglement")
    panels = (
        stack(
            _look_panel(decoder.original(start), decoder.decode(code[None])[0]),
            _plane_panel(model, code, i, j),
        ),
        sheet_panel(
            decoder, code, title="drag a knob: each row moves one latent", control="latents"
        ),
        bits_panel(matrix),
    )
    caption = _describe_latent(model, matrix, memory.latent, code)
    sentence = ", ".join(f"{name} {value:.3f}" for name, value in scores.items())
    lines = [
        f"{model_name(model)}: {sentence}; "
        f"reconstruction {_model_columns(model, 'rec_mean')['rec_mean']:.1f} nats from mean codes.",
        "Latents: " + ", ".join(f"{value:.2f}" for value in code) + ".",
        f"Scores and matrix from the codes of {len(decoder.rep):,} sprites.",
    ]
    alt = f"A sprite and what {model_name(model)} draws; sweeps of eight latents. {caption}"
    return Picture(
        panels=panels, description=alt, text="\n".join(lines), scores=scores, caption=caption
    )


def _describe_latent(
    model: str, matrix: InformativenessMatrix, latent: int | None, code: Floats
) -> str:
    if latent is None:
        return f"{model_name(model)}: drag a knob, or the point in the plane."
    row = matrix.values[latent]
    first, second = np.argsort(-row)[:2]
    names = matrix.column_names
    return (
        f"latent {latent + 1} at {code[latent]:.2f}. It tells {row[first]:.2f} bits about "
        f"{names[first]} and {row[second]:.2f} about {names[second]}."
    )


def _current_sprite_code(values: dict) -> list[float]:
    return code_of_sprite(values["model"], values["start"])


class TraversalLab(CodeLab):
    """One code, of the chosen model."""

    codes = {"latents": _current_sprite_code}


LATENTS = tuple(f"latent {i + 1}" for i in range(8))


@lab
def traversal(after: After = None) -> Lab:
    """Move a latent of a model that learned, and see what its decoder draws."""
    first = pretrained.of_beta(4)
    telling = np.argsort(-pretrained.matrix(first).values.max(1))
    controls = {
        "model": choice(
            "model",
            list(pretrained.WITH_DECODER),
            first,
            [model_name(name) for name in pretrained.WITH_DECODER],
        ),
        "start": whole("start from sprite", 0, 0, STARTS - 1),
        "across": choice("plane, across", list(LATENTS), LATENTS[telling[0]]),
        "up": choice("plane, up", list(LATENTS), LATENTS[telling[1]]),
        "latents": code_control("latents", 8),
    }
    options: Keywords = {"initial_state": LastDragged(), "describe_change": use_caption}
    options["update_state"] = follow_code(("model", "start"), _current_sprite_code)
    return TraversalLab(draw_traversal, controls, **options, after=after)


# ---------------------------------------------------------------------------- beta from 0 to 8


@functools.cache
def _beta_family() -> "pd.DataFrame":
    """Every beta-VAE, and the autoencoders as beta 0: strength, seed and MIG."""
    table = table_of_sprites()
    selected = table[table["objective"].isin(("ae", "beta_vae"))]
    return selected[["strength", "seed", "mig"]].astype(float)


def _seeds_of_beta(beta: float) -> "pd.DataFrame":
    """The ten seeds of one beta."""
    return _beta_family()[_beta_family()["strength"] == beta].sort_values("seed")


def _beta_panel(beta: float, seed: int) -> Panel:
    """MIG over beta: a dot per model, their mean as a curve; drag its mark, click a seed."""
    family = _beta_family()
    mean = family.groupby("strength")["mig"].mean()
    top = float(np.ceil(family["mig"].max() * 1.1 * 100) / 100)

    def over(to_pixels: Place) -> str:
        out = []
        for name, row in family.iterrows():
            position, number = to_pixels(row["strength"], row["mig"]), row["seed"]
            title = f"{model_name(str(name))}: {row['mig']:.2f}"
            if row["strength"] != beta:
                out.append(circle(*position, 3, FAINT, fill_opacity="0.4"))
                continue
            chosen = number == seed
            axis = Axis("seed", -1.0, number, number, 1.0, "y", 0)
            handle = Handle(title, (axis,), "", (int(number), 0), chosen=chosen)
            style: Style = {"handle": handle, "key": f"mig{number:.0f}", "title": title}
            look = {"stroke": INK, "stroke_width": "2"} if chosen else {"fill_opacity": "0.8"}
            out.append(circle(*position, 6, MARK if chosen else PART, **style, **look))
        return choices(f"a seed of beta {beta:g}", *out)

    def handle(to_pixels: Place) -> Handle:
        ends = to_pixels(0, 0)[0], to_pixels(8, 0)[0]
        return Handle("beta", (along("beta", beta, (0, 8), 1, ends),), f"{beta:g}")

    labels = "drag the line's mark; click a seed", "beta (0: the autoencoder)", "MIG"
    options: Keywords = {"mark": (beta, float(mean[beta])), "handle": handle, "over": over}
    options |= {"y_range": (0, top), "key": "mig", "height": 250}
    return curve_panel(labels, mean.index.to_numpy(), mean.to_numpy(), **options)


def _check_beta(name: str, value: object) -> float:
    wanted = number("beta", 4, 0, 8).check(name, value)
    return min(pretrained.BETAS, key=lambda beta: abs(beta - wanted))


def draw_beta(beta: float, seed: int) -> Picture:
    """One model of one beta: its sweeps and matrix, and all seeds of all betas beside it."""
    model, of_one = pretrained.of_beta(beta, seed), _seeds_of_beta(beta)
    row = _model_columns(model, "mig", "rec_mean")
    scores = of_one["mig"]
    panels = (
        _beta_panel(beta, seed),
        *model_panels(model),
    )
    caption = (
        f"Beta {beta:g}, seed {seed}: MIG {row['mig']:.2f}, reconstruction {row['rec_mean']:.1f} "
        f"nats. The {len(scores)} seeds of this beta have a MIG from {scores.min():.2f} to "
        f"{scores.max():.2f}, on average {scores.mean():.2f}."
    )
    details = "Dots: all seeds. Line: their mean. The decoder of seed 0 is shipped, so it draws."
    return Picture(
        panels=panels,
        description=f"{model_name(model)}. {caption}",
        text=details,
        scores=row,
        caption=caption,
    )


@lab
def beta(after: After = None) -> Lab:
    """Turn beta up, and click the seeds: what beta does, and what chance does."""
    controls = {
        "beta": replace(dragged(number("beta", 4, 0, 8, 1)), check=_check_beta),
        "seed": dragged(whole("seed", 0, 0, 9)),
    }
    return Lab(draw_beta, controls, describe_change=use_caption, after=after)


# ------------------------------------------------------------------------- a network that learns

BETA_MAX = 30.25  # its root, 5.5, is a whole number of steps
WORLD_WORDS = {"long rectangle": "a long rectangle", "square": "a square", "disc": "a disc"}


@panel(90, min_width=240, max_width=380)
def _beta_rail(canvas: Canvas, beta: float) -> None:
    """The price of information, to be dragged also while the network learns."""
    x, y, width, _ = canvas.box
    left, right = x + 12, x + width - 12
    mark_x = left + np.sqrt(beta / BETA_MAX) * (right - left)
    canvas.title("drag beta, also while it learns", "drag beta")
    canvas.line(left, y + 50, right, y + 50, GRID, stroke_width="4")
    for value in (0, 1, 4, 10, 20, 30):
        tick_x = left + np.sqrt(value / BETA_MAX) * (right - left)
        canvas.note(tick_x, y + 78, f"{value}", "middle")
    axis = Axis("root", float(np.sqrt(beta)), 0, float(np.sqrt(BETA_MAX)), 0.1, "x", left, right)
    handle = Handle("beta", (axis,), f"{beta:.1f}")
    canvas.circle(mark_x, y + 50, 10, MARK, key="beta", handle=handle)
    above = min(max(mark_x, left + 8), right - 12)
    canvas.text(above, y + 34, f"{beta:.1f}", fill=MARK, font_weight="bold", key="betan")


def _grid_lines(world: str) -> list[tuple[int, NDArray[np.int64]]]:
    """The places in rows and columns: (0 for equal across, 1 for equal down; which places)."""
    positions = tiny_vae.places(world).round(6)
    lines = []
    for way in (0, 1):
        for level in np.unique(positions[:, way]):
            indices = np.flatnonzero(positions[:, way] == level)
            lines.append((way, indices[np.argsort(positions[indices, 1 - way])]))
    return lines


CODE_REACH = 3.0  # a standard normal has nearly all of its codes nearer than that


@panel(330, min_width=280, max_width=360)
def _code_panel(canvas: Canvas, learner: tiny_vae.Learner) -> None:
    """The code of every place, joined as the places are in the world."""
    means = learner.means
    reach = max(CODE_REACH, float(np.abs(means).max()) * 1.08)
    x, y, width, height = canvas.box
    size = min(width - 24, height - 52)
    middle = x + 24 + size / 2, y + 28 + size / 2

    def to_pixels(point: Floats) -> tuple[float, float]:
        return middle[0] + point[0] / reach * size / 2, middle[1] - point[1] / reach * size / 2

    canvas.title("where its code puts the places", "its code")
    canvas.rect(x + 24, y + 28, size, size, GROUND, GRID)
    canvas.line(x + 24, middle[1], x + 24 + size, middle[1], GRID)
    canvas.line(middle[0], y + 28, middle[0], y + 28 + size, GRID)
    for j, (way, indices) in enumerate(_grid_lines(learner.world)):
        style: Style = {"stroke_width": "2", "key": f"line{j}"}
        canvas.polyline([to_pixels(means[i]) for i in indices], class_colour(way), **style)
    style = {"fill": FAINT, "font_size": "11"}
    for value in (-2, 2):
        canvas.text(to_pixels(np.array([value, 0]))[0], middle[1] + 13, f"{value}", **style)
        position = to_pixels(np.array([0, value]))
        canvas.text(position[0] - 5, position[1] + 4, f"{value}", "end", **style)
    canvas.text(middle[0], y + 44 + size, "latent 1", **style)
    side = {"transform": f"rotate(-90 {x + 14:.1f} {middle[1]:.1f})"}
    canvas.text(x + 14, middle[1], "latent 2", **style, **side)


@panel(172, min_width=280, max_width=360)
def _world_panel(canvas: Canvas, learner: tiny_vae.Learner) -> None:
    """All places of the light; one image, and what the network makes of it."""
    positions = tiny_vae.places(learner.world)
    reach = tiny_vae.REACH * 1.12
    index = int(np.abs(positions - positions.max(0) * 0.6).sum(1).argmin())
    image = tiny_vae.lights(learner.world)[index].reshape(tiny_vae.SIDE, tiny_vae.SIDE)
    redrawn = np.clip(learner.drawn(learner.means[index][None])[0], 0, 1)
    x, y, _, _ = canvas.box
    size = 132.0
    canvas.title("its world: where the light may lie", "its world")
    canvas.rect(x, y + 28, size, size, GROUND, GRID)
    for j, (way, indices) in enumerate(_grid_lines(learner.world)):
        points = [x + size / 2 + positions[indices, 0] / reach * size / 2, y + 28 + size / 2]
        points[1] = points[1] + positions[indices, 1] / reach * size / 2
        canvas.polyline(list(zip(*points)), class_colour(way), stroke_width="1.5", key=f"world{j}")
    for j, (label, picture) in enumerate((("a light", image), ("redrawn", redrawn))):
        left = x + size + 16
        top = y + 28 + 68 * j
        canvas.add(image_at(left, top, 60, picture, f"light{j}"))
        canvas.note(left + 68, top + 34, label)


@panel(250, min_width=280, max_width=420)
def _growth_panel(canvas: Canvas, world: str, seed: int, betas: tuple[float, ...]) -> None:
    """MIG and D, as far as it has learned."""
    learners = [tiny_vae.trained(world, seed, betas[:n]) for n in range(len(betas) + 1)]
    grown = [(learner.mig, learner.d) for learner in learners]

    mig_now, d_now = grown[-1]
    labels = f"MIG {mig_now:.2f} (line), D {d_now:.2f} (dashes)", "steps", ""
    to_pixels = draw_axes(canvas, labels, (0, tiny_vae.SLICE * tiny_vae.SLICES), (0, 1))
    for k in (0, 1):
        curve = [to_pixels(tiny_vae.SLICE * n, scores[k]) for n, scores in enumerate(grown)]
        if len(curve) > 1:
            dashes = "5 4" if k else None
            canvas.polyline(curve, class_colour(2 + k), stroke_dasharray=dashes, key=f"grown{k}")


def draw_learning(
    world: str, seed: int, root: float, taught: Sequence[tuple[float, int]]
) -> Picture:
    """A small network, as far as it has learned: its world, its code, MIG and D.

    taught : at which beta for how many slices, one after the other.
    """
    betas = tuple(beta for beta, slices in taught for _ in range(slices))
    learner = tiny_vae.trained(world, seed, betas)
    mig_now, d_now = learner.mig, learner.d
    steps = tiny_vae.SLICE * len(betas)
    scores = {"mig": mig_now, "disentanglement": d_now}
    beta = float(root**2)
    panels = (
        stack(_world_panel(learner), _beta_rail(beta)),
        _code_panel(learner),
        _growth_panel(world, seed, betas),
    )
    caption = (
        f"After {steps:,} steps: MIG {mig_now:.2f}, D {d_now:.2f}. "
        f"An image is redrawn with a squared error of {learner.error:.2f}."
        if steps
        else "It has learned nothing yet. Press “Let it learn”, and watch the grid."
    )
    if len(betas) == tiny_vae.SLICES:
        caption += " That was all; begin anew, or take another seed."
    details = (
        f"{WORLD_WORDS[world]}, seed {seed}: {len(tiny_vae.places(world))} images of "
        f"{tiny_vae.SIDE} by {tiny_vae.SIDE} pixels, all of them in every step.\n"
        f"MIG: {tiny_vae.PLACES} bins. D: a lasso of penalty {tiny_vae.PENALTY:g}, numbers as "
        "numbers."
    )
    alt = f"A network of two latents learns where a light lies in {WORLD_WORDS[world]}. {caption}"
    return Picture(panels=panels, description=alt, text=details, scores=scores, caption=caption)


def _add_slice(taught: Sequence[tuple[float, int]], beta: float) -> list[tuple[float, int]]:
    """The same, and one slice more."""
    *before, (last, slices) = taught or [(beta, 0)]
    return [*before, (last, slices + 1)] if last == beta else [*taught, (beta, 1)]


class LearningLab(Lab):
    """A lab whose long run goes slice by slice, and listens to the hand meanwhile."""

    def run_full(self) -> None:
        """Learn until the last slice, or Stop; beta may be moved meanwhile."""
        self._run_values = {}
        try:
            while _count_slices(self.values["taught"]) < tiny_vae.SLICES:
                with self._lock:
                    if self._run_values is None:
                        break
                    beta = round(self.values["root"] ** 2, 2)
                    taught = _add_slice(self.values["taught"], beta)
                    self._revision += 1
                    self.values = self.values | {"taught": taught}
                picture = self._draw_picture(self.values)
                with self._lock:
                    if self.values["taught"] != taught:  # begun anew meanwhile
                        break
                    self.picture, self._caption, self._message = picture, None, ""
                    self._busy = {"done": _count_slices(taught), "total": tiny_vae.SLICES}
                self.refresh()
                yield_to_event_loop()
        finally:
            self._busy = None
            self._end_gesture()
            self.refresh()

    def on_press(self, press: str) -> None:
        """Handle a button; every button but one ends the run that is under way."""
        if press != "run_full":
            self.stop()  # whoever begins anew does not go on with the old
        super().on_press(press)

    def _run_button_states(self) -> dict[str, State]:
        is_done = _count_slices(self.values["taught"]) >= tiny_vae.SLICES
        return super()._run_button_states() | ({"run_full": False} if is_done else {})

    def _control_specs(self) -> list[ControlSpec]:
        specs = super()._control_specs()
        for spec in specs:
            if spec["name"] == "run_full":
                spec |= {"label": "Let it learn", "primary": True, "footer": False}
            if spec["name"] == "stop":
                spec |= {"footer": False}
        return specs


def _count_slices(taught: Sequence[tuple[float, int]]) -> int:
    return sum(slices for _, slices in taught)


def _check_taught(name: str, value: Iterable) -> list[tuple[float, int]]:
    """Pairs of a beta from 0 to BETA_MOST and a count of slices, SLICES of them at most."""
    try:
        pairs = [(round(float(beta), 2), int(slices)) for beta, slices in value]
    except (TypeError, ValueError):
        pairs = [(-1.0, 0)]
    fits = all(0 <= beta <= BETA_MAX and slices > 0 for beta, slices in pairs)
    if fits and _count_slices(pairs) <= tiny_vae.SLICES:
        return pairs
    raise ValueError(
        f"{name}: found {value!r}, expected pairs of a beta (0 to {BETA_MAX:g}) and a count of "
        f"slices, {tiny_vae.SLICES} at most, each of {tiny_vae.SLICE} steps."
    )


def follow_learning(before: dict, now: dict) -> dict:
    """Another world or seed begins anew."""
    if (before["world"], before["seed"]) != (now["world"], now["seed"]):
        return now | {"taught": []}
    return now


@lab
def learning(after: After = None) -> Lab:
    """A network of two latents learns under your hand: its grid turns, folds, falls into place."""
    controls = {
        "world": choice(
            "world", list(tiny_vae.WORLDS), tiny_vae.WORLDS[0], list(WORLD_WORDS.values())
        ),
        "seed": whole("seed", 0, 0, 99),
        "root": dragged(number("root of beta", 10**0.5, 0, BETA_MAX**0.5, 0.1)),
        "taught": free("taught", [], _check_taught),
    }
    presses = {
        "Begin anew": lambda values: values | {"taught": []},
        "Another seed": lambda values: values | {"seed": (values["seed"] + 1) % 100, "taught": []},
    }
    return LearningLab(
        draw_learning,
        controls,
        full=lambda progress, **values: draw_learning(**values),
        update_state=follow_learning,
        describe_change=use_caption,
        buttons=presses,
        after=after,
    )


# -------------------------------------------------------------------------- a thousand features

MAX_ACTIVE = 200  # features that a rail is long enough for
FIRST, SECOND = class_colour(0), class_colour(1)
SHAPE_NAMES = {"square": "squares", "ellipse": "ellipses", "heart": "hearts"}


def _clip_feature(alive: ActiveFeatures, feature: int) -> int:
    """A place on the rail, no further than it goes."""
    return min(feature, len(alive.which) - 1)


@panel(170, min_width=280, max_width=560)
def _rail_panel(
    canvas: Canvas, alive: ActiveFeatures, first: int, second: int, partner: bool
) -> None:
    """A bar for every feature that ever fires, and a mark for each of the two, tied or not."""
    often, last = alive.on.mean(0), len(alive.which) - 1
    x, y, width, height = canvas.box
    left, right, floor = x + 12, x + width - 12, y + height - 46
    pitch, max_height = (right - left) / (last + 1), floor - y - 34
    canvas.title("drag the marks; a bar says how often a feature fires", "drag the marks")
    for j, share in enumerate(often):
        high = max(max_height * share / often.max(), 1)
        colour = FIRST if j == first else SECOND if j == second else FAINT
        bar: Style = {"key": f"bar{j}", "fill_opacity": "1" if j in (first, second) else "0.5"}
        canvas.rect(left + j * pitch, floor - high, max(pitch - 1, 1), high, colour, **bar)
    ends = left + pitch / 2, right - pitch / 2
    along_rail = lambda position: ends[0] + position / last * (ends[1] - ends[0])
    if partner:
        tie = along_rail(first), floor + 14, along_rail(second), floor + 34
        canvas.line(*tie, FAINT, stroke_width="2", key="tie")
    for name, position, colour, down in (
        ("first", first, FIRST, 14),
        ("second", second, SECOND, 34),
    ):
        mark_x = along_rail(position)
        axis = Axis(name, float(position), 0, last, 1, "x", *ends)
        label = f"feature {alive.which[position] + 1}"
        style: Style = {"key": name, "handle": Handle(f"the {name} feature", (axis,), label)}
        canvas.line(left, floor + down, right, floor + down, GRID, stroke_width="3")
        canvas.circle(mark_x, floor + down, 9, colour, **style)


@panel(240, min_width=300, max_width=620)
def _maps_panel(canvas: Canvas, alive: ActiveFeatures, first: int, second: int) -> None:
    """Where the two fire: a field of places for each shape."""
    maps = [alive.map_of(j) for j in (first, second)]
    size = maps[0].shape[-1]
    x, y, width, height = canvas.box
    pitch = (width - 16) / len(SHAPE_NAMES)
    side = min(pitch - 8, height - 52)
    cell = side / size
    canvas.title("where the two fire: at which places", "where they fire")
    for s, name in enumerate(SHAPE_NAMES.values()):
        left, top = x + s * pitch, y + 46
        canvas.text(left, y + 38, name, "start", font_size="12")
        canvas.rect(left, top, side, side, GROUND, GRID)
        for down, across in np.argwhere(np.nan_to_num(np.maximum(*maps)[s]) > 0):
            shares = [float(field[s, down, across]) for field in maps]
            colour = INK if all(shares) else FIRST if shares[0] else SECOND
            look: Style = {"fill_opacity": f"{max(shares):.2f}"}
            canvas.rect(left + across * cell, top + down * cell, cell, cell, colour, **look)


def draw_features(network: str, first: int, second: int, partner: bool) -> Picture:
    """Two features of a network: how often they fire, on which shapes and at which places."""
    alive = active_features(network)
    first, second = _clip_feature(alive, first), _clip_feature(alive, second)
    blue, orange = (alive.on[:, j] for j in (first, second))
    same_shape, name = _images_of_shape(alive, first)
    silent, speaks = (_firing_rate(orange, same_shape & fires) for fires in (~blue, blue))
    sentence = (
        f"Blue, {_describe_feature(alive, first)}. Orange, {_describe_feature(alive, second)}. "
        f"Where blue is silent on {name}, orange fires on {silent:.0%}; where blue fires, on "
        f"{speaks:.0%}."
    )
    details = (
        f"Network {network}: {len(alive.which)} of 1,000 features fire on any of "
        f"{len(same_shape):,} images, and redraw all but {left_over(pretrained.PAIR[network]):.1%} "
        "of the layer's variance. The bars stand in the order of how often. A cell is a place: "
        "blue where the first fires, orange where the second, dark where both do; the fainter, the "
        "fewer of the sizes there. An empty cell: neither fires, or no image was there."
    )
    panels = stack(_rail_panel(alive, first, second, partner), _maps_panel(alive, first, second))
    shares = {"where blue is silent": silent, "where blue fires": speaks}
    return Picture(
        panels=(panels,),
        description=f"Two features of {network}. {sentence}",
        text=details,
        scores=shares,
        caption=sentence,
    )


def _images_of_shape(alive: ActiveFeatures, feature: int) -> tuple[NDArray[np.bool_], str]:
    """Which images show the shape that a feature fires on most, and what they are called."""
    shape = int(alive.on_shapes(feature).argmax())
    return alive.shape == shape, list(SHAPE_NAMES.values())[shape]


def _describe_feature(alive: ActiveFeatures, feature: int) -> str:
    """A feature's number, how often it fires on its shape, and on other images."""
    (same_shape, name), fires = _images_of_shape(alive, feature), alive.on[:, feature]
    often, else_ = fires[same_shape].mean(), fires[~same_shape].mean()
    return f"feature {alive.which[feature] + 1}: on {often:.0%} of {name}, {else_:.0%} of others"


def _firing_rate(fires: NDArray[np.bool_], images: NDArray[np.bool_]) -> float:
    """On which share of some images a feature fires; 0 of none."""
    return float(fires[images].mean()) if images.any() else 0.0


def follow_features(before: dict, now: dict) -> dict:
    """Another network brings its purest feature; a second mark that was moved by hand stays."""
    alive = active_features(now["network"])
    other = before["network"] != now["network"] and before["first"] == now["first"]
    now = now | {"first": alive.purest() if other else _clip_feature(alive, now["first"])}
    if before["second"] != now["second"] and before["partner"]:
        now = now | {"partner": False}
    if now["partner"]:
        return now | {"second": alive.fills(now["first"])}
    return now | {"second": _clip_feature(alive, now["second"])}


@lab
def features(after: After = None, network: str = "A") -> Lab:
    """Two of the features of a hidden layer: where does each fire, and who fills its silence?"""
    alive = active_features(network)
    first = alive.purest()
    controls = {
        "network": choice("network", list(NETWORKS), network),
        "first": dragged(whole("first", first, 0, MAX_ACTIVE)),
        "second": dragged(whole("second", alive.fills(first), 0, MAX_ACTIVE)),
        "partner": flag("orange: who speaks where blue is silent", True),
    }
    return Lab(
        draw_features,
        controls,
        update_state=follow_features,
        describe_change=use_caption,
        after=after,
    )

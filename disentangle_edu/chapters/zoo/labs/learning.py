"""A small network with two latents, whose settings the reader changes while it learns."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .... import viz, widgets
from ....background import yield_to_event_loop
from ....zoo import tiny_vae

BETA_MAX = 30.25  # its square root, 5.5, is a whole number of steps
ROOT_MAX = BETA_MAX**0.5
WORLD_WORDS = {"long rectangle": "a long rectangle", "square": "a square", "disc": "a disc"}
CODE_REACH = 3.0  # nearly all codes of a standard normal are within this distance of 0
Taught = Sequence[tuple[float, int]]  # (beta, number of slices) pairs, in order


# ------------------------------------------------------------------------------------------ panels


@viz.panel(90, min_width=240, max_width=380)
def beta_panel(canvas: viz.Canvas, beta: float) -> None:
    """The price of information, with a handle that also works while the network learns."""
    x, y, width, _ = canvas.box
    left, right = x + 12, x + width - 12
    to_x, root = viz.scale((0, ROOT_MAX), (left, right)), float(np.sqrt(beta))
    canvas.title("drag beta, even during training", "drag beta")
    canvas.line(left, y + 50, right, y + 50, viz.GRID, stroke_width="4")
    for value in (0, 1, 4, 10, 20, 30):
        canvas.note(to_x(value**0.5), y + 78, f"{value}", "middle")
    axis = viz.along("root", root, (0, ROOT_MAX), 0.1, (left, right))
    handle = viz.Handle("beta", (axis,), f"{beta:.1f}")
    canvas.circle(to_x(root), y + 50, 10, viz.HANDLE, key="beta", handle=handle)
    above = min(max(to_x(root), left + 8), right - 12)
    canvas.text(above, y + 34, f"{beta:.1f}", fill=viz.HANDLE, font_weight="bold", key="betan")


def grid_lines(world: str) -> list[tuple[int, NDArray[np.int64]]]:
    """Positions in lines of the grid: (0 for equal across, 1 for equal down; their indices)."""
    positions = tiny_vae.places(world).round(6)
    lines = []
    for way in (0, 1):
        for level in np.unique(positions[:, way]):
            indices = np.flatnonzero(positions[:, way] == level)
            lines.append((way, indices[np.argsort(positions[indices, 1 - way])]))
    return lines


@viz.panel(330, min_width=262, max_width=360)
def code_panel(canvas: viz.Canvas, learner: tiny_vae.Learner) -> None:
    """The code of every position, joined to a grid as the positions are in the world."""
    means = learner.means
    reach = max(CODE_REACH, float(np.abs(means).max()) * 1.08)
    x, y, width, height = canvas.box
    size = min(width - 24, height - 52)
    left, top = x + 24, y + 28
    middle = left + size / 2, top + size / 2
    pixels = np.array(middle) + means / reach * size / 2 * (1, -1)
    canvas.title("the code of each position", "the code")
    canvas.rect(left, top, size, size, viz.GROUND, viz.GRID)
    canvas.line(left, middle[1], left + size, middle[1], viz.GRID)
    canvas.line(middle[0], top, middle[0], top + size, viz.GRID)
    for j, (way, indices) in enumerate(grid_lines(learner.world)):
        style: viz.Style = {"stroke_width": "2", "key": f"line{j}"}
        canvas.polyline(pixels[indices].tolist(), viz.class_colour(way), **style)
    for value in (-2, 2):
        offset = value / reach * size / 2
        canvas.note(middle[0] + offset, middle[1] + 13, f"{value}", "middle")
        canvas.note(middle[0] - 5, middle[1] - offset + 4, f"{value}", "end")
    canvas.note(middle[0], y + 44 + size, "latent 1", "middle")
    upright = f"rotate(-90 {x + 14:.1f} {middle[1]:.1f})"
    canvas.note(x + 14, middle[1], "latent 2", "middle", transform=upright)


@viz.panel(172, min_width=268, max_width=360)
def world_panel(canvas: viz.Canvas, learner: tiny_vae.Learner) -> None:
    """All positions of the spot; one image, and the same image redrawn by the network."""
    positions = tiny_vae.places(learner.world)
    reach = tiny_vae.REACH * 1.12
    index = int(np.abs(positions - positions.max(0) * 0.6).sum(1).argmin())
    image = tiny_vae.lights(learner.world)[index].reshape(tiny_vae.SIDE, tiny_vae.SIDE)
    redrawn = np.clip(learner.drawn(learner.means[index][None])[0], 0, 1)
    x, y, _, _ = canvas.box
    size = 132.0
    to_x, to_y = (
        viz.scale((-reach, reach), (x, x + size)),
        viz.scale((-reach, reach), (y + 28, y + 160)),
    )
    canvas.title("the world: positions of the spot", "the world")
    canvas.rect(x, y + 28, size, size, viz.GROUND, viz.GRID)
    for j, (way, indices) in enumerate(grid_lines(learner.world)):
        across, down = positions[indices].T
        style: viz.Style = {"stroke_width": "1.5", "key": f"world{j}"}
        canvas.polyline(list(zip(to_x(across), to_y(down))), viz.class_colour(way), **style)
    for j, (label, picture) in enumerate((("an image", image), ("redrawn", redrawn))):
        left, top = x + size + 16, y + 28 + 68 * j
        canvas.image(left, top, 60, picture, f"light{j}")
        canvas.note(left + 68, top + 34, label)


@viz.panel(250, min_width=240, max_width=420)
def growth_panel(canvas: viz.Canvas, world: str, seed: int, betas: tuple[float, ...]) -> None:
    """MIG and D against the steps of the training so far."""
    learners = [tiny_vae.trained(world, seed, betas[:n]) for n in range(len(betas) + 1)]
    steps = tiny_vae.SLICE * np.arange(len(learners))
    labels = f"MIG {learners[-1].mig:.2f} (line), D {learners[-1].d:.2f} (dashes)", "steps", ""
    plot = viz.Plot(canvas, labels, (0, tiny_vae.SLICE * tiny_vae.SLICES))
    if betas:
        migs, ds = zip(*((learner.mig, learner.d) for learner in learners))
        plot.line(steps, migs, viz.class_colour(2), key="grown0")
        plot.line(steps, ds, viz.class_colour(3), stroke_dasharray="5 4", key="grown1")


# ------------------------------------------------------------------------------- learning in slices


def add_slice(taught: Taught, beta: float) -> list[tuple[float, int]]:
    """The slices with one more slice at a beta."""
    *before, (last, slices) = taught or [(beta, 0)]
    return [*before, (last, slices + 1)] if last == beta else [*taught, (beta, 1)]


def count_slices(taught: Taught) -> int:
    """Number of slices for which the network has learned."""
    return sum(slices for _, slices in taught)


class LearningLab(widgets.Lab):
    """A lab whose long run goes slice by slice, while the reader can move its controls."""

    def __init__(
        self, draw: widgets.Draw, controls: Mapping[str, widgets.Control], **options: Any
    ) -> None:
        super().__init__(draw, controls, full=lambda _, **values: draw(**values), **options)

    def run_full(self) -> None:
        """Run to the last slice, unless the reader presses Stop; beta can be moved meanwhile."""
        self._run_values = {}
        try:
            while count_slices(self.values["taught"]) < tiny_vae.SLICES:
                with self._lock:
                    if self._run_values is None:
                        break
                    beta = round(self.values["root"] ** 2, 2)
                    taught = add_slice(self.values["taught"], beta)
                    self._revision += 1
                    self.values = self.values | {"taught": taught}
                picture = self._draw_picture(self.values)
                with self._lock:
                    if self.values["taught"] != taught:  # the reader has restarted training
                        break
                    self.picture, self._caption, self._message = picture, None, ""
                    self._busy = {"done": count_slices(taught), "total": tiny_vae.SLICES}
                self.refresh()
                yield_to_event_loop()
        finally:
            self._busy = None
            self._end_gesture()
            self.refresh()

    def on_press(self, press: str) -> None:
        """Handle a button; any other one ends the run."""
        if press != "run_full":
            self.stop()
        super().on_press(press)

    def _run_button_states(self) -> dict:
        is_done = count_slices(self.values["taught"]) >= tiny_vae.SLICES
        return super()._run_button_states() | ({"run_full": False} if is_done else {})

    def _control_specs(self) -> list[widgets.ControlSpec]:
        specs = super()._control_specs()
        for spec in specs:
            if spec["name"] == "run_full":
                spec |= {"label": "Let it learn", "primary": True, "footer": False}
            if spec["name"] == "stop":
                spec |= {"footer": False}
        return specs


def check_taught(name: str, value: Iterable) -> list[tuple[float, int]]:
    """Pairs of a beta from 0 to BETA_MAX and a count of slices, SLICES of them at most."""
    try:
        pairs = [(round(float(beta), 2), int(slices)) for beta, slices in value]
    except (TypeError, ValueError):
        pairs = [(-1.0, 0)]
    fits = all(0 <= beta <= BETA_MAX and slices > 0 for beta, slices in pairs)
    if fits and count_slices(pairs) <= tiny_vae.SLICES:
        return pairs
    raise ValueError(
        f"{name}: found {value!r}, expected pairs of a beta (0 to {BETA_MAX:g}) and a count of "
        f"slices, {tiny_vae.SLICES} at most, each of {tiny_vae.SLICE} steps."
    )


def follow_learning(before: dict, now: dict) -> dict:
    """Forget what the network has learned, if the world or the seed is another one."""
    if (before["world"], before["seed"]) != (now["world"], now["seed"]):
        return now | {"taught": []}
    return now


def take_next_seed(values: dict) -> dict:
    """Start again with the next seed."""
    return values | {"seed": (values["seed"] + 1) % 100, "taught": []}


def without_effect(values: dict) -> list[str]:
    """A world cannot be chosen if there is only one."""
    return ["world"] if len(values["worlds"]) < 2 else []


def describe_learner(learner: tiny_vae.Learner, slices: int) -> str:
    """Scores and error of the network so far."""
    if not slices:
        return 'The network has not learned anything yet. Press "Let it learn", and watch the grid.'
    reached = (
        f"After {tiny_vae.SLICE * slices:,} steps, MIG is {learner.mig:.2f} and D is "
        f"{learner.d:.2f}."
    )
    over = " That was the last step; start again, or choose another seed."
    return reached + over if slices == tiny_vae.SLICES else reached


@widgets.lab(
    {
        "world": widgets.choice(
            "world", list(tiny_vae.WORLDS), tiny_vae.WORLDS[0], list(WORLD_WORDS.values())
        ),
        "seed": widgets.whole("seed", 0, 0, 99),
        "root": widgets.moved_by_handle(widgets.number("root of beta", 10**0.5, 0, ROOT_MAX, 0.1)),
        "taught": widgets.free("taught", [], check_taught),
        "worlds": widgets.some_of(
            "worlds", tiny_vae.WORLDS
        ),  # the reader may choose these before making a guess
    },
    lab_class=LearningLab,
    update_memory=follow_learning,
    describe_change=widgets.describe_by_caption,
    hidden_controls=without_effect,
    button_actions={
        "Start again": lambda values: values | {"taught": []},
        "Another seed": take_next_seed,
    },
)
def learning(
    world: str, seed: int, root: float, taught: Taught, worlds: Sequence[str]
) -> viz.Picture:
    """Watch a network with two latents learn: its grid turns, folds and falls into place."""
    betas = tuple(beta for beta, slices in taught for _ in range(slices))
    learner = tiny_vae.trained(world, seed, betas)
    side, count = tiny_vae.SIDE, len(tiny_vae.places(world))
    return viz.Picture(
        panels=(
            viz.stack(world_panel(learner), beta_panel(float(root**2))),
            code_panel(learner),
            growth_panel(world, seed, betas),
        ),
        shows="A network with two latents learns the position of a bright spot in "
        f"{WORLD_WORDS[world]}.",
        caption=describe_learner(learner, len(betas)),
        text=f"The mean squared error of a redrawn image is {learner.error:.2f}, summed over its "
        f"pixels.\nThe world is {WORLD_WORDS[world]}, and the seed is {seed}. Every step uses all "
        f"{count} images of {side} by {side} pixels.\nMIG cuts each latent into {tiny_vae.PLACES} "
        f"bins. D reads the coefficients of a lasso with a penalty of {tiny_vae.PENALTY:g}.",
        scores={"mig": learner.mig, "disentanglement": learner.d},
    )

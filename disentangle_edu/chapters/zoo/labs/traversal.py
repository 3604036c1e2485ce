"""Move a latent of a model that learned, and see what its decoder draws."""

from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from .... import InformativenessMatrix, viz, widgets
from ....types import Floats
from ....zoo import pretrained
from ....zoo.traversals import STARTS, bits_panel, drag_step, drawer, model_name, sheet_panel
from ...common.codes import (
    CodeLab,
    LastDragged,
    code_control,
    code_of_sprite,
    current_code,
    follow_code,
)
from ...common.sprites import bits_by_chance
from ..data import model_columns

CODES_SHOWN = 150
LATENTS = tuple(f"latent {i + 1}" for i in range(8))


@viz.panel(176, min_width=250, max_width=330)
def look_panel(canvas: viz.Canvas, image: NDArray[np.float32], decoded: Floats) -> None:
    """The sprite at the start, and the image that the decoder draws from the code now."""
    x, y, width, height = canvas.box
    size = min((width - 16) / 2, height - 30)
    right = x + size + 16
    canvas.within(x, y, size + 16, height).title("a real sprite", "real")
    canvas.within(right, y, size, height).title("the decoder draws", "decoded")
    canvas.image(x, y + 24, size, image, "real")
    canvas.image(right, y + 24, size, decoded, "drawn")


@viz.panel(250, min_width=240, max_width=330)
def plane_panel(canvas: viz.Canvas, name: str, code: Floats, across: int, up: int) -> None:
    """Codes of sprites in the plane of two latents, and a handle at the present code."""
    model, latents = drawer(name), [across, up]
    x_range, y_range = spans = [(float(model.low[i]), float(model.high[i])) for i in latents]
    x_name, y_name = LATENTS[across], LATENTS[up]
    plot = viz.Plot(canvas, ("drag the point", x_name, y_name), x_range, y_range)
    for point in np.clip(model.rep.latents[:CODES_SHOWN], model.low, model.high)[:, latents]:
        canvas.circle(*plot(*point), 2, viz.FAINT, fill_opacity="0.5")
    x, y = (float(np.clip(code[i], *span)) for i, span in zip(latents, spans))
    (left, bottom), (right, top) = (plot(*corner) for corner in zip(x_range, y_range))
    x_step, y_step = drag_step(x_range), drag_step(y_range)
    axes = (
        viz.Axis(f"latents/{across}", x, *x_range, x_step, "x", left, right, x_name),
        viz.Axis(f"latents/{up}", y, *y_range, y_step, "y", bottom, top, y_name),
    )
    canvas.circle(*plot(x, y), 9, viz.HANDLE, key="plane", handle=viz.Handle("the point", axes))


def describe_latent(
    model: str, matrix: InformativenessMatrix, latent: int | None, code: Floats
) -> str:
    """Bits about the factors that the latent carries which was dragged last."""
    if latent is None:
        return f"This is {model_name(model)}. Drag a knob, or the point in the plane."
    row = matrix.values[latent]
    first, second = np.argsort(-row)[:2]
    names = matrix.column_names
    return (
        f"Latent {latent + 1} is at {code[latent]:.2f}. It carries {row[first]:.2f} bits about "
        f"{names[first]} and {row[second]:.2f} bits about {names[second]}."
    )


def current_sprite_code(values: dict) -> list[float]:
    """The code of the sprite at the start."""
    return code_of_sprite(values["model"], values["start"])


class TraversalLab(CodeLab):
    """One code, of the chosen model."""

    codes = {"latents": current_sprite_code}


def traversal_controls() -> Mapping[str, widgets.Control]:
    """A model, a sprite, its code, and the plane of the two latents that carry most bits."""
    models, first = list(pretrained.WITH_DECODER), pretrained.of_beta(4)
    telling = np.argsort(-pretrained.matrix(first).values.max(1))
    return {
        "model": widgets.choice("model", models, first, [model_name(name) for name in models]),
        "start": widgets.whole("start from sprite", 0, 0, STARTS - 1),
        "across": widgets.choice("plane, across", list(LATENTS), LATENTS[telling[0]]),
        "up": widgets.choice("plane, up", list(LATENTS), LATENTS[telling[1]]),
        "latents": code_control("latents", 8),
    }


@widgets.lab(
    traversal_controls,
    lab_class=TraversalLab,
    initial_memory=LastDragged(),
    update_memory=partial(follow_code, ("model", "start"), current_sprite_code),
    describe_change=widgets.describe_by_caption,
)
def traversal(
    model: str, start: int, across: str, up: str, latents: Sequence[float], memory: LastDragged
) -> viz.Picture:
    """Move a latent of a model that learned, and see what its decoder draws."""
    decoder, code = drawer(model), current_code(model, start, latents)
    matrix, name = pretrained.matrix(model), model_name(model)
    scores = model_columns(model, "mig", "dcimig", "disentanglement")
    error = model_columns(model, "rec_mean")["rec_mean"]
    listed = ", ".join(
        f"{viz.display_name(metric)} {value:.3f}" for metric, value in scores.items()
    )
    title = "drag a knob: each row moves one latent"
    decoded = decoder.decode(code[None])[0]
    return viz.Picture(
        panels=(
            viz.stack(
                look_panel(decoder.original(start), decoded),
                plane_panel(model, code, LATENTS.index(across), LATENTS.index(up)),
            ),
            sheet_panel(decoder, code, title=title, control="latents"),
            bits_panel(matrix, chance=bits_by_chance()),
        ),
        shows=f"A sprite, the image that {name} draws from a code, a row of images for each "
        "latent, and the bits of each latent about each factor.",
        caption=describe_latent(model, matrix, memory.latent, code),
        text=f"Scores of {name}: {listed}. Its reconstruction error from mean codes is {error:.1f} "
        f"nats.\nThe latents are {', '.join(f'{value:.2f}' for value in code)}.\n"
        f"The scores and the matrix are from the codes of {len(decoder.rep):,} sprites.",
        scores=scores,
    )

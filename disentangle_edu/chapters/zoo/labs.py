"""Labs on models that learned: move a latent and see what the decoder draws."""

import functools
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ...bench.changes import tells_itself
from ...bench.controls import choice, free, in_picture, number, whole
from ...bench.lab import Lab, lab, offered
from ...core import Floats
from ...show.images import image_at
from ...show.panels import Place, along, axes_frame, curve_panel
from ...show.svg import FAINT, MARK, Axis, Handle, Panel, Picture, circle, heading, stack
from ...worlds import sprites
from ...zoo import ranks, shelf
from ...zoo.sheets import STARTS, bits_panel, called, drawer, idle, sheet_panel, starts
from ..shelf.codes import CodeLab, check_code, fine, knobs, present_code
from ..shelf.sprites import column_in_words, table_of_sprites
from .asked import NAMELESS_MODELS

if TYPE_CHECKING:
    import pandas as pd


# -------------------------------------------------------------------------- who agrees with you


@offered
def who_agrees(question: Any) -> "pd.DataFrame":
    """How each metric orders the models of a committed "18-rank", and how far it agrees with you.

    Columns: its order, the pairs it puts as you did, best first.
    """
    import pandas as pd

    rows = []
    for name in [*ranks.metric_columns(table_of_sprites()), "rec_mean"]:
        scores = {
            letter: float(table_of_sprites()[name][model])
            for letter, model in NAMELESS_MODELS.items()
        }
        less_is_better = name == "rec_mean"
        order = sorted(NAMELESS_MODELS, key=scores.__getitem__, reverse=not less_is_better)
        agreed = [
            _apart(scores, better, worse) * (-1 if less_is_better else 1) > 0
            for i, better in enumerate(question.guess)
            for worse in question.guess[i + 1 :]
        ]
        rows.append((column_in_words(name), " ".join(order), f"{sum(agreed)} of {len(agreed)}"))
    found = pd.DataFrame(rows, columns=["metric", "its order", "pairs as you put them"])
    found = found.sort_values("pairs as you put them", ascending=False, kind="stable")
    return found.set_index("metric")


def _apart(scores: dict[str, float], first: str, second: str) -> float:
    """How much higher the first is; what lies closer than rounding is a tie."""
    step = scores[first] - scores[second]
    return step if abs(step) > 1e-9 else 0.0


CODES_SHOWN = 150


@functools.cache
def _table() -> "pd.DataFrame":
    return shelf.table()


def _row(model: str, *columns: str) -> dict[str, float]:
    """Some columns of one model."""
    row = _table().loc[model]
    return {name: float(row[name]) for name in columns}  # type: ignore[arg-type]


# --------------------------------------------------------------------------------- the traversal


def _look_panel(start: int, drawn: Floats) -> Panel:
    """The sprite that was begun with, and what the decoder makes of the code now."""
    image = sprites.images()[shelf.rows("sprites")[starts()[start]]]

    def draw(x: float, y: float, width: float, height: float) -> str:
        size = min((width - 16) / 2, height - 30)
        out = [heading(x, y, size + 16, "a real sprite", "real")]
        out.append(heading(x + size + 16, y, size, "the decoder draws", "decoded"))
        out.append(image_at(x, y + 24, size, image, "real"))
        out.append(image_at(x + size + 16, y + 24, size, drawn, "drawn"))
        return "".join(out)

    return Panel(draw, 176, 250, 330)


def _plane_panel(name: str, code: Floats, across: int, up: int) -> Panel:
    """Codes in the plane of two latents, and the present one, to be dragged."""
    model = drawer(name)
    low, high = model.low, model.high
    spans = [(float(low[i]), float(high[i])) for i in (across, up)]
    names = f"latent {across + 1}", f"latent {up + 1}"

    def draw(x: float, y: float, width: float, height: float) -> str:
        labels = "drag the point", *names
        frame, place = axes_frame(x, y, width, height, labels, *spans)
        cloud = np.clip(model.rep.latents[:CODES_SHOWN], low, high)[:, [across, up]]
        dots = [circle(*place(*point), 2, FAINT, fill_opacity="0.5") for point in cloud]
        here = [float(np.clip(code[i], *span)) for i, span in zip((across, up), spans)]
        (left, bottom), (right, top) = (place(*corner) for corner in zip(*spans))
        axes = (
            Axis(
                f"latents/{across}", here[0], *spans[0], fine(spans[0]), "x", left, right, names[0]
            ),
            Axis(f"latents/{up}", here[1], *spans[1], fine(spans[1]), "y", bottom, top, names[1]),
        )
        handle = Handle("the point", axes)
        return frame + "".join(dots) + circle(*place(*here), 9, MARK, key="plane", handle=handle)

    return Panel(draw, 250, 240, 330)


def draw_traversal(
    model: str, start: int, across: str, up: str, latents: Sequence[float], _moved: int
) -> Picture:
    """One model: a sprite, its code to be dragged, the sweeps of all latents and the matrix."""
    drawn, code = drawer(model), present_code(model, start, latents)
    matrix = shelf.matrix(model)
    i, j = (int(name.split()[1]) - 1 for name in (across, up))
    scores = _row(model, "mig", "dcimig", "disentanglement")
    panels = (
        stack(_look_panel(start, drawn.decode(code[None])[0]), _plane_panel(model, code, i, j)),
        sheet_panel(
            drawn, code, title="drag a knob: each row moves one latent", knob=knobs(drawn, code)
        ),
        bits_panel(matrix),
    )
    said = _said_of(model, matrix, _moved, code)
    sentence = ", ".join(f"{name} {value:.3f}" for name, value in scores.items())
    lines = [
        f"{called(model)}: {sentence}; "
        f"reconstruction {_row(model, 'rec_mean')['rec_mean']:.1f} nats from mean codes.",
        "Latents: " + ", ".join(f"{value:.2f}" for value in code) + ".",
        f"Scores and matrix from the codes of {len(drawn.rep):,} sprites.",
    ]
    alt = f"A sprite and what {called(model)} draws; sweeps of eight latents. {said}"
    return Picture(panels, alt, "\n".join(lines), scores, said)


def _said_of(model: str, matrix: Any, moved: int, code: Floats) -> str:
    if moved < 0:
        return f"{called(model)}: drag a knob, or the point in the plane."
    row = matrix.values[moved]
    first, second = np.argsort(-row)[:2]
    names = matrix.column_names
    return (
        f"latent {moved + 1} at {code[moved]:.2f}. It tells {row[first]:.2f} bits about "
        f"{names[first]} and {row[second]:.2f} about {names[second]}."
    )


def follow_traversal(before: dict, now: dict) -> dict:
    """Another model or sprite brings its own code; the latent that was dragged is talked about."""
    if (before["model"], before["start"]) != (now["model"], now["start"]):
        kept = now["latents"] if now["latents"] != before["latents"] else []
        return now | {"latents": kept, "_moved": -1}
    if before["latents"] != now["latents"] and now["latents"]:
        old = present_code(before["model"], before["start"], before["latents"])
        return now | {"_moved": int(np.abs(old - now["latents"]).argmax())}
    return now


class TraversalLab(CodeLab):
    """One code, of the chosen model."""

    codes = {"latents": lambda values: values["model"]}


LATENTS = tuple(f"latent {i + 1}" for i in range(8))


@lab
def traversal(after: Any = None) -> Lab:
    """Move a latent of a model that learned, and see what its decoder draws."""
    first = shelf.of_beta(4)
    telling = np.argsort(-shelf.matrix(first).values.max(1))
    controls = {
        "model": choice(
            "model", list(shelf.WITH_DECODER), first, [called(name) for name in shelf.WITH_DECODER]
        ),
        "start": whole("start from sprite", 0, 0, STARTS - 1),
        "across": choice("plane, across", list(LATENTS), LATENTS[telling[0]]),
        "up": choice("plane, up", list(LATENTS), LATENTS[telling[1]]),
        "latents": free("latents", [], check_code),
        "_moved": in_picture(whole("the latent that was dragged", -1, -1, 7)),
    }
    return TraversalLab(
        draw_traversal, controls, follow=follow_traversal, tell=tells_itself, after=after
    )


# ---------------------------------------------------------------------------- beta from 0 to 8


def _means(column: str) -> tuple[Floats, Floats, Floats]:
    """(betas, mean, every model as (beta, value)) of a column, the autoencoder at 0."""
    family = _table()[lambda t: (t["world"] == "sprites") & t["objective"].isin(("ae", "beta_vae"))]
    mean = family.groupby("strength")[column].mean().dropna()
    dots = family[["strength", column]].dropna().to_numpy()
    return mean.index.to_numpy(), mean.to_numpy(), dots


def _beta_panel(column: str, unit: str, title: str, beta: float) -> Panel:
    """One column over beta: a dot per model, the mean as a curve, with a mark to drag."""
    betas, mean, dots = _means(column)
    most = float(np.ceil(dots[:, 1].max() * 1.1 * 100) / 100)

    def over(place: Place) -> str:
        return "".join(circle(*place(*dot), 3, FAINT, fill_opacity="0.5") for dot in dots)

    def handle(place: Place) -> Handle:
        ends = place(0, 0)[0], place(8, 0)[0]
        return Handle("beta", (along("beta", beta, (0, 8), 1, ends),), f"{beta:g}")

    here = float(np.interp(beta, betas, mean))
    labels = title, "beta (0: the autoencoder)", unit
    options: dict[str, Any] = {"mark": (beta, here), "handle": handle, "over": over, "height": 230}
    return curve_panel(labels, betas, mean, y_range=(0, most), key=column, **options)


def _nearest_beta(name: str, value: Any) -> float:
    found = number("beta", 4, 0, 8).check(name, value)
    return min(shelf.BETAS, key=lambda beta: abs(beta - found))


def draw_beta(beta: float, start: int) -> Picture:
    """The sweeps of one seed under one beta, with all ten seeds' scores beside it."""
    model = shelf.of_beta(beta)
    code = present_code(model, start, [])
    used = int(np.sum(~idle(drawer(model).sweeps(code))))
    row = _row(model, "mig", "rec_mean")
    panels = (
        stack(
            _look_panel(start, drawer(model).decode(code[None])[0]),
            _beta_panel("mig", "MIG", "drag the mark: MIG over beta", beta),
        ),
        sheet_panel(drawer(model), code, title=f"{called(model)}: each row moves one latent"),
        _beta_panel("rec_mean", "nats per image", "what the decoder gets wrong", beta),
    )
    said = (
        f"At beta {beta:g}, {used} of 8 latents do something to be seen. MIG is {row['mig']:.2f}, "
        f"and reconstruction costs {row['rec_mean']:.1f} nats."
    )
    seeds = len(_means("mig")[2]) // len(shelf.BETAS)
    text = f"Sweeps and sentence: seed 0. Dots: {seeds} or more seeds each; curve: their mean."
    return Picture(panels, f"Sweeps of {called(model)}. {said}", text, row, said)


@lab
def beta(after: Any = None) -> Lab:
    """Turn beta up: axes appear, then details vanish, then everything."""
    controls = {
        "beta": replace(in_picture(number("beta", 0, 0, 8, 1)), check=_nearest_beta),
        "start": whole("start from sprite", 0, 0, STARTS - 1),
    }
    return Lab(draw_beta, controls, tell=tells_itself, after=after)

"""Labs on models that learned: move a latent and see what the decoder draws."""

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ..core import Floats
from ..show.images import image_at
from ..show.panels import Place, along, axes_frame, curve_panel
from ..show.svg import (
    FAINT,
    GRID,
    MARK,
    Axis,
    Handle,
    Panel,
    Picture,
    circle,
    heading,
    line,
    stack,
    text,
)
from ..worlds import sprites
from ..zoo import shelf
from ..zoo.sheets import (
    STARTS,
    Drawer,
    Knob,
    bits_panel,
    called,
    cut_off,
    drawer,
    idle,
    placed,
    reshaped,
    sheet_panel,
    starts,
)
from .controls import choice, free, in_picture, number, whole
from .lab import Lab, lab, tells_itself

if TYPE_CHECKING:
    import pandas as pd

CODES_SHOWN = 150


@functools.cache
def _table() -> "pd.DataFrame":
    return shelf.table()


def _row(model: str, *columns: str) -> dict[str, float]:
    """Some columns of one model."""
    row = _table().loc[model]
    return {name: float(row[name]) for name in columns}  # type: ignore[arg-type]


def _knobs(model: Drawer, code: Floats, control: str = "latents", word: str = "latent ") -> Knob:
    """A handle on a rail below each sweep; it moves an entry of a control."""

    def knob(i: int, y: float, ends: tuple[float, float]) -> str:
        reach = float(model.low[i]), float(model.high[i])
        here = round(float(np.clip(code[i], *reach)), 3) + 0.0
        at = ends[0] + (here - reach[0]) / (reach[1] - reach[0]) * (ends[1] - ends[0])
        axis = Axis(f"{control}/{i}", here, *reach, _fine(reach), "x", *ends)
        link = f"{word}{i + 1}"
        label = link if word.endswith(" ") else f"knob {link}"
        told: dict[str, Any] = {"handle": Handle(label, (axis,), f"{here:.2f}"), "link": link}
        rail = line(ends[0], y, ends[1], y, GRID, stroke_width="3")
        return rail + circle(at, y, 7, MARK, key=f"{control}{i}", **told)

    return knob


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
                f"latents/{across}", here[0], *spans[0], _fine(spans[0]), "x", left, right, names[0]
            ),
            Axis(f"latents/{up}", here[1], *spans[1], _fine(spans[1]), "y", bottom, top, names[1]),
        )
        handle = Handle("the point", axes)
        return frame + "".join(dots) + circle(*place(*here), 9, MARK, key="plane", handle=handle)

    return Panel(draw, 250, 240, 330)


def _fine(span: tuple[float, float]) -> float:
    return (span[1] - span[0]) / 60


def _present(name: str, start: int, latents: Sequence[float]) -> Floats:
    return np.array(latents, dtype=float) if latents else drawer(name).start(start)


def draw_traversal(
    model: str, start: int, across: str, up: str, latents: Sequence[float], _moved: int
) -> Picture:
    """One model: a sprite, its code to be dragged, the sweeps of all latents and the matrix."""
    drawn, code = drawer(model), _present(model, start, latents)
    matrix = shelf.matrix(model)
    i, j = (int(name.split()[1]) - 1 for name in (across, up))
    scores = _row(model, "mig", "dcimig", "disentanglement")
    panels = (
        stack(_look_panel(start, drawn.decode(code[None])[0]), _plane_panel(model, code, i, j)),
        sheet_panel(
            drawn, code, title="drag a knob: each row moves one latent", knob=_knobs(drawn, code)
        ),
        bits_panel(matrix),
    )
    said = _said_of(model, matrix, _moved, code)
    told = ", ".join(f"{name} {value:.3f}" for name, value in scores.items())
    lines = [
        f"{called(model)}: {told}; "
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


def _check_code(name: str, value: Any) -> list[float]:
    found = np.asarray(value, dtype=float)
    if found.shape not in ((0,), (8,)) or not np.isfinite(found).all():
        raise ValueError(f"{name}: found {value!r}, expected eight numbers, or none.")
    return [round(float(one), 3) for one in found]


def follow_traversal(before: dict, now: dict) -> dict:
    """Another model or sprite brings its own code; the latent that was dragged is talked about."""
    if (before["model"], before["start"]) != (now["model"], now["start"]):
        kept = now["latents"] if now["latents"] != before["latents"] else []
        return now | {"latents": kept, "_moved": -1}
    if before["latents"] != now["latents"] and now["latents"]:
        old = _present(before["model"], before["start"], before["latents"])
        return now | {"_moved": int(np.abs(old - now["latents"]).argmax())}
    return now


class CodeLab(Lab):
    """The first drag of a code starts from that of the sprite.

    codes : {control: values -> name of the model whose code it is}.
    """

    codes: Mapping[str, Callable[[dict], str]]

    def _wish(self, wished: dict) -> None:
        for control in {path.split("/")[0] for path in wished} & set(self.codes):
            if not self.values[control]:
                code = _present(self.codes[control](self.values), self.values["start"], [])
                self.values = self.values | {control: code.round(4).tolist()}
        super()._wish(wished)


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
        "latents": free("latents", [], _check_code),
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
    told: dict[str, Any] = {"mark": (beta, here), "handle": handle, "over": over, "height": 230}
    return curve_panel(labels, betas, mean, y_range=(0, most), key=column, **told)


def _nearest_beta(name: str, value: Any) -> float:
    found = number("beta", 4, 0, 8).check(name, value)
    return min(shelf.BETAS, key=lambda beta: abs(beta - found))


def draw_beta(beta: float, start: int) -> Picture:
    """The sweeps of one seed under one beta, with all ten seeds' scores beside it."""
    model = shelf.of_beta(beta)
    code = _present(model, start, [])
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


# ----------------------------------------------------------------------- two models, side by side

TWO = {"left": "sprites-ae-0-0", "right": "sprites-beta_tcvae-6-0"}
LETTER = {"left": "A", "right": "B"}
ROWS = 3  # latents of each that are shown: those that change the picture most
# From where on a change is one that the eye sees: pixels, share of size, share of the shape.
SEEN = {"across": 0.5, "down": 0.5, "size": 0.1, "shape": 0.1}


class TwoModelsLab(CodeLab):
    """A code on either side."""

    codes = {
        side: lambda values, name=name: name  # type: ignore[misc]
        for side, name in TWO.items()
    }


def _loudest(name: str, start: int) -> list[int]:
    """The latents whose sweeps change most, in their order."""
    sheet = drawer(name).sweeps(_present(name, start, []))
    change = np.abs(np.diff(sheet, axis=1)).mean((1, 2, 3))
    return sorted(np.argsort(-change, kind="stable")[:ROWS].tolist())


@functools.lru_cache(maxsize=2 * STARTS)
def _within(side: str, start: int) -> Drawer:
    """One network, with knobs that end before the edge of the image cuts the drawing off."""
    model = drawer(TWO[side])
    return model.before_the_edge(model.start(start))


def _side_panel(side: str, code: Floats, start: int) -> Panel:
    """The sprite, what one network draws now, and a knob for each of its loudest numbers."""
    model, letter = _within(side, start), LETTER[side]
    real = sprites.images()[shelf.rows("sprites")[starts()[start]]]
    drawn = model.decode(code[None])[0]

    def draw(x: float, y: float, width: float, height: float) -> str:
        out = [heading(x, y, width, f"network {letter}")]
        images = ("the sprite", real), (f"what {letter} draws", drawn)
        for j, (words, image) in enumerate(images):
            left = x + 10 + 136 * j
            out.append(text(left, y + 36, words, "start", FAINT, font_size="11"))
            out.append(image_at(left, y + 42, 112, image, f"{side} image {j}"))
        return "".join(out)

    title = f"drag a knob: {ROWS} of {len(code)} numbers"
    told: dict[str, Any] = {"title": title, "knob": _knobs(model, code, side, letter)}
    told |= {"only": _loudest(model.name, start), "row": 34.0}
    told |= {"least": 270, "key": side, "word": letter}
    return stack(Panel(draw, 164, 270, 390), sheet_panel(model, code, **told))


def draw_two_models(
    left: Sequence[float], right: Sequence[float], start: int, _moved: str
) -> Picture:
    """Two models that learned to draw the same sprites from eight numbers each."""
    codes = {"left": left, "right": right}
    now = {side: _present(TWO[side], start, code) for side, code in codes.items()}
    panels = tuple(_side_panel(side, code, start) for side, code in now.items())
    told = "; ".join(f"network {LETTER[side]}: {called(name)}" for side, name in TWO.items())
    said = "Drag a knob on either side: does one thing change, or do several at once?"
    if _moved:
        side, latent = _moved.split("/")
        said = _changed(side, start, now[side], int(latent))
    count = len(now["left"])
    alt = f"Two networks draw a sprite, each from {count} numbers; {ROWS} of each to drag. {said}"
    words = (
        f"How they were trained, {told}. Both are ours.\n"
        "A sentence compares with the knob's first place, the other knobs as they stand.\n"
        "Less than half a pixel across or down, or a tenth of size or shape, goes unmentioned.\n"
        "A knob ends where the drawing would reach the edge of the image.\n"
        "Shape: the share by which the two drawings differ, laid over each other in one size."
    )
    return Picture(panels, alt, words, {}, said)


def _changed(side: str, start: int, code: Floats, i: int) -> str:
    """What the knob of one latent has changed since the start, the others as they are now."""
    as_before = code.copy()
    as_before[i] = _present(TWO[side], start, [])[i]
    before, after = drawer(TWO[side]).decode([as_before, code])
    (x0, y0, full0), (x1, y1, full1) = placed(before), placed(after)
    across, down, size = x1 - x0, y1 - y0, full1 / full0 - 1
    measured = {
        "across": f"{abs(across):.1f} pixels {'right' if across > 0 else 'left'}",
        "down": f"{abs(down):.1f} pixels {'down' if down > 0 else 'up'}",
        "size": f"size {size:+.0%}",
    }
    changes = {"across": abs(across), "down": abs(down), "size": abs(size)}
    number = f"{LETTER[side]}{i + 1}"
    if cut_off(after):
        moved = " and ".join(measured[way] for way in ("across", "down") if changes[way] >= 0.05)
        left = f" What is left to see has moved {moved}." if max(abs(across), abs(down)) > 1 else ""
        return f"The edge cuts it off here: no telling what {number} does to size and shape.{left}"
    changes["shape"] = reshaped(before, after)
    seen = [name for name, change in changes.items() if round(change, 2) >= SEEN[name]]
    measured["shape"] = f"shape {changes['shape']:.0%} different"
    which = f": {', '.join(measured[name] for name in seen)}" if seen else ""
    return f"{number} changes {COUNTED[len(seen)]}{which}."


COUNTED = (
    *("hardly anything", "one thing", "two things at once"),
    *("three things at once", "all four things at once"),
)


@lab
def two_models(after: Any = None) -> Lab:
    """Two networks draw the same sprites: drag one number of each, and see what it means."""
    controls = {side: free(side, [], _check_code) for side in TWO}
    controls |= {
        "start": whole("start from sprite", 20, 0, STARTS - 1),  # its knobs have room both ways
        "_moved": free("_moved", ""),
    }
    return TwoModelsLab(
        draw_two_models, controls, follow=_follow_two, tell=tells_itself, after=after
    )


def _follow_two(before: dict, now: dict) -> dict:
    """Another sprite brings its own codes; the knob that was dragged is talked about."""
    if before["start"] != now["start"]:
        return now | {"left": [], "right": [], "_moved": ""}
    for side in TWO:
        if now[side] and before[side] != now[side]:
            old = _present(TWO[side], before["start"], before[side])
            return now | {"_moved": f"{side}/{int(np.abs(old - now[side]).argmax())}"}
    return now

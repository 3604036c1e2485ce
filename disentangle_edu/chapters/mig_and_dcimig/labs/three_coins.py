"""Three coins that are flipped by hand, the latents that change, and the counts behind the bits."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from .... import viz, widgets
from ....measures import mutual_information
from ....measures.information import entropy
from ....types import Floats
from ..data import CASES, CODES, coin_code
from ._gaps import both_scores

COINS = "abc"
STILL: viz.Style = {"pointer_events": "none"}
TABLES: dict[str, tuple[list[int], Sequence[str]]]
TABLES = {f"coin {name}": ([k], "01") for k, name in enumerate(COINS)}
TABLES["b and c together"] = ([1, 2], ("00", "01", "10", "11"))


@dataclass(frozen=True)
class Flips:
    """Record of the flips of a code.

    flipped : flips of each coin.   changed : how often each latent (row) changed with each coin
    (column).   last : latents that the newest flip changed; None before the first flip.
    """

    flipped: tuple[int, ...] = (0, 0, 0)
    changed: tuple[tuple[int, ...], ...] = ((0, 0, 0),) * 3
    last: tuple[int, ...] | None = None


def latents_now(code: str, coins: Sequence[int]) -> Floats:
    """The latents of one outcome of the coins."""
    return coin_code(code).latents[CASES.index(tuple(coins))]


def follow_flips(before: dict, now: dict) -> dict:
    """Count a flip and the latents that it changed; another code starts a new record."""
    if before["code"] != now["code"]:
        return now | {"memory": Flips()}
    flipped = [k for k, coin in enumerate(COINS) if before[coin] != now[coin]]
    if len(flipped) != 1:
        return now
    record, k = now["memory"], flipped[0]
    old, new = (latents_now(v["code"], [v[coin] for coin in COINS]) for v in (before, now))
    changed = np.array(record.changed)
    changed[old != new, k] += 1
    counts = np.array(record.flipped) + np.eye(3, dtype=int)[k]
    last = tuple(map(int, np.flatnonzero(old != new)))
    kept = {"flipped": tuple(counts.tolist()), "changed": tuple(map(tuple, changed.tolist()))}
    return now | {"memory": replace(record, last=last, **kept)}


def three_coins_change_one(values: dict) -> bool:
    """Whether the flips have shown one latent to change with each of the three coins."""
    return bool((np.array(values["memory"].changed) > 0).all(1).any())


def coin_changes_two(values: dict) -> bool:
    """Whether the flips have shown one coin to change two latents."""
    return bool(((np.array(values["memory"].changed) > 0).sum(0) > 1).any())


# ------------------------------------------------------------------------------------ the panels


@viz.panel(250, min_width=290, max_width=400)
def coins_panel(canvas: viz.Canvas, code: str, coins: Sequence[int], record: Flips) -> None:
    """The coins to click, the latents below them, and how often each latent has changed."""
    x, y, width, _ = canvas.box
    canvas.title("click the other face to flip a coin", "flip a coin")
    left, step = x + 118, (width - 122) / 3
    for k, (name, coin) in enumerate(zip(COINS, coins)):
        middle = left + (k + 0.5) * step
        with canvas.radio_group(f"coin {name}", key=f"coin{name}"):
            for face in (0, 1):
                draw_face(canvas, name, face, coin == face, (middle, y + 48), min(17, step / 5))
        canvas.text(middle, y + 84, f"coin {name}", fill=viz.FAINT, font_size="11")
    for i, (formula, value) in enumerate(zip((code, "b", "c"), latents_now(code, coins))):
        top, moved = y + 108 + 36 * i, i in (record.last or ())
        box: viz.Style = {"key": f"z{i}", "rx": 4, "stroke_width": "3" if moved else "1"}
        canvas.rect(x + 2, top, 112, 30, viz.GROUND, viz.CHOSEN if moved else viz.GRID, **box)
        canvas.note(x + 8, top + 12, f"latent {i + 1} =")
        canvas.text(x + 8, top + 25, formula, "start", font_size="11", key=f"zf{i}")
        number: viz.Style = {"font_size": "16", "font_weight": "bold", "key": f"zv{i}"}
        canvas.text(
            x + 102, top + 21, f"{value:.0f}", fill=viz.CHOSEN if moved else viz.INK, **number
        )
        for k, flips in enumerate(record.flipped):
            times, middle = record.changed[i][k], left + (k + 0.5) * step
            told, fill = f"{times} of {flips}" if flips else "-", viz.PART if times else viz.FAINT
            canvas.text(middle, top + 20, told, fill=fill, key=f"t{i}-{k}")
    canvas.note(x + 2, y + 230, "how often each latent changed, of the coin's flips", key="tally")


def draw_face(
    canvas: viz.Canvas, coin: str, face: int, is_up: bool, at: tuple[float, float], radius: float
) -> None:
    """One of the two faces of a coin around a point; a click on the other face flips the coin."""
    x, y = at[0] + (2 * face - 1) * (radius + 2), at[1]
    axis = viz.Axis(coin, -1.0, float(face), float(face), 1.0, "y", 0)
    handle = viz.Handle(f"coin {coin} shows {face}", (axis,), cell=(0, face), chosen=is_up)
    circle: viz.Style = {"key": f"{coin}{face}", "stroke_width": "3", "handle": handle}
    fill, edge = (viz.READ[viz.HANDLE], viz.HANDLE) if is_up else (viz.PAPER, viz.GRID)
    canvas.circle(x, y, radius, fill, stroke=edge, **circle)
    label: viz.Style = {"font_size": "15", "font_weight": "bold", "key": f"{coin}{face}n", **STILL}
    canvas.text(x, y + 5, f"{face}", fill=viz.PAPER if is_up else viz.FAINT, **label)


@viz.panel(290, min_width=320, max_width=460)
def tables_panel(canvas: viz.Canvas, code: str, coins: Sequence[int]) -> None:
    """Latent 1 counted by each coin, and by two coins together."""
    x, y, width, height = canvas.box
    for j, (title, (columns, names)) in enumerate(TABLES.items()):
        half = (width - 16) / 2, height / 2
        area = x + (j % 2) * (half[0] + 16), y + (j // 2) * half[1]
        draw_counts(canvas.within(*area, *half), title, *counted(code, columns, coins), names)


def draw_counts(
    canvas: viz.Canvas, title: str, counts: Floats, now: tuple[int, int], names: Sequence[str]
) -> None:
    """The eight cases in a table of latent 1 (rows) by coins; the present case has a frame."""
    x, y, width, _ = canvas.box
    shared = max(entropy(counts.sum(1)) + entropy(counts.sum(0)) - entropy(counts), 0.0)
    canvas.title(f"latent 1 and {title}", title)
    rows, columns = counts.shape
    size, top = ((width - 22) / columns, 72 / rows), y + 36
    for k, name in enumerate(names):
        canvas.text(x + 22 + (k + 0.5) * size[0], y + 31, name, fill=viz.FAINT, font_size="11")
    for i in range(rows):
        middle = top + (i + 0.5) * size[1] + 4
        canvas.text(x + 12, middle, f"{i}", fill=viz.FAINT, font_size="11", key=f"{title}r{i}")
        for k in range(columns):
            at, share = (x + 22 + k * size[0], top + i * size[1]), counts[i, k] / 4
            cell: viz.Style = {"key": f"{title}{i}-{k}", "data_slow": 0}
            canvas.rect(*at, size[0] - 1, size[1] - 1, viz.shade(share), viz.GRID, **cell)
            number: viz.Style = {"font_size": "11", "key": f"{title}v{i}-{k}", **STILL}
            centre = at[0] + size[0] / 2, at[1] + size[1] / 2 + 4
            canvas.text(*centre, f"{counts[i, k]:.0f}", fill=viz.on_shade(share), **number)
    at = x + 22 + now[1] * size[0], top + now[0] * size[1]
    frame: viz.Style = {"stroke_width": "3", "key": f"{title}now", **STILL}
    canvas.rect(*at, size[0] - 1, size[1] - 1, "none", viz.CHOSEN, **frame)
    told: viz.Style = {"font_weight": "bold", "key": f"{title}bits"}
    canvas.text(x + 22 + (width - 22) / 2, y + 126, f"{shared:.2f} bits", **told)


def counted(code: str, columns: Sequence[int], coins: Sequence[int]) -> tuple[Floats, tuple]:
    """Counts of latent 1 by the joint value of some coins, and the cell of the present coins."""
    rep = coin_code(code)
    levels = np.unique(rep.latents[:, 0])
    counts = np.zeros((len(levels), 2 ** len(columns)))
    for case, latent in zip(CASES, rep.latents[:, 0]):
        counts[np.searchsorted(levels, latent), place(case, columns)] += 1
    row = int(np.searchsorted(levels, latents_now(code, coins)[0]))
    return counts, (row, place(coins, columns))


def place(coins: Sequence[int], columns: Sequence[int]) -> int:
    """The number that some of the coins make in the binary system."""
    return sum(coins[k] << j for j, k in enumerate(reversed(columns)))


def describe_flip(code: str, record: Flips) -> str:
    """Which latents the newest flip changed."""
    if record.last is None:
        return f"Latent 1 is {code}. The tables count the eight outcomes of three coins."
    moved = [f"latent {i + 1}" for i in record.last]
    changed = f"{' and '.join(moved)} changed" if moved else "no latent changed"
    return f"{changed[0].upper()}{changed[1:]}. A frame marks the present outcome."


@widgets.lab(
    {
        "code": widgets.choice("latent 1 =", list(CODES), next(iter(CODES))),
        "a": widgets.moved_by_handle(widgets.whole("coin a", 0, 0, 1)),
        "b": widgets.moved_by_handle(widgets.whole("coin b", 0, 0, 1)),
        "c": widgets.moved_by_handle(widgets.whole("coin c", 0, 0, 1)),
    },
    initial_memory=Flips(),
    update_memory=follow_flips,
    describe_change=widgets.describe_by_caption,
    tasks={
        "find a latent that changes with all three coins": three_coins_change_one,
        "find a coin that changes two latents": coin_changes_two,
    },
)
def three_coins(code: str, a: int, b: int, c: int, memory: Flips) -> viz.Picture:
    """Flip three coins: which latents change, and which table of counts shows why?"""
    coins, scores = (a, b, c), both_scores(mutual_information(coin_code(code)))
    values = {name: score.value for name, score in scores.items()}
    return viz.Picture(
        panels=(
            viz.stack(
                coins_panel(code, coins, memory),
                viz.bars_panel("the scores of this code", values, key="score"),
            ),
            tables_panel(code, coins),
        ),
        shows="Three coins, three latents, and the eight cases counted by latent 1 and coins.",
        caption=describe_flip(code, memory),
        text=viz.describe_scores(list(scores.values())),
        scores=scores,
    )

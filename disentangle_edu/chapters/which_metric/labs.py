"""Labs on the zoo: who agrees with whom, who contradicts whom, and what foretells a task."""

import functools
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ...bench.changes import tells_itself
from ...bench.controls import choice, folded_away, whole
from ...bench.lab import Lab, lab
from ...core import Floats, Score
from ...metrics import dcimig, disentanglement, mig
from ...show.panels import Place, axes_frame, matrix_panel, parts_panel, span_of, words_panel
from ...show.svg import (
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
    Style,
    choosing,
    circle,
    group,
    heading,
    line,
    rect,
    stack,
    text,
)
from ...zoo import ranks, shelf
from ...zoo.plots import alike
from ...zoo.sheets import bits_panel, called, drawer, sheet_panel
from ..shelf.sprites import column_in_words, table_of_sprites

if TYPE_CHECKING:
    import pandas as pd


# What is compared: metrics that say different things, the losses, and two tasks.
COLUMNS = (
    "mig",
    "dcimig",
    "disentanglement",
    "completeness",
    "sap",
    "modularity",
    "explicitness",
    "beta_vae",
    "factor_vae",
    "iwo_gca",
    "iwr_gca",
    "rec_mean",
    "forest_300",
    "mlp_3000",
)
ALIKE, NAME = "alike beside alike", "as listed"
SWEEP = 30.0  # pixels of a row of images
RIBBON = 24.0  # pixels of a row of the forecast


@functools.cache
def _correlations() -> "pd.DataFrame":
    return ranks.correlations(table_of_sprites(), COLUMNS)


@functools.lru_cache(maxsize=256)
def _interval(first: str, second: str) -> tuple[float, float, float]:
    return ranks.rank_interval(table_of_sprites()[first], table_of_sprites()[second])


# -------------------------------------------------------------------------------- who agrees


def _sorted_by(order: str) -> list[str]:
    found = _correlations()
    if order == NAME:
        return list(COLUMNS)
    if order == ALIKE:
        return alike(found)
    return list(found[order].sort_values(ascending=False, key=abs).index)


def _agreement_panel(order: list[str], pair: tuple[str, str]) -> Panel:
    """Correlations as squares whose area is their size; blue agrees, orange contradicts."""
    found = _correlations()

    def draw(x: float, y: float, width: float, height: float) -> str:
        out = [heading(x, y, width, "rank correlations: click a square", "rank correlations")]
        left, top = x + 92, y + 24
        cell = min((width - 96) / len(order), 26)
        for i, row in enumerate(order):
            at = top + i * cell
            style: Style = {"font_size": "10", "link": row, "key": f"r{row}"}
            out.append(text(left - 5, at + cell / 2 + 3, row, "end", INK, **style))
            for j, column in enumerate(order):
                out.append(_square(left + j * cell, at, cell, row, column, (i, j), pair))
        return "".join(out)

    def _square(
        x: float, y: float, cell: float, row: str, column: str, at: tuple[int, int], pair: tuple
    ) -> str:
        value = float(found.loc[row, column])  # type: ignore[arg-type]
        known = 0.0 if np.isnan(value) else value
        side = max(abs(known) ** 0.5 * (cell - 3), 1.0)
        k, m = COLUMNS.index(row), COLUMNS.index(column)
        number = k * len(COLUMNS) + m
        axis = Axis("pair", -1.0, number, number, 1.0, "y", 0)
        here = {row, column} == set(pair)
        handle = Handle(f"{row} and {column}", (axis,), f"{known:.2f}", at, chosen=here)
        style: Style = {"link": (row, column), "key": f"{row}/{column}", "handle": handle}
        style |= {"title": f"{row} and {column}: {known:.2f}"}
        frame: dict[str, Any] = {"stroke_width": "2.5"} if here else {}
        box = rect(x, y, cell, cell, GROUND, INK if here else GRID, **style, **frame)
        inside: dict[str, Any] = {"pointer_events": "none", "key": f"{row}/{column}s"}
        middle = x + (cell - side) / 2, y + (cell - side) / 2
        return box + rect(*middle, side, side, PART if known >= 0 else MARK, **inside)

    return choosing("two columns", Panel(draw, 30 + 26 * len(order), 330, 470))


def _scatter_panel(pair: tuple[str, str], chosen: str) -> Panel:
    """A point per model in the plane of two columns; each is a click away from its sweeps."""
    table = table_of_sprites()
    points = np.column_stack([table[name] for name in pair])
    spans = span_of(points[:, 0]), span_of(points[:, 1])
    shown = set(shelf.WITH_DECODER)

    def draw(x: float, y: float, width: float, height: float) -> str:
        labels = "a point per model: click one", column_in_words(pair[0]), column_in_words(pair[1])
        frame, place = axes_frame(x, y, width, height, labels, *spans)
        out = [frame]
        for name, point in zip(table.index, points):
            if name in shown:
                continue
            out.append(_dot(name, place, point, 4, FAINT, chosen))
        for name, point in zip(table.index, points):
            if name in shown:
                out.append(_dot(name, place, point, 6, PART, chosen))
        return "".join(out)

    def _dot(name: str, place: Place, point: Floats, size: float, colour: str, chosen: str) -> str:
        number = float(table_of_sprites().index.get_loc(name))  # type: ignore[arg-type]
        axis = Axis("model", -1.0, number, number, 1.0, "y", 0)
        spoken = f"{point[0]:.2f} and {point[1]:.2f}"
        style: Style = {"key": name, "title": f"{called(name)}: {spoken}"}
        here, at = name == chosen, (int(number), 0)
        style |= {"handle": Handle(called(name), (axis,), spoken, at, chosen=here)}
        style |= {"stroke": INK, "stroke_width": "2.5"} if here else {"fill_opacity": "0.6"}
        return circle(*place(*point), size + 2 * here, MARK if here else colour, **style)

    return choosing("a model", Panel(draw, 330, 300, 430))


def _model_panels(name: str) -> tuple[Panel, ...]:
    """What is there of a model: its sweeps where its decoder is shipped, and what it tells."""
    title = f"{called(name)}: each row moves one latent"
    told = bits_panel(shelf.matrix(name), knobs=False, row=SWEEP)
    if name in shelf.WITH_DECODER:
        model = drawer(name)
        return sheet_panel(model, model.start(), title=title, row=SWEEP), told
    why = f"{called(name)}: its decoder is not shipped, so there are no sweeps; its matrix is."
    return replace(words_panel("no sweeps", why, least=300), height=told.height), told


def draw_agreement(order: str, pair: int, model: int) -> Picture:
    """The table of correlations, two of its columns as a plane, one model of it."""
    a, b = (COLUMNS[k] for k in divmod(pair, len(COLUMNS)))
    name = str(table_of_sprites().index[model])
    r, low, high = _interval(a, b)
    first, second = column_in_words(a), column_in_words(b)
    said = (
        f"{first} and {second}: rank correlation {r:.2f}, between {low:.2f} and {high:.2f} in 95 % "
        f"of draws of {len(table_of_sprites())} models."
    )
    panels = _agreement_panel(_sorted_by(order), (a, b)), _scatter_panel((a, b), name)
    row = table_of_sprites().loc[name]
    text = "\n".join(
        [
            f"{called(name)}: {first} {row[a]:.3f}, {second} {row[b]:.3f}.",
            "Blue squares: alike; orange: opposite; the area is the size of the correlation.",
            "Large blue points have their decoder here: click one to see its sweeps.",
        ]
    )
    scores = {"rank correlation": r}
    return Picture((*panels, *_model_panels(name)), said, text, scores, said)


@lab
def agreement(after: Any = None) -> Lab:
    """Which metrics agree over models that learned, and which models make them disagree?"""
    last = len(COLUMNS) ** 2 - 1
    controls = {
        "order": choice("order", [ALIKE, NAME, *COLUMNS], ALIKE),
        "pair": folded_away(whole("pair of columns", COLUMNS.index("dcimig"), 0, last)),
        "model": folded_away(whole("model", 0, 0, len(table_of_sprites()) - 1)),
    }
    return Lab(draw_agreement, controls, tell=tells_itself, after=after)


# ----------------------------------------------------------------------- who contradicts whom

PAIRS = {
    "MIG and DCIMIG": ("mig", "dcimig"),
    "D of DCI and DCIMIG": ("disentanglement", "dcimig"),
    "MIG and D of DCI": ("mig", "disentanglement"),
}
MOST_PAIRS = 12
FORMULAS = {"mig": mig, "dcimig": dcimig, "disentanglement": disentanglement}


@functools.cache
def _disagreements(first: str, second: str) -> "pd.DataFrame":
    return ranks.disagreements(table_of_sprites(), first, second, MOST_PAIRS)


def _score(metric: str, model: str) -> Score:
    """A metric of a shipped matrix: importances for D, bits for the gaps."""
    what = "importance" if metric == "disentanglement" else "information"
    return FORMULAS[metric](shelf.matrix(model, what))


def draw_disagreement(metrics: str, pair: int) -> Picture:
    """Two trained models that two metrics put in opposite orders, with what decides."""
    first, second = PAIRS[metrics]
    found = _disagreements(first, second)
    row = found.iloc[min(pair, len(found) - 1)]
    panels, scores, lines = [], {}, []
    for which, model in zip("AB", row.iloc[:2]):
        matrix = shelf.matrix(model)
        title = f"{which}: {called(model)}"
        side = [matrix_panel(matrix, title=title, cell=34, least=300, key=which)]
        for metric in (first, second):
            score = _score(metric, model)
            side.append(parts_panel(score, height=130, least=300, key=f"{which}{metric}"))
            scores[f"{metric} of {which}"] = score.value
            lines.append(f"{which}, {metric}: {score.because}")
        panels.append(stack(*side))
    sentences = [
        f"{m} {scores[f'{m} of A']:.2f} and {scores[f'{m} of B']:.2f}" for m in (first, second)
    ]
    said = (
        f"{first} puts A higher, {second} puts B higher: {'; '.join(sentences)}. "
        f"So they do with {found.attrs['share']:.0%} of all pairs."
    )
    return Picture(tuple(panels), said, "\n".join(lines), scores, said)


@lab
def disagreement(after: Any = None) -> Lab:
    """Pairs of trained models that two metrics put in opposite orders."""
    controls = {
        "metrics": choice("metrics", list(PAIRS), "MIG and DCIMIG"),
        "pair": whole("pair, the most opposed first", 0, 0, MOST_PAIRS - 1),
    }
    return Lab(draw_disagreement, controls, tell=tells_itself, after=after)


# ------------------------------------------------------------------------- what foretells a task


@functools.lru_cache(maxsize=32)
def _forecast(reader: str, samples: int) -> "pd.DataFrame":
    return ranks.foretelling(table_of_sprites(), reader, samples)


def _rows(found: "pd.DataFrame") -> list[Any]:
    return list(found.itertuples())


def _forecast_panel(found: "pd.DataFrame") -> Panel:
    """A row per metric: its correlation with the accuracy, and where 95 % of draws lie."""

    def draw(x: float, y: float, width: float, height: float) -> str:
        out = [heading(x, y, width, "rank correlation with accuracy")]
        left, right, top = x + 160, x + width - 12, y + 28
        bottom = top + RIBBON * len(found)

        def place(value: float) -> float:
            return left + (value + 1) / 2 * (right - left)

        out.append(rect(left, top, right - left, bottom - top, GROUND, GRID))
        for value in (-1, -0.5, 0, 0.5, 1):
            out.append(line(place(value), top, place(value), bottom, GRID))
            out.append(text(place(value), bottom + 15, f"{value:g}", fill=FAINT, font_size="11"))
        for j, row in enumerate(_rows(found)):
            plain = row.metric == "-rec_mean"
            name = "reconstruction, plain" if plain else str(row.metric)
            at = top + (j + 0.5) * RIBBON
            ink, bold = (MARK, "bold") if plain else (PART, "normal")
            label: dict[str, Any] = {"font_size": "11", "font_weight": bold}
            ends = place(row.low), place(row.high)
            drawn = (
                text(left - 8, at + 4, name, "end", MARK if plain else INK, **label),
                line(ends[0], at, ends[1], at, ink, stroke_width="3", stroke_opacity="0.5"),
                circle(place(row.correlation), at, 5, ink, stroke=PAPER),
            )
            sentence = f"{name}: {row.correlation:.2f}, {row.low:.2f} to {row.high:.2f}"
            out.append(group(*drawn, key=str(row.metric), link=name, title=sentence))
        return "".join(out)

    return Panel(draw, 56 + RIBBON * len(found), 320, 700)


def draw_forecast(reader: str, samples: int) -> Picture:
    """How well each metric foretells what a reader makes of a code, beside plain reconstruction."""
    found = _forecast(reader, samples)
    accuracy = table_of_sprites()[f"{reader}_{samples}"]
    place = int(found.index[found["metric"] == "-rec_mean"][0]) + 1
    best = found.iloc[0]
    said = (
        f"{reader}, {samples:,} samples: accuracies from {accuracy.min():.2f} to "
        f"{accuracy.max():.2f}. Plain reconstruction is number {place} of {len(found)}"
        + ("." if place == 1 else f"; first is {best['metric']} with {best['correlation']:.2f}.")
    )
    shown = {str(row.metric): float(row.correlation) for row in _rows(found.head(5))}
    lines = [
        f"{row.metric}: {row.correlation:.2f} ({row.low:.2f} to {row.high:.2f})"
        for row in _rows(found)
    ]
    return Picture((_forecast_panel(found),), said, "\n".join(lines), shown, said)


@lab
def forecast(after: Any = None) -> Lab:
    """Does a high score foretell that a reader finds the factors in the code?"""
    controls = {
        "reader": choice("reader", ["forest", "logistic", "mlp"], "mlp"),
        "samples": choice("samples it learned from", [100, 300, 1000, 3000], 3000),
    }
    return Lab(draw_forecast, controls, tell=tells_itself, after=after)


# --------------------------------------------------------------------------- why six prove little

DRAWS = 2000
BINS = np.linspace(-1, 1, 21)


def _drawn_panel(found: Floats, whole_zoo: float, models: int) -> Panel:
    """How often each correlation came out, and the one over all models."""
    shares = np.histogram(found[~np.isnan(found)], BINS)[0] / DRAWS
    most = max(float(shares.max()), 1 / DRAWS)

    def draw(x: float, y: float, width: float, height: float) -> str:
        labels = f"{DRAWS:,} draws of {models} models", "rank correlation", "share"
        frame, place = axes_frame(x, y, width, height, labels, (-1, 1), (0, most))
        out = [frame]
        for j, share in enumerate(shares):
            (left, top), (right, bottom) = place(BINS[j], share), place(BINS[j + 1], 0)
            sentence = f"{BINS[j]:.2f} to {BINS[j + 1]:.2f}: {share:.1%}"
            box = max(right - left - 1, 1), bottom - top
            out.append(rect(left, top, *box, PART, key=f"bin{j}", title=sentence))
        (at, top), (_, bottom) = place(whole_zoo, most), place(whole_zoo, 0)
        dashes: dict[str, Any] = {"stroke_width": "2.5", "stroke_dasharray": "6 4"}
        return "".join(out) + line(at, top, at, bottom, MARK, key="all", **dashes)

    return Panel(draw, 300, 300, 640)


def draw_six(column: str, models: int) -> Picture:
    """Draw a few models again and again, and watch their rank correlation wander."""
    first, second = column, "forest_300"
    found = ranks.small_draws(table_of_sprites(), first, second, models, DRAWS)
    over_all = ranks.rank_correlation(*table_of_sprites()[[first, second]].dropna().to_numpy().T)
    low, high = np.nanquantile(found, [0.025, 0.975])
    wrong = float(np.nanmean(np.sign(found) != np.sign(over_all)))
    said = (
        f"Over all {len(table_of_sprites())} models {first} and the forest's accuracy correlate by "
        f"{over_all:.2f}; over {models} of them by {low:.2f} to {high:.2f}, and with the other "
        f"sign in {wrong:.0%} of draws."
    )
    scores = {"over all": over_all, "low": float(low), "high": float(high)}
    panels = (_drawn_panel(found, over_all, models),)
    return Picture(panels, said, "Dashed: over all models.", scores, said)


@lab
def six(after: Any = None) -> Lab:
    """How far does a rank correlation wander that rests on a few models?"""
    names = [name for name in COLUMNS if not name.startswith(("forest", "mlp"))]
    controls = {
        "column": choice("metric", names, "mig"),
        "models": whole("models in a draw", 6, 4, 100),
    }
    return Lab(draw_six, controls, tell=tells_itself, after=after)

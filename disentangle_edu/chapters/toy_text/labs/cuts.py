"""Twenty values on a latent, separated by cuts of the reader or by a trained predictor."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from .... import viz, widgets
from ....worlds import letter_sentences
from ...common.lines import lines_panel
from .. import data
from ._views import View, view_of_one_cut, view_of_ordered_cuts, view_of_trained

BY_HAND, IN_ORDER = "one value against the rest, by hand", "in order, by hand"
WAYS = (BY_HAND, IN_ORDER, data.SVM, data.LDA)
MAX_CUTS = data.VALUES - 1
LEVELS, LEVEL, BALL = 5, 21.0, 9.5  # enough levels to keep neighbouring balls apart


# --------------------------------------------------------------------------------- cuts by hand


def add_cut(values: dict) -> dict:
    """Add a cut in the middle of the stretch with most values, if a stretch has two or more."""
    places, _ = data.ordered_values(values["letter"])
    counts = np.bincount(data.stretch_indices(places, values["cuts"]))
    if counts.max() < 2 or len(values["cuts"]) == MAX_CUTS:
        return values
    inside = places[data.stretch_indices(places, values["cuts"]) == counts.argmax()]
    half = len(inside) // 2
    lower, upper = inside[half - 1], inside[half]
    digits = next(n for n in range(2, 17) if lower < round((lower + upper) / 2, n) < upper)
    return values | {"cuts": [*values["cuts"], round(float(lower + upper) / 2, digits)]}


def remove_cut(values: dict) -> dict:
    """Remove the newest cut, unless it is the only one."""
    return values | {"cuts": values["cuts"][:-1] or values["cuts"]}


BUTTONS = {"One more cut": add_cut, "One fewer cut": remove_cut}


@dataclass(frozen=True)
class FewestMistakes:
    """The fewest mistakes that a cut by hand has made so far: by letter, by rank of a value."""

    mistakes: Mapping[str, Mapping[int, int]] = field(default_factory=dict)

    def of(self, letter: str) -> Mapping[int, int]:
        """Fewest mistakes of one letter, by rank of a value."""
        return self.mistakes.get(letter, {})

    def after(self, letter: str, rank: int, n_mistakes: int) -> "FewestMistakes":
        """Fewest mistakes after one more cut."""
        best = {**self.of(letter), rank: min(n_mistakes, self.of(letter).get(rank, n_mistakes))}
        return FewestMistakes({**self.mistakes, letter: best})


def follow_cuts(before: dict, now: dict) -> dict:
    """Remember, for each value of a letter, the fewest mistakes that a cut by hand has made.

    If C moves, the SVM is shown, and if ordered cuts move, those are.
    """
    if before["way"] == now["way"]:
        for name, way in (("C", data.SVM), ("cuts", IN_ORDER)):
            now = now | {"way": way} if before[name] != now[name] else now
    letter, rank, cut = now["letter"], now["value"], now["cut"]
    if all(before[name] == now[name] for name in ("letter", "value", "cut")):
        return now
    n_mistakes = data.count_mistakes(data.ordered_values(letter)[0], rank, cut)
    return now | {"memory": now["memory"].after(letter, rank, n_mistakes)}


def hidden_controls(values: dict) -> list[str]:
    """Controls that have no effect on this way of cutting."""
    unused = [] if values["way"] == data.SVM else ["C"]
    return unused if values["way"] == IN_ORDER else [*unused, *BUTTONS]


# ------------------------------------------------------------------------------------- the picture


@viz.panel(34 + LEVELS * LEVEL + 62, min_width=330, max_width=860)
def cut_values_panel(canvas: viz.Canvas, letter: str, view: View) -> None:
    """The values on their line, the answers along it, and the cuts to drag."""
    x, y, width, _ = canvas.box
    to_x = viz.scale((data.LOW, data.HIGH), (x + 46, x + width - 8))  # as in lines_panel
    top, base = y + 34, y + 34 + LEVELS * LEVEL + 16
    canvas.title(view.title, view.short)
    for j, (start, end, label) in enumerate(view.stretches):
        room, fill = to_x(end) - to_x(start), {"fill_opacity": "0.28" if j % 2 else "0.12"}
        box = to_x(start), top, room, base - top + 34
        canvas.rect(*box, viz.PART, title=label, key=f"said{j}", **fill)
        if len(label) * 7 < room:
            canvas.text(to_x((start + end) / 2), base + 28, label, key=f"words{j}")
    canvas.line(to_x(data.LOW), base, to_x(data.HIGH), base, viz.INK)
    draw_values(canvas.within(x, base, width, 0), letter, view, to_x)
    for j, (path, cut) in enumerate(view.cuts):
        axis = viz.along(path, cut, (data.LOW, data.HIGH), 0.01, (to_x(data.LOW), to_x(data.HIGH)))
        stroke = {"stroke_width": "3", "key": f"cut{j}", "pointer_events": "none"}
        canvas.line(to_x(cut), top - 6, to_x(cut), base + 12, viz.HANDLE, **stroke)
        handle = viz.Handle("cut" if len(view.cuts) == 1 else f"cut {j + 1}", (axis,), f"{cut:.2f}")
        canvas.circle(to_x(cut), base + 12, 8, viz.HANDLE, key=f"grip{j}", handle=handle)


def draw_values(canvas: viz.Canvas, letter: str, view: View, to_x: viz.Pixels) -> None:
    """Draw a dot on a stem for each value, above a line at the top edge of the box."""
    places, order = data.ordered_values(letter)
    _, base, _, _ = canvas.box
    heights = [base - 14 - LEVEL * (j % LEVELS) for j in range(data.VALUES)]
    for j, place in enumerate(places):
        canvas.line(to_x(place), base, to_x(place), heights[j], viz.GRID, key=f"stem{j}")
    can_choose = view.chosen is not None
    with canvas.radio_group("a value", key="dots") if can_choose else canvas.group(key="dots"):
        for j, place in enumerate(places):
            at = canvas.within(to_x(place), heights[j], 0, 0)
            draw_value(at, view, j, f"{letter}{order[j] + 1}", f"{place:.2f}")


def draw_value(canvas: viz.Canvas, view: View, j: int, name: str, place: str) -> None:
    """Draw one value as a dot at the corner of the box, full if it is recognised."""
    x, y, _, _ = canvas.box
    is_chosen, is_recognised = j == view.chosen, view.recognised[j]
    colour = viz.CHOSEN if is_chosen else viz.PART
    style: viz.Style = {"rx": BALL, "key": f"dot{j}", "link": name}
    if view.chosen is not None:
        axis = viz.Axis("value", -1.0, j, j, 1.0, "y", 0)
        handle = viz.Handle(f"choose {name}", (axis,), cell=(0, j), chosen=is_chosen)
        style |= {"handle": handle, "stroke_width": "4" if is_chosen else "2"}
    # A rectangle with round corners: the stage adds a rim to a circle that is a handle.
    box, inside = (x - BALL, y - BALL, 2 * BALL, 2 * BALL), colour if is_recognised else viz.PAPER
    canvas.rect(*box, inside, colour, f"{name} at {place}", **style)
    ink: viz.Style = {"font_size": "11", "pointer_events": "none", "key": f"name{j}"}
    number = name[1:]  # without the letter
    canvas.text(x, y + 4, number, fill=viz.PAPER if is_recognised else viz.INK, **ink)


@viz.panel(68, min_width=330, max_width=860)
def count_panel(canvas: viz.Canvas, view: View) -> None:
    """A square for each value, from left to right, which is full if it is recognised."""
    x, y, width, _ = canvas.box
    count, step = sum(view.recognised), min(width, 560) / data.VALUES
    canvas.title(f"recognised: {count} of {data.VALUES}", f"{count} of {data.VALUES}")
    for j, (is_recognised, note) in enumerate(zip(view.recognised, view.notes)):
        style: viz.Style = {"key": f"known{j}", "rx": 3}
        canvas.rect(
            x + j * step, y + 24, step - 3, 22, viz.PART if is_recognised else viz.GROUND, **style
        )
        small = {
            "font_size": "11",
            "key": f"made{j}",
            "fill": viz.PAPER if is_recognised else viz.FAINT,
        }
        canvas.text(x + (j + 0.5) * step - 1.5, y + 39, note, **small)
    if any(view.notes):
        canvas.note(x, y + 62, "numbers: the fewest mistakes so far, for each ball")


@widgets.lab(
    {
        "way": widgets.choice("way of cutting", WAYS, BY_HAND),
        "letter": widgets.choice("letter", letter_sentences.NAMES, letter_sentences.NAMES[0]),
        "C": widgets.choice(
            "C of the SVM", [0.01, 0.1, 1.0, 10.0], data.PAPERS_C, ["0.01", "0.1", "1", "10"]
        ),
        "value": widgets.folded_away(widgets.whole("value, from the left", 9, 0, data.VALUES - 1)),
        "cut": widgets.moved_by_handle(widgets.number("cut", 0.5, data.LOW, data.HIGH)),
        "cuts": widgets.points("cuts", [-0.5, 0.0, 0.5], 1, MAX_CUTS, data.LOW, data.HIGH),
    },
    initial_memory=FewestMistakes(),
    update_memory=follow_cuts,
    describe_change=widgets.describe_by_caption,
    button_actions=BUTTONS,
    hidden_controls=hidden_controls,
)
def cuts(
    way: str, letter: str, value: int, cut: float, cuts: list, C: float, memory: FewestMistakes
) -> viz.Picture:
    """Twenty values on a line: separate each from the rest with one cut, or all with many cuts."""
    if way == BY_HAND:
        view = view_of_one_cut(letter, value, cut, memory.of(letter))
    elif way == IN_ORDER:
        view = view_of_ordered_cuts(letter, cuts)
    else:
        view = view_of_trained(letter, way, C)
    panels = [cut_values_panel(letter, view), count_panel(view)]
    if view.lines:
        scaled = " (scaled)" if way == data.LDA else ""
        labels = f"a line for each value; the highest wins{scaled}", f"latent of letter {letter}"
        panels.insert(0, lines_panel(view.lines, labels, "", (260, 860)))
    count = f"Recognised: {sum(view.recognised)} of {data.VALUES}."
    return viz.Picture(
        panels=(viz.stack(*panels),),
        shows=f"{data.VALUES} values of letter {letter} on a line.",
        caption=view.caption,
        text="\n".join([count, *view.sentences]),
        scores={"recognised": sum(view.recognised)},
    )

"""How far each judge agrees with a reader's order of four models."""

from collections.abc import Sequence
from typing import Any

from .... import viz, widgets
from ...common.positions import check_positions, move_one
from ...common.sprites import column_in_words, table_of_sprites
from ...common.verdicts import SEVEN
from ..data import NAMELESS_MODELS

LETTERS = tuple(NAMELESS_MODELS)
JUDGES = (*SEVEN, "rec_mean")
PAIRS = len(LETTERS) * (len(LETTERS) - 1) // 2
ROW = 28.0


def scores_of(judge: str) -> dict[str, float]:
    """The score of each model, higher for the better one."""
    sign = -1 if judge == "rec_mean" else 1
    column = table_of_sprites()[judge]
    return {letter: sign * float(column[model]) for letter, model in NAMELESS_MODELS.items()}


def agreed_pairs(judge: str, order: Sequence[str]) -> int:
    """How many pairs a judge puts in this order; scores that differ only by rounding are a tie."""
    scores = scores_of(judge)
    return sum(
        scores[better] - scores[worse] > 1e-9
        for i, better in enumerate(order)
        for worse in order[i + 1 :]
    )


def letters_in_order(positions: Sequence[int]) -> list[str]:
    """The letters by their positions, the best model first."""
    return [LETTERS[k] for k in sorted(range(len(LETTERS)), key=positions.__getitem__)]


@viz.panel(74 + ROW * len(JUDGES), min_width=320, max_width=620)
def judges_panel(canvas: viz.Canvas, positions: Sequence[int]) -> None:
    """The reader's order as letters to drag; below it each judge's order, and a bar."""
    x, y, width, _ = canvas.box
    canvas.title("your order, best first: drag a letter", "drag a letter")
    left, step = x + 130, 34.0
    slots = [left + step * (j + 0.5) for j in range(len(LETTERS))]
    last, top = len(LETTERS) - 1, y + 62
    canvas.text(left - 10, y + 44, "you", "end", font_weight="bold")
    for k, letter in enumerate(LETTERS):
        axis = viz.along(f"positions/{k}", positions[k], (0, last), 1, (slots[0], slots[-1]))
        handle = viz.Handle(f"position of {letter}", (axis,), f"{positions[k] + 1} of {last + 1}")
        at = slots[positions[k]]
        canvas.circle(at, y + 39, 14, viz.READ[viz.HANDLE], handle=handle, key=f"you{letter}")
        style: viz.Style = {"pointer_events": "none", "font_weight": "bold", "key": f"youn{letter}"}
        canvas.text(at, y + 44, letter, fill=viz.PAPER, **style)
    start = left + step * len(LETTERS) + 14
    room = width - (start - x) - 50
    order = letters_in_order(positions)
    for j, judge in enumerate(JUDGES):
        baseline, scores = top + ROW * (j + 0.5) + 4, scores_of(judge)
        name = viz.short(column_in_words(judge), left - x - 12, 6.8)
        canvas.text(left - 10, baseline, name, "end", font_size="12")
        for slot, letter in zip(slots, sorted(LETTERS, key=scores.__getitem__, reverse=True)):
            canvas.text(slot, baseline, letter, fill=viz.FAINT)
        agreed = agreed_pairs(judge, order)
        canvas.rect(start, baseline - 14, room, 20, viz.GROUND, viz.GRID)
        canvas.rect(start, baseline - 14, agreed / PAIRS * room, 20, viz.PART, key=f"bar{judge}")
        canvas.note(start + room + 6, baseline, f"{agreed} of {PAIRS}", key=f"n{judge}")


class WhoAgreesLab(widgets.Lab):
    """A lab that opens with the order that the reader gave to a question."""

    def __init__(self, *args: Any, **options: Any) -> None:
        self._has_order = False
        super().__init__(*args, **options)
        self._take_order()

    def _take_order(self) -> None:
        if self._has_order or self.closed or not self.after:
            return
        self._has_order = True
        guess = list(self.after[0].guess)  # type: ignore[attr-defined]  # that is an order
        self.values = self.values | {"positions": [guess.index(letter) for letter in LETTERS]}
        self.opened, self.history.settled = dict(self.values), dict(self.values)
        self._picture = None

    def refresh(self) -> None:
        """Send the present state to the page, at first with the order of the reader."""
        self._take_order()
        super().refresh()


def follow_order(before: dict, now: dict) -> dict:
    """Make room for the letter that is dragged."""
    return now | {"positions": move_one(before["positions"], now["positions"])}


@widgets.lab(
    {
        "positions": widgets.free(
            "positions of the models", list(range(len(LETTERS))), check_positions
        )
    },
    lab_class=WhoAgreesLab,
    update_memory=follow_order,
    describe_change=widgets.describe_by_caption,
)
def who_agrees(positions: Sequence[int]) -> viz.Picture:
    """Put four models in order: which judges agree with you?"""
    letters = letters_in_order(positions)
    agreed = {judge: agreed_pairs(judge, letters) for judge in JUDGES}
    best = max(agreed, key=agreed.__getitem__)
    return viz.Picture(
        panels=(judges_panel(positions),),
        shows="Your order of four models, and that of each judge with the number of pairs on which "
        "you agree.",
        caption=f"Your order is {' '.join(letters)}. {column_in_words(best)} agrees on "
        f"{agreed[best]} of {PAIRS} pairs, and no judge agrees on more.",
        text="\n".join(f"{column_in_words(judge)}: {n} of {PAIRS}." for judge, n in agreed.items()),
        scores=agreed,
    )

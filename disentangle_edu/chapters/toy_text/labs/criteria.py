"""Which property a judge reflects: eighteen answers of the paper, and how far the scores fall."""

from dataclasses import dataclass, replace

from .... import viz, widgets
from ....claims.registry import CLAIMS
from ....claims.zhang2021 import BROKEN, METRIC_LABELS, REFLECTS
from ..data import ANSWERS, measured_falls

CRITERIA = list(BROKEN)
ROW, LABELS, BARS = 36.0, 86.0, 80.0  # pixels: a judge's row, its name, and two bars
HEADS = {  # headings of the columns
    "disentanglement": "factors mixed",
    "completeness": "factors spread",
    "informativeness": "values lost",
}
BREAKS = {  # what was done to a perfect code
    "disentanglement": "two factors share each latent",
    "completeness": "each factor has two latents",
    "informativeness": "values are lost",
}
LEGEND = "blue: the answer of the paper is right; pink: it is wrong; grey: both, by the case"
OUTCOMES = {
    "holds": (viz.PART, "so the paper is right."),
    "fails": (viz.class_colour(1), "so the paper is wrong here."),
    "holds under a reading": (viz.FAINT, "so it depends on how the values are lost."),
}


@dataclass(frozen=True)
class OpenedCells:
    """Numbers of the cells that the reader has clicked."""

    numbers: tuple[int, ...] = ()


def open_cell(before: dict, now: dict) -> dict:
    """Remember each clicked cell."""
    if before["cell"] == now["cell"]:
        return now
    return now | {"memory": OpenedCells((*now["memory"].numbers, now["cell"]))}


def verdict_of(cell: int) -> str:
    """What was found about one answer of the paper."""
    who, criterion = ANSWERS[cell]
    return CLAIMS[f"criterion-{who}-{criterion[:3]}"].verdict


def printed_answer(cell: int) -> str:
    """What the score does, as the paper says."""
    who, criterion = ANSWERS[cell]
    return "falls" if REFLECTS[who][CRITERIA.index(criterion)] == "Yes" else "stays"


@viz.panel(94 + ROW * len(REFLECTS), min_width=340, max_width=480)
def answers_panel(canvas: viz.Canvas, cell: int, opened: OpenedCells) -> None:
    """A cell for each answer of the paper, coloured once it was clicked."""
    x, y, width, _ = canvas.box
    canvas.title("what the score does, as the paper says: click an answer", "click an answer")
    left, top = x + LABELS, y + 48
    step = (width - LABELS) / len(CRITERIA)
    for k, criterion in enumerate(CRITERIA):
        canvas.note(left + (k + 0.5) * step - 2, top - 10, HEADS[criterion], "middle")
    for j, label in enumerate(METRIC_LABELS.values()):
        canvas.text(left - 8, top + ROW * (j + 0.5) + 4, label, "end", viz.INK, font_size="12")
    with canvas.radio_group("an answer of the paper", key="answers"):
        for number in range(len(ANSWERS)):
            j, k = divmod(number, len(CRITERIA))
            box = canvas.within(left + k * step, top + ROW * j, step - 4, ROW - 4)
            draw_answer(box, number, number == cell, number in opened.numbers)
    canvas.paragraph(x, top + ROW * len(REFLECTS) + 8, width, LEGEND)


def draw_answer(canvas: viz.Canvas, number: int, is_chosen: bool, is_opened: bool) -> None:
    """Draw the cell of one answer, which can be clicked."""
    x, y, width, height = canvas.box
    who, criterion = ANSWERS[number]
    words = f"the paper says that the score {printed_answer(number)}"
    axis, place = viz.Axis("cell", -1.0, number, number, 1.0, "y", 0), divmod(number, len(CRITERIA))
    handle = viz.Handle(
        f"{METRIC_LABELS[who]}, {criterion}", (axis,), words, place, chosen=is_chosen
    )
    colour = OUTCOMES[verdict_of(number)][0] if is_opened else viz.CHOSEN if is_chosen else viz.GRID
    style: viz.Style = {"rx": 4, "key": f"answer{number}", "handle": handle}
    style["stroke_width"] = "4" if is_chosen else "3" if is_opened else "1"
    canvas.rect(
        x, y, width, height, viz.GROUND, viz.INK if is_chosen and not is_opened else colour, **style
    )
    quiet: viz.Style = {"font_size": "12", "pointer_events": "none"}
    quiet |= {"font_weight": "bold"} if is_opened else {}
    canvas.text(x + width / 2, y + height / 2 + 4, printed_answer(number), fill=viz.INK, **quiet)


@widgets.lab(
    {"cell": widgets.moved_by_handle(widgets.whole("cell", 0, 0, len(ANSWERS) - 1))},
    initial_memory=OpenedCells(),
    update_memory=open_cell,
    describe_change=widgets.describe_by_caption,
)
def criteria(cell: int, memory: OpenedCells) -> viz.Picture:
    """The paper's answers on what each judge reflects: which three are wrong?"""
    who, criterion = ANSWERS[cell]
    falls = {name: max(value, 0.0) for name, value in measured_falls(who, criterion).items()}
    fell = " or ".join(f"{value:.2f}" for value in falls.values())
    caption = (
        f"{METRIC_LABELS[who]}, if {BREAKS[criterion]}: the paper says that the score "
        f"{printed_answer(cell)}. It falls by {fell}, {OUTCOMES[verdict_of(cell)][1]}"
    )
    heading = f"{METRIC_LABELS[who]}: how far it falls from a perfect code"
    note = CLAIMS[f"criterion-{who}-{criterion[:3]}"].note
    return viz.Picture(
        panels=(
            answers_panel(cell, memory),
            replace(viz.bars_panel(heading, falls), height=BARS),
        ),
        shows="A table of the paper's answers for six judges and three properties.",
        caption=caption,
        text=note,
        scores=falls,
    )

"""A patient, a prescription of one or two repairs, and the scores after it."""

from ....diagnosis.diagnosis import spoken
from ....viz.canvas import Canvas, Style, panel, stack
from ....viz.handles import Axis, Handle
from ....viz.panels import bars_panel
from ....viz.picture import Picture
from ....viz.theme import CHOSEN, GRID, GROUND
from ....widgets.change_text import describe_by_caption
from ....widgets.controls import flag, moved_by_handle, whole
from ....widgets.lab import lab
from ...common.scores import listed_scores
from ..data import (
    ENDLESS,
    NOTHING,
    REPAIR_NAMES,
    mean_score,
    needed,
    patient,
    profile_after,
    treated,
)
from ._code import code_panel

OPTIONS = (NOTHING, *map(spoken, REPAIR_NAMES))
ROW, MOST = 27.0, 999
CONTROLS = {"first": "first repair", "second": "then"}


@panel(44 + ROW * len(OPTIONS), min_width=300, max_width=380)
def prescription_panel(canvas: Canvas, first: int, second: int) -> None:
    """Two columns of repairs to choose from: what comes first, and what then."""
    x, y, width, _ = canvas.box
    canvas.title("prescription: click a repair", "prescription")
    half = width / 2
    for column, (control, chosen) in enumerate((("first", first), ("second", second))):
        left = x + column * half
        canvas.note(left + 4, y + 34, CONTROLS[control])
        with canvas.radio_group(CONTROLS[control]):
            for j in range(len(OPTIONS)):
                box = canvas.within(left, y + 40 + j * ROW, half - 6, ROW - 3)
                _draw_option(box, control, j, j == chosen)


def _draw_option(canvas: Canvas, control: str, j: int, is_chosen: bool) -> None:
    """One repair to click."""
    x, y, width, height = canvas.box
    axis = Axis(control, -1.0, float(j), float(j), 1.0, "y", 0)
    handle = Handle(f"{CONTROLS[control]}: {OPTIONS[j]}", (axis,), "", (j, 0), chosen=is_chosen)
    frame = CHOSEN if is_chosen else GRID
    style: Style = {"rx": 4, "handle": handle, "key": f"{control}{j}"}
    canvas.rect(x, y, width, height, GROUND, frame, stroke_width=2 if is_chosen else 1, **style)
    canvas.text(x + 9, y + 16, OPTIONS[j], "start", font_size="12", pointer_events="none")


def repairs_of(first: int, second: int) -> tuple[str, ...]:
    """Names of the chosen repairs, in order."""
    return tuple(REPAIR_NAMES[j - 1] for j in (first, second) if j)


def next_patient(values: dict) -> dict:
    """The next patient, without a prescription."""
    number = values["number"] % MOST + 1
    return values | {"number": number, "first": 0, "second": 0, "code": False}


def describe_treatment(number: int, first: int, second: int) -> str:
    """What the repairs did to the mean of the six scores."""
    repairs, before = repairs_of(first, second), mean_score(profile_after(number))
    if not repairs:
        return f"Patient {number}: the mean of the six scores is {before:.2f}. Click a repair."
    words = ", then ".join(OPTIONS[j] for j in (first, second) if j)
    after = mean_score(profile_after(number, repairs))
    right = number >= ENDLESS and set(repairs) == needed(number)
    praise = " These are the repairs of its defects." if right else ""
    return f"{words.capitalize()}: the mean score goes from {before:.2f} to {after:.2f}.{praise}"


@lab(
    {
        "number": moved_by_handle(whole("number of the patient", ENDLESS, 1, MOST)),
        "first": moved_by_handle(whole("first repair", 0, 0, len(OPTIONS) - 1)),
        "second": moved_by_handle(whole("then", 0, 0, len(OPTIONS) - 1)),
        "code": flag("show the code"),
    },
    button_actions={"Next patient": next_patient},
    hidden_controls=lambda values: ("Next patient",) if values["number"] < ENDLESS else (),
    describe_change=describe_by_caption,
)
def treatment(number: int, first: int, second: int, code: bool) -> Picture:
    """Prescribe one or two repairs for a patient, and see which scores rise."""
    repairs = repairs_of(first, second)
    before, after = profile_after(number), profile_after(number, repairs)
    bars = bars_panel("scores; strokes: before the repair", after, marks=before, step=30)
    defects = " and ".join(patient(number).defects) or "none, but no latent carries a factor alone"
    if code:
        title = f"the code after the repairs; defects: {defects}"
        bars = stack(bars, code_panel(treated(number, repairs), title))
    return Picture(
        panels=(prescription_panel(first, second), bars),
        shows="Two lists of repairs, and the six scores of a patient before and after them.",
        caption=describe_treatment(number, first, second),
        text=f"Scores: {listed_scores(after)}.\nRepairs are fitted on one half of the samples, and "
        "the other half is scored." + (f"\nDefects of this patient: {defects}." if code else ""),
        scores=after,
    )

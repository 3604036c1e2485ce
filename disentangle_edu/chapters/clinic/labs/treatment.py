"""A patient, a prescription of one or two repairs, and the scores after it."""

from .... import background, viz, widgets
from ....diagnosis.diagnosis import spoken
from ....widgets.prediction import keep_guess
from ...common.scores import listed_scores
from .. import data
from ..quiz import patient_question
from ._code import code_panel

OPTIONS = (data.NOTHING, *map(spoken, data.REPAIR_NAMES))
ROW, MOST = 27.0, 999
CONTROLS = {"first": "first repair", "second": "then"}
COMMIT = "That is my diagnosis"


@viz.panel(44 + ROW * len(OPTIONS), min_width=300, max_width=380)
def prescription_panel(canvas: viz.Canvas, first: int, second: int) -> None:
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


def _draw_option(canvas: viz.Canvas, control: str, j: int, is_chosen: bool) -> None:
    """One repair to click."""
    x, y, width, height = canvas.box
    axis = viz.Axis(control, -1.0, float(j), float(j), 1.0, "y", 0)
    handle = viz.Handle(f"{CONTROLS[control]}: {OPTIONS[j]}", (axis,), "", (j, 0), chosen=is_chosen)
    frame = viz.CHOSEN if is_chosen else viz.GRID
    style: viz.Style = {"rx": 4, "handle": handle, "key": f"{control}{j}"}
    canvas.rect(x, y, width, height, viz.GROUND, frame, stroke_width=2 if is_chosen else 1, **style)
    canvas.text(x + 9, y + 16, OPTIONS[j], "start", font_size="12", pointer_events="none")


def repairs_of(first: int, second: int) -> tuple[str, ...]:
    """Names of the chosen repairs, in order."""
    return tuple(data.REPAIR_NAMES[j - 1] for j in (first, second) if j)


def next_patient(values: dict) -> dict:
    """The next patient, without a prescription."""
    number = values["number"] % MOST + 1
    return values | {"number": number, "first": 0, "second": 0, "code": False}


def commit_diagnosis(values: dict) -> dict:
    """Keep the first repair as the guess about this patient, and show what the repairs do."""
    question, guess = patient_question(values["number"]), [values["first"]]
    background.start(lambda: keep_guess(question, guess, question.truth()))
    return values | {"memory": values["memory"] | {values["number"]}}


def hidden_controls(values: dict) -> tuple[str, ...]:
    """A patient whose question is above the lab needs no diagnosis here, and has no next one."""
    if values["number"] < data.ENDLESS:
        return COMMIT, "Next patient"
    return (COMMIT,) if values["number"] in values["memory"] else ("code",)


def describe_treatment(number: int, first: int, second: int, code: bool) -> str:
    """What the repairs did to the mean of the six scores, or what is known of the shown code."""
    if code:
        return f"Patient {number}: {data.patient(number).known}."
    repairs, before = repairs_of(first, second), data.mean_score(data.profile_after(number))
    right = " It has no defect." if number >= data.ENDLESS and data.needed(number) == set() else ""
    if not repairs:
        return f"Patient {number}: the mean of the six scores is {before:.2f}.{right}"
    words = ", then ".join(OPTIONS[j] for j in (first, second) if j)
    after = data.mean_score(data.profile_after(number, repairs))
    if number >= data.ENDLESS and set(repairs) == data.needed(number):
        right = " These are the repairs of its defects."
    return f"{words.capitalize()}: the mean score goes from {before:.2f} to {after:.2f}.{right}"


@widgets.lab(
    {
        "number": widgets.moved_by_handle(
            widgets.whole("number of the patient", data.ENDLESS, 1, MOST)
        ),
        "first": widgets.moved_by_handle(widgets.whole("first repair", 0, 0, len(OPTIONS) - 1)),
        "second": widgets.moved_by_handle(widgets.whole("then", 0, 0, len(OPTIONS) - 1)),
        "code": widgets.flag("show the code"),
    },
    button_actions={COMMIT: commit_diagnosis, "Next patient": next_patient},
    hidden_controls=hidden_controls,
    initial_memory=frozenset(),
    describe_change=widgets.describe_by_caption,
)
def treatment(
    number: int, first: int, second: int, code: bool, memory: frozenset[int]
) -> viz.Picture:
    """Prescribe one or two repairs for a patient, and see which scores rise."""
    is_diagnosed = number < data.ENDLESS or number in memory
    repairs = repairs_of(first, second) if is_diagnosed else ()
    before, after = data.profile_after(number), data.profile_after(number, repairs)
    bars = viz.bars_panel("scores; strokes: before the repair", after, marks=before, step=30)
    if code := code and is_diagnosed:
        bars = viz.stack(
            bars, code_panel(data.treated(number, repairs), "the code after the repairs")
        )
    ask = f"Patient {number}: which repair will help most? Click it, then commit."
    return viz.Picture(
        panels=(prescription_panel(first, second), bars),
        shows="Two lists of repairs, and the six scores of a patient before and after them.",
        caption=describe_treatment(number, first, second, code) if is_diagnosed else ask,
        text=f"Scores: {listed_scores(after)}.\nRepairs are fitted on one half of the samples, and "
        "the other half is scored.",
        scores=after,
    )

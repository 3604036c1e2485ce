"""A defect of a chosen strength, and what it does to six scores."""

from .... import viz, widgets
from ...common.scores import listed_scores
from ..data import DEFECTS, NOTHING, profile, profile_after, sick_code
from ._code import code_panel

PATIENTS = {NOTHING: 0, "the first": 1, "the second": 2, "the third": 3}


@viz.panel(64, min_width=270, max_width=560)
def strength_panel(canvas: viz.Canvas, strength: float) -> None:
    """The handle of the strength."""
    x, y, width, _ = canvas.box
    canvas.title("drag the strength of the defect", "drag the strength")
    ends = x + 62, x + width - 62
    canvas.note(x, y + 42, "none")
    canvas.note(x + width, y + 42, "full", "end")
    words = f"{strength:.2f}"
    canvas.slider("strength", strength, (0, 1), ends, y + 38, words=words, step=0.05)


@widgets.lab(
    {
        "strength": widgets.moved_by_handle(
            widgets.number("strength of the defect", 0.0, 0, 1, 0.05)
        ),
        "defect": widgets.choice("defect", DEFECTS, "rotated"),
        "patient": widgets.choice("strokes: scores of a patient", list(PATIENTS), NOTHING),
    },
    describe_change=widgets.describe_by_caption,  # does not compare with an earlier defect
    stored="strength",
)
def signs(strength: float, defect: str, patient: str) -> viz.Picture:
    """Give a perfect code a defect, drag its strength, and see which scores fall."""
    rep, number_of_patient = sick_code(defect, strength), PATIENTS[patient]
    scores, healthy = profile(rep), profile(sick_code(defect, 0))
    marks = profile_after(number_of_patient) if number_of_patient else healthy
    whose = f"{patient} patient" if number_of_patient else "the code without the defect"
    fallen = max(scores, key=lambda name: healthy[name] - scores[name])
    return viz.Picture(
        panels=(
            viz.stack(
                strength_panel(strength),
                viz.bars_panel(f"scores; strokes: {whose}", scores, marks=marks, step=30),
            ),
            code_panel(rep, "this code: latents sideways, factors upwards"),
        ),
        shows=f"Six scores of a code that is {defect}, and each latent against each factor. "
        f"Strokes mark the scores of {whose}.",
        caption=f"{defect.capitalize()}, strength {strength:.2f}. MIG is {scores['mig']:.2f} and "
        f"linear R² {scores['linear_r2']:.2f}.",
        text=f"Scores: {listed_scores(scores)}.\nThe largest fall is that of "
        f"{viz.display_name(fallen)}. The code has {len(rep)} samples of three "
        "normal factors. Strength 1 means a rotation by about 70 degrees, a power of 11, a copy of "
        "every latent, as much noise as signal, six idle latents, or factors that share four "
        "fifths of their variance.",
        scores=scores,
    )

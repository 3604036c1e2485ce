"""One name, many numbers: walk from one library's figure to another's, one setting at a time."""

from ..conventions import CONVENTIONS, settings
from ..libraries.compare import BOOSTING, Walk
from ..libraries.figures import CASES, LEARN, case
from .lab import Lab, choice, lab

LIVE_ROWS = 2_000
WALKED = ("mig", "sap", "modularity", "explicitness", "disentanglement", "completeness")


def draw_same_name(representation, metric, start, end):
    """The walk on the first 2,000 samples."""
    for convention in (start, end):
        if settings(convention, metric).get("predictor") == BOOSTING:
            raise ValueError(
                f"{convention} trains gradient boosting, which takes minutes: Walk(case(...), ...) from disentangle_edu.compare runs it."
            )
    return Walk(case(representation, LIVE_ROWS), metric, start, end).picture()


def full_same_name(progress, representation, metric, start, end):
    """The same on the 10,000 samples that the libraries were run on."""
    for _ in progress([metric]):
        picture = Walk(case(representation, LEARN), metric, start, end).picture()
    return picture


@lab
def same_name():
    """From one library's number to another's: which setting makes the difference?"""
    names = list(CONVENTIONS)
    return Lab(
        draw_same_name,
        {
            "representation": choice(
                "representation", [(words, name) for name, (words, _) in CASES.items()], "a_copy"
            ),
            "metric": choice("metric", list(WALKED), "mig"),
            "start": choice("from", names, "disentanglement_lib"),
            "end": choice("to", names, "ubisoft"),
        },
        full=full_same_name,
    )

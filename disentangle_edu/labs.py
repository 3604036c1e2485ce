"""Labs: pictures that the reader moves, collected from the chapters.

from disentangle_edu import labs
labs.dci_even_rest()                  # at the setting of the paper; drag and it moves
labs.dci_even_rest(diagonal=0.5)      # the line that the Copy button of a lab gives
question = labs.predict("01-even-rest")
labs.dci_even_rest(after=question)    # opens once the question is answered
"""

from typing import Any

from . import chapters, lessons
from .course import COURSE
from .widgets.interaction import OFFERED
from .widgets.prediction import after, earned, export_guesses, predict
from .widgets.tables import side_by_side

chapters.collect("labs")  # fills OFFERED


def __getattr__(name: str) -> Any:
    if name not in OFFERED and not name.startswith("_"):
        chapters.collect("labs", COURSE)  # at first, a page of the book loads only its own labs
    if name in OFFERED:
        return OFFERED[name]
    if name == "LABS":  # those that `lab` made
        return {name: made for name, made in OFFERED.items() if hasattr(made, "draw")}
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(
        [*OFFERED, "LABS", "after", "earned", "export_guesses", "predict", "side_by_side"]
    )

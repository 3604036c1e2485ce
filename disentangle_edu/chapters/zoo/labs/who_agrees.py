"""How far each judge agrees with a reader's order of four models."""

from typing import TYPE_CHECKING

from ....widgets.lab import register_public
from ....widgets.prediction import Prediction
from ...common.sprites import column_in_words, table_of_sprites
from ...common.verdicts import SEVEN
from ..data import NAMELESS_MODELS

if TYPE_CHECKING:
    import pandas as pd


@register_public
def who_agrees(question: Prediction) -> "pd.DataFrame":
    """How each judge orders the models of a committed "09-rank", and how far it agrees with you.

    Columns: its order, the pairs it puts as you did, best first.
    """
    import pandas as pd

    rows = []
    for name in [*SEVEN, "rec_mean"]:
        scores = {
            letter: float(table_of_sprites()[name][model])
            for letter, model in NAMELESS_MODELS.items()
        }
        less_is_better = name == "rec_mean"
        order = sorted(NAMELESS_MODELS, key=scores.__getitem__, reverse=not less_is_better)
        agreed = [
            score_difference(scores, better, worse) * (-1 if less_is_better else 1) > 0
            for i, better in enumerate(question.guess)
            for worse in question.guess[i + 1 :]
        ]
        rows.append((column_in_words(name), " ".join(order), f"{sum(agreed)} of {len(agreed)}"))
    frame = pd.DataFrame(rows, columns=["judge", "its order", "pairs as you put them"])
    frame = frame.sort_values("pairs as you put them", ascending=False, kind="stable")
    return frame.set_index("judge")


def score_difference(scores: dict[str, float], first: str, second: str) -> float:
    """How much higher the first is; what lies closer than rounding is a tie."""
    step = scores[first] - scores[second]
    return step if abs(step) > 1e-9 else 0.0

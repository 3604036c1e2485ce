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
    """Order of the four models by each judge, and how far it agrees with your "09-rank".

    The columns are the judge's order, best first, and the number of pairs that it orders as you
    did. The judge that agrees with you most is in the first row.
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
    frame = pd.DataFrame(rows, columns=["judge", "its order", "pairs in your order"])
    frame = frame.sort_values("pairs in your order", ascending=False, kind="stable")
    return frame.set_index("judge")


def score_difference(scores: dict[str, float], first: str, second: str) -> float:
    """How much higher the first score is; scores that differ only by rounding are a tie."""
    step = scores[first] - scores[second]
    return step if abs(step) > 1e-9 else 0.0

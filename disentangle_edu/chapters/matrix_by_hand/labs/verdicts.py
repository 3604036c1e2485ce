"""The growing table of the course: seven scores of A, of B and of handwriting."""

from collections.abc import Mapping, Sequence

import numpy as np

from .... import viz, widgets
from ...common.verdicts import CODES, SEVEN, own_guesses, table_panel, verdict


class GrowingTable(widgets.Lab):
    """A lab without buttons, because nothing in it can be moved."""

    def _control_specs(self) -> list[widgets.ControlSpec]:
        return []


def error_of(own: Mapping[str, Sequence[float]]) -> str:
    """How far off the reader's guesses are; nothing if there are none."""
    if not own:
        return ""
    missed = np.abs([np.subtract(guess, verdict(metric)) for metric, guess in own.items()])
    return f" Your {missed.size} guesses (rings) are {missed.mean():.2f} off on average."


@widgets.lab(
    {"upto": widgets.moved_by_handle(widgets.choice("last score", list(SEVEN), SEVEN[-1]))},
    lab_class=GrowingTable,
    describe_change=widgets.describe_by_caption,
)
def verdicts(upto: str) -> viz.Picture:
    """Compare the seven scores of A, B and handwriting, up to the chapter that you have read."""
    by_metric = {metric: verdict(metric) for metric in SEVEN[: SEVEN.index(upto) + 1]}
    marks = dict(zip(CODES, by_metric[upto]))
    own = own_guesses(list(by_metric))
    listed = ", ".join(f"{name} ({value:.3f})" for name, value in marks.items())
    best = max(marks, key=marks.__getitem__)
    rows = [
        f"{viz.display_name(metric)}: {', '.join(f'{n} ({v:.3f})' for n, v in zip(CODES, values))}."
        for metric, values in by_metric.items()
    ]
    return viz.Picture(
        panels=(table_panel(by_metric, own=own),),
        shows="Seven scores in columns, each with its values for A, B and handwriting from 0 to 1.",
        caption=f"{viz.capitalised_name(upto)} is highest for {best}: {listed}.{error_of(own)}",
        text="\n".join(rows),
    )

"""The growing table of the course: seven scores of A, of B and of handwriting."""

from ....viz.display_names import begun, display_name
from ....viz.picture import Picture
from ....widgets.change_text import use_caption
from ....widgets.controls import choice, dragged
from ....widgets.lab import Lab, lab
from ....widgets.protocol import ControlSpec
from ...common.verdicts import CODES, SEVEN, table_panel, verdict


class GrowingTable(Lab):
    """A lab without buttons, because nothing in it can be moved."""

    def _control_specs(self) -> list[ControlSpec]:
        return []


@lab(
    {"upto": dragged(choice("last score", list(SEVEN), SEVEN[-1]))},
    lab_class=GrowingTable,
    describe_change=use_caption,
)
def verdicts(upto: str) -> Picture:
    """Compare the seven scores of A, B and handwriting, up to the chapter that you have read."""
    by_metric = {metric: verdict(metric) for metric in SEVEN[: SEVEN.index(upto) + 1]}
    marks = dict(zip(CODES, by_metric[upto]))
    listed = ", ".join(f"{name} ({value:.3f})" for name, value in marks.items())
    best = max(marks, key=marks.__getitem__)
    rows = [
        f"{display_name(metric)}: {', '.join(f'{n} ({v:.3f})' for n, v in zip(CODES, values))}."
        for metric, values in by_metric.items()
    ]
    return Picture(
        panels=(table_panel(by_metric),),
        shows="Seven scores in columns, each with its values for A, B and handwriting from 0 to 1.",
        caption=f"{begun(upto)} is highest for {best}: {listed}.",
        text="\n".join(rows),
    )

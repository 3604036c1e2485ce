"""The growing table of the course: seven scores of A, of B and of handwriting."""

from ....viz.display_names import display_name
from ....viz.picture import Picture
from ....widgets.change_text import use_caption
from ....widgets.controls import choice, dragged
from ....widgets.lab import Lab, lab
from ....widgets.protocol import ControlSpec
from ...common.verdicts import CODES, SEVEN, table_panel, verdict


class GrowingTable(Lab):
    """A picture with nothing to move: it has no buttons."""

    def _control_specs(self) -> list[ControlSpec]:
        return []


@lab(
    {"upto": dragged(choice("the last judge", list(SEVEN), SEVEN[-1]))},
    lab_class=GrowingTable,
    describe_change=use_caption,
)
def verdicts(upto: str) -> Picture:
    """What the seven scores say of A, of B and of handwriting, as far as one has read."""
    by_metric = {metric: verdict(metric) for metric in SEVEN[: SEVEN.index(upto) + 1]}
    marks = dict(zip(CODES, by_metric[upto]))
    listed = ", ".join(f"{name} {value:.3f}" for name, value in marks.items())
    best = max(marks, key=marks.__getitem__)
    rows = [
        f"{display_name(metric)}: {', '.join(f'{n} {v:.3f}' for n, v in zip(CODES, values))}."
        for metric, values in by_metric.items()
    ]
    return Picture(
        panels=(table_panel(by_metric),),
        shows="Seven scores as columns; A, B and handwriting as marks from 0 to 1.",
        caption=f"The last to speak, {display_name(upto)}: {listed}. It likes {best} best.",
        text="\n".join(rows),
    )

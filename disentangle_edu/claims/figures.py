"""The picture of a finding: every run of every reading, beside what would be met."""

import math

from ..viz.canvas import Canvas, panel
from ..viz.panels import strip_plot_panel, words_panel
from ..viz.svg import FAINT, GRID, GROUND, MARK, PART, Panel, Picture, heading, short
from .registry import Expectation, Finding

ROW = 30.0  # pixels of a yes or no


def finding_picture(finding: Finding) -> Picture:
    """Draw every run of every reading as a dot, next to the figure that is printed.

    Parameters
    ----------
    finding : Finding
        Claim with what was measured.

    Returns
    -------
    picture : Picture
        One panel, with the finding as its text.

    Examples
    --------
    >>> from disentangle_edu.claims.figures import finding_picture
    >>> from disentangle_edu.claims.registry import CLAIMS
    >>> from disentangle_edu.claims.runner import check_cached
    >>> finding = check_cached(CLAIMS["dci-0.6"])
    >>> len(finding_picture(finding).panels)
    1
    """
    summary = repr(finding)
    return Picture((runs_panel(finding),), summary.replace("\n", " "), summary)


def runs_panel(finding: Finding) -> Panel:
    """Draw a dot for each run and shade the means that would be near enough.

    If all answers are yes or no, the panel has the answers instead.

    Parameters
    ----------
    finding : Finding
        Claim with what was measured.

    Returns
    -------
    panel : Panel
        Dots, answers, or what an open claim needs.

    Examples
    --------
    >>> from disentangle_edu.claims.figures import runs_panel
    >>> from disentangle_edu.claims.registry import CLAIMS
    >>> from disentangle_edu.claims.runner import check_cached
    >>> finding = check_cached(CLAIMS["dci-0.6"])
    >>> runs_panel(finding).min_width
    300
    """
    claim = finding.claim
    if not finding.readings:
        return words_panel("not tested here", claim.missing, min_width=300, max_width=640)
    if claim.expects.yes_or_no:
        answers = {row.reading: row.measured for row in finding.rows}
        return _answers_panel(answers, claim.expects.text)
    readings = {claim.label(name): measured for name, measured in finding.readings.items()}
    runs = {name: measured.values for name, measured in readings.items()}
    marks = {row.reading: row.mark for row in finding.rows}
    printed = claim.expects.figure
    bands = {
        name: band(claim.expects, [printed, measured.mean, 0.0, 1.0], measured.spread)
        for name, measured in readings.items()
    }
    return _with_heading(
        strip_plot_panel(runs, printed, bands=bands, marks=marks), claim.expects.text
    )


def _with_heading(panel: Panel, printed: str) -> Panel:
    """The panel below the question that its marks answer."""

    def draw(x: float, y: float, width: float, height: float) -> str:
        caption = f"does each reading give {printed}? shaded: near enough"
        return heading(x, y, width, caption, "shaded: near enough") + panel.draw(
            x, y + 22, width, height - 22
        )

    return Panel(draw, panel.height + 22, panel.min_width, panel.max_width)


def band(
    expects: Expectation, known: list[float | None], spread: float
) -> tuple[float, float] | None:
    """Lowest and highest mean that would be met, around the first known mean that is met.

    Parameters
    ----------
    expects : Expectation
        What is printed, and the rule for what is near enough.
    known : list of float or None
        Means to begin with; None is skipped.
    spread : float
        Standard deviation of single runs.

    Returns
    -------
    band : tuple of float or None
        Lowest and highest mean. None if no known mean is met.

    Examples
    --------
    >>> from disentangle_edu.claims.figures import band
    >>> from disentangle_edu.claims.registry import equals
    >>> low, high = band(equals("0.6"), [0.6], 0.0)
    >>> round(low, 2), round(high, 2)
    (0.55, 0.65)
    """
    start = next((mean for mean in known if mean is not None and expects.met(mean, spread)), None)
    if start is None:
        return None
    return _find_bound(expects, start, -1, spread), _find_bound(expects, start, 1, spread)


def _find_bound(expects: Expectation, start: float, sign: int, spread: float) -> float:
    """How far one may go from a mean that is met."""
    step = 1e-7
    while expects.met(start + sign * step, spread):
        step *= 2
        if step > 1e4:
            return sign * math.inf
    inside, outside = step / 2, step
    for _ in range(30):
        middle = (inside + outside) / 2
        if expects.met(start + sign * middle, spread):
            inside = middle
        else:
            outside = middle
    return start + sign * inside


def _answers_panel(answers: dict[str, str], printed: str) -> Panel:
    """A yes or no for each reading."""

    @panel(30 + ROW * len(answers), min_width=300, max_width=640)
    def draw(canvas: Canvas) -> None:
        x, y, width, _ = canvas.box
        canvas.title(f"expected: {printed}", "found")
        for j, (name, answer) in enumerate(answers.items()):
            at = y + 26 + j * ROW
            canvas.rect(x, at, width, ROW - 4, GROUND, GRID)
            colour = PART if answer == "yes" else MARK if answer == "no" else FAINT
            label = short(name, width - 60, 6.6)
            canvas.text(x + 8, at + 17, label, "start", link=name)
            canvas.text(x + width - 10, at + 17, answer, "end", font_weight="bold", fill=colour)

    return draw()

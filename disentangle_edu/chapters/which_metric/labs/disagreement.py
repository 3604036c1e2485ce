"""Pairs of trained models that two metrics rank in opposite order."""

from ....metrics import dcimig, disentanglement, mig
from ....score import Score
from ....viz.canvas import Panel, stack
from ....viz.display_names import begun, display_name
from ....viz.panels import matrix_panel, parts_panel
from ....viz.picture import Picture
from ....widgets.change_text import use_caption
from ....widgets.controls import choice, whole
from ....widgets.lab import lab
from ....zoo import pretrained
from ....zoo.traversals import model_name
from ..data import CONTRADICTING, MOST_PAIRS, disagreements

FORMULAS = {"mig": mig, "dcimig": dcimig, "disentanglement": disentanglement}


def score_of(metric: str, model: str) -> Score:
    """A metric of a shipped matrix: importances for D, bits for the gaps."""
    what = "importance" if metric == "disentanglement" else "information"
    return FORMULAS[metric](pretrained.matrix(model, what))


def model_panel(letter: str, model: str, scores: list[Score], full: float) -> Panel:
    """The bits of a model, and the parts of its scores below."""
    title = f"{letter}: {model_name(model)}"
    matrix = pretrained.matrix(model)
    return stack(
        matrix_panel(matrix, title=title, cell=34, min_width=300, key=letter, full=full),
        *(
            parts_panel(score, height=130, min_width=300, key=f"{letter}{score.metric}")
            for score in scores
        ),
    )


@lab(
    {
        "metrics": choice("metrics", list(CONTRADICTING), "MIG and DCIMIG"),
        "pair": whole("pair (the largest disagreement first)", 0, 0, MOST_PAIRS - 1),
    },
    describe_change=use_caption,
)
def disagreement(metrics: str, pair: int) -> Picture:
    """Pairs of trained models that two metrics rank in opposite order."""
    first, second = CONTRADICTING[metrics]
    pairs, share = disagreements(metrics)["pairs"], disagreements(metrics)["share"]
    models = dict(zip("PQ", pairs[min(pair, len(pairs) - 1)]))
    full = max(float(pretrained.matrix(model).values.max()) for model in models.values())
    scores = {
        letter: [score_of(metric, model) for metric in (first, second)]
        for letter, model in models.items()
    }
    of_p, of_q = ([score.value for score in scores[letter]] for letter in "PQ")
    return Picture(
        panels=tuple(
            model_panel(letter, model, scores[letter], full) for letter, model in models.items()
        ),
        shows="The bits of the models P and Q, and for each the parts of two scores.",
        caption=f"{begun(first)} is {of_p[0]:.2f} for P and {of_q[0]:.2f} for Q, but "
        f"{display_name(second)} is {of_p[1]:.2f} for P and {of_q[1]:.2f} for Q. The two metrics "
        f"rank {share:.0%} of all pairs of models in opposite order.",
        text="\n".join(
            f"{letter}, {display_name(score.metric)}: {score.explanation}"
            for letter in models
            for score in scores[letter]
        ),
        scores={
            f"{score.metric} of {letter}": score.value
            for letter in models
            for score in scores[letter]
        },
    )

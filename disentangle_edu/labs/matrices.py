"""Labs whose matrix is exact: nothing is sampled, every step is drawn in a few milliseconds."""

import ipywidgets as widgets
import numpy as np

from .. import measures
from ..core import InformativenessMatrix
from ..metrics import completeness, dcimig, disentanglement, mig, sap
from ..show import pictures
from ..worlds import examples
from .lab import Lab, choice, lab, number, whole
from .widgets import MatrixEditor


def draw_rectangles(code, width, height):
    """One rectangle, its latents, and how often each latent changes when one side alone is redrawn."""
    rep = examples.rectangles(code)
    moves = measures.sensitivity(rep)
    here = rep.latents[((rep.factors == (width, height)).all(1)).argmax()]
    one = {
        "1 (a latent follows one factor at most)": (moves.values > 0).sum(1).max() <= 1,
        "2 (a factor moves one latent at most)": (moves.values > 0).sum(0).max() <= 1,
    }
    lines = [f"Characteristic {name}: {'yes' if kept else 'no'}." for name, kept in one.items()]
    latents = ", ".join(f"{name} = {value:g}" for name, value in zip(rep.latent_names, here))
    lines.insert(0, f"A rectangle {width} wide and {height} high has {latents}.")
    scores = [mig(rep), dcimig(rep)]
    lines += [pictures.words(scores)]
    alt = f"{lines[0]} {pictures.describe(moves)}"
    span = rep.latents.max(0) - rep.latents.min(0)
    gauges = "".join(
        _gauge(280, 62 + 46 * i, name, value, (value - low) / max(reach, 1e-12))
        for i, (name, value, low, reach) in enumerate(
            zip(rep.latent_names, here, rep.latents.min(0), span)
        )
    )
    svg = pictures.canvas(
        330,
        alt,
        pictures.rectangle_panel((10, 8, 250, 316), width, height),
        pictures.text(280, 20, "its latents", "start", font_weight="bold"),
        gauges,
        pictures.matrix_panel((500, 8, 350, 165), moves),
        *(
            pictures.parts_panel((500 + 180 * j, 185, 170, 138), score)
            for j, score in enumerate(scores)
        ),
    )
    return pictures.Picture(
        svg, alt, "\n".join(lines), {score.metric: score.value for score in scores}
    )


def _gauge(x, y, name, value, share):
    """One latent as a bar between its smallest and its largest value."""
    return (
        pictures.text(x, y - 8, f"{name} = {value:g}", "start")
        + pictures.rect(x, y, 180, 12, "#f5f7fa", pictures.GRID)
        + pictures.rect(x, y, 180 * share, 12, pictures.PART)
    )


@lab
def rectangles():
    """Change a rectangle and watch which latents move, under four ways to code it."""
    return Lab(
        draw_rectangles,
        {
            "code": choice("code", list(examples.RECTANGLE_CODES), "width | height"),
            "width": whole("width", 3, 1, 8),
            "height": whole("height", 5, 1, 8),
        },
        rows=[("", ["code"]), ("", ["width", "height"])],
    )


def draw_dci_even_rest(factors, diagonal, off_diagonal):
    """Fact 2: how much does the entropy charge for an even rest?"""
    matrix = examples.focused_matrix(factors, diagonal, off_diagonal)
    return pictures.scores_picture(disentanglement(matrix), completeness(matrix))


@lab
def dci_even_rest():
    """Every latent follows one factor, and the others equally little."""
    return Lab(
        draw_dci_even_rest,
        {
            "factors": whole("factors", 11, 2, 15),
            "diagonal": number("diagonal", 0.8, 0, 1),
            "off_diagonal": number("off-diagonal", 0.02, 0, 0.2, step=0.005, readout=".3f"),
        },
    )


def draw_dci_weight(weight, purity):
    """Fact 5: how far can a pure latent hide an impure one?"""
    matrix = examples.dominated_matrix(weight, purity)
    return pictures.scores_picture(disentanglement(matrix), completeness(matrix))


@lab
def dci_weight():
    """One pure latent beside an impure one of little weight."""
    return Lab(
        draw_dci_weight,
        {
            "weight": number("weight of latent 2", 0.1, 0, 1),
            "purity": number("purity of latent 2", 0.9, 0, 1),
        },
    )


# ------------------------------------------------------------------------------------------- matrix by hand

PRESETS = {
    "every latent its own factor": np.eye(3),
    "every factor twice": np.repeat(np.eye(3), 2, axis=0),
    "one latent for two factors": [[0.9, 0.9, 0], [0, 0, 0.9]],
    "Fact 2: focused, even rest": examples.focused_matrix().values,
    "Fact 5: pure outweighs impure": examples.dominated_matrix().values,
    "compact but entangled (ours)": [[0.9, 0.6], [0.5, 0.8], [0, 0]],
    "pure but redundant (ours)": [[0.7, 0.1], [0.65, 0], [0.1, 0.7], [0, 0.65]],
    "all the same": np.full((3, 3), 0.5),
}


def judge_by_hand(values):
    """Every score that can judge a bare matrix, if each factor holds one bit."""
    matrix = InformativenessMatrix(values, "your matrix", factor_total=1)
    return [metric(matrix) for metric in (mig, dcimig, sap, disentanglement, completeness)]


def draw_by_hand(values):
    """The five scores of a typed matrix, and the matrix once more for whoever reads a still picture."""
    scores = judge_by_hand(values)
    matrix = scores[0].matrix
    boxes = [(10 + 285 * (j % 3), 8 + 165 * (j // 3), 270, 150) for j in range(len(scores))]
    sentences = pictures.words(scores)
    alt = f"{pictures.describe(matrix)} {sentences}".replace("\n", " ")
    panels = [pictures.parts_panel(box, score) for box, score in zip(boxes, scores)] + [
        pictures.matrix_panel((580, 173, 270, 150), matrix)
    ]
    return pictures.Picture(
        pictures.canvas(330, alt, *panels),
        alt,
        sentences,
        {score.metric: score.value for score in scores},
    )


@lab
def matrix_by_hand():
    """Any matrix, all scores: choose a cell and drag, press + or -, or type."""
    editor = MatrixEditor(value=np.eye(3).tolist())
    return Lab(draw_by_hand, {"values": editor}, rows=[], top=_editor_bar(editor))


def _editor_bar(editor):
    """Presets, size and undo above the grid."""
    preset = widgets.Dropdown(
        options=["", *PRESETS], value="", description="start from", layout={"width": "360px"}
    )
    latents = widgets.BoundedIntText(
        3, min=1, max=15, description="latents", layout={"width": "150px"}
    )
    factors = widgets.BoundedIntText(
        3, min=1, max=15, description="factors", layout={"width": "150px"}
    )
    undo, redo = widgets.Button(description="Undo"), widgets.Button(description="Redo")

    following = False  # while the boxes follow the matrix, they must not resize it

    def resize(_change):
        if not following:
            old, new = np.array(editor.value), np.zeros((latents.value, factors.value))
            rows, columns = np.minimum(old.shape, new.shape)
            new[:rows, :columns] = old[:rows, :columns]
            editor.set(new.tolist())

    def follow(change):
        nonlocal following
        following = True
        latents.value, factors.value = len(change["new"]), len(change["new"][0])
        following = False

    def start_from(change):
        if change["new"]:
            editor.set(np.array(PRESETS[change["new"]]).tolist())
            preset.value = ""  # so that the same one can be chosen again

    preset.observe(start_from, "value")
    latents.observe(resize, "value")
    factors.observe(resize, "value")
    editor.observe(follow, "value")
    undo.on_click(lambda _: editor.undo())
    redo.on_click(lambda _: editor.redo())
    return widgets.VBox(
        [
            widgets.HBox([preset, latents, factors, undo, redo], layout={"flex_flow": "row wrap"}),
            editor,
        ]
    )

"""What panels and short sentences show, to the last digit."""

import base64
import io
import re
import unicodedata
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import svg_boxes
from lab_helpers import draw_panel
from PIL import Image

import disentangle_edu
from disentangle_edu import Representation, labs, mig
from disentangle_edu import disentanglement as dci
from disentangle_edu.conventions.compare import Printed
from disentangle_edu.matrices import InformativenessMatrix
from disentangle_edu.viz.bibliography import PAPERS, cite
from disentangle_edu.viz.canvas import Canvas, panel, scale
from disentangle_edu.viz.images import png
from disentangle_edu.viz.markdown import NotebookText, actions, as_html, folded
from disentangle_edu.viz.panels import _axis_window, matrix_panel
from disentangle_edu.viz.plot import round_ticks
from disentangle_edu.viz.text_size import width_in_letters
from disentangle_edu.viz.theme import PART
from disentangle_edu.widgets.change_text import from_to
from disentangle_edu.widgets.tables import Scores
from disentangle_edu.worlds import corpora, examples
from disentangle_edu.zoo.plots import plot_correlations


def test_from_to_uses_as_many_digits_as_needed():
    assert from_to(0.5, 0.7) == "0.50 to 0.70"
    assert from_to(0.5, 0.501) == "0.500 to 0.501"


@pytest.mark.parametrize(("last", "seen"), [(30.0, ["30", "2.5"]), (30.25, ["30.25", "2.50"])])
def test_matrix_panel_shows_integers_without_decimals(last, seen):
    panel = matrix_panel(InformativenessMatrix([[last, 2.5]], "votes"))
    assert re.findall(r">([\d.]+)</text>", draw_panel(panel, width=400)) == seen


def test_canvas_panel_draws_in_order_at_given_width():
    @panel(70, min_width=100, max_width=300)
    def bar_panel(canvas, share):
        """A bar."""
        x, y, width, height = canvas.box
        canvas.title("how long it is, in words", "length")
        canvas.rect(x, y + 24, scale((0, 1), (0, width))(share), height - 50, PART, key="bar")
        canvas.note(x, y + 60, f"{share:.0%} of the room", "end", key="note")

    made = bar_panel(share=0.5)
    assert (made.height, made.min_width, made.max_width, bar_panel.__doc__) == (
        70,
        100,
        300,
        "A bar.",
    )
    narrow, wide = draw_panel(made, 10, 5, 100), draw_panel(made, 10, 5, 200)
    assert ">length<" in narrow and ">how long it is, in words<" in wide
    assert 'x="10.0" y="29.0" width="50.0" height="20.0"' in narrow
    bar, note = re.findall("<(rect|text) [^>]*data-key", wide)
    assert (bar, note) == ("rect", "text") and wide.endswith(">50% of the room</text>")
    assert scale((-1, 1), (100, 0))(np.array([-1.0, 0.0, 2.0])).tolist() == [100, 50, -50]


def test_rect_unknown_style_raises():
    with pytest.raises(
        TypeError, match="^style: found 'stroke_widht', expected one of .*stroke_width"
    ):
        Canvas(0, 0, 9, 9).rect(0, 0, 9, 9, stroke_widht="2")


def test_window_of_runs_contains_values_and_ends_at_one():
    runs = {"far": [0.2, 0.3], "near": [0.88, 1.0]}
    window = _axis_window(runs, None, {"near": (0.9, 0.95)}, ("near",))
    assert window == pytest.approx((0.8656, 1.0))
    assert _axis_window({"a": [0.0, 0.5]}, None, {}, ()) == pytest.approx((0.0, 0.56))


def test_printed_picture_places_scores_and_clips_them_at_axis():
    svg = draw_panel(Printed("a_copy_dead", ["mig"]).picture().panels[0])
    values = [float(found) for found in re.findall(r"mig: ([-.\d]+)</title>", svg)]
    dots = [float(found) for found in re.findall(r'<circle cx="([^"]+)" cy="[^"]+" r="3', svg)]
    assert max(values) > 1
    assert dots == pytest.approx([120 + 466 * min(value, 1) for value in values], abs=0.1)


def test_printed_repr_reports_nan_only_where_present():
    assert "NaN" not in repr(Printed("a_copy", ["mig"]))
    assert "; 2 times NaN" in repr(Printed("a_copy_dead", ["mig"]))


@pytest.mark.parametrize("shape", [(2, 5), (4, 3, 3)], ids=["grey", "coloured"])
def test_png_of_array_is_read_back_by_pillow(shape):
    image = np.random.default_rng(0).random(shape)
    written = base64.b64decode(png(image).partition(",")[2])
    assert written[26:29] == bytes(3)  # PNG's default compression, filter and interlace methods
    with Image.open(io.BytesIO(written)) as read:
        assert np.array_equal(np.asarray(read), (image * 255).round())


NAMES = ["US$_$ rate", "from US$ to CA$", "$\\alpha$", "a^b_c", r"\frac{", "100 %", "#1 & {2}"]


@pytest.mark.parametrize("name", NAMES)
def test_plot_names_are_drawn_without_math_markup(name):
    import matplotlib

    matplotlib.use("agg")
    k = np.arange(60) % 4
    rep = Representation(
        np.c_[k, k % 2],
        np.c_[k, k % 2],
        factor_names=[name, "b"],
        latent_names=[name, f"{name} 2"],
    )
    matrix = InformativenessMatrix([[0.5, 0.2], [0.1, 0.7]], name, name, factor_entropy=1)
    judged = dci(rep)
    table = pd.DataFrame(np.random.default_rng(0).normal(size=(9, 3)), columns=[name, "b", "c"])
    drawn = [mig(rep).plot(), mig(rep).matrix.plot(), judged.plot(), matrix.plot()]
    drawn.append(plot_correlations(table, [name, "b", "c"]))
    for axes in drawn:
        axes.figure.savefig(io.BytesIO(), format="svg")
        words = [*axes.get_xticklabels(), *axes.get_yticklabels(), axes.title, axes.yaxis.label]
        named = [one for one in words if name in one.get_text()]
        assert named and not any(one.get_parse_math() or one.get_usetex() for one in named)
        matplotlib.pyplot.close(axes.figure)


def test_as_html_markdown_table_becomes_html_table():
    shown = as_html("| a | b |\n|---|---|\n| **1** | <i> |\n\nWords\nbelow.\n\n* one\n* two")
    assert shown.count("<tr>") == 2 and shown.count("<th ") == 2 and shown.count("<td ") == 2
    assert ">a</th>" in shown and "<strong>1</strong>" in shown and "&lt;i&gt;" in shown
    assert "<p>Words below.</p>" in shown and "<li>one</li><li>two</li>" in shown


def test_as_html_link_to_other_pages_only_if_https_or_entry_of_book():
    shown = as_html("[a](https://b.org) [c](javascript:d) [e](facts.html#f-1)")
    assert '<a href="https://b.org">a</a>' in shown and shown.count("<a ") == 2
    assert '<a href="facts.html#f-1">e</a>' in shown


def test_actions_shows_folds_in_one_line_and_refuses_open_text():
    shown = actions(cite("chen2018"), folded(as_html))
    assert shown._repr_html_().count("<details>") == 2 and "References: chen2018" in repr(shown)
    with pytest.raises(ValueError, match="folds: found a text of kind 'plain'"):
        actions(NotebookText("MIG"))


def test_cite_links_papers_and_unknown_key_raises():
    shown = cite("chen2018", "zhang2021").text.split("\n\n")
    assert [words.partition(":")[0] for words in shown] == ["chen2018", "zhang2021"]
    assert ["](https://" in words for words in shown] == [True, False]  # zhang2021 has no address
    with pytest.raises(ValueError, match="^keys: found 'nobody1999'"):
        cite("chen2018", "nobody1999")


REFERENCE = re.compile(r'\.\. \[\d\] (.+?) \((\d{4})\),\s+"(.+?)"', re.S)


def test_docstring_references_match_bibliography():
    package = Path(disentangle_edu.__file__).parent
    references = [m for path in package.rglob("*.py") for m in REFERENCE.findall(path.read_text())]
    assert len(references) > 60
    for authors, year, title in references:
        surnames = re.split(r",\s+|\s+and\s+", authors.replace(" et al.", ""))
        ascii_name = unicodedata.normalize("NFKD", surnames[0]).encode("ascii", "ignore").decode()
        entry = PAPERS[f"{ascii_name.lower()}{year}"]
        assert " ".join(title.split()) in entry
        assert "others" in entry or all(surname in entry for surname in surnames), entry


@pytest.mark.parametrize("n_columns", [1, 7, 10, 12])
def test_scores_table_with_many_columns_fits_page_width(n_columns):
    table = Scores({"row": {f"c{j}": 0.5 for j in range(n_columns)}})._repr_html_()
    least = [int(width) + 20 for width in re.findall(r"min-width:(\d+)px", table)]  # with padding
    assert len(least) == n_columns and sum(least) <= 700
    bars = re.findall(r"background-size:([\d.]+)px 3px,(\d+)px", table)
    assert all(float(bar) == int(ground) / 2 > 0 for bar, ground in bars)


def test_side_by_side_table_has_name_for_every_score():
    table = labs.side_by_side({"a <code>": examples.parity_leak()}, ["mig", "dcimig"])
    shown = table._repr_html_()
    assert shown.count("data-name=") == 2 and "a &lt;code&gt;" in shown and "1.000" in shown
    assert "mig" in repr(table) and table.rows["a <code>"]["mig"] == 1


@pytest.mark.parametrize(
    ("low", "high", "found"),
    [(0, 1, [0, 0.5, 1]), (-2, 2, [-2, -1, 0, 1, 2]), (1, 35, [10, 20, 30]), (0.2, 0.6, 5)],
)
def test_round_ticks_are_round_and_inside_range(low, high, found):
    ticks = round_ticks(low, high, 5)
    assert ticks == found or len(ticks) == found
    assert low <= ticks[0] < ticks[-1] <= high and len(ticks) <= 5


@pytest.mark.parametrize("said", [*corpora.YNOC_KIND, *corpora.POS_KIND])
def test_width_in_letters_is_close_to_drawn_width(said):
    assert width_in_letters(said) == pytest.approx(
        svg_boxes.text_width(said) / svg_boxes.text_width("n"), rel=0.1, abs=0.2
    )

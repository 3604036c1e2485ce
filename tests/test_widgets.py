"""The widgets without a browser: what Python takes, refuses and takes back."""

import math

import pytest

from disentangle_edu.labs.widgets import CodeLine, MatrixEditor

START = [[0.1, 0.2], [0.3, 0.4], [0.5, 0.6]]
VIEW = "application/vnd.jupyter.widget-view+json"


@pytest.fixture
def editor():
    return MatrixEditor(START)


def from_browser(widget, **state):
    """What arrives when the browser saves."""
    widget.set_state(state)


def test_names_are_numbered_unless_given(editor):
    assert editor.row_names == ["latent 1", "latent 2", "latent 3"]
    assert editor.column_names == ["factor 1", "factor 2"]
    assert MatrixEditor(START, column_names=["width", "height"]).column_names == ["width", "height"]
    assert MatrixEditor().value == [[0.0] * 3] * 3


def test_set_replaces_everything_in_one_step(editor):
    seen = []
    editor.observe(
        lambda _: seen.append((editor.value, editor.row_names, editor.column_names)),
        ["value", "row_names", "column_names"],
    )
    editor.set([[1, 0]], ["only"], ["width", "height"])
    assert set(map(str, seen)) == {
        str(([[1.0, 0.0]], ["only"], ["width", "height"]))
    }  # nobody saw half of it
    editor.undo()
    assert (editor.value, editor.row_names, editor.column_names) == (
        START,
        ["latent 1", "latent 2", "latent 3"],
        ["factor 1", "factor 2"],
    )
    editor.redo()
    assert (editor.value, editor.row_names) == ([[1.0, 0.0]], ["only"])


@pytest.mark.parametrize("change", [lambda e, m: e.set(m), lambda e, m: setattr(e, "value", m)])
def test_names_follow_another_shape(change):
    editor = MatrixEditor(START, column_names=["width", "height"])
    change(editor, [[0.5] * 3])
    assert (editor.row_names, editor.column_names) == (
        ["latent 1"],
        ["width", "height", "factor 3"],
    )
    editor.undo()
    assert (editor.value, editor.column_names) == (START, ["width", "height"])
    editor.undo()  # it was one step, so there is nothing left to undo
    assert editor.value == START


def test_undo_and_redo(editor):
    editor.undo()  # nothing to undo yet
    steps = [[[x, 0.0]] * 3 for x in (0.1, 0.2, 0.3)]
    for values in steps:
        editor.value = values
    editor.undo()
    editor.undo()
    assert editor.value == steps[0]
    editor.redo()
    assert editor.value == steps[1]
    editor.value = START  # a new step: what was undone is gone
    editor.redo()
    assert editor.value == START
    for _ in range(9):
        editor.undo()
    assert editor.value == START  # the first one
    editor.redo()
    assert editor.value == steps[0]


def test_a_drag_is_one_step(editor):
    before = [[0.9, 0.2], [0.3, 0.4], [0.5, 0.6]]
    editor.value = before
    for x in (0.8, 0.7, 0.6):
        from_browser(editor, dragging=True, value=[[x, 0.2], *START[1:]])
        assert editor.value[0][0] == x  # Python follows while the mouse moves
    from_browser(editor, value=[[0.55, 0.2], *START[1:]], dragging=False)
    editor.undo()
    assert editor.value == before
    editor.redo()
    assert editor.value[0][0] == 0.55


def test_a_drag_back_to_the_start_is_no_step(editor):
    from_browser(editor, dragging=True, value=[[0.9, 0.2], *START[1:]])
    from_browser(editor, dragging=False, value=START)
    editor.value = [[0.0, 0.0]] * 3
    editor.undo()
    editor.undo()
    assert editor.value == START


def test_undo_within_a_drag_takes_back_the_drag(editor):
    from_browser(editor, dragging=True, value=[[0.9, 0.2], *START[1:]])
    editor.undo()
    assert editor.value == START and not editor.dragging


@pytest.mark.parametrize("order", [("value", "_asked"), ("_asked", "value")])
def test_the_browser_asks_for_undo_in_the_same_message(editor, order):
    state = {"value": [[0.9, 0.2], *START[1:]], "_asked": -1}
    from_browser(editor, **{name: state[name] for name in order})
    assert editor.value == START
    from_browser(editor, _asked=0)
    assert editor.value == state["value"]


@pytest.mark.parametrize(
    "bad, found",
    [
        ([[math.nan, 0.2]], "found nan in row 1, column 1"),
        ([[0.1, 0.2], [0.3]], "found rows of lengths [2, 1]"),
        ([[0.1], [-0.2]], "found -0.2 in row 2, column 1"),
        ([[0.1, 1.5]], "found 1.5, expected numbers from 0 to maximum = 1"),
        ([["0.1"]], "found '0.1' in row 1, column 1"),
        ("text", "found 't' in row 1"),
        (None, "found None"),
        ([], "found rows of lengths []"),
        ([[]], "found rows of lengths [0]"),
        ([0.5], "found [0.5]"),
        ([[math.inf]], "found inf"),
        ([[True]], "found True"),
    ],
)
def test_bad_values_are_refused_and_nothing_is_lost(editor, bad, found):
    editor.value = later = [[0.7, 0.7]] * 3
    for act in (
        lambda: editor.set(bad),
        lambda: editor.set(bad, ["a"], ["b"]),
        lambda: setattr(editor, "value", bad),
    ):
        with pytest.raises(ValueError) as error:
            act()
        assert (
            str(error.value).startswith("value: ")
            and found in str(error.value)
            and "expected" in str(error.value)
        )
        assert (editor.value, len(editor.row_names)) == (later, 3)
    editor.undo()
    assert editor.value == START
    editor.redo()
    assert editor.value == later
    if bad is not None:
        with pytest.raises(ValueError, match="^value: found"):
            MatrixEditor(bad)


def test_bad_names_are_refused_and_nothing_is_lost(editor):
    for names, found in (
        (["a"], "row_names: found 1 names, expected 3"),
        ("abc", "row_names: found 'abc'"),
        ([1, 2, 3], "row_names: found [1, 2, 3]"),
    ):
        for act in (
            lambda: editor.set([[0.0]] * 3, row_names=names),
            lambda: setattr(editor, "row_names", names),
        ):
            with pytest.raises(ValueError) as error:
                act()
            assert str(error.value).startswith(found)
    assert (editor.value, editor.row_names[0], editor.column_names) == (
        START,
        "latent 1",
        ["factor 1", "factor 2"],
    )


def test_maximum_keeps_above_the_values(editor):
    for bad in (0.5, 0.0, -1.0, math.nan, math.inf):
        with pytest.raises(
            ValueError,
            match="^maximum: found .* expected a finite number > 0 and >= the largest value 0.6",
        ):
            editor.maximum = bad
    assert editor.maximum == 1.0
    editor.maximum = 10
    editor.value = [[10, 0]]
    editor.undo()
    editor.maximum = (
        0.6  # smaller than what redo brings back, unless it brings back the maximum too
    )
    editor.undo()
    editor.redo()
    assert (editor.value, editor.maximum) == (START, 0.6)


def test_what_is_lent_out_is_a_copy(editor):
    editor.value[0][0] = 0.9
    editor.row_names[0] = "changed"
    assert (editor.value, editor.row_names[0]) == (START, "latent 1")
    values = editor.value
    values[0][0] = 0.9
    editor.value = values  # the usual way to change one cell; with the list itself traitlets would see no change
    editor.undo()
    assert editor.value == START


def test_repr_has_no_address_and_the_view_is_there(editor):
    for widget, text in (
        (editor, "MatrixEditor(3 x 2)"),
        (CodeLine("labs.lab(a=1)"), "CodeLine('labs.lab(a=1)')"),
    ):
        data, _ = widget._repr_mimebundle_()
        assert repr(widget) == data["text/plain"] == text
        assert data[VIEW]["model_id"] == widget.model_id


def test_code_line_follows():
    line = CodeLine()
    line.code = "x = 1"
    assert repr(line) == "CodeLine('x = 1')"


@pytest.mark.parametrize("widget", [MatrixEditor, CodeLine])
def test_the_script_is_there_and_needs_no_network(widget):
    script = widget()._esm
    assert (
        "export default" in script
        and "http" not in script.replace("over plain http have", "")
        and "import " not in script
    )

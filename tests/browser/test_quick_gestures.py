"""Ten gestures on a small notebook; `make test-all` tests all labs."""

import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import jupyter  # noqa: E402
from test_access import Finger, handle_of, middle  # noqa: E402
from test_browser import (  # noqa: E402
    SETUP,
    ask,
    assert_laid_out,
    at_rest,
    begins_and_stops,
    guess_on_the_axis,
    handles_of,
    hard_to_read,
    has,
    is_covered,
    is_open,
    moves_by_drag_and_key,
    picture_of,
    seen_again,
)

pytestmark = pytest.mark.browser
TRIED = {
    "power": "labs.sap_power()",
    "matrix": "labs.dci_two_ways()",
    "question": "question = labs.predict('01-even-rest')\nquestion",
    "waiting": "labs.dci_even_rest(after=question)",
    "hunt": "labs.HuntLab(candidates=5_000)",
}
OPEN = "All authentication is disabled."  # this server needs no token, unlike `make lab`
NARROW = {"width": 390, "height": 844}
WIDE = {"width": 1400, "height": 1000}


@pytest.fixture(scope="module")
def address(folder):
    with jupyter.server(folder) as address:
        jupyter.write_notebook(folder, "ten", [SETUP, *TRIED.values()])
        yield address


@pytest.fixture(scope="module")
def page(chromium, address):
    """A page with mouse, keyboard and touch; each test restores it."""
    yield from jupyter.run_page(chromium, address, "ten", has_touch=True)


def stage_of(page, name):
    return jupyter.stage_of(page, list(TRIED).index(name) + 1)


def test_jupyter_log_while_notebook_runs_has_no_warning(page, folder):
    log = (folder / "server.log").read_text()
    assert "Kernel started" in log
    warnings = re.findall(r"^(?:\[W |.*WARNING).*$", log, re.M)
    assert [line for line in warnings if OPEN not in line] == []


def test_lab_drag_and_key_change_picture_and_text(page):
    stage = stage_of(page, "power")
    (node, handle), *_ = handles_of(stage)
    moves_by_drag_and_key(page, "power", stage, node.get_attribute("data-key"), handle)


def test_lab_undo_key_restores_text(page):
    stage = stage_of(page, "matrix")
    first = at_rest(page, stage)[1]
    stage.locator('svg [data-handle][data-key="m0-1"]').focus()
    for key in ("0", ".", "4", "5", "Enter"):
        page.keyboard.press(key)
    has(page, stage, "0.45")
    page.keyboard.press("Control+z")
    assert at_rest(page, stage)[1] == first


def test_lab_link_contains_name_and_value_of_lab(page):
    """The address has the lab's name and the values that the user has set."""
    stage = stage_of(page, "power")
    value = re.search(r"\((\w+)=([\d.]+)", at_rest(page, stage)[1])
    address = stage.locator(".de-line a").get_attribute("href")
    assert "sap_power" in address and value[1] in address and value[2] in address


def test_lab_touch_drag_changes_picture(page):
    stage = stage_of(page, "power")
    before = at_rest(page, stage)
    Finger(page).stroke(middle(handle_of(stage, "curvemark")), -40, 0)
    assert at_rest(page, stage)[0] != before[0]


def test_prediction_commit_opens_waiting_lab(page):
    assert is_covered(stage_of(page, "waiting"))
    guess_on_the_axis(page, stage_of(page, "question"))
    assert is_open(stage_of(page, "waiting"))


def test_counterexample_lab_stop_ends_full_search(page):
    begins_and_stops(page, stage_of(page, "hunt"))


@pytest.mark.parametrize("theme", ["Dark", "Light"])
def test_labs_in_both_themes_have_readable_text(page, theme):
    jupyter.use_theme(page, theme)
    for name in TRIED:
        stage = stage_of(page, name)
        at_rest(page, stage)
        assert stage.get_attribute("data-theme") == theme.lower(), name
        assert hard_to_read(stage) == [], name
    picture_of(page, f"ten_{theme}")


def test_labs_on_narrow_page_are_not_cut(page):
    page.set_viewport_size(NARROW)
    for name in TRIED:
        stage = stage_of(page, name)
        at_rest(page, stage)
        assert_laid_out(ask(stage, "measured"), (name, NARROW["width"]))
    picture_of(page, "ten_narrow")
    page.set_viewport_size(WIDE)


def test_saved_notebook_reopens_with_same_labs(page, address):
    assert len(seen_again(page, address, "ten")) == len(TRIED)

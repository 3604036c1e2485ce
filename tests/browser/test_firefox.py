"""The book in Firefox: another engine, in which Python cannot wait in the middle of its work."""

import os

import firefox
import pytest
from firefox import node
from site_lite import AWAKE, cells_of

pytestmark = [pytest.mark.browser("firefox"), pytest.mark.slow]
ARTIFACTS = os.environ.get("BROWSER_ARTIFACTS")
PAGES = ["index", "start_here", "dci", "matrix_by_hand", "toy_text"]
RIGHT = "\ue014"  # the right arrow key in WebDriver


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    with firefox.page(tmp_path_factory.mktemp("firefox")) as page:
        yield page


@pytest.fixture
def opened(page, address):
    """Open a page of the book and wait for its Python."""

    def open(name, **size):
        page.open(f"{address}/{name}.html", **size)
        page.until(AWAKE)
        return page

    yield open
    troubles, page.troubles = page.troubles, []
    assert troubles == []


def words(cell):
    """An expression for a cell's text, for `until`."""
    return f"{node(cell)}.innerText"


def woken(page, number):
    """Scroll to a cell and wait until its lab is awake; returns its selector."""
    page.middle(f"#cell-{number}")
    page.until(f"!!{node(f'#cell-{number} .de-board svg')}")
    return f"#cell-{number}"


@pytest.mark.parametrize("name", PAGES)
def test_book_page_in_firefox_wakes(opened, name):
    page = opened(name)
    labs = page.value("JSON.parse(document.getElementById('de-cells').textContent).cells")
    first = next(number for number, _, when, _ in labs if when == "lab")
    cell = woken(page, first)
    assert page.value(words(cell))
    assert not page.value("document.documentElement.scrollWidth > innerWidth")
    if ARTIFACTS:
        page.picture(f"{ARTIFACTS}/firefox_{name}.png")


@pytest.mark.parametrize("by", ["mouse", "touch", "a key"])
def test_prediction_in_firefox_accepts_mouse_touch_and_key(opened, by):
    page = opened("dci", width=390, height=844)
    cell = woken(page, *cells_of("dci", 'labs.predict("01-even-rest")'))
    handle = f"{cell} [data-handle]"
    x, y = page.middle(handle)
    if by == "a key":
        page.press(handle, RIGHT)
    else:
        page.stroke((x - 40, y), 60, 0, by)
    page.until(f"{words(cell)}.includes('Marked.')", 30)


def test_stop_button_in_firefox_ends_full_run(opened):
    page = opened("factor_vae")
    (number,) = cells_of("factor_vae", "check(")
    cell = f"#cell-{number}"
    page.value(f"{node(f'{cell} pre[contenteditable]')}.innerText = 'labs.factor_vae(own=True)'")
    page.value(f"{node(f'{cell} .de-run button:last-child')}.click()")
    page.until(f"!!{node(f'{cell} .de-board svg')}")
    buttons = f"[...document.querySelectorAll('{cell} button')]"
    run = f"{buttons}.find(button => button.innerText === 'Run the full size')"
    page.until(f"!!({run})?.offsetWidth")
    page.value(f"({run}).click()")
    page.until(f"!!{node(f'{cell} button[name=stop]')}?.offsetWidth", 30)
    page.value(f"{node(f'{cell} button[name=stop]')}.click()")
    page.until("document.getElementById('de-state').innerText.includes('Python is here')")
    asked = woken(page, *cells_of("factor_vae", 'labs.predict("03-mixtures")'))
    page.press(f"{asked} [data-handle]", RIGHT)
    page.until(f"{words(asked)}.includes('Marked.')", 30)

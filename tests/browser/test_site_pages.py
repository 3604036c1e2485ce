"""Pages of the book as they are served, before any lab wakes, opened in a real browser."""

import contextlib
import json
import re
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

sys.path.insert(0, str(Path(__file__).parent))

import site_links  # noqa: E402
import site_lite  # noqa: E402
from site_lite import picture_of  # noqa: E402

from disentangle_edu.course import COURSE  # noqa: E402

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_site_has_no_dead_links(address):
    assert site_links.dead_links(site_lite.SITE) == []


def test_book_cell_slash_key_stays_in_code(page, address):
    page.goto(f"{address}/dci.html")
    code = page.locator("pre[contenteditable]").first
    code.press("End")
    code.press("/")
    assert page.evaluate("document.activeElement.tagName") == "PRE"
    assert "/" in code.inner_text().splitlines()[0]


CUT_OFF = """() => [...document.querySelectorAll("article :is(pre, dt, p, td)")]
    .filter((node) => node.scrollWidth > node.clientWidth + 1
        && getComputedStyle(node).display !== "inline")
    .map((node) => node.textContent.slice(0, 80))"""


@pytest.mark.parametrize("name", ["api", "index", "404", "conventions", "scoring"])
@pytest.mark.parametrize("wide", [1366, 390])
def test_text_page_is_not_cut_off_at_any_width(chromium, address, name, wide):
    page = chromium.new_page(viewport={"width": wide, "height": 800})
    with in_its_folder() as host:
        page.goto(f"{host}/{name}.html")
        cut = page.evaluate(CUT_OFF) if name == "api" else []
        assert cut == [] and not page.evaluate("document.documentElement.scrollWidth > innerWidth")
        picture_of(page, f"book_{name}_{wide}")
    page.close()


@contextlib.contextmanager
def in_its_folder():
    """Serve the site in the project's folder, as its host does; yields its address."""
    folder = urlsplit(site_links.HOME).path.rstrip("/")

    class Host(site_lite.Quiet):
        """A host that sends the site's own 404 page for a missing file."""

        def do_GET(self):
            self.path = self.path.removeprefix(folder)
            super().do_GET()

        def send_error(self, code, *words):
            body = (site_lite.SITE / "404.html").read_bytes()
            self.send_response(code)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(body)

    with site_lite.served(handler=Host) as host:
        yield f"{host}{folder}"


def test_unknown_address_shows_404_page_with_links(chromium, address):
    page = chromium.new_page()
    failed = []
    page.on("response", lambda answer: answer.ok or failed.append(answer.url))
    with in_its_folder() as host:
        page.goto(f"{host}/no/such/page.html")
        assert failed == [f"{host}/no/such/page.html"]  # its style and scripts are found
        page.get_by_role("link", name="The first chapter").click()
        assert page.url == f"{host}/start_here.html"
    page.close()


def test_slides_and_sheet_open_and_print(page, address):
    page.goto(f"{address}/slides/dci.html")
    page.locator("a", has_text="Move it").first.wait_for(state="attached")
    assert page.evaluate("Reveal.getTotalSlides()") > 8
    assert not page.locator("aside.notes").first.is_visible()
    page.evaluate("""() => {
        const slide = document.querySelector("aside.notes").closest("section");
        const { h, v } = Reveal.getIndices(slide);
        Reveal.slide(h, v);
    }""")
    with page.expect_popup() as speaker:
        page.keyboard.press("s")
    speaker.value.get_by_text("Not quite").first.wait_for(state="attached")
    page.goto(f"{address}/sheet.html")
    for size in ("A4", "Letter"):
        assert page.pdf(format=size, prefer_css_page_size=False).count(b"/Type /Page\n") == 1


@pytest.mark.parametrize("name", COURSE)
def test_book_page_has_cell_for_every_lab(address, name):
    words = (site_lite.SITE / f"{name}.html").read_text()
    told = json.loads(re.search(r'id="de-cells"[^>]*>(.*?)</script>', words, re.S)[1])
    labs_of = {number for number, _, when, _ in told["cells"] if when == "lab"}
    assert labs_of and all(f'id="cell-{number}"' in words for number in labs_of)


def test_book_mark_of_tested_sentence_opens_its_numbers(page, address):
    page.goto(f"{address}/sap.html")
    mark = page.locator("a[href^='facts.html#']").first
    mark.click()
    card = page.locator("#de-card")
    expect(card).to_contain_text("It holds")
    card.get_by_role("link", name="All tested sentences").click()
    page.wait_for_url("**/facts.html#sap-*")
    expect(page.locator("article")).to_contain_text("What the course says, tested")

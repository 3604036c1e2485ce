"""A paper's page for a meeting: search, a filter that can be shared, and votes."""

import json

import jupyter
import pytest

from disentangle_edu.claims.registry import CLAIMS
from disentangle_edu.claims.runner import load_or_check
from disentangle_edu.claims.views import paper_pages
from disentangle_edu.classroom.guesses import load_guesses

pytestmark = pytest.mark.browser
CLAIM = "dci-0.6"


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    for name, words in paper_pages([load_or_check(CLAIMS[CLAIM])]).items():
        (folder / name).write_text(words, encoding="utf-8")
    return folder


@pytest.fixture
def page(chromium, pages):
    page = jupyter.new_page(chromium, 1280, 800)
    page.goto((pages / "sepliarskaia2019.html").as_uri())
    yield page
    page.close()


def visible(page):
    return page.locator("tbody tr:has(.vote):visible").count()


def test_search_and_verdict_filter_rows_and_address_repeats_them(page):
    every = visible(page)
    page.get_by_label("Search").fill("dcimig")
    found = visible(page)
    assert 0 < found < every
    page.get_by_label("Verdict").select_option("holds")
    held = visible(page)
    assert 0 <= held < found
    page.reload()
    assert visible(page) == held and page.get_by_label("Search").input_value() == "dcimig"
    assert page.locator("output").inner_text() == f"{held} of {every} sentences"


def test_search_does_not_find_the_words_of_the_vote(page):
    page.get_by_label("Search").fill("another reading")
    assert visible(page) == 0


def test_votes_survive_reload_and_are_counted_by_guesses_command(page, tmp_path):
    number = "sepliarskaia2019-05"
    page.get_by_label(f"vote on {number}").select_option("another reading")
    page.get_by_label(f"note on {number}").fill("for which world?")
    page.reload()
    assert page.get_by_label(f"note on {number}").input_value() == "for which world?"
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save my votes").click()
    (tmp_path / "in").mkdir()
    saved.value.save_as(tmp_path / "in" / "votes.json")
    vote = ("another reading", "for which world?")
    wanted = [{"sentence": number, "vote": vote[0], "note": vote[1]}]
    assert json.loads((tmp_path / "in" / "votes.json").read_text()) == wanted
    assert load_guesses(tmp_path / "in").votes == {number: [vote]}


def test_link_of_a_row_leads_to_it(page, pages):
    page.goto((pages / "sepliarskaia2019.html").as_uri() + "#sepliarskaia2019-60")
    page.wait_for_function(
        """() => {
            const { top } = document.getElementById("sepliarskaia2019-60").getBoundingClientRect();
            return top >= 0 && top < innerHeight;
        }"""
    )

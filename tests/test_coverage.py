"""Every sentence of the papers has a claim or says what it needs; no claim is about nothing."""

import html
import json

import pytest

from disentangle_edu.claims import coverage, registry
from disentangle_edu.claims.registry import CLAIMS, WORDS, said
from disentangle_edu.cli import main

SENTENCES = coverage.list_sentences()
NUMBERS = [sentence.number for sentence in SENTENCES]


def test_covered_lists_every_sentence_once():
    assert len(NUMBERS) == len(set(NUMBERS)) == 379
    for sentence in SENTENCES:
        assert (
            sentence.number.startswith(f"{sentence.paper}-")
            and sentence.where
            and sentence.statement
        )
        assert sentence.kind in ("checkable", coverage.UNTESTABLE)


def test_covered_sentence_has_claim_or_states_what_it_needs():
    for sentence in SENTENCES:
        if sentence.state == coverage.MEASURED:
            # Some claims are open, for example those on one of two corpora.
            part = any(CLAIMS[id].is_open for id in sentence.claims)
            assert sentence.claims and bool(sentence.needs) == part, sentence
        else:
            assert sentence.needs, sentence


def test_covered_sentence_has_worst_verdict_of_its_claims():
    for sentence in (sentence for page in coverage.pages().values() for sentence in page):
        verdicts = {CLAIMS[id].verdict for id in sentence.claims if not CLAIMS[id].is_open}
        better = coverage.SEVERITY[: coverage.SEVERITY.index(sentence.verdict)] if verdicts else ()
        assert not verdicts or sentence.verdict in verdicts, sentence.number
        assert verdicts <= {*better, sentence.verdict}, sentence.number


def test_claim_covers_only_sentences_of_its_paper():
    for claim in CLAIMS.values():
        known = {number for number in NUMBERS if number.startswith(f"{claim.paper}-")}
        assert set(claim.covers) <= known, claim.id


def test_coverage_option_prints_same_counts_as_json(capsys):
    assert main(["claims", "--coverage", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["number"] for row in rows] == NUMBERS
    assert main(["claims", "--coverage"]) == 0
    printed = capsys.readouterr().out
    left = [row["number"] for row in rows if row["state"] != coverage.MEASURED]
    assert all(f"  {number}  " in printed for number in left)
    every = next(line for line in printed.splitlines() if line.startswith("all ")).split()[1:]
    states = [sum(row["state"] == state for row in rows) for state in coverage.STATES]
    assert [int(count) for count in every] == [len(rows), *states]


def test_coverage_option_with_claim_id_exits_with_status_2(capsys):
    assert main(["claims", "dci-0.6", "--coverage"]) == 2
    assert "--coverage: found other options" in capsys.readouterr().err


@pytest.mark.parametrize("word", WORDS)
def test_matches_wording_uses_documented_limit(word):
    limit = WORDS[word][1]
    assert str(limit) in said(word).text
    assert said(word).met(limit - 0.001, 0) != said(word).met(limit + 0.001, 0)


# ------------------------------------------------------------------------------- what goes red


def found(experiment, **more):
    claim = registry.Claim(
        "x", "paper", "here", "says", registry.equals_printed("0.50"), "holds", experiment, **more
    )
    return claim.check(seeds=more.get("seeds", 20))


def test_finding_other_reading_does_not_replace_required_one():
    two = lambda: {"theirs": 0.7, "ours": 0.5}
    assert found(two).verdict == registry.READING
    assert found(two, meets="ours").verdict == registry.READING
    lost = found(two, meets="theirs")
    assert lost.verdict == registry.FAILS and not lost.as_recorded


def test_finding_with_changed_pinned_value_is_not_as_recorded():
    assert found(lambda: 0.503, pinned="0.503").as_recorded
    moved = found(lambda: 0.503, pinned="0.500")
    assert moved.verdict == registry.HOLDS and not moved.as_recorded
    assert "the record says: measured 0.500" in repr(moved)


def test_finding_is_compared_with_closed_form():
    assert found(lambda: 0.5, exact=0.5).as_recorded
    assert "closed form" in found(lambda: 0.503, exact=0.5).changed


def test_finding_that_matches_intended_reading_is_misprint():
    of_two = lambda printed, other: found(
        lambda: {"as printed": printed, "other": other}, misprint_readings=("other",)
    )
    assert of_two(0.7, 0.5).verdict == registry.MISPRINT
    assert of_two(0.7, 0.6).verdict == registry.FAILS
    assert of_two(0.5, 0.5).verdict == registry.HOLDS
    assert not of_two(0.7, 0.5).meets("other") and "meant: other" in repr(of_two(0.7, 0.5))


def test_finding_is_undecided_if_half_of_seeds_disagree():
    late = lambda seed: 0.9 + 0.001 * seed if seed < 10 else 0.5
    assert found(late).verdict == registry.UNDECIDED
    assert found(lambda seed: 0.5 + 0.001 * seed).verdict == registry.HOLDS


def test_finding_of_open_claim_keeps_its_measurement():
    shown = found(lambda: 0.5, missing="what was lost")
    assert shown.verdict == registry.OPEN and shown.measured and "what was lost" in repr(shown)


def test_covered_quotations_have_at_most_12_words():
    assert all(len(sentence.words.split()) <= 12 for sentence in SENTENCES)


# Claims that depend on chance and are quick; the last one once depended on their number.
QUICK = [
    "fact-1-beta",
    "fact-1-factor",
    "sap-0.32",
    "fact-3-patterns",
    "fact-4-least",
    "course-mig-bins",
    "course-mig-samples",
    "toy-chen-1",
    "toy-chen-2",
    "course-dci-low-i",
]


@pytest.mark.slow
@pytest.mark.parametrize("id", QUICK)
def test_claim_verdict_is_stable_across_numbers_of_seeds(id):
    claim = CLAIMS[id]
    assert claim.is_stochastic
    every = claim.check(seeds=40).readings
    for seeds in (10, 15, 20, 40):  # fewer seeds are the first of more seeds
        first = {name: found.values[:seeds] for name, found in every.items()}
        finding = claim.judged(first, 0.0)
        assert finding.as_recorded, finding


# ------------------------------------------------------------------------------- pages to read


def test_claims_html_folder_has_page_per_paper_with_ordered_sentences(
    tmp_path, monkeypatch, capsys
):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "pages"
    assert main(["claims", "dci-0.6", "course-mig-low", "--html", str(folder)]) == 0
    papers = {sentence.paper for sentence in SENTENCES}
    assert {path.name for path in folder.iterdir()} == {"index.html"} | {
        f"{paper}.html" for paper in papers
    }
    for paper in papers:
        page = (folder / f"{paper}.html").read_text(encoding="utf-8")
        says = [html.escape(s.statement) for s in SENTENCES if s.paper == paper]
        places = [page.index(words) for words in says]
        assert len(places) == len(says) and page.count("<tr><td") == len(says)
    page = (folder / "sepliarskaia2019.html").read_text(encoding="utf-8")
    assert '<details id="dci-0.6">' in page and 'href="#dci-0.6"' in page
    index = (folder / "index.html").read_text(encoding="utf-8")
    assert all(f'href="{paper}.html"' in index for paper in papers)
    assert 'href="sepliarskaia2019.html#dci-0.6"' in index and "0.5993" in index


def test_claims_html_to_existing_file_fails_before_any_work(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert main(["claims", "dci-0.6", "--html", str(tmp_path / "file")]) == 2
    assert "--html: found that pages cannot be written" in capsys.readouterr().err


def test_claim_source_contains_helpers_in_order():
    source = CLAIMS["fact-9"].source
    assert source.index("def leaks_everywhere") < source.index("def _fooling_scores")
    assert source.index("def _fooling_scores") < source.index("def highest_mig")


def test_claim_source_finds_cached_and_imported_helpers():
    """Every claim shows its source, also where the source names a table, a list or a class."""
    assert all(claim.source for claim in CLAIMS.values())
    assert "def chen(" in CLAIMS["toy-chen-2"].source
    assert "def ten_layers(" in CLAIMS["toy-learned-higgins"].source


def test_claim_source_shows_values_of_enclosing_scope():
    source = CLAIMS["criterion-kim-com"].source
    assert "metric='factor_vae'" in source and "@CRITERIA" not in source
    assert source.index("def fall(") < source.index("def how_far_it_falls(")

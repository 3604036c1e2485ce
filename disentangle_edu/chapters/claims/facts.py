"""Statements of the chapter on the ledger, each with a function that checks it."""

import inspect
from collections.abc import Mapping, Sequence

import numpy as np

from ...claims.coverage import MEASURED, UNTESTABLE, list_sentences
from ...claims.facts import Checked, checked, fact
from ...claims.registry import (
    CLAIMS,
    FAILS,
    HOLDS,
    READING,
    UNDECIDED,
    WORDS,
    Claim,
    below,
    equals_printed,
    said,
)
from ...claims.zhang2021_models import runs
from .quiz import CLAIMS_ASKED, _verdict_of_runs, three_loose_runs

COURSE_PAGE = "course"
SCREEN = 40  # lines


# ------------------------------------------------------------------------------------- the ledger


@fact(
    "We measure every checkable sentence of four papers, of a fifth paper's abstract and of a "
    "course page, unless something is missing."
)
def every_sentence_is_measured(full: bool) -> Checked:
    """Papers of the ledger, and sentences that are not measured although nothing is missing."""
    sentences = list_sentences()
    papers = {sentence.paper for sentence in sentences} - {COURSE_PAGE}
    partly = ("abstract", "suite")  # of these papers we have no more
    whole = {s.paper for s in sentences if not s.where.startswith(partly)} - {COURSE_PAGE}
    checkable = [s for s in sentences if s.state != UNTESTABLE]
    silent = [s for s in checkable if s.state != MEASURED and not s.needs]
    holds = (len(papers), len(whole)) == (5, 4) and not silent
    return checked(holds, papers=len(papers), checkable=len(checkable), silent=len(silent))


@fact("Of the fifth paper, figures of all fifteen experiments are on trial, too.")
def figures_of_the_suite_are_measured(full: bool) -> Checked:
    """Sentences from the suite of joshi2026, all measured, and their experiments."""
    suite = [sentence for sentence in list_sentences() if sentence.where.startswith("suite")]
    measured = sum(sentence.state == MEASURED for sentence in suite)
    experiments = len({sentence.where for sentence in suite})
    holds = (experiments, measured) == (15, len(suite))
    return checked(holds, experiments=experiments, sentences=len(suite), measured=measured)


@fact("Every claim names its section.")
def every_claim_has_a_section(full: bool) -> Checked:
    """Claims without a position in their paper."""
    nowhere = sum(not entry.where.strip() for entry in CLAIMS.values())
    return checked(nowhere == 0, claims=len(CLAIMS), nowhere=nowhere)


@fact("Sentences are in our words, with a few of the paper's so that you can find them.")
def sentences_quote_a_few_words(full: bool) -> Checked:
    """Sentences without a quotation or without a statement, and the longest quotation in words."""
    sentences = list_sentences()
    lengths = [len(sentence.words.split()) for sentence in sentences]
    is_ours = all(s.statement and s.statement != s.words for s in sentences)
    return checked(is_ours and min(lengths) > 0 and max(lengths) <= 20, longest=max(lengths))


@fact("When a paper uses a word and no number, we use one number for all papers")
def words_have_one_number(full: bool) -> Checked:
    """Words for which we chose a number, each with the number of papers that use the word."""
    papers: dict[str, set[str]] = {}
    for entry in CLAIMS.values():
        for expected in (entry.expects, entry.conclusion):
            if expected is not None and expected.ours:
                papers.setdefault(expected.text, set()).add(entry.paper)
    is_listed = set(papers) <= {said(word).text for word in WORDS}
    shared = sum(len(some) > 1 for some in papers.values())
    return checked(is_listed and shared > 0, words=len(papers), of_several_papers=shared)


@fact("Read the function: it is one screen, and its stand-ins are named.")
def every_claim_is_one_screen(full: bool) -> Checked:
    """The longest function of the ledger in lines, with the claim above it."""
    functions = [entry.experiment for entry in CLAIMS.values() if entry.experiment is not None]
    longest = max(len(inspect.getsource(function).splitlines()) for function in functions)
    return checked(longest <= SCREEN, longest=longest)


# --------------------------------------------------------------------------------------- verdicts


def verdict_of(
    readings: Mapping[str, Sequence[float]], *, printed: str = "", meets: str = ""
) -> str:
    """Verdict on a made-up claim; without a printed figure, it expects at most one half."""
    expects = equals_printed(printed) if printed else below(0.5)
    first = Claim("", "", "", "", expects, HOLDS, lambda seed: 0.0, meets=meets)
    return first.judged(readings, 0).verdict


@fact(
    "holds: every reading meets the printed figure, usually within half a unit of its last "
    "digit plus three standard deviations of single runs"
)
def holding_takes_every_reading(full: bool) -> Checked:
    """Verdicts just within and just beyond the tolerance, for runs of several spreads."""
    outcomes = []
    for spread in (0.0, 0.01, 0.1):
        three = np.array([-spread, 0, spread])
        reach = 0.65 + 3 * three.std(ddof=1)
        near, far = (three + reach - 1e-6).tolist(), (three + reach + 1e-6).tolist()
        outcomes.append(verdict_of({"a": near, "b": near}, printed="0.6") == HOLDS)
        outcomes.append(verdict_of({"a": near, "b": far}, printed="0.6") != HOLDS)
    return checked(all(outcomes), share=np.mean(outcomes))


@fact("holds under a reading: only some readings do, or only the one that the paper itself names")
def some_readings_are_enough(full: bool) -> Checked:
    """Verdicts if one of two readings meets the figure, which the paper names or does not."""
    readings = {"a": [0.6], "b": [0.9]}
    verdicts = [verdict_of(readings, printed="0.6", meets=named) for named in ("", "a", "b")]
    return checked(verdicts == [READING, READING, FAILS])


@fact("undecided: the first half of the seeds gives a different verdict from all seeds together")
def halves_disagree(full: bool) -> Checked:
    """Verdicts on twenty runs whose first half is lower, and on runs that are all alike."""
    mixed, alike = [0.1] * 10 + [1.0] * 10, [0.1, 1.0] * 10
    verdicts = [verdict_of({"a": values}) for values in (mixed, alike)]
    return checked(verdicts == [UNDECIDED, FAILS])


@fact("A single run has no spread, so it must match the figure to its last digit.")
def single_run_must_match(full: bool) -> Checked:
    """Verdicts on one run of a printed 0.60, a little within half of its last digit and beyond."""
    verdicts = [_verdict_of_runs([value]).verdict for value in (0.5951, 0.6049, 0.5949, 0.6051)]
    return checked(verdicts == [HOLDS, HOLDS, FAILS, FAILS])


@fact("A large spread lets many figures pass, which the exercise uses.")
def large_spread_lets_figures_pass(full: bool) -> Checked:
    """Share of printed figures that hold for three runs far apart, and for three at their mean."""
    apart = three_loose_runs()
    close = [float(np.mean(apart))] * 3
    figures = [f"{value:.2f}" for value in np.arange(0, 1, 0.01)]
    loose, tight = (
        float(np.mean([verdict_of({"a": values}, printed=figure) == HOLDS for figure in figures]))
        for values in (apart, close)
    )
    return checked(loose > 0.1 > 0.02 > tight, loose=loose, tight=tight)


# ---------------------------------------------------------------------------------- what fails


def failing(start: Sequence[str] = ("",), end: str = "") -> list[str]:
    """Names of failing claims that start and end so."""
    failed = [id for id, entry in CLAIMS.items() if entry.verdict == FAILS]
    return [id for id in failed if id.startswith(tuple(start)) and id.endswith(end)]


def still_fail(ids: Sequence[str]) -> bool:
    """Whether all these claims fail when they are measured."""
    return all(CLAIMS[id].check(seeds=1).verdict == FAILS for id in ids)


@fact("Some of them are about every code, and a single witness refutes them.")
def one_witness_refutes_facts(full: bool) -> Checked:
    """Failing facts and tables of sepliarskaia2019, measured on a code each."""
    ids = failing(("fact-", "table-"))
    quick = ids if full else [id for id in ids if id.startswith("fact-")]
    return checked(len(quick) > 1 and still_fail(quick), claims=len(ids))


@fact("Others say what a score notices or misses, and a measurement contradicts them.")
def measurements_contradict_criteria(full: bool) -> Checked:
    """Failing claims about what a score reflects, measured; together with the others, all."""
    ids, pos = failing(("criterion-", "almudevar-only-")), failing(end="-pos")
    others = len(pos) + len(failing(("fact-", "table-", "joshi-suite-")))
    is_all = len(ids) + others == len(failing())
    quick = ids if full else [id for id in ids if id.startswith("criterion-")]
    return checked(is_all and len(quick) > 1 and still_fail(quick), claims=len(ids))


@fact(
    "One is a published MCC of 200 latents of noise: it repeats that of five, and we measure "
    "another."
)
def one_failure_is_a_published_figure(full: bool) -> Checked:
    """Failing claims about the suite, and the printed figures for 200 latents and for five."""
    ids = failing(("joshi-suite-",))
    printed = {CLAIMS[id].expects.text for id in (*ids, "joshi-suite-noise-50")}
    return checked(len(ids) == 1 and len(printed) == 1 and still_fail(ids), claims=len(ids))


@fact("Two are about models of sentences on POS, of which we have only one run per model.")
def two_failures_are_on_pos(full: bool) -> Checked:
    """Failing claims on POS, and the runs of each model."""
    n_failing, n_runs = len(failing(end="-pos")), runs("rec", "POS").shape[1]
    return checked((n_failing, n_runs) == (2, 1), claims=n_failing, runs=n_runs)


@fact(
    "MIG depends on the number of bins. None of the other six holds fully: a single witness "
    "refutes a sentence about every code, and a measurement one about a metric in general."
)
def one_of_seven_holds_fully(full: bool) -> Checked:
    """Verdicts on the seven claims of the question, measured."""
    holding = [id for id in CLAIMS_ASKED if CLAIMS[id].check().verdict == HOLDS]
    return checked(holding == ["course-mig-bins"] and len(CLAIMS_ASKED) == 7, hold=len(holding))


@fact(
    "For example, *high* is at least 0.9, and *low* is at most 0.5; the last line unfolds the "
    "others."
)
def words_have_these_numbers(full: bool) -> Checked:
    """The numbers of two words of the ledger."""
    holds = WORDS["high"] == ("at least", 0.9) and WORDS["low"] == ("at most", 0.5)
    return checked(holds, words=len(WORDS))


NO_FACT = {
    "MIG depends on the number of bins": "cited",
    "Here, from all papers, are the claims that fail": "printed",
    "quote such a claim only together with its reading.": "instruction",
    "Every dot is one run, and the shaded band shows what counts as close enough.": "definition",
    "The tests of this package measure every claim that is not open, and fail when a verdict "
    "changes.": "about the course",
    "None of them rounds to 0.60, and neither does their mean.": "instruction",
}

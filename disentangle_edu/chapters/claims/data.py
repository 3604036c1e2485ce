"""The catalogue of the ledger: every claim, and every sentence without one, as filters see it."""

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass

from ...claims.coverage import Sentence, pages
from ...claims.registry import CLAIMS, WORDS, Claim
from ...metric import METRICS
from ...viz.markdown import NotebookText

ALL, FIRST = "all", "dci-0.6"


@dataclass(frozen=True)
class Entry:
    """A claim, or a sentence without one, as filters see it.

    places : of the sentences that it covers, in the order of all pages.
    words : everything that a search looks through, in small letters.
    """

    id: str
    paper: str
    verdict: str
    metrics: frozenset[str]
    words: str
    places: tuple[int, ...]

    def fits(self, paper: str, verdict: str, metric: str, word: str, **_: object) -> bool:
        """Whether the filters leave it."""
        return (
            paper in (ALL, self.paper)
            and verdict in (ALL, self.verdict)
            and (metric == ALL or metric in self.metrics)
            and word.strip().lower() in self.words
        )


@functools.cache
def all_sentences() -> tuple[tuple[Sentence, ...], Mapping[str, int]]:
    """All sentences, page after page, and where each paper begins."""
    sentences: list[Sentence] = []
    first = {}
    for paper, page in pages().items():
        first[paper] = len(sentences)
        sentences += page
    return tuple(sentences), first


@functools.cache
def catalogue() -> Mapping[str, Entry]:
    """Every claim, and every sentence without one, in the order of the pages."""
    sentences, _ = all_sentences()
    places: dict[str, list[int]] = {}
    for position, sentence in enumerate(sentences):
        for id in entries_of(sentence):
            places.setdefault(id, []).append(position)
    return {
        id: _make_entry(id, [sentences[j] for j in positions], tuple(positions))
        for id, positions in places.items()
    }


def entries_of(sentence: Sentence) -> tuple[str, ...]:
    """The claims that cover a sentence, that with its verdict first; or its number."""
    claims = sorted(sentence.claims, key=lambda id: CLAIMS[id].verdict != sentence.verdict)
    return tuple(claims) or (sentence.number,)


def _make_entry(id: str, sentences: list[Sentence], places: tuple[int, ...]) -> Entry:
    lines = [
        search_text
        for s in sentences
        for search_text in (s.number, s.where, s.words, s.statement, s.needs)
    ]
    if id not in CLAIMS:
        sentence = sentences[0]
        search_text = " ".join([*lines, sentence.verdict]).lower()
        return Entry(id, sentence.paper, sentence.verdict, frozenset(), search_text, places)
    claim = CLAIMS[id]
    lines += [id, claim.where, claim.statement, claim.note, claim.verdict, claim.expects.text]
    search_text = " ".join(lines).lower()
    return Entry(id, claim.paper, claim.verdict, metrics_of(claim), search_text, places)


def metrics_of(claim: Claim) -> frozenset[str]:
    """The metrics that are named where it is measured, or in what it says."""
    wording = f"{claim.source} {claim.statement}"
    return frozenset(name for name in METRICS if _name_pattern(name).search(wording))


@functools.cache
def _name_pattern(name: str) -> re.Pattern[str]:
    """A metric's name as code and people write it: beta_vae, BetaVAE, dependent modularity."""
    return re.compile(rf"(?<![\w-]){name.replace('_', '[_ ]?')}(?![\w-])", re.IGNORECASE)


def numbers_of_words() -> NotebookText:
    """What we take each word of a paper for, to be unfolded."""
    lines = [f"{word}: {asks} {limit}" for word, (asks, limit) in WORDS.items()]
    return NotebookText("\n".join(lines), "folded", "words that papers use, and our numbers")

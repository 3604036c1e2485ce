"""Sentences of the papers: which of them the ledger measures, and what the others need.

sentences.csv lists every sentence and figure that can be checked of the five documents, and of the
abstract of a sixth: its number, the paper, the position, a few of its words to search for,
and what it says in our words. `kind` is "not testable" if nothing could be measured; `needs` says
what is needed to decide an open sentence, or why a sentence of the other kind cannot be tested.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import registry
from .registry import ARGUMENT, FAILS, FIGURE, HOLDS, MISPRINT, READING, UNDECIDED

if TYPE_CHECKING:
    import pandas as pd

MEASURED, OPEN, UNTESTABLE = STATES = ("measured", "open", "not testable")
# From the best to the worst: a sentence has the worst verdict of its claims.
SEVERITY = (HOLDS, READING, MISPRINT, FIGURE, ARGUMENT, UNDECIDED, FAILS)


@dataclass(frozen=True)
class Sentence:
    """Sentence of a paper that can be checked, and the claims that cover it.

    Parameters
    ----------
    number : str
        Number of the sentence, such as "sepliarskaia2019-01".
    paper : str
        Key of the paper.
    where : str
        Position in the paper.
    words : str
        A few of its words, by which you find it in the paper.
    statement : str
        What the sentence says, in our words.
    kind : {'checkable', 'not testable'}
        Whether anything could be measured.
    needs : str
        What is needed to decide an open sentence, or why a sentence is not testable.
    claims : tuple of str
        Names of the claims that cover the sentence.

    Examples
    --------
    >>> from disentangle_edu.claims.coverage import list_sentences
    >>> first = list_sentences()[0]
    >>> first.number, first.claims, first.state
    ('sepliarskaia2019-01', ('most-break',), 'measured')
    """

    number: str
    paper: str
    where: str
    words: str
    statement: str
    kind: str
    needs: str
    claims: tuple[str, ...]

    @property
    def state(self) -> str:
        """One of STATES. A sentence is measured when a claim that covers it can be decided."""
        if self.kind == UNTESTABLE:
            return UNTESTABLE
        return MEASURED if self._decided() else OPEN

    @property
    def verdict(self) -> str:
        """The worst recorded verdict of its claims that can be decided; else its state."""
        return max(self._decided(), key=SEVERITY.index, default=self.state)

    @property
    def section(self) -> str:
        """Its position without the details: "Fact 1" of "Fact 1, proof"."""
        return re.split(r",| \(", self.where)[0]

    def _decided(self) -> list[str]:
        claims = [registry.CLAIMS[id] for id in self.claims]
        return [claim.verdict for claim in claims if not claim.is_open]

    def as_dict(self) -> dict[str, object]:
        """Return plain values for JSON.

        Returns
        -------
        record : dict of str to object
            The attributes, with ``says`` for the statement, and the state.
        """
        return {
            "number": self.number,
            "paper": self.paper,
            "where": self.where,
            "words": self.words,
            "says": self.statement,
            "state": self.state,
            "needs": self.needs,
            "claims": list(self.claims),
        }


def list_sentences() -> list[Sentence]:
    """List every sentence, in the order of its paper.

    The file of sentences says what an open sentence needs. If it does not, the open claims that
    cover the sentence do.

    Returns
    -------
    sentences : list of Sentence
        All sentences of sentences.csv.

    Examples
    --------
    >>> from disentangle_edu.claims.coverage import list_sentences
    >>> {sentence.paper for sentence in list_sentences()} >= {"sepliarskaia2019", "zhang2021"}
    True
    """
    by_number: dict[str, list[str]] = {}
    for id, claim in registry.CLAIMS.items():
        for number in claim.covers:
            by_number.setdefault(number, []).append(id)
    return [
        _make_sentence(row, by_number.get(row["number"], [])) for row in registry.written().values()
    ]


def pages() -> dict[str, list[Sentence]]:
    """List the sentences of each paper, and at the end the claims on it that cover no sentence.

    Returns
    -------
    pages : dict of str to list of Sentence
        Sentences by paper, in the order of the paper.

    Examples
    --------
    >>> from disentangle_edu.claims.coverage import pages
    >>> pages()["course"][0].paper
    'course'
    """
    by_paper: dict[str, list[Sentence]] = {}
    for sentence in list_sentences():
        by_paper.setdefault(sentence.paper, []).append(sentence)
    for id, claim in registry.CLAIMS.items():
        if not claim.covers:
            row = (claim.where, "", claim.statement, "checkable", claim.missing, (id,))
            by_paper.setdefault(claim.paper, []).append(Sentence(id, claim.paper, *row))
    return by_paper


def _make_sentence(row: dict[str, str], ids: list[str]) -> Sentence:
    missing = "; ".join(registry.CLAIMS[id].missing for id in ids if registry.CLAIMS[id].is_open)
    return Sentence(**(row | {"needs": row["needs"] or missing}), claims=tuple(ids))


def count_states(sentences: Iterable[Sentence]) -> "pd.DataFrame":
    """Count how many sentences of each paper are measured, open and not testable.

    Parameters
    ----------
    sentences : iterable of Sentence
        Sentences to count.

    Returns
    -------
    counts : DataFrame
        One row per paper and the row "all". The columns are ``sentences``, their number, and one
        column per state.

    Examples
    --------
    >>> from disentangle_edu.claims.coverage import count_states, list_sentences
    >>> counts = count_states(list_sentences()[:3])
    >>> int(counts.loc["all", "sentences"])
    3
    """
    import pandas as pd

    rows = [(sentence.paper, sentence.state) for sentence in sentences]
    table = pd.DataFrame(rows, columns=["paper", "state"])
    counts = table.groupby("paper", sort=False).state.value_counts().unstack(fill_value=0)
    counts = counts.reindex(columns=list(STATES), fill_value=0)
    counts.insert(0, "sentences", counts.sum(axis=1))
    counts.loc["all"] = counts.sum()
    return counts.rename_axis(index=None, columns=None)

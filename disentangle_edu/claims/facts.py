"""Facts: statements that the course makes in its own voice, each with a function that checks it.

    @fact("A row whose rest lies in ten places loses 0.401; in one place, 0.209.")
    def rest_in_ten_places(full):
        ...
        return checked(many > one, many=many, one=one)

A chapter has its facts in `facts.py`. The statement is a sentence of the chapter as it is printed,
so that a test finds out if one of the two changes.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import SupportsFloat

from ..validation import check_unused_id
from .registry import FAILS, HOLDS, Verdict

# Why a sentence needs no fact, although it has a word such as "every" or "because".
REASONS = (
    "instruction",  # gives the reader an instruction
    "question",
    "definition",  # defines a word, or how a score is computed
    "printed",  # the next cell prints the numbers
    "about the course",
    "conditional",  # states what would follow; nothing is measured
    "cited",  # cites a paper; the ledger tests it
)


@dataclass(frozen=True)
class Checked:
    """Whether a statement holds, with the numbers that decide it.

    Parameters
    ----------
    holds : bool
        Whether the statement holds.
    numbers : dict of str to float
        What was measured, by name.

    Examples
    --------
    >>> from disentangle_edu.claims.facts import Checked
    >>> Checked(True, {"D": 0.6})
    holds (D 0.6)
    """

    holds: bool
    numbers: dict[str, float] = field(default_factory=dict)

    @property
    def verdict(self) -> Verdict:
        """Verdict of the ledger.

        Returns
        -------
        verdict : Verdict
            "holds" or "fails".
        """
        return HOLDS if self.holds else FAILS

    def __repr__(self) -> str:
        numbers = ", ".join(f"{name} {value:.4g}" for name, value in self.numbers.items())
        return f"{self.verdict} ({numbers})" if numbers else str(self.verdict)


def checked(holds: bool, **numbers: SupportsFloat) -> Checked:
    """Result of a fact: whether it holds, with the numbers that decide it.

    Parameters
    ----------
    holds : bool
        Whether the statement holds.
    **numbers : float
        What was measured, by name.

    Returns
    -------
    result : Checked
        The result.

    Examples
    --------
    >>> from disentangle_edu.claims.facts import checked
    >>> checked(0.4 > 0.2, many=0.4, one=0.2)
    holds (many 0.4, one 0.2)
    """
    return Checked(bool(holds), {name: float(value) for name, value in numbers.items()})


@dataclass(frozen=True)
class Fact:
    """Statement of a chapter, and the function that checks it.

    Parameters
    ----------
    id : str
        Chapter and name, such as "dci/rest-in-ten-places".
    chapter : str
        Name of the chapter.
    statement : str
        Sentence of the chapter, as it is printed.
    check : callable
        Function such that check(full) returns a Checked. With full=False, it uses small samples.

    Examples
    --------
    >>> from disentangle_edu.claims.facts import Fact, checked
    >>> Fact("dci/x", "dci", "Two is more than one.", lambda full: checked(2 > 1)).check(False)
    holds
    """

    id: str
    chapter: str
    statement: str
    check: Callable[[bool], Checked]


FACTS: dict[str, Fact] = {}


def facts_of(chapter: str) -> list[Fact]:
    """Facts of one chapter, among those that are in FACTS.

    Parameters
    ----------
    chapter : str
        Name of the chapter.

    Returns
    -------
    facts : list of Fact
        Its facts, in the order of its `facts.py`. Empty if that module has not been imported.

    Examples
    --------
    >>> from disentangle_edu.claims.facts import facts_of
    >>> facts_of("no such chapter")
    []
    """
    return [fact for fact in FACTS.values() if fact.chapter == chapter]


def fact(statement: str) -> Callable[[Callable[[bool], Checked]], Callable[[bool], Checked]]:
    """Decorate the function that checks a statement of a chapter, and add it to FACTS.

    Parameters
    ----------
    statement : str
        Sentence of the chapter, as it is printed.

    Returns
    -------
    decorator : callable
        Decorator that returns the function unchanged. The fact has the name of the function, after
        the name of the chapter whose module defines it.

    Raises
    ------
    ValueError
        If the name is taken.

    Examples
    --------
    >>> from disentangle_edu.claims.facts import FACTS, checked, fact
    >>> @fact("Two is more than one.")
    ... def two_is_more(full):
    ...     return checked(2 > 1)
    >>> name, _ = FACTS.popitem()
    >>> name.split("/")[1]
    'two-is-more'
    """

    def decorate(check: Callable[[bool], Checked]) -> Callable[[bool], Checked]:
        *_, chapter, _ = f".{check.__module__}".split(".")
        id = f"{chapter}/{check.__name__.replace('_', '-')}"
        check_unused_id(id, FACTS, check)
        FACTS[id] = Fact(id, chapter, statement, check)
        return check

    return decorate

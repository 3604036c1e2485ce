"""Every factual sentence of the course has a check, or says why it needs none."""

import importlib
import re

import pytest
from chapter_files import HERE, built

from disentangle_edu import chapters
from disentangle_edu.claims.facts import FACTS, REASONS, facts_of
from disentangle_edu.course import COURSE

chapters.collect("facts", COURSE)
TRIGGER = re.compile(
    r"\b(every|all|none|only|always|never|most|first|last|higher|because|so|means that)\b", re.I
)


def words_of(text):
    """The text in one line, without the markup of Markdown and of Python strings."""
    text = re.sub(r'"\s*\n\s*f?"', "", text)
    text = re.sub(r"^# ?", "", text, flags=re.M)
    return re.sub(r"[*_`]|\s+", lambda match: " " if match[0].isspace() else "", text)


def text_of(chapter):
    """All text of a chapter: prose, questions, labs and guide."""
    files = [*(HERE / chapter).rglob("*.py"), *(HERE / chapter).glob("*.md")]
    return words_of("\n".join(path.read_text() for path in files if path.name != "facts.py"))


def sentences_to_check(chapter):
    """The sentences of the prose with a word such as "every" or "because"."""
    prose = (HERE / chapter / "prose.py").read_text(encoding="utf-8")
    cells = [
        cell for cell in re.split(r"^# %%", prose, flags=re.M) if cell.startswith(" [markdown]")
    ]
    lines = [line for cell in cells for line in cell.splitlines()[1:]]
    lines = [line for line in lines if not line.startswith(("# #", "# **In this chapter"))]
    sentences = re.split(r"(?<=[.?!]) (?=[A-Z(<])", words_of("\n".join(lines)))
    return [sentence.strip() for sentence in sentences if TRIGGER.search(sentence)]


@pytest.mark.parametrize("id", FACTS)
def test_fact_holds(id):
    result = FACTS[id].check(False)
    assert result.holds, f"{FACTS[id].statement} {result!r}"


@pytest.mark.slow
@pytest.mark.parametrize("id", FACTS)
def test_fact_holds_at_full_size(id):
    result = FACTS[id].check(True)
    assert result.holds, f"{FACTS[id].statement} {result!r}"


@pytest.mark.parametrize("id", FACTS)
def test_fact_is_a_sentence_of_its_chapter(id):
    assert words_of(FACTS[id].statement) in text_of(FACTS[id].chapter)


@pytest.mark.parametrize(
    "chapter", [name for name in COURSE if (HERE / name / "facts.py").exists()]
)
def test_sentence_with_claim_has_fact_or_reason(chapter):
    module = importlib.import_module(f"disentangle_edu.chapters.{chapter}.facts")
    assert set(module.NO_FACT.values()) <= set(REASONS)
    known = [fact.statement for fact in facts_of(chapter)]
    known = [words_of(words) for words in (*known, *module.NO_FACT)]
    unchecked = [
        sentence
        for sentence in sentences_to_check(chapter)
        if not any(words in sentence or sentence in words for words in known)
    ]
    assert not unchecked, "\n".join(unchecked)
    everything = text_of(chapter)
    assert all(words_of(words) in everything for words in module.NO_FACT)


@pytest.mark.parametrize("chapter", COURSE)
def test_notebook_keeps_what_its_facts_gave(chapter):
    kept = built(chapter).metadata["facts"]
    assert set(kept) == {fact.id for fact in facts_of(chapter)}
    assert all(given.startswith("holds") for given in kept.values())

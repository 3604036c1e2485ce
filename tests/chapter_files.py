"""What a chapter's room holds: its prose, its notebook as it is committed, and what it enters."""

import nbformat

from disentangle_edu.chapters.build import HERE, NOTEBOOKS
from disentangle_edu.course import notebook


def prose_of(chapter):
    return (HERE / chapter / "prose.py").read_text(encoding="utf-8")


def built(chapter):
    """A chapter's notebook, as it is committed."""
    return nbformat.read(NOTEBOOKS / f"{notebook(chapter)}.ipynb", as_version=4)


def is_of(chapter, thing):
    """Whether a function, or a class, stands in a chapter's room."""
    return getattr(thing, "__module__", "").startswith(f"disentangle_edu.chapters.{chapter}.")


def entered_ids(chapter, known, function):
    """The ids of what a chapter has entered in a register; function(entry) is what it wrote."""
    return {id for id, entry in known.items() if is_of(chapter, function(entry))}


def questions_of(chapter):
    from disentangle_edu.lessons import QUESTIONS

    return entered_ids(chapter, QUESTIONS, lambda question: question.truth)


def exercises_of(chapter):
    from disentangle_edu.lessons import EXERCISES

    return entered_ids(chapter, EXERCISES, lambda exercise: exercise.demands)

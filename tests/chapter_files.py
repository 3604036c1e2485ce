"""What a chapter's folder holds: its prose, its committed notebook, and what it registers."""

import nbformat

from disentangle_edu.chapters.build import HERE, NOTEBOOKS
from disentangle_edu.course import notebook


def prose_of(chapter):
    return (HERE / chapter / "prose.py").read_text(encoding="utf-8")


def built(chapter):
    """A chapter's notebook as committed."""
    return nbformat.read(NOTEBOOKS / f"{notebook(chapter)}.ipynb", as_version=4)


def is_of(chapter, thing):
    """Whether a function or a class is defined in a chapter's folder."""
    return getattr(thing, "__module__", "").startswith(f"disentangle_edu.chapters.{chapter}.")


def entered_ids(chapter, known, function):
    """The ids that a chapter registers; function(entry) is the function that the chapter wrote."""
    return {id for id, entry in known.items() if is_of(chapter, function(entry))}


def questions_of(chapter):
    from disentangle_edu.lessons import QUESTIONS

    return entered_ids(chapter, QUESTIONS, lambda question: question.truth)


def exercises_of(chapter):
    from disentangle_edu.lessons import EXERCISES

    return entered_ids(chapter, EXERCISES, lambda exercise: exercise.demands)

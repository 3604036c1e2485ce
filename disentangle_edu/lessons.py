"""Questions and exercises, collected from the chapters.

check("08-exercise-1", answer)   -> Graded: what was asked, what is met, what was found instead
hint("08-exercise-1")            a hint, folded away
solution("08-exercise-1")        the lines of an answer that passes, folded away
given("05-own", "Ada")           the numbers of one student, for an exercise of their own
"""

from . import chapters
from .quiz.exercises import (
    EXERCISES,
    PERSONAL_EXERCISES,
    Exercise,
    Graded,
    PersonalExercise,
    Requirement,
    check,
    given,
    hint,
    solution,
)
from .quiz.questions import QUESTIONS, Question

chapters.collect("quiz")  # fills EXERCISES and QUESTIONS

"""Questions and exercises, collected from the chapters.

check("08-exercise-1", answer)   -> Graded: each requirement, whether it is met, and what was found
hint("08-exercise-1")            a hint, folded away
solution("08-exercise-1")        the lines of an answer that passes, folded away
given("05-own", "Ada")           the numbers of one student, for a personal exercise
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

"""Questions and exercises, collected from the chapters.

check("08-exercise-1", answer)   -> Graded: what was asked, what is met, what was found instead
hint("08-exercise-1")            a hint, folded away
solution("08-exercise-1")        the lines of an answer that passes, folded away
"""

import importlib

from . import chapters
from .asking.exercises import EXERCISES, Demand, Exercise, Graded, check, hint, solution
from .asking.questions import QUESTIONS, Question
from .course import COURSE

for _chapter in COURSE:  # these fill EXERCISES and QUESTIONS
    importlib.import_module(f"{chapters.__name__}.{_chapter}.asked")

"""Questions and exercises, collected from the chapters.

check("08-exercise-1", answer)   -> Graded: what was asked, what is met, what was found instead
hint("08-exercise-1")            a hint, folded away
solution("08-exercise-1")        the lines of an answer that passes, folded away
"""

from . import chapters
from .asking.exercises import EXERCISES, Demand, Exercise, Graded, check, hint, solution
from .asking.questions import QUESTIONS, Question

chapters.collect("asked")  # fills EXERCISES and QUESTIONS

"""Lessons: the exercises at the end of notebooks, and one check that says whether an answer passes.

    check("08-exercise", answer)   -> Graded: what was asked, what is met, what was found instead
    hint("08-exercise")            a hint
    solution("08-exercise")        the lines of an answer that passes

exercises           what an exercise is, and how an answer is read and judged
judging_metrics     exercises of notebooks 07 to 11
beyond_axes         exercises of notebooks 12 to 17
"""

from . import judging_metrics, beyond_axes  # isort: skip  # fills EXERCISES, in their order
from .exercises import EXERCISES, Demand, Exercise, Graded, check, hint, solution

"""Lessons: what notebooks ask and check.

    check("08-exercise", answer)   -> Graded: what was asked, what is met, what was found instead
    hint("08-exercise")            a hint, folded away
    solution("08-exercise")        the lines of an answer that passes, folded away

worked              a small case per metric, step by step
questions           what a reader predicts, on which scale, with the truth as a function
asked_00_to_06      the questions of notebooks 00 to 06
asked_07_to_17      the questions of notebooks 07 to 17
asked_18_to_19      the questions of notebooks 18 and 19
asked_20            the questions of notebook 20
asked_21            the questions of notebook 21
batches             votes of FactorVAE from the same samples for all latents, or from their own
exercises           what an exercise is, and how an answer is read and judged
reading_matrices    exercises of notebooks 00 to 06
judging_metrics     exercises of notebooks 07 to 11
beyond_axes         exercises of notebooks 12 to 17 and 21
learned_models      exercises of notebooks 18 to 20
"""

# These fill EXERCISES and QUESTIONS.
from . import reading_matrices, judging_metrics, beyond_axes, learned_models  # isort: skip
from . import asked_00_to_06, asked_07_to_17, asked_18_to_19, asked_20, asked_21  # isort: skip
from .exercises import EXERCISES, Demand, Exercise, Graded, check, hint, solution
from .questions import QUESTIONS, Question

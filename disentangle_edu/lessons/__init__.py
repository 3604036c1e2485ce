from . import reading_matrices
from .exercises import EXERCISES, Demand, Exercise, Graded, check, hint, solution

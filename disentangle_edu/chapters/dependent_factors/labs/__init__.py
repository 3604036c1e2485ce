"""Labs on factors that depend on each other: angles, and handwriting in colours."""

from . import dependent_factors, coloured_digits, all_combinations  # noqa: I001

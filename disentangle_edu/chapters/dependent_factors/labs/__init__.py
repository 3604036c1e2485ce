"""Labs on factors that depend on each other: fruits, angles, and handwriting in colours."""

from . import fruits, coloured_digits, dependent_factors, all_combinations  # noqa: I001

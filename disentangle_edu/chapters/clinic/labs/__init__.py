"""Labs in which defects lower scores, and repairs raise them again."""

from . import signs, treatment, scores_by_defect  # noqa: I001

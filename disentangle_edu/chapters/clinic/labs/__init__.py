"""Labs in which defects lower scores, and repairs raise them again."""

from . import signs, treatment  # noqa: I001

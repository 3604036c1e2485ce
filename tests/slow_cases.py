"""Cases of which some are slow: `make test` leaves the slow ones to `make test-all`."""

import pytest


def cases(rows, longer):
    """The rows as cases of a test; those for which longer(*row) is true are marked slow."""
    return [pytest.param(*row, marks=pytest.mark.slow if longer(*row) else ()) for row in rows]

"""Cases of which some take long: `make test` leaves those to `make test-all`."""

import pytest


def cases(rows, longer):
    """The rows as cases of a test; those of which longer(*row) is so are slow."""
    return [pytest.param(*row, marks=pytest.mark.slow if longer(*row) else ()) for row in rows]

"""Labs on directions that are turned by hand, and on planes that polynomials read."""

# isort: off
from . import orthogonality
from . import four_cases

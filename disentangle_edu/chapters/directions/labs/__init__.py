"""Labs on directions that are turned by hand, and on planes that polynomials read."""

# isort: off
from . import turned_space
from . import orthogonality
from . import overlap
from . import four_cases

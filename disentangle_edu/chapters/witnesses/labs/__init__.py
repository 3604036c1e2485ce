"""Labs on bad codes that metrics like: a hunt, a leak that no pair shows, and a code by hand."""

# isort: off
from . import hunt
from . import leak
from . import coins

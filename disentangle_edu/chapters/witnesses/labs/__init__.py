"""Labs on bad codes that metrics like: a code by hand, leaks that no pair shows, and a hunt."""

# isort: off
from . import hunt
from . import leak
from . import shift
from . import coins

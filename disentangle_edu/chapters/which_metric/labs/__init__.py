"""Labs on the zoo: who agrees with whom, who contradicts whom, and what foretells a task."""

# isort: off
from . import agreement
from . import disagreement
from . import three_views
from . import six

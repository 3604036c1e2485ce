"""Labs on the zoo: which metrics agree, which disagree, and which predict an accuracy."""

# isort: off
from . import agreement
from . import disagreement
from . import three_views
from . import six

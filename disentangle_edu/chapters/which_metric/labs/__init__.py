"""Labs on the zoo: which metrics agree, and which predict an accuracy."""

# isort: off
from . import agreement
from . import three_views
from . import six
from . import six_models

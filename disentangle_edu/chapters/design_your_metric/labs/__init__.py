"""Lab on the reader's own metric."""

from . import my_metric, promises

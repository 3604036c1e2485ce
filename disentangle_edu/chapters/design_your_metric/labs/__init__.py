"""Lab on a metric of one's own, on a matrix that is dragged."""

from . import my_metric

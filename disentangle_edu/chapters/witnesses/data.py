"""What questions and labs of this chapter are about: metrics that are computed exactly."""

from ...metric import METRICS
from ...theory.enumeration import EXACT

# Metrics with a characteristic that they reflect, and an exact value for every look-up table.
REFLECTING = [
    name for name, metric in METRICS.items() if metric.characteristic and metric.measure in EXACT
]

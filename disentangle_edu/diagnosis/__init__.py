"""Diagnosis: why a score is low, and which repairs of the code would raise it.

`diagnose` repairs a code in one way at a time, scores it again, and reports which scores move.
"""

from .diagnosis import Diagnosis, diagnose
from .repairs import REPAIRS

__all__ = ["REPAIRS", "Diagnosis", "diagnose"]

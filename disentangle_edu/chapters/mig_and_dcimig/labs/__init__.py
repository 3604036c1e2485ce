"""Labs on bits: what two things tell of each other, what bins invent, two gaps in one matrix."""

from . import mig_and_dcimig, bins_and_samples, invented_bits, shared_bits  # noqa: I001

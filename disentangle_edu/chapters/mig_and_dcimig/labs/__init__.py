"""Labs on bits: what a latent and a factor share, what bins invent, and two gaps in one matrix."""

from . import mig_and_dcimig, bins_and_samples, invented_bits, shared_bits  # noqa: I001

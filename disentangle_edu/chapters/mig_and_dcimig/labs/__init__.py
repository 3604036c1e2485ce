"""Labs on bits: what a latent and a factor share, what bins invent, and two gaps in one matrix."""

from . import gaps_of_b, mig_and_dcimig, invented_bits, three_coins, shared_bits  # noqa: I001

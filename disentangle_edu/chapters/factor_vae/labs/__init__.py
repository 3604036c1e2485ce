"""Labs on FactorVAE: a batch holds a factor fixed, and the latent that varies least votes."""

from . import one_vote, factor_vae  # noqa: I001

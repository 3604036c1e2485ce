"""Labs on BetaVAE: pairs that share a factor become points, and clouds of points part."""

from . import one_point, beta_vae  # noqa: I001

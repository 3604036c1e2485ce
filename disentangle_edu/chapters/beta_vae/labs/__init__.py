"""Labs on BetaVAE: pairs that share a factor become points, and the points are classified."""

from . import one_point, beta_vae  # noqa: I001

"""The chapter on BetaVAE."""

"""The chapter on FactorVAE."""

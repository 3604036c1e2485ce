"""The chapter on what "disentangled" means."""

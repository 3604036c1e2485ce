"""The first chapter: what "disentangled" means."""

"""The chapter on factors that depend on each other."""

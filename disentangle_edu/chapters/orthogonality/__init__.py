"""The chapter on directions."""

"""The chapter on absent factors."""

"""The chapter on coloured digits."""

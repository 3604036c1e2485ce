"""The chapter on the size of a reader."""

"""The chapter on directions, and on the size of a reader."""

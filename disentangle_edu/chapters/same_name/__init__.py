"""The chapter on one name with many numbers."""

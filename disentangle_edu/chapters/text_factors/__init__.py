"""The chapter on walks between sentences."""

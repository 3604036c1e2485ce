"""The chapter on toy letters."""

"""The chapter on DCI."""

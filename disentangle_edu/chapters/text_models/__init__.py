"""The chapter on nine models of sentences."""

"""The chapter on who breaks whom."""

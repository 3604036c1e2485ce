"""Proof: what can be decided, searched or promised without samples.

exact       finite worlds, every combination of factors once: exact scores, and whether the
characteristics hold hunt        the search for codes that break a metric's characteristic
promises    what may be done to a representation without moving a score
"""

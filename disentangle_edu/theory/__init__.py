"""Proof: what can be decided, searched or promised without samples, and what luck alone does.

exact       finite worlds, every combination of factors once: exact scores, and whether the
            characteristics hold
hunt        the search for codes that break a metric's characteristic
promises    what may be done to a representation without moving a score
curves      the best that any curve can read in a latent
luck        who is first, if runs are drawn anew or dealt by lot
"""

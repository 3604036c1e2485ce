"""Labs on models that learned: what their decoders draw, and how a small network learns."""

from . import who_agrees, traversal, beta, learning, features  # noqa: I001

"""The chapter on which metrics agree, and what they foretell."""

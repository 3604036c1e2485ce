"""The chapter on models that learned."""

"""The chapter on claims on trial."""

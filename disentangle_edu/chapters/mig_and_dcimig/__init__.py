"""The chapter on MIG and DCIMIG."""

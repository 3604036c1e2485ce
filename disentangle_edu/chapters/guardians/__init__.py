"""Who guards the guardians? MCC, linear R2 and D on codes that are right, and that only look so."""

"""The chapter in which readers diagnose codes from their scores and repair them."""

"""Models that learned: small networks trained on sprites, and what the metrics say about them.

plan        which models there are
objectives  what they are trained for: each published loss in a few lines (needs PyTorch)
training    many models trained in one (needs PyTorch)
"""

"""Models that learned: small networks trained on sprites, and what the metrics say about them.

shelf       what is shipped: the table, matrices, codes, and decoders in numpy
ranks       who agrees with whom, and what goes with a reader's success
plots       the same as pictures
sheets      sweeps: what a decoder draws as each latent is moved
little      a network so small that it learns while one watches, in numpy
plan        which models there are
objectives  what they are trained for: each published loss in a few lines
training    many models trained in one (needs PyTorch)
judging     one row of the table for a model (needs PyTorch)
building    a whole zoo as joblib tasks that can be interrupted at any moment (needs PyTorch)
"""

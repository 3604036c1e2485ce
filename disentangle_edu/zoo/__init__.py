"""Models that learned: small networks trained on sprites, and what the metrics say about them.

pretrained        what is shipped: the table, matrices, codes, and decoders in numpy
pretrained_text   the same for models of sentences
rank_correlation  which metrics agree with each other and with the success of a predictor
plots             the same as pictures
traversals        what a decoder draws as each latent is moved
features          sparse features of what a network computes on its way to the code
tiny_vae          a network so small that it learns while you watch, in numpy
text_decoder      the decoder of a model of sentences, in numpy
configs           which models there are
objectives        what they are trained for: each published loss in a few lines
training          many models trained in one (needs PyTorch)
sentences         the same for models of sentences (needs PyTorch)
checkpoints       files from which an interrupted training goes on
evaluate          one row of the table for a model (needs PyTorch)
build             a whole zoo as joblib tasks that you can interrupt (needs PyTorch)
"""

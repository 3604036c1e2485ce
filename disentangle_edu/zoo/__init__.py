"""Small networks trained on sprites and on sentences, and their scores.

pretrained        the shipped table, matrices, codes, and decoders in numpy
pretrained_text   the same for models of sentences
rank_correlation  agreement of metrics with each other and with the success of a predictor
plots             the same as pictures
traversals        the drawings of a decoder while each latent moves
dial              the codes of A and B, mixed by a rotation, and their stored scores
features          sparse features of the hidden layers of a network
tiny_vae          a network so small that it learns while you watch, in numpy
text_decoder      the decoder of a model of sentences, in numpy
configs           the recipes of all models
objectives        the published losses, each in a few lines
training          many models trained in one (needs PyTorch)
sentences         the same for models of sentences (needs PyTorch)
training_state    files from which an interrupted training resumes
evaluate          one row of the table for a model (needs PyTorch)
build             a whole zoo as joblib tasks that you can interrupt (needs PyTorch)
"""

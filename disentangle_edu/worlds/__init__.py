"""Sources of factors and codes.

world            generators of samples with independent factors, and scikit-learn's digits
examples         named codes, most of them from the papers
dependent        codes whose factors depend on each other: angles, coloured digits
letter_sentences      toy letters of Zhang et al. (2021): sentences of four letters and their codes
corpora          two corpora of sentences with known factors, as recipes
sentences        the corpora and your own texts as tokens, for a network to learn from
text             codes of sentences and decoders, without deep learning
images           worlds of images with known factors
sprites          25,920 small images of three shapes, drawn by code
shapes           4,608 sharp images of three shapes, drawn by code
image_datasets   dSprites, MPI3D, Shapes3D and Cars3D, from the files of their authors
image_encoders   codes of images that scikit-learn learns
bent_mixtures    codes that are identified up to order, sign and a bend
files            files of latents and factors
"""

from .world import World, copying, digits, levels, linear, normal, uniform

__all__ = ["World", "copying", "digits", "levels", "linear", "normal", "uniform"]

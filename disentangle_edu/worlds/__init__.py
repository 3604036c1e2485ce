"""Worlds: where factors and codes come from.

world       a World to be sampled at will, with encoders; scikit-learn's digits, factors measured
examples    named specimens, most of them from the papers
dependent   worlds whose factors depend on each other: angles, coloured digits
letters     the toy text of zhang2021: four letters and what a code makes of them
corpora     two corpora of sentences with known factors, as recipes
text        from sentences to latents and back, without deep learning
encoders    encoders of images that scikit-learn learns
files       representations kept in files
"""

from .world import World, copying, digits, levels, linear, normal, uniform

__all__ = ["World", "copying", "digits", "levels", "linear", "normal", "uniform"]

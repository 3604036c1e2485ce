"""Labs on toy letters: why perfect codes score low, by their bins, by lines, by a forest.

The points are those of zhang2021's first toy code; the trained predictors are its linear SVM, with
the paper's setting or another, and linear discriminant analysis.
"""

from . import values_in_bins, cuts, toy_text, blind_splits  # noqa: I001

"""Labs on toy letters: why perfect codes score low in bins, by straight lines and by a forest.

The points are those of zhang2021's first toy code. The trained predictors are its linear SVM, with
the authors' setting or another, and linear discriminant analysis.
"""

from . import values_in_bins, cuts, blind_splits, criteria  # noqa: I001

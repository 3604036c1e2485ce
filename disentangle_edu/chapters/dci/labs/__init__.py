"""Labs on DCI: rows and their entropy, weights, rows against columns, importances of noise."""

from . import dci_two_ways, one_tree, dci_even_rest, dci_weight, dci_on_noise  # noqa: I001

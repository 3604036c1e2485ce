"""What questions and labs of the chapter on nine models of sentences share."""

KINDS = ("AE", "VAE", "beta", "CCI", "MAT")
STARTS = ("AE", "Vanilla", "beta", "CCI", "MAT")  # of their names in the table
# The six metrics as we call them, and the authors by whom the table calls them.
SPOKEN = {
    "BetaVAE": "Higgins",
    "modularity": "Ridgeway",
    "FactorVAE": "Kim",
    "MIG": "Chen",
    "DCI's D": "Eastwood",
    "SAP": "Kumar",
}


def kind_of(model: str) -> int:
    """Which of KINDS a model of the table is."""
    return next(j for j, name in enumerate(STARTS) if model.startswith(name))


RISES = 0.3  # from this correlation on we say that one rises with the other

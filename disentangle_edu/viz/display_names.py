"""What metrics are called where people read of them."""

NAMES = {
    **{"beta_vae": "BetaVAE", "factor_vae": "FactorVAE", "z_max_variance": "Z-max variance"},
    **{"mig_sup": "MIG-sup", "linear_r2": "linear R²"},
    **{"info_modularity": "InfoM", "info_compactness": "InfoC", "info_explicitness": "InfoE"},
}
LETTERS = "mig dcimig sap dmig xmig jemmig edi irs mcc iwo iwr"
NAMES |= {name: name.upper() for name in LETTERS.split()}


def called(name: str) -> str:
    """A score's name as the papers write it."""
    return NAMES.get(name, name)


def begun(name: str) -> str:
    """The same, as a sentence begins with it."""
    return called(name)[0].upper() + called(name)[1:]

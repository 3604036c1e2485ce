"""Names of metrics as people read them."""

NAMES = {
    **{"beta_vae": "BetaVAE", "factor_vae": "FactorVAE", "z_max_variance": "Z-max variance"},
    **{"mig_sup": "MIG-sup", "linear_r2": "linear R²"},
    **{"info_modularity": "InfoM", "info_compactness": "InfoC", "info_explicitness": "InfoE"},
}
LETTERS = "mig dcimig sap dmig xmig jemmig edi irs mcc iwo iwr"
NAMES |= {name: name.upper() for name in LETTERS.split()}


def display_name(name: str) -> str:
    """Display name of a metric, as papers write it.

    Parameters
    ----------
    name : str
        Name of a metric in `METRICS`.

    Returns
    -------
    display_name : str
        Display name, or the name itself if it has none.

    Examples
    --------
    >>> from disentangle_edu.viz.display_names import display_name
    >>> display_name("mig"), display_name("beta_vae"), display_name("modularity")
    ('MIG', 'BetaVAE', 'modularity')
    """
    return NAMES.get(name, name)


def capitalised_name(name: str) -> str:
    """Display name of a metric with a capital first letter.

    Parameters
    ----------
    name : str
        Name of a metric in `METRICS`.

    Returns
    -------
    display_name : str
        Display name for the start of a sentence.

    Examples
    --------
    >>> from disentangle_edu.viz.display_names import capitalised_name
    >>> capitalised_name("modularity")
    'Modularity'
    """
    return display_name(name)[0].upper() + display_name(name)[1:]

"""Metrics: formulas that turn a matrix into the parts of a score and their weights.

Each module is a family: `information`, `predictor`, `interventional`, `dependent`, `matching`,
`subspace` and `unsupervised`. Letters in the docstrings: z_i are the latents (L of them, one row
each), v_k the factors (K of them, one column each), I is the matrix, and H an entropy.

Every metric takes a `Representation`, or the matrix that its formula uses. Its options are those
of its formula and of its measure (see `measures`). `convention` selects the settings of another
library (see `conventions`).
"""

from ..metric import METRICS
from .dependent import (
    dependent_compactness,
    dependent_explicitness,
    dependent_modularity,
    edi,
    minimality,
    sufficiency,
)
from .information import (
    dcimig,
    dmig,
    info_compactness,
    info_modularity,
    jemmig,
    mig,
    mig_sup,
    modularity,
    xmig,
)
from .interventional import beta_vae, factor_vae, irs, z_max_variance
from .matching import mcc
from .predictor import (
    completeness,
    disentanglement,
    explicitness,
    explicitness_es,
    info_explicitness,
    informativeness,
    linear_r2,
    sap,
)
from .subspace import iwo, iwr
from .unsupervised import active_units, hoyer

# The order in which tables list the metrics.
ORDER = (
    "mig",
    "dcimig",
    "modularity",
    "sap",
    "disentanglement",
    "completeness",
    "informativeness",
    "explicitness",
    "beta_vae",
    "factor_vae",
    "active_units",
    "hoyer",
    "dependent_modularity",
    "dependent_compactness",
    "dependent_explicitness",
    "minimality",
    "sufficiency",
    "iwo",
    "iwr",
    "explicitness_es",
    "mig_sup",
    "jemmig",
    "info_modularity",
    "info_compactness",
    "irs",
    "mcc",
    "linear_r2",
    "info_explicitness",
    "dmig",
    "xmig",
    "edi",
    "z_max_variance",
)
for _name in ORDER:
    METRICS[_name] = METRICS.pop(_name)

__all__ = [
    "ORDER",
    "active_units",
    "beta_vae",
    "completeness",
    "dcimig",
    "dependent_compactness",
    "dependent_explicitness",
    "dependent_modularity",
    "disentanglement",
    "dmig",
    "edi",
    "explicitness",
    "explicitness_es",
    "factor_vae",
    "hoyer",
    "info_compactness",
    "info_explicitness",
    "info_modularity",
    "informativeness",
    "irs",
    "iwo",
    "iwr",
    "jemmig",
    "linear_r2",
    "mcc",
    "mig",
    "mig_sup",
    "minimality",
    "modularity",
    "sap",
    "sufficiency",
    "xmig",
    "z_max_variance",
]

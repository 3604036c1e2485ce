"""disentangle_edu: what disentanglement metrics really measure, to be moved by hand."""

from . import pictures as _pictures  # lets scores and matrices draw themselves in a notebook
from .conventions import CONVENTIONS
from .core import METRICS, VERSION, Confusions, InformativenessMatrix, Representation, Score, Votes
from .files import load, save
from .metrics import (active_units, beta_vae, completeness, dcimig, dependent_compactness, dependent_explicitness, dependent_modularity,
                      disentanglement, explicitness, explicitness_es, factor_vae, hoyer, informativeness, iwo, iwr, mig, minimality,
                      modularity, sap, sufficiency)
from .subspaces import Subspaces
from .report import score_all
from .worlds import World

__version__ = VERSION

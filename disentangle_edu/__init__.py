"""disentangle_edu: what disentanglement metrics really measure, to be moved by hand."""

from . import pictures as _pictures  # lets scores and matrices draw themselves in a notebook
from .core import METRICS, Confusions, InformativenessMatrix, Representation, Score, Votes
from .files import load, save
from .metrics import beta_vae, completeness, dcimig, disentanglement, factor_vae, informativeness, mig, sap
from .report import score_all
from .worlds import World

__version__ = "0.1.0"

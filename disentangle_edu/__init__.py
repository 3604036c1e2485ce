"""disentangle_edu: what disentanglement metrics really measure, to be moved by hand."""

import importlib

from .conventions import CONVENTIONS
from .core import METRICS, VERSION, Confusions, InformativenessMatrix, Representation, Score, Votes
from .libraries import settings as _settings  # fills CONVENTIONS
from .measures.subspaces import Subspaces
from .metrics import (
    active_units,
    beta_vae,
    completeness,
    dcimig,
    dependent_compactness,
    dependent_explicitness,
    dependent_modularity,
    disentanglement,
    explicitness,
    explicitness_es,
    factor_vae,
    hoyer,
    informativeness,
    iwo,
    iwr,
    mig,
    minimality,
    modularity,
    sap,
    sufficiency,
)
from .scoring import score_all
from .show import pictures as _pictures  # lets scores and matrices draw themselves in a notebook
from .worlds.files import load, save
from .worlds.world import World

__version__ = VERSION

# `from disentangle_edu import examples` finds the module in its room and loads it only then.
_ROOMS = {
    "worlds": ("corpora", "dependent", "encoders", "examples", "letters", "text"),
    "libraries": ("compare", "figures"),
    "proof": ("exact", "hunt", "promises"),
    "claims": ("ledger",),
    "show": ("pictures", "reading", "report"),
}
_ROOM_OF = {name: room for room, names in _ROOMS.items() for name in names}


def __getattr__(name):
    if name not in _ROOM_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return importlib.import_module(f".{_ROOM_OF[name]}.{name}", __name__)

"""disentangle_edu: what disentanglement metrics really measure, to be moved by hand."""

import importlib
import sys
import warnings
from types import ModuleType
from typing import TYPE_CHECKING

from . import stopping as _stopping  # before what takes a second to import  # isort: split
from .conventions import CONVENTIONS
from .core import VERSION, Confusions, InformativenessMatrix, Representation, Score, Votes
from .libraries import settings as _settings  # fills CONVENTIONS
from .making import METRICS
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
    dmig,
    edi,
    explicitness,
    explicitness_es,
    factor_vae,
    hoyer,
    info_compactness,
    info_explicitness,
    info_modularity,
    informativeness,
    irs,
    iwo,
    iwr,
    jemmig,
    linear_r2,
    mcc,
    mig,
    mig_sup,
    minimality,
    modularity,
    sap,
    sufficiency,
    xmig,
    z_max_variance,
)
from .scoring import SEVERAL as _SEVERAL
from .scoring import score_all
from .show import pictures as _pictures  # these let scores and matrices draw themselves
from .show import plots as _plots
from .tracking import Tracker
from .worlds.files import load, save
from .worlds.world import World

if TYPE_CHECKING:  # what `__getattr__` finds, for editors
    from .claims import ledger as ledger
    from .libraries import compare as compare
    from .libraries import figures as figures
    from .proof import exact as exact
    from .proof import hunt as hunt
    from .proof import promises as promises
    from .show import pictures as pictures
    from .show import reading as reading
    from .show import report as report
    from .worlds import corpora as corpora
    from .worlds import dependent as dependent
    from .worlds import encoders as encoders
    from .worlds import examples as examples
    from .worlds import letters as letters
    from .worlds import text as text
    from .zoo import ranks as ranks
    from .zoo import shelf as shelf

if sys.platform == "emscripten":  # no threads in a browser: tqdm need not say so
    warnings.filterwarnings("ignore", "tqdm:disabling monitor support", RuntimeWarning)

__version__ = VERSION
__all__ = [
    "CONVENTIONS",
    "METRICS",
    "Confusions",
    "InformativenessMatrix",
    "Representation",
    "Score",
    "Subspaces",
    "Tracker",
    "Votes",
    "World",
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
    "load",
    "mcc",
    "mig",
    "mig_sup",
    "minimality",
    "modularity",
    "sap",
    "save",
    "score_all",
    "sufficiency",
    "xmig",
    "z_max_variance",
]

# `from disentangle_edu import examples` finds the module in its room and loads it only then.
_ROOMS = {
    "worlds": ("corpora", "dependent", "encoders", "examples", "letters", "text"),
    "libraries": ("compare", "figures"),
    "proof": ("exact", "hunt", "promises"),
    "claims": ("ledger",),
    "show": ("pictures", "reading", "report"),
    "zoo": ("ranks", "shelf"),
}
_ROOM_OF = {name: room for room, names in _ROOMS.items() for name in names}


def __dir__() -> list[str]:
    return sorted([*__all__, *_ROOM_OF, "__version__"])


def __getattr__(name: str) -> ModuleType:
    if name in _SEVERAL:
        raise AttributeError(f"{name!r} is several scores here: {', '.join(_SEVERAL[name])}")
    if name not in _ROOM_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return importlib.import_module(f".{_ROOM_OF[name]}.{name}", __name__)

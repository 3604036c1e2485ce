"""disentangle_edu: what disentanglement metrics really measure, to be moved by hand."""

import importlib
import sys
import warnings
from typing import TYPE_CHECKING, Any

from . import interrupted_import as _interrupted_import  # before slow imports  # isort: split
from .conventions import CONVENTIONS
from .matrices import Confusions, InformativenessMatrix, Votes
from .measures.subspaces import Subspaces
from .metric import METRICS
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
from .representation import Representation
from .score import Score
from .scoring import MULTI_SCORE_METRICS as _SEVERAL
from .scoring import score_all
from .tracking import Tracker
from .types import VERSION
from .worlds.files import load, save
from .worlds.world import World

if TYPE_CHECKING:  # for editors: the names that `__getattr__` loads
    from .claims import registry as registry
    from .conventions import compare as compare
    from .conventions import library_scores as library_scores
    from .diagnosis import diagnose as diagnose
    from .theory import counterexamples as counterexamples
    from .theory import enumeration as enumeration
    from .theory import invariances as invariances
    from .viz import bibliography as bibliography
    from .viz import markdown as markdown
    from .viz import report as report
    from .viz import score_pictures as score_pictures
    from .worlds import corpora as corpora
    from .worlds import dependent as dependent
    from .worlds import examples as examples
    from .worlds import image_encoders as image_encoders
    from .worlds import letter_sentences as letter_sentences
    from .worlds import text as text
    from .zoo import pretrained as pretrained
    from .zoo import rank_correlation as rank_correlation

if sys.platform == "emscripten":  # tqdm warns that a browser has no threads
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

# `from disentangle_edu import examples` loads the module `worlds.examples` at first use.
_SUBMODULES = {
    "claims": ("registry",),
    "conventions": (
        "compare",
        "library_scores",
    ),
    "theory": (
        "counterexamples",
        "enumeration",
        "invariances",
    ),
    "viz": (
        "bibliography",
        "markdown",
        "score_pictures",
        "report",
    ),
    "worlds": (
        "corpora",
        "dependent",
        "image_encoders",
        "examples",
        "text",
        "letter_sentences",
    ),
    "zoo": (
        "pretrained",
        "rank_correlation",
    ),
}
_PACKAGE_OF = {name: package for package, names in _SUBMODULES.items() for name in names}
_FUNCTIONS = {"diagnose": "diagnosis"}  # loaded at first use, too


def __dir__() -> list[str]:
    return sorted([*__all__, *_PACKAGE_OF, *_FUNCTIONS, "__version__"])


def __getattr__(name: str) -> Any:
    if name in _SEVERAL:
        raise AttributeError(f"{name!r} stands for several metrics: {', '.join(_SEVERAL[name])}")
    if name in _FUNCTIONS:
        return getattr(importlib.import_module(f".{_FUNCTIONS[name]}", __name__), name)
    if name not in _PACKAGE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return importlib.import_module(f".{_PACKAGE_OF[name]}.{name}", __name__)

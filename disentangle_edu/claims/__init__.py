"""Claims on trial: the ledger, and one module per paper.

Importing this package fills `registry.CLAIMS`, in the order of these imports.
"""

from . import sepliarskaia2019, sepliarskaia2019_proofs, course  # isort: skip
from . import zhang2021, zhang2021_corpora, zhang2021_tables, zhang2021_files  # isort: skip
from . import zhang2021_models  # isort: skip
from . import almudevar2024, almudevar2024_identities  # isort: skip
from . import geyer2024, geyer2024_tables  # isort: skip
from . import joshi2026, joshi2026_figures  # isort: skip
from . import on_sprites  # isort: skip

"""Claims on trial, one module per paper. Importing this package fills ledger.CLAIMS."""
from . import sepliarskaia2019
from . import course
from . import zhang2021
from . import almudevar2024
from . import geyer2024

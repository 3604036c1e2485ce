"""A lab on the ledger of claims."""

from . import claims_lab

"""`python -m disentangle_edu` is the command."""

import sys

from .cli import main

sys.exit(main())

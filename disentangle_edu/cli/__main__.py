"""`python -m disentangle_edu.cli` is the command."""

import sys

from . import main

sys.exit(main())

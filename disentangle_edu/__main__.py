"""`python -m disentangle_edu` is the command."""

import os
import sys

from .course import PACKAGE

# Python searches the current folder first, which may contain modules of other people.
if sys.path[:1] == [os.getcwd()] != [str(PACKAGE.parent)]:
    del sys.path[0]

from .cli import main  # noqa: E402

sys.exit(main())

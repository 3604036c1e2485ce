"""`python -m disentangle_edu` is the command."""

import os
import sys

from .course import PACKAGE

# Python looks for modules in the current folder first, which may hold what others have written.
if sys.path[:1] == [os.getcwd()] != [str(PACKAGE.parent)]:
    del sys.path[0]

from .cli import main  # noqa: E402

sys.exit(main())

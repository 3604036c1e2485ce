"""The command `disentangle-edu`: score a file, write an example, put the claims on trial.

parser     what can be asked
commands   what is done then
notebooks  the notebooks copied and opened
plugins    metrics from elsewhere
classroom  copies for students, their marks, the guesses of the room
terminal   plain words in a terminal, and Ctrl-C heard at once
"""

import argparse
import contextlib
import os
import signal
import sys
import warnings
from collections.abc import Sequence

from ..stopping import INTERRUPTED, SAID
from .parser import parser
from .plugins import bring
from .terminal import Notes, say

# Arguments of the library, as this command calls them.
FLAGS = {
    "kinds": "--levels, --continuous, --cyclic",
    "metrics": "--metrics",
    "convention": "--convention",
    "chapter": "--chapters",
    "first": "--disagree",
    "second": "--disagree",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit status.

    0, 1 for a verdict that changed, 2 for bad input, 130 when interrupted. Called from a shell it
    leaves without waiting for what is still being computed when it is interrupted.
    """
    options = parser().parse_args(arguments)
    if arguments is None:  # whoever ends us gets what Ctrl-C gets: the rows so far
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    with warnings.catch_warnings():
        warnings.showwarning = Notes()
        status = _status(options)
    if status == INTERRUPTED and arguments is None:
        with contextlib.suppress(OSError):  # nobody may be there to read
            sys.stdout.flush()
        os._exit(status)
    return status


def _status(options: argparse.Namespace) -> int:
    try:
        if "plugin" in options:
            bring(options.plugin)
        return options.run(options) or 0
    except BrokenPipeError:  # whoever reads us has seen enough
        sys.stderr.close()
        return 141
    except (ValueError, TypeError, OSError, ModuleNotFoundError) as error:
        argument, colon, rest = str(error).partition(": ")
        say(f"disentangle-edu: {FLAGS.get(argument, argument)}{colon}{rest}", file=sys.stderr)
        return 2
    except MemoryError:
        say("disentangle-edu: this needs more memory than there is.", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        say(SAID, file=sys.stderr)
        return INTERRUPTED

"""The command `disentangle-edu`: score a file, write an example, measure the claims.

parser     the commands and their options
commands   the functions of most commands
notebooks  copy and open the notebooks
latex      a table of scores for a paper
paired     the difference between two codes
zoo        the table of trained models, and their training
plugins    metrics from other files and packages
classroom  copies for students, their grades, the guesses of a class
terminal   printable words in a terminal, and an immediate response to Ctrl-C
"""

import argparse
import contextlib
import os
import signal
import sys
import warnings
from collections.abc import Sequence

from ..interrupted_import import INTERRUPTED, SAID
from ..measures._supervised import ParallelError
from .parser import parser
from .plugins import bring
from .terminal import Notes, say

# Arguments of the library, and the names of their options if these differ.
OPTIONS = {
    "column_types": ("discrete", "continuous", "cyclic"),
    "metrics": ("metric",),
    "file": ("files",),
    "path": ("out",),
    "texts": ("classify",),
    "first": ("disagree",),
    "second": ("disagree",),
    "chapter": ("chapters",),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit status.

    The status is 0, 1 for a verdict that changed, 2 for bad input, or 130 after an interruption. An
    interrupted command in a shell ends without waiting for computations that still run.
    """
    options = parser().parse_args(arguments)
    if arguments is None:  # like Ctrl-C, SIGTERM prints the rows so far
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    with warnings.catch_warnings():
        warnings.showwarning = Notes()
        status = _run_command(options)
    if status == INTERRUPTED and arguments is None:
        with contextlib.suppress(OSError):  # stdout may be closed
            sys.stdout.flush()
        os._exit(status)
    return status


def _run_command(options: argparse.Namespace) -> int:
    try:
        if "plugin" in options:
            bring(options.plugin)
        return options.run(options) or 0
    except BrokenPipeError:  # the process that reads the pipe has ended
        sys.stderr.close()
        return 141
    except (ValueError, TypeError, OSError, ModuleNotFoundError, ParallelError) as error:
        say(f"disentangle-edu: {_format_message(error, options)}", file=sys.stderr)
        return 2
    except MemoryError:
        say("disentangle-edu: there is not enough memory for this.", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        say(SAID, file=sys.stderr)
        return INTERRUPTED


def _format_message(error: Exception, options: argparse.Namespace) -> str:
    """The message of an error, with the argument replaced by the name of the option."""
    if isinstance(error, OSError) and error.errno and error.filename:
        return (
            f"found that {str(error.filename)!r} cannot be used ({error.strerror}), expected a "
            "readable or writable file or folder."
        )
    argument, colon, rest = str(error).partition(": ")
    dests = {argument, *OPTIONS.get(argument, ())}
    actions = [action for action in options.command._actions if action.dest in dests]
    names = [str([action.metavar, *action.option_strings][-1]) for action in actions]
    return f"{', '.join(names) or argument}{colon}{rest}"

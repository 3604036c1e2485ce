"""Ctrl-C while the command still imports ends it in one line, without a traceback."""

import os
import sys
from types import TracebackType

INTERRUPTED = 130  # the exit status that shells give for Ctrl-C
SAID = "disentangle-edu: interrupted"


def _report_interrupt(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """Handle an error that was not caught: `sys.excepthook` of the command."""
    if not issubclass(kind, KeyboardInterrupt):
        return sys.__excepthook__(kind, error, trace)
    if sys.stderr:
        print(SAID, file=sys.stderr, flush=True)
    os._exit(INTERRUPTED)


def _as_command() -> bool:
    """Whether a shell called our command, rather than another program that imports us."""
    command = os.path.splitext(os.path.basename((getattr(sys, "argv", None) or [""])[0]))[0]
    arguments = sys.orig_argv
    return command == "disentangle-edu" or ("-m", "disentangle_edu") in zip(
        arguments, arguments[1:]
    )


if _as_command():
    sys.excepthook = _report_interrupt

"""What goes between a seat and a judge: lines of JSON, and nothing that could act by itself.

Numbers, words, lists, dictionaries, arrays and matrices go as they are. A function stays where it
is: what arrives is a Distant one, whose calls go back. Anything else arrives as its description.
"""

import inspect
import json
from collections.abc import Callable
from typing import IO, Any

import numpy as np

from ..asking.exercises import described
from ..core import InformativenessMatrix

Message = dict[str, Any]  # one line of JSON
LONGEST = 1_000_000  # bytes of a line
KINDS = list(inspect._ParameterKind)


class Broken(Exception):
    """A line that no seat of ours would send, or none where one was due."""


def send(stream: IO[bytes], **message: Any) -> None:
    """Send one line.

    Raises ValueError, and sends nothing, where it would be too long.
    """
    line = json.dumps(message).encode() + b"\n"
    if len(line) > LONGEST:
        raise ValueError(f"found {len(line):,} bytes, expected at most {LONGEST:,}.")
    stream.write(line)
    stream.flush()


def receive(stream: IO[bytes]) -> Message:
    """The next line.

    Raises Broken where there is none, or none that could be read.
    """
    line = stream.readline(LONGEST + 1)
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        raise Broken from None
    if not isinstance(message, dict):
        raise Broken
    return message


def packed(value: Any, keep: Callable[[Callable], int]) -> Any:
    """A value as JSON can hold it; keep(function) -> the number under which it can be called."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    pack = lambda values: [packed(one, keep) for one in values]
    if isinstance(value, list):
        return pack(value)
    if isinstance(value, tuple):
        return {"tuple": pack(value)}
    if isinstance(value, dict):
        return {"dict": [pack(pair) for pair in value.items()]}
    if isinstance(value, InformativenessMatrix):
        names = [*value.row_names], [*value.column_names]
        return {"matrix": [value.values.tolist(), *names]}
    if hasattr(value, "__array__"):
        return {"array": pack(np.asarray(value).tolist())} if np.ndim(value) else value.item()
    if callable(value):
        value = getattr(value, "formula", value)  # a metric hands over what it is made of
        return {"function": [keep(value), getattr(value, "__name__", ""), _parameters(value)]}
    return {"thing": described(value)}


def _parameters(function: Callable) -> list[list[Any]]:
    empty = inspect.Parameter.empty
    return [
        [one.name, KINDS.index(one.kind), one.default is not empty]
        for one in inspect.signature(function).parameters.values()
    ]


def unpacked(value: Any, call: Callable[[int, list[Any]], Any]) -> Any:
    """What was value; call(number, arguments) calls a function where it is."""
    unpack = lambda values: [unpacked(one, call) for one in list.copy(values)]  # of lists alone
    if isinstance(value, list):
        return unpack(value)
    if not isinstance(value, dict):
        return value
    if len(value) != 1:
        raise Broken
    ((kind, held),) = value.items()
    try:
        return {
            "tuple": lambda: tuple(unpack(held)),
            "dict": lambda: dict(unpack(held)),
            "matrix": lambda: InformativenessMatrix(*held),
            "array": lambda: np.array(unpack(held)),
            "function": lambda: Distant(held[0], held[1], held[2], call),
            "thing": lambda: Thing(str(held)),
        }[kind]()
    except (KeyError, TypeError, ValueError, IndexError):
        raise Broken from None


class Thing:
    """Something that was handed over and is none of the things that can be."""

    def __init__(self, words: str) -> None:
        self.words = words

    def __repr__(self) -> str:
        return self.words


class Distant:
    """A function that lives in a seat; its calls go there."""

    def __init__(
        self,
        number: int,
        name: str,
        parameters: list[list[Any]],
        call: Callable[[int, list[Any]], Any],
    ) -> None:
        self.number, self.__name__, self.call = number, str(name), call
        self.__signature__ = inspect.Signature(
            [
                inspect.Parameter(name, KINDS[kind], default=None)
                if optional
                else inspect.Parameter(name, KINDS[kind])
                for name, kind, optional in parameters
            ]
        )

    def __call__(self, *arguments: Any) -> Any:
        """What the function gives.

        Raises RuntimeError with its own words where it fails.
        """
        return self.call(self.number, list(arguments))

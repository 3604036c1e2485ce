"""Messages between the judge and a submission: lines of JSON, which cannot act by themselves.

Numbers, words, lists, dictionaries, arrays and matrices are sent as they are. A function stays in
the submission: the judge gets a RemoteFunction, whose calls go back. Anything else is described.
"""

import inspect
import json
from collections.abc import Callable
from typing import Any

import numpy as np

from ..matrices import InformativenessMatrix
from ..quiz.exercises import described

Message = dict[str, Any]  # one line of JSON
MAX_BYTES = 1_000_000  # limit for one message of a submission
MAX_DEPTH = 30  # of nested lists
KINDS = list(inspect._ParameterKind)


class ProtocolError(Exception):
    """An invalid message, or no message when one was due."""


def encode(message: Message) -> bytes:
    """A message as one line.

    Raises ValueError where its numbers cannot be written.
    """
    return json.dumps(message).encode() + b"\n"


def decode(line: bytes) -> Message:
    """The message in a line.

    Raises ProtocolError where it is empty, too long or no message.
    """
    if not line:
        raise ProtocolError("the process stopped before its last cell")
    try:
        message = json.loads(line) if len(line) <= MAX_BYTES else None
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise ProtocolError("it sent something that is no message")
    return message


def clip_text(value: object, most: int = 500) -> str:
    """A value of a message that should be text, cut; empty where it is anything else."""
    return value[:most] if isinstance(value, str) else ""


def pack(value: Any, register: Callable[[Callable], int], depth: int = 0) -> Any:
    """A value as JSON can hold it; register(function) -> the number to call it by.

    Raises ValueError where lists are nested more than MAX_DEPTH deep.
    """
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if depth > MAX_DEPTH:
        raise ValueError(f"answer: found more than {MAX_DEPTH} lists in each other, expected less.")
    pack_all = lambda values: [pack(item, register, depth + 1) for item in values]
    if isinstance(value, list):
        return pack_all(value)
    if isinstance(value, tuple):
        return {"tuple": pack_all(value)}
    if isinstance(value, dict):
        return {"dict": [pack_all(pair) for pair in value.items()]}
    if isinstance(value, InformativenessMatrix):
        names = [*value.row_names], [*value.column_names]
        return {"matrix": [value.values.tolist(), *names]}
    if hasattr(value, "__array__"):
        return {"array": pack_all(np.asarray(value).tolist())} if np.ndim(value) else value.item()
    if callable(value):
        value = getattr(value, "formula", value)  # for a metric, its formula
        return {
            "function": [
                register(value),
                getattr(value, "__name__", ""),
                _describe_parameters(value),
            ]
        }
    return {"object": described(value)}


def _describe_parameters(function: Callable) -> list[list[Any]]:
    empty = inspect.Parameter.empty
    return [
        [parameter.name, KINDS.index(parameter.kind), parameter.default is not empty]
        for parameter in inspect.signature(function).parameters.values()
    ]


def unpack(value: Any, call: Callable[[int, list[Any]], Any], depth: int = 0) -> Any:
    """What was packed; call(number, arguments) calls a function where it is.

    Raises ProtocolError where `pack` cannot have made it.
    """
    if depth > MAX_DEPTH + 2:
        raise ProtocolError("it sent lists that are nested too deep")
    unpack_all = lambda values: [unpack(item, call, depth + 1) for item in list.copy(values)]
    if isinstance(value, list):
        return unpack_all(value)
    if not isinstance(value, dict):
        return value
    try:
        ((kind, content),) = value.items()
        return {
            "tuple": lambda: tuple(unpack_all(content)),
            "dict": lambda: dict(unpack_all(content)),
            "matrix": lambda: InformativenessMatrix(*content),
            "array": lambda: np.array(unpack_all(content)),
            "function": lambda: RemoteFunction(*content, call=call),
            "object": lambda: RemoteObject(clip_text(content)),
        }[kind]()
    except (KeyError, TypeError, ValueError, IndexError):
        raise ProtocolError("it sent something that is no answer") from None


class RemoteObject:
    """Something that was handed over and is none of the things that can be sent."""

    def __init__(self, description: str) -> None:
        self.description = description

    def __repr__(self) -> str:
        return self.description


class RemoteFunction:
    """A function that lives in a submission; its calls go there."""

    def __init__(
        self,
        number: int,
        name: str,
        parameters: list[list[Any]],
        *,
        call: Callable[[int, list[Any]], Any],
    ) -> None:
        self.number, self.__name__, self.call = number, clip_text(name, 100), call
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

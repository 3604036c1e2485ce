"""The state of an interrupted training, to resume from it: weights, and the moments of Adam.

Random numbers are not kept: a stack draws them again up to its step, so that the resulting
model is the same to the last bit.
"""

import hashlib
import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from ..cache import atomic_path

EVERY = 60.0  # seconds between two checkpoints

Arrays = dict[str, Any]  # numbers and arrays of a file, by name


class Learning(Protocol):
    """What can be left and taken up again: a stack of models in training."""

    def learners(self) -> list[tuple[dict[str, Any], Any]]:
        """Weights, and the optimiser that moves them."""

    def wind(self, step: int) -> None:
        """Draw what was drawn up to this step."""


def write_arrays(path: Path, arrays: Arrays) -> None:
    """Write arrays by their names: the file is there either whole or not at all."""
    with atomic_path(path) as unfinished, unfinished.open("wb") as file:
        np.savez_compressed(file, **arrays)


def write_checked(path: Path, arrays: Arrays) -> None:
    """Write arrays by their names, with a checksum of all of them and without compression."""
    with atomic_path(path) as unfinished, unfinished.open("wb") as file:
        np.savez(file, **arrays, sha256=_checksum(arrays))


def read_checked(content: bytes) -> Arrays:
    """Arrays from a file of `write_checked`. Raises ValueError if the checksum does not match."""
    with np.load(io.BytesIO(content), allow_pickle=False) as held:
        arrays = dict(held)
    if str(arrays.pop("sha256", "")) != _checksum(arrays):
        raise ValueError("content: found another checksum, expected that of the arrays.")
    return arrays


def _checksum(arrays: Arrays) -> str:
    """Hash of names, types, shapes and numbers: the checksums of a zip file miss a lost array."""
    hashed = hashlib.sha256()
    for name, array in sorted(arrays.items()):
        array = np.asarray(array)
        hashed.update(f"{name} {array.dtype.str} {array.shape} ".encode() + array.tobytes())
    return hashed.hexdigest()


@contextmanager
def undamaged(path: str | Path) -> Iterator[None]:
    """Raise ValueError, which names the file, where what it holds cannot be read."""
    try:
        yield
    except OSError:
        raise
    except Exception as error:  # zip, numpy and JSON raise a dozen kinds for a damaged file
        raise ValueError(
            f"folder: found {str(path)!r}, which is damaged ({type(error).__name__}), expected "
            "what training wrote there: delete it, and the same command makes it again."
        ) from None


def save_checkpoint(path: Path, stack: Learning, step: int, seconds: float) -> None:
    """Write down how far a stack is: steps done, and the seconds that they took."""
    held: Arrays = {"step": step, "seconds": seconds}
    for j, (params, optimiser) in enumerate(stack.learners()):
        for name, weights in params.items():
            held[f"{j} {name}"] = weights.detach().numpy()
            moments = optimiser.state[weights].items()
            held |= {f"{j} {name} {what}": value.numpy() for what, value in moments}
    write_checked(path, held)


def load_checkpoint(path: Path, stack: Learning) -> tuple[int, float]:
    """Bring a fresh stack to where the note was made: steps done, and the seconds they took."""
    import torch

    with undamaged(path):
        held = read_checked(path.read_bytes())
        for j, (params, optimiser) in enumerate(stack.learners()):
            for name, weights in params.items():
                start = f"{j} {name}"
                with torch.no_grad():
                    weights.copy_(torch.from_numpy(held[start]))
                kinds = [
                    key.removeprefix(f"{start} ") for key in held if key.startswith(f"{start} ")
                ]
                optimiser.state[weights] = {
                    what: torch.from_numpy(held[f"{start} {what}"]) for what in kinds
                }
        step, seconds = int(held["step"]), float(held["seconds"])
    stack.wind(step)
    return step, seconds

"""Files that authors have published: not ours to ship, but a reader may have them and give a path.

    disentangle-edu claims --file toy.csv=Downloads/toy.csv

A claim that reads such a file names it (`file`) and is open without it.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from .registry import Claim


@dataclass(frozen=True)
class Published:
    """A published file: where it is from, and the function that reads a path and refuses others."""

    name: str
    origin: str
    read: Callable[[str], object]


FILES: dict[str, Published] = {}


def published(name: str, origin: str) -> Callable[[Callable[[str], object]], Callable]:
    """Decorate the function that reads such a file; enters it in FILES."""

    def decorate(read: Callable[[str], object]) -> Callable[[str], object]:
        FILES[name] = Published(name, origin, read)
        return read

    return decorate


def needs(name: str) -> str:
    """What a claim that reads this file needs, in words."""
    return f"the file {FILES[name].origin}: give its path with --file {name}=PATH"


def parse_file_options(asked: Iterable[str]) -> dict[str, str]:
    """The path of each file that was asked for as NAME=PATH; every one has been read once.

    Raises ValueError or FileNotFoundError, whose message names the file, for anything else.
    """
    paths: dict[str, str] = {}
    for argument in asked:
        name, _, path = argument.partition("=")
        if not path:
            raise ValueError(
                f"--file: found {argument!r}, expected NAME=PATH, such as {_example_argument()}."
            )
        if name not in FILES:
            raise ValueError(f"--file: found {name!r}, expected one of {', '.join(FILES)}.")
        if name in paths:
            raise ValueError(f"--file: found {name} twice, expected one path for it.")
        if not Path(path).is_file():
            raise FileNotFoundError(
                f"--file {name}: found no file {path!r}, expected {FILES[name].origin}."
            )
        FILES[name].read(path)
        paths[name] = path
    return paths


def _example_argument() -> str:
    name = next(iter(FILES))
    return f"{name}=Downloads/{name}"


def with_files(claims: Iterable[Claim], paths: Mapping[str, str]) -> list[Claim]:
    """The claims, those that read one of the files with it at hand."""
    return [claim.reading(paths[claim.file]) if claim.file in paths else claim for claim in claims]

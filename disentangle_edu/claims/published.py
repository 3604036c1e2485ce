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
    """Published file: its source, and the function that reads a path and refuses other files.

    Parameters
    ----------
    name : str
        Name of the file.
    origin : str
        Where the file is from, in words.
    read : callable
        Function of a path that returns the content, or raises an error for another file.

    Examples
    --------
    >>> from disentangle_edu.claims.published import FILES
    >>> FILES["toy.csv"].name
    'toy.csv'
    """

    name: str
    origin: str
    read: Callable[[str], object]


FILES: dict[str, Published] = {}


def published(name: str, origin: str) -> Callable[[Callable[[str], object]], Callable]:
    """Decorate the function that reads a published file, and enter it in FILES.

    Parameters
    ----------
    name : str
        Name of the file.
    origin : str
        Where the file is from, in words.

    Returns
    -------
    decorator : callable
        Decorator that returns the function unchanged.

    Examples
    --------
    >>> from disentangle_edu.claims.published import FILES, published
    >>> @published("lines.txt", "of a test")
    ... def read_lines(path):
    ...     return open(path).readlines()
    >>> FILES.pop("lines.txt").origin
    'of a test'
    """

    def decorate(read: Callable[[str], object]) -> Callable[[str], object]:
        FILES[name] = Published(name, origin, read)
        return read

    return decorate


def needs(name: str) -> str:
    """Say what a claim that reads this file needs.

    Parameters
    ----------
    name : str
        Name of the file, one of FILES.

    Returns
    -------
    sentence : str
        Where the file is from, and how to pass its path.

    Examples
    --------
    >>> from disentangle_edu.claims.published import needs
    >>> needs("toy.csv").endswith("give its path with --file toy.csv=PATH")
    True
    """
    return f"the file {FILES[name].origin}: give its path with --file {name}=PATH"


def parse_file_options(asked: Iterable[str]) -> dict[str, str]:
    """Read the paths of files that the command line passes as NAME=PATH.

    Every file is read once, so that a wrong file is noticed at once.

    Parameters
    ----------
    asked : iterable of str
        Arguments such as "toy.csv=Downloads/toy.csv".

    Returns
    -------
    paths : dict of str to str
        Path of each file by its name.

    Raises
    ------
    ValueError
        If an argument has another form, a name is unknown or used twice, or it is another file.
    FileNotFoundError
        If there is no file at the path.

    Examples
    --------
    >>> from disentangle_edu.claims.published import parse_file_options
    >>> parse_file_options([])
    {}
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
    """Give the claims that read a published file the path of that file.

    Parameters
    ----------
    claims : iterable of Claim
        Claims to prepare.
    paths : mapping of str to str
        Path of each file by its name.

    Returns
    -------
    claims : list of Claim
        The same claims, which now can be measured if their file has a path.

    Examples
    --------
    >>> from disentangle_edu.claims.published import with_files
    >>> from disentangle_edu.claims.registry import CLAIMS
    >>> with_files([CLAIMS["dci-0.6"]], {}) == [CLAIMS["dci-0.6"]]
    True
    """
    return [claim.reading(paths[claim.file]) if claim.file in paths else claim for claim in claims]

"""Files that authors have published: not ours to ship, but a reader may have them and give a path.

    disentangle-edu claims --file toy.csv=Downloads/toy.csv

A claim that reads such a file names it (`file`) and is open without it.
"""

import functools
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ..types import Floats
from ..worlds import letter_sentences
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
    read: Callable[[str], Floats]


REPOSITORY = "of lanzhang128/disentanglement on GitHub"
COLUMNS = {"toy.csv": 4, "toy_ideal1.csv": 4, "toy_ideal2.csv": 8}  # latents of each file


@functools.cache
def codes_in(path: str, name: str) -> Floats:
    """(32,000, L) latents in a file like theirs, as their pandas read it.

    Columns index, dim1, dim2 ...; a row per test sentence, in order. Raises ValueError for others.
    """
    import pandas as pd

    columns = ["index", *(f"dim{i + 1}" for i in range(COLUMNS[name]))]
    rows = len(letter_sentences.sentences())
    try:
        frame = pd.read_csv(path, nrows=rows + 1)
    except (ValueError, OSError) as error:
        reason = str(error).splitlines()[0][:120]
        raise ValueError(
            f"--file {name}: found no table in {path!r} ({reason}), expected the columns "
            f"{', '.join(columns)}."
        ) from None
    if list(frame.columns) != columns:
        actual = ", ".join(map(str, frame.columns[:12]))[:200]
        raise ValueError(
            f"--file {name}: found the columns {actual}, expected {', '.join(columns)}."
        )
    if len(frame) != rows:
        actual = f"{len(frame):,}" if len(frame) < rows else f"more than {rows:,}"
        raise ValueError(
            f"--file {name}: found {actual} rows, expected {rows:,}, one per test sentence."
        )
    return _check_numbers(
        frame.apply(pd.to_numeric, errors="coerce").to_numpy(float), columns, name
    )


def _check_numbers(table: Floats, columns: list[str], name: str) -> Floats:
    """The latents of a table of numbers, once it is known to be one."""
    if (odd := np.argwhere(~np.isfinite(table))).size:
        row, column = odd[0]
        raise ValueError(
            f"--file {name}: found no finite number in row {row}, column {columns[column]}, "
            "expected one in every cell."
        )
    if (table[:, 0] != np.arange(len(table))).any():
        raise ValueError(f"--file {name}: found another index, expected 0, 1, 2 and so on.")
    if (still := table[:, 1:].std(0) == 0).any():
        raise ValueError(
            f"--file {name}: found one value in all of {columns[1 + int(still.argmax())]}, "
            "expected latents that move."
        )
    # The authors' pandas rounded the last bits differently, which affects the scores.
    return np.vectorize(letter_sentences.through_csv)(table[:, 1:])


FILES = {
    name: Published(name, f"Examples/{name} {REPOSITORY}", functools.partial(codes_in, name=name))
    for name in COLUMNS
}


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

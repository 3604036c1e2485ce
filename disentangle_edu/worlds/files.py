"""Files of latents and factors, read and written as a `Representation`; nothing is unpickled."""

import contextlib
import csv
import json
import math
import warnings
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from itertools import zip_longest
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from ..cache import atomic_path, kind_of_file
from ..dataframe_input import encode_words, frame_of, plain_numbers
from ..representation import Representation
from ..spelling import advice_for
from ..validation import (
    WHOLE,
    WORDS,
    as_float_table,
    check_whole_numbers,
    names_of,
    normalised,
    printable,
    resolve_type_of_words,
    short_repr,
)

if TYPE_CHECKING:
    import pandas as pd

Fields = dict[str, Any]  # arguments of Representation by name
FORMATS = (
    "an .npz file (or a folder of .npy files) with arrays 'factors' and 'latents', or a .csv or "
    ".parquet file with columns named 'factor:...' and 'latent:...'"
)
OURS = ("factor:", "latent:")  # prefixes of the columns that are read
TABLES = ("factors", "latents", "factor_mask", "images")
TEXTS = (
    "factor_names",
    "latent_names",
    "factor_types",
    "latent_types",
    "categories",
    "description",
)
OLD_DISCRETE = "levels"  # the name of the type "discrete" in files of earlier versions
MOST_BYTES = 2**30  # of all arrays together, uncompressed: 130 million numbers
MOST_TEXT = 2**24  # of names, types and description together, uncompressed


def load(path: str | Path, *, column_types: Mapping[str, str] | None = None) -> Representation:
    """Load a Representation from a file or a folder.

    Parameters
    ----------
    path : str or path-like
        Name of an .npz, .csv or .parquet file, or of a folder of .npy files. See Notes for the
        formats.
    column_types : dict of {str: str} or None, default=None
        Types of columns, if the guess of `Representation` or the stored type should not be used. A
        key is the name of a factor or of a latent. A value is 'discrete' or 'continuous', or, for a
        factor, 'cyclic 360'. If a factor and a latent have the same name, write it in full:
        'factor:NAME'.

    Returns
    -------
    rep : Representation
        Factors and latents of the samples, with the names and types in the file.

    Raises
    ------
    FileNotFoundError
        If there is no file at `path`.
    ValueError
        If the file is not in one of the formats, is damaged, contains pickled content, is too large
        or does not fit into memory, if it is not an ordinary file (a pipe, for example), if a
        .parquet file is read without pyarrow, or if `column_types` has a name that is not in the
        file. Large data are read only after these checks, as far as a header shows what is wrong.
    TypeError
        If a cell of a table is not a number where a number is expected.

    See Also
    --------
    save : Write a Representation to a file.

    Notes
    -----
    An **.npz file** has the arrays 'factors' of shape (n_samples, n_factors) and 'latents' of shape
    (n_samples, n_latents). The text arrays 'factor_names', 'latent_names', 'factor_types',
    'latent_types', 'categories' (JSON) and 'description' are optional, and so is an array
    'factor_mask' of truth values with the shape of 'factors', which are false if a sample does not
    have a factor.
    Pickled content is refused, and so are arrays of more than one gigabyte, unpacked.

    A **folder** has the same arrays, each in its own file: factors.npy, latents.npy and so on. The
    tables are mapped into memory instead of read as a whole. They may have any size that fits into
    memory as a Representation.

    A **.csv file** has one row per sample and columns named 'factor:NAME' and 'latent:NAME'. Other
    columns are ignored. An empty cell means that the sample does not have that factor. If a factor
    has words, the words are its levels, numbered in alphabetical order. Numbers in another
    spelling, such as 0,5 or 5 cm, are refused.

    A **.parquet file** has the same columns as a .csv file. To read one, you need pyarrow.

    Examples
    --------
    >>> import tempfile
    >>> from disentangle_edu import examples, load, save
    >>> path = f"{tempfile.mkdtemp()}/copy.npz"
    >>> save(examples.perfect_copy(2, 3), path)
    >>> load(path).latents.shape
    (6, 2)
    """
    path = Path(path)
    if not path.exists():
        raise FileNotFoundError(f"file: found no file {str(path)!r}, expected {FORMATS}.")
    readers = {".npz": _read_npz, ".csv": _read_csv, ".parquet": _read_parquet}
    read = _read_folder if path.is_dir() else readers.get(path.suffix.lower())
    kind = "" if path.is_dir() else kind_of_file(path.stat())
    if kind:  # such a file cannot be read twice, or is endless
        raise ValueError(
            f"file: found {path.name!r}, which is {kind}, expected an ordinary file; copy it into "
            "a file first."
        )
    if read is None:
        raise ValueError(f"file: found {path.name!r}, expected {FORMATS}.")
    fields = read(path)
    _apply_types(fields, column_types or {})
    try:
        return Representation(**fields)
    except MemoryError:
        raise _too_large_error(path) from None


# --------------------------------------------------------------------------------------------- .npz


class _InvalidFile(ValueError):
    """Error about a file that this package raises, not a library."""


def _too_large_error(path: Path) -> _InvalidFile:
    return _InvalidFile(
        f"file: found {path.name!r}, which does not fit into this machine's memory, expected a "
        "smaller file. Keep a random part of the samples."
    )


def _read_npz(path: Path) -> Fields:
    return _array_fields(_read_arrays(path, ("factors", "latents")))


def read_images(
    path: str | Path,
) -> tuple[NDArray, NDArray[np.float64], tuple[str, ...]]:
    """Load images, their factors and the names of the factors from an .npz file.

    The checks of the file are those of `load`.

    Parameters
    ----------
    path : str or path-like
        Name of an .npz file with the arrays 'images' and 'factors', and optionally a text array
        'factor_names'.

    Returns
    -------
    images : ndarray of shape (n_images, ...)
        Images, as they are in the file.
    factors : ndarray of shape (n_images, n_factors)
        Values of the factors.
    names : tuple of str
        Names of the factors; "factor 1", "factor 2" and so on if the file has none.

    Raises
    ------
    FileNotFoundError
        If there is no file at `path`.
    ValueError
        If the file is not an .npz file with these arrays, is damaged, contains pickled content, or
        is larger than one gigabyte, unpacked.

    See Also
    --------
    disentangle_edu.worlds.images.load_images : The same images as a world to sample from.

    Examples
    --------
    >>> import tempfile
    >>> from disentangle_edu.worlds import files
    >>> path = f"{tempfile.mkdtemp()}/images.npz"
    >>> np.savez(path, images=np.zeros((4, 8, 8)), factors=[[0], [1], [0], [1]])
    >>> images, factors, names = files.read_images(path)
    >>> images.shape, factors.shape, names
    ((4, 8, 8), (4, 1), ('factor 1',))
    """
    if not (path := Path(path)).is_file():
        raise FileNotFoundError(
            f"images: found no file {str(path)!r}, expected an .npz with arrays images and factors."
        )
    arrays = _read_arrays(path, ("images", "factors"))
    factors = as_float_table(arrays["factors"], "factors")
    names = arrays.get("factor_names")
    name_list = (
        None if names is None else [printable(word) for word in np.atleast_1d(names).ravel()]
    )
    return arrays["images"], factors, names_of(name_list, factors.shape[1], "factor")


def read_labelled(path: str | Path) -> tuple[list[str], list[str]]:
    """Load texts and their labels from a .csv file.

    Rows with an empty text or an empty label are left out.

    Parameters
    ----------
    path : str or path-like
        Name of a .csv file in UTF-8 with columns 'text' and 'label'. Other columns are ignored.

    Returns
    -------
    texts : list of str
        Texts, in the order of the file.
    labels : list of str
        Label of every text.

    Raises
    ------
    FileNotFoundError
        If there is no file at `path`.
    ValueError
        If the file cannot be read as such a table. The message says what was found and what was
        expected.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from disentangle_edu.worlds import files
    >>> path = Path(tempfile.mkdtemp()) / "texts.csv"
    >>> header, rows = "text,label", ["red square,warm", "blue heart,cold", ",cold"]
    >>> with path.open("w") as file:
    ...     print(header, *rows, sep=chr(10), file=file)
    >>> files.read_labelled(path)
    (['red square', 'blue heart'], ['warm', 'cold'])
    """
    import pandas as pd

    wanted = ["text", "label"]
    if not (path := Path(path)).is_file():
        raise FileNotFoundError(
            f"texts: found no file {str(path)!r}, expected a .csv with columns text and label."
        )
    try:
        table = pd.read_csv(path, usecols=wanted, dtype=str, keep_default_na=False)
        _check_row_lengths(path, "texts")
    except _InvalidFile:
        raise
    except (ValueError, csv.Error) as error:  # includes a wrong encoding and a missing column
        raise ValueError(
            f"texts: found {path.name!r}, which cannot be read ({printable(str(error))}), expected "
            "a .csv in UTF-8 with columns text and label."
        ) from None
    table = table[(table[wanted] != "").all(axis=1)]
    return table["text"].tolist(), table["label"].tolist()


def _read_arrays(path: Path, needed: Sequence[str]) -> dict[str, NDArray]:
    with open(path, "rb") as file:
        if file.read(2) != b"PK":  # an .npz file is a zip file
            raise ValueError(
                f"file: found {path.name!r}, which is not a .npz archive, expected {FORMATS}."
            )
    try:
        with zipfile.ZipFile(path) as archive:
            return _arrays(archive, path.name, needed)
    except _InvalidFile:
        raise
    except MemoryError:
        raise _too_large_error(path) from None
    except Exception as error:  # zip, its decompressors and numpy raise a dozen kinds
        raise ValueError(
            f"file: found a damaged archive {path.name!r} "
            f"({type(error).__name__}: {printable(short_repr(str(error)))}), expected {FORMATS}."
        ) from None


def _arrays(archive: zipfile.ZipFile, name: str, needed: Sequence[str]) -> dict[str, NDArray]:
    """The arrays that we read from an archive, after a check that none of them is too large."""
    members = {}
    for info in archive.infolist():
        archive.open(info).close()  # raises if its two names differ, or if it is encrypted
        array = info.filename.removesuffix(".npy")
        if array in members:
            twice = short_repr(printable(array))
            raise _InvalidFile(f"file: found {twice} twice in {name!r}, expected it once.")
        members[array] = info
    if missing := [array for array in needed if array not in members]:
        raise _InvalidFile(
            f"file: found arrays {short_repr(', '.join(map(printable, members)) or 'none')} in "
            f"{name!r}, expected {' and '.join(missing)} as well."
        )
    sizes = {
        array: _member_size(archive, members[array], array)
        for array in (*TABLES, *TEXTS)
        if array in members
    }
    for kinds, limit in ((TEXTS, MOST_TEXT), (TABLES, MOST_BYTES)):
        n_bytes = sum(size for array, size in sizes.items() if array in kinds)
        _check_bytes(n_bytes, limit, f"{name!r} once unpacked")
    return {array: _array(archive, members[array]) for array in sizes}


def _check_bytes(n_bytes: int, limit: int, where: str) -> None:
    """Raise an error if a file is too large, before any of it is read."""
    if n_bytes > limit:
        raise _InvalidFile(
            f"file: found {n_bytes:,} bytes in {where}, expected at most {limit:,}. Keep a random "
            "part of the samples."
        )


def _member_size(archive: zipfile.ZipFile, info: zipfile.ZipInfo, name: str) -> int:
    """Number of bytes of an array, read from its header alone."""
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise _InvalidFile(
            f"{name}: found the compression {info.compress_type}, "
            "expected an archive as numpy.savez or numpy.savez_compressed writes it."
        )
    with archive.open(info) as member:
        return _array_bytes(member, name)


def _array_bytes(member: IO[bytes], name: str) -> int:
    """Number of bytes of an array by its header; raises for anything but a plain array."""
    shape, _, dtype = header(member)
    if dtype.hasobject:
        raise _InvalidFile(
            f"{name}: found pickled Python objects, expected a plain array of numbers (or of text "
            "for names). Pickles can run code and are never read here."
        )
    expected = {"factor_mask": "biu"}.get(name, "biuf" if name in TABLES else "U")
    if dtype.kind not in expected:
        kind_text = {"biu": "truth values", "biuf": "numbers", "U": "text"}[expected]
        raise _InvalidFile(f"{name}: found an array of {dtype}, expected one of {kind_text}.")
    if name in TABLES and not shape:
        raise _InvalidFile(f"{name}: found a single number, expected a table (samples, {name}).")
    if min(shape, default=0) < 0:
        raise _InvalidFile(f"{name}: found the shape {short_repr(shape)}, expected none below 0.")
    return math.prod(shape) * max(dtype.itemsize, 1)


def header(member: IO[bytes]) -> tuple[tuple[int, ...], bool, np.dtype[Any]]:
    """Shape, order and type of a .npy array, read from its header.

    Parameters
    ----------
    member : file-like object
        Binary file at the beginning of an array in the .npy format. Afterwards, it is at the first
        byte of the data.

    Returns
    -------
    shape : tuple of int
        Shape of the array.
    columns_first : bool
        Whether the array is stored in column-major (Fortran) order.
    dtype : numpy.dtype
        Type of the array's elements.

    Raises
    ------
    ValueError
        If the member is not in version 1.0 or 2.0 of the .npy format.

    Examples
    --------
    >>> import io
    >>> from disentangle_edu.worlds import files
    >>> file = io.BytesIO()
    >>> np.save(file, np.zeros((2, 3)))
    >>> _ = file.seek(0)
    >>> files.header(file)
    ((2, 3), False, dtype('float64'))
    """
    readers = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}
    version = npy.read_magic(member)
    if version not in readers:
        raise ValueError(f"file format version {version}, which field names need")
    return readers[version](member)


def _array(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> NDArray:
    """Read an array and the rest of its member, because the checksum follows at the end."""
    with archive.open(info) as member:
        array = npy.read_array(member, allow_pickle=False)
        if member.read(1):
            raise ValueError(f"{info.filename} has more bytes after its array")
    return array


def _read_folder(path: Path) -> Fields:
    """Read a folder that has the arrays of an .npz, and map the tables into memory."""
    names = [name for name in (*TABLES, *TEXTS) if (path / f"{name}.npy").is_file()]
    if missing := [name for name in ("factors", "latents") if name not in names]:
        advice = ""
        if path.suffix.lower() == ".parquet" or any(path.glob("*.parquet")):
            advice = (
                " Write the parts of a .parquet as one file: read them with pandas.read_parquet."
            )
        raise ValueError(
            f"file: found the folder {str(path)!r} without {' and '.join(missing)}, expected "
            f"factors.npy and latents.npy in it.{advice}"
        )
    arrays = {}
    for name in names:
        file_path = path / f"{name}.npy"
        try:
            with open(file_path, "rb") as file:
                size = _array_bytes(file, name)
            if name in TEXTS and size > MOST_TEXT:
                raise _InvalidFile(f"{name}: found {size:,} bytes, expected at most {MOST_TEXT:,}.")
            arrays[name] = np.load(
                file_path, mmap_mode="r" if name in TABLES else None, allow_pickle=False
            )
        except _InvalidFile:
            raise
        except Exception as error:  # a dozen kinds, as for an archive
            raise ValueError(
                f"file: found {file_path.name!r}, which is damaged or is not an array "
                f"({printable(short_repr(str(error)))}), expected what numpy.save writes."
            ) from None
    return _array_fields(arrays)


def _array_fields(arrays: dict[str, NDArray]) -> Fields:
    """Arguments of `Representation`, from the arrays of an archive."""
    fields: Fields = {name: arrays[name] for name in ("factors", "latents")}
    for name in TEXTS[:4]:
        if name in arrays:
            fields[name] = [printable(word) for word in np.atleast_1d(arrays[name]).ravel()]
    if "categories" in arrays:
        fields["categories"] = _categories("".join(arrays["categories"].ravel()))
    if "description" in arrays:
        fields["description"] = " ".join(arrays["description"].ravel())
    if "factor_mask" in arrays:
        fields["factors"] = _mask_absent(arrays["factors"], arrays["factor_mask"])
    return fields


def _categories(text: str) -> dict[str, list[str]]:
    """The words of factors, from JSON."""
    try:
        categories = json.loads(text)
        return {
            name: [printable(word) for word in of_factor] for name, of_factor in categories.items()
        }
    except (ValueError, AttributeError, TypeError, RecursionError):
        raise _InvalidFile(
            f"categories: found {short_repr(text)}, expected JSON: a list of words for each factor."
        ) from None


def _mask_absent(factors: NDArray, present: NDArray) -> "np.ma.MaskedArray[Any, Any]":
    """Mask the factors that a sample does not have."""
    if present.shape != factors.shape:
        raise _InvalidFile(
            f"factor_mask: found shape {present.shape}, expected that of the factors, "
            f"{factors.shape}."
        )
    if not np.isin(present, (0, 1)).all():
        raise _InvalidFile("factor_mask: found numbers other than 0 and 1, expected true or false.")
    return np.ma.array(factors, mask=present == 0)


# ---------------------------------------------------------------------------------- .csv, .parquet


def _read_csv(path: Path) -> Fields:
    with _table_errors(path):
        header = _read_header(path)
        places = _column_indices(path, header)
        _check_row_lengths(path, "file")
        table = _read_table(path, len(header))
    _check_integers(path, table, header)
    return _table_fields(table, header, places)


def _check_integers(path: Path, table: "pd.DataFrame", header: Sequence[str]) -> None:
    """Raise an error for whole numbers that lost digits next to fractions and empty cells."""
    ours = np.array([name.startswith(OURS) for name in header])
    floats = np.flatnonzero(ours & _has_dtype(table, np.float64))
    large = (np.abs(table.iloc[:, floats].to_numpy()) >= WHOLE).any(0)
    for column in floats[large].tolist():
        cells = _read_table(path, len(header), usecols=[column], dtype=str)[column].dropna()
        integers = cells[cells.str.strip().str.fullmatch(r"[+-]?\d+")]
        where = f" in column {short_repr(header[column])}"
        check_whole_numbers(integers.map(int).to_numpy(dtype=object), "file", where)


def _read_parquet(path: Path) -> Fields:
    try:
        from pyarrow import parquet
    except ImportError:
        raise _InvalidFile(
            f"file: found {path.name!r}, which needs pyarrow, expected another file, or pyarrow "
            "installed: pip install disentangle_edu[parquet]."
        ) from None
    with _table_errors(path):
        header = parquet.read_schema(path).names
        places = _column_indices(path, header)
        ours = [index for indices in places.values() for index in indices]
        numbers = parquet.read_metadata(path).num_rows * len(ours)
        _check_bytes(8 * numbers, MOST_BYTES, f"{path.name!r} as numbers")
        read = parquet.read_table(path, columns=[header[index] for index in ours])
        table = frame_of(read, ignore_metadata=True)
        table.columns = ours
    return _table_fields(table, header, places)


@contextlib.contextmanager
def _table_errors(path: Path) -> Iterator[None]:
    """Turn the errors of table readers into an error with our wording."""
    try:
        yield
    except _InvalidFile:
        raise
    except MemoryError:
        raise _too_large_error(path) from None
    except Exception as error:
        raise ValueError(
            f"file: found {path.name!r}, which cannot be read as a table "
            f"({printable(short_repr(str(error)))}), expected {FORMATS}."
        ) from None


def _table_fields(
    table: "pd.DataFrame", header: Sequence[str], places: Mapping[str, list[int]]
) -> Fields:
    """Arguments of `Representation`, from columns by their index in the header."""
    fields: Fields = {}
    for word, indices in places.items():
        columns, names = table[indices], [header[index] for index in indices]
        categories = encode_words(columns, names, "file") if word == "factor" else {}
        values = _as_numbers(columns, names)
        fields[word + "_types"] = [
            WORDS if index in categories else None for index in range(len(indices))
        ]
        # empty cells become NaN; infinity stays and is rejected later
        fields[word + "s"] = (
            np.ma.array(values, mask=np.isnan(values)) if word == "factor" else values
        )
        fields[word + "_names"] = [name.removeprefix(word + ":") for name in names]
        if word == "factor":
            bare = [printable(name) for name in fields["factor_names"]]
            fields["categories"] = {bare[k]: of_column for k, of_column in categories.items()}
    return fields


def _read_header(path: Path) -> list[str]:
    """The names in the first line that is not empty."""
    with open(path, encoding="utf-8-sig", newline="") as file:
        for row in csv.reader(file, skipinitialspace=True):
            if row:
                return row
    raise ValueError("it is empty")


def _check_row_lengths(path: Path, argument: str) -> None:
    """Raise if a row has more or fewer cells than the header; pandas would fill or shift it."""
    with open(path, encoding="utf-8-sig", newline="") as file:
        rows = (row for row in csv.reader(file, skipinitialspace=True) if row)
        expected = len(next(rows))
        for j, row in enumerate(rows, 1):
            if len(row) != expected:
                raise _InvalidFile(
                    f"{argument}: found {len(row)} cell{'' if len(row) == 1 else 's'} in row {j} "
                    f"of {path.name!r}, expected {expected}, as many as the header has. Put text "
                    "that contains a comma into quotation marks."
                )


def _column_indices(path: Path, header: Sequence[str]) -> dict[str, list[int]]:
    """Indices of the columns that are factors, and of those that are latents."""
    doubles = [name for name, count in Counter(header).items() if count > 1]
    if doubles := [name for name in doubles if name.startswith(OURS)]:
        raise _InvalidFile(
            f"file: found the column {short_repr(doubles[0])} twice in {path.name!r}, "
            "expected different names."
        )
    places = {
        word: [index for index, name in enumerate(header) if name.startswith(word + ":")]
        for word in ("factor", "latent")
    }
    if missing := [word for word, indices in places.items() if not indices]:
        columns = ", ".join(short_repr(name)[1:-1] for name in header[:8])
        advice = ""
        if any(sign in name for name in header for sign in ";\t"):
            advice = " (Columns are separated by commas.)"
        elif header[0].lower().startswith("sep="):
            advice = " (Remove the first line, which only gives a spreadsheet the separator.)"
        raise _InvalidFile(
            f"file: found columns {columns} in {path.name!r}, expected at least one column named "
            f"'{missing[0]}:...'.{advice}"
        )
    return places


def _read_table(path: Path, columns: int, **options: Any) -> "pd.DataFrame":
    """Read all columns, named by their index; only an empty cell is missing.

    "None" is a word.
    """
    import pandas as pd

    old = int(pd.__version__.partition(".")[0]) < 3  # old versions lose the last digit by default
    exactly: dict[str, Any] = {"float_precision": "round_trip"} if old else {}
    with warnings.catch_warnings():  # pandas would cut rows longer than the header
        warnings.simplefilter("error", pd.errors.ParserWarning)
        return pd.read_csv(
            path,
            index_col=False,
            names=range(columns),
            header=0,
            skipinitialspace=True,
            keep_default_na=False,
            na_values=[""],
            low_memory=False,
            **exactly,
            **options,
        )


def _as_numbers(table: "pd.DataFrame", names: Sequence[str]) -> NDArray[np.float64]:
    """The columns as numbers, NaN where a cell is empty. Raises TypeError for another cell."""
    numbers, rest = np.empty(table.shape), np.ones(len(names), bool)
    for kind in (np.float64, np.int64):  # as one block, because many single columns take minutes
        block = _has_dtype(table, kind)
        numbers[:, block] = table.iloc[:, np.flatnonzero(block)].to_numpy()
        rest &= ~block
        if kind is np.int64:
            rest |= block & (np.abs(numbers) >= WHOLE).any(0)
    for column in np.flatnonzero(rest).tolist():
        numbers[:, column] = _column_numbers(
            table.iloc[:, column], f" in column {short_repr(names[column])}"
        )
    return numbers


def _has_dtype(table: "pd.DataFrame", kind: type) -> NDArray[np.bool_]:
    """Which columns have a given numpy dtype."""
    return np.array([dtype == kind for dtype in table.dtypes], bool)


def _column_numbers(column: "pd.Series", where: str) -> NDArray[np.float64]:
    """One column as numbers."""
    import pandas as pd

    kind = column.dtype.kind
    if kind in "mM":
        raise TypeError(f"file: found dates or times{where}, expected numbers.")
    if kind not in "biuf":
        check_whole_numbers(column.to_numpy(dtype=object), "file", where)
        numbers = pd.to_numeric(column, errors="coerce")
        wrong = (numbers.isna() & column.notna()).to_numpy()
        if wrong.any():
            row = int(wrong.argmax())
            cell = str(column.iloc[row])
            raise TypeError(
                f"file: found {short_repr(cell)}{where}, row {row + 1}, expected numbers. "
                f"{advice_for(cell)}"
            )
        column = numbers
    return plain_numbers(column, "file", where)


# ----------------------------------------------------------------------------------- kinds, writing


def _apply_types(fields: Fields, column_types: Mapping[str, str]) -> None:
    """Replace stored or guessed types by the types that the user asks for, by column name."""
    names = {
        word: names_of(fields.get(word + "_names"), np.shape(fields[word + "s"])[-1], word)
        for word in ("factor", "latent")
    }
    plain = {word: list(map(normalised, of_word)) for word, of_word in names.items()}
    requested = {normalised(name): requested_type for name, requested_type in column_types.items()}
    for name in requested:
        if all(name in of_word for of_word in plain.values()):
            raise ValueError(
                f"column_types: found {short_repr(name)}, which names a factor and a latent, "
                f"expected {short_repr(f'factor:{name}')} or {short_repr(f'latent:{name}')}."
            )
    unknown = set(requested)
    for word, of_word in plain.items():
        stored = fields.get(word + "_types") or [None] * len(of_word)
        stored = ["discrete" if each == OLD_DISCRETE else each for each in stored]
        fields[word + "_types"] = [
            resolve_type_of_words(
                name,
                requested.get(f"{word}:{name}", requested.get(name)),
                stored_type,
                "column_types",
            )
            for name, stored_type in zip_longest(of_word, stored)
        ]
        unknown -= {*of_word, *(f"{word}:{name}" for name in of_word)}
    if unknown:
        raise ValueError(
            f"column_types: found {short_repr(min(unknown))}, "
            "expected names of columns in the file."
        )


def save(rep: Representation, path: str | Path) -> None:
    """Save a Representation to an .npz, .csv or .parquet file.

    The ending of the name decides the format. `load` reads the file again.

    Parameters
    ----------
    rep : Representation
        Factors and latents to write.
    path : str or path-like
        Name of the file, which ends in .npz, .csv or .parquet.

    Raises
    ------
    TypeError
        If `rep` is not a Representation.
    ValueError
        If the name has another ending.
    FileNotFoundError
        If the folder does not exist.
    ModuleNotFoundError
        If the name ends in .parquet and pyarrow is not installed.

    See Also
    --------
    load : Read a Representation from a file.

    Notes
    -----
    A .csv or .parquet file keeps the names, the words and every digit, but it does not keep the
    kinds and the story.

    Examples
    --------
    >>> import tempfile
    >>> from disentangle_edu import examples, load, save
    >>> path = f"{tempfile.mkdtemp()}/copy.npz"
    >>> save(examples.perfect_copy(2, 3), path)
    >>> load(path).latents.shape
    (6, 2)
    """
    if not isinstance(rep, Representation):
        raise TypeError(f"rep: found {type(rep).__name__}, expected a Representation.")
    path = Path(path)
    if path.suffix.lower() == ".npz":
        _save_npz(rep, path)
    elif path.suffix.lower() == ".csv":
        _save_csv(rep, path)
    elif path.suffix.lower() == ".parquet":
        _save_parquet(rep, path)
    else:
        raise ValueError(
            f"path: found {path.name!r}, expected a name that ends in .npz, .csv or .parquet."
        )


def _save_npz(rep: Representation, path: Path) -> None:
    arrays: Fields = {name: np.array(getattr(rep, name)) for name in TEXTS if name != "categories"}
    if rep.categories:
        arrays["categories"] = np.array(json.dumps(rep.categories))
    if rep.factor_mask is not None:
        arrays["factor_mask"] = rep.factor_mask
    arrays |= {"factors": rep.factors, "latents": rep.latents}
    with (
        atomic_path(path) as temp_path,
        open(temp_path, "wb") as file,
    ):  # given only a name, numpy would append .npz
        np.savez_compressed(file, **arrays)


def _save_csv(rep: Representation, path: Path) -> None:
    with atomic_path(path) as file:
        _as_table(rep).to_csv(file, index=False)


def _save_parquet(rep: Representation, path: Path) -> None:
    if not find_spec("pyarrow"):
        raise ModuleNotFoundError(
            f"path: found {path.name!r}, which needs pyarrow, expected .npz or .csv, or pyarrow "
            "installed: pip install disentangle_edu[parquet]."
        )
    with atomic_path(path) as file:
        _as_table(rep).to_parquet(file, index=False, engine="pyarrow")


def _as_table(rep: Representation) -> "pd.DataFrame":
    """Table with the columns 'factor:...' and 'latent:...'."""
    import pandas as pd

    header = [f"factor:{name}" for name in rep.factor_names]
    header += [f"latent:{name}" for name in rep.latent_names]
    table = pd.DataFrame(np.hstack([rep.factors, rep.latents]), columns=header)
    for name, levels in rep.categories.items():
        table[f"factor:{name}"] = table[f"factor:{name}"].map(dict(enumerate(levels)))
    return table

"""Files of latents and factors, to and from a Representation; nothing is unpickled."""

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

from ..cache import kind_of_file, written
from ..core import Representation
from ..frames import coded, frame_of, plain_numbers
from ..spelling import advice_for
from ..validation import (
    WHOLE,
    WORDS,
    check_whole_numbers,
    kind_of_words,
    names_of,
    normalised,
    printable,
    shown,
    table,
)

if TYPE_CHECKING:
    import pandas as pd

Fields = dict[str, Any]  # what a Representation is made of, by its argument
FORMATS = (
    "an .npz file (or a folder of .npy files) with arrays 'factors' and 'latents', or a .csv or "
    ".parquet file with columns named 'factor:...' and 'latent:...'"
)
OURS = ("factor:", "latent:")  # how the columns of a table begin that are read
TABLES = ("factors", "latents", "present", "images")
TEXTS = ("factor_names", "latent_names", "factor_kinds", "latent_kinds", "categories", "story")
MOST_BYTES = 2**30  # unpacked, of all arrays together: 130 million numbers
MOST_TEXT = 2**24  # unpacked, of names, kinds and story together


def load(path: str | Path, *, kinds: Mapping[str, str] | None = None) -> Representation:
    """The Representation in a file.

    .npz : arrays factors (n, K) and latents (n, L); optional text arrays factor_names,
        latent_names, factor_kinds, latent_kinds, categories (JSON) and story, and an array present
        (n, K) of truth values, false where a factor is absent. Pickled content is refused, not
        read; so is more than a gigabyte, unpacked.
    a folder : the same arrays, each in a file: factors.npy, latents.npy. Tables are mapped, not
        read as a whole, and may have any size that fits into memory as a Representation.
    .csv : one row per sample, columns 'factor:NAME' and 'latent:NAME'; other columns are left
        alone. An empty cell says that the sample lacks that factor. A factor of words has them as
        its levels, numbered by the alphabet. Numbers in another spelling, such as 0,5 or 5 cm, are
        refused.
    .parquet : the same columns; needs pyarrow.
    kinds : {column name: "levels", "continuous" or, of a factor, "cyclic 360"}, where the guess of
        Representation should not be used. A name that a factor and a latent share is written in
        full: 'factor:NAME'.

    Raises FileNotFoundError, ValueError or TypeError before anything large is read.

    >>> import tempfile
    >>> from disentangle_edu.worlds import examples
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
    if kind:  # it cannot be read twice, or never ends
        raise ValueError(
            f"file: found {path.name!r}, which is {kind}, expected an ordinary file; write it into "
            "one first."
        )
    if read is None:
        raise ValueError(f"file: found {path.name!r}, expected {FORMATS}.")
    fields = read(path)
    _apply_kinds(fields, kinds or {})
    try:
        return Representation(**fields)
    except MemoryError:
        raise _too_large(path) from None


# --------------------------------------------------------------------------------------------- .npz


class _Refused(ValueError):
    """What we say of a file ourselves, as against what libraries stumble over."""


def _too_large(path: Path) -> _Refused:
    return _Refused(
        f"file: found {path.name!r}, which does not fit into this machine's memory, expected a "
        "smaller one. Draw a part of the samples."
    )


def _read_npz(path: Path) -> Fields:
    return _fields(_read_arrays(path, ("factors", "latents")))


def read_images(
    path: str | Path,
) -> tuple[NDArray, NDArray[np.float64], tuple[str, ...]]:
    """Images, factors and the factors' names in an .npz, read as carefully as `load` does."""
    if not (path := Path(path)).is_file():
        raise FileNotFoundError(
            f"images: found no file {str(path)!r}, expected an .npz with arrays images and factors."
        )
    arrays = _read_arrays(path, ("images", "factors"))
    factors = table(arrays["factors"], "factors")
    names = arrays.get("factor_names")
    words = None if names is None else [printable(word) for word in np.atleast_1d(names).ravel()]
    return arrays["images"], factors, names_of(words, factors.shape[1], "factor")


def read_labelled(path: str | Path) -> tuple[list[str], list[str]]:
    """Texts and their labels: the columns text and label of a .csv, rows with an empty cell out.

    Raises FileNotFoundError or ValueError with what was found and expected.
    """
    import pandas as pd

    wanted = ["text", "label"]
    if not (path := Path(path)).is_file():
        raise FileNotFoundError(
            f"texts: found no file {str(path)!r}, expected a .csv with columns text and label."
        )
    try:
        table = pd.read_csv(path, usecols=wanted, dtype=str, keep_default_na=False)
        _check_rows(path, "texts")
    except _Refused:
        raise
    except (ValueError, csv.Error) as error:  # also another encoding, and no such column
        raise ValueError(
            f"texts: found {path.name!r}, which cannot be read ({printable(str(error))}), expected "
            "a .csv in UTF-8 with columns text and label."
        ) from None
    table = table[(table[wanted] != "").all(axis=1)]
    return table["text"].tolist(), table["label"].tolist()


def _read_arrays(path: Path, needed: Sequence[str]) -> dict[str, NDArray]:
    with open(path, "rb") as file:
        if file.read(2) != b"PK":  # an .npz is a zip; look before reading the rest
            raise ValueError(
                f"file: found {path.name!r}, which is not a .npz archive, expected {FORMATS}."
            )
    try:
        with zipfile.ZipFile(path) as archive:
            return _arrays(archive, path.name, needed)
    except _Refused:
        raise
    except MemoryError:
        raise _too_large(path) from None
    except Exception as error:  # damage makes zip, its decompressors and numpy raise a dozen kinds
        raise ValueError(
            f"file: found a damaged archive {path.name!r} "
            f"({type(error).__name__}: {printable(shown(str(error)))}), expected {FORMATS}."
        ) from None


def _arrays(archive: zipfile.ZipFile, name: str, needed: Sequence[str]) -> dict[str, NDArray]:
    """The arrays of ours in an archive, once all of them are known to be of an honest size."""
    members = {}
    for info in archive.infolist():
        archive.open(info).close()  # its two names agree, and it is not encrypted
        array = info.filename.removesuffix(".npy")
        if array in members:
            twice = shown(printable(array))
            raise _Refused(f"file: found {twice} twice in {name!r}, expected it once.")
        members[array] = info
    if missing := [array for array in needed if array not in members]:
        raise _Refused(
            f"file: found arrays {shown(', '.join(map(printable, members)) or 'none')} in "
            f"{name!r}, expected also {' and '.join(missing)}."
        )
    sizes = {
        array: _size(archive, members[array], array)
        for array in (*TABLES, *TEXTS)
        if array in members
    }
    for kinds, most in ((TEXTS, MOST_TEXT), (TABLES, MOST_BYTES)):
        found = sum(size for array, size in sizes.items() if array in kinds)
        _check_bytes(found, most, f"{name!r} once unpacked")
    return {array: _array(archive, members[array]) for array in sizes}


def _check_bytes(found: int, most: int, where: str) -> None:
    """Refuse more than a file may hold, before any of it is read."""
    if found > most:
        raise _Refused(
            f"file: found {found:,} bytes in {where}, expected at most {most:,}. Draw a part of "
            "the samples."
        )


def _size(archive: zipfile.ZipFile, info: zipfile.ZipInfo, name: str) -> int:
    """How many bytes an array says it has, read from its header alone."""
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise _Refused(
            f"{name}: found the compression {info.compress_type}, "
            "expected an archive as numpy.savez or numpy.savez_compressed writes it."
        )
    with archive.open(info) as member:
        return _bytes(member, name)


def _bytes(member: IO[bytes], name: str) -> int:
    """How many bytes a plain array has by its header; what else there is is refused."""
    shape, _, dtype = header(member)
    if dtype.hasobject:
        raise _Refused(
            f"{name}: found pickled Python objects, expected a plain array of numbers (or of text "
            "for names). Pickles can run code and are never read here."
        )
    expected = {"present": "biu"}.get(name, "biuf" if name in TABLES else "U")
    if dtype.kind not in expected:
        words = {"biu": "truth values", "biuf": "numbers", "U": "text"}[expected]
        raise _Refused(f"{name}: found an array of {dtype}, expected one of {words}.")
    if name in TABLES and not shape:
        raise _Refused(f"{name}: found a single number, expected a table (samples, {name}).")
    if min(shape, default=0) < 0:
        raise _Refused(f"{name}: found the shape {shown(shape)}, expected none below 0.")
    return math.prod(shape) * max(dtype.itemsize, 1)


def header(member: IO[bytes]) -> tuple[tuple[int, ...], bool, np.dtype[Any]]:
    """(shape, whether columns come first, type) of the array in a member."""
    readers = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}
    version = npy.read_magic(member)
    if version not in readers:
        raise ValueError(f"version {version} of the format, which names of fields need")
    return readers[version](member)


def _array(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> NDArray:
    """An array, read to the end of its member, where the checksum stands."""
    with archive.open(info) as member:
        array = npy.read_array(member, allow_pickle=False)
        if member.read(1):
            raise ValueError(f"{info.filename} goes on after its array")
    return array


def _read_folder(path: Path) -> Fields:
    """An .npz that lies unpacked in a folder: tables are mapped into memory."""
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
        place = path / f"{name}.npy"
        try:
            with open(place, "rb") as file:
                size = _bytes(file, name)
            if name in TEXTS and size > MOST_TEXT:
                raise _Refused(f"{name}: found {size:,} bytes, expected at most {MOST_TEXT:,}.")
            arrays[name] = np.load(
                place, mmap_mode="r" if name in TABLES else None, allow_pickle=False
            )
        except _Refused:
            raise
        except Exception as error:  # as many kinds as in an archive
            raise ValueError(
                f"file: found {place.name!r}, which is damaged or no array "
                f"({printable(shown(str(error)))}), expected what numpy.save writes."
            ) from None
    return _fields(arrays)


def _fields(arrays: dict[str, NDArray]) -> Fields:
    """What Representation takes, from the arrays of an archive."""
    fields: Fields = {name: arrays[name] for name in ("factors", "latents")}
    for name in TEXTS[:4]:
        if name in arrays:
            fields[name] = [printable(word) for word in np.atleast_1d(arrays[name]).ravel()]
    if "categories" in arrays:
        fields["categories"] = _categories("".join(arrays["categories"].ravel()))
    if "story" in arrays:
        fields["story"] = " ".join(arrays["story"].ravel())
    if "present" in arrays:
        fields["factors"] = _masked(arrays["factors"], arrays["present"])
    return fields


def _categories(words: str) -> dict[str, list[str]]:
    """The words of factors, from JSON."""
    try:
        found = json.loads(words)
        return {name: [printable(word) for word in of_factor] for name, of_factor in found.items()}
    except (ValueError, AttributeError, TypeError, RecursionError):
        raise _Refused(
            f"categories: found {shown(words)}, expected JSON: a list of words for each factor."
        ) from None


def _masked(factors: NDArray, present: NDArray) -> np.ma.MaskedArray[Any, Any]:
    """The factors where they are present."""
    if present.shape != factors.shape:
        raise _Refused(
            f"present: found shape {present.shape}, expected that of the factors, {factors.shape}."
        )
    if not np.isin(present, (0, 1)).all():
        raise _Refused("present: found other numbers than 0 and 1, expected truth values.")
    return np.ma.array(factors, mask=present == 0)


# ---------------------------------------------------------------------------------- .csv, .parquet


def _read_csv(path: Path) -> Fields:
    with _as_a_table(path):
        header = _header_of(path)
        places = _places(path, header)
        _check_rows(path, "file")
        table = _table_of(path, len(header))
    _check_exact(path, table, header)
    return _fields_of(table, header, places)


def _check_exact(path: Path, table: "pd.DataFrame", header: Sequence[str]) -> None:
    """Refuse whole numbers that lost digits, as they do beside fractions and empty cells."""
    ours = np.array([name.startswith(OURS) for name in header])
    floats = np.flatnonzero(ours & _of_type(table, np.float64))
    large = (np.abs(table.iloc[:, floats].to_numpy()) >= WHOLE).any(0)
    for place in floats[large].tolist():
        cells = _table_of(path, len(header), usecols=[place], dtype=str)[place].dropna()
        whole = cells[cells.str.strip().str.fullmatch(r"[+-]?\d+")]
        where = f" in column {shown(header[place])}"
        check_whole_numbers(whole.map(int).to_numpy(dtype=object), "file", where)


def _read_parquet(path: Path) -> Fields:
    try:
        from pyarrow import parquet
    except ImportError:
        raise _Refused(
            f"file: found {path.name!r}, which needs pyarrow, expected another file, or pyarrow "
            "installed: pip install disentangle_edu[parquet]."
        ) from None
    with _as_a_table(path):
        header = parquet.read_schema(path).names
        places = _places(path, header)
        ours = [place for found in places.values() for place in found]
        numbers = parquet.read_metadata(path).num_rows * len(ours)
        _check_bytes(8 * numbers, MOST_BYTES, f"{path.name!r} as numbers")
        read = parquet.read_table(path, columns=[header[place] for place in ours])
        table = frame_of(read, ignore_metadata=True)
        table.columns = ours
    return _fields_of(table, header, places)


@contextlib.contextmanager
def _as_a_table(path: Path) -> Iterator[None]:
    """Readers of tables raise many kinds of error; say each as one of ours."""
    try:
        yield
    except _Refused:
        raise
    except MemoryError:
        raise _too_large(path) from None
    except Exception as error:
        raise ValueError(
            f"file: found {path.name!r}, which does not read as a table "
            f"({printable(shown(str(error)))}), expected {FORMATS}."
        ) from None


def _fields_of(
    table: "pd.DataFrame", header: Sequence[str], places: Mapping[str, list[int]]
) -> Fields:
    """What Representation takes, from columns by their place in the header."""
    fields: Fields = {}
    for word, found in places.items():
        columns, names = table[found], [header[place] for place in found]
        words = coded(columns, names, "file") if word == "factor" else {}
        values = _numbers(columns, names)
        fields[word + "_kinds"] = [WORDS if place in words else None for place in range(len(found))]
        # an empty cell; infinity stays, to be refused
        fields[word + "s"] = (
            np.ma.array(values, mask=np.isnan(values)) if word == "factor" else values
        )
        fields[word + "_names"] = [name.removeprefix(word + ":") for name in names]
        if word == "factor":
            bare = [printable(name) for name in fields["factor_names"]]
            fields["categories"] = {bare[k]: of_column for k, of_column in words.items()}
    return fields


def _header_of(path: Path) -> list[str]:
    """The names in the first line that is not empty."""
    with open(path, encoding="utf-8-sig", newline="") as file:
        for row in csv.reader(file, skipinitialspace=True):
            if row:
                return row
    raise ValueError("it is empty")


def _check_rows(path: Path, argument: str) -> None:
    """Refuse rows with another number of cells than the header: pandas would fill or shift them."""
    with open(path, encoding="utf-8-sig", newline="") as file:
        rows = (row for row in csv.reader(file, skipinitialspace=True) if row)
        expected = len(next(rows))
        for j, row in enumerate(rows, 1):
            if len(row) != expected:
                raise _Refused(
                    f"{argument}: found {len(row)} cell{'' if len(row) == 1 else 's'} in row {j} "
                    f"of {path.name!r}, expected {expected}, as many as the header has. Text that "
                    "holds a comma stands in quotation marks."
                )


def _places(path: Path, header: Sequence[str]) -> dict[str, list[int]]:
    """Which columns are factors and which are latents."""
    doubles = [name for name, count in Counter(header).items() if count > 1]
    if doubles := [name for name in doubles if name.startswith(OURS)]:
        raise _Refused(
            f"file: found the column {shown(doubles[0])} twice in {path.name!r}, "
            "expected different names."
        )
    places = {
        word: [place for place, name in enumerate(header) if name.startswith(word + ":")]
        for word in ("factor", "latent")
    }
    if missing := [word for word, found in places.items() if not found]:
        columns = ", ".join(shown(name)[1:-1] for name in header[:8])
        advice = ""
        if any(sign in name for name in header for sign in ";\t"):
            advice = " (Columns are separated by commas.)"
        elif header[0].lower().startswith("sep="):
            advice = " (Leave out the first line, which only tells a spreadsheet of commas.)"
        raise _Refused(
            f"file: found columns {columns} in {path.name!r}, expected at least one column named "
            f"'{missing[0]}:...'.{advice}"
        )
    return places


def _table_of(path: Path, columns: int, **options: Any) -> "pd.DataFrame":
    """All columns, by place; only an empty cell is missing, and "None" is a word."""
    import pandas as pd

    old = int(pd.__version__.partition(".")[0]) < 3  # it loses the last digit, unless it is asked
    exactly: dict[str, Any] = {"float_precision": "round_trip"} if old else {}
    with warnings.catch_warnings():  # rows longer than the header would lose their ends
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


def _numbers(table: "pd.DataFrame", names: Sequence[str]) -> NDArray[np.float64]:
    """The columns as numbers, NaN where a cell is empty. Raises TypeError for another cell."""
    numbers, rest = np.empty(table.shape), np.ones(len(names), bool)
    for kind in (np.float64, np.int64):  # in one block: one by one, many columns take minutes
        block = _of_type(table, kind)
        numbers[:, block] = table.iloc[:, np.flatnonzero(block)].to_numpy()
        rest &= ~block
        if kind is np.int64:
            rest |= block & (np.abs(numbers) >= WHOLE).any(0)
    for place in np.flatnonzero(rest).tolist():
        numbers[:, place] = _column(table.iloc[:, place], f" in column {shown(names[place])}")
    return numbers


def _of_type(table: "pd.DataFrame", kind: type) -> NDArray[np.bool_]:
    """Which columns hold numpy's numbers of one type."""
    return np.array([dtype == kind for dtype in table.dtypes], bool)


def _column(column: "pd.Series", where: str) -> NDArray[np.float64]:
    """One column as numbers."""
    import pandas as pd

    kind = column.dtype.kind
    if kind in "mM":
        raise TypeError(f"file: found dates or times{where}, expected numbers.")
    if kind not in "biuf":
        check_whole_numbers(column.to_numpy(dtype=object), "file", where)
        found = pd.to_numeric(column, errors="coerce")
        wrong = (found.isna() & column.notna()).to_numpy()
        if wrong.any():
            row = int(wrong.argmax())
            cell = str(column.iloc[row])
            raise TypeError(
                f"file: found {shown(cell)}{where}, row {row + 1}, expected numbers. "
                f"{advice_for(cell)}"
            )
        column = found
    return plain_numbers(column, "file", where)


# ----------------------------------------------------------------------------------- kinds, writing


def _apply_kinds(fields: Fields, kinds: Mapping[str, str]) -> None:
    """Write the wished kinds over the stored or guessed ones, by column name."""
    names = {
        word: names_of(fields.get(word + "_names"), np.shape(fields[word + "s"])[-1], word)
        for word in ("factor", "latent")
    }
    plain = {word: list(map(normalised, of_word)) for word, of_word in names.items()}
    asked = {normalised(name): kind for name, kind in kinds.items()}
    for name in asked:
        if all(name in of_word for of_word in plain.values()):
            raise ValueError(
                f"kinds: found {shown(name)}, which is a factor and a latent, expected "
                f"{shown(f'factor:{name}')} or {shown(f'latent:{name}')}."
            )
    unknown = set(asked)
    for word, of_word in plain.items():
        stored = fields.get(word + "_kinds") or [None] * len(of_word)
        fields[word + "_kinds"] = [
            kind_of_words(name, asked.get(f"{word}:{name}", asked.get(name)), kind, "kinds")
            for name, kind in zip_longest(of_word, stored)
        ]
        unknown -= {*of_word, *(f"{word}:{name}" for name in of_word)}
    if unknown:
        raise ValueError(
            f"kinds: found {shown(min(unknown))}, expected names of columns in the file."
        )


def save(rep: Representation, path: str | Path) -> None:
    """Write a Representation as .npz, .csv or .parquet, by the ending; `load` reads it back.

    A .csv or .parquet keeps names, words and every digit, but no kinds and no story; the latter
    needs pyarrow.

    >>> import tempfile
    >>> from disentangle_edu.worlds import examples
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
    if rep.present is not None:
        arrays["present"] = rep.present
    arrays |= {"factors": rep.factors, "latents": rep.latents}
    with written(path) as beside, open(beside, "wb") as file:  # by its name, numpy would add .npz
        np.savez_compressed(file, **arrays)


def _save_csv(rep: Representation, path: Path) -> None:
    with written(path) as file:
        _columns(rep).to_csv(file, index=False)


def _save_parquet(rep: Representation, path: Path) -> None:
    if not find_spec("pyarrow"):
        raise ModuleNotFoundError(
            f"path: found {path.name!r}, which needs pyarrow, expected .npz or .csv, or pyarrow "
            "installed: pip install disentangle_edu[parquet]."
        )
    with written(path) as file:
        _columns(rep).to_parquet(file, index=False, engine="pyarrow")


def _columns(rep: Representation) -> "pd.DataFrame":
    """The columns 'factor:...' and 'latent:...' of a table."""
    import pandas as pd

    header = [f"factor:{name}" for name in rep.factor_names]
    header += [f"latent:{name}" for name in rep.latent_names]
    table = pd.DataFrame(np.hstack([rep.factors, rep.latents]), columns=header)
    for name, words in rep.categories.items():
        table[f"factor:{name}"] = table[f"factor:{name}"].map(dict(enumerate(words)))
    return table

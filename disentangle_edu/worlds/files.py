"""Files of latents and factors: .npz (never unpickled) and .csv, read into a Representation and written from one."""

import zipfile
import zlib
from pathlib import Path

import numpy as np

from ..core import Representation

FORMATS = (
    "an .npz file with arrays 'factors' and 'latents', or a .csv file with columns named "
    "'factor:...' and 'latent:...'"
)
TEXTS = ("factor_names", "latent_names", "factor_kinds", "latent_kinds")


def load(path, *, kinds=None):
    """The Representation in a file.

    .npz : arrays factors (n, K) and latents (n, L); optional text arrays factor_names, latent_names, factor_kinds,
        latent_kinds and story, and an array present (n, K), false where a factor is absent. Pickled content is refused, not read.
    .csv : one row per sample, columns 'factor:NAME' and 'latent:NAME'; other columns are left alone. An empty cell says that the
        sample lacks that factor.
    kinds : {column name: "levels" or "continuous"}, where the guess of Representation should not be used.

    Raises FileNotFoundError, ValueError or TypeError before anything large is read.
    """
    path = Path(path)
    if not path.is_file():
        raise FileNotFoundError(f"file: found no file {str(path)!r}, expected {FORMATS}.")
    readers = {".npz": _read_npz, ".csv": _read_csv}
    if path.suffix.lower() not in readers:
        raise ValueError(f"file: found {path.name!r}, expected {FORMATS}.")
    arrays = readers[path.suffix.lower()](path)
    _apply_kinds(arrays, kinds or {})
    return Representation(**arrays)


def _read_npz(path):
    try:
        with open(path, "rb") as file:
            if file.read(2) != b"PK":  # an .npz is a zip; look before reading the rest
                raise ValueError(
                    f"file: found {path.name!r}, which is not a .npz archive, expected {FORMATS}."
                )
            file.seek(0)
            archive = np.load(file, allow_pickle=False)
            if missing := [name for name in ("factors", "latents") if name not in archive]:
                raise ValueError(
                    f"file: found arrays {', '.join(archive.files) or 'none'} in {path.name!r}, expected also "
                    f"{' and '.join(missing)}."
                )
            arrays = {name: _array(archive, name) for name in ("factors", "latents")}
            arrays |= {
                name: [str(word) for word in np.atleast_1d(_array(archive, name))]
                for name in TEXTS
                if name in archive
            }
            if "present" in archive:
                arrays["factors"] = np.ma.array(
                    arrays["factors"], mask=~_array(archive, "present").astype(bool)
                )
            return arrays | ({"story": str(_array(archive, "story"))} if "story" in archive else {})
    except MemoryError:
        raise ValueError(
            f"file: found an array in {path.name!r} that claims to be larger than this machine's memory, expected {FORMATS}."
        ) from None
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError) as error:
        raise ValueError(
            f"file: found a damaged archive {path.name!r} ({error}), expected {FORMATS}."
        ) from None


def _array(archive, name):
    try:
        return archive[name]
    except ValueError as error:
        if "allow_pickle" not in str(error):
            raise ValueError(
                f"{name}: found a damaged array ({str(error).splitlines()[0]}), expected numbers."
            ) from None
        raise ValueError(
            f"{name}: found pickled Python objects, expected a plain array of numbers (or of text for names). "
            "Pickles can run code and are never read here."
        ) from None


def _read_csv(path):
    import warnings

    import pandas as pd

    try:
        header = [
            str(name).strip()
            for name in pd.read_csv(
                path, nrows=1, header=None, dtype=str, skipinitialspace=True
            ).iloc[0]
        ]
        if doubles := [
            name
            for name in header
            if header.count(name) > 1 and name.startswith(("factor:", "latent:"))
        ]:
            raise ValueError(
                f"file: found the column {doubles[0]!r} twice in {path.name!r}, expected different names."
            )
        columns = {
            word: [name for name in header if name.startswith(word + ":")]
            for word in ("factor", "latent")
        }
        if missing := [word for word, found in columns.items() if not found]:
            hint = (
                " (Columns are separated by commas.)"
                if any(";" in name or "\t" in name for name in header)
                else ""
            )
            raise ValueError(
                f"file: found columns {', '.join(map(str, header[:8]))} in {path.name!r}, expected at least one column "
                f"named '{missing[0]}:...'.{hint}"
            )
        with warnings.catch_warnings():
            warnings.simplefilter(
                "error", pd.errors.ParserWarning
            )  # rows longer than the header would lose their ends
            table = pd.read_csv(
                path, index_col=False, names=header, header=0, skipinitialspace=True
            )
    except (
        pd.errors.ParserError,
        pd.errors.ParserWarning,
        pd.errors.EmptyDataError,
        UnicodeDecodeError,
    ) as error:
        raise ValueError(
            f"file: found {path.name!r}, which does not read as a table ({error}), expected {FORMATS}."
        ) from None
    arrays = {}
    for name in (*columns["factor"], *columns["latent"]):
        numbers = pd.to_numeric(table[name], errors="coerce")
        if (wrong := (numbers.isna() & table[name].notna()).to_numpy()).any():
            row = int(wrong.argmax())
            raise TypeError(
                f"file: found {str(table[name][row])!r} in column {name!r}, row {row + 1}, expected numbers. "
                "Turn words into codes first, e.g. with pandas.factorize."
            )
        table[name] = numbers
    for word, names in columns.items():
        values = table[names].to_numpy()
        arrays[word + "s"] = (
            np.ma.array(values, mask=table[names].isna()) if word == "factor" else values
        )
        arrays[word + "_names"] = [name.removeprefix(word + ":") for name in names]
    return arrays


def _apply_kinds(arrays, kinds):
    """Write the wished kinds over the stored or guessed ones, by column name."""
    unknown = set(kinds)
    for word in ("factor", "latent"):
        names = arrays.get(word + "_names") or [
            f"{word} {i + 1}" for i in range(np.atleast_2d(arrays[word + "s"]).shape[1])
        ]
        stored = arrays.get(word + "_kinds") or [None] * len(names)
        arrays[word + "_kinds"] = [kinds.get(name, kind) for name, kind in zip(names, stored)]
        unknown -= set(names)
    if unknown:
        raise ValueError(
            f"kinds: found {sorted(unknown)[0]!r}, expected names of columns in the file."
        )


def save(rep, path):
    """Write a Representation as .npz or .csv, by the ending of the path; `load` reads it back."""
    path = Path(path)
    if path.suffix.lower() == ".npz":
        names = {name: np.array(getattr(rep, name)) for name in TEXTS}
        names |= {} if rep.present is None else {"present": rep.present}
        np.savez_compressed(
            path,
            factors=np.nan_to_num(rep.factors),
            latents=rep.latents,
            story=np.array(rep.story),
            **names,
        )
    elif path.suffix.lower() == ".csv":
        header = [f"factor:{name}" for name in rep.factor_names] + [
            f"latent:{name}" for name in rep.latent_names
        ]
        import pandas as pd

        pd.DataFrame(np.hstack([rep.factors, rep.latents]), columns=header).to_csv(
            path, index=False, float_format="%.10g"
        )
    else:
        raise ValueError(f"path: found {path.name!r}, expected a name that ends in .npz or .csv.")

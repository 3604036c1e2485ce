"""Bad input: errors that name the argument, what was found and what was expected, raised before any work."""

import warnings

import numpy as np

MIN_SAMPLES = 4  # the smallest world with two factors of two levels
MAX_LEVELS = 64  # more distinct values than this and a column counts as continuous
LARGEST = 1e100  # beyond this, squares overflow


def check_scale(array, argument, names):
    """Raise for columns whose squares would overflow or vanish."""
    spread = array.max(0) - array.min(0)
    extreme = (np.abs(array).max(0) > LARGEST) | ((spread > 0) & (spread < 1 / LARGEST))
    if extreme.any():
        raise ValueError(
            f"{argument}: found numbers in {names[int(extreme.argmax())]!r} whose size or spread lies beyond "
            f"{LARGEST:g} or below {1 / LARGEST:g}, expected numbers that can be squared. Rescale them."
        )


def size_of(column):
    return "constant" if (count := np.unique(column).size) == 1 else f"{count} levels"


def table(values, argument, names=None):
    """A read-only float copy of a two-dimensional table of finite numbers; names of the columns make clearer errors."""
    if np.ma.is_masked(values):
        raise ValueError(
            f"{argument}: found a masked array with hidden values, expected every value to be there (only factors may be absent)."
        )
    array = np.asarray(values)

    def called(column):
        return f"column {column + 1}" + (
            f" ({list(names)[column]})" if names is not None and len(list(names)) > column else ""
        )

    if array.ndim != 2:
        raise ValueError(
            f"{argument}: found an array of {array.ndim} dimension(s), expected a table of two: "
            f"(samples, {argument}). A single column is written values[:, None]."
        )
    if 0 in array.shape:
        raise ValueError(
            f"{argument}: found an empty table of shape {array.shape}, expected at least one row and one column."
        )
    if array.dtype.kind not in "biuf":
        column = next(
            (j for j in range(array.shape[1]) if not _numeric(array[:, j])), None
        )  # Python numbers may be in there
        if column is not None:
            row = next(i for i, value in enumerate(array[:, column]) if not _number(value))
            raise TypeError(
                f"{argument}: {called(column)} holds {str(array[row, column])!r} in row {row + 1}, expected numbers. "
                "Turn words into codes first, e.g. with pandas.factorize."
            )
    if array.dtype.kind in "iu" and np.abs(array.astype(float)).max() > 2**53:
        raise ValueError(
            f"{argument}: found whole numbers beyond 2**53, which floating point cannot tell apart, expected smaller ones."
        )
    array = array.astype(float)  # always a copy: nobody else can change it
    bad = np.argwhere(~np.isfinite(array))
    if len(bad):
        row, column = bad[0]
        raise ValueError(
            f"{argument}: found {array[row, column]} in row {row + 1}, {called(column)} "
            f"({len(bad)} such values in all), expected finite numbers only."
        )
    array.setflags(write=False)
    return array


def absent_aside(factors, names):
    """(a table with every absent value replaced by one that its factor has, where values are present or None for everywhere)."""
    if not np.ma.is_masked(factors):
        return table(
            np.ma.getdata(factors) if isinstance(factors, np.ma.MaskedArray) else factors,
            "factors",
            names,
        ), None
    if factors.ndim != 2:
        return table(
            np.ma.getdata(factors), "factors", names
        ), None  # says what is wrong with the shape
    present = ~np.ma.getmaskarray(factors)
    called = names if names is not None else [f"factor {k + 1}" for k in range(present.shape[1])]
    for name, column in zip(called, present.T):
        if column.sum() < 2:
            raise ValueError(
                f"factors: {name!r} is absent from {'every sample' if not column.any() else 'all samples but one'}, expected it in two at least; drop it."
            )
    present.setflags(write=False)
    some = np.ma.getdata(factors)[present.argmax(0), np.arange(present.shape[1])]
    return table(np.where(present, np.ma.getdata(factors), some), "factors", names), present


def _numeric(column):
    """Whether a column of objects holds real numbers only; text that looks like a number is still text."""
    return column.dtype.kind == "O" and all(map(_number, column))


def _number(value):
    return isinstance(value, (int, float, np.number)) and not isinstance(value, np.complexfloating)


def names_of(names, count, word):
    if names is not None and (
        isinstance(names, str) or not hasattr(names, "__len__") or np.ndim(names) != 1
    ):
        raise ValueError(
            f"{word}_names: found {names!r}, expected a list of {count} different names, one per {word}."
        )
    names = (
        tuple(f"{word} {i + 1}" for i in range(count))
        if names is None
        else tuple(map(_printable, names))
    )
    if len(names) != count or len(set(names)) != count or "" in names:
        raise ValueError(
            f"{word}_names: found {names}, expected {count} different names, one per {word}."
        )
    return names


def _printable(name):
    """The name without control characters, which would break a picture or turn a line around."""
    return "".join(letter if letter.isprintable() else " " for letter in str(name)).strip()


def kinds_of(kinds, table, names, argument):
    if kinds is None or isinstance(kinds, str):
        kinds = [kinds] * table.shape[1]
    if len(kinds) != table.shape[1] or not set(kinds) <= {"levels", "continuous", None}:
        raise ValueError(
            f"{argument}: found {kinds!r}, expected 'levels' or 'continuous', once or per column ({len(names)})."
        )
    return tuple(
        _kind(column, name, kind, argument) for column, name, kind in zip(table.T, names, kinds)
    )


def _kind(column, name, kind, argument):
    if kind == "levels" and argument == "factor_kinds" and np.unique(column).size == column.size:
        raise ValueError(
            f"{argument}: {name!r} has as many values as samples ({column.size}), expected levels that "
            "repeat. Leave it continuous."
        )
    if kind is not None:
        return kind
    if (
        np.unique(column[:1000]).size > MAX_LEVELS and (column[:1000] % 1).any()
    ):  # the head of a long column decides most cases
        return "continuous"
    distinct = np.unique(column).size
    if (
        distinct == column.size and argument == "factor_kinds" and not (column % 1).any()
    ):  # whole numbers: levels meant, or an id
        warnings.warn(
            f"factors: {name!r} has as many values as samples ({distinct}), so it is treated as continuous. "
            f"Say {argument}='continuous' to silence this, or merge its values into levels that repeat.",
            stacklevel=4,
        )
    return "levels" if distinct <= min(MAX_LEVELS, column.size / 2) else "continuous"


def check_options(name, signature, options):
    """Raise TypeError for an option that the signature does not have."""
    known = [key for key, p in signature.parameters.items() if p.kind is p.KEYWORD_ONLY]
    if unknown := [key for key in options if key not in known]:
        raise TypeError(
            f"{name}: found the option {unknown[0]!r}, expected one of {', '.join(known) or 'none'}."
        )


def check_source(name, source, *expected):
    """Raise TypeError, with advice, unless `source` is one of the expected nouns."""
    if not isinstance(source, expected):
        advice = {
            "ndarray": " Wrap a matrix in InformativenessMatrix, or tables in Representation(factors, latents).",
            "World": " Draw samples from the world first: world.sample(10_000).",
        }
        words = " or ".join(noun.__name__ for noun in expected)
        raise TypeError(
            f"{name}: found {type(source).__name__}, expected {words}, or a matrix."
            + advice.get(type(source).__name__, "")
        )


def check_count(argument, value, least=1):
    """Raise unless `value` is a whole number from `least` upwards; returns it as int."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < least:
        raise ValueError(
            f"{argument}: found {value!r}, expected a whole number from {least} upwards."
        )
    return int(value)

"""Records of what the package does: they are read, compared and written as JSON files here."""

import functools
import json
import math
import re
from pathlib import Path

HERE = Path(__file__).parent
NUMBER = re.compile(r"-?\d[\d,]*(?:\.\d+)?")


@functools.cache
def recorded(name):
    """The records in a file; none before the file is written."""
    path = HERE / f"{name}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def write(name, records):
    """Write records into a file, with a line for each text or list of numbers."""
    (HERE / f"{name}.json").write_text(to_json(records) + "\n", encoding="utf-8")
    recorded.cache_clear()


def to_json(value, indent="\n"):
    """JSON with a line for each text, and one for a whole list of numbers."""
    deeper = f"{indent} "
    join = f",{deeper}".join
    if isinstance(value, dict) and value:
        entries = (f"{_quote(key)}: {to_json(entry, deeper)}" for key, entry in value.items())
        return f"{{{deeper}{join(entries)}{indent}}}"
    if isinstance(value, list) and any(isinstance(entry, str) for entry in value):
        return f"[{deeper}{join(map(_quote, value))}{indent}]"
    return _quote(value)


def _quote(value):
    return json.dumps(value, ensure_ascii=False)


def differences(actual, expected, tolerance=1e-6, where=""):
    """One line for each place in which a record differs, other than in the last digit of a number.

    Numbers may differ by the tolerance, absolute or relative. In a text, the last digit of a number
    with decimals may be one more or one less.
    """
    if isinstance(actual, dict) and isinstance(expected, dict):
        keys = [*expected, *(key for key in actual if key not in expected)]
        pairs = [(actual.get(key), expected.get(key), f"{where} {key}") for key in keys]
    elif isinstance(actual, list) and isinstance(expected, list) and len(actual) == len(expected):
        pairs = [(*pair, f"{where} [{j}]") for j, pair in enumerate(zip(actual, expected))]
    else:
        same = _is_same(actual, expected, tolerance)
        return [] if same else [f"{where.strip()}: is {actual!r}, was {expected!r}"]
    return [line for pair in pairs for line in differences(*pair[:2], tolerance, pair[2])]


def _is_same(actual, expected, tolerance):
    if isinstance(actual, str) and isinstance(expected, str):
        return same_text(actual, expected)
    if isinstance(actual, float) and isinstance(expected, (float, int)):
        return math.isclose(actual, expected, rel_tol=tolerance, abs_tol=tolerance)
    return actual == expected


def same_text(actual, expected):
    """Whether two texts are the same, except for the last digit of numbers with decimals."""
    pairs = zip(NUMBER.findall(actual), NUMBER.findall(expected))
    same_words = NUMBER.split(actual) == NUMBER.split(expected)
    return same_words and all(_is_same_number(*pair) for pair in pairs)


def _is_same_number(actual, expected):
    decimals = len(expected.partition(".")[2])
    if not decimals:
        return actual == expected
    one, other = (float(number.replace(",", "")) for number in (actual, expected))
    return math.isclose(one, other, rel_tol=0, abs_tol=1.01 / 10**decimals)

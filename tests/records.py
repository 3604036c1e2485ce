"""Records of what the package does: read, compare and write them as JSON files."""

import functools
import json
import math
import re
from collections import Counter
from pathlib import Path

HERE = Path(__file__).parent
SEPARATOR = " | "  # between the parts of a text
NUMBER = re.compile(r"-?\d[\d,]*(?:\.\d+)?")


@functools.cache
def recorded(name):
    """The records in a file; none if the file does not exist yet."""
    path = HERE / f"{name}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def write(name, records):
    """Write records to a file, with one line for each text or list of numbers."""
    (HERE / f"{name}.json").write_text(to_json(records) + "\n", encoding="utf-8")
    recorded.cache_clear()


def to_json(value, indent="\n"):
    """JSON with one line for each text and for each complete list of numbers."""
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


def check_same(actual, expected, tolerance=1e-6):
    """Fail with a line for each place in which a record differs from the expected one.

    Numbers may differ by the tolerance, absolute or relative. In a text, the last digit of a number
    with decimals may differ by one.
    """
    changes = _differences(actual, expected, tolerance, "")
    assert not changes, "\n".join(["if you mean this change, run `make pins`", *changes])


def _differences(actual, expected, tolerance, where):
    if isinstance(actual, dict) and isinstance(expected, dict):
        keys = [*expected, *(key for key in actual if key not in expected)]
        pairs = [(actual.get(key), expected.get(key), f"{where} {key}") for key in keys]
    elif isinstance(actual, list) and isinstance(expected, list) and len(actual) == len(expected):
        pairs = [(*pair, f"{where} {j}") for j, pair in enumerate(zip(actual, expected))]
    elif _is_same(actual, expected, tolerance):
        return []
    else:
        if isinstance(actual, str) and isinstance(expected, str):
            actual, expected = without(actual, expected), without(expected, actual)
        return [f"{where.strip()}: is {actual!r}, was {expected!r}"]
    return [line for one, other, at in pairs for line in _differences(one, other, tolerance, at)]


def without(words, others):
    """The parts of a text that another text does not have, or has less often."""
    left, new = Counter(others.split(SEPARATOR)), []
    for word in words.split(SEPARATOR):
        if not left[word]:
            new.append(word)
        left[word] = max(left[word] - 1, 0)
    return SEPARATOR.join(new)


def _is_same(actual, expected, tolerance):
    if isinstance(actual, str) and isinstance(expected, str):
        return same_text(actual, expected)
    if isinstance(actual, float) and isinstance(expected, (float, int)):
        return math.isclose(actual, expected, rel_tol=tolerance, abs_tol=tolerance)
    return actual == expected


def same_text(actual, expected):
    """Whether two texts are equal, except for the last digit of decimal numbers."""
    pairs = zip(NUMBER.findall(actual), NUMBER.findall(expected))
    same_words = NUMBER.split(actual) == NUMBER.split(expected)
    return same_words and all(_is_same_number(*pair) for pair in pairs)


def _is_same_number(actual, expected):
    decimals, expected_decimals = (len(n.partition(".")[2]) for n in (actual, expected))
    if not decimals or decimals != expected_decimals:
        return actual == expected
    one, other = (float(number.replace(",", "")) for number in (actual, expected))
    return math.isclose(one, other, rel_tol=0, abs_tol=1.01 / 10**decimals)

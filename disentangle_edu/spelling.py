"""Recognition of numbers in other spellings.

These have decimal commas, units, currency signs or digits of other scripts.
"""

import re
import unicodedata
from collections.abc import Iterable

SPELLING = (
    "Write numbers as 0.5, -5 or 2e3: with a point for decimals, without commas between their "
    "digits, and without a unit or a sign."
)
LONGEST = 60  # characters of a number with its unit
CODES = "Turn words into codes first, e.g. with pandas.factorize."

_SEPARATOR = r"[ ,.'_]"
_DIGITS = rf"(?:\d{{1,3}}(?:{_SEPARATOR}\d{{3}})+|\d{{1,2}}(?:,\d{{2}})+,\d{{3}}|\d+)"
_POWER = r"(?:[EDQedq][+-]?\d+| ?[x*×·] ?10 ?\^?[+-]?\d+)"
_OTHER_BASE = r"0[xX][\da-fA-F]+|0[oO][0-7]+|0[bB][01]+"
_FRACTION = r"\d+ ?/ ?\d+"
_DECIMAL = rf"(?:{_DIGITS}(?:[.,]\d*)?|[.,]\d+){_POWER}?"
_NUMBER = rf"(?:{_OTHER_BASE}|{_FRACTION}|{_DECIMAL})"
_CURRENCY = "[$\u00a2-\u00a5\u20a0-\u20cf]"
_MONEY = rf"[A-Z]{{1,3}}(?={_CURRENCY})|EUR|USD|GBP|CHF|JPY|CNY|INR"
_SPELLED_NUMBER = re.compile(rf"(?:\W|{_MONEY})*{_NUMBER}(?P<unit>\D*(?:(?<=[mst])\^?-?[123])?\D*)")
_ASCII = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2212"), "-")
_ASCII |= {ord("\u2019"): "'", ord("\u066b"): ".", ord("\u066c"): ",", ord("\u2044"): "/"}
_UNITS = frozenset(
    ["nm", "mm", "cm", "m", "km", "mg", "g", "kg", "ns", "ms", "s", "min", "h", "d"]
    + ["hz", "khz", "mhz", "ghz", "ml", "l", "px"]
)
_ORDINAL = ("st", "nd", "rd", "th")
_NO_VALUE = {"", "na", "n/a", "nan", "none", "null", "missing"}


def unit_of(cell: str) -> str | None:
    """Unit of a number in another spelling.

    Parameters
    ----------
    cell : str
        The text of a cell.

    Returns
    -------
    unit : str or None
        The unit; '' if the number has none; None if the text is no number.

    Examples
    --------
    >>> unit_of("0,5"), unit_of("5 cm"), unit_of("$5"), unit_of("shape 5")
    ('', 'cm', '', None)
    """
    if len(cell) > LONGEST:
        return None
    plain = unicodedata.normalize("NFKC", cell).translate(_ASCII).strip()
    plain = "".join(str(unicodedata.decimal(letter, letter)) for letter in plain)
    match = _SPELLED_NUMBER.fullmatch(plain)
    if match is None:
        return None
    unit = "".join(filter(str.isalnum, match["unit"])).casefold()
    if unit in _ORDINAL:
        return "th"
    return unit.removesuffix("s") if len(unit) > 2 else unit  # "days" becomes "day"


def advice_for(cell: str) -> str:
    """Advice on what to write instead of a cell that is not a number.

    Parameters
    ----------
    cell : str
        The text of the cell.

    Returns
    -------
    advice : str
        One or two sentences, for numbers in another spelling or for words.

    Examples
    --------
    >>> advice_for("square")
    'Turn words into codes first, e.g. with pandas.factorize.'
    """
    return CODES if unit_of(cell) is None else SPELLING


def all_numbers(texts: Iterable[str]) -> bool:
    """Whether all words are numbers in another spelling, with the same unit or with known units.

    Texts for missing values, such as "n/a", are ignored.

    Parameters
    ----------
    texts : iterable of str
        The different words of a column.

    Returns
    -------
    numbers : bool
        True if all are numbers. False also if all values are missing.

    Examples
    --------
    >>> all_numbers(["0,5", "1,5", "n/a"]), all_numbers(["5 cm", "square"])
    (True, False)
    """
    cells = [word for word in texts if word.strip(" -?.").lower() not in _NO_VALUE]
    units = {unit_of(cell) for cell in cells}
    return None not in units and (len(units) == 1 or bool(units) and units <= _UNITS)

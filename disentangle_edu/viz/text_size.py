"""Sizes of text: how wide words are, and how they are shortened or broken into lines."""

from collections.abc import Sequence

LINE = 1.35  # line height, in units of the font size

_WIDTHS = {"ijl": 0.45, "ft.,!/ ": 0.6, "r": 0.65, "s": 0.8, "ckvxyz": 0.9, "wACNO": 1.2, "m": 1.5}
_WIDTH = {letter: share for letters, share in _WIDTHS.items() for letter in letters}


def width_in_letters(words: str) -> float:
    """Approximate width of text in units of the letter "n".

    Parameters
    ----------
    words : str
        Text.

    Returns
    -------
    width : float
        Width, where an "n" is 1 wide.

    Examples
    --------
    >>> from disentangle_edu.viz.text_size import width_in_letters
    >>> width_in_letters("nn")
    2.0
    """
    return sum(_WIDTH.get(letter, 1.0) for letter in words)


def short(name: str, width: float, letter: float = 7.0) -> str:
    """Name shortened to a width in pixels.

    The result is the whole name, or its last word, or its last word cut before its number.

    Parameters
    ----------
    name : str
        Name to shorten.
    width : float
        Width in pixels.
    letter : float, default=7.0
        Width of a letter in pixels.

    Returns
    -------
    name : str
        Shortened name. Empty if the number of the last word does not fit.

    Examples
    --------
    >>> from disentangle_edu.viz.text_size import short
    >>> short("latent 12", 100), short("latent 12", 20)
    ('latent 12', '12')
    """
    if len(name) * letter <= width:
        return name
    last = name.split()[-1]
    if len(last) * letter <= width:
        return last
    room = max(int(width / letter), 0)
    number = last[len(last.rstrip("0123456789")) :]
    if len(number) > room or number == last:  # never cut a number
        return ""
    return last[: room - len(number)] + number


def short_names(names: Sequence[str], width: float, letter: float = 7.0) -> list[str]:
    """Names shortened to a width in pixels so that they still differ.

    Parameters
    ----------
    names : sequence of str
        Different names.
    width : float
        Width in pixels.
    letter : float, default=7.0
        Width of a letter in pixels.

    Returns
    -------
    names : list of str
        Each name as `short` gives it, or the beginning of each if two of those are equal.

    Examples
    --------
    >>> from disentangle_edu.viz.text_size import short_names
    >>> short_names(["x position", "y position"], 50)
    ['x posit', 'y posit']
    """
    labels = [short(name, width, letter) for name in names]
    if len(set(labels)) == len(names):
        return labels
    return [name[: max(int(width / letter), 0)] for name in names]


def paragraph_height(width: float, words: str, size: float = 11) -> float:
    """Height of a paragraph in pixels.

    Parameters
    ----------
    width : float
        Width in pixels.
    words : str
        Text.
    size : float, default=11
        Font size in pixels.

    Returns
    -------
    height : float
        Height in pixels.

    Examples
    --------
    >>> from disentangle_edu.viz.text_size import paragraph_height
    >>> round(paragraph_height(60, "mutual information"), 1)
    33.7
    """
    return LINE * size * len(wrap(width, words, size)) + 4


def wrap(width: float, words: str, size: float) -> list[str]:
    """Break text into lines.

    Parameters
    ----------
    width : float
        Width in pixels.
    words : str
        Text.
    size : float
        Font size in pixels.

    Returns
    -------
    lines : list of str
        Lines that fit, except for words that are wider than a line.

    Examples
    --------
    >>> from disentangle_edu.viz.text_size import wrap
    >>> wrap(60, "mutual information", 11)
    ['mutual', 'information']
    """
    lines: list[str] = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if len(longer) * size * 0.58 > width and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines

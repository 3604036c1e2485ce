"""A table of scores as LaTeX, for a paper.

pandas needs Jinja2 to write LaTeX. Nothing else here needs Jinja2, and the notebooks in a browser
would have to fetch it.
"""

from ..types import Row

SPECIAL = {
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
} | {letter: f"\\{letter}" for letter in "&%$#_{}"}


def escape(text: str) -> str:
    r"""Text that LaTeX prints as it is.

    Parameters
    ----------
    text : str
        Any text, such as the name of a file. White space becomes single spaces.

    Returns
    -------
    escaped : str
        The text, with LaTeX's commands for its special characters.

    Examples
    --------
    >>> print(escape("a^b_1.csv"))
    a\textasciicircum{}b\_1.csv
    """
    return "".join(SPECIAL.get(letter, letter) for letter in " ".join(text.split()))


def scores_table(rows: list[Row], with_files: bool = False) -> str:
    r"""A tabular with name, value with spread, interval and convention of each score.

    Parameters
    ----------
    rows : list of dict
        What `scoring.record_of` returns, with `file` and `convention`, and `low` and `high` where
        intervals were asked for. All rows have the same keys.
    with_files : bool, default=False
        Whether the first column has the file of each row.

    Returns
    -------
    table : str
        Lines of LaTeX; `\toprule` and its siblings are of the package booktabs.

    Examples
    --------
    >>> row = {"metric": "mig", "value": 0.5, "spread": None, "convention": "ours"}
    >>> print(scores_table([row]))
    \begin{tabular}{lll}
    \toprule
    metric & value & convention \\
    \midrule
    mig & $0.500$ & ours \\
    \bottomrule
    \end{tabular}
    """
    cells = [_latex_cells(row, with_files) for row in rows]
    head, *lines = (
        " & ".join(line) + r" \\" for line in [map(escape, cells[0]), *(c.values() for c in cells)]
    )
    begin = rf"\begin{{tabular}}{{{'l' * len(cells[0])}}}"
    parts = [begin, r"\toprule", head, r"\midrule", *lines, r"\bottomrule", r"\end{tabular}"]
    return "\n".join(parts)


def _latex_cells(row: Row, with_files: bool) -> dict[str, str]:
    """The cells of one row, by the names of their columns."""
    cells = {"file": escape(row["file"])} if with_files else {}
    spread = "" if row["spread"] is None else rf" \pm {row['spread']:.3f}"
    cells["metric"] = escape(row["metric"])
    cells["value"] = "--" if row["value"] is None else f"${row['value']:.3f}{spread}$"
    if "low" in row:
        undefined = row["low"] is None
        cells["95% of samples"] = "--" if undefined else f"$[{row['low']:.3f}, {row['high']:.3f}]$"
    return cells | {"convention": escape(row["convention"])}

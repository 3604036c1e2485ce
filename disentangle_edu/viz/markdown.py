"""Text for notebooks: sentences, source code of the package, and a small Markdown as HTML."""

import ast
import html
import inspect
import re
import textwrap
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from string import Formatter

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class NotebookText:
    """Text that a notebook shows unchanged, in a fixed-width font if it is code.

    Parameters
    ----------
    text : str
        Text to show.
    kind : {'plain', 'code', 'folded', 'aside', 'markdown'}, default='plain'
        Form of the text. "folded" is code that the reader can open, and "aside" is Markdown that
        the reader can open.
    title : str, default=''
        Title of a folded text.

    Examples
    --------
    >>> from disentangle_edu.viz.markdown import NotebookText
    >>> NotebookText("MIG is 0.4.")
    MIG is 0.4.
    """

    text: str
    kind: str = "plain"  # or "code", "folded" code, "aside" (folded Markdown), or "markdown"
    title: str = ""  # title of folded content

    def __repr__(self) -> str:
        return self.text

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        style = "overflow-x:auto;white-space:pre;font-size:12px;line-height:1.4"
        code = f'<pre style="{style}">{html.escape(self.text)}</pre>'
        fold = f"<details><summary>{html.escape(self.title)}</summary>"
        bundles: dict[str, dict[str, str]] = {
            "plain": {},
            "code": {"text/html": code},
            "folded": {"text/html": f"{fold}{code}</details>"},
            "aside": {"text/html": f"{fold}{as_html(self.text)}</details>"},
            "markdown": {"text/markdown": self.text},
        }
        return {"text/plain": self.text} | bundles[self.kind]


@dataclass(frozen=True)
class Actions:
    """Folded texts in one line; the one that you open unfolds below the line.

    Parameters
    ----------
    folds : tuple of NotebookText
        Texts of kind "folded" or "aside".

    Examples
    --------
    >>> from disentangle_edu.viz.markdown import Actions, NotebookText
    >>> Actions((NotebookText("Look at row 2.", "aside", "A hint"),))
    A hint: Look at row 2.
    """

    folds: tuple[NotebookText, ...]

    def __repr__(self) -> str:
        return "\n".join(f"{fold.title}: {fold.text}" for fold in self.folds)

    def _repr_html_(self) -> str:
        shown = "".join(fold._repr_mimebundle_()["text/html"] for fold in self.folds)
        return f'<div class="de-actions" style="{ACTIONS_STYLE}">{shown}</div>'


LINK = re.compile(r"\[([^]]+)\]\((https?://[^)\s]+|[\w-]+\.html#[\w-]+)\)")  # web, or the book
ACTIONS_STYLE = "display:flex;flex-wrap:wrap;gap:0 24px;font-size:13px"


def actions(*folds: NotebookText) -> Actions:
    """Hints, solutions, source code and references in one line, each folded.

    Parameters
    ----------
    *folds : NotebookText
        Folded texts, as `hint`, `solution`, `folded` and `cite` return them.

    Returns
    -------
    actions : Actions
        The folds, in this order.

    Raises
    ------
    ValueError
        If a text is not folded.

    Examples
    --------
    >>> from disentangle_edu import bibliography, markdown
    >>> [fold.title for fold in markdown.actions(bibliography.cite("kim2018")).folds]
    ['References']
    """
    for text in folds:
        if text.kind not in ("folded", "aside"):
            raise ValueError(
                f"folds: found a text of kind {text.kind!r}, expected 'folded' or 'aside'."
            )
    return Actions(folds)


def source(function: Callable) -> NotebookText:
    """Source code of a function, read from the running package.

    The code that is shown is therefore the code that runs.

    Parameters
    ----------
    function : callable
        Function of the package.

    Returns
    -------
    code : NotebookText
        Source code in a fixed-width font.

    Examples
    --------
    >>> from disentangle_edu import markdown
    >>> print(str(markdown.source(markdown.enumerated)).splitlines()[0][:15])
    def enumerated(
    """
    return NotebookText(_listing(function), "code")


def _listing(function: Callable) -> str:
    """The source of a function, with only the summary of its docstring."""
    code = textwrap.dedent(inspect.getsource(function)).rstrip()
    node = next(iter(ast.parse(code).body))
    doc = node.body[0] if isinstance(node, (ast.FunctionDef, ast.ClassDef)) else None
    if not (isinstance(doc, ast.Expr) and isinstance(doc.value, ast.Constant)):
        return code
    lines, summary = code.splitlines(), str(doc.value.value).strip().partition("\n")[0]
    indent = " " * doc.col_offset
    lines[doc.lineno - 1 : doc.end_lineno] = [f'{indent}"""{summary}"""']
    return "\n".join(lines)


def folded(*functions: Callable) -> NotebookText:
    """Source code of functions, folded until the reader opens it.

    Parameters
    ----------
    *functions : callable
        Functions of the package.

    Returns
    -------
    code : NotebookText
        Source code under the title "source of ..." with the names of the functions.

    Examples
    --------
    >>> from disentangle_edu import markdown
    >>> markdown.folded(markdown.enumerated).title
    'source of enumerated'
    """
    listing = "\n\n\n".join(map(_listing, functions))
    return NotebookText(listing, "folded", f"source of {', '.join(f.__name__ for f in functions)}")


def said(text: str, **numbers: object) -> NotebookText:
    """Sentence with numbers that are computed, so that the text cannot become outdated.

    Parameters
    ----------
    text : str
        Markdown with a name in braces for every number, and a format where needed, as in "{fail} of
        {all:,} fail, {share:.0%}".
    **numbers : object
        Number for each name. Words are allowed, and a list of words is enumerated.

    Returns
    -------
    sentence : NotebookText
        Markdown with the numbers filled in.

    Raises
    ------
    ValueError
        If a name has no number, or a number has no name.

    Examples
    --------
    >>> from disentangle_edu import markdown
    >>> markdown.said("{fail} of {all:,} fail.", fail=3, all=1200)
    3 of 1,200 fail.
    """
    names = {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    if mismatched := names.symmetric_difference(numbers):
        raise ValueError(
            f"numbers: found {', '.join(sorted(numbers)) or 'none'}, expected exactly those that "
            f"the text names: {', '.join(sorted(names)) or 'none'} ({min(mismatched)!r} is in one "
            "only)."
        )
    values = {
        name: enumerated(value) if isinstance(value, list | tuple) and value else value
        for name, value in numbers.items()
    }
    return NotebookText(text.format(**values), "markdown")


def enumerated(items: Iterable[object], last_by: str = "and") -> str:
    """Enumeration of items, such as "a, b and c".

    Parameters
    ----------
    items : iterable
        Items, at least one.
    last_by : str, default='and'
        Word before the last item.

    Returns
    -------
    words : str
        Items as one string.

    Examples
    --------
    >>> from disentangle_edu import markdown
    >>> markdown.enumerated(["MIG", "SAP", "DCI"])
    'MIG, SAP and DCI'
    """
    *earlier, last = map(str, items)
    return f"{', '.join(earlier)} {last_by} {last}" if earlier else last


def crowded(marks: NDArray[np.bool_], rows: Sequence, verb: str, columns: Sequence) -> str:
    """First row of a table of marks that has more than one mark, in words.

    Parameters
    ----------
    marks : ndarray of bool, shape (n_rows, n_columns)
        Table of marks.
    rows : sequence of str
        Names of the rows.
    verb : str
        Verb between a row and its columns.
    columns : sequence of str
        Names of the columns.

    Returns
    -------
    words : str
        Name of the row, the verb and the names of its columns. Empty if no row has two marks.

    Examples
    --------
    >>> import numpy as np
    >>> from disentangle_edu import markdown
    >>> marks = np.array([[True, True], [False, True]])
    >>> markdown.crowded(marks, ["latent 1", "latent 2"], "follows", ["shape", "size"])
    'latent 1 follows shape and size'
    """
    for name, row in zip(rows, marks):
        if row.sum() > 1:
            return f"{name} {verb} {enumerated(np.array(columns)[row])}"
    return ""


# -------------------------------------------------------------------- a small subset of Markdown


def as_html(markdown: str) -> str:
    """HTML of the Markdown that our sentences use.

    Paragraphs, lists, tables, bold, italics, code and links are supported.

    Parameters
    ----------
    markdown : str
        Markdown text.

    Returns
    -------
    html : str
        HTML of the text.

    Examples
    --------
    >>> from disentangle_edu import markdown
    >>> markdown.as_html("MIG is **low**.")
    '<p>MIG is <strong>low</strong>.</p>'
    """
    blocks = [block for block in re.split(r"\n\s*\n", markdown.strip()) if block.strip()]
    return "".join(map(_block_html, blocks))


def _block_html(block: str) -> str:
    lines = [line.strip() for line in block.splitlines()]
    if all(line.startswith("|") for line in lines) and len(lines) > 1:
        return _table_html(lines)
    if lines[0].startswith(("* ", "- ")):
        items = re.split(r"\n[*-] ", "\n".join(lines)[2:])  # an item may have several lines
        return f"<ul>{''.join(f'<li>{_inline_html(item)}</li>' for item in items)}</ul>"
    return f"<p>{_inline_html(' '.join(lines))}</p>"


def _table_html(lines: list[str]) -> str:
    """HTML of a table: the first line is its head, and the second one is the separator."""
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in (lines[0], *lines[2:])
    ]
    html_rows = []
    for j, row in enumerate(rows):
        tag = "td" if j else "th"
        cells = "".join(f'<{tag} style="text-align:left">{_inline_html(c)}</{tag}>' for c in row)
        html_rows.append(f"<tr>{cells}</tr>")
    return f"<table><thead>{html_rows[0]}</thead><tbody>{''.join(html_rows[1:])}</tbody></table>"


def _inline_html(line: str) -> str:
    """HTML of one line with bold, italics, code and links."""
    pieces = re.split(r"(`[^`]+`)", html.escape(line, quote=False))
    for j, piece in enumerate(pieces):
        if piece.startswith("`") and len(piece) > 2:
            pieces[j] = f"<code>{piece[1:-1]}</code>"
            continue
        bold = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", piece)
        italic = re.sub(r"(?<!\w)\*(\S(?:.*?\S)?)\*(?!\w)", r"<em>\1</em>", bold)
        pieces[j] = LINK.sub(r'<a href="\2">\1</a>', italic)
    return "".join(pieces)

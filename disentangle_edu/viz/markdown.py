"""Text for notebooks: source code of the package, references to papers, and a small Markdown."""

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

PAPERS = {
    "sepliarskaia2019": (
        "A. Sepliarskaia, J. Kiseleva, M. de Rijke. Evaluating Disentangled Representations. 2019."
    ),
    "course": (
        "A course page on disentanglement metrics: MIG, SAP and DCI, their strengths "
        "and weaknesses."
    ),
    "higgins2017": (
        "I. Higgins and others. beta-VAE: Learning Basic Visual Concepts with a "
        "Constrained Variational Framework. ICLR 2017."
    ),
    "kim2018": "H. Kim, A. Mnih. Disentangling by Factorising. ICML 2018.",
    "eastwood2018": (
        "C. Eastwood, C. K. I. Williams. A Framework for the Quantitative Evaluation "
        "of Disentangled Representations. ICLR 2018."
    ),
    "kumar2017": (
        "A. Kumar, P. Sattigeri, A. Balakrishnan. Variational Inference of "
        "Disentangled Latent Concepts from Unlabeled Observations. 2017."
    ),
    "ridgeway2018": (
        "K. Ridgeway, M. C. Mozer. Learning Deep Disentangled Embeddings with the "
        "F-Statistic Loss. NeurIPS 2018."
    ),
    "carbonneau2022": (
        "M.-A. Carbonneau, J. Zaidi, J. Boilard, G. Gagnon. Measuring "
        "Disentanglement: A Review of Metrics. 2022."
    ),
    "almudevar2024": (
        "A. Almudévar, A. Ortega, L. Vicente, A. Miguel, E. Lleida. Defining and "
        "Measuring Disentanglement for non-Independent Factors of Variation. 2024."
    ),
    "geyer2024": (
        "R. C. Geyer, A. Torcinovich, J. B. Carvalho, A. Meyer, J. M. Buhmann. Measuring "
        "Orthogonality in Representations of Generative Models. 2024."
    ),
    "duan2020": (
        "S. Duan, L. Matthey, A. Saraiva, N. Watters, C. P. Burgess, A. Lerchner, I. Higgins. "
        "Unsupervised Model Selection for Variational Disentangled Representation Learning. "
        "ICLR 2020."
    ),
    "eastwood2023": (
        "C. Eastwood and others. DCI-ES: An Extended Disentanglement Framework with "
        "Connections to Identifiability. ICLR 2023."
    ),
    "joshi2026": (
        "S. Joshi, T. Saulus, W. Brendel, P. Brouillard, D. Sridhar, P. Reizinger. Who Guards the "
        "Guardians? The Challenges of Evaluating Identifiability of Learned Representations. "
        "2026."
    ),
    "hyvarinen2016": (
        "A. Hyvärinen, H. Morioka. Unsupervised Feature Extraction by Time-Contrastive Learning "
        "and Nonlinear ICA. NeurIPS 2016."
    ),
    "khemakhem2020": (
        "I. Khemakhem, D. P. Kingma, R. P. Monti, A. Hyvärinen. Variational Autoencoders and "
        "Nonlinear ICA: A Unifying Framework. AISTATS 2020."
    ),
    "zhang2021": (
        "L. Zhang, V. Prokhorov, E. Shareghi. Unsupervised Representation "
        "Disentanglement of Text: An Evaluation on Synthetic Datasets. 2021."
    ),
    "chen2018": (
        "T. Q. Chen, X. Li, R. Grosse, D. Duvenaud. Isolating Sources of "
        "Disentanglement in Variational Autoencoders. NeurIPS 2018."
    ),
}
READ_AT = {  # where they lie, as far as we know
    "sepliarskaia2019": "arxiv.org/abs/1910.05587",
    "higgins2017": "openreview.net/forum?id=Sy2fzU9gl",
    "kim2018": "arxiv.org/abs/1802.05983",
    "eastwood2018": "openreview.net/forum?id=By-7dz-AZ",
    "kumar2017": "arxiv.org/abs/1711.00848",
    "ridgeway2018": "arxiv.org/abs/1802.05312",
    "carbonneau2022": "arxiv.org/abs/2012.09276",
    "almudevar2024": "arxiv.org/abs/2408.07016",
    "geyer2024": "arxiv.org/abs/2407.03728",
    "duan2020": "arxiv.org/abs/1905.12614",
    "eastwood2023": "arxiv.org/abs/2210.00364",
    "joshi2026": "arxiv.org/abs/2602.24278",
    "hyvarinen2016": "arxiv.org/abs/1605.06336",
    "khemakhem2020": "arxiv.org/abs/1907.04809",
    "chen2018": "arxiv.org/abs/1802.04942",
}


@dataclass(frozen=True)
class Markdown:
    """Text that a notebook shows unchanged, in a fixed-width font if it is code.

    Parameters
    ----------
    text : str
        Text to show.
    kind : {'plain', 'code', 'folded', 'aside', 'markdown'}, default='plain'
        Form of the text. "folded" is code that the reader can open, and "aside" is prose that the
        reader can open.
    title : str, default=''
        Title of a folded text.

    Examples
    --------
    >>> from disentangle_edu.viz.markdown import Markdown
    >>> Markdown("MIG is 0.4.")
    MIG is 0.4.
    """

    text: str
    kind: str = "plain"  # or "code", "folded" code, "aside" (folded prose), or "markdown"
    title: str = ""  # of what is folded

    def __repr__(self) -> str:
        return self.text

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        style = "overflow-x:auto;white-space:pre;font-size:12px;line-height:1.4"
        code = f'<pre style="{style}">{html.escape(self.text)}</pre>'
        fold = f"<details><summary>{html.escape(self.title)}</summary>"
        prose = f"<p>{html.escape(self.text)}</p>"
        bundles: dict[str, dict[str, str]] = {
            "plain": {},
            "code": {"text/html": code},
            "folded": {"text/html": f"{fold}{code}</details>"},
            "aside": {"text/html": f"{fold}{prose}</details>"},
            "markdown": {"text/markdown": self.text},
        }
        return {"text/plain": self.text} | bundles[self.kind]


def source(function: Callable) -> Markdown:
    """Source code of a function, read from the running package.

    The code that is shown is therefore the code that runs.

    Parameters
    ----------
    function : callable
        Function of the package.

    Returns
    -------
    code : Markdown
        Source code in a fixed-width font.

    Examples
    --------
    >>> from disentangle_edu import markdown
    >>> print(str(markdown.source(markdown.enumerated)).splitlines()[0][:15])
    def enumerated(
    """
    return Markdown(_listing(function), "code")


def _listing(function: Callable) -> str:
    """The source of a function; of its docstring, only the summary."""
    code = textwrap.dedent(inspect.getsource(function)).rstrip()
    node = next(iter(ast.parse(code).body))
    doc = node.body[0] if isinstance(node, (ast.FunctionDef, ast.ClassDef)) else None
    if not (isinstance(doc, ast.Expr) and isinstance(doc.value, ast.Constant)):
        return code
    lines, summary = code.splitlines(), str(doc.value.value).strip().partition("\n")[0]
    indent = " " * doc.col_offset
    lines[doc.lineno - 1 : doc.end_lineno] = [f'{indent}"""{summary}"""']
    return "\n".join(lines)


def folded(*functions: Callable) -> Markdown:
    """Source code of functions, folded until the reader opens it.

    Parameters
    ----------
    *functions : callable
        Functions of the package.

    Returns
    -------
    code : Markdown
        Source code under the title "source of ..." with the names of the functions.

    Examples
    --------
    >>> from disentangle_edu import markdown
    >>> markdown.folded(markdown.enumerated).title
    'source of enumerated'
    """
    listing = "\n\n\n".join(map(_listing, functions))
    return Markdown(listing, "folded", f"source of {', '.join(f.__name__ for f in functions)}")


def cite(*keys: str) -> Markdown:
    """Bibliography entries of papers, with a link if there is one.

    Parameters
    ----------
    *keys : str
        Keys of the papers in `PAPERS`.

    Returns
    -------
    references : Markdown
        One Markdown paragraph per paper.

    Raises
    ------
    ValueError
        If a key is unknown.

    Examples
    --------
    >>> from disentangle_edu import markdown
    >>> str(markdown.cite("kim2018"))[:24]
    'kim2018: H. Kim, A. Mnih'
    """
    if unknown := [key for key in keys if key not in PAPERS]:
        raise ValueError(f"keys: found {unknown[0]!r}, expected keys among {', '.join(PAPERS)}.")
    link = lambda address: f" [{address}](https://{address})" if address else ""
    lines = [f"{key}: {PAPERS[key]}{link(READ_AT.get(key))}" for key in keys]
    return Markdown("\n\n".join(lines), "markdown")


def said(text: str, **numbers: object) -> Markdown:
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
    sentence : Markdown
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
    return Markdown(text.format(**values), "markdown")


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


# --------------------------------------------------------------- the little Markdown that we use


def as_html(markdown: str) -> str:
    """HTML of the Markdown that our sentences use.

    Paragraphs, lists, tables, bold, italics and code are supported.

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
        items = re.split(r"\n[*-] ", "\n".join(lines)[2:])  # a line may be an item's second
        return f"<ul>{''.join(f'<li>{_inline_html(item)}</li>' for item in items)}</ul>"
    return f"<p>{_inline_html(' '.join(lines))}</p>"


def _table_html(lines: list[str]) -> str:
    """HTML of a table; the first line is the head, and the second line is the separator."""
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
    """Bold, italics and code of one line."""
    pieces = re.split(r"(`[^`]+`)", html.escape(line, quote=False))
    for j, piece in enumerate(pieces):
        if piece.startswith("`") and len(piece) > 2:
            pieces[j] = f"<code>{piece[1:-1]}</code>"
            continue
        bold = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", piece)
        pieces[j] = re.sub(r"(?<!\w)\*(\S(?:.*?\S)?)\*(?!\w)", r"<em>\1</em>", bold)
    return "".join(pieces)

"""Results as self-contained HTML pages, and the functions that build such pages."""

import html
from collections.abc import Iterable, Sequence
from datetime import date

from ..conventions import OURS
from ..metric import METRICS
from ..representation import Representation
from ..score import Score
from ..scoring import row_of, score_each, summarize_scores
from ..types import VERSION
from .score_pictures import scores_picture
from .theme import FONT, STILL_CSS

Scored = tuple[str, list[Score] | Exception, float]  # name, scores over seeds, seconds

STYLE = (
    f"{STILL_CSS}body{{font:16px/1.5 {FONT}}}"
    + """
:root{color-scheme:light dark}
body{max-width:1200px;margin:2em auto;padding:0 1em;
overflow-wrap:anywhere;color:var(--de-ink);background:var(--de-paper)}
pre{white-space:pre-wrap;font-size:13px}
table{border-collapse:collapse;font-size:14px;line-height:1.35}
td,th{border-bottom:1px solid var(--de-grid);padding:.3em .7em;text-align:left;vertical-align:top}
td:nth-child(-n+3){overflow-wrap:normal}
.caution{margin:.3em 0;padding-left:.6em;border-left:3px solid var(--de-c3)}
details{border-bottom:1px solid var(--de-grid);padding:.3em 0}
summary{cursor:pointer}
section{overflow-x:auto}
a{color:var(--de-part)}
@media (max-width:600px){thead{display:none}td{display:inline-block;border:0;padding:.2em .5em}
td:last-child{display:block;border-bottom:1px solid var(--de-grid)}}
"""
)


# ---------------------------------------------------------------------------------------- scores


def report_html(
    rep: Representation,
    *,
    title: str = "",
    convention: str = OURS,
    metrics: str | Sequence[str] | None = None,
    seeds: int = 5,
    progress: bool = True,
) -> str:
    """Self-contained HTML page with all scores of a representation.

    The page has the table of `score_all`, then each score with its matrix, its parts and what
    decided it.

    Parameters
    ----------
    rep : Representation
        Representation to score.
    title : str, default=''
        Heading of the page. If empty, the description of the representation.
    convention : str, default='ours'
        Convention of the metrics, as in `score_all`.
    metrics : str, sequence of str or None, default=None
        Metrics to compute, as in `score_all`.
    seeds : int, default=5
        Number of seeds of metrics that involve chance.
    progress : bool, default=True
        Whether to show a progress bar.

    Returns
    -------
    page : str
        HTML page.

    See Also
    --------
    disentangle_edu.score_all : The table alone.

    Examples
    --------
    >>> from disentangle_edu import examples, report
    >>> page = report.report_html(examples.rotated(20), metrics=["mig"], progress=False)
    >>> page.startswith("<!DOCTYPE html>")
    True
    """
    return scores_html(rep, list(score_each(rep, metrics, seeds, progress, convention)), title)


def scores_html(
    rep: Representation,
    scored: Sequence[Scored],
    title: str = "",
    n_requested: int | None = None,
    opening: str = "",
) -> str:
    """Self-contained HTML page of scores that have been computed.

    Parameters
    ----------
    rep : Representation
        Representation that was scored.
    scored : sequence of tuple
        Results of `score_each`: name, scores over seeds (or the error), and seconds.
    title : str, default=''
        Heading of the page. If empty, the description of the representation.
    n_requested : int or None, default=None
        Number of metrics that were requested. If it differs from the number of results, the page
        says that it was interrupted.
    opening : str, default=''
        HTML that comes before the table of scores, such as a diagnosis.

    Returns
    -------
    page : str
        HTML page. Pictures show the first seed.

    Examples
    --------
    >>> from disentangle_edu import examples, report
    >>> rep = examples.rotated(20)
    >>> "Interrupted: 0 of 2 metrics are done." in report.scores_html(rep, [], n_requested=2)
    True
    """
    head = ("metric", "value", "spread", "explanation and cautions")
    caption = (
        "Scores; ± is the standard deviation over seeds, where chance is involved. Pictures show "
        "the first seed."
    )
    done = [(name, scores) for name, scores, _ in scored if isinstance(scores, list)]
    convention = next((f" Convention: {scores[0].convention}." for _, scores in done), "")
    return html_page(
        title or rep.description or "Scores",
        f"<p>Made with disentangle_edu {VERSION} on {date.today()}.{convention}</p>",
        interrupted(len(scored), n_requested, "metrics"),
        f"<pre>{html.escape(repr(rep))}</pre>",
        opening,
        html_table(caption, head, map(_score_cells, scored)),
        *(_score_section(name, scores) for name, scores in done),
    )


def _score_cells(scored: Scored) -> list[str]:
    row, name = row_of(*scored), html.escape(scored[0])
    defined = row["value"] is not None
    caution = f'<p class="caution">Caution: {html.escape(row["cautions"])}.</p>'
    return [
        f'<a href="#{name}">{name}</a>' if defined else name,
        f"{row['value']:.4f}" if defined else "not defined",
        "" if row["spread"] is None else f"±\u00a0{row['spread']:.4f}",
        html.escape(row["explanation"]) + caution * bool(row["cautions"]),
    ]


def _score_section(name: str, scores: list[Score]) -> str:
    asks, mean = (METRICS[name].__doc__ or "").splitlines()[0], summarize_scores(scores)
    spread = "" if mean["spread"] is None else f" ± {mean['spread']:.4f}"
    first = f"<p>This picture: seed 0, {scores[0].value:.4f}.</p>" if spread else ""
    return (
        f'<section><h2 id="{html.escape(name)}">{html.escape(name)} = {mean["value"]:.4f}{spread}'
        f"</h2><p>{html.escape(asks)}</p>"
        f"<p><code>{html.escape(mean['summary_line'])}</code></p>{first}"
        f"{scores_picture(scores[0]).still()}</section>"
    )


# ------------------------------------------------------------------------------------- the page


def interrupted(n_done: int, n_requested: int | None, noun: str) -> str:
    """HTML paragraph that says how much is done, if not everything is.

    Parameters
    ----------
    n_done : int
        Number of results.
    n_requested : int or None
        Number of results that were requested. With None, nothing is missing.
    noun : str
        Plural noun for the results.

    Returns
    -------
    paragraph : str
        Paragraph, or an empty string if nothing is missing.

    Examples
    --------
    >>> from disentangle_edu import report
    >>> report.interrupted(3, 5, "metrics")
    '<p><strong>Interrupted: 3 of 5 metrics are done.</strong></p>'
    """
    if n_requested is None or n_done == n_requested:
        return ""
    return f"<p><strong>Interrupted: {n_done} of {n_requested} {noun} are done.</strong></p>"


def html_table(caption: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """HTML table with a caption and a head.

    Parameters
    ----------
    caption : str
        Caption as plain text.
    head : sequence of str
        Names of the columns as plain text.
    rows : iterable of sequence of str
        Cells of every row, which must be HTML already.

    Returns
    -------
    table : str
        HTML of the table.

    Examples
    --------
    >>> from disentangle_edu import report
    >>> report.html_table("Scores", ["metric"], [["mig"]]).count("<tr>")
    2
    """
    columns = [html.escape(name) for name in head]
    names = "".join(f"<th>{name}</th>" for name in columns)
    cells = lambda row: "".join(
        f'<td data-column="{name}">{cell}</td>' for name, cell in zip(columns, row)
    )
    body = "".join(f"<tr>{cells(row)}</tr>" for row in rows)
    return (
        f"<table><caption>{html.escape(caption)}</caption><thead><tr>{names}</tr></thead>"
        f"<tbody>{body}</tbody></table>"
    )


def html_page(heading: str, *body: str) -> str:
    """Self-contained HTML page with a heading and a style sheet.

    Parameters
    ----------
    heading : str
        Heading and title as plain text.
    *body : str
        Pieces of the body, which must be HTML already.

    Returns
    -------
    page : str
        HTML page.

    Examples
    --------
    >>> from disentangle_edu import report
    >>> "<h1>Scores</h1><p>None.</p>" in report.html_page("Scores", "<p>None.</p>")
    True
    """
    heading = html.escape(heading)
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{heading}</title>\n'
        f"<style>{STYLE}</style></head>\n<body><h1>{heading}</h1>{''.join(body)}</body></html>\n"
    )

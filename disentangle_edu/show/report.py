"""Results as HTML pages that stand alone; what such pages are made of."""

import html
from collections.abc import Iterable, Sequence

from ..conventions import OURS
from ..core import METRICS, Representation, Score
from ..scoring import row_of, score_each
from .pictures import scores_picture

Scored = tuple[str, list[Score] | Exception, float]  # name, scores over seeds, seconds

STYLE = """
body{font:16px/1.5 sans-serif;max-width:1200px;margin:2em auto;padding:0 1em;color:#1f2933}
pre{white-space:pre-wrap;font-size:13px}
table{border-collapse:collapse;font-size:14px;line-height:1.35}
td,th{border-bottom:1px solid #d9dee4;padding:.3em .7em;text-align:left;vertical-align:top}
.caution{margin:.3em 0;padding-left:.6em;border-left:3px solid #d55e00}
details{border-bottom:1px solid #d9dee4;padding:.3em 0}
summary{cursor:pointer}
"""


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
    """One self-contained HTML page on a representation.

    The table of `score_all`, then each score with its matrix, its parts and what decided it.
    Options as in `score_all`; title is the page's heading.
    """
    return scores_html(rep, list(score_each(rep, metrics, seeds, progress, convention)), title)


def scores_html(
    rep: Representation, scored: Sequence[Scored], title: str = "", asked: int | None = None
) -> str:
    """The same page from what `score_each` has found.

    asked : how many metrics were to be computed, where that may be more than there are.
    """
    head = ("metric", "value", "spread", "what decided it, and why it may mislead")
    caption = (
        "Scores; ± is the standard deviation over seeds, where chance is involved. Pictures show "
        "the first seed."
    )
    return html_page(
        title or rep.story or "Scores",
        interrupted(len(scored), asked, "metrics"),
        f"<pre>{html.escape(repr(rep))}</pre>",
        html_table(caption, head, map(_score_cells, scored)),
        *(_score_section(name, found[0]) for name, found, _ in scored if isinstance(found, list)),
    )


def _score_cells(scored: Scored) -> list[str]:
    row, found = row_of(*scored), scored[1]
    cautions = found[0].cautions if isinstance(found, list) else ()
    return [
        html.escape(row["metric"]),
        "not defined" if row["value"] is None else f"{row['value']:.4f}",
        "" if row["spread"] is None else f"±\u00a0{row['spread']:.4f}",
        html.escape(row["why"])
        + "".join(f'<p class="caution">Caution: {html.escape(words)}.</p>' for words in cautions),
    ]


def _score_section(name: str, score: Score) -> str:
    asks = (METRICS[name].__doc__ or "").splitlines()[0]
    return (
        f'<section><h2 id="{html.escape(name)}">{html.escape(name)} = {score.value:.4f}</h2>'
        f"<p>{html.escape(asks)}</p><p><code>{html.escape(score.line)}</code></p>"
        f"{scores_picture(score).still()}</section>"
    )


# ------------------------------------------------------------------------------------- the page


def interrupted(found: int, asked: int | None, things: str) -> str:
    """A sentence where not all was done."""
    if asked is None or found == asked:
        return ""
    return f"<p><strong>Interrupted: {found} of {asked} {things} are done.</strong></p>"


def html_table(caption: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; its cells are HTML already."""
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
    """A page of its own, from pieces that are HTML already."""
    heading = html.escape(heading)
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{heading}</title>\n'
        f"<style>{STYLE}</style></head>\n<body><h1>{heading}</h1>{''.join(body)}</body></html>\n"
    )

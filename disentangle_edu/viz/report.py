"""Results as HTML pages that stand alone; what such pages are made of."""

import html
from collections.abc import Iterable, Sequence
from datetime import date

from ..conventions import OURS
from ..core import VERSION, Representation, Score
from ..making import METRICS
from ..scoring import mean_of, row_of, score_each
from .pictures import scores_picture

Scored = tuple[str, list[Score] | Exception, float]  # name, scores over seeds, seconds

STYLE = """
:root{color-scheme:light dark}
body{font:16px/1.5 sans-serif;max-width:1200px;margin:2em auto;padding:0 1em;
overflow-wrap:anywhere;color:#1f2933;background:#fff}
pre{white-space:pre-wrap;font-size:13px}
table{border-collapse:collapse;font-size:14px;line-height:1.35}
td,th{border-bottom:1px solid #8886;padding:.3em .7em;text-align:left;vertical-align:top}
td:nth-child(-n+3){overflow-wrap:normal}
.caution{margin:.3em 0;padding-left:.6em;border-left:3px solid #d55e00}
details{border-bottom:1px solid #8886;padding:.3em 0}
summary{cursor:pointer}
section{overflow-x:auto}
a{color:#0b5fa5}
@media (max-width:600px){thead{display:none}td{display:inline-block;border:0;padding:.2em .5em}
td:last-child{display:block;border-bottom:1px solid #8886}}
@media (prefers-color-scheme:dark){body{color:#e4e7eb;background:#111}a{color:#7ab8f0}}
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
    done = [(name, found) for name, found, _ in scored if isinstance(found, list)]
    convention = next((f" Convention: {found[0].convention}." for _, found in done), "")
    return html_page(
        title or rep.story or "Scores",
        f"<p>Made with disentangle_edu {VERSION} on {date.today()}.{convention}</p>",
        interrupted(len(scored), asked, "metrics"),
        f"<pre>{html.escape(repr(rep))}</pre>",
        html_table(caption, head, map(_score_cells, scored)),
        *(_score_section(name, found) for name, found in done),
    )


def _score_cells(scored: Scored) -> list[str]:
    row, name = row_of(*scored), html.escape(scored[0])
    defined = row["value"] is not None
    caution = f'<p class="caution">Caution: {html.escape(row["cautions"])}.</p>'
    return [
        f'<a href="#{name}">{name}</a>' if defined else name,
        f"{row['value']:.4f}" if defined else "not defined",
        "" if row["spread"] is None else f"±\u00a0{row['spread']:.4f}",
        html.escape(row["why"]) + caution * bool(row["cautions"]),
    ]


def _score_section(name: str, scores: list[Score]) -> str:
    asks, mean = (METRICS[name].__doc__ or "").splitlines()[0], mean_of(scores)
    spread = "" if mean["spread"] is None else f" ± {mean['spread']:.4f}"
    first = f"<p>This picture: seed 0, {scores[0].value:.4f}.</p>" if spread else ""
    return (
        f'<section><h2 id="{html.escape(name)}">{html.escape(name)} = {mean["value"]:.4f}{spread}'
        f"</h2><p>{html.escape(asks)}</p><p><code>{html.escape(mean['line'])}</code></p>{first}"
        f"{scores_picture(scores[0]).still()}</section>"
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

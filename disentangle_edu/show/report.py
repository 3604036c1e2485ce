"""Results as HTML pages that stand alone: every score with its matrix and parts, or every claim with its runs."""

import html

from ..conventions import OURS
from ..core import METRICS
from ..scoring import row_of, score_each
from .pictures import scores_picture


def report_html(rep, *, title="", convention=OURS, metrics=None, seeds=5, progress=True):
    """One self-contained HTML page: the table, then each score with its matrix, its parts and what decided it."""
    rows, sections = [], []
    for name, scores, seconds in score_each(rep, metrics, seeds, progress, convention):
        row = row_of(name, scores, seconds)
        rows.append(
            "".join(
                f"<td>{html.escape(cell)}</td>"
                for cell in (
                    name,
                    "not defined" if row["value"] is None else f"{row['value']:.4f}",
                    "" if row["spread"] is None else f"±\u00a0{row['spread']:.4f}",
                    " Caution: ".join(filter(None, [row["why"], row["cautions"]])),
                )
            )
        )
        if row["value"] is not None:
            asks = METRICS[name].__doc__.splitlines()[0]
            sections.append(
                f'<section><h2 id="{name}">{name} = '
                f"{scores[0].value:.4f}</h2><p>{html.escape(asks)}</p><p><code>{html.escape(scores[0].line)}</code></p>{scores_picture(scores[0]).still()}</section>"
            )
    table = (
        f"<table><caption>Scores; ± is the standard deviation over {seeds} seeds, where chance "
        "is involved. Pictures show the first seed."
        "</caption><thead><tr><th>metric</th><th>value</th><th>spread</th><th>what decided "
        "it</th></tr></thead>"
        f"<tbody>{''.join(f'<tr>{row}</tr>' for row in rows)}</tbody></table>"
    )
    return _html_page(
        title or rep.story or "Scores",
        f"<pre>{html.escape(repr(rep))}</pre>{table}{''.join(sections)}",
    )


def claims_html(findings):
    """One self-contained HTML page: a table of verdicts, then every claim with its readings, runs and source."""
    rows = "".join(
        "<tr><td><a "
        f'href="#{f.claim.id}">{f.claim.id}</a></td><td>{html.escape(f.claim.where)}</td><td>{html.escape(f.claim.says)}</td>'
        f"<td>{html.escape(f.claim.expects.text)}</td><td>{html.escape(f.verdict)}</td></tr>"
        for f in findings
    )
    sections = "".join(
        f'<section><h2 id="{f.claim.id}">{f.claim.id}: '
        f"{html.escape(f.verdict)}</h2>{f.picture().still() if f.readings else ''}"
        f"<pre>{html.escape(repr(f))}</pre><details><summary>The lines that measure it "
        f"({f.seconds:.1f} s)</summary>"
        f"<pre>{html.escape(f.claim.source)}</pre></details></section>"
        for f in findings
    )
    table = (
        "<table><caption>Every claim, as measured "
        "now.</caption><thead><tr><th>id</th><th>where</th><th>says (our "
        "words)</th><th>printed</th>"
        f"<th>verdict</th></tr></thead><tbody>{rows}</tbody></table>"
    )
    return _html_page("Claims on trial", table + sections)


def _html_page(heading, body):
    heading = html.escape(heading)
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{heading}</title>
<style>body{{font:16px/1.5 sans-serif;max-width:900px;margin:2em auto;padding:0 1em;color:#1f2933}}pre{{white-space:pre-wrap;font-size:13px}}
table{{border-collapse:collapse}}td,th{{border-bottom:1px solid #d9dee4;padding:.3em .7em;text-align:left;vertical-align:top}}</style></head>
<body><h1>{heading}</h1>{body}</body></html>
"""

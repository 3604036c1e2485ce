"""Every score of a representation at once: as a table, and as one HTML page with matrices, parts and reasons."""

import html
import time

import numpy as np

from .checks import check_count, check_source
from .conventions import OURS, known
from .core import METRICS, Representation
from .measures.fitting import each


def score_all(rep, *, convention=OURS, metrics=None, seeds=5, progress=True):
    """All metrics of one representation, as a tidy pandas table, one row per metric.

    convention : whose settings to use (see `conventions`); with another than ours, the metrics that it has.
    metrics : names to compute, all of METRICS by default.   seeds : how often to repeat the metrics that involve chance.
    progress : a progress bar on the error stream; interrupting stops the work.

    Columns: metric, over (latents, factors or pairs), value (the mean over seeds), spread (standard deviation over seeds; missing
    where no chance is involved), seeds, seconds, why (what decided the score, at the first seed), cautions (why it may mislead
    here), line (how it was made, for a paper). A metric that is not defined here has no value, and `why` says what it needs.
    """
    import pandas as pd
    rows = [_row(name, scores, seconds) for name, scores, seconds in score_each(rep, metrics, seeds, progress, convention)]
    table = pd.DataFrame(rows)
    return table.astype({"value": "Float64", "spread": "Float64", "seeds": "Int64"})


def score_each(rep, metrics=None, seeds=5, progress=True, convention=OURS):
    """Yield (name, list of Scores over seeds, or the error that says why there are none, seconds)."""
    from tqdm.auto import tqdm
    check_source("score_all", rep, Representation)
    check_count("seeds", seeds)
    names = list(known(convention).metrics or METRICS) if metrics is None else [metrics] if isinstance(metrics, str) else list(metrics)
    if unknown := [name for name in names if name not in METRICS]:
        raise ValueError(f"metrics: found {unknown[0]!r}, expected names among {', '.join(METRICS)}.")
    for name in (bar := tqdm(names, unit="metric", disable=not progress, leave=False)):
        bar.set_description(name)
        start, metric = time.perf_counter(), METRICS[name]
        try:
            runs = [dict(seed=seed) for seed in range(seeds)] if metric.by_chance else [{}]
            found = each(lambda run: metric(rep, convention=convention, **run), runs)
        except (ValueError, ArithmeticError) as error:  # the metric is not defined for this table; the others are
            found = error
        yield name, found, time.perf_counter() - start


def _row(name, scores, seconds):
    row = {"metric": name, "over": METRICS[name].over, "value": None, "spread": None, "seeds": None, "seconds": round(seconds, 3)}
    if isinstance(scores, Exception):
        return row | {"why": f"not defined here: {scores}", "cautions": "", "line": ""}
    values = [score.value for score in scores]
    return row | {"value": float(np.mean(values)), "spread": float(np.std(values, ddof=1)) if len(values) > 1 else None,
                  "seeds": len(values) if METRICS[name].by_chance else None, "why": scores[0].because,
                  "cautions": "; ".join(scores[0].cautions), "line": scores[0].line}


def report_html(rep, *, title="", convention=OURS, metrics=None, seeds=5, progress=True):
    """One self-contained HTML page: the table, then each score with its matrix, its parts and what decided it."""
    from .pictures import scores_picture
    rows, sections = [], []
    for name, scores, seconds in score_each(rep, metrics, seeds, progress, convention):
        row = _row(name, scores, seconds)
        rows.append("".join(f"<td>{html.escape(cell)}</td>" for cell in (
            name, "not defined" if row["value"] is None else f"{row['value']:.4f}", "" if row["spread"] is None else f"±\u00a0{row['spread']:.4f}",
            " Caution: ".join(filter(None, [row["why"], row["cautions"]])))))
        if row["value"] is not None:
            asks = METRICS[name].__doc__.splitlines()[0]
            sections.append(f'<section><h2 id="{name}">{name} = {scores[0].value:.4f}</h2><p>{html.escape(asks)}</p><p><code>{html.escape(scores[0].line)}</code></p>{scores_picture(scores[0]).still()}</section>')
    table = (f"<table><caption>Scores; ± is the standard deviation over {seeds} seeds, where chance is involved. Pictures show the first seed."
             "</caption><thead><tr><th>metric</th><th>value</th><th>spread</th><th>what decided it</th></tr></thead>"
             f"<tbody>{''.join(f'<tr>{row}</tr>' for row in rows)}</tbody></table>")
    return _html_page(title or rep.story or "Scores", f"<pre>{html.escape(repr(rep))}</pre>{table}{''.join(sections)}")


def claims_html(findings):
    """One self-contained HTML page: a table of verdicts, then every claim with its readings, runs and source."""
    rows = "".join(f'<tr><td><a href="#{f.claim.id}">{f.claim.id}</a></td><td>{html.escape(f.claim.where)}</td><td>{html.escape(f.claim.says)}</td>'
                   f"<td>{html.escape(f.claim.expects.text)}</td><td>{html.escape(f.verdict)}</td></tr>" for f in findings)
    sections = "".join(f'<section><h2 id="{f.claim.id}">{f.claim.id}: {html.escape(f.verdict)}</h2>{f.picture().still() if f.readings else ""}'
                       f"<pre>{html.escape(repr(f))}</pre><details><summary>The lines that measure it ({f.seconds:.1f} s)</summary>"
                       f"<pre>{html.escape(f.claim.source)}</pre></details></section>" for f in findings)
    table = ("<table><caption>Every claim, as measured now.</caption><thead><tr><th>id</th><th>where</th><th>says (our words)</th><th>printed</th>"
             f"<th>verdict</th></tr></thead><tbody>{rows}</tbody></table>")
    return _html_page("Claims on trial", table + sections)


def _html_page(heading, body):
    heading = html.escape(heading)
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{heading}</title>
<style>body{{font:16px/1.5 sans-serif;max-width:900px;margin:2em auto;padding:0 1em;color:#1f2933}}pre{{white-space:pre-wrap;font-size:13px}}
table{{border-collapse:collapse}}td,th{{border-bottom:1px solid #d9dee4;padding:.3em .7em;text-align:left;vertical-align:top}}</style></head>
<body><h1>{heading}</h1>{body}</body></html>
"""

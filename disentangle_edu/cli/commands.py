"""The commands: each function takes the options and returns the exit status."""

import argparse
import json
import os
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from ..cache import check_writable
from ..conventions import known
from ..interrupted_import import INTERRUPTED
from .terminal import (
    Bar,
    call_in_thread,
    fit_to_terminal,
    ignore_broken_pipe,
    iterate_in_thread,
    printable_text,
    say,
    say_json,
)

if TYPE_CHECKING:
    import pandas as pd

    from ..claims.registry import Finding
    from ..representation import Representation

Options = argparse.Namespace
# Hide the resource tracker's warnings for developers about what killed processes left behind.
TIDY = "ignore:resource_tracker:UserWarning"


# ---------------------------------------------------------------------------------------- files


def load_rep(path: str, options: Options) -> "Representation":
    """The Representation in a file, with the requested types of columns."""
    from ..worlds.files import load

    types: dict[str, str] = {}
    for option, names in (("discrete", options.discrete), ("continuous", options.continuous)):
        types |= _check_disjoint(dict.fromkeys(names, option), types)
    turning = (name.rpartition("=") if "=" in name else (name, "", "") for name in options.cyclic)
    types |= _check_disjoint(
        {name: f"cyclic {period}".strip() for name, _, period in turning}, types
    )
    return load(path, column_types=types)


def _check_disjoint(types: dict[str, str], others: dict[str, str]) -> dict[str, str]:
    """The types. Raises ValueError if a column already has another type."""
    if repeated := set(types) & set(others):
        raise ValueError(
            f"--discrete, --continuous, --cyclic: found {min(repeated)!r} in two of them, "
            "expected it in one."
        )
    return types


PAGE, SHEET = (".html", ".htm"), (".csv",)
TABLE = (".npz", ".csv", ".parquet")  # endings of a file with latents and factors
CORPUS = (".csv", ".parquet")


def to_write(path: str | None, option: str, endings: tuple[str, ...] = PAGE) -> Path | None:
    """The path of a file to write, checked before any work. Raises ValueError or OSError."""
    if path is None:
        return None
    file = Path(path)
    if file.suffix.lower() not in endings:
        raise ValueError(
            f"{option}: found {str(file)!r}, expected a name that ends in "
            f"{' or '.join(endings)}, so that no other file is overwritten."
        )
    if not file.parent.is_dir():
        raise FileNotFoundError(
            f"{option}: found no folder {str(file.parent)!r}, expected one to write into."
        )
    _try_to_write(file, option)
    return file


def _try_to_write(file: Path, option: str) -> None:
    """Raise ValueError or OSError with the option's name if a file cannot be written."""
    try:
        check_writable(file)
    except OSError as error:
        raise OSError(
            f"{option}: found that {str(file)!r} cannot be written ({error.strerror}), expected a "
            "writable file in a writable folder."
        ) from error
    except ValueError as error:
        raise ValueError(f"{option}{str(error).removeprefix('path')}") from None


def _make_page_folder(path: str | None) -> Path | None:
    """The folder for several pages, if the name has no ending; created before any other work."""
    if path is None or Path(path).suffix:
        return None
    try:
        Path(path).mkdir(exist_ok=True)
        check_writable(Path(path) / "index.html")
    except OSError as error:
        raise OSError(
            f"--html: found that pages cannot be written into {path!r} ({error.strerror}), "
            "expected a folder, or a file whose name ends in .html."
        ) from error
    return Path(path)


# ----------------------------------------------------------------------------------- the ledger


def claims(options: Options) -> int:
    """Measure claims and print each verdict at once; 1 if one differs from the record."""
    from ..cache import cache_folder, write
    from ..claims.published import parse_file_options, with_files
    from ..claims.registry import select
    from ..claims.runner import ClaimCache, run_all, stop
    from ..claims.views import claims_html, paper_pages

    if options.coverage:
        return _print_coverage(options)
    if options.course:
        return _check_facts(options)
    folder = _make_page_folder(options.html)
    page = None if folder else to_write(options.html, "--html")
    files = parse_file_options(options.file)
    chosen = with_files(select(options.ids), files)
    if unread := set(files) - {claim.file for claim in chosen}:
        raise ValueError(f"--file: found {min(unread)}, expected a file that these claims read.")
    line = (
        f"{{:<{max(len(claim.id) for claim in chosen)}}}  "
        f"{{:<{max(len(claim.expects.text) for claim in chosen)}}}  {{:>29}}  {{}}"
    )
    findings: list[Finding] = []
    if not options.json:
        say(line.format("id", "printed", "measured", "verdict"))
    cache = None if options.no_cache else ClaimCache(cache_folder("claims"))
    runs = sum(claim.runs(options.seeds) for claim in chosen)
    names = [claim.id for claim in chosen]
    os.environ.setdefault("PYTHONWARNINGS", TIDY)
    with Bar("run", runs, names) as bar, suppress(KeyboardInterrupt):
        each = run_all(chosen, options.seeds, bar.counted, options.jobs, cache)
        for finding in iterate_in_thread(each):
            findings.append(finding)
            bar.done(*([] if options.json else [line.format(*_format_finding(finding))]))
    if options.json:
        say_json([finding.as_dict() for finding in findings])
    if page:
        write(page, claims_html(findings, n_requested=len(chosen)))
    if folder:
        for name, page_html in paper_pages(findings, n_requested=len(chosen)).items():
            write(folder / name, page_html)
    if cache and cache.found:
        say(
            f"disentangle-edu: {cache.found} of {len(chosen)} claims were measured before with the "
            "same code; --no-cache measures them again",
            file=sys.stderr,
        )
    if len(findings) < len(chosen):
        if options.jobs > 1:
            stop()
        say(
            f"disentangle-edu: interrupted: {len(findings)} of {len(chosen)} claims are finished; "
            f"the unfinished runs of {chosen[len(findings)].id} do not count",
            file=sys.stderr,
        )
        return INTERRUPTED
    return 0 if all(finding.as_recorded for finding in findings) else 1


def _check_facts(options: Options) -> int:
    """Check the statements of the chapters, one after the other; return 1 if one fails."""
    from ..chapters import collect
    from ..claims.facts import FACTS
    from ..course import COURSE

    collect("facts", COURSE)
    if unknown := set(options.ids) - set(FACTS):
        raise ValueError(f"ids: found {min(unknown)!r}, expected facts such as {min(FACTS)!r}.")
    results = {}
    for id in options.ids or FACTS:
        results[id] = FACTS[id].check(True)
        if not options.json:
            say(f"{id}: {results[id]!r}\n  {FACTS[id].statement}")
    if options.json:
        say_json(
            [
                {"id": id, "says": FACTS[id].statement, "holds": one.holds, "numbers": one.numbers}
                for id, one in results.items()
            ]
        )
    return 0 if all(result.holds for result in results.values()) else 1


def _print_coverage(options: Options) -> int:
    """Print which sentences of the papers the ledger measures, and what the others need."""
    from ..claims.coverage import count_states, list_sentences

    if options.ids or options.html or options.seeds or options.file:
        raise ValueError(
            "--coverage: found other options, expected --coverage alone or with --json, because it "
            "measures nothing."
        )
    sentences = list_sentences()
    if options.json:
        say_json([sentence.as_dict() for sentence in sentences])
        return 0
    say(count_states(sentences).to_string(), "", "Sentences that are not measured:")
    for sentence in sentences:
        if sentence.state != "measured":
            say(
                f"  {sentence.number}  ({sentence.where})  {sentence.statement}",
                f"    {sentence.state}; needs {sentence.needs}",
            )
    return 0


def _format_finding(finding: "Finding") -> tuple[str, str, str, str]:
    claim = finding.claim
    changed = f"  <- {finding.changed}" if finding.changed else ""
    return claim.id, claim.expects.text, finding.measured, finding.verdict + changed


# --------------------------------------------------------------------------------------- scores


def score(options: Options) -> int:
    """Print every score when it is finished, with its explanation and its cautions."""
    from ..cache import write
    from ..metric import METRICS
    from ..scoring import record_of, resolve_metric_names, score_each
    from ..viz.report import scores_html
    from .diagnosis import opening_section
    from .latex import scores_table

    page = to_write(options.html, "--html")
    sheet = to_write(options.csv, "--csv", SHEET)
    if page and len(options.files) > 1:
        raise ValueError("--html: found several files, expected one; --csv OUT takes many.")
    reps = [load_rep(file, options) for file in options.files]
    metric_names = resolve_metric_names(
        options.metrics or known(options.convention).metrics or METRICS
    )
    spoken, many = not (options.json or options.latex), len(reps) > 1
    scored, rows = [], []
    with (
        Bar("metric", len(metric_names) * len(reps), metric_names * len(reps)) as bar,
        suppress(KeyboardInterrupt),
    ):
        for file, rep in zip(_distinct_names(options.files), reps):
            head = _table_head(file if many else "", rep, options.convention)
            each = score_each(rep, metric_names, options.seeds, False, options.convention)
            for result in bar.counted(iterate_in_thread(each)):
                row = {"file": file, "convention": options.convention} | record_of(*result)
                row |= _bootstrap_interval(row, rep, options) if options.bootstrap else {}
                scored.append(result)
                rows.append(row)
                with ignore_broken_pipe(go_on=bool(page or sheet)):
                    bar.done(*(head + _format_score(row, options.wide) if spoken else []))
                head = []
    with ignore_broken_pipe(go_on=bool(page or sheet)):
        if options.json:
            say_json(records(rows))
        if options.latex and rows:
            say(scores_table(rows, many))
    if sheet:
        write(sheet, _scores_frame(rows).to_csv(index=False))
        say(f"disentangle-edu: wrote {sheet}", file=sys.stderr)
    if page:
        finished, title = len(rows) == len(metric_names), Path(options.files[0]).name
        opening = opening_section(reps[0]) if finished else ""
        write(page, scores_html(reps[0], scored, title, len(metric_names), opening))
        say(f"disentangle-edu: wrote {page}", file=sys.stderr)
    if len(rows) < len(metric_names) * len(reps):
        say(
            f"disentangle-edu: interrupted: {len(rows)} of {len(metric_names) * len(reps)} scores "
            "are finished",
            file=sys.stderr,
        )
        return INTERRUPTED
    return 0


def _bootstrap_interval(
    row: dict, rep: "Representation", options: Options
) -> dict[str, float | None]:
    """The ends of the interval over samples; None if there is no score."""
    from ..scoring import subsampling_confidence_interval

    keywords = {"convention": options.convention, "n_subsamples": options.bootstrap}
    ends = (
        None
        if row["value"] is None
        else call_in_thread(subsampling_confidence_interval, row["metric"], rep, **keywords)
    )
    return dict(zip(("low", "high"), ends or (None, None)))


def _scores_frame(rows: list[dict]) -> "pd.DataFrame":
    """A table with one line per score, without the columns whose entries are tables."""
    import pandas as pd

    return pd.DataFrame(rows).drop(columns=["part_names", "runs", "matrix"], errors="ignore")


def records(rows: "list[dict] | pd.DataFrame") -> list[dict]:
    """Rows as plain objects, numbers to ten digits, null for missing values."""
    import pandas as pd

    return json.loads(pd.DataFrame(rows).to_json(orient="records"))


def _table_head(file: str, rep: "Representation", convention: str) -> list[str]:
    columns = f"{'metric':<22} {'value':>7} {'spread':>8}   {'axis':<8} explanation"
    named = ["", file] if file else []
    return [*named, repr(rep), "", f"convention: {convention}", "", columns]


def _format_score(row: dict, full_width: bool) -> list[str]:
    """Lines for a terminal: a score with its explanation, and each caution on a separate line."""
    value = "-" if row["value"] is None else f"{row['value']:.4f}"
    spread = "" if row["spread"] is None else f"±{row['spread']:.4f}"
    line = f"{row['metric']:<22} {value:>7} {spread:>8}   {row['axis']:<8} {row['explanation']}"
    lines = [line if full_width else fit_to_terminal(line)]
    if row.get("low") is not None:
        lines.append(f"{'':<22} [{row['low']:.4f}, {row['high']:.4f}] is the 95% interval")
    return lines + ([f"{'':<52}Caution: {row['cautions']}."] if row["cautions"] else [])


# ---------------------------------------------------------------------------------- conventions


def compare(options: Options) -> int:
    """Print every score under every convention, how far they are apart, and how they rank."""
    from ..conventions.compare import compare as compared
    from ..conventions.compare import spread
    from .paired import differences, say_differences

    names = _distinct_names(options.files)
    reps = {name: load_rep(file, options) for name, file in zip(names, options.files)}
    if options.paired:
        table = differences(options, reps)
        say_json(records(table)) if options.json else say_differences(table, names)
        return 0
    with Bar("score") as bar:
        table = call_in_thread(
            compared,
            reps,
            metrics=options.metrics,
            seeds=options.seeds,
            slow=options.slow,
            progress=bar.counted,
        )
    if options.json:
        say_json(records(table))
        return 0
    if options.all:
        _say_values(table, many=len(reps) > 1)
        say("")
    distances = spread(table)
    _say_spread(distances)
    if not options.all:
        _say_refusals(table)
    if distances.spread.isna().all():
        cyclic = any(rep.cyclic_factors for rep in reps.values())
        remedy = ": score without the cyclic factor" if cyclic else ""
        say("", f"No metric has a number under two conventions{remedy}.")
    elif len(reps) > 1:
        _say_rankings(table)
    return 0


def _distinct_names(files: list[str]) -> list[str]:
    """A unique name for each file: its name or path, with a number if needed."""
    names = [printable_text(Path(file).name) for file in files]
    if len(set(names)) < len(names):
        names = [printable_text(file) for file in files]
    counts: Counter[str] = Counter()
    for i, name in enumerate(names):
        counts[name] += 1
        names[i] = name if counts[name] == 1 else f"{name} ({counts[name]})"
    return names


def _say_values(table: "pd.DataFrame", many: bool) -> None:
    """Print every number of a comparison: one line per metric and convention, with its reason."""
    from ..conventions.compare import is_error

    width = max(map(len, table["name"])) if many else 0
    line = f"{{:<22}} {{:<20}} {{:<{width}}}{' ' if many else ''}{{:>8}}{{}}"
    say(line.format("metric", "convention", "file" if many else "", "value", ""))
    for row in table.astype({"value": object}).to_dict("records"):
        missing = row["value"] != row["value"] or row["value"] is None
        error = not missing and is_error(row["metric"], row["convention"])
        beside_it = "; ".join(
            filter(None, ["an error: lower is better" * error, row["explanation"]])
        )
        say(
            line.format(
                row["metric"],
                row["convention"],
                row["name"] if many else "",
                "-" if missing else f"{row['value']:.4f}",
                f"  {beside_it}" if beside_it else "",
            )
        )


def _say_spread(distances: "pd.DataFrame") -> None:
    """Print the lowest and the highest value of each metric, and the convention of each."""
    line = "{:<23} {:>8}  {:<20} {:>8}  {:<20} {:>7}"
    say(line.format("metric", "lowest", "under", "highest", "under", "spread"))
    for row in distances.to_dict("records"):
        if row["conventions"] == 1:
            say(
                f"{row['metric']:<23} {row['lowest']:>8.4f}  {row['lowest under']:<20} "
                "only one convention"
            )
            continue
        numbers = {name: f"{row[name]:.4f}" for name in ("lowest", "highest", "spread")}
        row = row | numbers
        columns = ("metric", "lowest", "lowest under", "highest", "highest under", "spread")
        say(line.format(*(row[column] for column in columns)))


def _say_refusals(table: "pd.DataFrame") -> None:
    """Print the metrics without a number under each convention, and each reason once."""
    missing: dict[tuple[str, str], list[str]] = {}
    for row in table[table.value.isna()].to_dict("records"):
        why = (
            row["explanation"].replace(f" in {row['metric']} (", " (").removeprefix("convention: ")
        )
        metrics = missing.setdefault((row["convention"], why), [])
        metrics += [row["metric"]] * (row["metric"] not in metrics)
    if missing:
        say("", "No number:")
    for (convention, why), metrics in missing.items():
        say(fit_to_terminal(f"  {convention:<20} {', '.join(metrics)}: {why}"))
    say(
        "",
        f"--all prints all {len(table)} numbers and reasons, --json also their lines for a paper",
    )


def _say_rankings(table: "pd.DataFrame") -> None:
    """Print how often conventions disagree, and how often each file is the best."""
    from ..conventions.compare import disagreement, rankings

    say("", "How often do two conventions order two files differently?")
    for metric, orders in rankings(table).items():
        share = disagreement(orders.values())
        if share is None:
            continue
        first = Counter(order[0] for order in orders.values())
        best = ", ".join(f"{_format_tie(names)} ({count})" for names, count in first.items())
        say(f"  {metric:<22} {share:>4.0%}   best: {best}")


def _format_tie(names: tuple[str, ...]) -> str:
    return names[0] if len(names) == 1 else f"a tie of {' and '.join(names)}"


# -------------------------------------------------------------------- commands that write files


def text(options: Options) -> int:
    """Write a corpus of sentences."""
    from tqdm import tqdm

    from ..worlds import corpora

    to_write(options.out, "--out", CORPUS)
    keywords = {} if options.cap is None else {"cap": options.cap}
    corpus = getattr(corpora, options.corpus)(
        seed=options.seed,
        progress=lambda steps: tqdm(steps, unit="block", disable=None),
        **keywords,
    )
    corpora.write_corpus(corpus, options.out)
    say(f"wrote {options.out}", repr(corpus))
    return 0


def example(options: Options) -> int:
    """Write one of the named examples."""
    from ..worlds.examples import SHIPPED
    from ..worlds.files import save

    if options.name not in SHIPPED:
        raise ValueError(f"NAME: found {options.name!r}, expected one of {', '.join(SHIPPED)}.")
    to_write(options.out, "--out", TABLE)
    save(SHIPPED[options.name](), options.out)
    say(f"wrote {options.out}")
    return 0


# -------------------------------------------------------------------------------------- invariances


def invariances(options: Options) -> int:
    """Print how far each change moves this score, although it should not move any score."""
    from ..metric import METRICS
    from ..scoring import resolve_metric_names
    from ..theory.invariances import SAMPLED, invariances_row
    from ..worlds import examples

    codes = [
        examples.leaky_copies(samples=2_000),
        examples.rotated(20),
        examples.perfect_copy(3, 4, 5),
    ]
    for name in resolve_metric_names([options.metric]):
        metric = METRICS[name]
        for transformation, change in invariances_row(metric, codes).items():
            broken, stated = change > SAMPLED, transformation in metric.not_invariant_to
            broken_label = (
                "violated, although the metric says that it is invariant"
                if broken and not stated
                else "violated"
            )
            kept_label = (
                "holds here, although the metric says that it can fail" if stated else "holds"
            )
            say(
                f"{transformation.replace('_', ' '):32}{change:8.3f}  "
                f"{broken_label if broken else kept_label}"
            )
    return 0

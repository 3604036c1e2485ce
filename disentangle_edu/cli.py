"""The command `disentangle-edu`: score a file, write an example, put the claims on trial."""

import argparse
import sys
import warnings
from pathlib import Path

from .conventions import CONVENTIONS


def main(arguments=None):
    """Run the command; returns the exit status: 0, 1 for a verdict that changed, 2 for bad input, 130 when interrupted."""
    options = _parser().parse_args(arguments)
    warnings.showwarning = lambda message, *_: print(
        f"disentangle-edu: note: {message}", file=sys.stderr
    )
    try:
        return options.run(options)
    except BrokenPipeError:  # whoever reads us has seen enough
        sys.stderr.close()
        return 141
    except (ValueError, TypeError, OSError) as error:
        print(f"disentangle-edu: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("disentangle-edu: interrupted", file=sys.stderr)
        return 130


def _parser():
    parser = argparse.ArgumentParser(
        prog="disentangle-edu", description="What disentanglement metrics say, and why."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    score = commands.add_parser(
        "score",
        help="score a file of latents and factors",
        description="Score FILE: .npz with arrays 'factors' and 'latents' (optional factor_names, "
        "latent_names), or "
        ".csv with columns named 'factor:...' and 'latent:...'.",
    )
    score.add_argument("file", metavar="FILE")
    score.add_argument(
        "--json", action="store_true", help="print one list of objects instead of a table"
    )
    score.add_argument(
        "--html",
        metavar="REPORT",
        help="also write a page with every score's matrix, parts and reason",
    )
    score.add_argument("--metrics", nargs="+", metavar="NAME", help="only these metrics")
    score.add_argument(
        "--convention",
        default="ours",
        metavar="NAME",
        help=f"whose settings to use: {', '.join(CONVENTIONS)} (ours)",
    )
    score.add_argument(
        "--seeds",
        type=int,
        default=5,
        metavar="N",
        help="repetitions of metrics that involve chance (5)",
    )
    _kinds(score)
    score.set_defaults(run=_score)

    compare = commands.add_parser(
        "compare",
        help="score files under every library's convention",
        description="Score one FILE under every convention and print how far apart the numbers lie; with "
        "several, also how often two "
        "conventions rank them differently. How much of your ranking is convention?",
    )
    compare.add_argument("files", metavar="FILE", nargs="+")
    compare.add_argument(
        "--json", action="store_true", help="print every number as one list of objects"
    )
    compare.add_argument(
        "--metrics",
        nargs="+",
        metavar="NAME",
        help="only these metrics (write them after the files)",
    )
    compare.add_argument(
        "--slow",
        action="store_true",
        help="also the gradient boosting of disentanglement_lib and disent (minutes)",
    )
    _kinds(compare)
    compare.set_defaults(run=_compare)

    example = commands.add_parser(
        "example",
        help="write one of the named examples to a file",
        description="Write NAME to FILE (.npz or .csv), ready for the command 'score'.",
    )
    example.add_argument("name", metavar="NAME", help="e.g. digits_pca, digits_ica, perfect_copy")
    example.add_argument("--out", required=True, metavar="FILE")
    example.set_defaults(run=_example)

    text = commands.add_parser(
        "text",
        help="write a corpus of sentences with known factors",
        description="Write the sentences of YNOC (720,000) or POS (2,872,800) with split and factors to "
        "FILE (.csv, or .parquet where pyarrow is installed). "
        "Factor columns hold codes and are empty where a sentence lacks the factor; add "
        "columns 'latent:...' and `score` reads the file.",
    )
    text.add_argument("corpus", choices=["ynoc", "pos"])
    text.add_argument("--out", required=True, metavar="FILE")
    text.add_argument(
        "--cap",
        type=int,
        metavar="N",
        help=(
            "highest number of sentences: per structure for pos (10,000), altogether for ynoc (all)"
        ),
    )
    text.add_argument(
        "--seed",
        type=int,
        default=0,
        metavar="N",
        help="draws order, splits and what is beyond the cap (0)",
    )
    text.set_defaults(run=_text)

    claims = commands.add_parser(
        "claims",
        help="put the papers' claims on trial",
        description="Measure claims of the ledger and print verdicts. Exit status 1 when a verdict differs "
        "from the record. "
        "Interrupting keeps what is done.",
    )
    claims.add_argument("ids", nargs="*", metavar="ID", help="only these claims, e.g. beta-0.9967")
    claims.add_argument(
        "--seeds",
        type=_at_least_one,
        metavar="N",
        help="repetitions of claims that involve chance (default: each claim's own)",
    )
    claims.add_argument(
        "--json", action="store_true", help="print one list of objects instead of a table"
    )
    claims.add_argument(
        "--html",
        metavar="FILE",
        help="also write a page with every reading, every run and the source",
    )
    claims.set_defaults(run=_claims)
    return parser


def _kinds(command):
    command.add_argument(
        "--levels",
        action="append",
        default=[],
        metavar="COLUMN",
        help="compare this column's values as levels",
    )
    command.add_argument(
        "--continuous",
        action="append",
        default=[],
        metavar="COLUMN",
        help="treat this column as continuous",
    )


def _loaded(path, options):
    """The Representation in a file, with the kinds of columns that were asked for."""
    from .worlds.files import load

    if both := set(options.levels) & set(options.continuous):
        raise ValueError(
            f"--levels, --continuous: found {sorted(both)[0]!r} in both, expected it in one."
        )
    return load(
        path,
        kinds=dict.fromkeys(options.levels, "levels")
        | dict.fromkeys(options.continuous, "continuous"),
    )


def _at_least_one(words):
    if not words.isdigit() or int(words) < 1:
        raise argparse.ArgumentTypeError(f"found {words!r}, expected a whole number from 1 upwards")
    return int(words)


def _page(path):
    """Where to write a page, checked before any work."""
    page = Path(path) if path else None
    if page and page.suffix.lower() not in (".html", ".htm"):
        raise ValueError(
            f"--html: found {str(page)!r}, expected a name that ends in .html, so that no "
            "other file is overwritten."
        )
    if page and not page.parent.is_dir():
        raise FileNotFoundError(
            f"--html: found no folder {str(page.parent)!r}, expected one to write the page into."
        )
    return page


def _claims(options):
    import json

    from tqdm import tqdm

    from .claims.ledger import check_all, select
    from .show.report import claims_html

    page, chosen, findings = _page(options.html), select(options.ids), []
    bar = tqdm(chosen, unit="claim", leave=False, disable=None)  # no bar in a log
    for finding in check_all(chosen, options.seeds, progress=lambda _: bar):
        findings.append(finding)
        bar.set_description(finding.claim.id)
    bar.close()
    if len(findings) < len(chosen):
        print(f"interrupted after {len(findings)} of {len(chosen)} claims", file=sys.stderr)
    if options.json:
        print(json.dumps([finding.as_dict() for finding in findings], indent=1, ensure_ascii=False))
    else:
        print(f"{'id':<22} {'printed':<34} {'measured':>30}  verdict")
        for finding in findings:
            print(
                (
                    f"{finding.claim.id:<22} {finding.claim.expects.text:<34} "
                    f"{finding.measured:>30}  {finding.verdict}"
                )
                + ("" if finding.as_recorded else f"  <- the record says: {finding.claim.verdict}")
            )
    if page:
        page.write_text(claims_html(findings), encoding="utf-8")
    return 0 if all(finding.as_recorded for finding in findings) else 1


def _score(options):
    from .show.report import report_html, score_all

    page, rep = _page(options.html), _loaded(options.file, options)
    asked = dict(convention=options.convention, metrics=options.metrics, seeds=options.seeds)
    table = score_all(rep, progress=sys.stderr.isatty(), **asked)
    if options.json:
        print(table.to_json(orient="records", indent=1, force_ascii=False))
    else:
        print(rep, f"\nconvention: {options.convention}\n")
        print(_as_text(table))
    if page:  # the measures are remembered, so this only draws
        page.write_text(
            report_html(rep, title=Path(options.file).name, progress=False, **asked),
            encoding="utf-8",
        )
    return 0


def _as_text(table):
    """The table for a terminal, the reasons on a line of their own."""
    import pandas as pd

    def number(x, pattern, missing):
        return missing if pd.isna(x) else pattern.format(x)

    lines = [f"{'metric':<22} {'value':>7} {'spread':>8}   {'over':<8} what decided it"]
    for row in table.itertuples():
        value, spread = number(row.value, "{:.4f}", "-"), number(row.spread, "±{:.4f}", "")
        lines.append(f"{row.metric:<22} {value:>7} {spread:>8}   {row.over:<8} {row.why}")
        lines += [f"{'':<52}Caution: {row.cautions}."] if row.cautions else []
    return "\n".join(lines)


def _compare(options):
    from tqdm import tqdm

    from .libraries.compare import compare, disagreement, rankings, spread

    names = [Path(file).name for file in options.files]
    if len(set(names)) < len(names):
        names = options.files
    reps = {name: _loaded(file, options) for name, file in zip(names, options.files)}
    table = compare(
        reps,
        metrics=options.metrics,
        slow=options.slow,
        progress=lambda asked: tqdm(asked, unit="score", leave=False, disable=None),
    )
    if options.json:
        print(table.to_json(orient="records", indent=1, force_ascii=False))
        return 0
    _print_values(table, many=len(reps) > 1)
    print(
        f"\n{'metric':<22} {'lowest':>8}  {'under':<20} {'highest':>8}  {'under':<20} {'spread':>7}"
    )
    for metric, many, low, by, high, by_high, far in spread(table).itertuples(index=False):
        print(f"{metric:<22} {low:>8.4f}  {by:<20} {high:>8.4f}  {by_high:<20} {far:>7.4f}")
    if len(reps) > 1:
        print("\nHow often do two conventions order two files differently?")
        for metric, orders in rankings(table).items():
            print(
                f"  {metric:<22} {disagreement(orders.values()):>4.0%}   best: "
                + ", ".join(
                    f"{name} ({sum(order[0] == name for order in orders.values())})"
                    for name in dict.fromkeys(order[0] for order in orders.values())
                )
            )
    return 0


def _print_values(table, many):
    """Every number of a comparison, one line per metric and convention; reasons where there is none."""
    import pandas as pd

    print(
        f"{'metric':<22} {'convention':<20} " + (f"{'file':<24} " if many else "") + f"{'value':>8}"
    )
    for row in table.itertuples():
        value = "-" if pd.isna(row.value) else f"{row.value:.4f}"
        print(
            f"{row.metric:<22} {row.convention:<20} "
            + (f"{row.name:<24} " if many else "")
            + f"{value:>8}"
            + (f"  {row.why}" if row.why else "")
        )


def _text(options):
    from tqdm import tqdm

    from .worlds import corpora

    asked = {} if options.cap is None else {"cap": options.cap}
    corpus = getattr(corpora, options.corpus)(
        seed=options.seed, progress=lambda steps: tqdm(steps, unit="block", disable=None), **asked
    )
    corpora.write(corpus, options.out)
    print(f"wrote {options.out}\n{corpus}")
    return 0


def _example(options):
    from .worlds.examples import SHIPPED
    from .worlds.files import save

    if options.name not in SHIPPED:
        raise ValueError(f"NAME: found {options.name!r}, expected one of {', '.join(SHIPPED)}.")
    save(SHIPPED[options.name](), options.out)
    print(f"wrote {options.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

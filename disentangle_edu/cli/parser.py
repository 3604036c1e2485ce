"""Commands and options of `disentangle-edu`."""

import argparse
import importlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ..conventions import CONVENTIONS
from ..metric import METRICS
from ..types import VERSION
from . import commands, notebooks
from .terminal import printable_text

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction["_Parser"]


EXAMPLES = "examples:"
NEEDS_LAB = "Needs the extra 'lab': pip install 'disentangle-edu[lab]'."


class _HelpFormatter(argparse.HelpFormatter):
    """Formatter of help texts that keeps the line breaks of examples."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return text if text.startswith(EXAMPLES) else super()._fill_text(text, width, indent)


class _Parser(argparse.ArgumentParser):
    """A parser whose messages are printable even if the arguments are not."""

    def __init__(self, *, examples: Sequence[str] = (), **more: Any) -> None:
        lines = [EXAMPLES, *(f"  disentangle-edu {line}" for line in examples)]
        epilog = "\n".join(lines) if examples else None
        super().__init__(formatter_class=_HelpFormatter, epilog=epilog, **more)

    def _print_message(self, message: str, file: Any = None) -> None:
        super()._print_message(printable_text(message), file)


def parser() -> argparse.ArgumentParser:
    """The parser of all commands; `run` of the parsed options is the function to call."""
    every = _Parser(
        prog="disentangle-edu",
        description="Measure disentanglement, and see why the score is what it is.",
        examples=["notebooks my_folder", "score mine.csv", "claims dci-0.6"],
    )
    version = f"disentangle-edu {VERSION}"
    every.add_argument("-V", "--version", action="version", version=version)
    subparsers = every.add_subparsers(metavar="COMMAND")
    every.set_defaults(run=lambda _: every.print_help())
    for add in _COMMANDS:
        add(subparsers)
    for command in subparsers.choices.values():
        command.set_defaults(command=command)
    return every


def _add_notebooks(subparsers: "Commands") -> None:
    copied = subparsers.add_parser(
        "notebooks",
        help="copy the notebooks into a folder",
        description="Copy the notebooks and their data into DIR, which is created if needed. If "
        "one of the files exists already, nothing is copied or overwritten.",
    )
    copied.add_argument("folder", metavar="DIR")
    copied.set_defaults(run=notebooks.notebooks)


def _add_lab(subparsers: "Commands") -> None:
    lab = subparsers.add_parser(
        "lab",
        help="open JupyterLab on the notebooks",
        description="Open JupyterLab on the notebooks in DIR. If DIR has no notebooks, they are "
        f"copied there first. {NEEDS_LAB}",
    )
    lab.add_argument(
        "folder",
        metavar="DIR",
        nargs="?",
        default="disentangle_edu_notebooks",
        help="folder for the notebooks (%(default)s)",
    )
    lab.set_defaults(run=notebooks.lab)


def _add_score(subparsers: "Commands") -> None:
    score = subparsers.add_parser(
        "score",
        help="score a file of latents and factors",
        usage="%(prog)s FILE [FILE ...] [options]",
        description="Score FILE: .npz with arrays 'factors' and 'latents' (optional factor_names, "
        "latent_names), a folder of such .npy files, or .csv or .parquet with columns named "
        "'factor:...' and 'latent:...'. Scores are printed as they are finished; if you interrupt, "
        "these are kept. All cores are used, or as many as LOKY_MAX_CPU_COUNT says. Metrics: "
        f"{', '.join(METRICS)}.",
        examples=[
            "score mine.csv --metrics mig,dci,sap",
            "score mine.npz --html mine.html",
            "score models/*.npz --csv scores.csv",
        ],
    )
    score.add_argument("files", metavar="FILE", nargs="+")
    printed = score.add_mutually_exclusive_group()
    _add_flag(printed, "--json", "print one list of objects, with parts, weights and matrix")
    _add_flag(printed, "--latex", "print a table for a paper: name, value and spread, convention")
    _add_option(score, "--html", "REPORT", "also write a page with a diagnosis and all scores")
    _add_option(score, "--csv", "OUT", "also write a line for each file and metric")
    _add_names(score, "--metrics", "only these metrics")
    _add_number(
        score,
        "--bootstrap",
        "also compute a 95%% interval by subsampling, from N random halves of the samples",
        least=2,
    )
    _add_flag(score, "--wide", "do not cut lines to the width of the terminal")
    conventions = ", ".join(CONVENTIONS)
    _add_option(
        score,
        "--convention",
        "NAME",
        f"library whose settings to use: {conventions} (ours)",
        "ours",
    )
    _add_number(
        score, "--seeds", "repetitions of metrics that involve chance (5)", least=1, default=5
    )
    _add_type_options(score)
    _add_plugin_option(score)
    score.set_defaults(run=commands.score)


def _add_compare(subparsers: "Commands") -> None:
    compare = subparsers.add_parser(
        "compare",
        help="score files under every library's convention",
        usage="%(prog)s FILE [FILE ...] [options]",
        examples=[
            "compare mine.csv --metrics mig,sap",
            "compare a.npz b.npz",
            "compare a.npz b.npz --paired --metrics mig,sap,dci",
        ],
        description="Score FILE under every convention, and print how far apart the numbers are. "
        "With several files, also print how often two conventions rank the files differently: does "
        "your ranking depend on the convention? With --paired, compare two codes of the same "
        "samples instead, metric by metric.",
    )
    compare.add_argument("files", metavar="FILE", nargs="+")
    _add_flag(compare, "--json", "print every number as one list of objects")
    _add_flag(
        compare, "--all", "first print every number, instead of only the lowest and the highest"
    )
    _add_names(compare, "--metrics", "only these metrics")
    _add_flag(
        compare, "--paired", "difference between two codes of the same samples, with an interval"
    )
    _add_number(
        compare,
        "--resamples",
        "number of halves of the samples for the interval of --paired (100)",
        least=2,
        default=100,
    )
    _add_number(
        compare, "--seeds", "repetitions of metrics that involve chance (5)", least=1, default=5
    )
    _add_flag(
        compare,
        "--slow",
        "also run the gradient boosting of disentanglement_lib and disent (minutes)",
    )
    _add_type_options(compare)
    _add_plugin_option(compare)
    compare.set_defaults(run=commands.compare)


def _add_diagnose(subparsers: "Commands") -> None:
    diagnose = subparsers.add_parser(
        "diagnose",
        help="find out why scores of a file are low, and what would raise them",
        description="Undo one possible defect of the code in FILE at a time (idle latents, copies, "
        "bends, a rotation, noise, dependent factors), score it again, and print which scores "
        "move. FILE is as for the command 'score'. Interrupting prints what is done.",
        examples=["diagnose mine.csv", "diagnose mine.npz --metrics mig,sap --html why.html"],
    )
    diagnose.add_argument("file", metavar="FILE")
    _add_names(diagnose, "--metrics", "the metrics whose mean decides (six cheap ones)")
    _add_number(diagnose, "--seed", "draws the halves that are fitted and scored (0)", default=0)
    _add_flag(diagnose, "--json", "print one object, with the conclusion and the sequence")
    _add_option(diagnose, "--html", "REPORT", "also write a page with the picture and the tables")
    _add_type_options(diagnose)
    _add_plugin_option(diagnose)
    diagnose.set_defaults(run=_lazy_command("diagnosis", "diagnose"))


def _add_example(subparsers: "Commands") -> None:
    example = subparsers.add_parser(
        "example",
        help="write one of the named examples to a file",
        description="Write the example NAME to FILE (.npz, .csv or .parquet) for the command "
        "'score'.",
        examples=["example digits_pca --out digits.csv"],
    )
    example.add_argument("name", metavar="NAME", help="e.g. digits_pca, digits_ica, perfect_copy")
    example.add_argument("--out", required=True, metavar="FILE")
    example.set_defaults(run=commands.example)


def _add_text(subparsers: "Commands") -> None:
    text = subparsers.add_parser(
        "text",
        help="write a corpus of sentences with known factors",
        description="Write the sentences of YNOC (720,000) or POS (2,872,800) with split and "
        "factors to FILE (.csv, or .parquet if pyarrow is installed). Factor columns hold codes, "
        "and a cell is empty if the sentence lacks the factor. Add columns 'latent:...' to score "
        "the file.",
    )
    text.add_argument("corpus", choices=["ynoc", "pos"])
    text.add_argument("--out", required=True, metavar="FILE")
    cap = "highest number of sentences: per structure for pos (10,000), altogether for ynoc (all)"
    _add_number(text, "--cap", cap)
    _add_number(
        text,
        "--seed",
        "seed for the order, the splits and the sentences beyond the cap (0)",
        default=0,
    )
    text.set_defaults(run=commands.text)


def _add_claims(subparsers: "Commands") -> None:
    claims = subparsers.add_parser(
        "claims",
        help="put the papers' claims on trial",
        description="Measure claims of the ledger, and print each verdict as it is finished. The "
        "exit status is 1 if a verdict differs from the record. If you interrupt, finished "
        "verdicts are kept.",
        examples=["claims beta-0.9967       # one or two minutes", "claims --html claims.html"],
    )
    claims.add_argument("ids", nargs="*", metavar="ID", help="only these claims, e.g. beta-0.9967")
    seeds = "repetitions of claims that involve chance (default: each claim's own)"
    _add_number(claims, "--seeds", seeds, least=1)
    _add_flag(claims, "--json", "print one list of objects, with every run, instead of a table")
    _add_option(
        claims,
        "--html",
        "PAGE",
        "also write a page with every reading, every run and the source code; a name without .html "
        "is a folder for an index and one page per paper, with its sentences in order",
    )
    _add_number(claims, "--jobs", "number of processes (1)", least=1, default=1)
    claims.add_argument(
        "--file",
        action="append",
        default=[],
        metavar="NAME=PATH",
        help="a file that authors have published, such as toy.csv=PATH, for claims that read it",
    )
    _add_flag(
        claims,
        "--no-cache",
        "also measure claims again that were measured before with the same code",
    )
    _add_flag(
        claims,
        "--coverage",
        "measure nothing; print how many sentences of each paper are measured, and list the others",
    )
    _add_flag(
        claims,
        "--course",
        "check the statements that the chapters make themselves, instead of the papers' claims",
    )
    claims.set_defaults(run=commands.claims)


def _add_zoo(subparsers: "Commands") -> None:
    zoo = subparsers.add_parser(
        "zoo",
        help="show trained models and their scores, or train them",
        description="Print a summary of the shipped zoo, its table, or one view of the table; or "
        "train a zoo.",
    )
    _add_option(zoo, "--folder", "DIR", "a zoo written by --train, instead of the shipped zoo")
    _add_flag(zoo, "--text", "models of sentences, as in zhang2021, instead of models of sprites")
    _add_flag(zoo, "--json", "print one list of objects instead of a table")
    _add_flag(zoo, "--wide", "print every model and column, in lines of any length")
    views = zoo.add_mutually_exclusive_group()
    _add_flag(views, "--ranks", "rank correlation of every two metrics, with bootstrap intervals")
    views.add_argument(
        "--disagree",
        nargs=2,
        metavar="METRIC",
        help="the pairs of models that two metrics order most differently",
    )
    _add_option(
        views,
        "--predictor",
        "PREDICTOR",
        "how well metrics predict the accuracy of forest, logistic or mlp",
    )
    _add_option(views, "--plot", "FILE", "write the rank correlations as a picture")
    _add_number(zoo, "--samples", "training samples of the --predictor (300)", least=1, default=300)
    _add_flag(
        zoo,
        "--within",
        "with --predictor: also over recipes (means of their seeds) and among seeds of one recipe",
    )
    _add_option(
        views,
        "--train",
        "DIR",
        "train and score a zoo in this folder (needs PyTorch); finished work is kept, so run the "
        "same command to resume after an interruption",
    )
    _add_flag(zoo, "--quick", "with --train: 42 models instead of 430; with --text 9 instead of 81")
    _add_flag(
        zoo, "--pair", "with --train: the two networks of the course, A and B, and their features"
    )
    _add_option(
        zoo,
        "--images",
        "FILE",
        "with --train: your own .npz of images and factors, the file of dSprites, MPI3D or "
        "Shapes3D, or the folder of Cars3D",
    )
    _add_option(
        zoo,
        "--classify",
        "FILE",
        "with --text --train: your own .csv with columns text and label; the nine models learn the "
        "texts, and a linear predictor learns the labels from the codes",
    )
    _add_number(zoo, "--jobs", "with --train: processes (2)", least=1, default=2)
    _add_number(
        zoo,
        "--minutes",
        "with --train: stop after N minutes, with exit status 3; run the same command to resume",
        least=1,
    )
    _add_option(
        zoo, "--backend", "NAME", "with --train: loky (processes on this machine) or dask", "loky"
    )
    _add_option(zoo, "--scheduler", "ADDRESS", "address of the Dask cluster")
    zoo.set_defaults(run=_lazy_command("zoo", "zoo"))


def _add_course(subparsers: "Commands") -> None:
    course = subparsers.add_parser(
        "course",
        help="write the notebooks for a class, without solutions",
        description="Write students' copies of all chapters into DIR/students, and sources for "
        "nbgrader into DIR/nbgrader. The copies have no solutions. Every chapter has an exercise "
        f"whose numbers are drawn from the student's name. {NEEDS_LAB}",
        examples=["course my_course --no-hints"],
    )
    course.add_argument("folder", metavar="DIR")
    _add_flag(course, "--no-hints", "leave out hints, too")
    course.set_defaults(run=_lazy_command("classroom", "course"))


def _add_grade(subparsers: "Commands") -> None:
    grade = subparsers.add_parser(
        "grade",
        help="grade the notebooks that students hand in",
        description="Run every notebook below FOLDER (STUDENT.ipynb, or any notebook below "
        "STUDENT/, as nbgrader, Moodle and Canvas collect them). Each notebook runs in its own "
        "sandbox, with limits and without solutions. Its answers are checked outside the sandbox, "
        "and each exercise that passes gives a point. The sandbox needs bubblewrap (on Linux: apt "
        f"install bubblewrap). {NEEDS_LAB}",
        examples=["grade submitted --csv grades.csv --html grades.html"],
    )
    grade.add_argument("folder", metavar="FOLDER")
    _add_option(grade, "--csv", "OUT", "also write the table")
    _add_option(grade, "--html", "PAGE", "also write the result of each check, for every student")
    _add_number(grade, "--seconds", "time limit for each notebook (120)", least=1, default=120)
    _add_number(grade, "--jobs", "number of notebooks at a time (one for each core)", least=1)
    _add_option(
        grade,
        "--chapters",
        "NAMES",
        "chapters to grade, with commas: dci,sap (default: those of the files handed in)",
    )
    _add_flag(
        grade,
        "--trust-submissions",
        "run submissions without a sandbox; nothing then protects your files from a submission",
    )
    grade.set_defaults(run=_lazy_command("classroom", "grade"))


def _add_guesses(subparsers: "Commands") -> None:
    guesses = subparsers.add_parser(
        "guesses",
        help="show the guesses of a class",
        description="Write a page on the guesses in FOLDER, from files that labs.export_guesses "
        "has written. For each question, the page shows all guesses and the answer. Files of votes "
        "on sentences of the ledger are counted, too. Folders in "
        f"FOLDER are sittings, shown side by side. No file name is shown. {NEEDS_LAB}",
        examples=["guesses collected --html class.html"],
    )
    guesses.add_argument("folder", metavar="FOLDER")
    guesses.add_argument("--html", required=True, metavar="PAGE")
    guesses.set_defaults(run=_lazy_command("classroom", "guesses"))


def _lazy_command(module: str, command: str) -> Callable[[argparse.Namespace], int]:
    """A command whose module is imported only when the command is used."""

    def run(options: argparse.Namespace) -> int:
        return getattr(importlib.import_module(f".{module}", __package__), command)(options)

    return run


def _add_invariances(subparsers: "Commands") -> None:
    invariances = subparsers.add_parser(
        "invariances",
        help="changes that should not affect a metric, and how much they do",
        description="Change three codes in ten ways that should not affect a score, and print how "
        "much each change affects METRIC. If the metric's own statement disagrees with what is "
        "found, this is reported.",
        examples=["invariances mig", "invariances mine --plugin mine.py"],
    )
    invariances.add_argument("metric", metavar="METRIC")
    _add_plugin_option(invariances)
    invariances.set_defaults(run=commands.invariances)


_COMMANDS = (
    *(
        _add_notebooks,
        _add_lab,
        _add_score,
        _add_diagnose,
        _add_compare,
        _add_invariances,
        _add_example,
        _add_text,
        _add_claims,
        _add_zoo,
    ),
    *(_add_course, _add_grade, _add_guesses),
)


# --------------------------------------------------------------------------------- kinds of options


def _add_type_options(command: argparse.ArgumentParser) -> None:
    for option, help_text in (
        ("--discrete", "treat this column as discrete"),
        ("--continuous", "treat this column as continuous"),
        (
            "--cyclic",
            "this factor is cyclic, like an angle; NAME=360 gives its period (default: one step "
            "beyond its largest value)",
        ),
    ):
        command.add_argument(option, action="append", default=[], metavar="COLUMN", help=help_text)


def _add_plugin_option(command: argparse.ArgumentParser) -> None:
    help_text = "your own file with metrics made by @metric"
    command.add_argument("--plugin", action="append", default=[], metavar="FILE", help=help_text)


Group = argparse.ArgumentParser | argparse._MutuallyExclusiveGroup


def _add_flag(command: "Group", option: str, help_text: str) -> None:
    command.add_argument(option, action="store_true", help=help_text)


def _add_option(
    command: "Group",
    option: str,
    metavar: str,
    help_text: str,
    default: str | None = None,
) -> None:
    command.add_argument(option, metavar=metavar, help=help_text, default=default)


def _add_names(command: argparse.ArgumentParser, option: str, help_text: str) -> None:
    more = f"{help_text}, after the files or with commas: mig,sap; dci stands for three metrics"
    command.add_argument(option, nargs="+", metavar="NAME", help=more)


def _add_number(
    command: argparse.ArgumentParser,
    option: str,
    help_text: str,
    least: int = 0,
    default: int | None = None,
) -> None:
    read = whole_number(least)
    command.add_argument(option, type=read, metavar="N", help=help_text, default=default)


def whole_number(least: int) -> Callable[[str], int]:
    """A reader of whole numbers from `least` to nine digits, typed in plain digits."""

    def read(argument: str) -> int:
        if (
            not (argument.isascii() and argument.isdigit())
            or len(argument) > 9
            or int(argument) < least
        ):
            raise argparse.ArgumentTypeError(
                f"found {argument!r}, expected a whole number from {least} upwards (nine digits at "
                "most)"
            )
        return int(argument)

    return read

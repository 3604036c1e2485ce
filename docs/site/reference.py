"""The reference page: every metric, measure and function that a user imports, family by family.

Names and groups are here; Sphinx's autodoc and numpydoc show what the docstrings say.
"""

import importlib
import inspect
import re
import sys
from collections.abc import Iterator

from tables import table

from disentangle_edu import METRICS, measures
from disentangle_edu.metric import Metric

PACKAGE = "disentangle_edu"
HEAD = """# Reference

`from disentangle_edu import mig, Representation` imports a metric and the class of its data.
Each metric below has its formula, its options, and the meaning of 0 and 1.

"""
# The sections after the metrics and measures: {heading: (purpose, {module: names})}.
SECTIONS: dict[str, tuple[str, dict[str, tuple[str, ...]]]] = {
    "Worlds and data": (
        "The data of a metric, and functions that read and write files.",
        {
            "": (
                "Representation",
                "World",
                "load",
                "save",
                "InformativenessMatrix",
                "Confusions",
                "Votes",
                "Subspaces",
                "Score",
            ),
            "worlds.examples": (
                "perfect_copy",
                "duplicated_copy",
                "parity_leak",
                "rotated",
                "rectangles",
                "digits_pca",
                "digits_ica",
            ),
        },
    ),
    "Scoring": (
        "Compute many scores at once, in a search, during training, and for several models.",
        {
            "": ("score_all", "Tracker"),
            "scoring": ("scorer",),
            "viz.plots": ("plot_scores",),
            "conventions.compare": ("compare",),
            "metrics.unsupervised": ("udr",),
        },
    ),
    "Diagnosis": (
        "Why a score is low, and which repairs of the code would raise it; "
        "[an example](diagnosis.html).",
        {
            "diagnosis.diagnosis": ("diagnose", "Diagnosis"),
            "diagnosis.repairs": (
                "drop_idle",
                "merge_copies",
                "straighten",
                "unrotate",
                "denoise",
                "decorrelate",
            ),
        },
    ),
    "Your own metric": (
        "Two decorators turn a formula into a metric: [an example](training.html).",
        {"metric": ("metric", "Metric"), "measure": ("measure", "Measure")},
    ),
    "Conventions": (
        "Settings of other libraries; [a table](conventions.html) lists all conventions.",
        {"conventions": ("Convention", "known", "settings")},
    ),
    "Theory": (
        "Changes that a score ignores, encoders that contradict it, and its exact value.",
        {
            "theory.invariances": ("invariances_row", "score_differences", "score_difference"),
            "theory.counterexamples": ("find_counterexample", "find_disagreement", "find_matrix"),
            "theory.enumeration": ("exact", "characteristics", "satisfies"),
        },
    ),
}


def reference_page() -> str:
    """The page in MyST: a line for every metric, then all docstrings."""
    families = _families()
    rows: list[list[str]] = []
    for family, (description, names) in families.items():
        rows.append([f"**{family}**", description])
        rows += [[f"[`{name}`](#{PACKAGE}.{name})", _summary(METRICS[name])] for name in names]
    out = [HEAD, "## Metrics\n", table(["metric", "full name"], rows)]
    for family, (description, names) in families.items():
        out += [f"### {family}\n", description + "\n", _documented(PACKAGE, names)]
    out += ["## Measures\n", "A measure computes the matrix of a metric from samples.\n"]
    out.append(_documented(measures.__name__, sorted(public(measures))))
    for heading, (description, modules) in SECTIONS.items():
        out += [f"## {heading}\n", description + "\n"]
        out += [_documented(_module(name), names) for name, names in modules.items()]
    return "\n".join(out)


def documented() -> Iterator[tuple[str, str]]:
    """(module, name) of everything on the page."""
    yield from ((PACKAGE, name) for name in METRICS)
    yield from ((measures.__name__, name) for name in public(measures))
    for _, modules in SECTIONS.values():
        for module, names in modules.items():
            yield from ((_module(module), name) for name in names)


def public(module) -> list[str]:
    """The functions and classes that a module offers."""
    return [
        name
        for name, thing in vars(module).items()
        if callable(thing) and not name.startswith("_") and thing.__module__.startswith(PACKAGE)
    ]


def _module(name: str) -> str:
    return f"{PACKAGE}.{name}" if name else PACKAGE


def _families() -> dict[str, tuple[str, list[str]]]:
    """{family: (what it measures, its metrics)}; a family is one module of `metrics`."""
    families: dict[str, tuple[str, list[str]]] = {}
    for name, metric in METRICS.items():
        docstring = inspect.getdoc(sys.modules[metric.formula.__module__]) or ""
        family, _, description = docstring.partition("\n")[0].partition(": ")
        families.setdefault(family, (description.capitalize(), []))[1].append(name)
    return families


def _summary(metric: Metric) -> str:
    return (inspect.getdoc(metric) or "").partition("\n")[0]


def _documented(module: str, names) -> str:
    """The Sphinx directives that document these names of a module."""
    lines = []
    for name in names:
        thing = getattr(importlib.import_module(module), name)
        kind = "autoclass" if inspect.isclass(thing) else "autofunction"
        lines += [f".. {kind}:: {module}.{name}"]
        lines += ["   :members:", ""] if kind == "autoclass" else [""]
    return "```{eval-rst}\n" + "\n".join(lines) + "```\n"


# ----------------------------------------------------------------------------- for Sphinx's autodoc

SECTION = re.compile(r"^\s*-{3,}\s*$", re.M)  # the underline of a heading in numpydoc
OPTION = re.compile(r"^ *([\w.*{}]+(?:, [\w.*]+)*) : (.*)$")
CODE = re.compile(r"""`[^`]+`|\b\w+=(?:"[^"]*"|[\w.]+)""")  # code in a sentence
SPECIAL = re.compile(r"([\\*|_`])")
BEGINS = re.compile(r"^(?=[-+*.:>|]|\(?\w{1,3}[.)] )")  # looks like the start of a list


def mark_up(app, what, name, thing, options, lines: list[str]) -> None:
    """Give a docstring in plain text its markup; one in numpydoc has it already."""
    text = "\n".join(lines).strip()
    if not SECTION.search(text):
        paragraphs = re.split(r"\n\s*\n", text)
        lines[:] = [line for each in paragraphs for line in [*_paragraph(each), ""]]


def _paragraph(text: str) -> list[str]:
    """The lines of one paragraph: an example, options and their meanings, or sentences."""
    lines = inspect.cleandoc(text).split("\n") if text.lstrip().startswith(">>>") else []
    if lines:
        return lines
    sentences: list[str] = []
    for line in re.sub(r" {3,}(?=[\w*]+ : )", "\n", text).split("\n"):
        if option := OPTION.match(line):
            sentences += ["", _escaped(option[1]), f"    {_escaped(option[2])}"]
        else:
            indent = "    " if any(sentences) and sentences[-1].startswith("    ") else ""
            sentences.append(indent + _escaped(line.strip()))
    return sentences


def _escaped(text: str) -> str:
    """Plain text for reStructuredText; text between `backticks` becomes a link or code."""
    out, end = "", 0
    for code in CODE.finditer(text):
        out += SPECIAL.sub(r"\\\1", text[end : code.start()])
        out += code[0] if code[0].startswith("`") else f"``{code[0]}``\\ "
        end = code.end()
    return BEGINS.sub(r"\\", out + SPECIAL.sub(r"\\\1", text[end:]))


def source_address(module: str, path: str, repository: str) -> str | None:
    """Where the repository shows the lines of something, by its module and its path in it."""
    thing = importlib.import_module(module)
    for name in path.split("."):
        thing = getattr(thing, name, None)
    thing = inspect.unwrap(thing.fget if isinstance(thing, property) else thing)
    try:
        file, (lines, first) = inspect.getsourcefile(thing), inspect.getsourcelines(thing)
    except (TypeError, OSError):  # a constant has no source
        return None
    source_path = file[file.rindex(f"{PACKAGE}/") :]
    return f"{repository}/blob/main/{source_path}#L{first}-L{first + len(lines) - 1}"

"""What pictures, plots, tables, metrics, commands and answers are, as records to compare and read.

The records are in the JSON files beside this file, and test_pins.py and test_labs.py compare them
with what the package does now. `make pins` writes them anew, and `make pins NAME=dci` those of one
chapter's labs, questions and exercises. Read the difference before you commit it.
"""

import contextlib
import functools
import html
import importlib
import inspect
import io
import json
import pkgutil
import re
import shlex
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

import chapter_files
import matplotlib
import numpy as np
import pinned_cases
import pytest
import records
import sklearn
from lab_helpers import moving
from pinned_cases import COMMANDS, ODD, WORLDS, cases, functions_by_hand, truth_of
from records import SEPARATOR, without

import disentangle_edu
from disentangle_edu import Representation, __version__, save
from disentangle_edu.cli import main
from disentangle_edu.cli.parser import parser
from disentangle_edu.labs import LABS
from disentangle_edu.lessons import EXERCISES, PERSONAL_EXERCISES, QUESTIONS
from disentangle_edu.viz.picture import Picture

matplotlib.use("Agg")  # draw into files, without a window

SENTENCE = re.compile(r"(?<=[.?!]) ")
FACT = re.compile(r"(?:latent|factor) \d+|\d[\d,]*(?:\.\d+)?")
CHANGING = re.compile(  # dates, times, versions and images in the output of a command
    rf"data:[^\"']*|{re.escape(__version__)}|\d{{4}}-\d\d-\d\d|\"seconds\": [\d.]+"
)
MARKUP = re.compile(r"<style>.*?</style>|<[^<>]+>", re.S)
MAX_LINES = 400  # lines of an output; the sentence models print thousands
MAX_COLUMNS = 8  # columns of a table


# ---------------------------------------------------------------------------- pictures and plots


def describe_picture(picture):
    """What a picture 860 pixels wide shows: sentences, scores, texts and shapes."""
    nodes = [(node.tag.rpartition("}")[2], node) for node in ET.fromstring(picture.at(860)).iter()]
    shapes = Counter(_shape(tag, node) for tag, node in nodes if tag not in ("svg", "g", "title"))
    lists = {
        "text": picture.text.splitlines(),
        "scores": [f"{name} {value:.4g}" for name, value in picture.scores.items()],
        "texts": [node.text or "" for tag, node in nodes if tag == "text"],
        "shapes": [f"{shape} {count}" for shape, count in sorted(shapes.items())],
    }
    description = {"caption": picture.caption, "alt": SENTENCE.split(picture.alt)[0]}
    description |= {key: SEPARATOR.join(words) for key, words in lists.items()}
    return {key: words for key, words in description.items() if words}


def _shape(tag, node):
    """An element and its colour, such as "rect part"; a mixture of colours names both."""
    filled = node.get("fill") not in (None, "none")
    colour = node.get("fill" if filled else "stroke", "")
    return " ".join([tag, *re.findall(r"--de-([a-z0-9-]+)", colour)])


def describe_lab(lab):
    """A lab's picture at the start, and what is new in it after each control has moved."""
    start = describe_picture(lab.picture)
    moved = {name: new_parts(describe_picture(lab.picture), start) for name in moving(lab)}
    return {"start": start} | moved


def new_parts(description, start):
    """The parts of a description that the picture at the start does not have."""
    keys = [key for key in description if key != "alt"]
    changed = {key: without(description[key], start.get(key, "")) for key in keys}
    return {key: words for key, words in changed.items() if words}


def answered_picture(id):
    """A question's picture after the guess of the tests."""
    question, (truth, figures) = QUESTIONS[id], truth_of(id)
    return Picture(panels=question.panels(question.guess_for_tests, truth, figures))


def describe_axes(axes):
    """A plot's texts, bars and lines, and the limits of its axes."""
    legend = axes.get_legend()
    join = lambda artists: SEPARATOR.join(artist.get_text() for artist in artists)
    return {
        "title": axes.get_title(),
        "x axis": f"{axes.get_xlabel()}: {join(axes.get_xticklabels())}",
        "y axis": f"{axes.get_ylabel()}: {join(axes.get_yticklabels())}",
        "legend": join(legend.get_texts()) if legend else "",
        "texts": join(axes.texts),
        "bars": SEPARATOR.join(map(_describe_bar, axes.patches)),
        "lines": SEPARATOR.join(map(_describe_line, axes.lines)),
        "images": SEPARATOR.join(map(_describe_image, axes.images)),
        "limits": [round(float(limit), 3) for limit in (*axes.get_xlim(), *axes.get_ylim())],
    }


def _describe_bar(bar):
    hatch, colour = bar.get_hatch() or "", matplotlib.colors.to_hex(bar.get_facecolor())
    return f"{colour}{hatch} {bar.get_width():.3f} by {bar.get_height():.3f}"


def _describe_line(line):
    (x, y), (x_end, y_end) = line.get_xydata()[[0, -1]]
    colour = matplotlib.colors.to_hex(line.get_color())
    return f"{colour} {line.get_linestyle()} ({x:.3f}, {y:.3f}) to ({x_end:.3f}, {y_end:.3f})"


def _describe_image(image):
    low, high = image.get_clim()
    return f"{image.get_cmap().name} {image.get_array().shape} from {low:.3f} to {high:.3f}"


# ------------------------------------------------------------------ tables, metrics and commands


def describe_table(drawn):
    """Shape, first and last row, means and standard deviations of a table's first columns."""
    if isinstance(drawn, Representation):
        drawn = np.hstack([drawn.factors, drawn.latents])
    table = np.atleast_2d(np.asarray(drawn, dtype=float))
    shown = table[:, :MAX_COLUMNS]
    numbers = {
        "first row": shown[0],
        "last row": shown[-1],
        "means": shown.mean(axis=0),
        "standard deviations": shown.std(axis=0),
        "mean absolute value": np.abs(table).mean(),
    }
    rounded = {name: (np.round(row, 6) + 0.0).tolist() for name, row in numbers.items()}
    return {"shape": list(table.shape)} | rounded


def describe_metric(metric, rep, options):
    """A score with its parts and weights, and the names and numbers in its sentences."""
    try:
        score = metric(rep, **options)
    except ValueError as refusal:
        return {"refused": _facts(str(refusal))}
    explained = map(score.explain_part, range(np.size(score.parts)))
    sentences = (score.explanation, *explained, *score.cautions, *score.matrix.notes)
    return {
        "value": round(float(score.value), 9),
        "parts": np.ravel(score.parts).astype(float).round(9).tolist(),
        "weights": np.ravel(score.weights).astype(float).round(9).tolist(),
        "says": SEPARATOR.join(map(_facts, sentences)),
    }


def _facts(sentence):
    """The latents, factors and numbers that a sentence names, in order."""
    return " ".join(FACT.findall(sentence))


def describe_output(command, folder):
    """The lines that a command prints, and those of the page that it writes."""
    for name in ("mixed", "rare", "idle", "circle"):
        if name.upper() in command:
            save(cases()[name], folder / f"{name}.npz")
            command = command.replace(name.upper(), str(folder / f"{name}.npz"))
    stdout = io.StringIO()
    with contextlib.redirect_stdout(stdout):
        status = main(shlex.split(command.replace("PAGE", str(folder / "page"))))
    assert status == 0, f"disentangle-edu {command}: exit status {status}"
    pages = (html.unescape(MARKUP.sub("\n", file.read_text())) for file in folder.glob("page.*"))
    output = CHANGING.sub("", "\n".join([stdout.getvalue(), *pages]).replace(str(folder), ""))
    lines = [line.rstrip() for line in output.splitlines() if line.strip()]
    more = len(lines) - MAX_LINES
    return lines if more <= 0 else [*lines[:MAX_LINES], f"... and {more} lines more"]


def default_options():
    """{function or command: its options and their defaults}."""
    by_name = _command_options()
    for found in pkgutil.walk_packages(disentangle_edu.__path__, "disentangle_edu."):
        if re.search(r"\.(claims|chapters|__main__)\b", found.name):
            continue
        for name, member in vars(importlib.import_module(found.name)).items():
            if name.startswith("_") or getattr(member, "__module__", "") != found.name:
                continue
            if options := _plain_options(member):
                by_name[f"{found.name.partition('.')[2]}.{name}"] = options
    return by_name


def _command_options():
    commands = parser()._subparsers._group_actions[0].choices
    attributes = ("dest", "default", "required", "nargs", "choices", "const", "metavar")
    return {
        f"disentangle-edu {name}": "; ".join(
            ", ".join(str(getattr(action, word)) for word in attributes)
            for action in command._actions
        )
        for name, command in commands.items()
    }


def _plain_options(function):
    """The options of a function or class whose defaults are plain values."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return ""
    pairs = ((p.name, repr(p.default)) for p in parameters if p.default is not p.empty)
    return ", ".join(f"{name}={default}" for name, default in pairs if not default.startswith("<"))


# ----------------------------------------------------------------------------------------- answers


def answer_functions():
    """{id: a function that describes the reply to an answer}."""
    questions = pinned_cases.pinned_questions()
    kinds = (
        (questions, describe_verdict),
        (EXERCISES, describe_demands),
        (PERSONAL_EXERCISES, describe_personal_answers),
        (functions_by_hand(), describe_by_hand),
    )
    return {
        id: functools.partial(describe, entry)
        for entries, describe in kinds
        for id, entry in entries.items()
    }


def describe_verdict(question):
    """The truth, and the sentences after the guess that tests make."""
    truth, figures = truth_of(question.id)
    rounded = json.loads(json.dumps(truth), parse_float=lambda digits: round(float(digits), 3))
    return {"truth": rounded, "verdict": question.verdict(question.guess_for_tests, truth, figures)}


def describe_demands(exercise):
    """Which requirements the solution and each wrong answer meet."""
    answers = {"solution": exercise.solution} | exercise.rejected_answers
    return {name: _demands(exercise, answer) for name, answer in answers.items()}


def _demands(exercise, answer):
    try:
        demands = exercise.demands(answer())
    except ValueError as refusal:
        return [f"refused: {refusal}"]
    return [f"{'met' if demand.met else 'not met'}: {demand.found}" for demand in demands]


def describe_personal_answers(exercise):
    """The answers that three students must give."""
    students = ("Ada", "Ben", "Cleo")
    return {name: f"{exercise.answer(exercise.given(name)):.6f}" for name in students}


def describe_by_hand(function):
    """What a function works out from its own numbers, and from unusual ones."""
    argument = next(iter(inspect.signature(function).parameters))
    results = {"as it is": str(function()).splitlines()}
    for odd in ODD:
        try:
            result = str(function(**{argument: odd})).splitlines()
        except (TypeError, ValueError) as refusal:
            result = "refused" if ": found" in str(refusal) else "broken"
        results[f"{argument}={odd}"] = result
    return results


# ------------------------------------------------------------------------------ comparing, writing


def other_sklearn():
    """The scikit-learn release that the scores were recorded with, unless it is installed now."""
    then = records.recorded("scores").get("scikit-learn", sklearn.__version__)
    return "" if then.split(".")[:2] == sklearn.__version__.split(".")[:2] else then


def picture_functions():
    """{name: a function that describes a lab, an answered question, or another picture}."""
    described = lambda draw: describe_picture(draw())
    functions = {
        build.__name__: lambda build=build: describe_lab(build()) for build in LABS.values()
    }
    for id in pinned_cases.pinned_questions():
        functions[id] = functools.partial(described, functools.partial(answered_picture, id))
    for name, draw in pinned_cases.pictures().items():
        functions[name] = functools.partial(described, draw)
    return functions


def update(name, functions, only=None):
    """Write what the functions return, for the given names and for names without a record."""
    before = records.recorded(name)
    again = lambda key: only is None or key in only or key not in before
    results = {key: run() if again(key) else before[key] for key, run in functions.items()}
    records.write(name, results)


def names_of(chapter):
    """The names of a chapter's labs, questions, exercises and examples by hand."""
    names = {build.__name__ for build in LABS.values() if chapter_files.is_of(chapter, build)}
    names |= chapter_files.questions_of(chapter) | chapter_files.exercises_of(chapter)
    names |= chapter_files.entered_ids(
        chapter, PERSONAL_EXERCISES, lambda exercise: exercise.answer
    )
    return names | {name for name in functions_by_hand() if name.startswith(f"{chapter}, ")}


def _scores():
    scores = {
        key: describe_metric(metric, cases()[case], options)
        for key, metric, case, options in pinned_cases.pinned_options()
    }
    return {"scikit-learn": sklearn.__version__} | scores


def _output(command):
    with tempfile.TemporaryDirectory() as folder:
        return describe_output(command, Path(folder))


def write_all(chapter=""):
    """Write all records, or those of one chapter."""
    only = names_of(chapter) if chapter else None
    update("pictures", picture_functions(), only)
    update("answers", answer_functions(), only)
    if chapter:
        return
    records.write("defaults", default_options())
    records.write("worlds", {name: describe_table(draw()) for name, draw in WORLDS.items()})
    records.write("scores", _scores())
    records.write("outputs", {name: _output(command) for name, command in COMMANDS.items()})
    plots = pinned_cases.plots()
    records.write("plots", {name: describe_axes(plot()) for name, plot in plots.items()})
    here = str(records.HERE)
    sys.exit(pytest.main(["-q", "-p", "no:nbval", "--write-sentences", "-m", "", here]))


if __name__ == "__main__":
    write_all(*sys.argv[1:])

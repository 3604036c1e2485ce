"""What worlds draw, metrics and commands say of small codes, labs draw, questions answer.

A change of code that moves any of it is seen by test_pins.py and test_labs.py, whatever the change
is. Where it is meant, `make pins` writes the files of pins anew, `make pins NAME=dci` what one
chapter draws and answers; the difference says what it does. Sentences are kept as the names and
numbers in them, and what is said of a reader's answer as a sum of its words, too; pictures and
plots as how many numbers they are made of, the sum of these, and a sum of their words; tables as
how large their numbers are and how far they step.
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
import zlib
from pathlib import Path

import chapter_files
import matplotlib
import numpy as np
import pytest
import sklearn
from lab_helpers import moving
from pinned_cases import COMMANDS, FEW, TRAINED, WORLDS, cases, pinned_options, quick_options

import disentangle_edu
from disentangle_edu import METRICS, Representation, __version__, save, score_all
from disentangle_edu.claims.registry import CLAIMS
from disentangle_edu.classroom import guesses
from disentangle_edu.cli import main
from disentangle_edu.cli.parser import parser
from disentangle_edu.labs import LABS
from disentangle_edu.lessons import EXERCISES, PERSONAL_EXERCISES, QUESTIONS
from disentangle_edu.matrices import to_picture
from disentangle_edu.theory.counterexamples import find_counterexample
from disentangle_edu.viz.picture import Picture
from disentangle_edu.viz.pictures import curves_picture
from disentangle_edu.viz.plots import plot_scores
from disentangle_edu.zoo import pretrained
from disentangle_edu.zoo.plots import plot_correlations

matplotlib.use("Agg")  # a file, and no window

HERE = Path(__file__).parent
CHAPTERS = Path(disentangle_edu.__file__).parent / "chapters"
PICTURED = re.compile(r"(?<![\w#.])-?\d+(?:\.\d+)?(?![\w.])")  # no colours, keys or bytes
FACT = re.compile(r"(?:latent|factor) \d+|\d[\d,]*(?:\.\d+)?")
PASSING = re.compile(  # bytes, versions, dates and times
    rf"data:[^\"']*|{re.escape(__version__)}|\d{{4}}-\d\d-\d\d|<style>.*?</style>"
    r'|"seconds": [\d.]+',
    re.S,
)
KINDS = ("01-even-rest", "06-order", "04-power", "09-rank", "01-verdict")  # one of each scale
FINDINGS = ("dci-0.6", "sap-0.32", "rect-1", "fig-matrices")  # a figure, by chance, yes or no, open
CURVES = {"one": [[10, 100], [0.2, 0.5], [0.1, 0]], "other": [[100, 1000], [0.9, 0.4], [0, 0.2]]}


def pictures():
    """{name: a function that draws it}, of those that stand in no lab."""
    drawers = {f"a class at {id}": functools.partial(_class_picture, id) for id in KINDS}
    drawers |= {f"a finding: {id}": functools.partial(_finding, id) for id in FINDINGS}
    drawers["a witness"] = _witness
    drawers["curves"] = functools.partial(curves_picture, CURVES, "samples", "score")
    for name in METRICS:
        if name != "explicitness_es":
            drawers[f"a score: {name}"] = functools.partial(_score, name)
            drawers[f"a matrix: {METRICS[name].measure.__name__}"] = functools.partial(
                _matrix, name
            )
    return drawers


def _class_picture(id):
    """How a class guessed in two sittings: as tests guess, and once what is true."""
    guess, truth = QUESTIONS[id].test_guess, truth_of(id)[0]
    return guesses.picture(
        guesses.Guesses({"": {id: [guess, guess, truth]}, "later": {id: [truth]}}, ()), id
    )


def _witness():
    """A code for which MIG is high, though it mixes factors."""
    from disentangle_edu.chapters.witnesses.labs.hunt import (
        code_table_panel,
    )  # after all labs are in order

    return Picture(
        panels=(code_table_panel(find_counterexample(METRICS["mig"], 2, candidates=2_000).rep),),
        description="",
        text="",
    )


def _finding(id):
    return to_picture(CLAIMS[id].check(3))


def _scored(name):
    """A metric's score of the first case, with options that make it quick."""
    return METRICS[name](_countable(name), **quick_options(METRICS[name]))


def _countable(name):
    """The first case, or another for what counts more columns together than its samples allow."""
    of_all_latents = name in ("dependent_compactness", "dependent_explicitness", "edi")
    return cases()["levels" if of_all_latents else "mixed"]


def _score(name):
    return to_picture(_scored(name))


def _matrix(name):
    return to_picture(METRICS[name](_countable(name)).matrix)


def plots():
    """{name: a function that draws it with matplotlib}."""
    drawers = {
        f"a score: {name}": functools.partial(_plotted, name) for name in ("mig", "sap", "iwo")
    }
    drawers["a matrix of bits"] = lambda: METRICS["mig"](cases()["mixed"]).matrix.plot()
    drawers["a matrix of long names"] = lambda: METRICS["dcimig"](cases()["circle"]).matrix.plot()
    drawers["a table"] = lambda: plot_scores(
        score_all(cases()["idle"], metrics=FEW.split(","), seeds=2, progress=False)
    )
    drawers["correlations"] = lambda: plot_correlations(pretrained.table())
    drawers["three of them"] = lambda: plot_correlations(
        pretrained.table(), ["mig", "sap", "dcimig"]
    )
    return drawers


def _plotted(name):
    return _scored(name).plot()


def plotted(axes):
    """How many numbers a plot is drawn with, their sum, and a sum of its words and colours."""
    numbers = [*axes.get_xlim(), *axes.get_ylim(), *axes.figure.get_size_inches()]
    texts = [axes.get_title(), axes.get_xlabel(), axes.get_ylabel()]
    for artist in axes.patches:
        numbers += [*artist.get_xy(), artist.get_width(), artist.get_height()]
        texts += [
            "hatched" if artist.get_hatch() else "plain",
            *map(str, (artist.get_facecolor(), artist.get_edgecolor())),
        ]
    for artist in axes.lines:
        numbers += [*np.ravel(artist.get_xydata())]
        texts += [artist.get_linestyle(), str(artist.get_color())]
    for artist in (*axes.texts, *axes.get_xticklabels(), *axes.get_yticklabels()):
        numbers += [*artist.get_position(), artist.get_rotation(), artist.get_fontsize()]
        texts += [artist.get_text(), artist.get_ha(), str(artist.get_color())]
    for artist in axes.images:
        numbers += [*np.ravel(artist.get_array()), *artist.get_clim()]
        texts += [artist.get_cmap().name]
    numbers += [float(digits) for digits in PICTURED.findall(" ".join(texts))]
    return [len(numbers), round(float(np.nansum(numbers)), 3), letters_of(" ".join(texts))]


def facts(sentence):
    """The latents, factors and numbers that a sentence names, in their order."""
    return " ".join(FACT.findall(sentence))


def letters_of(words):
    """A sum of the words in a text, without its numbers."""
    return zlib.crc32(" ".join(re.findall(r"[^\W\d_]{2,}", html.unescape(words))).encode())


def all_of(sentence):
    """The facts that a sentence names, and a sum of its words."""
    return f"{facts(sentence)} #{letters_of(sentence)}".strip()


def metric_facts(metric, rep, options):
    """What a metric says: its numbers and facts; or those of its refusal."""
    try:
        score = metric(rep, **options)
    except ValueError as refusal:
        return {"refused": facts(str(refusal))}
    return {
        "value": score.value,
        "parts": np.ravel(score.parts).tolist(),
        "weights": np.ravel(score.weights).tolist(),
        "says": [
            facts(sentence)
            for sentence in (
                score.explanation,
                *map(score.explain_part, range(np.size(score.parts))),
                *score.cautions,
                *score.matrix.notes,
            )
        ],
    }


def picture_facts(picture):
    """What a picture says, as facts, and how many numbers it is drawn with, wide and narrow."""
    svgs = {str(width): picture.at(width) for width in (860, 360)}
    written = " ".join([picture.words, *re.findall(r">([^<>]+)</text>", svgs["860"])])
    result = {"says": facts(picture.words), "words": letters_of(written)}
    result["panels"] = round(sum(p.height + p.min_width + p.max_width for p in picture.panels), 1)
    for width, svg in svgs.items():
        numbers = [float(digits) for digits in PICTURED.findall(svg)]
        result[width] = [len(numbers), round(sum(numbers), 1)]
    return result


def command_facts(command, folder):
    """The facts that a command prints, and writes into a page."""
    for name in ("mixed", "rare", "idle", "circle"):
        if name.upper() in command:
            save(cases()[name], folder / f"{name}.npz")
            command = command.replace(name.upper(), str(folder / f"{name}.npz"))
    stdout = io.StringIO()
    with contextlib.redirect_stdout(stdout):
        status = main(shlex.split(command.replace("PAGE", str(folder / "page"))))
    assert status == 0, f"disentangle-edu {command}: exit status {status}"
    outputs = [stdout.getvalue(), *(page.read_text() for page in folder.glob("page.*"))]
    return facts(PASSING.sub("", "\n".join(outputs).replace(str(folder), "")))


def pinned_questions():
    """The questions whose answer is the same on every processor."""
    return {id: question for id, question in QUESTIONS.items() if id not in TRAINED}


def table_of(drawn):
    """Its factors and latents side by side, or a table of numbers as it is."""
    if isinstance(drawn, Representation):
        return np.hstack([drawn.factors, drawn.latents])
    return np.atleast_2d(np.asarray(drawn, dtype=float))


def draws(name):
    """Rows, columns, how large the numbers are, and how far they step; no sign counts."""
    table = table_of(WORLDS[name]())
    steps = np.abs(table - np.roll(table, 1, axis=0))
    return [*table.shape, np.abs(table).mean(), steps.mean(), np.abs(table[-1]).mean()]


def defaults():
    """What functions and commands do unless told otherwise: {name: its options}."""
    by_name = _commands()
    for found_at in pkgutil.walk_packages(disentangle_edu.__path__, "disentangle_edu."):
        if re.search(r"\.(claims|chapters|__main__)\b", found_at.name):
            continue
        module = importlib.import_module(found_at.name)
        for name, member in vars(module).items():
            if name.startswith("_") or getattr(member, "__module__", "") != found_at.name:
                continue
            if options := _plain_options(member):
                by_name[f"{found_at.name.partition('.')[2]}.{name}"] = options
    return by_name


def _commands():
    """{command: its options, what they are at first, and what they take}."""
    every = parser()._subparsers._group_actions[0].choices
    attributes = ("dest", "default", "required", "nargs", "choices", "const", "metavar")
    return {
        f"disentangle-edu {name}": "; ".join(
            ", ".join(str(getattr(action, word)) for word in attributes)
            for action in command._actions
        )
        for name, command in every.items()
    }


def _plain_options(function):
    """The options of a function or class, and what they are at first, where that can be read."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return ""
    pairs = ((p.name, repr(p.default)) for p in parameters if p.default is not p.empty)
    return ", ".join(f"{name}={default}" for name, default in pairs if not default.startswith("<"))


def answerable():
    """{id: what it does}: all that a reader may answer, and have judged."""
    judged = {id: functools.partial(verdict, entry) for id, entry in pinned_questions().items()}
    judged |= {id: functools.partial(judgements, entry) for id, entry in EXERCISES.items()}
    judged |= {
        id: functools.partial(answers, exercise) for id, exercise in PERSONAL_EXERCISES.items()
    }
    return judged | {
        name: functools.partial(worked_facts, entry) for name, entry in functions_by_hand().items()
    }


ODD = (  # what a reader may hand to a table that is worked out by hand
    *([], [1.0], [0.0, 0.0], [3.0, 1.0, 2.0], [float("nan"), 1.0], [[1.0, 2.0], [3.0]]),
    *([[0.5, 0.5], [0.2, 0.8]], [[0.0, 0.0], [0.0, 0.0]], "words", -1, 0, 45),
)


def functions_by_hand():
    """{name: the function that works a case out by hand}, of all chapters."""
    functions = {}
    for file in sorted(CHAPTERS.glob("*/quiz.py")) + [CHAPTERS / "common" / "matrices.py"]:
        module_name = ".".join(file.relative_to(CHAPTERS.parents[1]).with_suffix("").parts)
        for name, member in vars(importlib.import_module(module_name)).items():
            if re.match(r"[a-z]+_by_hand$", name) and member.__module__ == module_name:
                functions[f"{file.parent.name}, {name}"] = member
    return functions


def worked_facts(function):
    """What it works out, of its own numbers and of odd ones; those that it refuses say so."""
    results, first = [all_of(str(function()))], next(iter(inspect.signature(function).parameters))
    for odd in ODD:
        try:
            results.append(all_of(str(function(**{first: odd}))))
        except (TypeError, ValueError) as refusal:
            results.append("refused" if ": found" in str(refusal) else "broken")
    return " | ".join(results)


@functools.cache  # some take seconds
def truth_of(id):
    """What a question finds, and the figures behind it."""
    return QUESTIONS[id].truth(), QUESTIONS[id].measured()


def verdict(question):
    """The facts of what is told after the guess that tests give, and the truth to three digits."""
    truth, figures = truth_of(question.id)
    rounded = json.loads(json.dumps(truth), parse_float=lambda digits: f"{float(digits):.3f}")
    return f"{all_of(question.verdict(question.test_guess, truth, figures))} {facts(str(rounded))}"


def answered(id):
    """What a question draws once it is answered."""
    question, (truth, figures) = QUESTIONS[id], truth_of(id)
    return picture_facts(
        Picture(
            panels=question.panels(question.test_guess, truth, figures), description="", text=""
        )
    )


def judgements(exercise):
    """Of the solution and of each poor answer: which demands are met, and what was found."""
    outcomes = []
    for answer in (exercise.solution, *exercise.must_fail.values()):
        try:
            demands = exercise.demands(answer())
            outcomes += [f"{int(demand.met)} {all_of(str(demand.found))}" for demand in demands]
        except ValueError as refusal:
            outcomes.append(all_of(str(refusal)))
    return " ".join(outcomes)


def answers(own):
    """What three students must answer."""
    return " ".join(f"{own.answer(own.given(name)):.6f}" for name in ("Ada", "Ben", "Cleo"))


@functools.cache
def pinned(what):
    """What is pinned: "pins" (of metrics), or the name of another file of pins."""
    return json.loads((HERE / f"{what}.json").read_text())


def made_with_another():
    """The release of scikit-learn that the pins were made with, where it is not this one."""
    then = pinned("pins")["scikit-learn"]
    return "" if then.split(".")[:2] == sklearn.__version__.split(".")[:2] else then


def is_drawn_alike(found, name):
    """Whether a lab says and draws what is pinned; the last digit of a number may be another."""
    if made_with_another():
        return True
    then = pinned("drawn").get(name, {})
    return found.keys() == then.keys() and all(_is_near(found[key], then[key]) for key in found)


def _is_near(actual, expected):
    alike = actual["words"] == expected["words"] and same_facts(actual["says"], expected["says"])
    return alike and all(
        actual[size] == pytest.approx(expected[size], abs=0.5 if size == "panels" else 1)
        for size in ("860", "360", "panels")
    )


def same_facts(found, kept):
    """Whether two rows of names and numbers are one, but for the last digit of a number."""
    word_lists = found.split(), kept.split()
    alike = (first == other or _same_number(first, other) for first, other in zip(*word_lists))
    return len(word_lists[0]) == len(word_lists[1]) and all(alike)


def _same_number(first, other):
    decimals = len(other.partition(".")[2])
    plain = [digits.replace(",", "") for digits in (first, other)]
    return decimals and float(plain[0]) == pytest.approx(float(plain[1]), abs=1.01 / 10**decimals)


def keep(what, found):
    """Pin tables of numbers, an entry a line."""
    lines = [f"{json.dumps(name)}: {json.dumps(value)}" for name, value in found.items()]
    (HERE / f"{what}.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


def drawable():
    """{name: what draws it}: all labs, answered questions, and pictures that stand in no lab."""
    drawers = {build.__name__: functools.partial(_of_lab, build) for build in LABS.values()}
    drawers |= {id: lambda id=id: {"": answered(id)} for id in pinned_questions()}
    return drawers | {
        name: lambda draw=draw: {"": picture_facts(draw())} for name, draw in pictures().items()
    }


def _of_lab(build):
    """A lab as it opens, and with each of its controls moved."""
    lab = build()
    return {"": picture_facts(lab.picture)} | {
        name: picture_facts(lab.picture) for name in moving(lab)
    }


def renew(what, acts, names):
    """Pin what they give now: those of these names, all without names, and those that are new."""
    then = pinned(what)
    again = lambda name: names is None or name in names or name not in then
    keep(what, {name: act() if again(name) else then[name] for name, act in acts.items()})


def names_of(chapter):
    """The names under which what a chapter draws and answers is pinned."""
    names = {build.__name__ for build in LABS.values() if chapter_files.is_of(chapter, build)}
    names |= chapter_files.questions_of(chapter) | chapter_files.exercises_of(chapter)
    names |= chapter_files.entered_ids(
        chapter, PERSONAL_EXERCISES, lambda exercise: exercise.answer
    )
    return names | {name for name in functions_by_hand() if name.startswith(f"{chapter}, ")}


def write_metrics():
    reps = cases()
    results = {
        key: metric_facts(metric, reps[case], options)
        for key, metric, case, options in pinned_options()
    }
    rounded = json.loads(json.dumps(results), parse_float=lambda digits: round(float(digits), 9))
    keep("pins", {"scikit-learn": sklearn.__version__} | rounded)


def write_commands():
    outputs = {}
    for what, command in COMMANDS.items():
        with tempfile.TemporaryDirectory() as folder:
            outputs[what] = command_facts(command, Path(folder))
    keep("printed", outputs)


def write_draws():
    rounded = {name: [round(float(value), 6) for value in draws(name)] for name in WORLDS}
    keep("draws", rounded)


def write_defaults():
    keep("defaults", defaults())


def write_plots():
    keep("plots", {name: plotted(plot()) for name, plot in plots().items()})


def write(chapter=""):
    """All pins, or those of what one chapter draws and answers."""
    names = names_of(chapter) if chapter else None
    renew("drawn", drawable(), names)
    renew("answers", answerable(), names)
    if not chapter:
        write_defaults()
        write_draws()
        write_metrics()
        write_commands()
        write_plots()
        pytest.main(["-q", "-p", "no:nbval", "--said-anew", "-m", "", str(HERE)])


if __name__ == "__main__":
    write(*sys.argv[1:])

"""The cases of test_pins.py: small codes, worlds, commands, metric options, pictures and plots."""

import functools
import importlib
import inspect
import itertools
import re
from pathlib import Path
from typing import Literal, get_args, get_origin

import numpy as np

import disentangle_edu
from disentangle_edu import METRICS, Representation, score_all
from disentangle_edu.claims.registry import CLAIMS
from disentangle_edu.classroom import guesses
from disentangle_edu.lessons import QUESTIONS
from disentangle_edu.theory.counterexamples import find_counterexample
from disentangle_edu.viz.picture import Picture
from disentangle_edu.viz.plots import plot_scores
from disentangle_edu.viz.score_pictures import curves_picture
from disentangle_edu.worlds import (
    bent_mixtures,
    dependent,
    examples,
    image_encoders,
    letter_sentences,
    shapes,
    sprites,
    text,
)
from disentangle_edu.zoo import pretrained
from disentangle_edu.zoo.plots import plot_correlations

NUMBERS = {  # non-default values for options that are numbers
    "bins": 5,
    "factor_bins": 3,
    "n_estimators": 3,
    "max_depth": 2,
    "C": 10.0,
    "class_weight": "balanced",
    "as_continuous": True,
    "shuffle": False,
    "replace": False,
    "train_size": 0.5,
    "seed": 5,
    "batch_size": 5,
    "min_std": 0.9,
    "weighted": True,
    "max_iter": 50,
}
# For every metric that takes these options.
SHORT = {"n_points": 200, "batch_size": 8, "n_estimators": 5, "max_iter": 200}
FEW = "mig,dcimig,modularity,sap,explicitness"  # fast metrics
# {what it prints: command}; FILE is one of our cases in a file, PAGE is a new HTML file.
COMMANDS = {
    "score": f"score MIXED --metrics {FEW} --seeds 2",
    "scores, each with all it knows": f"score RARE --metrics {FEW} --seeds 2 --json",
    "scores for a paper": f"score MIXED --metrics {FEW} --seeds 2 --latex",
    "scores with intervals": "score MIXED --metrics mig,sap --bootstrap 8",
    "a page of scores": f"score IDLE --metrics {FEW} --html PAGE.html",
    "several files": f"score MIXED IDLE --metrics {FEW}",
    "a cyclic factor": "score CIRCLE --metrics mig --cyclic 'factor 1'",
    "one file, all conventions": "compare MIXED --metrics mig,sap --all",
    "two files, all conventions": "compare MIXED IDLE --metrics mig,sap,modularity",
    "every number": "compare RARE --metrics mig --json",
    "what moves a score": "invariances mig",
    "the zoo": "zoo",
    "its ranks": "zoo --ranks",
    "its quarrels": "zoo --disagree mig modularity",
    "of what use to a line": "zoo --predictor logistic --samples 3000",
    "models of sentences": "zoo --text --json",
}
TRAINED = {"09-worlds"}  # a network is trained for it, and its numbers depend on the processor
ELSEWHERE = {"gca", "boosting", "lightgbm"}  # option values that need PyTorch, or minutes
# One question for each scale.
GUESSED = ("01-even-rest", "06-third", "04-power", "09-rank", "01-verdict")
# A claim about a number, one with chance, one with yes or no, and an open one.
FINDINGS = ("dci-0.6", "sap-0.32", "rect-1", "fig-matrices")
CURVES = {"one": [[10, 100], [0.2, 0.5], [0.1, 0]], "other": [[100, 1000], [0.9, 0.4], [0, 0.2]]}
SCORES = ("mig", "sap", "iwo")  # the scores that are plotted
CHAPTERS = Path(disentangle_edu.__file__).parent / "chapters"
ODD = (  # unusual inputs that a reader may pass to a function that works out a table by hand
    *([], [1.0], [0.0, 0.0], [3.0, 1.0, 2.0], [float("nan"), 1.0], [[1.0, 2.0], [3.0]]),
    *([[0.5, 0.5], [0.2, 0.8]], [[0.0, 0.0], [0.0, 0.0]], "words", -1, 0, 45),
)

SENTENCES = [
    f"{who} {does} {what}".strip()
    for who in ("the cat", "a dog", "nobody")
    for does in ("sees", "saw", "will see")
    for what in ("milk", "a bird", "the cat", "")
]
COLOURED = functools.cache(lambda: dependent.ColouredDigits(0.5))
TOY = functools.cache(lambda: letter_sentences.Letters(2))
BOX = np.random.RandomState(3).rand(60, 6, 5)  # images of noise
WORLDS = {  # what the worlds draw, small enough to be fast
    "angles": lambda: dependent.angles(samples=300),
    "angles, with all that they can have": lambda: dependent.angles(
        0.5, 0.2, 0.3, 0.1, samples=300
    ),
    **{
        f"cosines: {code}": functools.partial(dependent.cosines, code, 0.4, samples=300)
        for code in dependent.COSINES
    },
    "coloured digits": lambda: COLOURED().factors,
    "their pixels": lambda: COLOURED().pixels,
    "their styles": lambda: dependent.styles(COLOURED()),
    "planted": lambda: dependent.factors_and_styles(COLOURED(), np.random.default_rng(1)),
    **{
        f"digits, {code}": functools.partial(lambda code: COLOURED().representation(code), code)
        for code in dependent.DIGIT_CODES
    },
    "errors of lines": lambda: dependent.linear_fit_error(
        dependent.angles(0.5, 0.3, noise=0.2, samples=300)
    ),
    "accuracy alone": lambda: dependent.accuracy_alone(dependent.angles(0.5, 0.3, samples=300)),
    "principal components": lambda: image_encoders.pca_code(BOX),
    "independent components": lambda: image_encoders.ica_code(BOX, 3),
    "a copy": lambda: examples.perfect_copy(2, 3),
    "a copy of three": examples.perfect_copy,
    "a world that copies": lambda: examples.copy_world(2, 3).sample(200),
    "copied twice": examples.duplicated_copy,
    "parities": examples.parity_leak,
    "a coin that leaks": examples.leaking_coin,
    "a focused matrix": lambda: examples.focused_matrix().values,
    "a dominated matrix": lambda: examples.dominated_matrix().values,
    "copying": lambda: examples.copying_world().sample(200),
    "mixing": lambda: examples.mixing_world().sample(200),
    "powers": lambda: examples.power_world().sample(200),
    "a hidden sum": lambda: examples.hidden_sum_world().sample(200),
    "averaging": lambda: examples.averaging_world().sample(200),
    "turned": lambda: examples.rotated(30, 200),
    "weighted": lambda: examples.weighted_copies([[1, 0.5, 0], [0, 2, 1]]),
    "leaky": lambda: examples.leaky_copies(0.3, 0.2, samples=200),
    "noise": examples.pure_noise,
    "rectangles": examples.rectangles,
    "handwriting": examples.digits_pca,
    "tied": lambda: bent_mixtures.tied_factors(0.5, 200),
    "a crowd": lambda: bent_mixtures.crowd(7, True),
    "a crowd of noise": lambda: bent_mixtures.crowd(7, False),
    "bent": lambda: bent_mixtures.bent_sums(
        bent_mixtures.tied_factors(0.5, 50), [[1, 2], [0, 0]], 3
    ),
    "sentences of letters": letter_sentences.sentences,
    "codes of letters": lambda: letter_sentences.codes()[1].reshape(-1, 2),
    "bits of letters": lambda: letter_sentences.information(TOY()).values,
    "importances of letters": lambda: letter_sentences.importances(TOY()).values,
    "votes of letters": lambda: letter_sentences.votes(TOY(), points=50).values,
    "still points of letters": lambda: letter_sentences.held_still(TOY(), points=50),
    "one value, coded": letter_sentences.small,
    "shapes": lambda: np.array([shapes.image(n) for n in (0, 77, 255)]).reshape(3, -1),
    "sprites": lambda: np.array([sprites.sprite_image(n) for n in (0, 777, 2047)]).reshape(3, -1),
    "chances of sprites": sprites.chances,
    "counts of words": lambda: text.word_counts(SENTENCES, 2).toarray(),
    **{
        f"sentences as {name}": functools.partial(lambda code: code(SENTENCES), code)
        for name, code in text.CODES.items()
    },
    "word vectors that meet no other": lambda: text.embedding_code(SENTENCES, itself=False),
    "in turn": lambda: [[*at, *code] for *at, code in text.in_turn(np.arange(3.0), np.ones(3), 4)],
    "together": lambda: [[t, *code] for t, code in text.together(np.arange(3.0), np.ones(3), 4)],
}


@functools.cache  # the metrics share what they measure of a case
def cases():
    """{name: Representation}: small, of every kind, and never a perfect code."""
    rng = np.random.RandomState(7)  # its numbers are the same in every version of numpy
    v = np.column_stack([rng.randint(m, size=180) for m in (2, 3, 5)]).astype(float)
    noise = rng.normal(size=(180, 4))
    mixed = np.column_stack([v[:, 0] + v[:, 1], v[:, 1], v[:, 2] % 3, v[:, 2]]) + 0.35 * noise
    rare = v.copy()
    rare[:, 0] = np.arange(180) % 30 == 0  # rare
    rare[:, 1] = rare[:, 2] // 2  # determined by the third factor
    idle = np.column_stack([mixed[:, :2], np.zeros(180), mixed[:, 1] * 3 + 1])
    cubed = noise[:, 1] * noise[:, 1] * noise[:, 1]  # `**` rounds differently elsewhere
    smooth = np.column_stack([noise[:, 0], cubed + noise[:, 0]])
    hours = np.column_stack([np.arange(180) % 24.0, v[:, 1]])
    angle = hours[:, 0] * np.pi / 12
    turned = np.column_stack([np.cos(angle), np.sin(angle), v[:, 1]]).round(9)
    circle = turned + 0.2 * noise[:, :3]
    gone = np.ma.array(v, mask=np.column_stack([v[:, 1] == 0, noise[:, 2] > 1, v[:, 2] < 0]))
    return {
        "mixed": Representation(v, mixed),
        "levels": Representation(v, np.column_stack([v[:, 0], v[:, 1] + v[:, 2], v[:, 2] // 2])),
        "idle": Representation(v, idle),
        "rare": Representation(rare, mixed),
        "smooth": Representation(smooth, noise),
        "circle": Representation(hours, circle, factor_types=["cyclic 24", "discrete"]),
        "absent": Representation(gone, mixed),
        "few": Representation(v[:20, :2], noise[:20, :3] + v[:20, [0, 0, 1]]),
    }


def quick_options(metric):
    """The options in SHORT that a metric accepts."""
    parameters = inspect.signature(metric).parameters
    return {option: value for option, value in SHORT.items() if option in parameters}


def choices(metric):
    """{option: the words that it accepts}, for a metric's options that accept words."""
    options = inspect.signature(metric).parameters.items()
    return {o: get_args(p.annotation) for o, p in options if get_origin(p.annotation) is Literal}


def pinned_options():
    """(key, metric, case, options) for everything that is pinned."""
    for (name, metric), case in itertools.product(METRICS.items(), cases()):
        parameters, base = inspect.signature(metric).parameters, quick_options(metric)
        yield f"{name} of {case}", metric, case, base
        if case not in ("mixed", "smooth"):
            continue
        for option, parameter in parameters.items():
            values = choices(metric).get(option, ())
            others = [word for word in values if word not in {parameter.default, *ELSEWHERE}]
            others += [NUMBERS[option]] if option in NUMBERS else []
            for other in others:
                yield f"{name} of {case}, {option}={other}", metric, case, base | {option: other}


def pinned_questions():
    """The questions whose answer does not depend on the processor."""
    return {id: question for id, question in QUESTIONS.items() if id not in TRAINED}


@functools.cache  # some take seconds
def truth_of(id):
    """A question's truth and the numbers behind it."""
    return QUESTIONS[id].truth(), QUESTIONS[id].measured()


def functions_by_hand():
    """{name: the function that works out an example by hand}, for all chapters."""
    functions = {}
    for file in sorted(CHAPTERS.glob("*/quiz.py")) + [CHAPTERS / "common" / "matrices.py"]:
        module_name = ".".join(file.relative_to(CHAPTERS.parents[1]).with_suffix("").parts)
        for name, member in vars(importlib.import_module(module_name)).items():
            if re.match(r"[a-z]+_by_hand$", name) and member.__module__ == module_name:
                functions[f"{file.parent.name}, {name}"] = member
    return functions


def pictures():
    """{name: a function that draws it}, for the pictures outside labs."""
    drawers = {f"a class at {id}": functools.partial(_class_picture, id) for id in GUESSED}
    drawers |= {f"a finding: {id}": functools.partial(_finding, id) for id in FINDINGS}
    drawers["a witness"] = _witness
    drawers["curves"] = functools.partial(curves_picture, CURVES, "samples", "score")
    for name in METRICS:
        if name != "explicitness_es":
            drawers[f"a score: {name}"] = lambda name=name: _score(name).picture()
            measure = METRICS[name].measure.__name__
            drawers[f"a matrix: {measure}"] = functools.partial(_matrix_picture, name)
    return drawers


def _class_picture(id):
    """A class's guesses in two sittings: the tests' guess twice and the truth, then the truth."""
    guess, truth = QUESTIONS[id].guess_for_tests, truth_of(id)[0]
    return guesses.picture(
        guesses.Guesses({"": {id: [guess, guess, truth]}, "later": {id: [truth]}}, ()), id
    )


def _finding(id):
    return CLAIMS[id].check(3).picture()


def _witness():
    """A code for which MIG is high, though it mixes factors."""
    from disentangle_edu.chapters.witnesses.labs.hunt import code_table_panel

    code = find_counterexample(METRICS["mig"], 2, candidates=2_000)
    return Picture(panels=(code_table_panel(code.rep),))


def _score(name):
    """A metric's score of a small code, with options that make it fast."""
    return METRICS[name](_code_for(name), **quick_options(METRICS[name]))


def _matrix_picture(name):
    return METRICS[name](_code_for(name)).matrix.picture()


def _code_for(name):
    """A code with few combinations for metrics that count combinations, else a noisy code."""
    of_all_latents = name in ("dependent_compactness", "dependent_explicitness", "edi")
    return cases()["levels" if of_all_latents else "mixed"]


def plots():
    """{name: a function that draws it with matplotlib}."""
    drawers = {f"a score: {name}": lambda name=name: _score(name).plot() for name in SCORES}
    return drawers | {
        "a matrix of bits": lambda: METRICS["mig"](cases()["mixed"]).matrix.plot(),
        "a matrix of long names": lambda: METRICS["dcimig"](cases()["circle"]).matrix.plot(),
        "a table": lambda: plot_scores(
            score_all(cases()["idle"], metrics=FEW.split(","), seeds=2, progress=False)
        ),
        "correlations": lambda: plot_correlations(pretrained.table()),
        "three of them": lambda: plot_correlations(pretrained.table(), ["mig", "sap", "dcimig"]),
    }

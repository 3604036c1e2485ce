"""What an editor sees: the signatures of metrics and measures, static and live."""

import ast
import doctest
import inspect
import pydoc
import re
import sys
from pathlib import Path

import mypy.api
import numpy as np
import pytest
from pinned_cases import choices

import disentangle_edu
from disentangle_edu import METRICS, examples, measures, mig, worlds

ROOT = Path(disentangle_edu.__file__).parents[1]


@pytest.mark.parametrize("name", METRICS)
def test_metric_signature_joins_formula_measure_and_convention(name):
    metric = METRICS[name]
    options = list(inspect.signature(metric).parameters)
    own = list(inspect.signature(metric.formula).parameters)[1:]
    lent = list(inspect.signature(metric.measure).parameters)[1:]
    assert options == ["source", *own, *lent, "convention"]
    summary = inspect.getdoc(metric.formula).partition("\n")[0]
    assert inspect.getdoc(metric).startswith(summary)
    for option in options:
        assert re.search(rf"^{option} : ", inspect.getdoc(metric), re.M), option


@pytest.mark.parametrize("name", METRICS)
def test_metric_option_values_match_accepted_values(name):
    for option, words in choices(METRICS[name]).items():
        with pytest.raises(ValueError, match=f"^{option}: found") as refused:
            METRICS[name](examples.rotated(20), **{option: "none of them"})
        assert all(repr(word) in str(refused.value) for word in words)


LATE = {name: getattr(disentangle_edu, name) for name in disentangle_edu._PACKAGE_OF}
KNOWN = {**vars(disentangle_edu), **LATE, "measures": measures, "worlds": worlds, "np": np}


def called(*modules):
    """{full name: object}: everything public in some modules."""
    return {
        f"{module.__name__}.{name}": thing
        for module in modules
        for name, thing in vars(module).items()
        if callable(thing) and getattr(thing, "__module__", "").startswith(module.__name__)
        if not name.startswith("_")
    }


def example_of(name, thing):
    return doctest.DocTestParser().get_doctest(
        inspect.getdoc(thing) or "", {**KNOWN}, name, None, None
    )


AT_THE_DOOR = called(disentangle_edu, measures, worlds, examples)


@pytest.mark.parametrize("name", AT_THE_DOOR)
def test_public_callable_docstring_has_example(name):
    assert example_of(name, AT_THE_DOOR[name]).examples


SHOWN = {
    name: example
    for name, thing in {**AT_THE_DOOR, **called(*LATE.values())}.items()
    if (example := example_of(name, thing)).examples
}


@pytest.mark.parametrize("name", SHOWN)
def test_docstring_example_runs(name):
    assert doctest.DocTestRunner().run(SHOWN[name]).failed == 0


@pytest.mark.slow
@pytest.mark.usefixtures("unanswered")
def test_docstring_example_of_every_module_runs():
    pytest.importorskip("numpydoc")
    from numpydoc_check import PACKAGE, module_names, public_objects

    failed = []
    for module in [f"{PACKAGE}.{name}".rstrip(".") for name in module_names()]:
        for thing in public_objects(module):
            test = example_of(thing.name, thing.value)
            test.globs = {**KNOWN, **vars(sys.modules[module])}
            failed += [thing.name] * (doctest.DocTestRunner().run(test).failed > 0)
    assert failed == []


HEAD = """from disentangle_edu import METRICS, examples, measures, metrics, mig, sap, score_all
from disentangle_edu.metric import metric
rep = examples.rotated(20)
@metric(measure=measures.mutual_information, axis="factors")
def most(matrix): return matrix.values.max(0), [1, 1]
"""


@pytest.fixture
def checked(tmp_path, monkeypatch):
    """mypy's messages for a reader's code, by line."""
    monkeypatch.setenv("MYPYPATH", str(ROOT))

    def check(lines):
        (tmp_path / "reader.py").write_text(HEAD + "\n".join(lines))
        flags = ["--config-file=", "--ignore-missing-imports", "--no-error-summary"]
        said, errors, _ = mypy.api.run([*flags, str(tmp_path / "reader.py")])
        assert not errors, errors
        found = {}
        for line in filter(lambda line: "reader.py:" in line, said.splitlines()):
            place, words = line.split("reader.py:", 1)[1].split(": ", 1)
            found.setdefault(lines[int(place) - HEAD.count("\n") - 1], []).append(words)
        return found

    return check


@pytest.mark.slow
def test_mypy_accepts_valid_and_rejects_invalid_calls(checked):
    fine = [
        "mig(rep, bins=10, convention='ubisoft').value",
        "mig(rep, bins=10, normalize_by='latent')",
        "[metric(rep).value for metric in [mig, sap, metrics.iwo]]",
        "most(rep, bins=10)",
        "sap(rep, C=1.0, seed=3)",
        "METRICS['mig'](rep, bins=10)",
        "measures.mutual_information(rep, bins=10).factor_entropy",
        "score_all(rep, seeds=1, progress=False)",
        "[metric.characteristic for metric in (mig, sap, metrics.iwo)]",
    ]
    wrong = [
        "mig(matrix=rep)",
        "mig(rep, rep)",
        "mig(rep, convention=3)",
        "measures.mutual_information(rep, binz=10)",
        "measures.importances(rep, predictor='tree')",
        "score_all(rep, seed=1)",
        "examples.rotatet(20)",
    ]
    found = checked([*fine, *wrong, "reveal_type(mig(rep))"])
    assert {line: found[line] for line in fine if line in found} == {}
    assert [line for line in wrong if line not in found] == []
    assert 'Revealed type is "disentangle_edu.score.Score"' in found["reveal_type(mig(rep))"][0]


@pytest.mark.slow
def test_mypy_reveals_every_option_of_every_metric(checked):
    lines = {name: f"reveal_type(metrics.{name}.__call__)" for name in METRICS}
    said = checked(list(lines.values()))
    for name, line in lines.items():
        shown = set(re.findall(r", (\w+): [^=]+ =(?=[,)])", *said[line]))
        assert shown == set(inspect.signature(METRICS[name]).parameters) - {"source"}, name


def test_metric_live_signature_contains_every_option():
    parameters = inspect.signature(mig).parameters
    assert "bins" in parameters and "convention" in parameters
    assert list(inspect.signature(METRICS["mig"]).parameters) == list(parameters)
    assert "estimator" in inspect.signature(measures.mutual_information).parameters
    assert mig.__name__ == "mig" and "Chen" in mig.__doc__


def test_lazy_modules_are_declared_for_type_checkers():
    tree = ast.parse(Path(disentangle_edu.__file__).read_text(encoding="utf-8"))
    known = next(node for node in tree.body if isinstance(node, ast.If))
    rooms = {
        alias.asname: node.module
        for node in known.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert rooms == disentangle_edu._PACKAGE_OF | disentangle_edu._FUNCTIONS


def test_package_all_lists_every_metric():
    listed = set(disentangle_edu.__all__)
    assert set(METRICS) <= listed
    assert all(hasattr(disentangle_edu, name) for name in listed)


# The estimator or function that receives these options of a measure, or does the same.
RECEIVERS = [
    (
        "importances",
        "sklearn.ensemble.RandomForestClassifier",
        "n_estimators max_depth max_features",
    ),
    ("importances", "sklearn.ensemble.GradientBoostingRegressor", "n_estimators max_depth"),
    ("importances", "sklearn.linear_model.Lasso", "alpha"),
    ("all_latents_scores", "sklearn.model_selection.train_test_split", "train_size shuffle"),
    ("all_latents_scores", "sklearn.model_selection.cross_validate", "scoring"),
    ("single_latent_scores", "sklearn.svm.LinearSVC", "C class_weight"),
    (
        "one_vs_rest_auc",
        "sklearn.linear_model.LogisticRegression",
        "C class_weight solver max_iter",
    ),
    ("log_loss_reduction", "sklearn.linear_model.LogisticRegression", "C class_weight max_iter"),
    ("mutual_information", "sklearn.feature_selection.mutual_info_classif", "n_neighbors"),
    ("correlations", "pandas.DataFrame.corr", "method"),
]


@pytest.mark.parametrize("measure, receiver, options", RECEIVERS)
def test_measure_option_names_are_those_of_receiving_estimator(measure, receiver, options):
    names = set(options.split())
    assert names <= set(inspect.signature(getattr(measures, measure)).parameters)
    assert names <= set(inspect.signature(pydoc.locate(receiver)).parameters)

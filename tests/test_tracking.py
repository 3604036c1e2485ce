"""Scores while something learns, and metrics from elsewhere."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from disentangle_edu import METRICS, Representation, Tracker, mcc, mig, save
from disentangle_edu.cli import main
from disentangle_edu.worlds import examples

V = examples.grid(4, 4)
PAGE = Path(__file__).resolve().parents[1] / "docs" / "training.md"


def test_tracker_scores_batches_as_one_representation(said):
    tracker = Tracker(V, metrics="mig,mcc")
    for batch in np.array_split(V, 5):
        tracker.update(batch)
    found = tracker.compute(step=10)
    rep = Representation(V, V)
    assert found == {"mig": float(mig(rep)), "mcc": float(mcc(rep))}
    with pytest.raises(ValueError, match="found no batch"):
        tracker.compute()
    tracker.update(V + V[:, ::-1])
    tracker.compute()
    assert tracker.table.index.tolist() == [10, 11] and list(tracker.table) == ["mig", "mcc"]
    said(tracker.picture().text)


def test_tracker_compute_steps_continue_from_given_step():
    tracker = Tracker(V, metrics=["mcc"])
    for step in (5, 0, None, 2.5, None):
        tracker.update(V)
        tracker.compute(step)
    assert tracker.table.index.tolist() == [5, 0, 1, 2.5, 3.5]


def test_tracker_compute_without_steps_counts_from_zero():
    tracker = Tracker(V, metrics=["mcc"])
    for _ in range(3):
        tracker.update(V)
        tracker.compute()
    assert tracker.table.index.tolist() == [0, 1, 2]


def test_tracker_refused_update_changes_nothing():
    tracker = Tracker(V, metrics=["mcc"])
    tracker.update(V[:8])
    with pytest.raises(ValueError, match="expected 2"):
        tracker.update(V[8:, :1])
    tracker.update(V[8:])
    assert tracker.compute() == {"mcc": 1.0}


def test_tracker_update_accepts_factors_per_batch():
    tracker = Tracker(metrics=["mcc"], factor_types="discrete")
    for rows in (slice(0, 9), slice(9, 16)):
        tracker.update(V[rows], factors=V[rows])
    assert tracker.compute() == {"mcc": 1.0}


@pytest.mark.parametrize(
    "wrong, said",
    [
        (lambda t: t.update(V[:, 0]), "latents: found shape .16,., expected rows and columns"),
        (lambda t: t.update(V, V), "factors: found some, expected none since the tracker has its"),
        (lambda t: Tracker().update(V), "factors: found none, expected them with each batch"),
        (lambda t: Tracker().update(V, V[:3]), "factors: found 3 rows, expected 16"),
        (lambda t: (t.update(V), t.update(V[:, :1])), "latents: found 1 columns, expected 2"),
        (lambda t: (t.update(V[:3]), t.compute()), "found 3 rows in all batches, expected 16"),
        (lambda t: t.picture(), "picture: found 0 steps, expected two or more"),
        (lambda t: Tracker(V, ["migg"]), "metrics: found 'migg', expected names among .*'mig'"),
    ],
)
def test_tracker_invalid_updates_raise(wrong, said):
    with pytest.raises(ValueError, match=said):
        wrong(Tracker(V))


def test_tracker_compute_of_nan_latents_raises_and_adds_no_row():
    tracker = Tracker(V, metrics=["mig"])
    tracker.update(V * np.nan)
    with pytest.raises(ValueError, match="latents: found"):
        tracker.compute()
    assert tracker.table.empty


def test_tracker_update_copies_batch_and_reset_clears_it():
    tracker, batch = Tracker(V, metrics=["mcc"]), V.copy()
    tracker.update(batch)
    batch[:] = 0
    assert tracker.compute() == {"mcc": 1.0}
    tracker.update(V[:3])
    tracker.reset()
    tracker.update(V)
    assert tracker.compute() == {"mcc": 1.0}


@pytest.mark.torch
@pytest.mark.parametrize("kind", ["float64", "float32", "bfloat16"])
def test_tracker_update_accepts_torch_tensors(kind):
    torch = pytest.importorskip("torch")
    tracker = Tracker(V, metrics=["mcc"])
    tracker.update(torch.tensor(V, requires_grad=True).to(getattr(torch, kind)))
    assert tracker.compute() == {"mcc": pytest.approx(1.0, abs=1e-4)}


def test_training_page_examples_run(capsys, monkeypatch):
    monkeypatch.setattr(
        "disentangle_edu.metric.METRICS", METRICS.copy()
    )  # the page defines its own metric
    names = {}
    for code in re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.M | re.S):
        exec(code, names)
    said = capsys.readouterr().out
    assert "sprites-beta_vae-4-0" in said and "violates characteristic 1" in said
    table = names["tracker"].table
    assert table.index.tolist() == [0, 100, 200, 300, 400]
    assert type(names["search"].best_params_["code"]).__name__ == "FastICA"
    assert table["mig"].is_monotonic_increasing and table["mcc"].iloc[-1] > 0.99


def test_training_page_commands_run_with_its_metric(tmp_path):
    page = PAGE.read_text()
    (code,) = [
        code
        for code in re.findall(r"^```python\n(.*?)^```", page, re.M | re.S)
        if "@metric" in code
    ]
    (tmp_path / "my_metric.py").write_text(code)
    save(examples.perfect_copy(3, 4), tmp_path / "mine.npz")
    lines = re.findall(r"^    disentangle-edu (.*--plugin.*)$", page, re.M)
    assert len(lines) == 2
    for line in lines:
        done = subprocess.run(
            [sys.executable, "-m", "disentangle_edu", *shlex.split(line)],
            cwd=tmp_path,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        assert "largest_share" in line and (
            "\nlargest_share " in done.stdout or "holds" in done.stdout
        )


# -------------------------------------------------------------------------- metrics from elsewhere


MINE = '''
from disentangle_edu import measures
from disentangle_edu.metric import metric


@metric(measure=measures.mutual_information, axis="factors", requires="factor_entropy")
def best_told(matrix):
    """Mine: which share of each factor does its best latent tell?"""
    best = matrix.values.max(-2)
    return best / matrix.factor_entropy, best * 0 + 1
'''


@pytest.fixture
def mine(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(MINE)
    save(Representation(V, V), tmp_path / "code.npz")
    yield path
    METRICS.pop("best_told", None)


def test_plugin_option_loads_metric_from_file(mine, tmp_path, capsys):
    plugin, file = ["--plugin", str(mine)], str(tmp_path / "code.npz")
    assert main(["score", file, *plugin, "--metrics", "best_told,mig"]) == 0
    assert re.search(r"best_told +1\.0000", capsys.readouterr().out)
    assert main(["invariances", "best_told", *plugin]) == 0
    told = capsys.readouterr().out
    assert "cube each latent" in told and "violated, although the metric says" in told
    assert main(["invariances", "mig"]) == 0
    assert "relabel classes                    0.000  holds\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words, said",
    [
        ("1 / 0", "found ZeroDivisionError in"),
        ("x = 1", "found no metric in"),
        (None, "expected a Python file"),
    ],
)
def test_plugin_option_file_without_metric_exits_with_status_2(words, said, tmp_path, capsys):
    path = tmp_path / "mine.py"
    if words:
        path.write_text(words)
    assert main(["invariances", "mig", "--plugin", str(path)]) == 2
    error = capsys.readouterr().err
    assert error.startswith("disentangle-edu: --plugin: found") and said in error


def test_plugin_of_installed_package_adds_metric(mine, monkeypatch, capsys):
    class Entry:
        name = "theirs"

        def load(self):
            names = {"__name__": "theirs", "__file__": str(mine)}
            exec(compile(MINE, str(mine), "exec"), names)

    from disentangle_edu.cli import plugins

    monkeypatch.setattr(plugins.metadata, "entry_points", lambda group: [Entry()])
    assert main(["invariances", "best_told"]) == 0
    assert "cube each latent" in capsys.readouterr().out


BROKEN = {
    "a module that is missing": None,
    "a module that raises": "raise RuntimeError('boom')",
    "a module that leaves": "import sys; sys.exit(3)",
    "a module that does not parse": "def",
    "a module that raises what is no Exception": "raise BaseException('gone')",
    "something that is no metric": "from disentangle_edu import METRICS; METRICS['wrong'] = 5",
    "a metric that is refused": (
        "from disentangle_edu.metric import metric\n"
        "@metric(measure=None, over='latents')\ndef wrong(matrix): ..."
    ),
    "a metric, and then an error": MINE + "\n1 / 0",
}


@pytest.fixture
def broken_package(tmp_path, monkeypatch):
    """A function that installs a package whose module has the given lines, or is missing."""

    def install(words, value="broken_metrics"):
        info = tmp_path / "broken-1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1\n")
        (info / "entry_points.txt").write_text(f"[disentangle_edu.metrics]\nbest = {value}\n")
        if words is not None:
            (tmp_path / "broken_metrics.py").write_text(words)
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.delitem(sys.modules, "broken_metrics", raising=False)

    return install


@pytest.mark.parametrize("kind", BROKEN)
def test_plugin_of_broken_package_is_skipped_with_note(broken_package, kind, tmp_path, capsys):
    before = dict(METRICS)
    broken_package(BROKEN[kind])
    save(examples.perfect_copy(2, 4), tmp_path / "code.npz")
    assert main(["score", str(tmp_path / "code.npz"), "--metrics", "mig"]) == 0
    out, err = capsys.readouterr()
    assert "mig                     1.0000" in out and before == METRICS
    assert "note: the entry point 'best' of the package 'broken' is left out" in err
    assert "Traceback" not in err and err.count("broken'") == 1


@pytest.mark.parametrize("value", ["os:nothing_of_the_kind", "not a name", "os:path:x"])
def test_plugin_entry_point_without_target_is_skipped_with_note(
    broken_package, value, tmp_path, capsys
):
    broken_package(None, value)
    save(examples.perfect_copy(2, 4), tmp_path / "code.npz")
    assert main(["score", str(tmp_path / "code.npz"), "--metrics", "mig"]) == 0
    assert "'best' of the package 'broken' is left out" in capsys.readouterr().err


@pytest.mark.parametrize("kind", [kind for kind in BROKEN if BROKEN[kind]])
def test_plugin_option_broken_file_leaves_no_metric(kind, tmp_path, capsys):
    before = dict(METRICS)
    (tmp_path / "mine.py").write_text(BROKEN[kind])
    assert main(["invariances", "mig", "--plugin", str(tmp_path / "mine.py")]) == 2
    assert capsys.readouterr().err.startswith("disentangle-edu: --plugin: found ")
    assert before == METRICS

"""Work in a process aside: what it gives, what it counts, and what happens where it fails."""

import os
import time

import pytest

from disentangle_edu import background
from disentangle_edu.claims.registry import CLAIMS
from disentangle_edu.claims.views import reveal
from disentangle_edu.lessons import QUESTIONS
from disentangle_edu.quiz.answer_cache import Ahead

ANSWERS = "disentangle_edu.quiz.answer_cache"
HERE, THERE = (f"disentangle_edu.chapters.{name}.quiz" for name in ("dci", "mig_and_dcimig"))


@pytest.fixture
def reader(monkeypatch, tmp_path):
    """Somebody sits before a notebook, and nothing is kept from before."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(background, "in_notebook_session", lambda: True)
    return tmp_path


def test_submit_runs_tasks_in_one_other_process():
    asked = {"01-even-rest": HERE, "05-parity": THERE}
    works = [background.submit(ANSWERS, "answer_of", id, home) for id, home in asked.items()]
    found = [work.result()["truth"] for work in works]
    assert found == [QUESTIONS[id].truth() for id in asked]
    assert background.HELPERS[ANSWERS].process.pid != os.getpid()


def test_submit_failing_task_raises_its_error():
    work = background.submit(ANSWERS, "answer_of", "no such question", HERE)
    with pytest.raises(KeyError, match="no such question"):
        work.result()
    with pytest.raises(ValueError, match="found 'os', expected one of disentangle_edu"):
        background.submit("os", "getcwd").result()


def test_submit_without_process_runs_inline(monkeypatch):
    def refused(*_, **__):
        raise OSError("no more processes")

    monkeypatch.setattr(background, "HELPERS", {})
    monkeypatch.setattr(background.subprocess, "Popen", refused)
    work = background.submit(ANSWERS, "answer_of", "01-even-rest", HERE)
    assert work.result()["truth"] == QUESTIONS["01-even-rest"].truth()


@pytest.mark.slow
def test_submit_with_killed_process_runs_inline():
    work = background.submit(ANSWERS, "answer_of", "01-noise", HERE)
    background.HELPERS[ANSWERS].process.kill()
    assert work.result()["truth"] == QUESTIONS["01-noise"].truth()


def test_background_process_ends_when_its_input_closes():
    background.submit(ANSWERS, "answer_of", "01-even-rest", HERE).result()
    helper = background.HELPERS[ANSWERS]
    background.submit(ANSWERS, "answer_of", "01-noise", HERE)
    helper.process.stdin.close()  # as when this process dies
    helper.process.wait(timeout=20)


def test_answer_ahead_without_notebook_starts_no_task(monkeypatch):
    assert not background.in_notebook_session()  # no notebook runs here
    monkeypatch.setattr(background, "submit", None)  # a task would raise
    Ahead(QUESTIONS["01-even-rest"]).begin()


def test_answer_ahead_is_computed_and_cached(reader, monkeypatch):
    question, begun, submit = QUESTIONS["05-who-falls"], [], background.submit
    monkeypatch.setattr(background, "submit", lambda *call: begun.append(submit(*call)) or begun[0])
    ahead = Ahead(question)
    ahead.begin()
    assert begun[0].result() == {"truth": question.truth(), "figures": list(question.measured())}
    assert ahead.answer() == (question.truth(), question.measured())
    monkeypatch.setattr(background, "submit", None)  # nothing is computed any more
    again = Ahead(question)
    again.begin()
    assert again.answer() == (question.truth(), question.measured())


def test_reveal_measures_in_background_counts_runs_and_caches(reader, monkeypatch):
    counts = []
    with background.watched(lambda done, all: counts.append((done, all))):
        card = reveal("sap-0.32", seeds=3)
    assert counts == [(0, 0), (0, 3), (1, 3), (2, 3)]
    here = CLAIMS["sap-0.32"].check(3)
    assert card.finding.readings == here.readings
    monkeypatch.setattr(background, "submit", None)
    assert reveal("sap-0.32", seeds=3).finding.readings == here.readings


@pytest.mark.slow
def test_submit_result_uses_no_processor_time_of_caller(reader):
    work = background.submit(ANSWERS, "answer_of", "01-noise", HERE)
    before = time.process_time()
    work.result()
    assert time.process_time() - before < 1.0  # the work itself takes seconds of a processor

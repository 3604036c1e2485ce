"""Work in another process and in threads: results, steps, and what happens if it fails."""

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest
from lab_helpers import until

from disentangle_edu import background
from disentangle_edu.claims.registry import CLAIMS
from disentangle_edu.claims.views import reveal
from disentangle_edu.lessons import QUESTIONS
from disentangle_edu.quiz.answer_cache import Ahead, answer_of

HERE, THERE = (f"disentangle_edu.chapters.{name}.quiz" for name in ("dci", "mig_and_dcimig"))


@pytest.fixture
def reader(monkeypatch, tmp_path):
    """A notebook session with an empty cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    own_process = background.ProcessExecutor()  # a new process, so that it has this variable too
    monkeypatch.setattr(background, "EXECUTOR", own_process)
    monkeypatch.setattr(background, "in_notebook_session", lambda: True)
    return tmp_path


def test_submit_runs_tasks_in_one_other_process_with_low_priority():
    asked = {"01-even-rest": HERE, "05-parity": THERE}
    works = [background.submit(answer_of, id, home) for id, home in asked.items()]
    assert [w.wait()["truth"] for w in works] == [QUESTIONS[id].truth() for id in asked]
    pids = {background.submit(os.getpid).wait() for _ in range(2)}
    assert len(pids) == 1 and os.getpid() not in pids
    if hasattr(os, "getpriority"):
        here, there = (os.getpriority(os.PRIO_PROCESS, pid) for pid in (0, *pids))
        assert there == min(here + 10, 19)


def test_submit_failing_task_raises_its_error():
    with pytest.raises(KeyError, match="no such question"):
        background.submit(answer_of, "no such question", HERE).wait()


def test_submit_without_process_runs_in_this_process(monkeypatch):
    def refused(*_, **__):
        raise OSError("no more processes")

    monkeypatch.setattr(background, "EXECUTOR", background.ProcessExecutor())
    monkeypatch.setattr(background.subprocess, "Popen", refused)
    assert background.submit(os.getpid).wait() == os.getpid()


def test_submit_with_result_that_cannot_be_pickled_raises_error():
    with pytest.raises(TypeError, match="cannot pickle"):
        background.submit(threading.Lock).wait()


@pytest.mark.parametrize("idle", [True, False])
def test_submit_after_process_was_killed_has_result_and_new_process(idle):
    pid = background.submit(os.getpid).wait()
    work = None if idle else background.submit(answer_of, "05-parity", THERE)
    os.kill(pid, signal.SIGTERM if os.name == "nt" else signal.SIGKILL)
    if work:
        assert work.wait()["truth"] == QUESTIONS["05-parity"].truth()
    until(lambda: background.submit(os.getpid).wait() not in (pid, os.getpid()))


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise on Windows")
def test_background_process_does_not_hear_interruption_of_notebook():
    """When a notebook is interrupted, its entire process group receives the signal."""
    assert os.getpgid(background.submit(os.getpid).wait()) != os.getpgid(0)


def ended(pid):
    """Whether a process has ended."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


SCRIPT = """
import os, time
from disentangle_edu import background
print("script", flush=True)
background.IDLE = {idle}
print(background.submit(os.getpid).wait(), flush=True)
{end}
"""


def run_script(idle=30, end=""):
    """Run a script without a __main__ guard; return its lines and its seconds."""
    code = textwrap.dedent(SCRIPT.format(idle=idle, end=end))
    before = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    return done.stdout.split(), time.perf_counter() - before


@pytest.mark.skipif(os.name == "nt", reason="no signal asks there whether a process lives")
@pytest.mark.slow
@pytest.mark.parametrize("end", ["", "os._exit(0)"])
def test_background_process_ends_with_main_process_in_middle_of_work(end):
    lines, seconds = run_script(
        end=f"background.submit(time.sleep, 300); time.sleep(0.5); {end}",
    )
    assert lines[0] == "script" and len(lines) == 2, "the script runs once"
    assert seconds < 50
    until(lambda: ended(int(lines[1])))


@pytest.mark.slow
def test_background_process_ends_when_idle_and_is_made_again(tmp_path):
    end = "time.sleep(4); print(background.submit(os.getpid).wait())"
    (_, first, second), _ = run_script(idle=1, end=end)
    assert first != second


@pytest.mark.slow
def test_background_process_does_not_run_script_of_user_again(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(SCRIPT.format(idle=30, end=""))
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=60)
    assert done.stdout.count("script") == 1 and done.stdout.split()[1].isdigit()


def test_start_runs_steps_in_thread_and_keeps_error(monkeypatch):
    monkeypatch.setattr(threading, "excepthook", lambda told: None)
    threads = []

    def steps():
        threads.append(threading.current_thread())
        yield
        raise ValueError("what went wrong")

    with pytest.raises(ValueError, match="what went wrong"):
        background.start(steps).result()
    assert threads != [threading.current_thread()] and threads[0].daemon


def test_start_without_threads_takes_turns_on_event_loop(monkeypatch):
    def no_threads(self):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", no_threads)
    monkeypatch.setattr(background, "SLICE", 0)
    taken = []

    def steps(name):
        for step in range(3):
            taken.append(f"{name}{step}")
            yield

    async def both():
        futures = [background.start(lambda name=name: steps(name)) for name in "ab"]
        assert not any(future.done() for future in futures)
        while not all(future.done() for future in futures):
            await asyncio.sleep(0.01)

    asyncio.run(both())
    assert taken == ["a0", "b0", "a1", "b1", "a2", "b2"]
    assert background.start(lambda: steps("c")).done() and taken[-1] == "c2"


def test_answer_ahead_without_notebook_starts_no_task(monkeypatch):
    assert not background.in_notebook_session()  # this process is not a notebook
    monkeypatch.setattr(background, "submit", None)  # a task would raise an error
    Ahead(QUESTIONS["01-even-rest"]).begin()


def test_answer_ahead_is_computed_and_cached(reader, monkeypatch):
    question, begun, submit = QUESTIONS["05-who-falls"], [], background.submit
    monkeypatch.setattr(background, "submit", lambda *call: begun.append(submit(*call)) or begun[0])
    ahead = Ahead(question)
    ahead.begin()
    assert begun[0].wait() == {"truth": question.truth(), "figures": question.measured()}
    assert ahead.answer() == (question.truth(), question.measured())
    monkeypatch.setattr(background, "submit", None)  # nothing may be computed again
    again = Ahead(question)
    again.begin()
    assert again.answer() == (question.truth(), question.measured())


def test_reveal_measures_in_background_counts_runs_and_caches(reader, monkeypatch):
    counts = []
    with background.watched(lambda done, total: counts.append((done, total))):
        card = reveal("sap-0.32", seeds=3)
    assert counts == sorted(set(counts)) and set(counts) <= {(0, 0), (0, 3), (1, 3), (2, 3)}
    here = CLAIMS["sap-0.32"].check(3)
    assert card.finding.readings == here.readings
    monkeypatch.setattr(background, "submit", None)
    assert reveal("sap-0.32", seeds=3).finding.readings == here.readings


def test_wait_reports_each_number_of_steps_once():
    task, seen = background.BackgroundTask(max, (2, 3)), []

    def counts(done, total):
        seen.append((done, total))
        task.steps = (2, 4)
        if len(seen) == 2:
            task.finish(3)

    task.steps = (1, 4)
    with background.watched(counts):
        assert task.wait() == 3
    assert seen == [(1, 4), (2, 4)]


@pytest.mark.slow
def test_submit_result_uses_no_processor_time_of_caller(reader):
    work = background.submit(answer_of, "01-noise", HERE)
    before = time.process_time()
    work.wait()
    assert time.process_time() - before < 1.0  # the work itself takes seconds of CPU time

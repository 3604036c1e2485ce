"""One Ctrl-C ends a command: finished results are kept, and the error is one line."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from disentangle_edu.cli.terminal import iterate_in_thread

pytestmark = pytest.mark.usefixtures("no_cache")

# A worker that would run for an hour and, like any library, ignores signals: it is in a thread.
ENDLESS = """
import sys, time
import numpy as np
from disentangle_edu import measures
from disentangle_edu.claims.registry import claim, equals_printed
from disentangle_edu.cli import main
from disentangle_edu.metric import metric

def sleep():
    print("begun", file=sys.stderr, flush=True)
    time.sleep(3600)

half = equals_printed("0.5")

@claim("endless", paper="p", where="w", statement="s", expects=half, verdict="holds")
def endless_claim(seed):
    if seed == 2:
        sleep()
    return 0.5

@metric(measure=measures.mutual_information, axis="factors")
def endless(matrix):
    sleep()

sys.exit(main())
"""


def hear_interruptions():
    """A shell script's background jobs ignore SIGINT, and so do their children; restore it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


PROC = Path("/proc/self/status")  # exists only on Linux


def deaf_children(pid):
    """How many of the process's children block SIGINT."""
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    children = " ".join(task.read_text(encoding="ascii") for task in tasks).split()
    texts = [Path(f"/proc/{child}/status").read_text(encoding="ascii") for child in children]
    masks = [line.split()[1] for text in texts for line in text.splitlines() if "SigBlk" in line]
    return sum(int(mask, 16) >> (signal.SIGINT - 1) & 1 for mask in masks)


def interrupted(*arguments):
    """Exit status, output and errors of the command after one Ctrl-C during the endless task."""
    process = subprocess.Popen(
        [sys.executable, "-c", ENDLESS, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        preexec_fn=hear_interruptions,
    )
    while "begun" not in (line := process.stderr.readline()):
        assert line or process.poll() is None, "the command ended by itself"
    time.sleep(2)  # finished results reach the listening thread
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=600)
    return process.returncode, out, err


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise on Windows")
class TestOneInterruption:
    asked = ("claims", "dci-0.6", "endless", "dci-0.957")

    def test_claims_command_interrupted_writes_finished_claims_to_page(self, tmp_path):
        page = tmp_path / "c.html"
        status, out, err = interrupted(*self.asked, "--html", str(page))
        assert status == 130
        assert out.splitlines()[1].startswith("dci-0.6 ") and len(out.splitlines()) == 2
        assert (
            "1 of 3 claims are finished" in err and "unfinished runs of endless do not count" in err
        )
        text = page.read_text(encoding="utf-8")
        assert "Interrupted: 1 of 3" in text and text.count("<details id=") == 1

    @pytest.mark.slow
    def test_claims_command_interrupted_prints_json_of_finished_claims(self):
        status, out, _ = interrupted(*self.asked, "--json")
        assert status == 130 and [row["id"] for row in json.loads(out)] == ["dci-0.6"]

    def test_command_interrupted_during_import_prints_one_line(self):
        process = subprocess.Popen(
            [sys.executable, "-X", "importtime", "-m", "disentangle_edu", "claims"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            preexec_fn=hear_interruptions,
        )
        while "disentangle_edu.interrupted_import" not in (line := process.stderr.readline()):
            assert line, "it ended by itself"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        assert process.returncode == 130 and not out
        assert "disentangle-edu: interrupted" in err and "Traceback" not in err

    @pytest.mark.parametrize(
        "heard_by",
        [
            "all",
            pytest.param("one", marks=pytest.mark.slow),
            pytest.param("one that is to end", marks=pytest.mark.slow),
        ],
    )
    def test_claims_command_interrupted_with_several_jobs_keeps_finished_claims(
        self, tmp_path, heard_by
    ):
        """SIGINT reaches all processes, as in a terminal, or only the first; or SIGTERM ends it."""
        page = tmp_path / "c.html"
        asked = ("dci-0.6", "dci-0.957", "beta-0.9967", "sap-0.32", "--html", str(page))
        asked += ("--jobs", "2", "--seeds", "5000")  # more than half an hour for beta-0.9967
        process = subprocess.Popen(
            [sys.executable, "-m", "disentangle_edu", "claims", "--no-cache", *asked],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            start_new_session=True,
            preexec_fn=hear_interruptions,
        )
        try:
            rows = [process.stdout.readline() for _ in ("head", "dci-0.6", "dci-0.957")]
            assert deaf_children(process.pid) >= 2 or not PROC.exists()
            send = os.killpg if heard_by == "all" else os.kill
            send(process.pid, signal.SIGTERM if "end" in heard_by else signal.SIGINT)
            out, err = process.communicate(timeout=600)
        finally:
            with contextlib.suppress(ProcessLookupError):  # no process should be left
                os.killpg(process.pid, signal.SIGKILL)
        assert process.returncode == 130
        assert rows[2].startswith("dci-0.957 ") and not out, "nothing is said of what was cut"
        assert "interrupted: 2 of 4 claims are finished" in err
        assert "the unfinished runs of beta-0.9967 do not count" in err
        assert "Traceback" not in err and "leaked" not in err
        assert page.read_text(encoding="utf-8").count("<details id=") == 2

    @pytest.mark.slow
    def test_score_command_interrupted_keeps_finished_metrics(self, copy, tmp_path):
        page = tmp_path / "s.html"
        asked = ("score", copy, "--metrics", "mig", "endless", "dcimig", "--html", str(page))
        status, out, err = interrupted(*asked)
        assert status == 130 and "1 of 3 scores are finished" in err
        assert "\nmig " in out and "dcimig" not in out
        assert "Interrupted: 1 of 3" in page.read_text(encoding="utf-8")
        status, out, _ = interrupted(*asked, "--json")
        assert status == 130 and [row["metric"] for row in json.loads(out)] == ["mig"]

    @pytest.mark.slow
    def test_compare_command_interrupted_exits_with_status_130(self, copy):
        status, _, err = interrupted("compare", copy, "--metrics", "endless")
        assert status == 130 and "interrupted" in err


def test_run_in_thread_iterator_stops_with_consumer_and_raises_its_errors():
    made = []

    def things():
        for j in range(1_000_000):
            made.append(j)
            yield j

    for thing in iterate_in_thread(things()):
        if thing == 3:
            break
    assert len(made) < 1_000_000 and list(iterate_in_thread(range(5))) == [0, 1, 2, 3, 4]

    def wrong():
        yield 1
        raise ValueError("what went wrong")

    with pytest.raises(ValueError, match="what went wrong"):
        list(iterate_in_thread(wrong()))

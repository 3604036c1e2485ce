"""The command: what it prints, where it stops, and that nothing in a name can harm a terminal."""

import contextlib
import dataclasses
import html
import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
import warnings
from pathlib import Path

import environments
import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from disentangle_edu import METRICS, Representation, load, save
from disentangle_edu.claims.registry import CLAIMS
from disentangle_edu.cli import commands, main
from disentangle_edu.cli.latex import scores_table
from disentangle_edu.cli.parser import parser, whole_number
from disentangle_edu.cli.terminal import (
    Notes,
    iterate_in_thread,
    printable_text,
    say,
    say_json,
    to_encoding,
)
from disentangle_edu.conventions.reported_scores import case
from disentangle_edu.worlds import examples

ESCAPE = "\x1b[31m"


@pytest.fixture(autouse=True)
def no_cache(tmp_path_factory, monkeypatch):
    """Nothing that was measured before stands in for a measurement here."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))


@pytest.fixture
def copy(tmp_path):
    """A small file to score."""
    path = tmp_path / "copy.npz"
    save(examples.perfect_copy(2, 3), path)
    return str(path)


def test_environment_command_lines_cover_every_command(tmp_path):
    """A new option without words for it fails here, not only in `make test-environments`."""
    tried = {words[0] for words in environments.command_lines(tmp_path) if words}
    assert set(environments.WITH) <= tried


# --------------------------------------------------------------------------------- the ledger


def test_claims_command_prints_verdicts_in_aligned_columns(capsys):
    assert main(["claims", "dci-0.6", "fig-matrices"]) == 0
    head, first, second = capsys.readouterr().out.splitlines()
    assert head.split() == ["id", "printed", "measured", "verdict"]
    assert first.split() == ["dci-0.6", "0.6", "0.5993", "holds"] and second.endswith("open")
    assert head.index("verdict") == first.index("holds") == second.index("open")


def test_claims_command_json_contains_every_run(capsys):
    asked = ["dci-0.6", "sap-0.32", "fig-matrices"]
    assert main(["claims", *asked, "--seeds", "2", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["id"] for row in rows] == asked
    assert rows[1]["seeds"] == 2 and rows[2]["verdict"] == "open"
    assert {"paper", "where", "printed", "measured", "spread", "verdict"} <= set(rows[0])
    for id, row in zip(asked, rows):
        for name, found in CLAIMS[id].check(seeds=2).readings.items():
            assert row["readings"][name]["runs"] == list(found.values)


def test_claims_command_changed_verdict_exits_with_status_1(capsys, monkeypatch):
    monkeypatch.setitem(CLAIMS, "dci-0.6", dataclasses.replace(CLAIMS["dci-0.6"], verdict="fails"))
    assert main(["claims", "dci-0.6"]) == 1
    assert "the record says: fails" in capsys.readouterr().out


def test_claims_command_unknown_id_suggests_nearest_id_and_papers(capsys):
    assert main(["claims", "dci-0.61"]) == 2
    said = capsys.readouterr().err
    assert "found 'dci-0.61'" in said and "Did you mean 'dci-0.6'?" in said and len(said) < 600
    for paper in {claim.paper for claim in CLAIMS.values()}:
        assert re.search(rf"{paper} \(\d+, such as (\S+)\)", said)[1] in CLAIMS
    assert main(["claims", "nosuch"]) == 2 and "Did you mean" not in capsys.readouterr().err


def test_claims_command_html_page_has_overview_and_folded_details(tmp_path, capsys):
    page, asked = tmp_path / "c.html", ["dci-0.6", "sap-0.98", "fig-matrices", "rect-1"]
    assert main(["claims", *asked, "--seeds", "2", "--html", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    overview, rest = text.split("</table>")
    for line, id in zip(capsys.readouterr().out.splitlines()[1:], asked):
        cells = re.search(rf'<tr><td[^>]*><a href="#{re.escape(id)}">.*?</tr>', overview)[0]
        verdict = CLAIMS[id].verdict
        assert line.endswith(verdict) and f">{verdict}</td>" in cells
        measured = line.removeprefix(id).removesuffix(verdict).replace(CLAIMS[id].expects.text, "")
        assert html.escape(measured.strip()) in cells
        assert f'<details id="{id}">' in rest
    folded = re.findall(r"<details.*?</details>", rest, re.S)
    assert len(folded) == len(asked) and "<details open" not in rest
    outside = re.sub(r"<details.*?</details>", "", rest, flags=re.S)
    assert "<img" not in outside and "<pre" not in outside
    assert "def even_rest" in folded[0] and "<img alt=" in folded[0]


# -------------------------------------------------------------------------------------- Ctrl-C

# What would go on for an hour, deaf to signals as any library: it runs in a thread beside.
ENDLESS = """
import sys, time
import numpy as np
from disentangle_edu import measures
from disentangle_edu.claims.registry import about, claim
from disentangle_edu.cli import main
from disentangle_edu.metric import metric

def sleep():
    print("begun", file=sys.stderr, flush=True)
    time.sleep(3600)

@claim("endless", paper="p", where="w", says="s", expects=about("0.5"), verdict="holds")
def endless_claim(seed):
    if seed == 2:
        sleep()
    return 0.5

@metric(measure=measures.mutual_information, over="factors")
def endless(matrix):
    sleep()

sys.exit(main())
"""


def hear_interruptions():
    """A job in the background of a script is deaf to Ctrl-C, and so is what it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


PROC = Path("/proc/self/status")  # on Linux alone


def deaf_children(pid):
    """How many processes that this one started keep an interruption waiting."""
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    children = " ".join(task.read_text(encoding="ascii") for task in tasks).split()
    texts = [Path(f"/proc/{child}/status").read_text(encoding="ascii") for child in children]
    masks = [line.split()[1] for text in texts for line in text.splitlines() if "SigBlk" in line]
    return sum(int(mask, 16) >> (signal.SIGINT - 1) & 1 for mask in masks)


def interrupted(*arguments):
    """Status, output and errors of the command after one Ctrl-C while the endless thing runs."""
    process = subprocess.Popen(
        [sys.executable, "-c", ENDLESS, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        preexec_fn=hear_interruptions,
    )
    while "begun" not in (line := process.stderr.readline()):
        assert line or process.poll() is None, "the command ended by itself"
    time.sleep(2)  # what was finished before reaches the thread that listens
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
        assert "1 of 3 claims are finished" in err and "endless does not count" in err
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
        while "disentangle_edu.interrupt" not in (line := process.stderr.readline()):
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
        """In a terminal all processes hear it; from elsewhere the first alone, or it is ended."""
        page = tmp_path / "c.html"
        asked = ("dci-0.6", "dci-0.957", "beta-0.9967", "sap-0.32", "--html", str(page))
        asked += ("--jobs", "2", "--seeds", "5000")  # for beta-0.9967 more than half an hour
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
            with contextlib.suppress(ProcessLookupError):  # as it should be
                os.killpg(process.pid, signal.SIGKILL)
        assert process.returncode == 130
        assert rows[2].startswith("dci-0.957 ") and not out, "nothing is said of what was cut"
        assert "interrupted: 2 of 4 claims are finished" in err
        assert "what was measured of beta-0.9967 does not count" in err
        assert "Traceback" not in err and "leaked" not in err
        assert page.read_text(encoding="utf-8").count("<details id=") == 2

    @pytest.mark.slow
    def test_score_command_interrupted_keeps_finished_metrics(self, copy, tmp_path):
        page = tmp_path / "s.html"
        asked = ("score", copy, "--metrics", "mig", "endless", "dcimig", "--html", str(page))
        status, out, err = interrupted(*asked)
        assert status == 130 and "1 of 3 metrics are done" in err
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


# --------------------------------------------------------------------------- names and letters


@pytest.mark.slow
@given(st.text())
def test_terminal_output_of_any_text_is_printable_in_every_encoding(words):
    assert all(letter.isprintable() or letter == "\n" for letter in printable_text(words))
    for encoding in ("ascii", "latin-1", "cp1252", "utf-8"):
        stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
        say(words, file=stream)
        assert to_encoding(printable_text(words), encoding).encode(encoding)[:1] != b"\x1b"


@settings(max_examples=25)
@given(st.text())
def test_say_json_of_any_text_can_be_parsed_again(words):
    for encoding in ("ascii", "latin-1", "utf-8"):
        stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(sys, "stdout", stream)
            say_json([{"name": printable_text(words), "spread": "±"}])
        stream.seek(0)
        assert json.load(stream) == [{"name": printable_text(words), "spread": "±"}]


def run(*arguments, **environment):
    return subprocess.run(
        [sys.executable, "-m", "disentangle_edu", *arguments],
        capture_output=True,
        env=os.environ | environment,
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments, words",
    [
        (["claims", "sap-0.32", "--seeds", "2"], b" +- "),
        (["score", "DIGITS", "--metrics", "factor_vae", "--seeds", "2"], b" +-0."),
        (["score", "FILE", "--metrics", "mig", "--json"], b'"why"'),
        (["compare", "FILE", "--metrics", "mig"], b"lowest"),
        (["--help"], b"COMMAND"),
        (["score", "--help"], b"--convention"),
        (["text", "--help"], b"sentences"),
    ],
)
def test_command_output_with_ascii_encoding_is_ascii(arguments, words, copy):
    digits = str(Path(copy).with_name("digits.npz"))
    save(examples.digits_pca(), digits)
    files = {"FILE": copy, "DIGITS": digits}
    done = run(*[files.get(word, word) for word in arguments], PYTHONIOENCODING="ascii")
    assert done.returncode == 0, done.stderr
    assert words in done.stdout and done.stdout.isascii() and done.stderr.isascii()


def test_commands_with_escape_codes_in_names_print_none(tmp_path, capsys):
    named, odd = tmp_path / f"{ESCAPE}a.npz", tmp_path / "odd.csv"
    save(examples.perfect_copy(2, 3), named)
    odd.write_text(f"factor:{ESCAPE}f,latent:z\n" + f"0,{ESCAPE}\n" * 8, encoding="utf-8")
    for asked in (
        ["score", str(named), "--metrics", "mig", "--levels", f"{ESCAPE}x"],
        ["score", str(named), "--metrics", ESCAPE],
        ["score", str(named), "--convention", ESCAPE],
        ["score", str(named), "--metrics", "mig", "--html", str(tmp_path / f"{ESCAPE}/x.html")],
        ["score", str(odd)],
        ["score", str(tmp_path / f"{ESCAPE}none.npz")],
        ["compare", str(named), str(named), "--metrics", "mig"],
        ["compare", str(named), str(named), "--metrics", "mig", "--json"],
        ["claims", ESCAPE],
        ["claims", "--seeds", ESCAPE],
        ["example", "perfect_copy", "--out", str(tmp_path / f"{ESCAPE}b.npz")],
        ["example", ESCAPE, "--out", "x.npz"],
        [ESCAPE],
        ["text", ESCAPE, "--out", "x.csv"],
        ["score", str(named), ESCAPE],
    ):
        try:
            main(asked)
        except SystemExit as end:
            assert end.code == 2
        out, err = capsys.readouterr()
        assert out + err and "\x1b" not in out + err, asked


# ------------------------------------------------------------------------- before any work


def never(*_, **__):
    raise AssertionError("work was done before the page was looked at")


@pytest.mark.parametrize("command", ["claims", "score"])
def test_html_option_with_unwritable_path_fails_before_any_work(
    command, copy, tmp_path, capsys, monkeypatch
):
    (tmp_path / "folder.html").mkdir()
    (tmp_path / "file").write_text("")
    (tmp_path / "kept.html").write_text("kept")
    monkeypatch.setattr(commands, "_load_rep", never)
    monkeypatch.setattr("disentangle_edu.claims.runner.run_all", never)
    asked = [command] + ([copy] if command == "score" else ["dci-0.6"])
    for name in ("folder.html", "no/x.html", "file/x.html", "x" * 300 + ".html", "page.txt"):
        assert main([*asked, "--html", str(tmp_path / name)]) == 2
        assert capsys.readouterr().out == ""
    if hasattr(os, "geteuid") and os.geteuid():  # whoever is root may write everywhere
        (tmp_path / "locked").mkdir(mode=0o500)
        assert main([*asked, "--html", str(tmp_path / "locked" / "x.html")]) == 2
    with pytest.raises(AssertionError):
        main([*asked, "--html", str(tmp_path / "kept.html")])
    with pytest.raises(AssertionError):
        main([*asked, "--html", str(tmp_path / "new.html")])
    assert (tmp_path / "kept.html").read_text() == "kept"
    assert not (tmp_path / "new.html").exists()


@pytest.mark.parametrize("words", ["²", "٣", "-1", "1.5", "", "1e3", "ten", "9" * 10, "9" * 5000])
@pytest.mark.parametrize(
    "asked",
    [
        ["claims", "--seeds"],
        ["score", "x.npz", "--seeds"],
        ["text", "pos", "--out", "x.csv", "--cap"],
        ["text", "pos", "--out", "x.csv", "--seed"],
    ],
)
def test_integer_options_invalid_text_exits_with_status_2(asked, words, capsys):
    with pytest.raises(SystemExit) as end:
        main([*asked[:-1], f"{asked[-1]}={words}"])
    assert end.value.code == 2
    assert "expected a whole number from" in capsys.readouterr().err


def test_whole_number_of_nine_digits_is_accepted():
    assert whole_number(1)("9" * 9) == 999_999_999 and whole_number(1)("1") == 1


def test_seeds_option_zero_exits_with_error(capsys):
    for asked in (["claims", "--seeds", "0"], ["score", "x.npz", "--seeds", "0"]):
        with pytest.raises(SystemExit):
            main(asked)
        assert "found '0', expected a whole number from 1 upwards" in capsys.readouterr().err


# ------------------------------------------------------------------------------------- notes


def test_notes_repeated_warning_is_printed_once(capsys, monkeypatch):
    def noisy(seed):
        with warnings.catch_warnings():  # so that Python forgets what it has shown
            warnings.simplefilter("always")
            warnings.warn("rows are few", UserWarning, stacklevel=1)
            warnings.warn("an argument will go", FutureWarning, stacklevel=1)
            warnings.warn("so will another", DeprecationWarning, stacklevel=1)
        return 0.6

    changed = dataclasses.replace(CLAIMS["dci-0.6"], experiment=noisy, pinned="", exact=None)
    monkeypatch.setitem(CLAIMS, "dci-0.6", changed)
    before = warnings.showwarning
    assert main(["claims", "dci-0.6", "dci-0.6"]) == 0
    assert capsys.readouterr().err == "disentangle-edu: note: rows are few\n"
    assert warnings.showwarning is before and not isinstance(before, Notes)


def test_notes_omit_scikit_learn_warning_about_its_own_threads(capsys):
    """Forests side by side: one empties the filters for a moment, which the other complains of."""
    import sklearn.utils.parallel

    def fit():
        return sklearn.utils.parallel._FuncWrapper(int)()  # as if it had found no filter

    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        fit()
    assert len(seen) == 1  # the complaint, as it stands there
    notes = Notes()
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.showwarning = notes
        fit()
    assert not notes.said and capsys.readouterr().err == ""


# --------------------------------------------------------------------------------------- scores


def test_score_command_prints_warnings_next_to_scores_in_every_format(tmp_path, capsys):
    rep = case("a_copy_dead", 300)
    save(rep, tmp_path / "dead.npz")
    names = ["mig", "modularity", "completeness", "mig_sup"]
    page = tmp_path / "r.html"
    asked = ["score", str(tmp_path / "dead.npz"), "--seeds", "1", "--metrics", *names]
    assert main([*asked, "--html", str(page)]) == 0
    out, text = capsys.readouterr().out, page.read_text(encoding="utf-8")
    table = text.split("</table>")[0]
    assert main([*asked, "--json"]) == 0
    rows = {row["metric"]: row for row in json.loads(capsys.readouterr().out)}
    assert sum(bool(METRICS[name](rep).cautions) for name in names) >= 3
    for name in names:
        section = text.split(f'<section><h2 id="{name}">')[1].split("</section>")[0]
        lines = out.split(f"\n{name} ")[1].splitlines()[:2]
        cautions = METRICS[name](rep).cautions
        assert ("Caution: " in lines[-1]) == bool(cautions)
        for words in cautions:
            assert words in lines[1] and words in rows[name]["cautions"]
            assert html.escape(words) in table and html.escape(words) in section


def test_score_command_aligns_columns(copy, capsys):
    assert main(["score", copy, "--metrics", "mig", "dependent_explicitness", "hoyer"]) == 0
    lines = capsys.readouterr().out.splitlines()
    head = next(line for line in lines if line.startswith("metric "))
    rows = [line for line in lines if line.startswith(("mig ", "dependent_", "hoyer "))]
    assert len(rows) == 3
    for row in rows:
        assert row[head.index("over") :].startswith(("factors", "latents"))


# ---------------------------------------------------------------------------------- comparisons


@pytest.mark.slow
def test_compare_command_reports_rank_disagreement_and_conventions(tmp_path, capsys):
    for name in ("a_copy", "a_copy_dead"):
        save(case(name, 500), tmp_path / f"{name}.npz")
    files = [str(tmp_path / "a_copy.npz"), str(tmp_path / "a_copy_dead.npz")]
    assert main(["compare", *files, "--metrics", "mig", "modularity"]) == 0
    printed = capsys.readouterr().out
    assert "order two files differently" in printed and "cannot serve dead latents" in printed
    assert "ubisoft" in printed
    assert main(["compare", files[0], "--json", "--metrics", "mig"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert "clarken92" in [row["convention"] for row in rows]
    assert main(["score", files[0], "--convention", "nobody"]) == 2
    assert "found 'nobody'" in capsys.readouterr().err


def test_compare_cyclic_factor_has_one_convention_and_no_ranking(tmp_path, capsys):
    rng = np.random.default_rng(0)
    factors = np.column_stack([45.0 * rng.integers(0, 8, 60), rng.integers(0, 3, 60)])
    files = [str(tmp_path / f"{name}.npz") for name in "ab"]
    for noise, file in zip((0.1, 0.5), files):
        save(Representation(factors, factors + noise * rng.standard_normal((60, 2))), file)
    asked = ["compare", *files, "--metrics", "mig", "modularity"]
    assert main([*asked, "--cyclic", "factor 1"]) == 0
    printed = capsys.readouterr().out
    assert printed.count("one convention only") == 2 and "%" not in printed
    assert "under two conventions: score without the cyclic factor." in printed
    assert main(asked) == 0
    printed = capsys.readouterr().out
    assert "convention only" not in printed and printed.count("%") == 2


def test_compare_metric_of_no_library_has_no_remedy(copy, capsys):
    assert main(["compare", copy, "--metrics", "iwo"]) == 0
    printed = capsys.readouterr().out
    assert "one convention only" in printed
    assert printed.endswith("No metric has a number under two conventions.\n")


def test_compare_same_file_twice_gives_two_names_and_tie(copy, tmp_path, capsys):
    (tmp_path / "other").mkdir()
    elsewhere = str(tmp_path / "other" / "copy.npz")
    save(examples.perfect_copy(2, 3), elsewhere)
    assert main(["compare", copy, elsewhere, copy, "--json", "--metrics", "mig"]) == 0
    names = {row["name"] for row in json.loads(capsys.readouterr().out)}
    assert names == {copy, elsewhere, f"{copy} (2)"}
    assert main(["compare", copy, copy, "--metrics", "mig"]) == 0
    best = capsys.readouterr().out.split("best: ")[1]
    assert re.fullmatch(r"a tie of \S+ and \S+ \(2\) \(\d+\)\n", best)


@pytest.mark.slow
def test_compare_error_metric_is_marked_less_is_better(tmp_path, capsys):
    save(case("e_noise05", 300), tmp_path / "noisy.npz")
    assert (
        main(["compare", str(tmp_path / "noisy.npz"), "--all", "--metrics", "informativeness"]) == 0
    )
    values, spreads = capsys.readouterr().out.split("\n\n")
    errors = [line.split()[1] for line in values.splitlines() if "less is better" in line]
    assert errors == ["qedr", "qedr_forest", "clarken92"]
    apart = [line.split("  ")[0] for line in spreads.splitlines()[1:]]
    assert apart == ["informativeness", "informativeness (error)"]


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_score_command_with_closed_streams_succeeds(closed, tmp_path):
    path = tmp_path / "few.csv"
    path.write_text("factor:v,latent:z\n" + "".join(f"{j % 3},{j % 3}\n" for j in range(30)))
    asked = [sys.executable, "-m", "disentangle_edu", "score", str(path), "--metrics", "mig"]
    command = f"{shlex.join(asked)} --seeds 1 {closed}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert done.returncode == 0 and "Traceback" not in done.stderr
    assert ("mig" in done.stdout) == (not closed.startswith(">"))


def test_score_command_with_closed_pipe_still_writes_html_and_csv(copy, tmp_path):
    page, sheet = tmp_path / "r.html", tmp_path / "s.csv"
    asked = [sys.executable, "-u", "-m", "disentangle_edu", "score", copy, "--seeds", "1"]
    asked += ["--metrics", "mig,dcimig,sap", "--html", str(page), "--csv", str(sheet)]
    command = f"{shlex.join(asked)} | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert "Representation of" in done.stdout and "Traceback" not in done.stderr
    assert 'id="dcimig"' in page.read_text(encoding="utf-8")
    assert sheet.read_text(encoding="utf-8").count("\n") == 4


def test_score_command_csv_begins_with_file_name(copy, tmp_path):
    sheet = tmp_path / "all.csv"
    assert main(["score", copy, "--metrics", "mig,modularity", "--csv", str(sheet)]) == 0
    head, *rows = sheet.read_text(encoding="utf-8").splitlines()
    assert head.startswith("file,") and [row.split(",")[0] for row in rows] == ["copy.npz"] * 2


@pytest.mark.slow
def test_score_command_several_files_are_one_table(copy, tmp_path, capsys):
    save(case("e_noise05", 300), tmp_path / "noisy.npz")
    files, sheet = [copy, str(tmp_path / "noisy.npz")], tmp_path / "all.csv"
    asked = ["score", *files, "--metrics", "mig,sap", "--seeds", "2"]
    assert main([*asked, "--csv", str(sheet), "--bootstrap", "4"]) == 0
    rows = pd.read_csv(sheet)
    assert rows.file.tolist() == ["copy.npz"] * 2 + ["noisy.npz"] * 2
    rows = rows.dropna(subset="low")  # nine samples have no halves to be judged
    assert len(rows) == 2
    assert ((rows.low <= rows.value + 1e-9) & (rows.value <= rows.high + 1e-9)).all()
    assert "95 % of such samples" in capsys.readouterr().out
    assert main([*asked, "--latex"]) == 0
    table = capsys.readouterr().out
    assert table.count(r"\\") == 5 and r"\pm" in table and "convention" in table
    assert main([*asked, "--html", str(tmp_path / "r.html")]) == 2
    assert "--html: found several files" in capsys.readouterr().err


SPECIAL = ["^", "~", "\\", "%", "&", "$", "#", "_", "{", "}", "<", ">", "|"]


@pytest.mark.parametrize("letter", SPECIAL)
def test_latex_of_special_character_in_name_is_command(letter, tmp_path, capsys):
    files = [str(tmp_path / f"a{letter}{end}.csv") for end in "bc"]
    for file in files:
        save(examples.perfect_copy(2, 3), file)
    assert main(["score", *files, "--metrics", "mig", "--latex"]) == 0
    *_, row, other, _, _ = capsys.readouterr().out.splitlines()
    cells = [cell.strip() for cell in re.split(r"(?<!\\)&", row.removesuffix(r"\\"))]
    assert cells[1:] == ["mig", "$1.000$", "ours"]
    commands = {"^": "asciicircum", "~": "asciitilde", "\\": "backslash"}
    commands |= {"<": "less", ">": "greater", "|": "bar"}
    name = commands.get(letter)
    assert cells[0] == (f"a\\text{name}{{}}b.csv" if name else f"a\\{letter}b.csv")


def test_latex_without_jinja2_is_written(copy):
    code = "import sys; sys.modules['jinja2'] = None; from disentangle_edu.cli import main; main()"
    asked = ["score", copy, "--metrics", "mig", "--latex"]
    done = subprocess.run([sys.executable, "-c", code, *asked], capture_output=True, text=True)
    assert done.stderr == "" and r"mig & $1.000$ & ours \\" in done.stdout


def test_latex_of_undefined_score_has_dashes():
    there = {"metric": "mig", "convention": "ours", "value": 0.5, "spread": 0.1}
    rows = [there | {"low": 0.4, "high": 0.6}, dict.fromkeys([*there, "low", "high"])]
    rows[1] |= {"metric": "sap", "convention": "ours"}
    assert scores_table(rows).splitlines()[4:6] == [
        r"mig & $0.500 \pm 0.100$ & $[0.400, 0.600]$ & ours \\",
        r"sap & -- & -- & ours \\",
    ]


def test_main_without_arguments_prints_help(capsys):
    assert main([]) == 0 and "examples:" in capsys.readouterr().out
    assert main(["score", "none.csv", "--metrics", "mgi"]) == 2
    path = subprocess.run([sys.executable, "-m", "disentangle_edu", "-V"], capture_output=True)
    assert path.returncode == 0 and b"disentangle-edu 0" in path.stdout


# Each line ends in one error, and no line does any work.
REFUSED = """
score nosuch.csv
score COPY --metrics nosuch
score COPY --levels nosuch
score COPY --convention nosuch
score COPY --plugin nosuch.py
score COPY --plugin COPY
score COPY --html x.txt
score COPY --csv nosuch/x.csv
compare nosuch.csv
compare COPY --metrics nosuch
promises nosuch
promises mig --plugin nosuch.py
example nosuch --out x.csv
example perfect_copy --out x.txt
example perfect_copy --out nosuch/x.csv
text pos --out x.txt
text pos --out nosuch/x.csv
claims nosuch
claims --html nosuch/x.html
claims --file nosuch=x dci-0.6
zoo --folder nosuch
zoo --task nosuch
zoo --disagree mig nosuch
zoo --plot x.nosuch
zoo --train x --images nosuch.npz
zoo --text --train x --classify nosuch.csv
guesses nosuch --html x.html
guesses nosuch --html x.txt
grade nosuch
"""


@pytest.mark.parametrize("line", REFUSED.strip().splitlines())
def test_command_errors_name_option_or_argument_of_their_command(
    line, copy, tmp_path, capsys, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    command, *asked = line.replace("COPY", copy).split()
    assert main([command, *asked]) == 2
    said = capsys.readouterr().err
    names, rest = said.removeprefix("disentangle-edu: ").split(": ", 1)
    (commands_there,) = parser()._subparsers._group_actions
    actions = commands_there.choices[command]._actions
    known = {name for action in actions for name in [*action.option_strings, action.metavar]}
    assert set(names.split(", ")) <= known, said
    assert rest.startswith("found ") and ", expected " in rest and said.count("\n") == 1


def test_plugin_option_missing_file_and_wrong_type_have_different_errors(copy, capsys):
    for name, words in (("nosuch.py", "found no file 'nosuch.py'"), (copy, "ends in .py")):
        assert main(["score", copy, "--plugin", name]) == 2
        assert words in capsys.readouterr().err


@pytest.mark.parametrize("command", ["notebooks", "course"])
def test_folder_argument_that_cannot_be_created_reports_reason(command, tmp_path, capsys):
    (tmp_path / "file").write_text("")
    folder = str(tmp_path / "file" / "mine")
    assert main([command, folder]) == 2
    said = capsys.readouterr().err
    assert "found that" in said and tmp_path.name in said and "Errno" not in said


def test_score_help_names_every_metric(capsys):
    with pytest.raises(SystemExit):
        main(["score", "--help"])
    assert set(METRICS) <= set(re.split(r"[\s,.:]+", capsys.readouterr().out))


@pytest.mark.parametrize("asked", [[], ["--text"], ["--disagree", "mig", "sap"], ["--ranks"]])
def test_zoo_command_output_fits_80_columns_unless_wide(asked, capsys):
    assert main(["zoo", *asked]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    assert main(["zoo", *asked, "--wide"]) == 0
    wide = capsys.readouterr().out.splitlines()
    assert max(map(len, wide)) >= max(map(len, lines))
    if not set(asked) - {"--text"}:
        assert len(lines) < 20 and len(wide) > 80


@pytest.mark.parametrize("ending", [".npz", ".csv", ".parquet"])
def test_example_command_writes_each_format_that_load_reads(ending, tmp_path):
    path = tmp_path / f"x{ending}"
    assert main(["example", "perfect_copy", "--out", str(path)]) == 0
    assert (load(path).factors == examples.SHIPPED["perfect_copy"]().factors).all()


def test_score_command_errors_name_options(copy, capsys):
    assert main(["score", copy, "--levels", "nope"]) == 2
    assert main(["score", copy, "--metrics", "mgi"]) == 2
    said = capsys.readouterr().err
    assert (
        "--levels, --continuous, --cyclic: found 'nope'" in said and "Did you mean 'mig'?" in said
    )


def test_progress_bar_counts_every_metric_of_every_file(tmp_path, monkeypatch, capsys):
    totals, own = [], commands.Bar

    def watched(unit, total, names):
        totals.append((total, len(names)))
        return own(unit, total, names)

    monkeypatch.setattr(commands, "Bar", watched)
    files = [str(tmp_path / f"{name}.npz") for name in "ab"]
    for file in files:
        save(examples.perfect_copy(3, 4), file)
    assert main(["score", *files, "--metrics", "mig", "dcimig", "sap"]) == 0
    assert totals == [(6, 6)]

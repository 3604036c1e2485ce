"""What the command prints: it fits the terminal and its encoding, without escape codes."""

import dataclasses
import io
import json
import os
import subprocess
import sys
import warnings
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from disentangle_edu import save
from disentangle_edu.claims.registry import CLAIMS
from disentangle_edu.cli import main, terminal
from disentangle_edu.cli.terminal import Notes, printable_text, say, say_json, to_encoding
from disentangle_edu.worlds import examples

pytestmark = pytest.mark.usefixtures("no_cache")


@pytest.fixture
def of_width(monkeypatch):
    """Standard output is a terminal with this many columns, or no terminal."""

    def output(columns, is_terminal=True):
        monkeypatch.setattr(sys, "stdout", SimpleNamespace(isatty=lambda: is_terminal))
        size = os.terminal_size((columns, 24))
        monkeypatch.setattr(terminal.shutil, "get_terminal_size", lambda: size)

    return output


@pytest.mark.parametrize("length", [1, 39, 40])
def test_fitting_short_line_is_unchanged(of_width, length):
    of_width(40)
    assert terminal.fit_to_terminal("x" * length) == "x" * length


@pytest.mark.parametrize("length", [41, 42, 400])
def test_fitting_long_line_is_cut_to_width(of_width, length):
    of_width(40)
    assert terminal.fit_to_terminal("x" * length) == "x" * 36 + " ..."


def test_fitting_without_terminal_leaves_line_unchanged(of_width, monkeypatch):
    of_width(40, is_terminal=False)
    assert terminal.fit_to_terminal("x" * 400) == "x" * 400
    monkeypatch.setattr(sys, "stdout", None)
    assert terminal.fit_to_terminal("x" * 400) == "x" * 400


ESCAPE = "\x1b[31m"


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
        (["score", "FILE", "--metrics", "mig", "--json"], b'"explanation"'),
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
        ["score", str(named), "--metrics", "mig", "--discrete", f"{ESCAPE}x"],
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


def test_notes_repeated_warning_is_printed_once(capsys, monkeypatch):
    def noisy(seed):
        with warnings.catch_warnings():  # resets Python's record of shown warnings
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
    """If forests run in parallel, one clears the filters briefly, and another warns about it."""
    import sklearn.utils.parallel

    def fit():
        return sklearn.utils.parallel._FuncWrapper(int)()  # as if there was no filter

    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        fit()
    assert len(seen) == 1  # scikit-learn's warning as it is
    notes = Notes()
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.showwarning = notes
        fit()
    assert not notes.said and capsys.readouterr().err == ""

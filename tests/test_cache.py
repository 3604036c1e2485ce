"""Writing files completely or not at all, and keeping results: links, modes, names, damage."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from disentangle_edu import cache
from disentangle_edu.cache import (
    JsonCache,
    cache_folder,
    check_writable,
    read_json,
    write,
    write_json,
)
from disentangle_edu.cli import main
from disentangle_edu.widgets import prediction
from disentangle_edu.worlds import examples
from disentangle_edu.worlds.files import save
from disentangle_edu.zoo.training_state import read_checked, undamaged, write_checked

posix = pytest.mark.skipif(os.name != "posix", reason="links and modes of POSIX")
LONGEST = 255  # the most letters that a file name may have


def mode_of(path):
    return stat.S_IMODE(path.stat().st_mode)


def left_over(folder):
    return [name for name in os.listdir(folder) if name.startswith(".")]


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "in" / "table.csv"
    path.parent.mkdir()
    save(examples.perfect_copy(2, 4), path)
    return str(path)


@pytest.fixture
def outputs(tmp_path, table):
    """{ending: how to run a command that writes such a file}, for every such command."""
    score = ["score", table, "--metrics", "mig"]
    (tmp_path / "class").mkdir()
    return {
        ".csv": lambda path: main([*score, "--csv", path]),
        ".html": lambda path: main([*score, "--html", path]),
        ".npz": lambda path: main(["example", "perfect_copy", "--out", path]),
        ".png": lambda path: main(["zoo", "--plot", path]),
    }


ENDINGS = (".csv", ".html", ".npz", ".png")


# ------------------------------------------------------------------------------------------ writing


@posix
@pytest.mark.parametrize("ending", ENDINGS)
def test_output_option_with_longest_legal_name_writes_file(outputs, tmp_path, ending):
    path = tmp_path / ("x" * (LONGEST - len(ending)) + ending)
    assert outputs[ending](str(path)) == 0 and path.stat().st_size > 0


@posix
@pytest.mark.parametrize("ending", ENDINGS)
def test_output_option_with_link_writes_its_target(outputs, tmp_path, ending):
    (tmp_path / "there").mkdir()
    target, link = tmp_path / "there" / f"real{ending}", tmp_path / f"link{ending}"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    assert outputs[ending](str(link)) == 0
    assert link.is_symlink() and mode_of(target) == 0o640
    assert target.read_bytes() != b"old" and left_over(target.parent) == []


@posix
@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("kind", ["a pipe", "a folder", "a device"])
def test_output_option_with_pipe_folder_or_device_fails_before_work(
    outputs, tmp_path, ending, kind, monkeypatch, capsys
):
    path = tmp_path / f"out{ending}"
    make = {
        "a pipe": lambda: os.mkfifo(path),
        "a folder": path.mkdir,
        "a device": lambda: path.symlink_to(os.devnull),
    }
    make[kind]()
    assert outputs[ending](str(path)) == 2
    out, err = capsys.readouterr()
    assert out == "" and f"which is {kind}, expected a file" in err


@posix
@pytest.mark.parametrize("ending", ENDINGS)
def test_output_option_in_protected_folder_fails_before_work(
    outputs, tmp_path, ending, monkeypatch, capsys
):
    path = tmp_path / f"there{ending}"
    path.write_text("old")
    begin = os.open

    def protected(file, flags, *mode, **more):
        if flags & os.O_CREAT and Path(os.fsdecode(file)).parent == tmp_path:
            raise PermissionError(13, "Permission denied", str(file))
        return begin(file, flags, *mode, **more)

    monkeypatch.setattr(os, "open", protected)
    assert outputs[ending](str(path)) == 2
    out, err = capsys.readouterr()
    assert out == "" and "cannot be written (Permission denied)" in err and str(path) in err
    assert path.read_text() == "old"


@posix
def test_check_writable_agrees_with_write(tmp_path):
    new, dangling = tmp_path / "new.csv", tmp_path / "dangling.csv"
    dangling.symlink_to(tmp_path / "target.csv")
    for path in (new, dangling):
        check_writable(path)
        assert not path.exists() and left_over(tmp_path) == []
        write(path, "whole")
        assert path.read_text() == "whole" and left_over(tmp_path) == []
    with pytest.raises(OSError, match="too long"):
        check_writable(tmp_path / ("x" * (LONGEST + 1)))


@posix
def test_write_new_file_has_mode_of_umask_or_private_mode(tmp_path):
    before = os.umask(0o027)
    try:
        write(tmp_path / "open.csv", "a")
        write(tmp_path / "marks.csv", "a", cache.PRIVATE)
    finally:
        os.umask(before)
    assert mode_of(tmp_path / "open.csv") == 0o640
    assert mode_of(tmp_path / "marks.csv") == 0o600


@pytest.mark.slow
@posix
def test_grade_command_writes_private_marks_file(tmp_path):
    notebook = {"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "Ada.ipynb").write_text(json.dumps(notebook))
    sheet = tmp_path / "marks.csv"
    assert main(["grade", str(tmp_path / "class"), "--csv", str(sheet)]) == 0
    assert mode_of(sheet) == 0o600
    sheet.chmod(0o640)  # a mode that the user has set since is kept
    assert main(["grade", str(tmp_path / "class"), "--csv", str(sheet)]) == 0
    assert mode_of(sheet) == 0o640


@pytest.mark.skipif(sys.platform != "linux", reason="names of files that are bytes")
def test_score_command_file_name_not_utf8_is_reported(tmp_path, table):
    odd = os.path.join(os.fsencode(tmp_path), b"caf\xe9.csv")
    with open(table, "rb") as file, open(odd, "wb") as copy:
        copy.write(file.read())
    page = tmp_path / "page.html"
    assert main(["score", os.fsdecode(odd), "--metrics", "mig", "--html", str(page)]) == 0
    assert "<title>caf?.csv</title>" in page.read_text(encoding="utf-8")


# ------------------------------------------------------------------------------------------ keeping


def test_json_cache_get_returns_stored_value(tmp_path):
    kept = {"values": {"a": [0.1, float("inf")]}, "name": "é", "none": None}
    JsonCache(tmp_path).put("one", kept)
    assert JsonCache(tmp_path).get("one") == kept and JsonCache(tmp_path).get("two") is None


def test_json_cache_get_with_flipped_bit_returns_none_or_value(tmp_path):
    shelf, kept = JsonCache(tmp_path), {"values": {"mig": [0.25, 0.5]}, "seconds": 1.5}
    shelf.put("one", kept)
    (file,) = tmp_path.iterdir()
    whole = file.read_bytes()
    for place in range(len(whole)):
        for bit in range(8):
            file.write_bytes(whole[:place] + bytes([whole[place] ^ 1 << bit]) + whole[place + 1 :])
            assert shelf.get("one") in (None, kept), (place, bit)


def test_read_json_with_flipped_bit_raises_or_returns_value(tmp_path):
    path, kept = tmp_path / "row.json", {"rec": 0.25, "kl": 1.5, "name": "é"}
    write_json(path, kept)
    whole, refused = path.read_bytes(), 0
    for place in range(len(whole)):
        for bit in range(8):
            path.write_bytes(whole[:place] + bytes([whole[place] ^ 1 << bit]) + whole[place + 1 :])
            try:
                assert read_json(path) == kept, (place, bit)
            except ValueError:
                refused += 1
    assert refused > 0.9 * 8 * len(whole)


def test_read_checked_with_flipped_bit_raises_or_returns_arrays(tmp_path):
    path, arrays = tmp_path / "model.npz", {"kl": np.array(0.25), "w": np.eye(2, dtype="float32")}
    write_checked(path, arrays)
    whole, refused = path.read_bytes(), 0
    for place in range(len(whole)):
        for bit in range(8):
            damaged = whole[:place] + bytes([whole[place] ^ 1 << bit]) + whole[place + 1 :]
            try:
                with undamaged(path):
                    found = read_checked(damaged)
            except ValueError:
                refused += 1
                continue
            assert found.keys() == arrays.keys(), (place, bit)
            assert all(np.array_equal(found[name], arrays[name]) for name in arrays), (place, bit)
    assert refused > 0.5 * 8 * len(whole)


@pytest.mark.parametrize(
    "words",
    ["", "{}", "[]", "3", '{"values": {}}', '{"sha256": 1, "kept": {}}', "[" * 100_000, "\0"],
)
def test_json_cache_get_damaged_file_returns_none(tmp_path, words):
    shelf = JsonCache(tmp_path)
    shelf.put("one", {"a": 1})
    (file,) = tmp_path.iterdir()
    file.write_text(words)
    assert shelf.get("one") is None
    shelf.put("one", {"a": 2})
    assert shelf.get("one") == {"a": 2}


def test_json_cache_get_file_of_other_key_returns_none(tmp_path):
    shelf = JsonCache(tmp_path)
    shelf.put("one", {"a": 1})
    (one,) = tmp_path.iterdir()
    shelf.put("two", {"a": 2})
    (two,) = set(tmp_path.iterdir()) - {one}
    two.write_bytes(one.read_bytes())
    assert shelf.get("two") is None


@posix
def test_cache_folder_without_home_is_none(monkeypatch):
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)  # as without a home folder
    assert cache_folder("claims") is None
    shelf = JsonCache(cache_folder("claims"))
    shelf.put("one", {"a": 1})
    assert shelf.get("one") is None
    assert main(["claims", "sap-0.32", "--seeds", "1"]) in (0, 1)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="becomes another user")
def test_cache_folder_of_user_without_home_is_none():
    code = (
        "import os, sys; from disentangle_edu.cache import cache_folder; os.environ.pop('HOME');"
        "os.setuid(54321); sys.exit(cache_folder('claims') is not None)"
    )
    bare = {name: value for name, value in os.environ.items() if name != "XDG_CACHE_HOME"}
    assert subprocess.run([sys.executable, "-c", code], env=bare | {"HOME": "/"}).returncode == 0


# ------------------------------------------------------------------------------------------ guesses


def test_export_guesses_reads_file_with_byte_order_mark(tmp_path):
    path = tmp_path / "guesses.json"
    path.write_text(json.dumps([{"question": "05-who-falls", "guess": 1}]), encoding="utf-8-sig")
    assert prediction.read_guesses(path) == [{"question": "05-who-falls", "guess": 1}]


@posix
def test_export_guesses_to_pipe_raises(tmp_path):
    os.mkfifo(tmp_path / "guesses.json")
    with pytest.raises(ValueError, match="which is a pipe, expected a file"):
        prediction.export_guesses(str(tmp_path / "guesses.json"))


@posix
def test_save_keeps_link_and_mode(tmp_path):
    for ending in (".npz", ".csv"):
        real, link = tmp_path / f"real{ending}", tmp_path / f"link{ending}"
        real.touch(0o600)
        link.symlink_to(real)
        save(examples.perfect_copy(2, 4), link)
        assert link.is_symlink() and mode_of(real) == 0o600 and np.any(real.stat().st_size)

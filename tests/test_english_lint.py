"""The English check finds phrases in each kind of text, and its baseline can only fall."""

import json

import english_lint
import pytest

PHRASE = "The noise stands in the second row of the table."


def kinds_in(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text)
    return [(hit.line, hit.kind) for hit in english_lint.find_hits(path)]


@pytest.mark.parametrize(
    "name, text, line",
    [
        ("page.md", f"# Title\n\nA first line\nand more. {PHRASE}\n", 3),
        ("page.md", f"| {PHRASE} | 1 |\n|---|---|\n", 1),
        ("page.md", f"* one\n* {PHRASE}\n", 2),
        ("prose.py", f"# %% [markdown]\n# {PHRASE}\n", 2),
        ("code.py", f'"""Summary.\n\n{PHRASE}\n"""\n', 3),
        ("code.py", f"x = 1\nerror = f'{{x}}: {PHRASE}'\n", 2),
    ],
)
def test_find_hits_finds_phrase_in_each_kind_of_text(tmp_path, name, text, line):
    assert kinds_in(tmp_path, name, text) == [(line, "stand")]


@pytest.mark.parametrize(
    "name, text",
    [
        ("page.md", f"```text\n{PHRASE}\n```\n"),
        ("page.md", f"`{PHRASE}` is code.\n"),
        ("page.md", f"{PHRASE} <!-- english: ok -->\n"),
        ("prose.py", f"# %%\n# {PHRASE}\n"),
        ("code.py", f"# {PHRASE}\n"),
        ("code.py", f'"""Summary.\n\n>>> x = "{PHRASE}"\n"""\n'),
    ],
)
def test_find_hits_passes_over_code_and_allowed_lines(tmp_path, name, text):
    assert kinds_in(tmp_path, name, text) == []


def test_main_fails_for_more_phrases_and_only_lowers_record(tmp_path, monkeypatch, capsys):
    page, baseline = tmp_path / "page.md", tmp_path / "baseline.json"
    monkeypatch.setattr(english_lint, "ROOT", tmp_path)
    monkeypatch.setattr(english_lint, "READ", ["page.md"])
    monkeypatch.setattr(english_lint, "BASELINE", baseline)
    page.write_text(PHRASE)
    assert english_lint.main(["--write"]) == 0
    page.write_text(f"{PHRASE} {PHRASE}")
    assert english_lint.main(["--write"]) == 1 and "page.md:1: stand: " in capsys.readouterr().out
    assert json.loads(baseline.read_text())["stand"] == 1
    page.write_text("The noise is in the second row of the table.")
    assert english_lint.main(["--write"]) == 0
    assert json.loads(baseline.read_text())["stand"] == 0

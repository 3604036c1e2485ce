"""The command: help, options, errors that are found before any work, and the claims command."""

import dataclasses
import html
import importlib
import json
import os
import re
import subprocess
import sys

import environments
import pytest

from disentangle_edu import load
from disentangle_edu.claims.registry import CLAIMS
from disentangle_edu.cli import commands, main
from disentangle_edu.cli.parser import parser, whole_number
from disentangle_edu.worlds import examples

pytestmark = pytest.mark.usefixtures("no_cache")


def test_environment_command_lines_cover_every_command(tmp_path):
    """A new option without arguments fails here, not only in `make test-environments`."""
    tried = {words[0] for words in environments.command_lines(tmp_path) if words}
    assert set(environments.WITH) <= tried


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


def never(*_, **__):
    raise AssertionError("work was done before the page was looked at")


@pytest.mark.parametrize("command", ["claims", "score"])
def test_html_option_with_unwritable_path_fails_before_any_work(
    command, copy, tmp_path, capsys, monkeypatch
):
    (tmp_path / "folder.html").mkdir()
    (tmp_path / "file").write_text("")
    (tmp_path / "kept.html").write_text("kept")
    # Otherwise its first import would bind the stub `never`.
    importlib.import_module("disentangle_edu.cli.diagnosis")
    monkeypatch.setattr(commands, "load_rep", never)
    monkeypatch.setattr("disentangle_edu.claims.runner.run_all", never)
    asked = [command] + ([copy] if command == "score" else ["dci-0.6"])
    for name in ("folder.html", "no/x.html", "file/x.html", "x" * 300 + ".html", "page.txt"):
        assert main([*asked, "--html", str(tmp_path / name)]) == 2
        assert capsys.readouterr().out == ""
    if hasattr(os, "geteuid") and os.geteuid():  # root may write everywhere
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


def test_main_without_arguments_prints_help(capsys):
    assert main([]) == 0 and "examples:" in capsys.readouterr().out
    assert main(["score", "none.csv", "--metrics", "mgi"]) == 2
    path = subprocess.run([sys.executable, "-m", "disentangle_edu", "-V"], capture_output=True)
    assert path.returncode == 0 and b"disentangle-edu 0" in path.stdout


# Each line gives one error, and no line does any work.
REFUSED = """
score nosuch.csv
score COPY --metrics nosuch
score COPY --discrete nosuch
score COPY --convention nosuch
score COPY --plugin nosuch.py
score COPY --plugin COPY
score COPY --html x.txt
score COPY --csv nosuch/x.csv
compare nosuch.csv
compare COPY --metrics nosuch
invariances nosuch
invariances mig --plugin nosuch.py
example nosuch --out x.csv
example perfect_copy --out x.txt
example perfect_copy --out nosuch/x.csv
text pos --out x.txt
text pos --out nosuch/x.csv
claims nosuch
claims --html nosuch/x.html
claims --file nosuch=x dci-0.6
zoo --folder nosuch
zoo --predictor nosuch
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


@pytest.mark.parametrize("ending", [".npz", ".csv", ".parquet"])
def test_example_command_writes_each_format_that_load_reads(ending, tmp_path):
    path = tmp_path / f"x{ending}"
    assert main(["example", "perfect_copy", "--out", str(path)]) == 0
    assert (load(path).factors == examples.SHIPPED["perfect_copy"]().factors).all()

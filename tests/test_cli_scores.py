"""The commands score and compare: tables, JSON, CSV, HTML pages and LaTeX."""

import html
import json
import re
import shlex
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

from disentangle_edu import METRICS, Representation, save
from disentangle_edu.cli import commands, main
from disentangle_edu.cli.latex import scores_table
from disentangle_edu.conventions.library_scores import case
from disentangle_edu.worlds import examples

pytestmark = pytest.mark.usefixtures("no_cache")


def test_score_command_prints_warnings_next_to_scores_in_every_format(tmp_path, capsys):
    rep = case("a_copy_dead", 300)
    save(rep, tmp_path / "dead.npz")
    names = ["mig", "modularity", "completeness", "mig_sup"]
    page = tmp_path / "r.html"
    asked = ["score", str(tmp_path / "dead.npz"), "--seeds", "1", "--metrics", *names]
    assert main([*asked, "--html", str(page)]) == 0
    out, text = capsys.readouterr().out, page.read_text(encoding="utf-8")
    opening, table = text.split("<table><caption>Scores;")
    table = table.split("</table>")[0]
    assert "<h2>Why are the scores low?</h2>" in opening
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
        assert row[head.index("axis") :].startswith(("factors", "latents"))


@pytest.mark.slow
def test_compare_command_reports_rank_disagreement_and_conventions(tmp_path, capsys):
    for name in ("a_copy", "a_copy_dead"):
        save(case(name, 500), tmp_path / f"{name}.npz")
    files = [str(tmp_path / "a_copy.npz"), str(tmp_path / "a_copy_dead.npz")]
    assert main(["compare", *files, "--metrics", "mig", "modularity"]) == 0
    printed = capsys.readouterr().out
    assert "order two files differently" in printed and "does not support dead latents" in printed
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
    assert printed.count("only one convention") == 2 and "%" not in printed
    assert "under two conventions: score without the cyclic factor." in printed
    assert main(asked) == 0
    printed = capsys.readouterr().out
    assert "convention only" not in printed and printed.count("%") == 2


def test_compare_metric_of_no_library_has_no_remedy(copy, capsys):
    assert main(["compare", copy, "--metrics", "iwo"]) == 0
    printed = capsys.readouterr().out
    assert "only one convention" in printed
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
def test_compare_error_metric_is_marked_lower_is_better(tmp_path, capsys):
    save(case("e_noise05", 300), tmp_path / "noisy.npz")
    assert (
        main(["compare", str(tmp_path / "noisy.npz"), "--all", "--metrics", "informativeness"]) == 0
    )
    values, spreads = capsys.readouterr().out.split("\n\n")
    errors = [line.split()[1] for line in values.splitlines() if "lower is better" in line]
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
    # The file with nine samples has no interval: its halves are too small.
    rows = rows.dropna(subset="low")
    assert len(rows) == 2
    assert ((rows.low <= rows.value + 1e-9) & (rows.value <= rows.high + 1e-9)).all()
    assert "is the 95% interval" in capsys.readouterr().out
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


def test_score_help_names_every_metric(capsys):
    with pytest.raises(SystemExit):
        main(["score", "--help"])
    assert set(METRICS) <= set(re.split(r"[\s,.:]+", capsys.readouterr().out))


def test_score_command_errors_name_options(copy, capsys):
    assert main(["score", copy, "--discrete", "nope"]) == 2
    assert main(["score", copy, "--metrics", "mgi"]) == 2
    said = capsys.readouterr().err
    assert (
        "--discrete, --continuous, --cyclic: found 'nope'" in said and "Did you mean 'mig'?" in said
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

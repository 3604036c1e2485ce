"""Files that authors have published: a claim is open without one, and a wrong file is refused."""

import json

import numpy as np
import pandas as pd
import pytest

from disentangle_edu.claims.published import FILES, parse_file_options, with_files
from disentangle_edu.claims.registry import CLAIMS, OPEN
from disentangle_edu.claims.runner import ClaimCache, run_all
from disentangle_edu.cli import main
from disentangle_edu.worlds.letter_sentences import Letters

READING = [claim for claim in CLAIMS.values() if claim.file]


def table(latents):
    """A file with the codes of all sentences, as the authors wrote it."""
    names = [f"dim{i + 1}" for i in range(latents.shape[1])]
    return pd.DataFrame(latents, columns=names).rename_axis("index").reset_index()


@pytest.fixture(scope="module")
def perfect():
    """The code of example 1 before it is written to a text file."""
    return Letters(1, csv=False).latents


@pytest.fixture(scope="module")
def file(tmp_path_factory, perfect):
    path = tmp_path_factory.mktemp("published") / "theirs.csv"
    table(perfect).to_csv(path, index=False)
    return str(path)


def test_claim_without_its_file_is_open_and_names_file():
    assert len(READING) >= 3
    for claim in READING:
        finding = claim.check()
        assert claim.verdict == finding.verdict == OPEN and not finding.readings
        assert FILES[claim.file].origin in repr(finding)
        assert f"--file {claim.file}=PATH" in repr(finding)
        with pytest.raises(ValueError, match="which is open"):
            claim.run(0)


def measured(capsys, *arguments):
    status = main(["claims", "--json", "--no-cache", *arguments])
    return status, {row["id"]: row for row in json.loads(capsys.readouterr().out)}


@pytest.mark.slow
def test_claim_with_user_file_has_scores_of_authors(file, capsys):
    """The printed scores of the perfect code, which is used in place of the learned one."""
    asked = ("toy-learned-chen", "toy-learned-kumar", "toy-learned-ridgeway")
    status, rows = measured(capsys, *asked, "--file", f"toy.csv={file}")
    assert status == 0, "there is no record of a reader's file to differ from"
    found = [round(rows[id]["measured"], 4) for id in asked]
    assert found == [0.8105, 0.0468, 1.0]
    assert {row["verdict"] for row in rows.values()} == {"fails"}


@pytest.mark.slow
def test_claim_of_recipe_holds_for_matching_file_only(file, perfect, tmp_path, capsys):
    asked = ("toy-recipe-1", "--file")
    assert measured(capsys, *asked, f"toy_ideal1.csv={file}")[1]["toy-recipe-1"]["measured"] == 1
    other = tmp_path / "other.csv"
    moved = perfect.copy()
    moved[31_000, 2] += 1e-6
    table(moved).to_csv(other, index=False)
    _, rows = measured(capsys, *asked, f"toy_ideal1.csv={other}")
    assert rows["toy-recipe-1"]["verdict"] == "fails"


@pytest.mark.slow
def test_run_all_with_user_file_in_processes_caches_nothing_of_it(file, tmp_path):
    claims = with_files([CLAIMS["toy-recipe-1"], CLAIMS["dci-0.6"]], {"toy_ideal1.csv": file})
    kept = ClaimCache(tmp_path)
    found = list(run_all(claims, jobs=2, kept=kept))
    assert [one.verdict for one in found] == ["holds", "holds"]
    assert len(list(tmp_path.iterdir())) == 1


def with_cell(frame, row, column, value):
    frame = frame.astype({column: object})
    frame.loc[row, column] = value
    return frame


BROKEN = {
    "columns": (lambda f: f.rename(columns={"dim2": "second"}), "the columns index, dim1, second"),
    "one column more": (lambda f: f.assign(dim5=0.5), "the columns index, dim1, dim2, dim3, dim4"),
    "rows": (lambda f: f[:100], "found 100 rows, expected 32,000"),
    "more rows": (lambda f: pd.concat([f, f]), "found more than 32,000 rows"),
    "a word": (lambda f: with_cell(f, 7, "dim3", "many"), "row 7, column dim3"),
    "a hole": (lambda f: with_cell(f, 9, "dim1", np.nan), "row 9, column dim1"),
    "infinite": (lambda f: with_cell(f, 3, "dim4", np.inf), "row 3, column dim4"),
    "order": (lambda f: f[::-1], "another index"),
    "stands still": (lambda f: f.assign(dim2=0.5), "one value in all of dim2"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", BROKEN)
def test_file_option_invalid_table_fails_before_any_work(name, perfect, tmp_path, capsys):
    change, expected = BROKEN[name]
    path = tmp_path / "toy.csv"
    change(table(perfect)).to_csv(path, index=False)
    assert main(["claims", "dci-0.6", "toy-learned-chen", "--file", f"toy.csv={path}"]) == 2
    out, err = capsys.readouterr()
    assert not out and "--file toy.csv: found " in err and expected in err and "expected" in err


@pytest.mark.parametrize(
    "asked, expected",
    [
        (["toy.csv"], "found 'toy.csv', expected NAME=PATH"),
        (["toy.csv="], "expected NAME=PATH"),
        (["=x"], "found '', expected one of toy.csv"),
        (["joy.csv=x"], "found 'joy.csv', expected one of toy.csv"),
        (["toy.csv=nowhere.csv"], "no file 'nowhere.csv', expected Examples/toy.csv"),
        (["toy.csv=."], "no file '.'"),
    ],
)
def test_given_invalid_file_option_raises(asked, expected):
    with pytest.raises((ValueError, FileNotFoundError)) as refused:
        parse_file_options(asked)
    assert str(refused.value).startswith("--file") and expected in str(refused.value)


def test_given_file_that_is_no_table_raises(tmp_path):
    for name, content in (("empty", b""), ("bytes", bytes(range(256)) * 9)):
        path = tmp_path / name
        path.write_bytes(content)
        with pytest.raises(ValueError, match="^--file toy.csv: found .*expected"):
            parse_file_options([f"toy.csv={path}"])


def test_file_option_duplicate_or_unused_file_exits_with_error(file, capsys):
    with pytest.raises(ValueError, match="found toy.csv twice"):
        parse_file_options([f"toy.csv={file}"] * 2)
    assert main(["claims", "dci-0.6", "--file", f"toy.csv={file}"]) == 2
    assert (
        "--file: found toy.csv, expected a file that these claims read" in capsys.readouterr().err
    )
    assert main(["claims", "--coverage", "--file", f"toy.csv={file}"]) == 2

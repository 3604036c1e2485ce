"""The command zoo: its views, its plot, and the options that it refuses."""

import sys

import pytest

from disentangle_edu.cli import main

pytestmark = pytest.mark.usefixtures("no_cache")


@pytest.mark.parametrize(
    "asked",
    [
        [],
        ["--text"],
        ["--disagree", "mig", "sap"],
        pytest.param(["--ranks"], marks=pytest.mark.slow),
    ],
)
def test_zoo_command_output_fits_80_columns_unless_wide(asked, capsys):
    assert main(["zoo", *asked]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    assert main(["zoo", *asked, "--wide"]) == 0
    wide = capsys.readouterr().out.splitlines()
    assert max(map(len, wide)) >= max(map(len, lines))
    if not set(asked) - {"--text"}:
        assert len(lines) < 20 and len(wide) > 80


@pytest.mark.parametrize("options", [[], ["--minutes", "1"], ["--text", "--minutes", "1"]])
def test_zoo_train_without_pytorch_names_extra_before_any_work(
    options, tmp_path, monkeypatch, capsys
):
    monkeypatch.setitem(sys.modules, "torch", None)
    assert main(["zoo", "--train", str(tmp_path / "zoo"), *options]) == 2
    assert 'pip install "disentangle_edu[torch]"' in capsys.readouterr().err
    assert not (tmp_path / "zoo").exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (["--ranks"], "correlation"),
        (["--disagree", "mig", "dcimig"], "ranks apart"),
        (["--predictor", "forest", "--samples", "300"], "-rec_mean"),
        (["--wide"], "sprites-ae-0-0"),
    ],
)
def test_zoo_command_views_print_their_tables(asked, words, capsys):
    assert main(["zoo", *asked]) == 0
    assert words in capsys.readouterr().out


@pytest.mark.slow
def test_zoo_command_plot_writes_picture_and_unknown_format_fails(tmp_path, capsys):
    assert main(["zoo", "--plot", str(tmp_path / "ranks.png")]) == 0
    assert (tmp_path / "ranks.png").stat().st_size > 10_000
    assert main(["zoo", "--plot", str(tmp_path / "ranks.nothing")]) == 2
    assert "--plot: found" in capsys.readouterr().err


@pytest.mark.parametrize(
    "asked",
    [
        ["--quick"],
        ["--images", "x.npz"],
        ["--pair"],
        ["--train", "x", "--pair", "--text"],
        ["--minutes", "3"],
        ["--train", "x", "--backend", "dask"],
        ["--train", "x", "--scheduler", "tcp://1"],
        ["--train", "x", "--images", "none.npz"],
        ["--predictor", "oracle"],
        ["--folder", "nowhere"],
    ],
)
def test_zoo_command_invalid_options_exit_with_status_2(asked, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["zoo", *asked]) == 2
    assert "found" in capsys.readouterr().err and not list(tmp_path.iterdir())

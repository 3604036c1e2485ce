"""Lines in a terminal: whole where they fit, cut with three dots where they do not."""

import os
import sys
from types import SimpleNamespace

import pytest

from disentangle_edu.cli import terminal


@pytest.fixture
def of_width(monkeypatch):
    """Standard output is a terminal of so many columns, or none."""

    def output(columns, is_terminal=True):
        monkeypatch.setattr(sys, "stdout", SimpleNamespace(isatty=lambda: is_terminal))
        size = os.terminal_size((columns, 24))
        monkeypatch.setattr(terminal.shutil, "get_terminal_size", lambda: size)

    return output


@pytest.mark.parametrize("length", [1, 39, 40])
def test_fitting_a_line_that_fits_leaves_it_whole(of_width, length):
    of_width(40)
    assert terminal.fit_to_terminal("x" * length) == "x" * length


@pytest.mark.parametrize("length", [41, 42, 400])
def test_fitting_a_line_that_is_too_long_fills_the_width(of_width, length):
    of_width(40)
    assert terminal.fit_to_terminal("x" * length) == "x" * 36 + " ..."


def test_fitting_a_line_for_a_file_or_a_pipe_leaves_it_whole(of_width, monkeypatch):
    of_width(40, is_terminal=False)
    assert terminal.fit_to_terminal("x" * 400) == "x" * 400
    monkeypatch.setattr(sys, "stdout", None)
    assert terminal.fit_to_terminal("x" * 400) == "x" * 400

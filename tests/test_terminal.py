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

"""Commands that copy the notebooks and open JupyterLab on them."""

import argparse
import os
import shutil
from importlib.util import find_spec
from pathlib import Path

from ..course import COURSE, SHIPPED, notebook
from .terminal import say

FIRST = f"{notebook(COURSE[0])}.ipynb"
Options = argparse.Namespace


def shipped() -> list[Path]:
    """The notebooks and their data, relative to `SHIPPED`.

    Raises FileNotFoundError if the package was installed without them.
    """
    files = sorted([*SHIPPED.glob("*.ipynb"), *SHIPPED.glob("data/*")])
    if not files:
        raise FileNotFoundError(
            f"found no notebooks in {str(SHIPPED)!r}, expected those that come with the package."
        )
    return [path.relative_to(SHIPPED) for path in files]


def copy(folder: Path) -> int:
    """Copy the notebooks and their data into a folder; return the number of notebooks.

    If one of the files exists already, raises FileExistsError and copies nothing.
    """
    names = shipped()
    if there := [name for name in names if (folder / name).exists()]:
        raise FileExistsError(
            f"DIR: found {str(folder / there[0])!r}, expected a folder without that file; nothing "
            "was copied, so your file is unchanged."
        )
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(SHIPPED / name, folder / name)
    return sum(name.suffix == ".ipynb" for name in names)


def notebooks(options: Options) -> int:
    """Copy the notebooks and say where they are."""
    say(f"copied {copy(Path(options.folder))} notebooks with their data into {options.folder}")
    return 0


def lab(options: Options) -> int:
    """Open JupyterLab on the notebooks of a folder; copy them there first if there are none."""
    if missing := [name for name in ("jupyterlab", "anywidget") if not find_spec(name)]:
        raise ModuleNotFoundError(
            f"found no {missing[0]}, expected the packages of the extra 'lab': "
            "pip install 'disentangle-edu[lab]'."
        )
    from jupyterlab.labapp import main

    folder = Path(options.folder)
    if not (folder / FIRST).exists():
        notebooks(options)
    main(
        [f"--ServerApp.root_dir={folder.resolve()}", f"--LabApp.default_url=/lab/tree/{FIRST}"]
        + ["--allow-root"] * (getattr(os, "geteuid", lambda: 1)() == 0)
    )
    return 0

"""`disentangle-edu zoo`: the table of models that learned, what it says, and how it is made."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from .commands import records
from .terminal import say, say_json

if TYPE_CHECKING:
    import pandas as pd

    from ..worlds.images import ImageWorld

Options = argparse.Namespace


def zoo(options: Options) -> int:
    """Print one view of a zoo's table, or fill a folder with a zoo; returns the exit status."""
    if options.train is not None:
        return _train(options)
    for name in ("images", "quick", "scheduler"):
        if getattr(options, name):
            raise ValueError(f"--{name}: found it without --train, expected --train FOLDER.")
    from ..zoo import shelf

    table = shelf.table(options.folder)
    if options.plot:
        return _plot(table, options.plot)
    shown = _view(table, options)
    if options.json:
        say_json(records(shown))
    else:
        say(_printed(shown))
        if "share" in shown.attrs:
            say(
                f"{' and '.join(options.disagree)} order {shown.attrs['share']:.1%} of all pairs "
                "differently"
            )
    return 0


def _view(table: "pd.DataFrame", options: Options) -> "pd.DataFrame":
    """The table that was asked for."""
    from ..zoo import ranks

    if options.ranks:
        return ranks.intervals(table)
    if options.disagree:
        return ranks.disagreements(table, *options.disagree)
    if options.task:
        return ranks.foretelling(table, options.task, options.samples)
    return table.reset_index()


def _printed(table: "pd.DataFrame") -> str:
    """Numbers to three digits after the point, nothing left out."""
    import pandas as pd

    with pd.option_context("display.width", None, "display.max_columns", None):
        return table.to_string(index=False, float_format=lambda x: f"{x:.3f}", na_rep="-")


def _plot(table: "pd.DataFrame", path: str) -> int:
    """Rank correlations as a picture, written with matplotlib."""
    from ..zoo.plots import plot_correlations

    axes = plot_correlations(table)
    try:
        axes.figure.savefig(path, bbox_inches="tight")
    except ValueError as error:  # an ending that matplotlib does not know
        raise ValueError(f"--plot: found {path!r}, expected a picture's name ({error}).") from None
    say(f"wrote {path}")
    return 0


# ------------------------------------------------------------------------------------- training


def _train(options: Options) -> int:
    from tqdm import tqdm

    from ..zoo import building, plan, shelf

    if (options.backend == "dask") != (options.scheduler is not None):
        raise ValueError(
            "--backend, --scheduler: found one of them alone, expected "
            "--backend dask --scheduler ADDRESS together."
        )
    own, folder = _own_world(options), Path(options.train)
    recipes = plan.plan(options.quick, [own.name] if own else plan.WORLDS)
    total = building.cost(folder, recipes)
    with tqdm(
        total=total,
        bar_format="{percentage:3.0f}% |{bar}| {elapsed}, {remaining} left",
        smoothing=0,
        disable=None,
    ) as bar:
        judged = building.build(
            folder,
            recipes,
            own,
            jobs=options.jobs,
            cluster=options.scheduler,
            progress=bar.update,
        )
    shelf.shelve(folder, judged, building.read(folder, shelf.kept(recipes)), own)
    say(f"wrote {folder / shelf.TABLE}: {len(judged)} models", file=sys.stderr)
    return 0


def _own_world(options: Options) -> "ImageWorld | None":
    from ..worlds.images import load_images

    return load_images(options.images) if options.images else None

"""`disentangle-edu zoo`: the table of trained models, views of it, and training."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from ..types import Row
from .commands import records, to_write
from .terminal import say, say_json

if TYPE_CHECKING:
    import pandas as pd

    from ..worlds.images import ImageWorld
    from ..worlds.sentences import TextWorld
    from ..zoo.configs import Recipe

Options = argparse.Namespace
R = TypeVar("R", bound="Recipe")
SUMMARISED = ["mig", "dcimig", "sap", "modularity"]
WIDTH = 80  # characters per line of a terminal
TIME_IS_UP = 3  # exit status of an unfinished training


def zoo(options: Options) -> int:
    """Print one view of a zoo's table, or fill a folder with a zoo; returns the exit status."""
    if options.train is not None:
        return _train_zoo(options)
    for name in ("images", "classify", "quick", "pair", "scheduler", "minutes"):
        if getattr(options, name):
            raise ValueError(f"--{name}: found it without --train, expected --train FOLDER.")
    from ..zoo import pretrained, pretrained_text

    if options.text and (options.ranks or options.disagree or options.predictor or options.plot):
        raise ValueError("--text: found it with another view, expected the table or --json.")
    if options.within and not options.predictor:
        raise ValueError(
            "--within: found it without --predictor, expected --predictor PREDICTOR too."
        )
    picture = to_write(options.plot, "--plot", _picture_suffixes()) if options.plot else None
    table = (pretrained_text if options.text else pretrained).table(options.folder)
    if picture:
        return _write_plot(table, picture)
    viewed = options.ranks or options.disagree or options.predictor
    view = _select_view(table, options)
    if options.json:
        say_json(records(view))
    elif viewed or options.wide:
        say(_format_table(view, options.wide))
    else:
        say(
            _format_table(_summarize(table)),
            "",
            f"Means over {len(table)} models; --wide prints each model with "
            f"{view.shape[1]} columns.",
        )
    if not options.json and "share" in view.attrs:
        say(
            f"{' and '.join(options.disagree)} order {view.attrs['share']:.1%} of all pairs "
            "differently"
        )
    return 0


def _summarize(table: "pd.DataFrame") -> "pd.DataFrame":
    """The means of some scores over the models of each world and objective."""
    groups = table.groupby(["world", "objective"], sort=False)
    means = groups[SUMMARISED].mean()
    means.insert(0, "models", groups.size())
    return means.reset_index()


def _select_view(table: "pd.DataFrame", options: Options) -> "pd.DataFrame":
    """The requested table."""
    from ..zoo import rank_correlation

    if options.ranks:
        return rank_correlation.intervals(table)
    if options.disagree:
        return rank_correlation.disagreements(table, *options.disagree)
    if options.predictor and options.within:
        return rank_correlation.within_recipe_correlations(
            table, options.predictor, options.samples
        )
    if options.predictor:
        return rank_correlation.task_correlations(table, options.predictor, options.samples)
    return table.reset_index()


def _format_table(table: "pd.DataFrame", full_width: bool = False) -> str:
    """A table as text with three decimals, its columns in blocks unless it has the full width."""
    return table.to_string(
        index=False,
        float_format=lambda x: f"{x:.3f}",
        na_rep="-",
        line_width=None if full_width else WIDTH,
    )


def _write_plot(table: "pd.DataFrame", path: Path) -> int:
    """Write rank correlations as a picture, with matplotlib."""
    from ..cache import atomic_path
    from ..zoo.plots import plot_correlations

    axes = plot_correlations(table)
    with atomic_path(path) as file:
        axes.figure.savefig(file, format=path.suffix[1:].lower(), bbox_inches="tight")
    say(f"wrote {path}")
    return 0


def _picture_suffixes() -> tuple[str, ...]:
    """The endings of the pictures that matplotlib writes."""
    from matplotlib.backend_bases import FigureCanvasBase

    return tuple(f".{name}" for name in FigureCanvasBase.filetypes)


# ------------------------------------------------------------------------------------- training


def _train_zoo(options: Options) -> int:
    if (options.backend == "dask") != (options.scheduler is not None):
        raise ValueError(
            "--backend, --scheduler: found only one of them, expected "
            "--backend dask --scheduler ADDRESS together."
        )
    kinds = [f"--{name}" for name in ("text", "images", "pair") if getattr(options, name)]
    if len(kinds) > 1:
        raise ValueError(f"{', '.join(kinds)}: found them together, expected one of them.")
    if options.classify and (options.quick or not options.text):
        raise ValueError(
            "--classify: found it with --quick or without --text, expected --text --train FOLDER."
        )
    folder = Path(options.train)
    return _train_sentences(folder, options) if options.text else _train_images(folder, options)


def _train_images(folder: Path, options: Options) -> int:
    from ..worlds.images import image_world
    from ..zoo import build, configs, pretrained

    user_world, steps = _load_user_world(options), None
    recipes = configs.plan(options.quick, [user_world.name] if user_world else configs.WORLDS)
    if options.pair:
        user_world, recipes, steps = (
            image_world(configs.PAIR[0].world),
            list(configs.PAIR),
            configs.PAIR_STEPS,
        )
    judged, done = _build_models(folder, recipes, options, user_world, steps)
    pretrained.save_zoo(
        folder, judged, build.load_models(folder, pretrained.with_codes(done)), user_world
    )
    if options.pair and len(done) == len(recipes):
        from ..zoo.features import shelve_features

        shelve_features(folder)
    return _report_written(folder / pretrained.TABLE, len(done), len(recipes))


def _train_sentences(folder: Path, options: Options) -> int:
    from ..worlds.sentences import labelled_texts
    from ..zoo import build, configs, pretrained_text

    user_world = labelled_texts(options.classify) if options.classify else None
    recipes = configs.text_plan(options.quick, user_world.name if user_world else "")
    steps = configs.QUICK_STEPS if options.quick else None
    judged, done = _build_models(folder, recipes, options, user_world, steps)
    pretrained_text.save_zoo(
        folder, judged, build.load_models(folder, pretrained_text.with_codes(done)), user_world
    )
    return _report_written(folder / pretrained_text.TABLE, len(done), len(recipes))


def _report_written(table: Path, done: int, planned: int) -> int:
    """Print what was written; return the exit status."""
    say(f"wrote {table}: {done} models", file=sys.stderr)
    if done == planned:
        return 0
    say(f"The time was up: {planned - done} of {planned} models are left.", file=sys.stderr)
    say("Run the same command to train them.", file=sys.stderr)
    return TIME_IS_UP


def _build_models(
    folder: Path,
    recipes: "Sequence[R]",
    options: Options,
    user_world: "ImageWorld | TextWorld | None" = None,
    steps: int | None = None,
) -> tuple[list[Row], "list[R]"]:
    """Scores and the recipes of the models; a bar shows the remaining time."""
    from tqdm import tqdm

    from ..zoo import build

    with tqdm(
        total=build.cost(folder, recipes, steps),
        bar_format="{percentage:3.0f}% |{bar}| {elapsed}, {remaining} left",
        smoothing=0,
        disable=None,
    ) as bar:
        judged = build.build(
            folder,
            recipes,
            user_world,
            steps=steps,
            jobs=options.jobs,
            cluster=options.scheduler,
            minutes=options.minutes,
            progress=bar.update,
        )
    if not judged:
        raise ValueError(
            f"--minutes: found {options.minutes}, in which no model was finished, expected more; "
            "run the same command to resume."
        )
    return judged, build.finished(folder, recipes)


def _load_user_world(options: Options) -> "ImageWorld | None":
    from ..worlds.images import load_images

    return load_images(options.images) if options.images else None

"""Metrics from other files and from installed packages."""

import functools
import importlib.util
import sys
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

from .terminal import say

GROUP = "disentangle_edu.metrics"  # group of entry points for modules with metrics


def bring(files: list[str]) -> None:
    """Add the metrics of the files, and of the modules that installed packages name.

    A broken package is left out, and a note says so. If a file fails or defines no metric, raises
    ValueError with the error of the file.
    """
    from ..metric import METRICS

    for entry in metadata.entry_points(group=GROUP):
        if error := _run_and_catch(entry.load):
            say(
                f"disentangle-edu: note: the entry point {entry.name!r} of the package "
                f"{_package_name(entry)!r} is left out: {type(error).__name__}: {error}",
                file=sys.stderr,
            )
    for name in files:
        before, path = dict(METRICS), Path(name)
        if not path.is_file():
            raise FileNotFoundError(f"--plugin: found no file {name!r}, expected a Python file.")
        if path.suffix != ".py":
            raise ValueError(f"--plugin: found {name!r}, expected a name that ends in .py.")
        spec = importlib.util.spec_from_file_location(f"plugin_{path.stem}", path)
        assert spec and spec.loader
        module = importlib.util.module_from_spec(spec)
        if error := _run_and_catch(functools.partial(spec.loader.exec_module, module)):
            raise ValueError(
                f"--plugin: found {type(error).__name__} in {name!r} ({error}), expected a file "
                "that runs."
            ) from error
        if before == METRICS:
            raise ValueError(f"--plugin: found no metric in {name!r}, expected @metric there.")


def _run_and_catch(run: Callable[[], object]) -> BaseException | None:
    """Run code that defines metrics. If it fails, remove its metrics and return the error."""
    from ..metric import METRICS

    before = dict(METRICS)
    try:
        run()
        _check_metrics()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # the file may raise anything, or call sys.exit
        METRICS.clear()
        METRICS.update(before)
        return error
    return None


def _check_metrics() -> None:
    """Raise TypeError if an entry of METRICS is not a metric."""
    from ..metric import METRICS

    for name, function in METRICS.items():
        if not hasattr(function, "formula"):
            raise TypeError(f"{name} was added to METRICS without @metric")


def _package_name(entry: metadata.EntryPoint) -> str:
    """The name of the package that has an entry point."""
    return (entry.dist and entry.dist.name) or "without a name"

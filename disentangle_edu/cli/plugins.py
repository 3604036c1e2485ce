"""Metrics from elsewhere: a file that is named, or a package that is installed."""

import importlib.util
from importlib import metadata
from pathlib import Path

GROUP = "disentangle_edu.metrics"  # entry points that name modules with metrics


def bring(files: list[str]) -> None:
    """Run the files, and the modules that installed packages name, so that their metrics are there.

    Raises ValueError, with the file's own error in it, for one that fails or makes no metric.
    """
    from ..making import METRICS

    for entry in metadata.entry_points(group=GROUP):
        entry.load()
    for name in files:
        before, path = dict(METRICS), Path(name)
        if not path.is_file():
            raise FileNotFoundError(f"--plugin: found no file {name!r}, expected a Python file.")
        if path.suffix != ".py":
            raise ValueError(f"--plugin: found {name!r}, expected a name that ends in .py.")
        spec = importlib.util.spec_from_file_location(f"plugin_{path.stem}", path)
        assert spec and spec.loader
        try:
            spec.loader.exec_module(importlib.util.module_from_spec(spec))
        except Exception as error:  # whatever the file does
            raise ValueError(
                f"--plugin: found {type(error).__name__} in {name!r} ({error}), expected a file "
                "that runs."
            ) from error
        if before == METRICS:
            raise ValueError(f"--plugin: found no metric in {name!r}, expected @metric there.")

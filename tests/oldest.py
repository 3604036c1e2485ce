"""Print the lowest versions that pyproject.toml allows, as constraints for pip.

Those of what the package itself stands on; the tools that test it may be new.
"""

import re
import tomllib
from pathlib import Path

PROJECT = tomllib.loads(Path(__file__).parents[1].joinpath("pyproject.toml").read_text())["project"]


def lowest():
    """A line name==version for every requirement of the package and of its extra `lab`."""
    needed = PROJECT["dependencies"] + PROJECT["optional-dependencies"]["lab"]
    return [re.sub(r">=([\d.]+).*", r"==\1", requirement) for requirement in needed]


if __name__ == "__main__":
    print("\n".join(lowest()))

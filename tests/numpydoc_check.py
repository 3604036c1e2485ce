"""Check the docstrings of public objects: numpydoc's rules, summaries, examples, See Also.

python tests/numpydoc_check.py                       all modules
python tests/numpydoc_check.py measures.information  only these

It prints a line for each finding, and ends with status 1 if there is one.
"""

import doctest
import functools
import importlib
import inspect
import pkgutil
import pydoc
import re
import sys
import time
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from operator import attrgetter
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

try:
    from numpydoc.docscrape import NumpyDocString
    from numpydoc.validate import validate
except ModuleNotFoundError:
    print("Docstrings: not checked, because numpydoc is not installed (pip install numpydoc).")
    sys.exit(0)

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import disentangle_edu  # noqa: E402
from disentangle_edu.measure import Measure  # noqa: E402
from disentangle_edu.metric import Metric  # noqa: E402

RULES = {
    "GL08": "has no docstring",
    "SS01": "has no summary",
    "SS03": "has a summary without a full stop",
    "PR01": "has parameters without documentation",
    "PR02": "documents parameters that do not exist",
    "PR04": "has a parameter without a type",
    "PR10": "has a parameter without a space before its colon",
    "RT01": "has no section Returns",
    "EX01": "has no example",
}
# Modules that users do not import; their docstrings are written for contributors.
INTERNAL = (
    "__main__",
    "chapters*",
    "classroom*",
    "cli*",
    "claims.almudevar2024*",
    "claims.course",
    "claims.geyer2024*",
    "claims.joshi2026*",
    "claims.on_sprites",
    "claims.sepliarskaia2019*",
    "claims.zhang2021*",
    # the training of the zoo
    "zoo.build",
    "zoo.training_state",
    "zoo.configs",
    "zoo.objectives",
    "zoo.sentences",
    "zoo.text_decoder",
    "zoo.tiny_vae",
    "zoo.training",
)
PACKAGE = disentangle_edu.__name__
METHODS = (type(lambda: 0), classmethod, staticmethod, property, functools.cached_property)


def module_names() -> list[str]:
    """The modules whose public objects are checked, without the package's name."""
    found = [PACKAGE]
    found += [m.name for m in pkgutil.walk_packages(disentangle_edu.__path__, f"{PACKAGE}.")]
    names = [name.removeprefix(PACKAGE).removeprefix(".") for name in found]
    return [name for name in names if not any(fnmatch(name, known) for known in INTERNAL)]


class PublicObject(NamedTuple):
    """A public function, class, method, metric or measure."""

    name: str  # including the module
    module: str
    value: Any
    is_method: bool = False


def public_objects(module: str) -> Iterator[PublicObject]:
    """The public objects that a module defines."""
    for name, value in vars(importlib.import_module(module)).items():
        callable_ = inspect.isfunction(value) or isinstance(value, type | Metric | Measure)
        if name.startswith("_") or not callable_ or value.__module__ != module:
            continue
        yield PublicObject(f"{module}.{name}", module, value)
        for member, method in vars(value).items() if isinstance(value, type) else ():
            if not member.startswith("_") and isinstance(method, METHODS):
                yield PublicObject(f"{module}.{name}.{member}", module, method, is_method=True)


def findings(thing: PublicObject) -> list[str]:
    """What is wrong with one object's docstring, as sentences without a subject."""
    try:
        parsed = NumpyDocString(inspect.getdoc(thing.value) or "")
    except ValueError as error:
        return [f"cannot be read: {str(error).splitlines()[0]}"]
    codes = {code: message for code, message in validate(thing.name)["errors"] if code in RULES}
    if thing.is_method:
        codes.pop("EX01", None)
    if isinstance(thing.value, Metric | Measure) and not parsed["Returns"]:
        codes["RT01"] = ""  # numpydoc requires this section for functions only
    return [
        *(f"{code} {RULES[code]}{_detail(message)}" for code, message in codes.items()),
        *_summary_findings(" ".join(parsed["Summary"])),
        *_example_findings(inspect.getdoc(thing.value) or ""),
        *_see_also_findings(parsed["See Also"], sys.modules[thing.module]),
    ]


def _detail(message: str) -> str:
    """The names that a numpydoc message mentions."""
    names = sorted(set(re.findall(r"['\"]([\w*.]+)['\"]", message)))
    return f": {', '.join(names)}" if names else ""


def _summary_findings(summary: str) -> Iterator[str]:
    if summary and not re.match(r"[A-Z0-9`(\"'|\[]", summary):
        yield f"has a summary without a capital letter: {summary[:50]!r}"
    if "?" in summary:
        yield f"has a question as its summary: {summary[:50]!r}"
    elif summary and not summary.endswith("."):
        yield f"has a summary without a full stop: {summary[-50:]!r}"


def _example_findings(text: str) -> Iterator[str]:
    try:
        for example in doctest.DocTestParser().get_examples(text):
            compile(example.source, "example", "single")
    except ValueError as error:
        yield f"has an example that doctest cannot read: {error}"
    except SyntaxError as error:
        yield f"has an example that Python cannot read: {error.text!r}"


def _see_also_findings(entries: list[tuple[list, list]], module: ModuleType) -> Iterator[str]:
    for names, _ in entries:
        for name, _ in names:
            if not _exists(name, module):
                yield f"names {name} in See Also, which does not exist"


def _exists(name: str, module: ModuleType) -> bool:
    """Whether a name is defined in a module, or is the full name of an object."""
    try:
        attrgetter(name)(module)
        return True
    except AttributeError:
        return pydoc.locate(name) is not None


def check(modules: Iterable[str]) -> tuple[int, list[str]]:
    """Check modules: the number of objects, and a line for each finding."""
    n_objects, lines = 0, []
    for module in modules:
        for thing in public_objects(f"{PACKAGE}.{module}".rstrip(".")):
            n_objects += 1
            lines += [f"{thing.name}: {found}" for found in findings(thing)]
    return n_objects, lines


def main(arguments: list[str]) -> int:
    """Print the findings and the seconds taken; return the exit status."""
    start = time.perf_counter()
    n_objects, lines = check(arguments or module_names())
    print(*lines, sep="\n", end="\n" if lines else "")
    found = f"{len(lines)} findings" if lines else "no finding"
    seconds = time.perf_counter() - start
    print(f"Docstrings: {n_objects} public objects, {found}, {seconds:.0f} seconds.")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

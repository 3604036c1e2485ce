"""Write disentangle_edu/metrics.pyi: the signatures that decorated metrics have, for editors.

What a metric takes is what its formula, its measure and `convention` take together. Python knows
that when it runs; no type can say it of a decorator. So a stub says it, written from the signatures
themselves. `make stubs` writes it anew, a test tells when the two differ.
"""

import inspect
import re
import subprocess
import sys
import typing
from pathlib import Path

from disentangle_edu import core, making, metrics
from disentangle_edu.conventions import CONVENTIONS, OURS

STUB = Path(metrics.__file__).with_suffix(".pyi")
HEAD = '"""Signatures of the metrics, written by `make stubs` from those that they have."""\n\n'
PLAIN = (bool, int, float, str, type(None))
SHORT = {
    inspect.formatannotation(core.Floats): "disentangle_edu.core.Floats",
    "numpy.random._generator.": "numpy.random.",
}


def stub() -> str:
    """The text of the stub."""
    found = {name: one for name, one in vars(metrics).items() if making.METRICS.get(name) is one}
    body = "\n\n".join(_metric(name, one) for name, one in found.items())
    others = "\n".join(
        f"def {name}{_written(inspect.signature(one))}: ..."
        for name, one in vars(metrics).items()
        if inspect.isfunction(one) and one.__module__ == metrics.__name__ and name not in found
        if not name.startswith("_")
    )
    text = _imported(f"{others}\n\n{body}\n")
    return _ruff(["format"], _ruff(["check", "--select=I", "--fix"], HEAD + text))


def _ruff(command: list[str], text: str) -> str:
    """The text after ruff has put it in order."""
    run = [sys.executable, "-m", "ruff", *command, "--stdin-filename", str(STUB), "-"]
    return subprocess.run(run, input=text, capture_output=True, text=True, check=True).stdout


def _metric(name: str, one: making.Metric) -> str:
    """A class whose call has the signature and the docstring of a metric, and the metric as one.

    Behind the metric the docstring stands again: there an editor looks for what it shows.
    """
    signature = inspect.signature(one)
    options = dict(signature.parameters)
    served = tuple(c for c, one in CONVENTIONS.items() if c == OURS or name in one.metrics)
    options["convention"] = options["convention"].replace(annotation=typing.Literal[served])
    itself = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
    called = signature.replace(parameters=[itself, *options.values()])
    words = "\n        ".join((inspect.getdoc(one) or "").splitlines())
    shown = inspect.getdoc(one) or ""
    return (
        f"class _{name}(Metric, Protocol):\n    def __call__{_written(called)}:\n"
        f'        r"""{words}\n        """\n\n{name}: _{name}\nr"""{shown}\n"""'
    )


def _written(signature: inspect.Signature) -> str:
    """A signature as source, with defaults that can stand in a stub."""
    plain = [
        p if p.default is p.empty or isinstance(p.default, PLAIN) else p.replace(default=...)
        for p in signature.parameters.values()
    ]
    text = str(signature.replace(parameters=plain)).replace("Ellipsis", "...")
    for long, short in SHORT.items():
        text = text.replace(long, short)
    return text


def _imported(text: str) -> str:
    """The text after imports of all that it names; our own nouns are named without their module."""
    ours = set(re.findall(r"\bdisentangle_edu(\.[\w.]+)\.([A-Z]\w*)", text)) | {
        (".making", "Metric")
    }
    text = re.sub(r"\bdisentangle_edu\.[\w.]+\.([A-Z]\w*)", r"\1", text)
    code = re.sub(r'r""".*?"""', "", text, flags=re.DOTALL)
    modules = set(re.findall(r"\b((?:[a-z_]\w*\.)+)[A-Z_]\w*", code))
    typed = {
        (" typing", word) for word in typing.__all__ if re.search(rf"(?<![\w.]){word}\b", code)
    }
    lines = [f"import {module[:-1]}" for module in sorted(modules)]
    lines += [f"from {module.strip()} import {name}" for module, name in sorted(typed | ours)]
    return "\n".join(lines) + "\n\n" + text


if __name__ == "__main__":
    STUB.write_text(stub(), encoding="utf-8")

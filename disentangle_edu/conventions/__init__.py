"""Conventions: under whose settings a score is made. What each library sets is data.

`mig(rep, convention="ubisoft")` is `mig` with the options written in `libraries.settings`.
"""

from dataclasses import dataclass, field
from typing import Any, Protocol

from ..validation import shown

OURS = "ours"
Options = dict[str, Any]  # of a metric
# Kinds of input that some libraries do not serve:
DEAD, SMOOTH = "dead latents", "continuous factors"
DEAD_BESIDE_SMOOTH = "dead latents together with continuous factors"


@dataclass(frozen=True)
class Convention:
    """One library's way of measuring.

    library, commit : what was read and run.
    metrics : {metric: options}, the options of our own metric that make it theirs.
    cannot : {(metric, kind of input): what the library does there}, for input it does not serve.
    errs : {metric: words}, mistakes that are described here and not imitated.
    why : {choice: reason}, given for our own convention.
    """

    library: str
    commit: str = ""
    metrics: dict[str, Options] = field(default_factory=dict)
    cannot: dict[tuple[str, str], str] = field(default_factory=dict)
    errs: dict[str, str] = field(default_factory=dict)
    why: dict[str, str] = field(default_factory=dict)


CONVENTIONS: dict[str, Convention] = {}  # filled by `libraries.settings`


class Described(Protocol):
    """What is read here of a Representation."""

    factor_names: tuple[str, ...]
    factor_kinds: tuple[str, ...]

    @property
    def dead_latents(self) -> list[str]:
        """Names of the latents that never move."""

    @property
    def cyclic_factors(self) -> list[str]:
        """Names of the factors that return."""


def known(convention: str) -> Convention:
    """The Convention of that name. Raises ValueError for an unknown one."""
    if not isinstance(convention, str) or convention not in CONVENTIONS:
        raise ValueError(
            f"convention: found {shown(convention)}, expected one of {', '.join(CONVENTIONS)}."
        )
    return CONVENTIONS[convention]


def settings(convention: str, metric: str) -> Options:
    """The options that a convention gives a metric.

    Raises ValueError for an unknown convention, or one without that metric.
    """
    metrics = known(convention).metrics
    if convention != OURS and metric not in metrics:
        raise ValueError(
            f"convention: {convention!r} has no {metric}, expected one of {', '.join(metrics)}, "
            "or another convention."
        )
    return dict(metrics.get(metric, {}))


def refuse(convention: str, metric: str, rep: Described) -> None:
    """Raise ValueError where the library itself has no answer to this input.

    We print no number in its name there.
    """
    cannot = known(convention).cannot
    if convention != OURS and (angles := rep.cyclic_factors):
        raise ValueError(
            f"convention: found the cyclic {angles[0]!r} under {convention!r}, whose library knows "
            f"no factor that returns, expected {OURS!r}, or the factor without that kind."
        )
    kinds = zip(rep.factor_names, rep.factor_kinds)
    smooth = [name for name, kind in kinds if kind == "continuous"]
    for what, found, advice in (
        (DEAD, rep.dead_latents, "Leave such latents out"),
        (DEAD_BESIDE_SMOOTH, rep.dead_latents if smooth else [], "Leave such latents out"),
        (SMOOTH, smooth, "Cut such factors into labels first, e.g. with pandas.cut"),
    ):
        if found and (metric, what) in cannot:
            raise ValueError(
                f"convention: {convention!r} cannot serve {what} in {metric} (found "
                f"{', '.join(found[:3])}): the library {cannot[metric, what]}. "
                f"{advice}, or take another convention."
            )

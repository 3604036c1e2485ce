"""Conventions: under whose settings a score is made. What each library sets is data, in `libraries.settings`.

`mig(rep, convention="ubisoft")` is `mig` with the options written there.
"""

from dataclasses import dataclass, field

OURS = "ours"
DEAD, SMOOTH = (
    "dead latents",
    "continuous factors",
)  # kinds of input that some libraries do not serve


@dataclass(frozen=True)
class Convention:
    """One library's way of measuring.

    library, commit : what was read and run.
    metrics : {metric: options}, the options of our own metric that make it theirs.
    cannot : {(metric, DEAD or SMOOTH): what the library does there}, for input it does not serve.
    errs : {metric: words}, mistakes that are described here and not imitated.
    why : {choice: reason}, given for our own convention.
    """

    library: str
    commit: str = ""
    metrics: dict = field(default_factory=dict)
    cannot: dict = field(default_factory=dict)
    errs: dict = field(default_factory=dict)
    why: dict = field(default_factory=dict)


CONVENTIONS: dict[str, Convention] = {}  # filled by `libraries.settings`


def known(convention):
    """The Convention of that name. Raises ValueError for an unknown one."""
    if not isinstance(convention, str) or convention not in CONVENTIONS:
        raise ValueError(
            f"convention: found {convention!r}, expected one of {', '.join(CONVENTIONS)}."
        )
    return CONVENTIONS[convention]


def settings(convention, metric):
    """The options that a convention gives a metric. Raises ValueError for an unknown convention, or one without that metric."""
    metrics = known(convention).metrics
    if convention != OURS and metric not in metrics:
        raise ValueError(
            f"convention: {convention!r} has no {metric}, expected one of {', '.join(metrics)}, or another convention."
        )
    return dict(metrics.get(metric, {}))


def refuse(convention, metric, rep):
    """Raise ValueError where the library itself has no answer to this input: we print no number in its name."""
    cannot = CONVENTIONS[convention].cannot
    smooth = [
        name for name, kind in zip(rep.factor_names, rep.factor_kinds) if kind == "continuous"
    ]
    for what, found, advice in (
        (DEAD, rep.dead_latents, "Leave such latents out"),
        (SMOOTH, smooth, "Cut such factors into labels first, e.g. with pandas.cut"),
    ):
        if found and (metric, what) in cannot:
            raise ValueError(
                f"convention: {convention!r} cannot serve {what} in {metric} (found {', '.join(found[:3])}): the library "
                f"{cannot[metric, what]}. {advice}, or take another convention."
            )

"""The form of a convention, and the kinds of input that some libraries do not support."""

from dataclasses import dataclass, field
from typing import Any

OURS = "ours"
Options = dict[str, Any]  # of a metric
# Kinds of input that some libraries do not support:
DEAD, SMOOTH = "dead latents", "continuous factors"
DEAD_BESIDE_SMOOTH = "dead latents together with continuous factors"


@dataclass(frozen=True)
class Convention:
    """Settings with which one library computes its scores.

    Parameters
    ----------
    library : str
        The library that was read and run.
    commit : str, default=''
        Its commit or version.
    metrics : dict of str to dict, default={}
        Options of our metrics that give the scores of the library, by the name of the metric.
    unsupported : dict of (str, str) to str, default={}
        What the library does with input that it does not support, by the name of the metric and the
        kind of input.
    known_errors : dict of str to str, default={}
        Mistakes of the library that are described but not imitated, by the name of the metric.
    reasons : dict of str to str, default={}
        Reasons for each choice; only our own convention has them.

    See Also
    --------
    disentangle_edu.CONVENTIONS : All conventions by name.

    Examples
    --------
    >>> from disentangle_edu import CONVENTIONS
    >>> CONVENTIONS["ubisoft"].metrics["dcimig"]
    {'bins': 10, 'factor_bins': 10}
    """

    library: str
    commit: str = ""
    metrics: dict[str, Options] = field(default_factory=dict)
    unsupported: dict[tuple[str, str], str] = field(default_factory=dict)
    known_errors: dict[str, str] = field(default_factory=dict)
    reasons: dict[str, str] = field(default_factory=dict)

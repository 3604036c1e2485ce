"""Conventions: the settings under which each library computes a score.

`mig(rep, convention="ubisoft")` is `mig` with the options listed in `conventions.presets`.
"""

from typing import Protocol

from ..validation import short_repr
from .convention import DEAD as DEAD
from .convention import DEAD_BESIDE_SMOOTH as DEAD_BESIDE_SMOOTH
from .convention import OURS as OURS
from .convention import SMOOTH as SMOOTH
from .convention import Convention as Convention
from .convention import Options as Options
from .presets import CONVENTIONS as CONVENTIONS


class Described(Protocol):
    """Protocol of the attributes of a Representation that conventions use.

    Parameters
    ----------
    *args : tuple
        Not used; a protocol has no objects of its class.
    **kwargs : dict
        Not used; a protocol has no objects of its class.

    Examples
    --------
    >>> from disentangle_edu import Representation
    >>> rep: Described = Representation([[0], [1], [0], [1]], [[0.1], [0.8], [0.2], [0.9]])
    >>> rep.dead_latents
    []
    """

    factor_names: tuple[str, ...]
    factor_types: tuple[str, ...]

    @property
    def dead_latents(self) -> list[str]:
        """Names of the latents that are constant."""

    @property
    def cyclic_factors(self) -> list[str]:
        """Names of the cyclic factors."""


def known(convention: str) -> Convention:
    """Return the Convention with a name.

    Parameters
    ----------
    convention : str
        Name of the convention.

    Returns
    -------
    found : Convention
        The convention.

    Raises
    ------
    ValueError
        If no convention has that name.

    Examples
    --------
    >>> known("ubisoft").commit
    '05d5667'
    """
    if not isinstance(convention, str) or convention not in CONVENTIONS:
        raise ValueError(
            f"convention: found {short_repr(convention)}, expected one of {', '.join(CONVENTIONS)}."
        )
    return CONVENTIONS[convention]


def settings(convention: str, metric: str) -> Options:
    """Return the options that a convention gives a metric.

    Parameters
    ----------
    convention : str
        Name of the convention.
    metric : str
        Name of the metric.

    Returns
    -------
    options : dict of str to object
        Options of our metric; all other options have their defaults.

    Raises
    ------
    ValueError
        If the convention is unknown or does not have the metric.

    Examples
    --------
    >>> settings("disent", "mig")
    {'bins': 20}
    """
    metrics = known(convention).metrics
    if convention != OURS and metric not in metrics:
        raise ValueError(
            f"convention: {convention!r} has no {metric}, expected one of {', '.join(metrics)}, "
            "or another convention."
        )
    return dict(metrics.get(metric, {}))


def refuse(convention: str, metric: str, rep: Described) -> None:
    """Raise ValueError if the library of a convention has no result for this input.

    A score under the name of the library is not computed in this case.

    Parameters
    ----------
    convention : str
        Name of the convention.
    metric : str
        Name of the metric.
    rep : Representation
        The samples to be scored.

    Raises
    ------
    ValueError
        If the library does not support constant latents, continuous factors or cyclic factors, and
        `rep` has some. The error describes what the library does with them.

    Examples
    --------
    >>> from disentangle_edu import Representation
    >>> rep = Representation([[0], [1], [0], [1]], [[0.1], [0.8], [0.2], [0.9]])
    >>> refuse("ours", "mig", rep)
    >>> turning = Representation(rep.factors, rep.latents, factor_types="cyclic")
    >>> refuse("ubisoft", "mig", turning)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    ValueError: convention: found the cyclic 'factor 1' under 'ubisoft', which ...
    """
    unsupported = known(convention).unsupported
    if convention != OURS and (angles := rep.cyclic_factors):
        raise ValueError(
            f"convention: found the cyclic {angles[0]!r} under {convention!r}, which does not "
            f"support cyclic factors, expected {OURS!r}, or factor_types='continuous'."
        )
    kinds = zip(rep.factor_names, rep.factor_types)
    smooth = [name for name, kind in kinds if kind == "continuous"]
    for what, offending, advice in (
        (DEAD, rep.dead_latents, "Leave such latents out"),
        (DEAD_BESIDE_SMOOTH, rep.dead_latents if smooth else [], "Leave such latents out"),
        (SMOOTH, smooth, "Bin such factors first, e.g. with pandas.cut"),
    ):
        if offending and (metric, what) in unsupported:
            raise ValueError(
                f"convention: {convention!r} does not support {what} in {metric} (found "
                f"{', '.join(offending[:3])}): the library {unsupported[metric, what]}. "
                f"{advice}, or take another convention."
            )

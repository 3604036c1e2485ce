"""Scores while something learns: batches of latents in, a number for each metric out.

tracker = Tracker(factors, metrics=["mig", "sap"])
for step in range(1_000):
...
if step % 100 == 0:
for batch in batches:
tracker.update(encoder(batch))
logged = tracker.compute(step)     # {"mig": 0.31, "sap": 0.12}
tracker.table                              # a row for each step
tracker.picture()                          # a line for each metric
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .conventions import OURS
from .core import Representation
from .making import METRICS
from .scoring import named

if TYPE_CHECKING:
    import pandas as pd

    from .viz.svg import Picture


class Tracker:
    """Scores of a code at several steps of its training.

    factors : (n, K) of the samples that are coded at every step, in the order in which their
        batches come; a DataFrame's columns name them. None where each batch brings its own.
    metrics : names of METRICS; "mig,sap" is two of them.   convention : see `conventions`.
    kinds : options of Representation, such as factor_kinds="levels".

    `update` takes a batch, `compute` scores what came since the last time and begins anew, `reset`
    forgets it; the names are those of torchmetrics. Latents are numpy arrays, or PyTorch tensors on
    any device, which are detached and copied; PyTorch itself is not imported. Metrics that draw use
    seed 0, so that two steps differ by the code alone.

    >>> from disentangle_edu.worlds import examples
    >>> v = examples.grid(4, 4)
    >>> tracker = Tracker(v, metrics="mcc")
    >>> for mix in (0.5, 0.0):
    ...     tracker.update(v + mix * v[:, ::-1])
    ...     told = tracker.compute()
    >>> tracker.table["mcc"].round(2).tolist()
    [0.89, 1.0]
    """

    def __init__(
        self,
        factors: Any = None,
        metrics: str | Iterable[str] = ("mig",),
        *,
        convention: str = OURS,
        **kinds: Any,
    ) -> None:
        self.metrics = named(metrics)
        self.factors, self.convention, self.kinds = factors, convention, kinds
        self._steps: list[float] = []
        self._scores: list[dict[str, float]] = []
        self.reset()

    def reset(self) -> None:
        """Forget the batches since the last `compute`; what was computed stays."""
        self._latents: list[NDArray[np.float64]] = []
        self._own: list[NDArray[np.float64]] = []

    def update(self, latents: object, factors: object = None) -> None:
        """Take the latents of a batch, (b, L), and its factors where the tracker has none.

        Raises ValueError, and takes nothing, for a batch of another width or without its factors.
        """
        batch = as_table("latents", latents)
        if (factors is None) == (self.factors is None):
            found, expected = ("none", "them") if factors is None else ("some", "none")
            where = "with each batch" if self.factors is None else "since the tracker has its own"
            raise ValueError(f"factors: found {found}, expected {expected} {where}.")
        own = None if factors is None else as_table("factors", factors)
        if own is not None and len(own) != len(batch):
            raise ValueError(f"factors: found {len(own)} rows, expected {len(batch)} as latents.")
        if self._latents and batch.shape[1] != self._latents[0].shape[1]:
            width = self._latents[0].shape[1]
            raise ValueError(f"latents: found {batch.shape[1]} columns, expected {width}.")
        self._latents.append(batch)
        if own is not None:
            self._own.append(own)

    def compute(self, step: float | None = None) -> dict[str, float]:
        """Score the batches since the last time, and begin anew.

        step : where in the training that was; one more than the last one unless you say it.
        Returns {metric: value}. Raises ValueError where batches and factors do not belong together,
        or where a metric is not defined; then the batches stay, and nothing is written down.
        """
        if not self._latents:
            raise ValueError("compute: found no batch, expected one or more: call update first.")
        factors = np.concatenate(self._own) if self._own else self.factors
        latents = np.concatenate(self._latents)
        if len(factors) != len(latents):
            raise ValueError(
                f"compute: found {len(latents)} rows in all batches, expected {len(factors)}, as "
                "many as factors."
            )
        rep = Representation(factors, latents, **self.kinds)
        found = {m: float(METRICS[m](rep, convention=self.convention)) for m in self.metrics}
        self._steps.append(step if step is not None else self._steps[-1] + 1 if self._steps else 0)
        self._scores.append(found)
        self.reset()
        return found

    @property
    def table(self) -> "pd.DataFrame":
        """A row for each step, a column for each metric."""
        import pandas as pd

        return pd.DataFrame(self._scores, index=pd.Index(self._steps, name="step"))

    def picture(self) -> "Picture":
        """A line over the steps for each metric. Raises ValueError for fewer than two steps."""
        from .viz.pictures import curves_picture

        if len(self._steps) < 2:
            raise ValueError(f"picture: found {len(self._steps)} steps, expected two or more.")
        of = lambda name: [one[name] for one in self._scores]
        flat = [0.0] * len(self._steps)
        return curves_picture(
            {m: (self._steps, of(m), flat) for m in self.metrics}, "step", "score"
        )


def as_table(name: str, batch: object) -> NDArray[np.float64]:
    """A batch as an (n, columns) array of its own. Raises ValueError for another shape."""
    if hasattr(batch, "detach"):  # of PyTorch
        batch = batch.detach().cpu().double().numpy()  # numpy's own copy of one would warn
    found = np.array(batch, dtype=float)
    if found.ndim != 2:
        raise ValueError(f"{name}: found shape {found.shape}, expected rows and columns.")
    return found

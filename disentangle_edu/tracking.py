"""Scores of a code while a model is trained.

A `Tracker` takes batches of latents and returns a number for each metric:

>>> import numpy as np
>>> from disentangle_edu import Tracker
>>> factors = np.tile([[0, 0], [0, 1], [1, 0], [1, 1]], (100, 1))
>>> batches = np.split(factors + 0.0, 4)  # in the order of the factors
>>> encoder = lambda batch: batch @ [[1.0, 0.5], [0.0, 1.0]]
>>> tracker = Tracker(factors, metrics=["mig", "mcc"])
>>> for step in range(1_000):
...     # train the encoder here
...     if step % 100 == 0:
...         for batch in batches:
...             tracker.update(encoder(batch))
...         logged = tracker.compute(step)  # {"mig": 0.5, "mcc": 0.947...}
>>> tracker.table.shape  # a row for each step
(10, 2)
>>> picture = tracker.picture()  # a line for each metric
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .conventions import OURS
from .metric import METRICS
from .representation import Representation
from .scoring import resolve_metric_names

if TYPE_CHECKING:
    import pandas as pd

    from .viz.picture import Picture


class Tracker:
    """Scores of a code at several steps of its training.

    Call `update` for every batch and `compute` at the end of a step. The method names are those of
    torchmetrics.

    Parameters
    ----------
    factors : array-like of shape (n_samples, n_factors) or None, default=None
        Factors of the samples that are coded at every step, in the order of the batches. The
        columns of a DataFrame name the factors. With None, pass the factors of each batch to
        `update`.
    metrics : str or iterable of str, default=('mig',)
        Names of METRICS; "mig,sap" means two of them.
    convention : str, default='ours'
        Whose settings to use; see `CONVENTIONS`.
    **rep_options : dict
        Options of the Representation, such as `factor_types`.

    Attributes
    ----------
    table : DataFrame
        The scores so far: one row per step, one column per metric.
    metrics : list of str
        Names of the metrics.

    Raises
    ------
    ValueError
        If a metric is unknown.

    See Also
    --------
    disentangle_edu.score_all : Compute all scores of one Representation.

    Notes
    -----
    Latents may be numpy arrays, or PyTorch tensors on any device. Tensors are detached and copied.
    PyTorch itself is not imported. Metrics that involve chance use the seed 0, so two steps differ
    only by their code.

    Examples
    --------
    >>> from disentangle_edu import Tracker
    >>> from disentangle_edu.worlds import examples
    >>> v = examples.grid(4, 4)
    >>> tracker = Tracker(v, metrics="mcc")
    >>> for mix in (0.5, 0.0):
    ...     tracker.update(v + mix * v[:, ::-1])
    ...     scores = tracker.compute()
    >>> tracker.table["mcc"].round(2).tolist()
    [0.89, 1.0]
    """

    def __init__(
        self,
        factors: Any = None,
        metrics: str | Iterable[str] = ("mig",),
        *,
        convention: str = OURS,
        **rep_options: Any,
    ) -> None:
        self.metrics = resolve_metric_names(metrics)
        self.factors, self.convention, self.rep_options = factors, convention, rep_options
        self._steps: list[float] = []
        self._scores: list[dict[str, float]] = []
        self.reset()

    def reset(self) -> None:
        """Forget the batches since the last `compute`; computed scores stay in the table."""
        self._latents: list[NDArray[np.float64]] = []
        self._own: list[NDArray[np.float64]] = []

    def update(self, latents: object, factors: object = None) -> None:
        """Add the latents of a batch, and its factors if the tracker has none.

        Parameters
        ----------
        latents : array-like or tensor of shape (n_samples_in_batch, n_latents)
            The latents of the batch.
        factors : array-like or tensor of shape (n_samples_in_batch, n_factors), default=None
            The factors of the batch. Pass them only if the tracker was made without factors.

        Raises
        ------
        ValueError
            If the batch has a different width than the batches before, if factors are missing or
            superfluous, or if latents and factors have different numbers of rows. The batch is then
            not added.
        """
        batch = as_table("latents", latents)
        if (factors is None) == (self.factors is None):
            actual, expected = ("none", "them") if factors is None else ("some", "none")
            where = "with each batch" if self.factors is None else "since the tracker has its own"
            raise ValueError(f"factors: found {actual}, expected {expected} {where}.")
        batch_factors = None if factors is None else as_table("factors", factors)
        if batch_factors is not None and len(batch_factors) != len(batch):
            raise ValueError(
                f"factors: found {len(batch_factors)} rows, expected {len(batch)} as latents."
            )
        if self._latents and batch.shape[1] != self._latents[0].shape[1]:
            width = self._latents[0].shape[1]
            raise ValueError(f"latents: found {batch.shape[1]} columns, expected {width}.")
        self._latents.append(batch)
        if batch_factors is not None:
            self._own.append(batch_factors)

    def compute(self, step: float | None = None) -> dict[str, float]:
        """Score the batches since the last `compute`, and forget them.

        Parameters
        ----------
        step : float or None, default=None
            The step of the training, for the table. None means one more than the last step, or 0.

        Returns
        -------
        scores : dict of str to float
            The score of every metric.

        Raises
        ------
        ValueError
            If there is no batch, if the batches together do not have as many rows as the factors,
            or if a metric is not defined for these samples. The batches are then kept, and the
            table is unchanged.
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
        rep = Representation(factors, latents, **self.rep_options)
        scores = {m: float(METRICS[m](rep, convention=self.convention)) for m in self.metrics}
        self._steps.append(step if step is not None else self._steps[-1] + 1 if self._steps else 0)
        self._scores.append(scores)
        self.reset()
        return scores

    @property
    def table(self) -> "pd.DataFrame":
        """The scores so far: one row per step, one column per metric."""
        import pandas as pd

        return pd.DataFrame(self._scores, index=pd.Index(self._steps, name="step"))

    def picture(self) -> "Picture":
        """Picture with one line per metric, plotted against the step.

        Returns
        -------
        picture : Picture
            The picture that a notebook shows.

        Raises
        ------
        ValueError
            If there are fewer than two steps.
        """
        from .viz.score_pictures import curves_picture

        if len(self._steps) < 2:
            raise ValueError(f"picture: found {len(self._steps)} steps, expected two or more.")
        series = lambda name: [row[name] for row in self._scores]
        flat = [0.0] * len(self._steps)
        return curves_picture(
            {m: (self._steps, series(m), flat) for m in self.metrics}, "step", "score"
        )


def as_table(name: str, batch: object) -> NDArray[np.float64]:
    """Copy a batch into an array of two dimensions.

    Parameters
    ----------
    name : str
        Name of the argument, for the error.
    batch : array-like or tensor of shape (n_samples, n_columns)
        The batch; tensors are detached and copied to the processor.

    Returns
    -------
    table : ndarray of shape (n_samples, n_columns)
        A copy as floats.

    Raises
    ------
    ValueError
        If the batch does not have two dimensions.

    Examples
    --------
    >>> as_table("latents", [[1, 2], [3, 4]])
    array([[1., 2.],
           [3., 4.]])
    """
    if hasattr(batch, "detach"):  # a PyTorch tensor
        batch = batch.detach().cpu().double().numpy()  # np.array of a tensor would warn
    array = np.array(batch, dtype=float)
    if array.ndim != 2:
        raise ValueError(f"{name}: found shape {array.shape}, expected rows and columns.")
    return array

"""GCA: directions from which a factor is predicted, learned with PyTorch (Geyer et al., 2024).

For each factor, a chain of projections drops one dimension after the other. A small network on
every level predicts the factor from the dimensions that are left. All factors and levels are
trained together.

Two choices are ours. First, the chain is one orthonormal matrix whose first l rows are level l. It
spans the same projections as a product of matrices, and no basis has to be found afterwards.
Second, after a first round of training, the chain starts at the directions along which the full
network changes its output most. A chain with another start can end with an informative row behind
a useless one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..types import Progress
from ._supervised import scale_columns

if TYPE_CHECKING:
    import torch

LEARN, STOP = 0.70, 0.85  # where the training samples end, and the validation samples
HIDDEN, LAYERS = 25, 3  # of each network
BATCH, RATE, SPINE_RATE = 256, 0.04, 0.1  # SPINE_RATE: as a share of RATE
FIRST = 0.25  # share of the epochs that is spent on finding a starting point

Floats = NDArray[np.float64]


def default_sizes(L: int) -> tuple[int, ...]:
    """Numbers of dimensions that the levels of a spine keep, from all latents down to 1.

    With up to 20 latents, every number. With more, steps of about a third down to 20, then smaller
    ones. The loss of dropping several dimensions is shared equally among them.

    Parameters
    ----------
    L : int
        Number of latents.

    Returns
    -------
    sizes : tuple of int
        Decreasing numbers from `L` to 1.

    Examples
    --------
    >>> from disentangle_edu.measures._gca_torch import default_sizes
    >>> default_sizes(4), default_sizes(30)[:5]
    ((4, 3, 2, 1), (30, 21, 20, 15, 12))
    """
    if L <= 20:
        return tuple(range(L, 0, -1))
    sizes = [L]
    while sizes[-1] > 20:
        sizes.append(max(20, round(0.7 * sizes[-1])))
    return (*sizes, 15, 12, 10, 8, 7, 6, 5, 4, 3, 2, 1)


def learned(
    latents: Floats,
    factors: Floats,
    kinds: Sequence[str],
    *,
    epochs: int = 80,
    seed: int = 0,
    progress: Progress | None = None,
) -> tuple[Floats, Floats, Floats]:
    """Bases, importances and losses of a spine that is trained for every factor.

    70% of the samples are used for training, 15% to select the best state, and 15% to measure the
    losses.

    Parameters
    ----------
    latents : ndarray of shape (n_samples, n_latents)
        Latents.
    factors : ndarray of shape (n_samples, n_factors)
        Factors; levels are numbered from 0.
    kinds : sequence of {'continuous', 'discrete'}
        Kind of every factor.
    epochs : int, default=80
        Number of passes over the training samples.
    seed : int, default=0
        Random seed of the split and the networks.
    progress : callable or None, default=None
        Wraps the iterable of epochs, as `tqdm.tqdm` does. If you interrupt it, the best state so
        far is kept.

    Returns
    -------
    bases : ndarray of shape (n_factors, n_latents, n_latents)
        Orthonormal rows, from the most to the least important direction.
    importances : ndarray of shape (n_factors, n_latents)
        Importance of every direction; each row sums to 1.
    losses : ndarray of shape (n_factors, n_sizes + 1)
        Mean squared errors, or error rates for levels: first the best constant's, then those of the
        networks from 1 dimension to all.

    Raises
    ------
    ValueError
        If PyTorch is not installed.

    Examples
    --------
    It needs PyTorch, so this example is not run as a test:

    >>> from disentangle_edu.measures._gca_torch import learned
    >>> z = np.random.default_rng(0).standard_normal((500, 2))
    >>> bases, importances, losses = learned(z, z, ["continuous"] * 2, epochs=20)  # doctest: +SKIP
    >>> bases.shape, importances.shape, losses.shape  # doctest: +SKIP
    ((2, 2, 2), (2, 2), (2, 3))
    """
    torch = _import_torch()
    generator, (n, L) = torch.Generator().manual_seed(seed), latents.shape
    order = torch.randperm(n, generator=generator)
    train_rows, stop_rows, test_rows = order.tensor_split([round(LEARN * n), round(STOP * n)])
    x = _rescale_jointly(latents, train_rows)
    targets, sizes, K = (
        _Targets(factors, kinds, train_rows.numpy()),
        default_sizes(L),
        factors.shape[1],
    )
    mask = (torch.arange(L) < torch.tensor(sizes)[:, None]).float()
    training = _Training(x, targets, train_rows, stop_rows, generator)
    first = max(1, int(FIRST * epochs))
    bar: Iterable[int] = range(epochs) if progress is None else progress(range(epochs))
    rounds = iter(bar)
    root = _covariance_root(x[train_rows])

    full_params = {"spine": torch.eye(L).repeat(K, 1, 1)}
    full_params |= _init_networks(K, sizes[:1], targets.outputs, generator)
    full_params["w0"] = root @ full_params["w0"]
    done = training.run(full_params, mask[:1], rounds, first, 0, bar)
    params = {
        "spine": _sensitive_directions(
            full_params, mask[:1], x[train_rows], targets, root, generator
        )
    }
    params |= _init_networks(K, sizes, targets.outputs, generator)
    training.run(params, mask, rounds if done else iter(()), epochs - first, SPINE_RATE * RATE, bar)
    with torch.no_grad():
        test_losses = targets.judged(_network_outputs(params, mask, x[test_rows]), test_rows)
        bases = _orthonormal_rows(params["spine"].double()).numpy()
    losses = np.column_stack(
        [targets.constant(train_rows.numpy(), test_rows.numpy()), test_losses[:, ::-1]]
    )
    return bases, importances_from_losses(losses, sizes[::-1]), losses


def _import_torch():
    try:
        import torch
    except ImportError:
        raise ValueError(
            "method: found 'gca', which needs PyTorch, expected it after "
            '`pip install "disentangle_edu[torch]"`; subspaces.learned_before() shows what it '
            "found on known worlds."
        ) from None
    return torch


def _rescale_jointly(latents: Floats, train_rows: torch.Tensor) -> torch.Tensor:
    """Latents, centred and divided by one common number, which keeps the angles between them."""
    import torch

    z = latents - latents[train_rows.numpy()].mean(0)
    spread = z[train_rows.numpy()].std()
    return torch.from_numpy(z / spread if spread > 0 else z).float()


def importances_from_losses(losses: Floats, sizes: Sequence[int]) -> Floats:
    """Share of the constant's loss that each direction removes.

    Parameters
    ----------
    losses : ndarray of shape (n_factors, n_sizes + 1)
        Loss of the best constant, and of a network for each of the `sizes`.
    sizes : sequence of int
        Increasing numbers of dimensions, from 1 to the number of latents.

    Returns
    -------
    importances : ndarray of shape (n_factors, n_latents)
        Importance of every direction, in [0, 1]; each row sums to 1. The share of the loss that is
        left with all dimensions is spread evenly over the directions.

    Notes
    -----
    A network with more dimensions can predict all that one with fewer can. If its loss is larger,
    which is an effect of training, it gets the smallest loss so far.

    Examples
    --------
    >>> from disentangle_edu.measures._gca_torch import importances_from_losses
    >>> importances_from_losses(np.array([[1.0, 0.4, 0.2]]), [1, 2]).round(6)
    array([[0.7, 0.3]])
    """
    falling = np.minimum.accumulate(losses, axis=1)
    base = np.where(falling[:, :1] > 0, falling[:, :1], 1)
    steps = np.diff([0, *sizes])
    gains = np.repeat((falling[:, :-1] - falling[:, 1:]) / base / steps, steps, axis=1)
    return gains + (1 - gains.sum(1, keepdims=True)) / gains.shape[1]


# ------------------------------------------------------------------------------------- the networks


def _init_networks(K, sizes, outputs, generator) -> dict[str, torch.Tensor]:
    """First parameters of one small network per factor and size."""
    import torch

    widths, groups = [sizes[0], *[HIDDEN] * LAYERS, outputs], K * len(sizes)
    params = {}
    for i, (a, b) in enumerate(zip(widths, widths[1:])):
        reads = torch.tensor(sizes).repeat(K)[:, None, None] if i == 0 else a
        params[f"w{i}"] = torch.randn(groups, a, b, generator=generator) * (0.5 / reads) ** 0.5
        params[f"b{i}"] = torch.zeros(groups, 1, b)
    params["b0"] = 0.5 * torch.randn(groups, 1, HIDDEN, generator=generator)
    params[f"w{LAYERS}"] *= 0.3
    return params


def _orthonormal_rows(spine: torch.Tensor) -> torch.Tensor:
    """Orthonormal rows; for each l, the first l have the same span as those of the spine."""
    import torch

    q, r = torch.linalg.qr(spine.mT)
    # QR may flip the sign of a row between steps, and a network could not adapt to that.
    return (q * r.diagonal(dim1=-2, dim2=-1).sign()[:, None]).mT


def _network_outputs(params, mask, x) -> torch.Tensor:
    """Outputs of all networks at once: (K * sizes, n, outputs)."""
    import torch
    import torch.nn.functional as F

    K, (S, L) = len(params["spine"]), mask.shape
    rows = _orthonormal_rows(params["spine"])
    # A network of size l has no weights for rows beyond l. The product of the rows and the first
    # weights is one matrix that acts on the latents, so the samples need not be projected.
    first_weights = rows.mT[:, None] @ (params["w0"].view(K, S, L, -1) * mask[None, :, :, None])
    h = torch.baddbmm(
        params["b0"], x.expand(K * S, *x.shape[-2:]), first_weights.reshape(K * S, L, -1)
    )
    for i in range(1, LAYERS + 1):
        h = torch.baddbmm(params[f"b{i}"], F.silu(h), params[f"w{i}"])
    return h


def _covariance_root(x: torch.Tensor) -> torch.Tensor:
    """Matrix square root of the covariance of the latents."""
    import torch

    values, vectors = torch.linalg.eigh(x.T @ x / len(x))
    return (vectors * values.clamp(min=1e-6).sqrt()) @ vectors.T


def _sensitive_directions(params, mask, x, targets, root, generator) -> torch.Tensor:
    """(K, L, L) rows along which the full networks change their output, from most to least."""
    import torch

    K, (n, L) = len(params["spine"]), x.shape
    spread = x.expand(K, n, L).clone().requires_grad_()
    answers = targets.chances(_network_outputs(params, mask, spread))
    # One gradient for all outputs: with random signs, the cross terms cancel on average.
    signs = torch.randint(0, 2, answers.shape, generator=generator) * 2.0 - 1
    slope = torch.autograd.grad((answers * signs).sum(), spread)[0] @ root
    directions = torch.linalg.eigh(slope.mT @ slope)[1].flip(-1)
    return torch.linalg.qr(torch.linalg.solve(root, directions))[0].mT.contiguous()


# ------------------------------------------------------------------------------------------ targets


class _Targets:
    """Targets of the networks: numbers with mean 0 and variance 1, or the index of a level."""

    def __init__(
        self, factors: Floats, kinds: Sequence[str], train_rows: NDArray[np.int64]
    ) -> None:
        import torch

        self.levels = [k for k, kind in enumerate(kinds) if kind == "discrete"]
        self.numbers = [k for k, kind in enumerate(kinds) if kind != "discrete"]
        y, classes, uncertain = factors.astype(float), np.ones(len(kinds), dtype=int), []
        for k in self.numbers:
            y[:, k] = scale_columns(y[:, [k]], "standard", train_rows)[:, 0]
        for k in self.levels:
            classes[k] = y[:, k].max() + 1
            share = np.bincount(y[train_rows, k].astype(int)) / len(train_rows)
            uncertain.append(max(-(share[share > 0] * np.log(share[share > 0])).sum(), 1e-6))
        self.y, self.classes, self.outputs = (
            torch.from_numpy(y).float(),
            classes,
            int(classes.max()),
        )
        # The loss of each factor is divided by the loss of the best constant.
        self.weight = (1 / torch.tensor(uncertain)).float()
        # Outputs that do not belong to a level of the factor.
        self.closed = torch.arange(self.outputs) >= torch.tensor(classes[self.levels])[:, None]

    def chances(self, answers: torch.Tensor) -> torch.Tensor:
        """Outputs, unchanged for numeric factors and as probabilities for factors with levels."""
        answers = answers.clone()
        if self.levels:
            logits = answers[self.levels].masked_fill(self.closed[:, None], -1e9)
            answers[self.levels] = logits.softmax(-1)
        return answers

    def losses(self, answers: torch.Tensor, rows: torch.Tensor) -> torch.Tensor:
        """Training losses (K, sizes): squared error or cross-entropy; 1 for the best constant."""
        import torch
        import torch.nn.functional as F

        answers, y = answers.view(len(self.classes), -1, *answers.shape[1:]), self.y[rows].T
        out = torch.zeros(answers.shape[:2])
        if self.numbers:
            wrong = answers[self.numbers, :, :, 0] - y[self.numbers, None]
            out[self.numbers] = wrong.square().mean(-1)
        if self.levels:
            logits = answers[self.levels].masked_fill(self.closed[:, None, None], -1e9)
            true_levels = y[self.levels, None].long().expand(logits.shape[:3])
            cost = F.cross_entropy(logits.flatten(0, 2), true_levels.flatten(), reduction="none")
            out[self.levels] = cost.view(true_levels.shape).mean(-1) * self.weight[:, None]
        return out

    def judged(self, answers: torch.Tensor, rows: torch.Tensor) -> Floats:
        """Test losses (K, sizes): mean squared error or error rate."""
        answers, y = answers.view(len(self.classes), -1, *answers.shape[1:]), self.y[rows].T
        losses = []
        for k in range(len(y)):
            if k in self.numbers:
                wrong = (answers[k, :, :, 0] - y[k]).square()
            else:
                wrong = answers[k, :, :, : self.classes[k]].argmax(-1) != y[k]
            losses.append(wrong.float().mean(-1).tolist())
        return np.array(losses)

    def constant(self, train_rows: NDArray[np.int64], test_rows: NDArray[np.int64]) -> Floats:
        """Test losses of the best constant (K,)."""
        y_train, y = self.y[train_rows].numpy(), self.y[test_rows].numpy()
        losses = []
        for k in range(y.shape[1]):
            if k in self.numbers:
                losses.append(np.mean(y[:, k] ** 2))
            else:
                losses.append(np.mean(y[:, k] != np.bincount(y_train[:, k].astype(int)).argmax()))
        return np.array(losses)


# ----------------------------------------------------------------------------------------- training


@dataclass
class _Training:
    """State that all rounds of training share: latents, targets and rows."""

    x: torch.Tensor
    targets: _Targets
    learn: torch.Tensor
    stop: torch.Tensor
    generator: torch.Generator

    def run(
        self,
        params: dict[str, torch.Tensor],
        mask: torch.Tensor,
        rounds: Iterator[int],
        epochs: int,
        spine_rate: float,
        bar: object,
    ) -> bool:
        """Train all networks and spines at once; keep the parameters of the least validation loss.

        Returns whether training was completed: after an interruption the best state so far is kept.
        """
        import torch

        for p in params.values():
            p.requires_grad_()
        best, least, done = _copy_params(params), np.inf, True
        batch = min(BATCH, len(self.learn))
        steps = len(self.learn) // batch
        optimiser, schedule = _optimiser(params, spine_rate, epochs * steps)
        try:
            for _, _ in zip(range(epochs), rounds):
                order = self.learn[torch.randperm(len(self.learn), generator=self.generator)]
                for rows in order[: steps * batch].split(batch):
                    optimiser.zero_grad()
                    self._loss(params, mask, rows).sum().backward()
                    optimiser.step()
                    schedule.step()
                with torch.no_grad():
                    loss = float(self._loss(params, mask, self.stop).mean())
                if hasattr(bar, "set_postfix"):
                    bar.set_postfix(loss=f"{loss:.4f}")
                if loss < least:
                    best, least = _copy_params(params), loss
        except KeyboardInterrupt:
            done = False
        with torch.no_grad():
            for name, p in params.items():
                p.copy_(best[name])
                p.requires_grad_(False)
        return done

    def _loss(self, params, mask, rows) -> torch.Tensor:
        return self.targets.losses(_network_outputs(params, mask, self.x[rows]), rows)


def _copy_params(params: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    return {name: p.detach().clone() for name, p in params.items()}


def _optimiser(params: dict[str, torch.Tensor], spine_rate: float, steps: int):
    """Adam, and a learning rate that rises and then falls to 0.

    Scores use the root of the unexplained share, which amplifies noise in the last steps.
    """
    import torch

    networks = [p for name, p in params.items() if name != "spine"]
    optimiser = torch.optim.Adam(
        [{"params": networks}, {"params": [params["spine"]]}], lr=RATE, betas=(0.9, 0.99)
    )
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser,
        [RATE, spine_rate],
        total_steps=steps + 1,
        pct_start=0.2,
        cycle_momentum=False,
    )
    return optimiser, schedule

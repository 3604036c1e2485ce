"""The linear spine of geyer2024, learned with PyTorch: which directions a factor is read from.

For each factor a chain of projections drops one dimension after the other; a small network on every
level predicts the factor from what is left; all factors and levels are trained together. Two
choices are ours. The chain is written as one orthonormal matrix whose first l rows are level l,
which spans the same projections as a product of matrices and needs no basis to be searched for
afterwards. And it begins, after a first round of training, in the directions along which the full
network changes its answer most, since chains that begin anywhere can come to rest with a telling
row behind an idle one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..core import Progress
from ._supervised import scaled

if TYPE_CHECKING:
    import torch

LEARN, STOP = 0.70, 0.85  # up to here to learn from, up to there to stop by, the rest to judge on
HIDDEN, LAYERS = 25, 3  # of every network
BATCH, RATE, SPINE_RATE = 256, 0.04, 0.1  # the spine moves at a tenth of the networks' rate
FIRST = 0.25  # share of the epochs for the round that finds where to begin

Floats = NDArray[np.float64]


def default_sizes(L: int) -> tuple[int, ...]:
    """Every size up to 20 latents; above, steps of about a third, then smaller ones.

    What several dimensions cost is shared among them.
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
    """(bases (K, L, L), importances (K, L), losses (K, sizes + 1), first the best constant's).

    latents (n, L); factors (n, K), levels numbered from 0; kinds "continuous" or "levels". Raises
    ValueError without PyTorch. An interruption keeps the best state so far.
    """
    torch = _torch()
    generator, (n, L) = torch.Generator().manual_seed(seed), latents.shape
    order = torch.randperm(n, generator=generator)
    learn, stop, judge = order.tensor_split([round(LEARN * n), round(STOP * n)])
    x = _one_scale(latents, learn)
    targets, sizes, K = _Targets(factors, kinds, learn.numpy()), default_sizes(L), factors.shape[1]
    mask = (torch.arange(L) < torch.tensor(sizes)[:, None]).float()
    training = _Training(x, targets, learn, stop, generator)
    first = max(1, int(FIRST * epochs))
    bar: Iterable[int] = range(epochs) if progress is None else progress(range(epochs))
    rounds = iter(bar)
    root = _root(x[learn])

    whole = {"spine": torch.eye(L).repeat(K, 1, 1)}
    whole |= _networks(K, sizes[:1], targets.outputs, generator)
    whole["w0"] = root @ whole["w0"]
    done = training.run(whole, mask[:1], rounds, first, 0, bar)
    params = {"spine": _telling(whole, mask[:1], x[learn], targets, root, generator)}
    params |= _networks(K, sizes, targets.outputs, generator)
    training.run(params, mask, rounds if done else iter(()), epochs - first, SPINE_RATE * RATE, bar)
    with torch.no_grad():
        left = targets.judged(_answers(params, mask, x[judge]), judge)
        bases = _rows(params["spine"].double()).numpy()
    losses = np.column_stack([targets.constant(learn.numpy(), judge.numpy()), left[:, ::-1]])
    return bases, importances(losses, sizes[::-1]), losses


def _torch():
    try:
        import torch
    except ImportError:
        raise ValueError(
            "method: found 'gca', which needs PyTorch, expected it after "
            '`pip install "disentangle_edu[torch]"`; subspaces.learned_before() shows what it '
            "found on known worlds."
        ) from None
    return torch


def _one_scale(latents: Floats, learn: torch.Tensor) -> torch.Tensor:
    """Latents centred, and divided by one number: one for each would bend the angles."""
    import torch

    z = latents - latents[learn.numpy()].mean(0)
    spread = z[learn.numpy()].std()
    return torch.from_numpy(z / spread if spread > 0 else z).float()


def importances(losses: Floats, sizes: Sequence[int]) -> Floats:
    """(K, L) shares of the constant's loss that each direction takes away.

    Sizes rise from 1 to L; the rest is spread evenly. Who sees more can do all that others can:
    where it loses more, training is to blame.
    """
    falling = np.minimum.accumulate(losses, axis=1)
    base = np.where(falling[:, :1] > 0, falling[:, :1], 1)
    steps = np.diff([0, *sizes])
    gains = np.repeat((falling[:, :-1] - falling[:, 1:]) / base / steps, steps, axis=1)
    return gains + (1 - gains.sum(1, keepdims=True)) / gains.shape[1]


# ------------------------------------------------------------------------------------- the networks


def _networks(K, sizes, outputs, generator) -> dict[str, torch.Tensor]:
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


def _rows(spine: torch.Tensor) -> torch.Tensor:
    """Orthonormal rows of which the first l span what the first l rows of the spine span."""
    import torch

    q, r = torch.linalg.qr(spine.mT)
    # QR may turn a row round from one step to the next; a network would not follow.
    return (q * r.diagonal(dim1=-2, dim2=-1).sign()[:, None]).mT


def _answers(params, mask, x) -> torch.Tensor:
    """What all networks say at once: (K * sizes, n, outputs)."""
    import torch
    import torch.nn.functional as F

    K, (S, L) = len(params["spine"]), mask.shape
    rows = _rows(params["spine"])
    # A network of size l has no weights for rows beyond l. Weights times rows is one matrix on the
    # latents: no sample is projected.
    seen = rows.mT[:, None] @ (params["w0"].view(K, S, L, -1) * mask[None, :, :, None])
    h = torch.baddbmm(params["b0"], x.expand(K * S, *x.shape[-2:]), seen.reshape(K * S, L, -1))
    for i in range(1, LAYERS + 1):
        h = torch.baddbmm(params[f"b{i}"], F.silu(h), params[f"w{i}"])
    return h


def _root(x: torch.Tensor) -> torch.Tensor:
    """The root of the latents' covariance: how far they move in each direction."""
    import torch

    values, vectors = torch.linalg.eigh(x.T @ x / len(x))
    return (vectors * values.clamp(min=1e-6).sqrt()) @ vectors.T


def _telling(params, mask, x, targets, root, generator) -> torch.Tensor:
    """(K, L, L) rows along which the full networks change their answer, the most telling first."""
    import torch

    K, (n, L) = len(params["spine"]), x.shape
    spread = x.expand(K, n, L).clone().requires_grad_()
    said = targets.chances(_answers(params, mask, spread))
    # All answers at once: what they share cancels in the mean.
    signs = torch.randint(0, 2, said.shape, generator=generator) * 2.0 - 1
    slope = torch.autograd.grad((said * signs).sum(), spread)[0] @ root
    turn = torch.linalg.eigh(slope.mT @ slope)[1].flip(-1)
    return torch.linalg.qr(torch.linalg.solve(root, turn))[0].mT.contiguous()


# ------------------------------------------------------------------------------------------ targets


class _Targets:
    """What the networks are to say: numbers of mean 0 and variance 1, or the index of a level."""

    def __init__(self, factors: Floats, kinds: Sequence[str], learn: NDArray[np.int64]) -> None:
        import torch

        self.levels = [k for k, kind in enumerate(kinds) if kind == "levels"]
        self.numbers = [k for k, kind in enumerate(kinds) if kind != "levels"]
        y, classes, uncertain = factors.astype(float), np.ones(len(kinds), dtype=int), []
        for k in self.numbers:
            y[:, k] = scaled(y[:, [k]], "standard", learn)[:, 0]
        for k in self.levels:
            classes[k] = y[:, k].max() + 1
            share = np.bincount(y[learn, k].astype(int)) / len(learn)
            uncertain.append(max(-(share[share > 0] * np.log(share[share > 0])).sum(), 1e-6))
        self.y, self.classes, self.outputs = (
            torch.from_numpy(y).float(),
            classes,
            int(classes.max()),
        )
        # Every factor's loss counts as a share of its best constant's.
        self.weight = (1 / torch.tensor(uncertain)).float()
        # Outputs beyond a factor's own levels.
        self.closed = torch.arange(self.outputs) >= torch.tensor(classes[self.levels])[:, None]

    def chances(self, said: torch.Tensor) -> torch.Tensor:
        """Answers as they are, or the chances of levels."""
        said = said.clone()
        if self.levels:
            open_ = said[self.levels].masked_fill(self.closed[:, None], -1e9)
            said[self.levels] = open_.softmax(-1)
        return said

    def losses(self, said: torch.Tensor, rows: torch.Tensor) -> torch.Tensor:
        """What training lowers (K, sizes): squared error, or cross-entropy, 1 for a constant."""
        import torch
        import torch.nn.functional as F

        said, y = said.view(len(self.classes), -1, *said.shape[1:]), self.y[rows].T
        out = torch.zeros(said.shape[:2])
        if self.numbers:
            wrong = said[self.numbers, :, :, 0] - y[self.numbers, None]
            out[self.numbers] = wrong.square().mean(-1)
        if self.levels:
            logits = said[self.levels].masked_fill(self.closed[:, None, None], -1e9)
            wanted = y[self.levels, None].long().expand(logits.shape[:3])
            cost = F.cross_entropy(logits.flatten(0, 2), wanted.flatten(), reduction="none")
            out[self.levels] = cost.view(wanted.shape).mean(-1) * self.weight[:, None]
        return out

    def judged(self, said: torch.Tensor, rows: torch.Tensor) -> Floats:
        """What is reported (K, sizes): squared error, or error rate."""
        said, y = said.view(len(self.classes), -1, *said.shape[1:]), self.y[rows].T
        found = []
        for k in range(len(y)):
            if k in self.numbers:
                wrong = (said[k, :, :, 0] - y[k]).square()
            else:
                wrong = said[k, :, :, : self.classes[k]].argmax(-1) != y[k]
            found.append(wrong.float().mean(-1).tolist())
        return np.array(found)

    def constant(self, learn: NDArray[np.int64], judge: NDArray[np.int64]) -> Floats:
        """What the best constant leaves (K,)."""
        seen, y = self.y[learn].numpy(), self.y[judge].numpy()
        found = []
        for k in range(y.shape[1]):
            if k in self.numbers:
                found.append(np.mean(y[:, k] ** 2))
            else:
                found.append(np.mean(y[:, k] != np.bincount(seen[:, k].astype(int)).argmax()))
        return np.array(found)


# ----------------------------------------------------------------------------------------- training


@dataclass
class _Training:
    """What every round of training shares: the latents, what is to be said, and the rows."""

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

        Returns whether it came to its end: an interruption keeps what has been found so far.
        """
        import torch

        for p in params.values():
            p.requires_grad_()
        best, least, done = _copied(params), np.inf, True
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
                    best, least = _copied(params), loss
        except KeyboardInterrupt:
            done = False
        with torch.no_grad():
            for name, p in params.items():
                p.copy_(best[name])
                p.requires_grad_(False)
        return done

    def _loss(self, params, mask, rows) -> torch.Tensor:
        return self.targets.losses(_answers(params, mask, self.x[rows]), rows)


def _copied(params: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    return {name: p.detach().clone() for name, p in params.items()}


def _optimiser(params: dict[str, torch.Tensor], spine_rate: float, steps: int):
    """Adam, and a rate that climbs and then sinks to 0.

    What is left to explain weighs under a root, so the noise of the last steps would show.
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

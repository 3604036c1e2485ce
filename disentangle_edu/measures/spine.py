"""The linear spine of geyer2024, learned with PyTorch: which directions a factor is read from, and how much each matters.

For each factor a chain of projections drops one dimension after the other; a small network on every level predicts the factor
from what is left; all factors and levels are trained together. Two choices are ours. The chain is written as one orthonormal
matrix whose first l rows are level l, which spans the same projections as a product of matrices and needs no basis to be
searched for afterwards. And it begins, after a first round of training, in the directions along which the full network changes
its answer most, since chains that begin anywhere can come to rest with a telling row behind an idle one.
"""

import numpy as np

LEARN, STOP = 0.70, 0.85  # up to here to learn from, up to there to stop by, the rest to judge on
HIDDEN, LAYERS = 25, 3  # of every network
BATCH, RATE, SPINE_RATE = 256, 0.04, 0.1  # the spine moves at a tenth of the networks' rate
FIRST = 0.25  # share of the epochs for the round that finds where to begin


def default_sizes(L):
    """Every size up to 20 latents; above, steps of about a third, then smaller ones: what several dimensions cost is shared among them."""
    if L <= 20:
        return tuple(range(L, 0, -1))
    sizes = [L]
    while sizes[-1] > 20:
        sizes.append(max(20, round(0.7 * sizes[-1])))
    return (*sizes, 15, 12, 10, 8, 7, 6, 5, 4, 3, 2, 1)


def learned(latents, factors, kinds, *, epochs=80, seed=0, progress=None):
    """(bases (K, L, L), importances (K, L), losses (K, sizes + 1), the first of them the best constant's).

    latents (n, L); factors (n, K), levels numbered from 0; kinds "continuous" or "levels". Raises ValueError without PyTorch.
    An interruption keeps the best state so far.
    """
    try:
        import torch
    except ImportError:
        raise ValueError(
            "method: found 'gca', which needs PyTorch, expected it after `pip install \"disentangle_edu[torch]\"`; "
            "subspaces.learned_before() shows what it found on known worlds."
        ) from None
    generator, (n, L) = torch.Generator().manual_seed(seed), latents.shape
    order = torch.randperm(n, generator=generator)
    learn, stop, judge = (
        order[: round(LEARN * n)],
        order[round(LEARN * n) : round(STOP * n)],
        order[round(STOP * n) :],
    )
    z = latents - latents[learn.numpy()].mean(0)
    x = torch.from_numpy(
        z / max(z[learn.numpy()].std(), 1e-12)
    ).float()  # one scale for all latents: one for each would bend the angles
    targets, sizes, K = _Targets(factors, kinds, learn.numpy()), default_sizes(L), factors.shape[1]
    mask = (torch.arange(L) < torch.tensor(sizes)[:, None]).float()
    first = max(1, int(FIRST * epochs))
    root = _root(x[learn])

    whole = {
        "spine": torch.eye(L).repeat(K, 1, 1),
        **_networks(K, sizes[:1], targets.outputs, generator),
    }
    whole["w0"] = root @ whole["w0"]
    stopped = _train(
        whole,
        mask[:1],
        x,
        targets,
        learn,
        stop,
        range(first) if progress is None else progress(range(epochs)),
        first,
        0,
        generator,
    )
    params = {
        "spine": _telling(whole, mask[:1], x[learn], targets, root, generator),
        **_networks(K, sizes, targets.outputs, generator),
    }
    rounds = (
        iter(())
        if stopped.interrupted
        else range(epochs - first)
        if progress is None
        else stopped.rounds
    )
    _train(
        params, mask, x, targets, learn, stop, rounds, epochs - first, SPINE_RATE * RATE, generator
    )
    with torch.no_grad():
        left = targets.judged(_answers(params, mask, x[judge]), judge)
        bases = _rows(params["spine"].double()).numpy()
    losses = np.column_stack([targets.constant(learn.numpy(), judge.numpy()), left[:, ::-1]])
    return bases, importances(losses, sizes[::-1]), losses


def importances(losses, sizes):
    """(K, L) shares of the constant's loss that each direction takes away; sizes rise from 1 to L; the rest is spread evenly."""
    falling = np.minimum.accumulate(
        losses, axis=1
    )  # who sees more can do all that others can: where it loses more, training is to blame
    base = np.where(falling[:, :1] > 0, falling[:, :1], 1)
    steps = np.diff([0, *sizes])
    gains = np.repeat((falling[:, :-1] - falling[:, 1:]) / base / steps, steps, axis=1)
    return gains + (1 - gains.sum(1, keepdims=True)) / gains.shape[1]


# ------------------------------------------------------------------------------------------------- the networks


def _networks(K, sizes, outputs, generator):
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


def _rows(spine):
    """Orthonormal rows of which the first l span what the first l rows of the spine span."""
    import torch

    q, r = torch.linalg.qr(spine.mT)
    return (
        q * r.diagonal(dim1=-2, dim2=-1).sign()[:, None]
    ).mT  # QR may turn a row round from one step to the next; a network would not follow


def _answers(params, mask, x):
    """What all networks say at once: (K * sizes, n, outputs)."""
    import torch
    import torch.nn.functional as F

    K, (S, L) = len(params["spine"]), mask.shape
    rows = _rows(params["spine"])
    # A network of size l has no weights for rows beyond l. Weights times rows is one matrix on the latents: no sample is projected.
    seen = rows.mT[:, None] @ (params["w0"].view(K, S, L, -1) * mask[None, :, :, None])
    h = torch.baddbmm(params["b0"], x.expand(K * S, *x.shape[-2:]), seen.reshape(K * S, L, -1))
    for i in range(1, LAYERS + 1):
        h = torch.baddbmm(params[f"b{i}"], F.silu(h), params[f"w{i}"])
    return h


def _root(x):
    """The root of the latents' covariance: how far they move in each direction."""
    import torch

    values, vectors = torch.linalg.eigh(x.T @ x / len(x))
    return (vectors * values.clamp(min=1e-6).sqrt()) @ vectors.T


def _telling(params, mask, x, targets, root, generator):
    """(K, L, L) rows along which the networks that see everything change their answer, the most telling first."""
    import torch

    K, (n, L) = len(params["spine"]), x.shape
    spread = x.expand(K, n, L).clone().requires_grad_()
    said = targets.chances(_answers(params, mask, spread))
    signs = (
        torch.randint(0, 2, said.shape, generator=generator) * 2.0 - 1
    )  # all answers at once: what they share cancels in the mean
    slope = torch.autograd.grad((said * signs).sum(), spread)[0] @ root
    turn = torch.linalg.eigh(slope.mT @ slope)[1].flip(-1)
    return torch.linalg.qr(torch.linalg.solve(root, turn))[0].mT.contiguous()


# ------------------------------------------------------------------------------------------------------ targets


class _Targets:
    """Factors as what the networks are to say: numbers with mean 0 and variance 1, or the index of a level."""

    def __init__(self, factors, kinds, learn):
        import torch

        self.levels = [k for k, kind in enumerate(kinds) if kind == "levels"]
        self.numbers = [k for k, kind in enumerate(kinds) if kind != "levels"]
        y, classes, uncertain = factors.astype(float), np.ones(len(kinds), dtype=int), []
        for k in self.numbers:
            y[:, k] = (y[:, k] - y[learn, k].mean()) / max(y[learn, k].std(), 1e-12)
        for k in self.levels:
            classes[k] = y[:, k].max() + 1
            share = np.bincount(y[learn, k].astype(int)) / len(learn)
            uncertain.append(max(-(share[share > 0] * np.log(share[share > 0])).sum(), 1e-6))
        self.y, self.classes, self.outputs = (
            torch.from_numpy(y).float(),
            classes,
            int(classes.max()),
        )
        self.weight = (
            1 / torch.tensor(uncertain)
        ).float()  # every factor's loss counts as a share of its best constant's
        self.closed = (
            (torch.arange(self.outputs) >= torch.tensor(classes[self.levels])[:, None])
            if self.levels
            else None
        )

    def chances(self, said):
        """Answers as they are, or the chances of levels."""
        said = said.clone()
        if self.levels:
            said[self.levels] = (
                said[self.levels].masked_fill(self.closed[:, None], -1e9).softmax(-1)
            )
        return said

    def losses(self, said, rows):
        """What training lowers (K, sizes): squared error, or cross-entropy as a share of the constant's."""
        import torch
        import torch.nn.functional as F

        said, y = said.view(len(self.classes), -1, *said.shape[1:]), self.y[rows].T
        out = torch.zeros(said.shape[:2])
        if self.numbers:
            out[self.numbers] = (
                (said[self.numbers, :, :, 0] - y[self.numbers, None]).square().mean(-1)
            )
        if self.levels:
            logits = said[self.levels].masked_fill(self.closed[:, None, None], -1e9)
            wanted = y[self.levels, None].long().expand(logits.shape[:3])
            cost = (
                F.cross_entropy(logits.flatten(0, 2), wanted.flatten(), reduction="none")
                .view(wanted.shape)
                .mean(-1)
            )
            out[self.levels] = cost * self.weight[:, None]
        return out

    def judged(self, said, rows):
        """What is reported (K, sizes): squared error, or error rate."""
        said, y = said.view(len(self.classes), -1, *said.shape[1:]), self.y[rows].T
        return np.array(
            [
                (
                    (said[k, :, :, 0] - y[k]).square()
                    if k in self.numbers
                    else said[k, :, :, : self.classes[k]].argmax(-1) != y[k]
                )
                .float()
                .mean(-1)
                .tolist()
                for k in range(len(y))
            ]
        )

    def constant(self, learn, judge):
        """What the best constant leaves (K,)."""
        seen, y = self.y[learn].numpy(), self.y[judge].numpy()
        return np.array(
            [
                np.mean(y[:, k] ** 2)
                if k in self.numbers
                else np.mean(y[:, k] != np.bincount(seen[:, k].astype(int)).argmax())
                for k in range(y.shape[1])
            ]
        )


# ----------------------------------------------------------------------------------------------------- training


class _Stopped:
    """How training ended, and the rounds that are left."""

    def __init__(self, rounds, interrupted):
        self.rounds, self.interrupted = rounds, interrupted


def _train(params, mask, x, targets, learn, stop, rounds, epochs, spine_rate, generator):
    """Adam on all networks and spines at once; keeps the parameters of the least validation loss."""
    import torch

    for p in params.values():
        p.requires_grad_()
    best, least, interrupted = (
        {name: p.detach().clone() for name, p in params.items()},
        np.inf,
        False,
    )
    batch = min(BATCH, len(learn))
    steps = len(learn) // batch
    optimiser = torch.optim.Adam(
        [
            {"params": [p for name, p in params.items() if name != "spine"]},
            {"params": [params["spine"]]},
        ],
        lr=RATE,
        betas=(0.9, 0.99),
    )
    # The rate climbs and sinks to 0: what is left to explain weighs under a root, so the noise of the last steps would show.
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser,
        [RATE, spine_rate],
        total_steps=epochs * steps + 1,
        pct_start=0.2,
        cycle_momentum=False,
    )
    bar, rounds = rounds, iter(rounds)
    try:
        for _, _ in zip(range(epochs), rounds):
            for rows in learn[torch.randperm(len(learn), generator=generator)][
                : steps * batch
            ].split(batch):
                optimiser.zero_grad()
                targets.losses(_answers(params, mask, x[rows]), rows).sum().backward()
                optimiser.step()
                schedule.step()
            with torch.no_grad():
                loss = float(targets.losses(_answers(params, mask, x[stop]), stop).mean())
            if hasattr(bar, "set_postfix"):
                bar.set_postfix(loss=f"{loss:.4f}")
            if loss < least:
                best, least = {name: p.detach().clone() for name, p in params.items()}, loss
    except KeyboardInterrupt:  # what has been found so far is worth having
        interrupted = True
    with torch.no_grad():
        for name, p in params.items():
            p.copy_(best[name])
            p.requires_grad_(False)
    return _Stopped(rounds, interrupted)

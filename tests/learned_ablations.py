"""Train the spine of geyer2024 three ways, and write claims/geyer2024_ablations.csv, shipped.

make learned

As the paper has it: projections that drop one dimension each, a network on every level, all
trained together. "flows": gradients of every network run back through the whole spine. "stopped":
each network moves the last projection before it, and no other. "alone": no spine, one projection
to each size.
"""

from pathlib import Path

import pandas as pd
import torch
from tqdm import tqdm

from disentangle_edu import claims
from disentangle_edu.measures.subspaces import angle, make_subspaces

LATENTS, FACTORS, READS = 10, 2, 5
SAMPLES, LEARN, BATCH, EPOCHS, RATE, HIDDEN = 4_000, 3_200, 128, 30, 5e-3, 25
SEEDS = range(4)
WAYS = ("flows", "stopped", "alone")


def small(*shape, generator):
    """A layer's initial weights."""
    return (torch.randn(*shape, generator=generator) * shape[-2] ** -0.5).requires_grad_()


class Ways:
    """A projection and a network for every size, from 10 down to 1, for one factor."""

    def __init__(self, way, seed):
        generator = torch.Generator().manual_seed(seed)
        self.way, sizes = way, range(LATENTS - 1, 0, -1)
        wide = (lambda size: LATENTS) if way == "alone" else (lambda size: size + 1)
        self.steps = [small(wide(size), size, generator=generator) for size in sizes]
        groups, widths = LATENTS, (LATENTS, HIDDEN, HIDDEN, HIDDEN, 1)
        self.layers = [small(groups, a, b, generator=generator) for a, b in zip(widths, widths[1:])]
        self.shifts = [torch.zeros(groups, 1, b, requires_grad=True) for b in widths[1:]]

    def parameters(self):
        return [*self.steps, *self.layers, *self.shifts]

    def levels(self, x):
        """The latents on every level, padded with zeros."""
        found = [x]
        for step in self.steps:
            before = x if self.way == "alone" else found[-1]
            found.append((before.detach() if self.way == "stopped" else before) @ step)
        return torch.stack([torch.nn.functional.pad(z, (0, LATENTS - z.shape[1])) for z in found])

    def losses(self, x, v):
        """The squared error of every level, from 10 to 1."""
        h = self.levels(x)
        for j, (layer, shift) in enumerate(zip(self.layers, self.shifts)):
            h = torch.baddbmm(shift, torch.nn.functional.leaky_relu(h) if j else h, layer)
        return (h[:, :, 0] - v).square().mean(1)

    def span(self, size):
        """Orthonormal rows that span the space of a level."""
        with torch.no_grad():
            seen = self.levels(torch.eye(LATENTS))[LATENTS - size][:, :size]
            return torch.linalg.qr(seen)[0].T.double().numpy()


def train(way, x, v, truth, seed):
    """The mean loss per epoch on new samples, and how well the smallest space is found."""
    model = Ways(way, seed)
    optimiser = torch.optim.Adam(model.parameters(), lr=RATE)
    generator = torch.Generator().manual_seed(seed)
    curve = []
    for _ in range(EPOCHS):
        for rows in torch.randperm(LEARN, generator=generator).split(BATCH):
            optimiser.zero_grad()
            model.losses(x[rows], v[rows]).sum().backward()
            optimiser.step()
        with torch.no_grad():
            losses = model.losses(x[LEARN:], v[LEARN:]) / v[LEARN:].var()
        curve.append(float(losses.mean()))
    degrees = angle(model.span(READS), truth, READS)
    return {
        "loss at first": sum(curve[:10]) / 10,
        "loss at last": curve[-1],
        "loss of the smallest": float(losses[LATENTS - READS]),
        "degrees": degrees,
    }


def rows(map, seed):
    rep, truth = make_subspaces(LATENTS, FACTORS, READS, map, samples=SAMPLES, seed=seed)
    x, factors = torch.tensor(rep.latents).float(), torch.tensor(rep.factors).float()
    for k in range(FACTORS):
        v = (factors[:, k] - factors[:, k].mean()) / factors[:, k].std()
        for way in WAYS:
            told = {"map": map, "seed": seed, "factor": k + 1, "way": way}
            yield told | train(way, x, v, truth.bases[k], seed)


def main():
    worlds = [(map, seed) for map in ("poly", "trig") for seed in SEEDS]
    table = pd.DataFrame([row for world in tqdm(worlds, unit="world") for row in rows(*world)])
    path = Path(claims.__file__).with_name("geyer2024_ablations.csv")
    table.round(4).to_csv(path, index=False)


if __name__ == "__main__":
    main()

"""Training many small models in one: every weight has a leading axis for the models of a stack.

Each model has its own random numbers, so its code is the same alone and in any stack.
"""

from __future__ import annotations

import math
import time
import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..types import Progress
from . import training_state
from .configs import Recipe
from .objectives import OBJECTIVES, TEXT_OBJECTIVES, Step

if TYPE_CHECKING:
    from torch import Tensor

LATENTS = 8
HIDDEN, WIDE, MANY = 128, 256, 1000  # neurons of a layer: WIDE for images of MANY pixels or more
STEPS, BATCH, RATE = 3500, 64, 2e-3
JUDGE_HIDDEN, JUDGE_RATE, JUDGE_BETAS = 64, 1e-3, (0.5, 0.9)
AHEAD = 100  # number of steps for which random numbers are drawn at once
Weights = dict[str, NDArray[np.float32]]


@dataclass(frozen=True)
class Trained:
    """A trained model.

    weights : w0, b0, ... of the encoder's three layers, then of the decoder's.
    rec, rec_mean, kl : nats per image over the world, of drawn codes as in training, of mean codes,
        and the divergence from a standard normal; an autoencoder has none.
    seconds : its share of the time that its stack took.
    """

    recipe: Recipe
    weights: Weights
    rec: float
    rec_mean: float
    kl: float
    seconds: float

    def encode(self, images: NDArray[np.float32]) -> NDArray[np.float32]:
        """(n, L) mean codes of images (n, pixels)."""
        w = self.weights
        hidden = np.maximum(images @ w["w0"] + w["b0"], 0)
        hidden = np.maximum(hidden @ w["w1"] + w["b1"], 0)
        return (hidden @ w["w2"] + w["b2"])[:, :LATENTS]


def train(
    recipes: Sequence[Recipe],
    images: NDArray[np.float32],
    chances: NDArray[np.float64],
    *,
    steps: int = STEPS,
    progress: Progress | None = None,
    checkpoint: Path | None = None,
    until: float | None = None,
) -> list[Trained]:
    """Train a stack of models of one objective; one thread, and the same again from the same seeds.

    images (n, pixels) from 0 to 1; chances (n,) how often each is drawn.

    checkpoint, until : see `run`.
    """
    return run(lambda: _Images(recipes, images, chances, steps), steps, progress, checkpoint, until)


def run(
    prepare: Callable[[], Stack],
    steps: int,
    progress: Progress | None = None,
    checkpoint: Path | None = None,
    until: float | None = None,
) -> list[Trained]:
    """Prepare a stack of models and take it through all steps, in one thread.

    checkpoint : a file that is updated every minute; if it exists, training resumes from it.
    until : when to stop, in seconds as `time.time` counts them; then no model is returned.
    """
    with one_thread():
        if _time_is_up(until):
            return []
        noted, stack = time.perf_counter(), prepare()
        done, seconds = (
            training_state.load_checkpoint(checkpoint, stack)
            if checkpoint and checkpoint.exists()
            else (0, 0.0)
        )
        start, ahead = noted - seconds, range(done, steps)
        for step in progress(ahead) if progress else ahead:
            if _time_is_up(until):
                if checkpoint:
                    training_state.save_checkpoint(
                        checkpoint, stack, step, time.perf_counter() - start
                    )
                return []
            stack.learn(step)
            if checkpoint and time.perf_counter() - noted >= training_state.EVERY:
                noted = time.perf_counter()
                training_state.save_checkpoint(checkpoint, stack, step + 1, noted - start)
        return stack.trained(start)


def _time_is_up(until: float | None) -> bool:
    return until is not None and time.time() >= until


@contextmanager
def one_thread() -> Iterator[ModuleType]:
    """PyTorch on one core: sums in another order would give other codes."""
    torch = import_torch()
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield torch
    finally:
        torch.set_num_threads(threads)


def import_torch() -> ModuleType:
    """PyTorch. Raises ValueError, which names the extra, where it is not installed."""
    try:
        import torch
    except ImportError:
        raise ValueError(
            "train: found no PyTorch, expected it after "
            '`pip install "disentangle_edu[torch]"`; reading the zoo needs none.'
        ) from None
    return torch


class Stack(ABC):
    """M models of one objective in training.

    data : what they learn from, (n, ...).   params : weights, with a leading axis for the models.
    draws : rows (M, B) of the data and random numbers, step after step; see `_sample_batches`.
    judged, shares : what the losses are taken over at the end, and how much each row counts.
    """

    latents: int
    data: Tensor
    params: dict[str, Tensor]
    optimiser: Any
    draws: Iterator[tuple[Tensor, Tensor, Tensor | None]]
    judged: Tensor
    shares: Tensor

    def __init__(self, recipes: Sequence[Recipe], steps: int) -> None:
        import torch

        (name,) = {recipe.objective for recipe in recipes}
        self.objective = (OBJECTIVES | TEXT_OBJECTIVES)[name]
        self.recipes, self.steps = recipes, steps
        self.strength = torch.tensor([float(recipe.strength) for recipe in recipes])

    def learners(self) -> list[tuple[dict[str, Tensor], Any]]:
        """Weights, and the optimiser that moves them."""
        return [(self.params, self.optimiser)]

    def wind(self, step: int) -> None:
        """Move the random numbers, and all that depends on the step, to step `step`."""
        for _ in range(step):
            next(self.draws)

    @abstractmethod
    def _pass(self, x: Tensor, noise: Tensor) -> tuple[Tensor, ...]:
        """Reconstruction error and divergence of every sample, (M, B) each; mean, log_var and z."""

    def _code(self, mean: Tensor, log_var: Tensor, noise: Tensor) -> tuple[Tensor, Tensor]:
        """Codes (M, B, L), sampled or mean, and their divergence from the prior (M, B)."""
        z = mean + (0.5 * log_var).exp() * noise if self.objective.noisy else mean
        return z, self.objective.prior(mean, log_var, z)

    def learn(self, step: int) -> None:
        """One step of all models."""
        rows, noise, others = next(self.draws)
        rec, kl, mean, log_var, z = self._pass(self.data[rows], noise)
        batch = Step(rec.mean(1), kl.mean(1), mean, log_var, z, len(self.data), step, self.steps)
        self._finish(batch, others)
        loss = self.objective.loss(batch, self.strength)
        self.optimiser.zero_grad()
        loss.sum().backward()
        self.optimiser.step()

    @abstractmethod
    def _finish(self, batch: Step, others: Tensor | None) -> None:
        """Add to a step what only some objectives need, from the third item of a draw."""

    def trained(self, start: float) -> list[Trained]:
        """The models, with their losses over the world."""
        losses = self._losses()
        seconds = (time.perf_counter() - start) / len(self.recipes)
        weights = {name: value.detach().numpy() for name, value in self.params.items()}
        return [
            Trained(
                recipe,
                {name: value[m].copy() for name, value in weights.items()},
                **{name: float(value[m]) for name, value in losses.items()},
                seconds=seconds,
            )
            for m, recipe in enumerate(self.recipes)
        ]

    def _losses(self) -> dict[str, Tensor]:
        """(M,) each: loss of sampled codes, loss of mean codes, and KL, which is NaN for an AE."""
        import torch

        M, rng = len(self.recipes), np.random.default_rng(0)
        sums = torch.zeros(3, M)
        with torch.no_grad():
            for x, share in zip(self.judged.split(1000), self.shares.split(1000)):
                noise = torch.from_numpy(
                    rng.standard_normal((len(x), self.latents), dtype=np.float32)
                )
                sampled = self._pass(x.expand(M, -1, -1), noise)
                of_means = self._pass(x.expand(M, -1, -1), torch.zeros(()))
                sums += torch.stack([sampled[0], of_means[0], sampled[1]]) @ share
        rec, rec_mean, kl = sums
        return {
            "rec": rec,
            "rec_mean": rec_mean,
            "kl": kl if self.objective.noisy else torch.full_like(kl, math.nan),
        }


class _Images(Stack):
    """M models of images, with three layers in the encoder and three in the decoder."""

    latents = LATENTS

    def __init__(
        self,
        recipes: Sequence[Recipe],
        images: NDArray[np.float32],
        chances: NDArray[np.float64],
        steps: int,
    ) -> None:
        import torch

        super().__init__(recipes, steps)
        self.data = self.judged = torch.tensor(images)
        self.shares = torch.from_numpy(chances.astype(np.float32))
        streams = [np.random.default_rng([recipe.seed, 0]) for recipe in recipes]
        pixels = images.shape[1]
        hidden = WIDE if pixels >= MANY else HIDDEN
        encoder = (pixels, hidden, hidden, 2 * LATENTS)
        decoder = (LATENTS, hidden, hidden, pixels)
        self.params = _init_layers([*pairwise(encoder), *pairwise(decoder)], streams)
        self.optimiser = torch.optim.Adam(list(self.params.values()), RATE)
        self.schedule = torch.optim.lr_scheduler.OneCycleLR(self.optimiser, RATE, total_steps=steps)
        if self.objective.adversarial:
            judge_sizes = (LATENTS, JUDGE_HIDDEN, JUDGE_HIDDEN, 1)
            self.judge = _init_layers([*pairwise(judge_sizes)], streams)
            self.judging = torch.optim.Adam(
                list(self.judge.values()), JUDGE_RATE, betas=JUDGE_BETAS
            )
        self.draws = _sample_batches(streams, np.cumsum(chances), self.objective.adversarial)

    def learners(self) -> list[tuple[dict[str, Tensor], Any]]:
        """Weights and their optimiser, also of the discriminator of FactorVAE."""
        judges = [(self.judge, self.judging)] if self.objective.adversarial else []
        return super().learners() + judges

    def wind(self, step: int) -> None:
        """Advance the random numbers and the learning rate to their state after `step` steps."""
        super().wind(step)
        self.schedule.last_epoch = step - 1
        with warnings.catch_warnings():  # on missing steps of the optimiser, done before
            warnings.simplefilter("ignore")
            self.schedule.step()

    def learn(self, step: int) -> None:
        """One step of all models and of the discriminator; the learning rate rises, then falls."""
        super().learn(step)
        self.schedule.step()
        if self.seen is not None:
            self._train_judge(*self.seen)

    def _finish(self, batch: Step, others: Tensor | None) -> None:
        self.seen = None
        if others is not None:
            batch.suspicion = self._judge_logits(batch.z).mean(1)
            self.seen = batch.z.detach(), others

    def _pass(self, x: Tensor, noise: Tensor) -> tuple[Tensor, ...]:
        import torch

        mean, log_var = _apply_layers(self.params, x, (0, 1, 2)).split(LATENTS, dim=-1)
        z, kl = self._code(mean, log_var, noise)
        pixels = _apply_layers(self.params, z, (3, 4, 5))
        rec = torch.nn.functional.binary_cross_entropy_with_logits(pixels, x, reduction="none")
        return rec.sum(-1), kl, mean, log_var, z

    def _judge_logits(self, z: Tensor) -> Tensor:
        """(M, B) logits of the discriminator: above 0 for a code that is not shuffled."""
        return _apply_layers(self.judge, z, (0, 1, 2)).squeeze(-1)

    def _train_judge(self, z: Tensor, shuffles: Tensor) -> None:
        """Train the discriminator to tell codes from codes whose latents are shuffled."""
        from torch.nn.functional import softplus

        loss = softplus(-self._judge_logits(z)) + softplus(
            self._judge_logits(z.gather(1, shuffles))
        )
        self.judging.zero_grad()
        loss.mean(1).sum().backward()
        self.judging.step()


def _init_layers(
    sizes: Sequence[tuple[int, int]], streams: Sequence[np.random.Generator]
) -> dict[str, Tensor]:
    """Weights w0, b0, w1, ... of M networks, each from its own stream, uniform up to 1/sqrt(in)."""
    import torch

    params = {}
    for j, (n_in, n_out) in enumerate(sizes):
        bound = 1 / math.sqrt(n_in)
        for name, shape in ((f"w{j}", (n_in, n_out)), (f"b{j}", (1, n_out))):
            initial = np.stack([stream.uniform(-bound, bound, shape) for stream in streams])
            params[name] = torch.from_numpy(initial.astype(np.float32)).requires_grad_()
    return params


def _apply_layers(params: dict[str, Tensor], x: Tensor, layers: tuple[int, ...]) -> Tensor:
    """(M, B, out) outputs of some layers for x, with a ReLU after each but the last."""
    for j in layers:
        x = (x @ params[f"w{j}"]) + params[f"b{j}"]
        x = x if j == layers[-1] else x.relu()
    return x


def _sample_batches(
    streams: Sequence[np.random.Generator], reached: NDArray[np.float64], shuffled: bool
) -> Iterator[tuple[Tensor, Tensor, Tensor | None]]:
    """Rows (M, B), noise (M, B, L) and orders to shuffle by (M, B, L), for step after step."""
    import torch

    while True:
        chunks = []
        for stream in streams:
            rows = np.searchsorted(reached, stream.random((AHEAD, BATCH)) * reached[-1], "right")
            noise = stream.standard_normal((AHEAD, BATCH, LATENTS), dtype=np.float32)
            order = stream.random(noise.shape).argsort(1) if shuffled else np.empty((AHEAD, 0))
            chunks.append((rows, noise, order))
        rows, noise, orders = (torch.from_numpy(np.stack(part, 1)) for part in zip(*chunks))
        for step in range(AHEAD):
            yield rows[step], noise[step], orders[step] if shuffled else None

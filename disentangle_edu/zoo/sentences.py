"""Models of sentences: LSTM encoder and decoder as zhang2021 describes them, many in one stack.

The encoder's state at the end of a sentence gives mean and log variance; the decoder reads the
previous word (teacher forcing) and the latent code in one of COUPLINGS. Where the paper is silent,
we chose: encoder and decoder embed words separately, the code sets the hidden state
(the cell's starts at 0), embeddings start uniform within 1, weights within 1/sqrt(hidden or latent
units), and forget gates with 1 more.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ..types import Progress
from ..worlds.sentences import OWN, TextWorld
from .configs import TextRecipe
from .objectives import SPIKE, Step
from .training import Stack, Trained, run

if TYPE_CHECKING:
    from torch import Tensor
    from torch.nn import Module

RATE = 1e-3
MATCHED = 64  # codes of a batch that MAT-VAE compares with its prior


@dataclass(frozen=True)
class Size:
    """How large a network is, and how long it learns: numbers of zhang2021, section 3."""

    embedding: int
    hidden: int
    latents: int
    batch: int = 256
    epochs: int = 10


SIZES = {
    "ynoc": Size(4, 32, 4),
    "pos": Size(4, 64, 8, batch=512),
    "letters": Size(4, 16, 4, batch=64),  # the paper does not give these sizes
    OWN: Size(4, 64, 8),  # ours
}
LEAST_STEPS = 2_000  # a user may have few texts
ROOMY = Size(32, 128, 8, epochs=5)  # ours


def network_size(recipe: TextRecipe) -> Size:
    """The size of a recipe's network."""
    return ROOMY if recipe.coupling == "roomy" else SIZES[recipe.world]


def steps_of(recipe: TextRecipe, world: TextWorld) -> int:
    """Steps of its whole training; the last, smaller batch of an epoch is left out."""
    size = network_size(recipe)
    return max(LEAST_STEPS, size.epochs * (len(world.train) // size.batch))


def train_sentences(
    recipes: Sequence[TextRecipe],
    world: TextWorld,
    *,
    steps: int | None = None,
    progress: Progress | None = None,
    checkpoint: Path | None = None,
    until: float | None = None,
) -> list[Trained]:
    """Train a stack of models of one objective and coupling; the same again from the same seeds.

    steps : those of the paper's ten epochs unless told otherwise.
    checkpoint, until : see `training.run`.
    """
    steps = steps or steps_of(recipes[0], world)
    return run(lambda: _Sentences(recipes, world, steps), steps, progress, checkpoint, until)


class _Sentences(Stack):
    """M models of sentences; tokens are (T, M, B), since one word follows the other."""

    def __init__(self, recipes: Sequence[TextRecipe], world: TextWorld, steps: int) -> None:
        import torch

        super().__init__(recipes, steps)
        (self.coupling,) = {recipe.coupling for recipe in recipes}
        self.size, self.end = network_size(recipes[0]), world.end
        self.latents = self.size.latents
        self.data, self.judged = torch.from_numpy(world.train), torch.from_numpy(world.test)
        self.shares = torch.full((len(world.test),), 1 / len(world.test))
        streams = [np.random.default_rng([recipe.seed, 0]) for recipe in recipes]
        self.params = _init_weights(self.size, self.coupling, world.end + 1, streams)
        self.optimiser = torch.optim.Adam(list(self.params.values()), RATE)
        self.draws = _sample_batches(streams, len(world.train), self.size, self.objective.matched)

    def _finish(self, batch: Step, others: Tensor | None) -> None:
        batch.drawn = others

    def _pass(self, x: Tensor, noise: Tensor) -> tuple[Tensor, ...]:
        import torch

        p, x = self.params, x.permute(2, 0, 1).long()
        T, M, B = x.shape
        states = self._states("e", [self._embed("e", x)], torch.zeros(M, B, self.size.hidden))
        ends = (x != self.end).sum(0)  # position of the end of each sentence
        last = states.gather(0, ends[None, :, :, None].expand(1, M, B, states.shape[-1]))[0]
        mean, log_var = (last @ p["c"] + p["c_b"]).split(self.latents, dim=-1)
        z, kl = self._code(mean, log_var, noise)

        before = torch.cat([torch.full_like(x[:1], self.end + 1), x[:-1]])
        states = self._states("d", self._decoder_inputs(before, z), self._start(z))
        lost = []
        for m in range(M):  # all models at once would not fit into the cache
            logits = torch.addmm(p["o_b"][m], states[:, m].flatten(0, 1), p["o"][m])
            target = x[:, m].flatten()
            missed = torch.nn.functional.cross_entropy(logits, target, reduction="none").view(T, B)
            lost.append((missed * (before[:, m] != self.end)).sum(0))  # no loss after the end
        return torch.stack(lost), kl, mean, log_var, z

    def _embed(self, side: str, tokens: Tensor) -> tuple[Tensor, Tensor]:
        """Word embeddings (T, M, B, E), and the weights from them to the gates of the LSTM."""
        import torch

        table = self.params[f"{side}_words"]
        first = torch.arange(table.shape[0])[None, :, None] * table.shape[1]
        heard = torch.nn.functional.embedding(tokens + first, table.flatten(0, 1))
        return heard, self.params[f"{side}_in"]

    def _decoder_inputs(self, before: Tensor, z: Tensor) -> list[tuple[Tensor, Tensor]]:
        """Inputs of the decoder and their weights: the previous word, the code, or both."""
        heard = [self._embed("d", before)] if "d_words" in self.params else []
        if "z_in" in self.params:
            heard.append((z.expand(len(before), *z.shape), self.params["z_in"]))
        return heard

    def _start(self, z: Tensor) -> Tensor:
        """(M, B, H) initial hidden state of the decoder."""
        import torch

        if "z_h" in self.params:
            return torch.baddbmm(self.params["z_b"], z, self.params["z_h"])
        return torch.zeros(*z.shape[:2], self.size.hidden)

    def _states(self, side: str, heard: list[tuple[Tensor, Tensor]], start: Tensor) -> Tensor:
        """(T, M, B, H) the hidden states of the encoder's or the decoder's LSTM.

        The models run one after the other, because PyTorch's LSTM is twice as fast as our own LSTM
        over a stack of models.
        """
        import torch

        H, inputs = start.shape[-1], torch.cat([state for state, _ in heard], -1)
        weights = torch.cat([to_gates for _, to_gates in heard], 1)
        order = torch.arange(4 * H).view(4, H)[[0, 1, 3, 2]].flatten()  # the output gate is last
        keep, bias = self.params[f"{side}_h"], self.params[f"{side}_b"]
        lstm, states = _make_lstm(inputs.shape[-1], H), []
        for m in range(len(start)):
            parameters = {
                "weight_ih_l0": weights[m].T[order],
                "weight_hh_l0": keep[m].T[order],
                "bias_ih_l0": bias[m, 0, order],
                "bias_hh_l0": torch.zeros(4 * H),
            }
            begin = start[m, None], torch.zeros(1, *start.shape[1:])
            states.append(torch.func.functional_call(lstm, parameters, (inputs[:, m], begin))[0])
        return torch.stack(states, 1)


@functools.lru_cache
def _make_lstm(inputs: int, hidden: int) -> Module:
    """PyTorch's LSTM without weights; each call is given the weights of a model."""
    import torch

    return torch.nn.LSTM(inputs, hidden, device="meta")


def _init_weights(
    size: Size, coupling: str, tokens: int, streams: Sequence[np.random.Generator]
) -> dict[str, Tensor]:
    """Weights of M models, each from its own stream; tokens counts the words and the end.

    e_, d_ : encoder and decoder; words: embeddings (the decoder's include a start token); in, b, h:
    weights of the four gates for a word, their bias, and weights for the previous state.   c, c_b :
    mean and log variance.   z_in, z_h, z_b : from the latents to the gates and to the first state.
    o, o_b : output words.
    """
    import torch

    E, H, L = size.embedding, size.hidden, size.latents
    shapes = {"e_words": (tokens, E), "e_in": (E, 4 * H), "e_h": (H, 4 * H), "e_b": (1, 4 * H)}
    shapes |= {"c": (H, 2 * L), "c_b": (1, 2 * L)}
    if coupling != "latent":
        shapes |= {"d_words": (tokens + 1, E), "d_in": (E, 4 * H)}
    shapes |= {"d_h": (H, 4 * H), "d_b": (1, 4 * H), "o": (H, tokens), "o_b": (1, tokens)}
    if coupling in ("init", "init_concat"):
        shapes |= {"z_h": (L, H), "z_b": (1, H)}
    if coupling != "init":
        shapes |= {"z_in": (L, 4 * H)}
    params = {}
    for name, shape in shapes.items():
        bound = 1.0 if "words" in name else 1 / math.sqrt(L if name[0] == "z" else H)
        initial = np.stack([stream.uniform(-bound, bound, shape) for stream in streams])
        if name in ("e_b", "d_b"):
            initial[:, :, H : 2 * H] += 1  # forget gates start open
        params[name] = torch.from_numpy(initial.astype(np.float32)).requires_grad_()
    return params


def _sample_batches(
    streams: Sequence[np.random.Generator], sentences: int, size: Size, matched: bool
) -> Iterator[tuple[Tensor, Tensor, Tensor | None]]:
    """Rows (M, B), noise (M, B, L) and, for MAT-VAE, codes of its prior, for step after step.

    Each epoch contains every sentence once, in a new order.
    """
    import torch

    B, L, (share, width) = size.batch, size.latents, SPIKE
    while True:
        orders = np.stack([stream.permutation(sentences) for stream in streams])
        for start in range(0, sentences - B + 1, B):
            noise = np.stack([stream.standard_normal((B, L)) for stream in streams])
            prior_codes = None
            if matched:
                slab = np.stack([stream.standard_normal((MATCHED, L)) for stream in streams])
                spikes = np.stack([stream.random((MATCHED, L)) < share for stream in streams])
                prior_codes = torch.from_numpy(
                    np.where(spikes, width * slab, slab).astype(np.float32)
                )
            rows = torch.from_numpy(orders[:, start : start + B])
            yield rows, torch.from_numpy(noise.astype(np.float32)), prior_codes

"""What a trained model of sentences reads and says, in numpy: no PyTorch is needed for it."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..core import Floats

Weights = Mapping[str, NDArray]
Tokens = NDArray[np.int64]


@dataclass(frozen=True)
class Speaker:
    """An LSTM encoder and decoder that have learned.

    weights : as `sentences._weights` names them, of one model.   longest : words it says at most.
    """

    weights: Weights
    longest: int

    @property
    def end(self) -> int:
        """The token that ends a sentence."""
        return len(self.weights["e_words"]) - 1

    def read(self, tokens: ArrayLike) -> Floats:
        """(n, L) mean codes of sentences (n, T), each closed by the end."""
        return self._encoded(tokens)[0]

    def noise(self, tokens: ArrayLike) -> Floats:
        """(n, L) standard deviations of the noise on these codes while the decoder learned.

        An autoencoder learned without any: what its encoder gives here means nothing.
        """
        return np.exp(0.5 * self._encoded(tokens)[1])

    def _encoded(self, tokens: ArrayLike) -> tuple[Floats, Floats]:
        """Means and log variances of codes, (n, L) each."""
        rows = np.asarray(tokens, dtype=np.int64)
        w, H = self.weights, self.weights["e_h"].shape[0]
        table = w["e_words"] @ w["e_in"] + w["e_b"]
        h = c = last = np.zeros((len(rows), H), dtype=np.float32)
        ends = (rows != self.end).sum(1)
        for place in range(ends.max() + 1):
            h, c = _step(table[rows[:, place]], h, c, w["e_h"])
            last = np.where((ends == place)[:, None], h, last)
        means, log_vars = np.split((last @ w["c"] + w["c_b"]).astype(float), 2, axis=1)
        return means, log_vars

    def say(self, codes: ArrayLike) -> tuple[Tokens, Floats]:
        """Sentences (n, longest + 1) for codes (n, L), always the likeliest next word.

        And the share that the model gave to each word, 1 after the end.
        """
        z = np.atleast_2d(np.asarray(codes, dtype=np.float32))
        w, n = self.weights, len(z)
        h, c = self._start(z), np.zeros((n, w["d_h"].shape[0]), dtype=np.float32)
        table = w["d_words"] @ w["d_in"] + w["d_b"] if "d_words" in w else None
        added = z @ w["z_in"] if "z_in" in w else 0
        word, over = np.full(n, self.end + 1), np.zeros(n, dtype=bool)
        said, shares = np.full((n, self.longest + 1), self.end), np.ones((n, self.longest + 1))
        for place in range(self.longest + 1):
            h, c = _step((w["d_b"] if table is None else table[word]) + added, h, c, w["d_h"])
            scores = h @ w["o"] + w["o_b"]
            word = np.where(over, self.end, scores.argmax(1))
            chances = np.exp(scores - scores.max(1, keepdims=True))
            said[:, place] = word
            shares[:, place] = np.where(over, 1, chances.max(1) / chances.sum(1))
            over |= word == self.end
        return said, shares

    def _start(self, z: NDArray[np.float32]) -> NDArray[np.float32]:
        w = self.weights
        if "z_h" in w:
            return z @ w["z_h"] + w["z_b"]
        return np.zeros((len(z), w["d_h"].shape[0]), dtype=np.float32)


def _step(inputs: NDArray, h: NDArray, c: NDArray, keep: NDArray) -> tuple[NDArray, NDArray]:
    """Hidden state and cell after one word."""
    gates, H = inputs + h @ keep, h.shape[1]
    # The logistic function by numpy alone: scipy takes two seconds to come in a browser.
    into, forget, out = (np.tanh(gates[:, : 3 * H] / 2) / 2 + 0.5).reshape(-1, 3, H).swapaxes(0, 1)
    c = forget * c + into * np.tanh(gates[:, 3 * H :])
    return out * np.tanh(c), c

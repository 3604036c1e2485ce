"""Encoder and decoder of a trained model of sentences, evaluated in numpy without PyTorch."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..types import Floats

Weights = Mapping[str, NDArray]
Tokens = NDArray[np.int64]


@dataclass(frozen=True)
class TextAutoencoder:
    """LSTM encoder and decoder of a trained model of sentences.

    Parameters
    ----------
    weights : mapping of str to ndarray
        Weights of one model, named as in `sentences._init_weights`.
    max_length : int
        Largest number of words that the decoder generates.

    Examples
    --------
    >>> from disentangle_edu.zoo import pretrained_text
    >>> autoencoder = pretrained_text.autoencoder(pretrained_text.coded()[0])
    >>> codes = pretrained_text.code(pretrained_text.coded()[0]).latents[:2]
    >>> autoencoder.decode(codes)[0].shape == (2, autoencoder.max_length + 1)
    True
    """

    weights: Weights
    max_length: int

    @property
    def end(self) -> int:
        """Token that ends a sentence.

        Returns
        -------
        token : int
            Last token of the vocabulary.
        """
        return len(self.weights["e_words"]) - 1

    def encode(self, tokens: ArrayLike) -> Floats:
        """Mean codes of sentences.

        Parameters
        ----------
        tokens : array-like of int, shape (n_samples, n_words)
            Tokens, with the end of every sentence.

        Returns
        -------
        codes : ndarray of shape (n_samples, n_latents)
            Mean codes.
        """
        return self._encode(tokens)[0]

    def noise(self, tokens: ArrayLike) -> Floats:
        """Standard deviation of the noise on the codes during training of the decoder.

        Parameters
        ----------
        tokens : array-like of int, shape (n_samples, n_words)
            Tokens, with the end of every sentence.

        Returns
        -------
        noise : ndarray of shape (n_samples, n_latents)
            Standard deviations. They have no meaning for an autoencoder, which was trained without
            noise.
        """
        return np.exp(0.5 * self._encode(tokens)[1])

    def _encode(self, tokens: ArrayLike) -> tuple[Floats, Floats]:
        """Means and log variances of codes, each of shape (n_samples, n_latents)."""
        rows = np.asarray(tokens, dtype=np.int64)
        w, H = self.weights, self.weights["e_h"].shape[0]
        table = w["e_words"] @ w["e_in"] + w["e_b"]
        h = c = last = np.zeros((len(rows), H), dtype=np.float32)
        ends = (rows != self.end).sum(1)
        for position in range(ends.max() + 1):
            h, c = _lstm_step(table[rows[:, position]], h, c, w["e_h"])
            last = np.where((ends == position)[:, None], h, last)
        means, log_vars = np.split((last @ w["c"] + w["c_b"]).astype(float), 2, axis=1)
        return means, log_vars

    def decode(self, codes: ArrayLike) -> tuple[Tokens, Floats]:
        """Generate sentences from codes, with the most likely next word at every step.

        Parameters
        ----------
        codes : array-like of shape (n_samples, n_latents)
            Codes.

        Returns
        -------
        tokens : ndarray of int, shape (n_samples, max_length + 1)
            Tokens, with the end of every sentence.
        shares : ndarray of shape (n_samples, max_length + 1)
            Probability that the model gives to each word; 1 after the end.
        """
        z = np.atleast_2d(np.asarray(codes, dtype=np.float32))
        w, n = self.weights, len(z)
        h, c = self._start(z), np.zeros((n, w["d_h"].shape[0]), dtype=np.float32)
        table = w["d_words"] @ w["d_in"] + w["d_b"] if "d_words" in w else None
        added = z @ w["z_in"] if "z_in" in w else 0
        word, over = np.full(n, self.end + 1), np.zeros(n, dtype=bool)
        tokens, shares = (
            np.full((n, self.max_length + 1), self.end),
            np.ones((n, self.max_length + 1)),
        )
        for position in range(self.max_length + 1):
            h, c = _lstm_step((w["d_b"] if table is None else table[word]) + added, h, c, w["d_h"])
            scores = h @ w["o"] + w["o_b"]
            word = np.where(over, self.end, scores.argmax(1))
            chances = np.exp(scores - scores.max(1, keepdims=True))
            tokens[:, position] = word
            shares[:, position] = np.where(over, 1, chances.max(1) / chances.sum(1))
            over |= word == self.end
        return tokens, shares

    def _start(self, z: NDArray[np.float32]) -> NDArray[np.float32]:
        w = self.weights
        if "z_h" in w:
            return z @ w["z_h"] + w["z_b"]
        return np.zeros((len(z), w["d_h"].shape[0]), dtype=np.float32)


def _lstm_step(inputs: NDArray, h: NDArray, c: NDArray, keep: NDArray) -> tuple[NDArray, NDArray]:
    """Hidden state and cell after one word."""
    gates, H = inputs + h @ keep, h.shape[1]
    # The logistic function in numpy, because scipy takes two seconds to load in a browser.
    into, forget, out = (np.tanh(gates[:, : 3 * H] / 2) / 2 + 0.5).reshape(-1, 3, H).swapaxes(0, 1)
    c = forget * c + into * np.tanh(gates[:, 3 * H :])
    return out * np.tanh(c), c

"""Sentence models word by word: a textbook LSTM encodes and decodes to the same values."""

import numpy as np
import pytest
from scipy.special import expit

from disentangle_edu.zoo.text_decoder import TextAutoencoder

HIDDEN, LATENTS, WORDS = 3, 2, 4  # without the tokens for end and start
END, LONGEST, SEED = WORDS, 5, 23
SENTENCES = np.array([[0, 2, END, END], [3, END, END, END], [1, 1, 0, END], [END] * 4])
CODES = np.random.default_rng(8).normal(size=(12, LATENTS))


def weights(*told):
    """Random weights; `told` is how the decoder receives its latents."""
    rng = np.random.default_rng(SEED)
    draw = lambda *shape: rng.normal(size=shape).astype(np.float32)
    found = {"e_words": draw(END + 1, 2), "e_in": draw(2, 4 * HIDDEN), "e_b": draw(4 * HIDDEN)}
    found |= {"e_h": draw(HIDDEN, 4 * HIDDEN), "c": draw(HIDDEN, 2 * LATENTS)}
    found |= {
        "c_b": draw(2 * LATENTS),
        "d_words": 3 * draw(END + 2, 2),
        "d_in": draw(2, 4 * HIDDEN),
    }
    found |= {"d_b": draw(4 * HIDDEN), "d_h": draw(HIDDEN, 4 * HIDDEN)}
    found |= {"o": 2 * draw(HIDDEN, END + 1), "o_b": draw(END + 1) / 4}
    beside, start, lift = draw(LATENTS, 4 * HIDDEN), draw(LATENTS, HIDDEN), draw(HIDDEN)
    found |= {"z_in": 2 * beside} if "beside" in told else {}
    return found | ({"z_h": start, "z_b": lift} if "start" in told else {})


def stepped(inputs, h, c, keep):
    into, forget, out, new = np.split(inputs + h @ keep, 4)
    c = expit(forget) * c + expit(into) * np.tanh(new)
    return expit(out) * np.tanh(c), c


def test_text_encoder_read_matches_textbook_lstm():
    w = weights()
    means, deviations = [], []
    for sentence in SENTENCES:
        h = c = np.zeros(HIDDEN)
        for word in [*sentence[sentence != END], END]:
            h, c = stepped(w["e_words"][word] @ w["e_in"] + w["e_b"], h, c, w["e_h"])
        mean, log_variance = np.split(h @ w["c"] + w["c_b"], 2)
        means.append(mean)
        deviations.append(np.sqrt(np.exp(log_variance)))
    autoencoder = TextAutoencoder(w, LONGEST)
    assert autoencoder.encode(SENTENCES) == pytest.approx(np.array(means), abs=1e-5)
    assert autoencoder.noise(SENTENCES) == pytest.approx(np.array(deviations), rel=1e-5)


@pytest.mark.parametrize("told", [["start"], ["beside"], ["start", "beside"]], ids="+".join)
def test_text_decoder_say_picks_likeliest_word_until_end(told):
    w = weights(*told)
    said, shares = TextAutoencoder(w, LONGEST).decode(CODES)
    lengths = set()
    for z, words, chances in zip(CODES, said, shares):
        h = z @ w["z_h"] + w["z_b"] if "start" in told else np.zeros(HIDDEN)
        c, word, expected, told_with = np.zeros(HIDDEN), END + 1, [], []
        while len(expected) <= LONGEST and word != END:
            inputs = w["d_words"][word] @ w["d_in"] + w["d_b"]
            inputs = inputs + (z @ w["z_in"] if "beside" in told else 0)
            h, c = stepped(inputs, h, c, w["d_h"])
            scores = np.exp(h @ w["o"] + w["o_b"])
            word = int(scores.argmax())
            expected.append(word)
            told_with.append(scores.max() / scores.sum())
        lengths.add(len(expected))
        rest = LONGEST + 1 - len(expected)
        assert words.tolist() == expected + [END] * rest
        assert chances == pytest.approx(np.array(told_with + [1.0] * rest), abs=1e-5)
    assert len(lengths) > 1  # some sentences end early

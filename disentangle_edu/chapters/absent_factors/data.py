"""Cases of the chapter: sentences of the corpus POS, and the scores of their codes."""

import functools

import numpy as np

from ...metric import METRICS
from ...representation import Representation
from ...score import Score
from ...worlds import corpora
from ...worlds.text import CODES

SENTENCES = 8_000
JUDGED = 1_500  # sentences
NOISE = "noise"


@functools.cache
def sentences_drawn() -> tuple[corpora.Corpus, corpora.Block]:
    """The corpus, and the sentences that the notebook draws from it."""
    corpus = corpora.pos()
    return corpus, corpus.sample(SENTENCES, seed=0)


@functools.cache
def shares_with() -> dict[str, float]:
    """The share of the sentences of the notebook that have each kind of words."""
    corpus, block = sentences_drawn()
    there = block.factors != corpora.ABSENT
    return dict(zip(corpus.factor_names, there.mean(0).tolist()))


@functools.cache
def _encode_sentences(code: str, draw: int) -> Representation:
    """Sentences under one of CODES, or under eight columns of pure noise."""
    corpus = corpora.pos()
    block = corpus.sample(JUDGED, seed=draw)
    if code == NOISE:
        return corpus.representation(block, np.random.default_rng(draw).normal(size=(JUDGED, 8)))
    return corpus.representation(block, CODES[code](corpus.sentences(block)))


@functools.cache
def score_of_code(code: str, metric: str, draw: int = 0) -> Score:
    """Score of a code of sentences under a metric; FactorVAE has 2,000 votes of 64 samples.

    draw : number of the draw of sentences and noise.
    """
    quick = dict(n_points=2_000, batch_size=64) if metric == "factor_vae" else {}
    return METRICS[metric](_encode_sentences(code, draw), **quick)

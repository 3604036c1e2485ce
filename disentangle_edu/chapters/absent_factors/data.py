"""What questions and labs of the chapter on absent factors share."""

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
    """In what share of the sentences of the notebook each kind occurs."""
    corpus, block = sentences_drawn()
    there = block.factors != corpora.ABSENT
    return dict(zip(corpus.factor_names, there.mean(0).tolist()))


@functools.cache
def _encode_sentences(code: str, draw: int) -> Representation:
    """So many sentences under one of CODES, or under as many columns of pure noise."""
    corpus = corpora.pos()
    block = corpus.sample(JUDGED, seed=draw)
    if code == NOISE:
        return corpus.representation(block, np.random.default_rng(draw).normal(size=(JUDGED, 8)))
    return corpus.representation(block, CODES[code](corpus.sentences(block)))


@functools.cache
def score_of_code(code: str, metric: str, draw: int = 0) -> Score:
    """A code of sentences under a metric; FactorVAE in 2,000 votes of 64.

    draw : which sentences (and noise) are drawn.
    """
    quick = dict(n_points=2_000, batch_size=64) if metric == "factor_vae" else {}
    return METRICS[metric](_encode_sentences(code, draw), **quick)

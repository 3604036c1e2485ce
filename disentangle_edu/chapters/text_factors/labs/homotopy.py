"""A path between two sentences of five kinds of words, one latent at a time."""

import functools

import numpy as np

from ....viz.picture import Picture
from ....widgets.change_text import use_caption
from ....widgets.controls import choice, dragged, whole
from ....widgets.lab import lab
from ....worlds import corpora
from ....worlds.text import CODES, Book, changes
from ..data import STEPS, Path, latents_of, stage_sentences
from ._paths import Route, changed_panel, path_panel
from ._words import ANY, LOST_STYLE, PLAIN, StyledSentence

IDEAL = "one latent per word"
N_WORDS = len(corpora.SIX_WORDS)
LEGEND = (
    "Blue: new since the row above. Struck through: lost at that end. "
    f"“{ANY}”: a word that the code leaves open. If the order of the two nouns is open, a row "
    "keeps the order of the row above."
)


@functools.cache
def book(code: str) -> Book:
    """All sentences of one structure with one of CODES, or with a latent for each word."""
    corpus = corpora.pos()
    block = corpus.within(corpora.SIX_WORDS)
    lines = corpus.sentences(block)
    latents = block.tokens[:, :N_WORDS] if code == IDEAL else CODES[code](lines, N_WORDS)
    return Book(lines, latents)


def known_of(code: Book, path: Path, read: str) -> Path:
    """Sentences on a path, with ANY for each word that the code leaves open (more than two).

    Of all sentences with the code of a step, we take the one that is most similar to the step
    before, so that only those words change that the code changes.   read : sentence before the
    first step.
    """
    lines, before = [], read.split()
    for dimension, share, sentence in path:
        alike = [candidate.split() for candidate in code.alike(sentence)]
        overlaps = [sum(a == b for a, b in zip(candidate, before)) for candidate in alike]
        before = alike[int(np.argmax(overlaps))]
        counts = [len(set(column)) for column in zip(*alike)]
        decoded = [word if count <= 2 else ANY for word, count in zip(before, counts)]
        lines.append((dimension, share, " ".join(decoded)))
    return lines


@functools.lru_cache(maxsize=64)
def path_of(code: str, pair: int) -> tuple[Path, list[int], str, str]:
    """Path from one sentence to another that shares no word with it.

    Returns the path, the number of sentences with the code of each step, and the two sentences.
    """
    code_book = book(code)
    order = np.random.default_rng(pair).permutation(len(code_book.sentences))
    start = order[0]
    start_words = set(code_book.sentences[start].split())
    end = next(i for i in order if not set(code_book.sentences[i].split()) & start_words)
    path, read = code_book.homotopy(start, end, STEPS), code_book.sentences[start]
    counts = [len(code_book.alike(sentence)) for _, _, sentence in path]
    return known_of(code_book, path, read), counts, read, code_book.sentences[end]


def strike_unsaid(sentence: str, spoken: str) -> StyledSentence:
    """A sentence, with words struck through that are not in another sentence, in any order."""
    return sentence, [PLAIN if word in spoken.split() else LOST_STYLE for word in sentence.split()]


def describe_step(code: str, pair: int, step: int) -> str:
    """State the sentence at a step, and how many words its latent changes."""
    path, counts, _, _ = path_of(code, pair)
    dimension, share, sentence = path[step]
    change_counts = changes(stage_sentences(path))
    where = f"Latent {dimension} has gone {share:.0%} of its way" if dimension else "At the start"
    caption = f"{where}: “{sentence}”"
    if counts[step] > 1:
        caption += f", a code that {counts[step]:,} sentences share."
    if not dimension:
        return f"{caption} A latent changes {np.mean(change_counts):.2f} words on average."
    count = change_counts[dimension - 1]
    caption += f" Over its whole way this latent changes {count or 'none'} of {N_WORDS} words"
    is_constant = len(np.unique(book(code).latents[:, dimension - 1].round(9))) == 1
    why = "it is the same for all sentences" if is_constant else "no other code comes nearer"
    return f"{caption}." if count else f"{caption}, because {why}."


@lab(
    {
        "code": choice("code", [IDEAL, *CODES], IDEAL),
        "pair": whole("pair of sentences", 0, 0, 20),
        "step": dragged(whole("step", 0, 0, N_WORDS * STEPS)),
    },
    describe_change=use_caption,
)
def homotopy(code: str, pair: int, step: int) -> Picture:
    """Move from one sentence to another, one latent at a time: which words change?"""
    path, _, read, goal = path_of(code, pair)
    change_counts = changes(stage_sentences(path))
    names, mean = latents_of(len(change_counts)), float(np.mean(change_counts))
    first, last = path[0][2], path[-1][2]
    route = Route(path, names, strike_unsaid(read, first), strike_unsaid(goal, last))
    return Picture(
        panels=(
            path_panel(route, step, code, LEGEND),
            changed_panel(change_counts, N_WORDS, names),
        ),
        shows=f"A path from “{first}” to “{last}”, one latent at a time.",
        caption=describe_step(code, pair, step),
        text=f"Words that change with each latent: {', '.join(map(str, change_counts))} "
        f"(mean {mean:.2f}).\nOf {len(book(code).sentences):,} sentences, some have the code that "
        "is nearest to the latents on the way. A row shows the words that these sentences share.",
        scores={"words changed per dimension": mean},
    )

"""Labs on text: why perfect codes of letters get low scores, and words that change one dimension at a time."""

import functools

import numpy as np

from .. import measures
from ..metrics import disentanglement, mig, modularity, sap
from ..show import pictures
from ..worlds import corpora, letters, text
from .lab import Lab, choice, lab, number, whole

LIVE_SAMPLES, FULL_SAMPLES = 1_000, 10_000
_small = functools.lru_cache(maxsize=64)(letters.small)


def _toy_picture(values, dimensions, order, bins, trees, max_features, C, samples):
    rep = _small(values, dimensions, order == "in order", samples)
    scores = [
        mig(rep, bins=bins),
        modularity(rep, bins=bins),
        disentanglement(rep, trees=trees, max_features=max_features),
        sap(rep, C=C),
    ]
    first = np.unique(rep.latents[:, 0])
    filled = len(np.unique(measures.discretise(rep.latents[:, 0], bins=bins)))
    lines = [
        ", ".join(f"{score.metric} = {score.value:.4f}" for score in scores)
        + f", on {samples:,} samples of a perfect code.",
        f"The {len(first)} values of latent {rep.latent_names[0]} fill {filled} of {bins} bins.",
        f"The forest gives {scores[2].matrix.values.max(0).min():.2f} of letter {rep.factor_names[int(scores[2].matrix.values.max(0).argmin())]}'s importance to its best latent.",
        f"One latent lets the SVM recognise {scores[3].matrix.values.max(0).mean():.2f} of a letter's values; guessing, {1 / values:.2f}.",
    ]
    alt = " ".join(lines)
    panels = (
        axis_panel(
            (10, 8, 840, 92),
            f"letter A's values on latent {rep.latent_names[0]}, cut into {bins} bins",
            first,
            bins,
        ),
        pictures.matrix_panel((10, 112, 400, 250), scores[2].matrix),
        pictures.bars_panel(
            (430, 112, 420, 250),
            "scores of a perfect code",
            {score.metric: score.value for score in scores},
        ),
    )
    return pictures.Picture(
        pictures.canvas(372, alt, *panels),
        alt,
        "\n".join(lines),
        {score.metric: score.value for score in scores},
    )


def axis_panel(box, heading, values, bins):
    """Where values lie on an axis, and which of them share a bin."""
    x, y, width, height = box
    low, high = values.min(), values.max()
    place = lambda value: x + 8 + (value - low) / max(high - low, 1e-12) * (width - 16)
    codes, out = measures.discretise(values, bins=bins), [pictures.title(x, y, width, heading)]
    shared = np.bincount(codes, minlength=bins) > 1
    for j in range(bins):
        left, right = (place(low + (high - low) * edge / bins) for edge in (j, j + 1))
        out.append(
            pictures.rect(
                left,
                y + 26,
                right - left,
                height - 44,
                "#fbe3d0" if shared[j] else "#f5f7fa",
                pictures.GRID,
            )
        )
    out += [
        pictures.line(
            place(value), y + 30, place(value), y + height - 22, pictures.PART, stroke_width="2"
        )
        for value in values
    ]
    out.append(
        pictures.text(
            x,
            y + height - 4,
            "a stroke per value; orange bins hold several values, which the bins cannot tell apart",
            "start",
            pictures.FAINT,
        )
    )
    return "".join(out)


def draw_toy_text(**values):
    """A perfect code of four letters on 1,000 samples."""
    return _toy_picture(**values, samples=LIVE_SAMPLES)


def full_toy_text(progress, **values):
    """The same on 10,000 samples, as many as the paper draws."""
    for _ in progress(["all"]):
        picture = _toy_picture(**values, samples=FULL_SAMPLES)
    return picture


@lab
def toy_text():
    """Each letter's values lie on latents of its own: nothing is mixed, nothing is lost. What do the scores say?"""
    return Lab(
        draw_toy_text,
        {
            "values": whole("values per letter", 20, 2, 40),
            "dimensions": whole("latents per letter", 1, 1, 3),
            "order": choice("values lie", ["at random", "in order"], "at random"),
            "bins": whole("bins (MIG, modularity)", 20, 2, 100),
            "trees": whole("trees of the forest", 10, 1, 50),
            "max_features": choice("latents open to a split", ["sqrt", "all"], "sqrt"),
            "C": number("C of the SVM", 0.01, 0.01, 10, readout=".2f"),
        },
        full=full_toy_text,
    )


# ------------------------------------------------------------------------------------------------- homotopy

STRUCTURE, STEPS = (
    ("n", "adv", "v", "adj", "n", "end-punc"),
    5,
)  # 5,000 sentences; every word has its place
IDEAL = "one latent per word"


@functools.cache
def book(code):
    """All sentences of one structure under one of text.CODES, or with a latent for each place of the sentence; six latents in any case."""
    corpus = corpora.pos()
    block = corpus.within(STRUCTURE)
    sentences = corpus.sentences(block)
    return text.Book(
        sentences,
        block.tokens[:, : len(STRUCTURE)]
        if code == IDEAL
        else text.CODES[code](sentences, len(STRUCTURE)),
    )


def draw_homotopy(code, pair, step):
    """The sentences on the way between two that share no word, dimension after dimension."""
    here = book(code)
    order = np.random.default_rng(pair).permutation(len(here.sentences))
    start = order[0]
    end = next(
        i for i in order if not set(here.sentences[i].split()) & set(here.sentences[start].split())
    )  # they share no word
    path = here.homotopy(start, end, STEPS)
    dimension, share, sentence = path[step]
    ends = [path[i * STEPS] for i in range(len(path) // STEPS + 1)]
    moved = text.changes([quoted for _, _, quoted in ends])
    lines = [
        f"Dimension {dimension} of {len(path) // STEPS}, {share:.0%} of its way: {sentence}"
        if dimension
        else f"At the start: {sentence}",
        f"Words that change per dimension: {', '.join(map(str, moved))} (mean {np.mean(moved):.2f}). Nearest of {len(here.sentences):,} sentences.",
    ]
    alt = " ".join([f"From '{path[0][2]}' to '{path[-1][2]}'.", *lines])
    panel = [
        pictures.title(
            10,
            8,
            840,
            f"one dimension after the other: {code}; a word that has just changed is underlined",
        )
    ]
    for j, (i, _, quoted) in enumerate(ends):
        y, now = 48 + 34 * j, j == -(-step // STEPS)
        panel += [
            pictures.rect(8, y - 18, 842, 28, "#dceefb" if now else "#fff", pictures.GRID),
            pictures.text(18, y, "start" if not i else f"after {i}", "start", pictures.FAINT),
            *_words(90, y, quoted, ends[j - 1][2] if j else quoted),
        ]
    panel += [
        pictures.text(18, 48 + 34 * len(ends) + 6, "now:", "start", pictures.FAINT),
        *_words(90, 48 + 34 * len(ends) + 6, sentence, sentence),
    ]
    return pictures.Picture(
        pictures.canvas(68 + 34 * len(ends), alt, *panel),
        alt,
        "\n".join(lines),
        {"words changed per dimension": float(np.mean(moved))},
    )


def _words(x, y, sentence, before):
    """Words side by side; those that differ from the sentence before are bold and underlined."""
    found = []
    for word, old in zip(sentence.split(), before.split()):
        more = {} if word == old else {"font_weight": "bold", "text_decoration": "underline"}
        found.append(
            pictures.text(x, y, word, "start", pictures.INK if word == old else "#0b4f8a", **more)
        )
        x += 9.2 * len(word) + 10
    return found


@lab
def homotopy():
    """Move from one sentence to another, one dimension at a time: which words change?"""
    return Lab(
        draw_homotopy,
        {
            "code": choice("code", [IDEAL, *text.CODES], IDEAL),
            "pair": whole("pair of sentences", 0, 0, 20),
            "step": whole("step", 12, 0, len(STRUCTURE) * STEPS),
        },
    )

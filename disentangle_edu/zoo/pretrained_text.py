"""Pretrained models of sentences: their table, codes of some, and a dozen networks.

Reading needs no PyTorch. The files are part of the package, or in a folder that `make zoo TEXT=1`
filled.
"""

import functools
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..cache import write
from ..representation import Representation
from ..types import Floats
from ..validation import check_seed
from ..worlds.corpora import YNOC_KIND, YNOC_WORDS
from ..worlds.sentences import TextWorld, text_world
from ..worlds.text import in_turn
from . import pretrained
from .configs import COUPLED, TextRecipe
from .pretrained import arrays_of, check_name
from .text_decoder import TextAutoencoder
from .training_state import Arrays, write_arrays

if TYPE_CHECKING:
    import pandas as pd

    from .training import Trained

TABLE, CODES, NETWORKS = "text.csv", "text_codes.npz", "text_networks.npz"


def table(folder: str | Path | None = None) -> "pd.DataFrame":
    """Table of all models of sentences, one row per model.

    Rows are named world-objective-strength-seed, with -coupling at the end if there is one.

    Parameters
    ----------
    folder : str, Path or None, default=None
        Folder that `make zoo TEXT=1` has filled. With None, the shipped files are read.

    Returns
    -------
    table : pandas.DataFrame
        Columns world, objective, strength, seed and coupling; convention of the metrics; rec,
        rec_mean and kl in nats per sentence of the test split; au, the number of active latents;
        every metric by its name; seconds and seconds_training.

    Notes
    -----
    The kl of MAT-VAE is from its own prior. A column NAME_paper is the metric by the convention of
    zhang2021 [1]_. For texts of the user, accuracy is the share of labels that a logistic
    regression recognises in the codes.

    References
    ----------
    .. [1] Zhang et al. (2021), "Unsupervised Representation Disentanglement of Text: An Evaluation
       on Synthetic Datasets".

    Examples
    --------
    >>> from disentangle_edu.zoo import pretrained_text
    >>> "mig_paper" in pretrained_text.table().columns
    True
    """
    return pretrained.read_table(folder, TABLE, TextRecipe)


def with_codes(recipes: Sequence[TextRecipe]) -> list[TextRecipe]:
    """Choose the models whose codes and networks are kept: the first run of each kind.

    Only the table covers the couplings on POS, so that all files stay within three megabytes.

    Parameters
    ----------
    recipes : sequence of TextRecipe
        Models of the zoo.

    Returns
    -------
    recipes : list of TextRecipe
        Models of seed 0, without the couplings on POS.

    Examples
    --------
    >>> from disentangle_edu.zoo import pretrained_text
    >>> pretrained_text.with_codes([])
    []
    """
    first = [recipe for recipe in recipes if recipe.seed == 0]
    return [r for r in first if (r.world, r.strength) != ("pos", COUPLED["pos"])]


def coded(folder: str | Path | None = None) -> list[str]:
    """List of the models whose codes and networks are available.

    Parameters
    ----------
    folder : str, Path or None, default=None
        Folder that `make zoo TEXT=1` has filled. With None, the shipped files are read.

    Returns
    -------
    names : list of str
        Names of models.

    Examples
    --------
    >>> from disentangle_edu.zoo import pretrained_text
    >>> len(pretrained_text.coded()) > 0
    True
    """
    return pretrained.coded(folder, CODES)


def sentences(world: str, folder: str | Path | None = None) -> NDArray[np.int64]:
    """Array of the tokens of the sentences that have codes.

    Parameters
    ----------
    world : str
        Name of the world, such as "ynoc".
    folder : str, Path or None, default=None
        Folder that `make zoo TEXT=1` has filled. With None, the shipped files are read.

    Returns
    -------
    tokens : ndarray of int, shape (n_samples, n_words + 1)
        Tokens, with the end of the sentence.

    Examples
    --------
    >>> from disentangle_edu.zoo import pretrained_text
    >>> pretrained_text.sentences("ynoc").ndim
    2
    """
    return arrays_of(folder, CODES)[f"tokens {world}"].astype(np.int64)


def shipped_world(world: str, folder: str | Path | None = None) -> TextWorld:
    """World of the sentences that are shipped, as a test split without training data.

    Parameters
    ----------
    world : str
        Name of the world, such as "ynoc".
    folder : str, Path or None, default=None
        Folder that `make zoo TEXT=1` has filled. With None, the shipped files are read.

    Returns
    -------
    world : TextWorld
        World with an empty training split.

    Examples
    --------
    >>> from disentangle_edu.zoo import pretrained_text
    >>> len(pretrained_text.shipped_world("ynoc").train)
    0
    """
    arrays, tokens = arrays_of(folder, CODES), sentences(world, folder)
    return TextWorld(
        world,
        tuple(arrays[f"words {world}"].tolist()),
        tokens[:0].astype(np.int16),
        tokens.astype(np.int16),
        arrays[f"factors {world}"].astype(np.int64),
        tuple(arrays[f"factor names {world}"].tolist()),
    )


def code(
    name: str, folder: str | Path | None = None, *, noise: float = 0.0, seed: int = 0
) -> Representation:
    """Mean codes of some sentences of the test split, with their factors.

    Parameters
    ----------
    name : str
        Name of a model of sentences, such as "ynoc-beta_vae-1-0".
    folder : str, Path or None, default=None
        Folder that `make zoo TEXT=1` has filled. With None, the shipped files are read.
    noise : float, default=0.0
        Share of the model's noise (see `noise_of`) that is added to the codes. 1 is the noise
        during training.
    seed : int, default=0
        Seed of the noise.

    Returns
    -------
    rep : Representation
        Representation with one sample per sentence.

    Raises
    ------
    ValueError
        If no codes of this model are available.

    Examples
    --------
    >>> from disentangle_edu.zoo import pretrained_text
    >>> name = pretrained_text.coded()[0]
    >>> pretrained_text.code(name).latents.ndim
    2
    """
    codes = arrays_of(folder, CODES)[check_name("code", name, coded(folder))].astype(float)
    story = f"{name}: mean codes of {len(codes):,} sentences"
    if noise:
        unit_noise = np.random.default_rng(check_seed(seed)).standard_normal(codes.shape)
        codes = codes + noise * noise_of(name, folder) * unit_noise
        story += f", with {noise:.0%} of their noise"
    return shipped_world(name.split("-")[0], folder).representation(codes, range(len(codes)), story)


def autoencoder(name: str, folder: str | Path | None = None) -> TextAutoencoder:
    """Encoder and decoder of a model of sentences.

    Parameters
    ----------
    name : str
        Name of a model of sentences, such as "ynoc-beta_vae-1-0".
    folder : str, Path or None, default=None
        Folder that `make zoo TEXT=1` has filled. With None, the shipped files are read.

    Returns
    -------
    autoencoder : TextAutoencoder
        Model that encodes and generates sentences.

    Raises
    ------
    ValueError
        If no network of this model is available.

    Examples
    --------
    >>> from disentangle_edu.zoo import pretrained_text
    >>> autoencoder = pretrained_text.autoencoder(pretrained_text.coded()[0])
    >>> type(autoencoder).__name__
    'TextAutoencoder'
    """
    arrays, mark = (
        arrays_of(folder, NETWORKS),
        f"{check_name('network', name, coded(folder))} ",
    )
    weights = {
        key.removeprefix(mark): value.astype(np.float32)
        for key, value in arrays.items()
        if key.startswith(mark)
    }
    return TextAutoencoder(weights, sentences(name.split("-")[0], folder).shape[1] - 1)


READ = 200  # sentences that a network reconstructs


@functools.lru_cache(maxsize=16)
def word_recovery(name: str, folder: str | Path | None = None) -> Mapping[str, float]:
    """Share of sentences in which a network reproduces the word of each factor.

    The network reads 200 sentences of YNOC and generates them from their mean codes.

    Parameters
    ----------
    name : str
        Name of a model of YNOC.
    folder : str, Path or None, default=None
        Folder that `make zoo TEXT=1` has filled. With None, the shipped files are read.

    Returns
    -------
    shares : mapping of str to float
        Share in [0, 1] by factor; 1 if the word of the factor is always reproduced.

    Examples
    --------
    >>> from disentangle_edu.zoo import pretrained_text
    >>> name = next(name for name in pretrained_text.coded() if name.startswith("ynoc"))
    >>> list(pretrained_text.word_recovery(name))
    ['year', 'name', 'occupation', 'city']
    """
    world = shipped_world("ynoc", folder)
    spoken, _ = autoencoder(name, folder).decode(code(name, folder).latents[:READ])
    decoded = [world.sentence(row).split() for row in spoken]
    return {
        kind: float(
            np.mean([YNOC_WORDS[kind][v] in sentence for sentence, v in zip(decoded, values)])
        )
        for kind, values in zip(world.factor_names, world.factors[:READ].T)
    }


def template_of(sentence: str) -> tuple[str, ...]:
    """Template of a sentence of YNOC: its words that belong to no factor.

    Parameters
    ----------
    sentence : str
        Sentence of YNOC.

    Returns
    -------
    words : tuple of str
        Words that no factor determines.

    Examples
    --------
    >>> from disentangle_edu.zoo import pretrained_text
    >>> isinstance(pretrained_text.template_of(pretrained_text.shipped_sentences()[0]), tuple)
    True
    """
    return tuple(word for word in sentence.split() if word not in YNOC_KIND)


@functools.lru_cache(maxsize=16)
def template_recovery(name: str, folder: str | Path | None = None) -> float:
    """Share of sentences in which a network reproduces the template.

    The network reads 200 sentences of YNOC and generates them from their mean codes.

    Parameters
    ----------
    name : str
        Name of a model of YNOC.
    folder : str, Path or None, default=None
        Folder that `make zoo TEXT=1` has filled. With None, the shipped files are read.

    Returns
    -------
    share : float
        Share in [0, 1]; 1 if the template is always reproduced.

    Examples
    --------
    >>> from disentangle_edu.zoo import pretrained_text
    >>> name = next(name for name in pretrained_text.coded() if name.startswith("ynoc"))
    >>> 0 <= pretrained_text.template_recovery(name) <= 1
    True
    """
    world = shipped_world("ynoc", folder)
    spoken, _ = autoencoder(name, folder).decode(code(name, folder).latents[:READ])
    pairs = zip(spoken, world.test[:READ])
    same = [template_of(world.sentence(a)) == template_of(world.sentence(b)) for a, b in pairs]
    return float(np.mean(same))


@functools.lru_cache(maxsize=16)
def noise_of(name: str, folder: str | Path | None = None) -> Floats:
    """Standard deviation of the noise on each code during training of the decoder.

    Parameters
    ----------
    name : str
        Name of a model of sentences, such as "ynoc-beta_vae-1-0".
    folder : str, Path or None, default=None
        Folder that `make zoo TEXT=1` has filled. With None, the shipped files are read.

    Returns
    -------
    noise : ndarray of shape (n_samples, n_latents)
        Standard deviations. They have no meaning for an autoencoder, which was trained without
        noise.

    Examples
    --------
    >>> from disentangle_edu.zoo import pretrained_text
    >>> bool(pretrained_text.noise_of(pretrained_text.coded()[0]).min() > 0)
    True
    """
    return autoencoder(name, folder).noise(sentences(name.split("-")[0], folder))


@functools.lru_cache(maxsize=16)
def spread_and_noise(name: str, folder: str | Path | None = None) -> tuple[Floats, Floats]:
    """Spread of the codes of each latent, and the noise on them during training.

    Parameters
    ----------
    name : str
        Name of a model of sentences, such as "ynoc-beta_vae-1-0".
    folder : str, Path or None, default=None
        Folder that `make zoo TEXT=1` has filled. With None, the shipped files are read.

    Returns
    -------
    spread : ndarray of shape (n_latents,)
        Standard deviation of the codes.
    noise : ndarray of shape (n_latents,)
        Root mean square over sentences of the standard deviation of the noise; 0 for an
        autoencoder.

    Examples
    --------
    >>> from disentangle_edu.zoo import pretrained_text
    >>> spread, noise = pretrained_text.spread_and_noise(pretrained_text.coded()[0])
    >>> spread.shape == noise.shape
    True
    """
    spread = code(name, folder).latents.std(0)
    if name.split("-")[1] == "ae":
        return spread, np.zeros_like(spread)
    return spread, np.sqrt(np.square(noise_of(name, folder)).mean(0))


PAIRS = 21  # of sentences to interpolate between


@functools.cache
def shipped_sentences() -> list[str]:
    """Sentences of YNOC that have codes.

    Returns
    -------
    sentences : list of str
        Sentences in the order of the codes.

    Examples
    --------
    >>> from disentangle_edu.zoo import pretrained_text
    >>> len(pretrained_text.shipped_sentences())
    5000
    """
    world = shipped_world("ynoc")
    return [world.sentence(row) for row in world.test]


@functools.cache
def pair(number: int) -> tuple[int, int]:
    """Positions of two sentences with the same template and no common factor value.

    Parameters
    ----------
    number : int
        Number of the pair, which is the seed of the first sentence.

    Returns
    -------
    start : int
        Position of the first sentence in `shipped_sentences`.
    end : int
        Position of the second sentence.

    Examples
    --------
    >>> from disentangle_edu.zoo import pretrained_text
    >>> start, end = pretrained_text.pair(0)
    >>> start != end
    True
    """
    texts, values = shipped_sentences(), shipped_world("ynoc").factors
    start, *others = np.random.default_rng(number).permutation(len(texts)).tolist()
    template = template_of(texts[start])
    candidates = (i for i in others if (values[i] != values[start]).all())
    return start, next(i for i in candidates if template_of(texts[i]) == template)


@functools.lru_cache(maxsize=128)
def latent_by_latent(name: str, number: int) -> list[str]:
    """Sentences of a network as one latent after another moves to the second of a pair.

    Parameters
    ----------
    name : str
        Name of a model of YNOC.
    number : int
        Number of the pair, see `pair`.

    Returns
    -------
    sentences : list of str
        Sentence of the first code, and one more after each latent.

    Examples
    --------
    >>> from disentangle_edu.zoo import pretrained_text
    >>> name = next(name for name in pretrained_text.coded() if name.startswith("ynoc"))
    >>> path = pretrained_text.latent_by_latent(name, 0)
    >>> len(path) == pretrained_text.code(name).latents.shape[1] + 1
    True
    """
    world = shipped_world("ynoc")
    start, end = code(name).latents[list(pair(number))]
    decoded, _ = autoencoder(name).decode([z for _, _, z in in_turn(start, end, 1)])
    return [world.sentence(row) for row in decoded]


def pairs_changed(name: str) -> NDArray[np.int64]:
    """Number of pairs in which a latent changes a word of each factor, of 21 pairs.

    Parameters
    ----------
    name : str
        Name of a model of YNOC.

    Returns
    -------
    counts : ndarray of int, shape (n_latents, 4)
        Counts from 0 to 21. A word that only moves to another position is not a change; a word that
        appears or disappears is one.

    Examples
    --------
    >>> from disentangle_edu.zoo import pretrained_text
    >>> name = next(name for name in pretrained_text.coded() if name.startswith("ynoc"))
    >>> pretrained_text.pairs_changed(name).shape[1]
    4
    """
    factors = list(YNOC_WORDS)
    paths = [latent_by_latent(name, number) for number in range(PAIRS)]
    counts = np.zeros((len(paths[0]) - 1, len(factors)), dtype=int)
    for path in paths:
        for row, (before, now) in zip(counts, pairwise(path)):
            differ = set(before.split()) ^ set(now.split())
            row += np.isin(factors, [YNOC_KIND.get(word, "") for word in differ])
    return counts


def save_zoo(
    folder: Path,
    judgements: Sequence[Mapping[str, Any]],
    models: Mapping[str, "Trained"],
    user_world: TextWorld | None = None,
) -> None:
    """Write the table, and codes and networks of some models, into a folder.

    Parameters
    ----------
    folder : Path
        Folder to write to.
    judgements : sequence of mapping
        Result of `evaluate.evaluate_text_model` for every model.
    models : mapping of str to Trained
        Models whose codes and networks are kept.
    user_world : TextWorld or None, default=None
        Texts of the user, if the models were trained on them.

    Examples
    --------
    >>> from disentangle_edu.zoo import pretrained_text
    >>> pretrained_text.save_zoo(folder, judgements, models)  # doctest: +SKIP
    """
    import pandas as pd

    from .evaluate import code_of_sentences, sentence_rows

    frame = pd.DataFrame([judgement["row"] for judgement in judgements])
    write(folder / TABLE, frame.to_csv(index=False, float_format="%.6g"))
    codes: Arrays = {}
    worlds = {name: user_world or text_world(name) for name in frame["world"].unique()}
    for world in worlds.values():
        rows = sentence_rows(world)
        codes[f"words {world.name}"] = np.array(world.words)
        codes[f"factor names {world.name}"] = np.array(world.factor_names)
        codes[f"tokens {world.name}"] = world.test[rows].astype(np.int16)
        codes[f"factors {world.name}"] = world.factors[rows].astype(np.int32)
    networks: Arrays = {}
    for name, model in models.items():
        rep = code_of_sentences(model, worlds[model.recipe.world])
        codes[name] = rep.latents.astype(np.float16)
        for key, value in model.weights.items():
            networks[f"{name} {key}"] = value.astype(np.float16)
    write_arrays(folder / CODES, codes)
    write_arrays(folder / NETWORKS, networks)

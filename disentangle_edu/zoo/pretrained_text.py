"""What is shipped of the models of sentences: their table, codes of some, networks of a dozen.

Reading needs no PyTorch. Files stand beside this one, or in a folder that `make zoo TEXT=1` filled.
"""

import functools
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..cache import write
from ..core import Floats, Representation
from ..validation import check_seed
from ..worlds.corpora import YNOC_KIND, YNOC_WORDS
from ..worlds.sentences import TextWorld, text_world
from ..worlds.text import in_turn
from . import pretrained
from .checkpoints import Arrays, write_arrays
from .configs import COUPLED, TextRecipe
from .pretrained import arrays_of, known
from .text_decoder import Speaker

if TYPE_CHECKING:
    import pandas as pd

    from .training import Trained

TABLE, CODES, NETWORKS = "text.csv", "text_codes.npz", "text_networks.npz"


def table(folder: str | Path | None = None) -> "pd.DataFrame":
    """Every model of sentences: a row each, named world-objective-strength-seed(-coupling).

    Columns: world, objective, strength, seed, coupling; convention of the metrics; rec, rec_mean
    and kl in nats per sentence of the test split (kl of MAT-VAE is from its own prior); au, how
    many latents are active; every metric by its name, and NAME_paper by the convention of
    zhang2021; seconds and seconds_training. On a reader's own texts also accuracy, the share of
    labels that a logistic regression tells from the code.
    """
    return pretrained.read_table(folder, TABLE, TextRecipe)


def kept(recipes: Sequence[TextRecipe]) -> list[TextRecipe]:
    """The models whose codes and networks are kept: the first run of each kind.

    Of the couplings on POS only the table tells, so that all stays within three megabytes.
    """
    first = [recipe for recipe in recipes if recipe.seed == 0]
    return [r for r in first if (r.world, r.strength) != ("pos", COUPLED["pos"])]


def coded(folder: str | Path | None = None) -> list[str]:
    """The models whose codes and networks are there."""
    return pretrained.coded(folder, CODES)


def sentences(world: str, folder: str | Path | None = None) -> NDArray[np.int64]:
    """(n, T + 1) tokens of the sentences that codes are of."""
    return arrays_of(folder, CODES)[f"tokens {world}"].astype(np.int64)


def shown_world(world: str, folder: str | Path | None = None) -> TextWorld:
    """The part of a world that is shipped, as its test split: nothing to learn from."""
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

    noise : the share of `noise_of` this model that is drawn onto them, 1 as the decoder learned.
    """
    codes = arrays_of(folder, CODES)[known("code", name, coded(folder))].astype(float)
    story = f"{name}: mean codes of {len(codes):,} sentences"
    if noise:
        drawn = np.random.default_rng(check_seed(seed)).standard_normal(codes.shape)
        codes = codes + noise * noise_of(name, folder) * drawn
        story += f", with {noise:.0%} of their noise"
    return shown_world(name.split("-")[0], folder).representation(codes, range(len(codes)), story)


def speaker(name: str, folder: str | Path | None = None) -> Speaker:
    """A model that reads and says sentences."""
    arrays, mark = arrays_of(folder, NETWORKS), f"{known('network', name, coded(folder))} "
    weights = {
        key.removeprefix(mark): value.astype(np.float32)
        for key, value in arrays.items()
        if key.startswith(mark)
    }
    return Speaker(weights, sentences(name.split("-")[0], folder).shape[1] - 1)


READ = 200  # sentences that a network is made to say again


@functools.lru_cache(maxsize=16)
def said_again(name: str, folder: str | Path | None = None) -> Mapping[str, float]:
    """In what share of READ sentences of YNOC a network says each factor's word as it was read."""
    world = shown_world("ynoc", folder)
    spoken, _ = speaker(name, folder).say(code(name, folder).latents[:READ])
    said = [world.sentence(row).split() for row in spoken]
    return {
        kind: float(np.mean([YNOC_WORDS[kind][v] in words for words, v in zip(said, values)]))
        for kind, values in zip(world.factor_names, world.factors[:READ].T)
    }


def template_of(sentence: str) -> tuple[str, ...]:
    """The words of a sentence of YNOC that are no factor's: its template, which no factor tells."""
    return tuple(word for word in sentence.split() if word not in YNOC_KIND)


@functools.lru_cache(maxsize=16)
def template_again(name: str, folder: str | Path | None = None) -> float:
    """In what share of READ sentences of YNOC a network says the template that was read."""
    world = shown_world("ynoc", folder)
    spoken, _ = speaker(name, folder).say(code(name, folder).latents[:READ])
    pairs = zip(spoken, world.test[:READ])
    same = [template_of(world.sentence(a)) == template_of(world.sentence(b)) for a, b in pairs]
    return float(np.mean(same))


@functools.lru_cache(maxsize=16)
def noise_of(name: str, folder: str | Path | None = None) -> Floats:
    """(n, L) standard deviations of the noise on these codes while the decoder learned.

    An autoencoder learned without any; its numbers here mean nothing.
    """
    return speaker(name, folder).noise(sentences(name.split("-")[0], folder))


@functools.lru_cache(maxsize=16)
def spread_and_noise(name: str, folder: str | Path | None = None) -> tuple[Floats, Floats]:
    """(L,) twice: how far the codes of each latent spread, and the noise on them in learning.

    Standard deviations; of the noise, which differs between sentences, the root mean square. An
    autoencoder has none.
    """
    spread = code(name, folder).latents.std(0)
    if name.split("-")[1] == "ae":
        return spread, np.zeros_like(spread)
    return spread, np.sqrt(np.square(noise_of(name, folder)).mean(0))


PAIRS = 21  # of sentences to walk between


@functools.cache
def shown_sentences() -> list[str]:
    """The sentences of YNOC that codes are of."""
    world = shown_world("ynoc")
    return [world.sentence(row) for row in world.test]


@functools.cache
def pair(number: int) -> tuple[int, int]:
    """The places of two of these, of one template, that share no value of any factor."""
    shown, values = shown_sentences(), shown_world("ynoc").factors
    start, *others = np.random.default_rng(number).permutation(len(shown)).tolist()
    template = template_of(shown[start])
    apart = (i for i in others if (values[i] != values[start]).all())
    return start, next(i for i in apart if template_of(shown[i]) == template)


@functools.lru_cache(maxsize=128)
def latent_by_latent(name: str, number: int) -> list[str]:
    """What a network says of the first of a pair, and after each latent has gone to the second."""
    world = shown_world("ynoc")
    start, end = code(name).latents[list(pair(number))]
    said, _ = speaker(name).say([z for _, _, z in in_turn(start, end, 1)])
    return [world.sentence(row) for row in said]


def pairs_changed(name: str) -> NDArray[np.int64]:
    """(L, 4) of PAIRS, in how many a latent changes a word of each factor that a network says.

    A word that only stands elsewhere has not changed; one that comes or goes has.
    """
    factors = list(YNOC_WORDS)
    paths = [latent_by_latent(name, number) for number in range(PAIRS)]
    found = np.zeros((len(paths[0]) - 1, len(factors)), dtype=int)
    for path in paths:
        for row, (before, now) in zip(found, pairwise(path)):
            differ = set(before.split()) ^ set(now.split())
            row += np.isin(factors, [YNOC_KIND.get(word, "") for word in differ])
    return found


def shelve(
    folder: Path,
    judgements: Sequence[Mapping[str, Any]],
    models: Mapping[str, "Trained"],
    own: TextWorld | None = None,
) -> None:
    """Write the table, and codes and networks of some models, into a folder.

    own : a reader's texts, if the models learned from those.
    """
    import pandas as pd

    from .evaluate import code_of_sentences, sentence_rows

    made = pd.DataFrame([judgement["row"] for judgement in judgements])
    write(folder / TABLE, made.to_csv(index=False, float_format="%.6g"))
    codes: Arrays = {}
    worlds = {name: own or text_world(name) for name in made["world"].unique()}
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

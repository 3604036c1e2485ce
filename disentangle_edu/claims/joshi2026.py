"""Claims of joshi2026's abstract: do MCC, R2 and DCI show whether a code is identified?

Every case here is ours, sampled again for each seed, so a verdict is about these cases rather than
those of the paper. `joshi2026_suite` has figures that the authors publish.
"""

import functools

import numpy as np

from ..metrics import disentanglement, linear_r2, mcc
from ..representation import Representation
from ..worlds.bent_mixtures import bent_sums, crowd, tied_factors
from .registry import WORDS, Readings, below, claim, said, true

HIGH = WORDS["high"][1]
RIGHT = ((1, 0), (0, 1))
REORDERED = ((0, -2), (-1, 0))  # in order, sign and scale
TURNED = ((1, -1), (1, 1))
TILTED = ((0.8, 0.2), (0.2, 0.8))
SAME = ((1, 1), (1, 1))
MANY = 500  # latents, for only 100 samples

GUARDS = functools.partial(claim, paper="joshi2026", lesson="guardians", seeds=10)


def three_scores(rep: Representation) -> dict[str, float]:
    """The three scores of a code."""
    return {"MCC": mcc(rep).value, "R2": linear_r2(rep).value, "D": disentanglement(rep).value}


def score_two_sums(
    seed: int, weights: object = RIGHT, power: int = 1, correlation: float = 0.0
) -> dict[str, float]:
    """The three scores of two latents that are sums of two factors, bent or not."""
    return three_scores(bent_sums(tied_factors(correlation, seed=seed), np.array(weights), power))


@GUARDS(
    "joshi-conditions",
    covers=("joshi2026-03",),
    expects=true("1 under the conditions, wrong otherwise"),
    verdict="holds",
    note=(
        "Under the conditions: two independent factors and two linear latents in another order, "
        "with other signs and sizes; all scores are at least 0.99. Otherwise: 500 mixtures of "
        "five factors have at least 0.9."
    ),
)
def only_under_conditions(seed: int) -> Readings:
    there, elsewhere = (
        score_two_sums(seed, REORDERED),
        three_scores(crowd(MANY, mixed=True, seed=seed)),
    )
    return {name: there[name] >= 0.99 and elsewhere[name] >= HIGH for name in there}


@GUARDS(
    "joshi-assumptions",
    covers=("joshi2026-04",),
    expects=said("depends"),
    verdict="holds",
    note=(
        "First the world changes and the code does not: the factors now correlate by 0.9. Then "
        "the code changes as a theorem allows: it is bent to the ninth power, or, for D, turned, "
        "which a theorem up to a linear map allows. A bend changes D only a little."
    ),
)
def moved_by_either(seed: int) -> Readings:
    right, bent, turned = (
        score_two_sums(seed),
        score_two_sums(seed, power=9),
        score_two_sums(seed, TURNED),
    )
    same = [score_two_sums(seed, SAME, correlation=tie) for tie in (0.0, 0.9)]
    tilted = [score_two_sums(seed, TILTED, correlation=tie) for tie in (0.0, 0.9)]
    return {
        "MCC, the world": same[1]["MCC"] - same[0]["MCC"],
        "MCC, the code": right["MCC"] - bent["MCC"],
        "R2, the world": same[1]["R2"] - same[0]["R2"],
        "R2, the code": right["R2"] - bent["R2"],
        "D, the world": tilted[1]["D"] - tilted[0]["D"],
        "D, the code": right["D"] - turned["D"],
    }


@GUARDS(
    "joshi-false-positives",
    covers=("joshi2026-05",),
    statement=(
        "Each of the three can produce false positives: a high score for a code that did not find "
        "the factors."
    ),
    expects=said("high"),
    verdict="holds",
    note="500 latents, each a mixture of five factors at random weights; 100 samples.",
)
def praised(seed: int) -> Readings:
    return three_scores(crowd(MANY, mixed=True, seed=seed))


@GUARDS(
    "joshi-false-negatives",
    covers=("joshi2026-05",),
    statement=(
        "Each of the three can produce false negatives: a low score for a code that found the "
        "factors."
    ),
    expects=below(HIGH),
    verdict="holds under a reading",
    pinned={"MCC, bent": "0.7", "R2, bent": "0.5"},
    note=(
        "A bend changes D only a little; D falls for a turn, which a theorem up to a linear map "
        "allows."
    ),
)
def marked_down(seed: int) -> Readings:
    bent, turned = score_two_sums(seed, power=9), score_two_sums(seed, TURNED)
    return {
        "MCC, bent": bent["MCC"],
        "R2, bent": bent["R2"],
        "D, turned": turned["D"],
        "D, bent": bent["D"],
    }


@GUARDS(
    "joshi-both-settings",
    covers=("joshi2026-06",),
    expects=true("both kinds of failure, in both settings"),
    verdict="holds",
    note=(
        "Classical: as many latents as factors. After training: many latents and few samples, as "
        "in a wide code; our stand-in has no network. In this setting a bent copy of each factor "
        "is among noise latents, and mixtures get high scores."
    ),
)
def in_both_settings(seed: int) -> Readings:
    tied, bent = score_two_sums(seed, TILTED, correlation=0.9), score_two_sums(seed, power=9)
    noise, mixtures = (crowd(MANY, mixed, seed=seed) for mixed in (False, True))
    hidden = np.column_stack([noise.factors**9, noise.latents[:, 5:]])
    scores = three_scores(Representation(noise.factors, hidden, latent_types="continuous"))
    return {
        "classical": min(tied.values()) >= HIGH > min(bent.values()),
        "after training, a stand-in": min(three_scores(mixtures).values()) >= HIGH > scores["MCC"],
    }

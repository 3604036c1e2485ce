"""Statements of the chapter on FactorVAE, each with a function that checks it."""

import functools

import numpy as np

from ...claims.facts import Checked, checked, fact
from ...matrices import Votes
from ...measures import lowest_variance_votes
from ...measures.interventional import argmin_votes
from ...metrics import factor_vae
from ...types import Floats
from ...worlds import examples
from ...zoo import pretrained
from ...zoo.traversals import bright_center, drawer, reshaped
from ..common.fixed_factor import copies_of
from ..common.verdicts import pair_code, verdict
from .data import ROUNDS, Weights, one_batch, winners
from .quiz import _own_samples

BATCH = 128


def batches_of(full: bool) -> int:
    """How many batches a fact draws for each factor."""
    return 1_000 if full else 200


@functools.cache
def shares_left(batch: int, own: bool, count: int) -> Floats:
    """(factors, batches, latents) shares of variance that are left in batches of the mixtures."""
    return np.array(
        [
            [one_batch(examples.MIXING, batch, factor, own, seed)[1] for seed in range(count)]
            for factor in range(3)
        ]
    )


def errors_of(batch: int, own: bool, full: bool) -> Floats:
    """The shares in batches, divided by the shares over all samples, minus 1."""
    exact = examples.variance_left(examples.MIXING).T[:, None]
    return shares_left(batch, own, batches_of(full)) / exact - 1


def right_votes(batch: int, own: bool, full: bool) -> float:
    """The share of votes for the latent that keeps least over all samples."""
    first = examples.variance_left(examples.MIXING).argmin(0)
    votes = shares_left(batch, own, batches_of(full)).argmin(2)
    return float((votes == first[:, None]).mean())


def least_correlation(batch: int, own: bool, full: bool) -> float:
    """The lowest correlation, over batches, of the shares of two latents."""
    tables = (np.corrcoef(table.T) for table in shares_left(batch, own, batches_of(full)))
    return float(min(table.min() for table in tables))


# --------------------------------------------------------------------------------------- one vote


@fact(
    "B2, the knob for size, gives almost the same number each time, and the others vary as usual."
)
def others_vary_as_usual(full: bool) -> Checked:
    """Standard deviation among shapes of one size, over that of all: B2, and the other latents."""
    code = pair_code("B")
    sizes = code.factors[:, 1]
    spread = np.mean([code.latents[sizes == size].std(0) for size in np.unique(sizes)], axis=0)
    left = spread / code.latents.std(0)
    others = np.delete(left, 1)
    return checked(left[1] < 0.05 and others.min() > 0.9, B2=left[1], least_of_others=others.min())


@fact("So B2 casts one **vote** for *size*.")
def vote_for_size(full: bool) -> Checked:
    """The votes of B while size is fixed: all of them are those of B2."""
    votes = lowest_variance_votes(pair_code("B"), n_points=10_000 if full else 500).values[:, 1]
    return checked(votes[1] == votes.sum() > 0, votes=votes.sum(), of_B2=votes[1])


@fact(
    "A latent with a small range would win again and again, so each variance is divided by the "
    "latent's variance over all data."
)
def small_range(full: bool) -> Checked:
    """Votes of three mixtures, the last a tenth as large: by variances plain, and divided."""
    weights = (np.eye(3) + 0.5) * [[1.0], [1.0], [0.1]]
    world, overall = examples.mixing_world(weights), np.square(weights).sum(1)
    rng, plain, divided = np.random.default_rng(0), [], []
    for factor in range(3):
        variances = world.sample_fixed(factor, batches_of(full), BATCH, rng).var(1)
        plain.append((variances.argmin(1) == 2).mean())
        divided.append(((variances / overall).argmin(1) == factor).mean())
    return checked(min(plain) == min(divided) == 1, plain=min(plain), divided=min(divided))


# --------------------------------------------------------------------------------------- mixtures


@fact("Now every latent is a mixture of all three factors.")
def mixtures_of_all(full: bool) -> Checked:
    """The smallest weight."""
    least = np.min(examples.MIXING)
    return checked(least > 0, least_weight=least)


@fact(
    "Every factor has its own winner, although the winners still keep 47% to 62% of their variance."
)
def own_winners(full: bool) -> Checked:
    """The shares of variance that are left, exactly."""
    left = examples.variance_left(examples.MIXING)
    tied = (np.isclose(left, left.min(0))).sum(0)
    least = [f"{share:.0%}" for share in (left.min(0).min(), left.min(0).max())]
    own = len(set(left.argmin(0).tolist())) == 3 and tied.tolist() == [1, 1, 1]
    return checked(own and least == ["47%", "62%"], least=left.min(0).min(), most=left.min(0).max())


@fact("The vote says which latent is quietest, not whether that latent is quiet.")
def quietest_not_quiet(full: bool) -> Checked:
    """Votes while the noise that is added to each of three copies becomes larger."""
    rng, right = np.random.default_rng(0), []
    for noise in (0.0, 1.0, 2.0):
        world = examples.mixing_world(np.eye(3))
        for factor in range(3):
            latents = world.sample_fixed(factor, batches_of(full), BATCH, rng)
            latents = latents + noise * rng.normal(size=latents.shape)
            right.append((latents.var(1).argmin(1) == factor).mean())
    kept = 2.0**2 / (1 + 2.0**2)
    return checked(min(right[:6]) > 0.95 and min(right) > 0.5, most_kept=kept, right=min(right))


@fact("The winner takes the whole vote, and here it leads in every batch.")
def leads_in_every_batch(full: bool) -> Checked:
    """The share of batches of 128 in which the latent that keeps least over all samples wins."""
    right = right_votes(BATCH, False, full)
    return checked(right == 1, right=right)


@fact("The score is high only if each factor has its own winner.")
def shared_winners(full: bool) -> Checked:
    """The highest score of random mixtures in which a latent wins the votes of two factors."""
    rng, own, shared = np.random.default_rng(0), [0.0], [0.0]
    mixtures, n_points = (150, 2_000) if full else (40, 400)
    for seed in range(mixtures):
        weights = rng.uniform(0, 1, (3, 3))
        winner = examples.variance_left(weights).argmin(0)
        score = factor_vae(examples.mixing_world(weights), n_points=n_points, seed=seed).value
        (own if len(set(winner.tolist())) == 3 else shared).append(score)
    return checked(max(shared) < 0.9 < max(own), shared=max(shared), own=max(own))


@fact("Their weights are almost equal, but the shares of variance that they keep are not.")
def almost_equal_weights(full: bool) -> Checked:
    """The range of weights of each factor, and of shares while the factor stands still."""
    weights = np.ptp(examples.MIXING, axis=0)
    shares = np.ptp(examples.variance_left(examples.MIXING), axis=0)
    holds = (shares > weights).all() and weights.max() < 0.11
    return checked(holds, weights=weights.max(), shares=shares.min())


# -------------------------------------------------------------------------------------- wrong votes


@fact(
    "When the samples happen to spread widely, every bar grows, and the smallest stays the "
    "smallest."
)
def bars_grow_together(full: bool) -> Checked:
    """Batches whose mean share is a standard deviation above its mean: bars above theirs, votes."""
    errors = errors_of(BATCH, False, full)
    mean = errors.mean(2)
    wide = mean > mean.std(1, keepdims=True)
    grown = (errors[wide] > 0).all(1).mean()
    right = right_votes(BATCH, False, full)
    return checked(grown > 0.99 and right == 1, batches=wide.sum(), grown=grown, right=right)


@fact(
    "If all latents see the same samples, they err together, because they are similar mixtures of "
    "the same factors."
)
def errors_together(full: bool) -> Checked:
    """The lowest correlation of two shares, with the same and with own samples; of two latents."""
    same, own = (least_correlation(BATCH, own, full) for own in (False, True))
    latents = examples.mixing_world().sample(20_000 if full else 2_000, seed=0).latents
    alike = np.corrcoef(latents.T).min()
    return checked(same > 0.9 > 0.25 > abs(own) and alike > 0.9, same=same, own=own, alike=alike)


def leading_direction(batch: int, seed: int) -> tuple[bool, float]:
    """Whether the samples' leading direction casts the vote, and its share of their variance."""
    latents, shares = one_batch(examples.MIXING, batch, 0, False, seed)
    weights = np.array(examples.MIXING)
    scale = np.square(weights).sum(1) ** 0.5
    samples = (latents * scale) @ np.linalg.inv(weights).T
    _, sizes, axes = np.linalg.svd(samples - samples.mean(0), full_matrices=False)
    alone = np.square(weights @ axes[0] / scale)
    return winners(alone) == winners(shares), float(sizes[0] ** 2 / np.square(sizes).sum())


@fact(
    "Two samples differ along one random direction, and that direction decides which bar is "
    "smallest."
)
def one_direction_decides(full: bool) -> Checked:
    """Batches of two: the share in which their direction casts the vote, and the right votes."""
    found = [leading_direction(2, seed) for seed in range(batches_of(full))]
    decides, share = np.mean([same for same, _ in found]), min(size for _, size in found)
    right = right_votes(2, False, full)
    return checked(decides == 1 and share > 1 - 1e-9 and right < 0.7, decides=decides, right=right)


@fact("If each latent sees its own samples, each errs independently, and votes go wrong.")
def own_samples_err(full: bool) -> Checked:
    """The correlation of shares with own samples; right votes with own and the same; the score."""
    correlation = abs(least_correlation(BATCH, True, full))
    own, same = (right_votes(BATCH, own, full) for own in (True, False))
    score = _own_samples(ROUNDS if full else 100)
    holds = correlation < 0.25 and max(own, score) < 0.9 and same == 1
    return checked(holds, own=own, same=same, score=score)


@fact(
    "With 128 samples each variance is off by about a tenth, whether or not latents share samples."
)
def off_by_a_tenth(full: bool) -> Checked:
    """The relative error of a share, typically, with the same samples and with own samples."""
    same, own = (float(np.abs(errors_of(BATCH, own, full)).mean()) for own in (False, True))
    return checked(abs(same - 0.1) < 0.02 and abs(own - 0.1) < 0.02, same=same, own=own)


@fact("The variance of two samples is mostly luck, and with more samples luck counts for less.")
def luck_of_small_batches(full: bool) -> Checked:
    """The relative error of a share, by the size of a batch."""
    sizes = (2, 8, 32, 128)
    errors = [float(errors_of(size, False, full).std(1).mean()) for size in sizes]
    falls = errors == sorted(errors, reverse=True)
    return checked(falls and errors[0] > 1, two=errors[0], many=errors[-1])


@functools.cache
def votes_of_latent_1(weight: float, count: int) -> float:
    """The share of votes of latent 1 if latent 2 has a weight for factor 1, which is fixed."""
    rows = [list(row) for row in examples.MIXING]
    rows[1][0] = weight
    weights: Weights = rows
    return float(
        np.mean(
            [winners(one_batch(weights, BATCH, 0, False, seed)[1]) == [0] for seed in range(count)]
        )
    )


@fact(
    "In the near tie, latent 1 gets about six votes in ten at 0.55, and about three in ten at 0.56."
)
def near_tie(full: bool) -> Checked:
    """The share of votes of latent 1 with both weights."""
    count = 3_000 if full else 600
    six, three = (votes_of_latent_1(weight, count) for weight in (0.55, 0.56))
    holds = (round(10 * six), round(10 * three)) == (6, 3)
    return checked(holds, at_55=six, at_56=three)


# ---------------------------------------------------------------------------------- still and lost


@fact("In this package such a latent has no vote, because 0 divided by 0 is undefined.")
def no_vote(full: bool) -> Checked:
    """The votes of a latent that never moves beside three copies, and the score."""
    votes = lowest_variance_votes(copies_of(1, 2, 3, 0), n_points=1_000)
    score = factor_vae(votes).value
    return checked(not votes.values[3].any() and score > 1 - 1e-9, score=score)


@fact(
    "So the fourth latent casts every vote, whichever factor stands still, and it can be assigned "
    "to only one of the three."
)
def fourth_latent_wins(full: bool) -> Checked:
    """Votes of noisy copies beside a share of 0, and the score: a third."""
    rng, table, noise = np.random.default_rng(1), [], 0.1
    for factor in range(3):
        latents = examples.mixing_world(np.eye(3)).sample_fixed(factor, 100, BATCH, rng)
        variances = (latents + noise * rng.normal(size=latents.shape)).var(1)
        shares = np.column_stack([variances / (1 + noise**2), np.zeros(100)])
        table.append(argmin_votes(shares, np.ones(4)).sum(0))
    votes = np.transpose(table)
    score = factor_vae(Votes(votes)).value
    return checked(votes[3].sum() == votes.sum() and abs(score - 1 / 3) < 1e-9, score=score)


@fact(
    "If two latents copy factors 1 and 2, every vote on factor 3 is wrong, so the score is "
    "about two thirds."
)
def lost_factor(full: bool) -> Checked:
    """Votes while factor 3 is fixed, of copies of factors 1 and 2, and the score, by seed."""
    points, scores, first = 10_000 if full else 2_000, [], []
    for seed in range(5):
        votes = lowest_variance_votes(copies_of(1, 2), n_points=points, seed=seed)
        scores.append(factor_vae(votes).value)
        first.append(votes.values[0, 2] / votes.values[:, 2].sum())
    chance = np.abs(np.array(first) - 0.5).max()
    near = np.abs(np.array(scores) - 2 / 3).max()
    return checked(near < 0.03 and chance < 0.1, least=min(scores), most=max(scores))


# ----------------------------------------------------------------------------------------- verdict


def things_changed(knob: int, at_high: bool, start: int) -> int:
    """How many of position, size and shape change visibly if a knob of A is moved to an end."""
    model = drawer(pretrained.PAIR["A"])
    code = model.start(start)
    moved = code.copy()
    moved[knob] = (model.high if at_high else model.low)[knob]
    before, after = model.decode([code, moved])
    (x0, y0, full0), (x1, y1, full1) = bright_center(before), bright_center(after)
    seen = abs(x1 - x0) > 0.7, abs(y1 - y0) > 0.7, abs(full1 / full0 - 1) > 0.1
    return sum(seen) + (reshaped(before, after) > 0.07)


@fact("Most knobs of A changed two or more things.")
def knobs_that_mix(full: bool) -> Checked:
    """From several images, the knobs of A that change two things or more at an end, of eight."""
    counts = [
        sum(max(things_changed(knob, end, start) for end in (False, True)) > 1 for knob in range(8))
        for start in range(0, 18, 1 if full else 3)
    ]
    return checked(min(counts) > 4, fewest_of_eight=min(counts))


@fact("This judge gives B a perfect score. A is not far below")
def verdicts_of_the_pair(full: bool) -> Checked:
    """FactorVAE of A and B: 10,000 votes, or 1,000."""
    few = (factor_vae(pair_code(name), n_points=1_000).value for name in "AB")
    a, b = verdict("factor_vae")[:2] if full else few
    return checked(b == 1 and 0.75 < a < 1, A=a, B=b)


NO_FACT = {
    "Show network B a hundred hearts, ellipses and squares, all of the same size.": "instruction",
    "each latent is assigned the factor that it voted for most often.": "definition",
    "Write a 3 by 3 table of weights from 0 to 1, so that": "instruction",
    "According to Fact 4 of sepliarskaia2019": "cited",
}

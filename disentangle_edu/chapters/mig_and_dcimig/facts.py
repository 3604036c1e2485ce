"""Statements of the chapter on MIG and DCIMIG, each with a function that checks it."""

from collections.abc import Mapping

import numpy as np

from ...claims.facts import Checked, checked, fact
from ...matrices import InformativenessMatrix
from ...measures import discretise, mutual_information, sensitivity
from ...measures.information import entropy
from ...metrics import dcimig, mig
from ...metrics.parts import top_two
from ...representation import Representation
from ...score import Score
from ...theory.counterexamples import table_representation
from ...types import Floats
from ...worlds import examples
from ..common.verdicts import pair_code, verdict
from .data import BITS, N_SAMPLES, NOISE, START, bits_of_b, bits_of_code, sample_code
from .labs._gaps import both_scores
from .labs.gaps_of_b import FELL, SAME, matrix_of_bits
from .labs.invented_bits import expected_excess

Change = Mapping[int, tuple[float, ...]]  # new weights of some latents of the lab
LEAK, COPY, MUDDY, MUDDIER = (
    {1: (1, 0.5, 0)},
    {4: (1, 0, 0)},
    {4: (1, 1, 0)},
    {4: (1, 1, 1)},
)


def scores_of_change(change: Change, seed: int, samples: int = N_SAMPLES) -> tuple[Score, Score]:
    """MIG and DCIMIG of the code of the lab, with some of its weights changed."""
    rows = tuple(tuple(change.get(i, row)) for i, row in enumerate(START, 1))
    rep = sample_code(rows, NOISE, samples, BITS, seed)
    return mig(rep), dcimig(rep)


def falls_of_change(change: Change, seeds: int) -> Floats:
    """How far MIG and DCIMIG of the code of the lab fall: (seeds, 2)."""
    pairs = [
        zip(scores_of_change({}, seed), scores_of_change(change, seed)) for seed in range(seeds)
    ]
    return np.array([[before.value - after.value for before, after in pair] for pair in pairs])


def scores_with(entry: tuple[str, str], bits: float) -> dict[str, Score]:
    """MIG and DCIMIG of B's bits, if an entry is changed."""
    values = bits_of_b().values.copy()
    values[bits_of_b().row_names.index(entry[0]), bits_of_b().column_names.index(entry[1])] = bits
    return both_scores(matrix_of_bits(values.tolist()))


def one_bit_scores(values: list[list[float]]) -> tuple[float, float]:
    """MIG and DCIMIG of a matrix of bits about factors of one bit."""
    matrix = InformativenessMatrix(values, factor_entropy=1)
    return mig(matrix).value, dcimig(matrix).value


def shared_bits_of(latent: Floats, factor: Floats) -> float:
    """Bits that two columns of levels share, by counting."""
    rep = Representation(
        factor[:, None], latent[:, None], factor_types="discrete", latent_types="discrete"
    )
    return float(mutual_information(rep).values[0, 0])


# ---------------------------------------------------------------------------------- bits by hand


@fact(
    "Latent 8 knows far more about the x position than any other latent, so you would call it the "
    "owner."
)
def across_has_one_owner(full: bool) -> Checked:
    """Bits about the horizontal position: of latent 8, and the largest of the others."""
    across = bits_of_b().values[:, bits_of_b().column_names.index("x position")]
    owner, second = across[7], np.delete(across, 7).max()
    return checked(owner > 5 * second, owner=owner, second=second)


@fact("The runner-up of the column moves closer, so MIG falls.")
def closer_second_lowers_mig(full: bool) -> Checked:
    """MIG, and the gap of the x position, with 2 bits for latent 3."""
    before, after = (
        both_scores(bits_of_b())["mig"],
        scores_with(("latent 3", "x position"), 2)["mig"],
    )
    k = bits_of_b().column_names.index("x position")
    holds = after.parts[k] < before.parts[k] and before.value - after.value > 0.01
    return checked(holds, before=before.value, after=after.value)


@fact("Latent 3 now bids more, but latent 8 still bids most, so DCIMIG does not change.")
def losing_bid_keeps_dcimig(full: bool) -> Checked:
    """DCIMIG, and the bids for the x position, with 2 bits for latent 3."""
    before = both_scores(bits_of_b())["dcimig"]
    after = scores_with(("latent 3", "x position"), 2)["dcimig"]
    (old, new), owner = (
        [float(np.subtract(*top_two(s.matrix.values[2], axis=0))) for s in (before, after)],
        float(np.subtract(*top_two(after.matrix.values[7], axis=0))),
    )
    change = abs(before.value - after.value)
    return checked(old < new < owner and change < SAME, bid=new, owner=owner, change=change)


@fact("The second favourite of latent 8 moves closer, so DCIMIG falls.")
def closer_favourite_lowers_dcimig(full: bool) -> Checked:
    """DCIMIG, and the bid of latent 8, with 0.4 bits about the vertical position."""
    before = both_scores(bits_of_b())["dcimig"]
    after = scores_with(("latent 8", "y position"), 0.4)["dcimig"]
    order = np.argsort(-after.matrix.values[7])
    second, fall = bits_of_b().column_names[int(order[1])], before.value - after.value
    return checked(second == "y position" and fall > FELL, fall=fall)


@fact("In the column y position, latent 5 is still the runner-up, so MIG does not change.")
def same_second_keeps_mig(full: bool) -> Checked:
    """MIG, and the second latent of the column, with 0.4 bits for latent 8."""
    before, after = (
        both_scores(bits_of_b())["mig"],
        scores_with(("latent 8", "y position"), 0.4)["mig"],
    )
    second = bits_of_b().row_names[
        int(np.argsort(-after.matrix.values[:, bits_of_b().column_names.index("y position")])[1])
    ]
    change = abs(before.value - after.value)
    return checked(second == "latent 5" and change < SAME, change=change)


# --------------------------------------------------------------------------- the lab of weights


@fact("At first, latent 4 is pure noise.")
def fourth_latent_is_noise(full: bool) -> Checked:
    """Bits of the fourth latent, next to the bits that counting finds in a shuffled latent."""
    most, shuffled = [], []
    for seed in range(5):
        rep = sample_code(tuple(map(tuple, START)), NOISE, N_SAMPLES, BITS, seed)
        most.append(mutual_information(rep).values[3].max())
        order = np.random.default_rng(seed).permutation(N_SAMPLES)
        mixed = Representation(rep.factors, rep.latents[order], factor_types="discrete")
        shuffled.append(mutual_information(mixed).values.max())
    return checked(max(most) < max(shuffled) * 1.2 < 0.05, most=max(most), chance=max(shuffled))


@fact("A second copy closes the gap in its column, so MIG loses that factor.")
def second_copy_closes_the_gap(full: bool) -> Checked:
    """MIG's part of factor 1 with a second copy, and the fall of MIG by a third."""
    seeds = 10 if full else 3
    parts = [scores_of_change(COPY, seed)[0].parts[0] for seed in range(seeds)]
    falls = falls_of_change(COPY, seeds)[:, 0]
    return checked(max(parts) < 0.02 and min(falls) > 0.29, part=max(parts), fall=min(falls))


@fact("DCIMIG does not change, because only the best bid counts.")
def second_copy_keeps_dcimig(full: bool) -> Checked:
    """Change of DCIMIG by a second copy: exactly, and in the lab with its noise."""
    v = examples.grid(4, 4, 4)
    copied = Representation(v, np.column_stack([v, v[:, 0]]))
    exact = abs(dcimig(copied).value - dcimig(Representation(v, v)).value)
    noisy = np.abs(falls_of_change(COPY, 10 if full else 3)[:, 1]).max()
    return checked(exact == 0 and noisy < 0.005, exact=exact, noisy=noisy)


@fact(
    "A leak lowers both scores, because latent 1 loses bits about factor 1 and gains bits "
    "about factor 2."
)
def leak_costs_bits(full: bool) -> Checked:
    """Bits of latent 1 about factor 1, before and after, and the falls of both scores."""
    bits = [
        [scores_of_change(change, seed)[0].matrix.values[0, 0] for change in ({}, LEAK)]
        for seed in range(10 if full else 3)
    ]
    before, after = np.transpose(bits)
    return checked(after.max() < before.min() / 2, before=before.min(), after=after.max())


@fact("A muddier copy knows less about factor 1, so the gap opens again and MIG rises.")
def muddier_copy_raises_mig(full: bool) -> Checked:
    """Bits of latent 4 about factor 1, and MIG: with a copy, one more factor, and both."""
    steps = []
    for seed in range(10 if full else 3):
        scores = [scores_of_change(change, seed)[0] for change in (COPY, MUDDY, MUDDIER)]
        bits, values = [s.matrix.values[3, 0] for s in scores], [s.value for s in scores]
        steps.append([*-np.diff(bits), *np.diff([s.parts[0] for s in scores]), *np.diff(values)])
    return checked(np.min(steps) > 0, smallest_step=np.min(steps))


@fact("DCIMIG ignores a latent whose bid does not win.")
def dcimig_ignores_losers(full: bool) -> Checked:
    """DCIMIG of random matrices, with and without the rows whose bids do not win."""
    rng, changes, dropped = np.random.default_rng(0), [], 0
    for _ in range(1000 if full else 100):
        values = rng.random((6, 3))
        first, second = top_two(values, axis=1)
        bids = np.where(values.argmax(1)[:, None] == np.arange(3), (first - second)[:, None], -1)
        winners = sorted({int(bids[:, k].argmax()) for k in range(3) if bids[:, k].max() >= 0})
        dropped += len(values) - len(winners)
        scores = [one_bit_scores(table.tolist())[1] for table in (values, values[winners])]
        changes.append(abs(scores[0] - scores[1]))
    return checked(max(changes) < 1e-12 and dropped > 0, change=max(changes), dropped=dropped)


def bits_if_merged(seed: int) -> tuple[Score, Score]:
    """MIG and DCIMIG of the first code of the lab, whose latents 1 and 2 are merged."""
    rows = tuple(map(tuple, START))
    matrix = bits_of_code(sample_code(rows, NOISE, N_SAMPLES, BITS, seed), True)
    return mig(matrix), dcimig(matrix)


@fact("The merged latent knows two factors equally well, so the gap of its row closes.")
def merged_latent_bids_nothing(full: bool) -> Checked:
    """Bits of the merged latent about factors 1 and 2, and DCIMIG's part of either."""
    pairs = [bits_if_merged(seed)[1] for seed in range(10 if full else 3)]
    gaps = [abs(float(np.subtract(*score.matrix.values[0, :2]))) for score in pairs]
    bits, part = min(s.matrix.values[0, 0] for s in pairs), max(s.parts[:2].max() for s in pairs)
    return checked(bits > 2.5 and max(gaps) < 0.1 and part < 0.05, bits=bits, part=part)


@fact("The merged latent seems to carry 0.46 bits about factor 3, of which it knows nothing.")
def merged_latent_invents_bits(full: bool) -> Checked:
    """Bits of the merged latent about factor 3, and about a factor 3 in a random order."""
    rep = sample_code(tuple(map(tuple, START)), NOISE, N_SAMPLES, BITS, 0)
    shuffled = np.random.default_rng(0).permutation(rep.factors[:, 2])
    factors = np.column_stack([rep.factors[:, :2], shuffled])
    mixed = Representation(factors, rep.latents, factor_types="discrete")
    bits, chance = (bits_of_code(each, True).values[0, 2] for each in (rep, mixed))
    return checked(f"{bits:.2f}" == "0.46" and abs(bits - chance) < 0.05, bits=bits, chance=chance)


@fact("It still leads both columns, so MIG hardly changes.")
def merged_latent_keeps_mig(full: bool) -> Checked:
    """Leads of the merged latent, and how far MIG falls."""
    leads, falls = [], []
    for seed in range(10 if full else 3):
        score = bits_if_merged(seed)[0]
        leads.append(float(np.min(score.matrix.values[0, :2] - score.matrix.values[1:, :2])))
        falls.append(scores_of_change({}, seed)[0].value - score.value)
    return checked(min(leads) > 2.5 and max(falls) < 0.1, lead=min(leads), fall=max(falls))


# ----------------------------------------------------------------------------- bits from nothing


def bits_in_noise(samples: int, bins: int, seeds: int) -> Floats:
    """Bits that counting finds in a latent of pure noise, for each seed."""
    reps = [examples.pure_noise(samples, seed=100 + seed) for seed in range(seeds)]
    return np.array([mutual_information(rep, bins=bins).values[0, 0] for rep in reps])


@fact(
    "With few samples per cell, chance alone makes the cells uneven. Counting takes this "
    "unevenness for information, an error called estimation bias."
)
def chance_becomes_bits(full: bool) -> Checked:
    """Bits of pure noise in 85 bins: of 400 samples, and of 100,000, which fill the cells."""
    few = bits_in_noise(400, 85, 50 if full else 5)
    many = bits_in_noise(100_000, 85, 5 if full else 2)
    coarse = bits_in_noise(400, 2, 50 if full else 5)
    holds = few.min() > 0.9 and many.max() < 0.01 and coarse.max() < 0.05
    return checked(holds, few=few.min(), many=many.max(), two_bins=coarse.max())


@fact("dashed: (bins - 1)(levels - 1) / (2 samples ln 2)")
def rule_of_thumb_for_bias(full: bool) -> Checked:
    """Bits of pure noise divided by the rule's bits, and the rule of the lab's dashed line."""
    ratios, off = [], []
    for samples, bins in ((400, 9), (400, 21), (400, 85), (2000, 21), (2000, 85), (10_000, 85)):
        rule = (bins - 1) * (8 - 1) / (2 * samples * np.log(2))
        off.append(abs(expected_excess(samples, bins) / rule - 1))
        ratios.append(bits_in_noise(samples, bins, 100 if full else 20).mean() / rule)
    holds = max(off) < 1e-9 and 0.8 < min(ratios) <= max(ratios) < 1.25
    return checked(holds, least=min(ratios), most=max(ratios))


# ----------------------------------------------------------------------------------- three coins


@fact("Both scores are perfect, although latent 1 follows three coins.")
def parity_hides_from_both(full: bool) -> Checked:
    """Both scores, and the coins that move latent 1, exactly."""
    rep = examples.parity_leak()
    scores, moves = (mig(rep).value, dcimig(rep).value), (sensitivity(rep).values[0] > 0).sum()
    return checked(min(scores) > 1 - 1e-9 and moves == 3, least=min(scores), coins=moves)


@fact("If you know only whether coins b and c are equal, you still know nothing about coin b.")
def parity_is_silent_on_a_coin(full: bool) -> Checked:
    """Bits that the parity shares with coin 2, alone and beside coin 3, exactly."""
    b, c = examples.grid(2, 2).T
    alone, beside = shared_bits_of(1.0 * (b == c), b), shared_bits_of(2 * (b == c) + c, b)
    return checked(abs(alone) < 1e-9 and abs(beside - 1) < 1e-9, alone=alone, beside=beside)


@fact("No cell of the matrix shows what a latent knows about two factors together.")
def no_cell_shows_the_pair(full: bool) -> Checked:
    """Bits of latent 1 about coins 2 and 3: each, and as a pair, exactly."""
    rep = examples.parity_leak()
    cells = mutual_information(rep).values[0, 1:].max()
    pair = shared_bits_of(rep.latents[:, 0], rep.factors[:, 1] * 2 + rep.factors[:, 2])
    return checked(cells < 1e-9 and abs(pair - 1) < 1e-9, cells=cells, pair=pair)


@fact("Fact 9 promises a low MIG if factors move more than one latent, as coins b and c do.")
def two_coins_move_two_latents(full: bool) -> Checked:
    """Latents that each coin moves, exactly."""
    moved = (sensitivity(examples.parity_leak()).values > 0).sum(0)
    return checked(moved.tolist() == [1, 2, 2], coin_2=moved[1], coin_3=moved[2])


@fact("Here MIG is 1, so Fact 9 is refuted.")
def mig_of_parity_is_one(full: bool) -> Checked:
    """MIG of the code of coins whose second and third coin move two latents, exactly."""
    rep = examples.parity_leak()
    value, violated = mig(rep).value, ((sensitivity(rep).values > 0).sum(0) > 1).sum()
    return checked(value == 1 and violated > 0, mig=value, factors=violated)


@fact("Coin a has no latent to itself, and DCIMIG is 1")
def one_coin_without_a_latent(full: bool) -> Checked:
    """Coins that have a latent to themselves, and the exact DCIMIG."""
    rep = examples.parity_leak()
    moves, value = sensitivity(rep).values > 0, dcimig(rep).value
    alone = moves[moves.sum(1) == 1].any(0)
    holds = alone.tolist() == [False, True, True] and value == 1
    return checked(holds, without=(~alone).sum(), dcimig=value)


@fact(
    "DCIMIG counts the best bid for each coin, and a latent that serves two coins equally bids for "
    "neither."
)
def equal_service_bids_nothing(full: bool) -> Checked:
    """DCIMIG of a coin that is copied twice, and of a latent for two coins, exactly."""
    a, b, c = examples.grid(2, 2, 2).astype(int).T
    codes = [[a, b, c], [a, b, c, a], [a, 2 * b + c]]
    values = [dcimig(table_representation((2, 2, 2), np.transpose(z))).value for z in codes]
    plain, twice, merged = values
    holds = abs(plain - 1) + abs(twice - 1) < 1e-9 and abs(merged - 1 / 3) < 1e-9
    return checked(holds, plain=plain, twice=twice, merged=merged)


@fact(
    "MIG reads columns: it loses a coin that two latents know equally well, or that none knows "
    "well."
)
def mig_loses_a_coin(full: bool) -> Checked:
    """MIG of three copied coins, with one of them twice, and without it, exactly."""
    a, b, c = examples.grid(2, 2, 2).astype(int).T
    twice, without = (
        mig(table_representation((2, 2, 2), np.transpose(z))).value for z in ([a, b, c, a], [b, c])
    )
    return checked(abs(twice - 2 / 3) + abs(without - 2 / 3) < 1e-9, twice=twice, without=without)


# -------------------------------------------------------------------------------------- verdict


@fact("Both put B far ahead, but they disagree on A and handwriting.")
def both_put_b_ahead(full: bool) -> Checked:
    """Both scores of the three codes."""
    leads = [verdict(name)[1] - max(verdict(name)[::2]) for name in ("mig", "dcimig")]
    orders = [np.sign(verdict(name)[0] - verdict(name)[2]) for name in ("mig", "dcimig")]
    return checked(min(leads) > 0.5 and orders[0] != orders[1], mig=leads[0], dcimig=leads[1])


@fact(
    "B loses most on the y position: its owner has 2.4 of 4 bits, and the shape's latent has 0.4 "
    "bits about the y position as well."
)
def b_loses_on_down(full: bool) -> Checked:
    """Parts of MIG and bits of B."""
    score = mig(pair_code("B"))
    names, bits = score.matrix.column_names, score.matrix.values
    down, shape = names.index("y position"), names.index("shape")
    owner, other = bits[:, down].max(), bits[bits[:, shape].argmax(), down]
    holds = score.parts.argmin() == down and f"{owner:.1f} {other:.1f}" == "2.4 0.4"
    total = entropy(np.bincount(pair_code("B").factors[:, down].astype(int)))
    return checked(holds and abs(total - 4) < 0.05, owner=owner, other=other, total=total)


@fact("The 21 bins also merge some values of the x position.")
def bins_merge_values_of_across(full: bool) -> Checked:
    """Bins of latent 8 in which no position has more than four fifths of the samples."""
    rep = pair_code("B")
    bins, across = (
        discretise(rep.latents[:, 7]),
        rep.factors[:, rep.factor_names.index("x position")],
    )
    largest = [
        np.unique(across[bins == b], return_counts=True)[1].max() / (bins == b).sum()
        for b in np.unique(bins)
    ]
    merging = sum(share < 0.8 for share in largest)
    return checked(merging >= 2, merging=merging, bins=len(largest))


NO_FACT = {
    "That lead is the latent's bid for its favourite, and each factor keeps only its best "
    "bid.": "definition",
    "DCIMIG adds up these bids and divides the sum by all the bits there are to "
    "know.": "definition",
    "because H(both) contains the shared bits only once.": "definition",
    "Guess first, then let samples of pure noise fall into bins.": "instruction",
    "Guess first, then flip the coins and complete both tasks.": "instruction",
    "So report the bins and the sample size with every MIG.": "instruction",
    "Fact 11 promises a low DCIMIG without Characteristic 3; only its proof is about most "
    "factors.": "cited",
}

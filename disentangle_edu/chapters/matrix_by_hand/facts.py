"""Statements of the chapter on the matrix by hand, each with a function that checks it."""

import numpy as np
from numpy.typing import ArrayLike

from ...claims.facts import Checked, checked, fact
from ...matrices import InformativenessMatrix
from ...measures.information import entropy
from ...metrics import completeness, disentanglement, mig, sap
from ...metrics.parts import one_minus_entropy, top_two
from ...types import Floats
from ..common.verdicts import SEVEN, pair_code, verdict
from .data import (
    BY_HAND,
    CHANGES,
    CODE_P,
    COPIED,
    GOALS,
    IDLE,
    LEAKY,
    NAMES,
    PRESETS,
    ROW_TURNED,
    judge_by_hand,
)
from .quiz import AND_MORE, TWO_BEST


def values_by_hand(values: ArrayLike) -> dict[str, float]:
    """The five scores of a matrix, by name."""
    return {score.metric: score.value for score in judge_by_hand(values)}


def parts_by_hand(name: str, values: ArrayLike) -> Floats:
    """The parts of one of the five scores."""
    return judge_by_hand(values)[NAMES.index(name)].parts


def meets_goal(number: int, values: ArrayLike) -> bool:
    """Whether a matrix reaches one of the six goals."""
    goal = GOALS[number]
    return goal is not None and goal.met(judge_by_hand(values))


def random_tables(count: int, latents: int, factors: int) -> list[Floats]:
    """Matrices of random entries."""
    rng = np.random.default_rng(0)
    return [rng.random((latents, factors)) for _ in range(count)]


# ------------------------------------------------------------------------- the two swapped numbers


@fact("MIG and SAP rise most: the runner-up of column 1 falls and the winner of column 2 rises.")
def gaps_gain_most(full: bool) -> Checked:
    """Gains of the five scores, and the two best entries of each column."""
    before, after = values_by_hand(BY_HAND), values_by_hand(ROW_TURNED)
    gains = {name: after[name] - before[name] for name in NAMES}
    (best, second), (new_best, new_second) = (
        top_two(np.array(table), axis=0) for table in (BY_HAND, ROW_TURNED)
    )
    moves = new_second[0] < second[0] and new_best[1] > best[1]
    rest = max(gains[name] for name in NAMES if name not in ("mig", "sap"))
    same = abs(gains["mig"] - gains["sap"]) < 1e-9
    return checked(moves and same and gains["mig"] > rest, mig=gains["mig"], others=rest)


@fact("Disentanglement stays, because row 2 is as pure as before.")
def turned_row_is_as_pure(full: bool) -> Checked:
    """Disentanglement, and its part of row 2, before and after the swap."""
    parts = [parts_by_hand("disentanglement", table)[1] for table in (BY_HAND, ROW_TURNED)]
    values = [values_by_hand(table)["disentanglement"] for table in (BY_HAND, ROW_TURNED)]
    gaps = abs(parts[0] - parts[1]), abs(values[0] - values[1])
    return checked(max(gaps) < 1e-9, part=gaps[0], score=gaps[1])


# ------------------------------------------------------------------------ which bars will move


def changes_of(name: str) -> dict[str, float]:
    """How each of the five scores changes in one of the announced changes."""
    before, after = (values_by_hand(table) for table in (CHANGES[name].before, CHANGES[name].after))
    return {score: after[score] - before[score] for score in NAMES}


@fact("Column 1 now has two equal winners, so MIG, SAP and completeness fall.")
def copy_lowers_three(full: bool) -> Checked:
    """Changes of the three scores, and the two best entries of column 1."""
    changes = changes_of("a copy")
    first, second = top_two(COPIED, axis=0)
    most = max(changes[name] for name in ("mig", "sap", "completeness"))
    return checked(first[0] == second[0] and most < -0.1, smallest_fall=most)


@fact("Each row is still pure, so DCIMIG and disentanglement stay.")
def copy_keeps_two(full: bool) -> Checked:
    """Entries in each row, and the changes of both scores."""
    changes = changes_of("a copy")
    filled = max(np.count_nonzero(table, axis=1).max() for table in (IDLE, COPIED))
    move = max(abs(changes[name]) for name in ("dcimig", "disentanglement"))
    return checked(filled == 1 and move < 1e-9, entries=filled, move=move)


@fact(
    "The entropy of a column is now divided by log 3 instead of log 2, so completeness is the only "
    "score that moves."
)
def idle_latent_moves_completeness(full: bool) -> Checked:
    """Changes of the scores, and completeness with the same entropy and another divisor."""
    changes = changes_of("one more latent")
    others = max(abs(changes[name]) for name in NAMES if name != "completeness")
    kept = (1 - parts_by_hand("completeness", padded_p(2))) * np.log(2)
    wanted = float((1 - kept / np.log(3)).mean())
    found = values_by_hand(padded_p(3))["completeness"]
    holds = others < 1e-9 and changes["completeness"] > 0.1 and abs(found - wanted) < 1e-9
    return checked(holds, others=others, rise=changes["completeness"])


@fact("Shares do not change, so disentanglement and completeness stay.")
def half_keeps_shares(full: bool) -> Checked:
    """Changes of both scores, and of MIG."""
    changes = changes_of("half of everything")
    move = max(abs(changes[name]) for name in ("disentanglement", "completeness"))
    return checked(move < 1e-9 and changes["mig"] < -0.1, move=move, mig=changes["mig"])


@fact("No latent knows factor 2 now, so MIG, SAP and completeness fall.")
def forgotten_factor_lowers_three(full: bool) -> Checked:
    """The column of factor 2, and the changes of the three scores."""
    changes, after = changes_of("one entry to 0"), np.array(CHANGES["one entry to 0"].after)
    most = max(changes[name] for name in ("mig", "sap", "completeness"))
    return checked(after[:, 1].max() == 0 and most < -0.1, smallest_fall=most)


@fact("Latent 1 is pure now, so DCIMIG and disentanglement rise.")
def pure_latent_raises_two(full: bool) -> Checked:
    """Entries of latent 1, and the changes of both scores."""
    changes, after = changes_of("one entry to 0"), np.array(CHANGES["one entry to 0"].after)
    least = min(changes[name] for name in ("dcimig", "disentanglement"))
    return checked(np.count_nonzero(after[0]) == 1 and least > 0.1, smallest_rise=least)


@fact("They have the same formula here, because every factor has one bit.")
def mig_is_sap_for_one_bit(full: bool) -> Checked:
    """Difference of both scores on random matrices, with one bit a factor and with two."""
    gaps: dict[int, list[float]] = {1: [], 2: []}
    for table in random_tables(500 if full else 50, 4, 3):
        for bits, found in gaps.items():
            matrix = InformativenessMatrix(table, factor_entropy=bits)
            found.append(abs(mig(matrix).value - sap(matrix).value))
    return checked(max(gaps[1]) < 1e-12 and min(gaps[2]) > 0, one=max(gaps[1]), two=min(gaps[2]))


@fact("On real data MIG divides by the entropy, and the two read different matrices.")
def mig_and_sap_on_data(full: bool) -> Checked:
    """Matrices of both for B, and MIG from the bits and entropies."""
    of_mig, of_sap = mig(pair_code("B")), sap(pair_code("B"))
    first, second = top_two(of_mig.matrix.values, axis=0)
    entropies = [entropy(np.unique(v, return_counts=True)[1]) for v in pair_code("B").factors.T]
    divided = float(((first - second) / entropies).mean())
    differ = np.abs(of_mig.matrix.values - of_sap.matrix.values).max()
    holds = abs(of_mig.value - divided) < 1e-9 and differ > 1
    return checked(holds, mig=of_mig.value, divided=divided, differ=differ)


# ----------------------------------------------------------------------------------- codes P and Q


def padded_p(latents: int) -> Floats:
    """Code P with so many latents, of which those after the second are idle."""
    return np.vstack([CODE_P[:2], np.zeros((latents - 2, 2))])


@fact("The lab starts with a code that has a winner in each column, and an idle latent.")
def preset_has_winners_and_idle_latent(full: bool) -> Checked:
    """The smallest gap of a column in the preset of this name, and its latents without entries."""
    values = np.array(PRESETS["one winner per column, torn rows"])
    gap, idle = np.subtract(*top_two(values, axis=0)).min(), (~values.any(1)).sum()
    return checked(gap > 0.1 and idle == 1, gap=gap, idle=idle)


@fact("An idle latent leaves the entropy of a column as it is.")
def entropy_of_p_stays(full: bool) -> Checked:
    """Entropy of each column, as completeness implies it, with two, three and four latents."""
    entropies = [(1 - parts_by_hand("completeness", padded_p(n))) * np.log(n) for n in (2, 3, 4)]
    spread = np.ptp(entropies, axis=0).max()
    return checked(spread < 1e-9 and np.min(entropies) > 0.1, spread=spread)


@fact(
    "What changes is the divisor, the log of the number of latents, so completeness rises unless "
    "it is 1 already."
)
def divisor_of_p_changes(full: bool) -> Checked:
    """Completeness with two to four latents, next to 1 minus the same entropy / log n."""
    same = (1 - parts_by_hand("completeness", padded_p(2))) * np.log(2)
    values = [values_by_hand(padded_p(n))["completeness"] for n in (2, 3, 4)]
    gaps = [abs(v - (1 - same / np.log(n)).mean()) for n, v in zip((2, 3, 4), values)]
    return checked(max(gaps) < 1e-9 and np.diff(values).min() > 0.1, two=values[0], four=values[2])


# ------------------------------------------------------------------------------- gaps and shares


@fact("A gap depends only on the two largest entries.")
def gap_reads_two_entries(full: bool) -> Checked:
    """Change of MIG when all entries but the two largest of each column are redrawn below them."""
    rng, changes, moves = np.random.default_rng(1), [], []
    for table in random_tables(500 if full else 50, 5, 3):
        second = np.sort(table, axis=0)[-2]
        redrawn = np.where(table < second, rng.random(table.shape) * second, table)
        before, after = values_by_hand(table), values_by_hand(redrawn)
        changes.append(abs(before["mig"] - after["mig"]))
        moves.append(abs(before["completeness"] - after["completeness"]))
    return checked(max(changes) < 1e-12 and min(moves) > 0, mig=max(changes), c=min(moves))


@fact("Entropy depends on how evenly the whole column is spread.")
def entropy_reads_the_column(full: bool) -> Checked:
    """Both scores of the two matrices of the question, whose gaps are equal."""
    before, after = values_by_hand(TWO_BEST), values_by_hand(AND_MORE)
    fall = before["completeness"] - after["completeness"]
    return checked(before["mig"] == after["mig"] and fall > 0.05, fall=fall, mig=after["mig"])


@fact(
    "A gap depends only on the two largest entries of a column, while focus depends on every entry."
)
def focus_reads_every_entry(full: bool) -> Checked:
    """Change of a random column's gap and focus when one entry is halved, at each position."""
    rng, focus_moves, gap_moves = np.random.default_rng(2), [], []
    for _ in range(200 if full else 40):
        column = np.sort(rng.uniform(0.1, 1, 5))
        for place in range(5):
            halved = np.where(np.arange(5) == place, column / 2, column)
            focus = [float(one_minus_entropy(c[None], axis=-1)[0]) for c in (column, halved)]
            gaps = [float(np.subtract(*top_two(c, axis=0))) for c in (column, halved)]
            focus_moves.append(abs(focus[0] - focus[1]))
            if place < 3:
                gap_moves.append(abs(gaps[0] - gaps[1]))
    moved = float(np.mean(np.array(focus_moves) > 1e-6))
    return checked(max(gap_moves) == 0 and moved > 0.99, gap=max(gap_moves), focus_moved=moved)


@fact("A gap is a difference of entries, so it shrinks with them.")
def gap_shrinks_with_entries(full: bool) -> Checked:
    """MIG, SAP and DCIMIG of a matrix, and of a hundredth of it."""
    ratios = [
        values_by_hand(table / 100)[name] / values_by_hand(table)[name]
        for table in (np.eye(2), np.array(LEAKY), *random_tables(20, 4, 3))
        for name in ("mig", "sap", "dcimig")
    ]
    return checked(np.allclose(ratios, 0.01), least=min(ratios), most=max(ratios))


@fact(
    "If every entry is multiplied by one number, disentanglement and completeness stay, "
    "because they see only shares."
)
def sizes_keep_both(full: bool) -> Checked:
    """Both scores of code P at three sizes, and MIG of it."""
    sizes = [values_by_hand(size * np.array(CODE_P)) for size in (1, 0.5, 0.01)]
    moves = [np.ptp([v[name] for v in sizes]) for name in ("disentanglement", "completeness")]
    fall = sizes[0]["mig"] - sizes[2]["mig"]
    return checked(max(moves) < 1e-9 and fall > 0.1, largest_move=max(moves), fall_of_mig=fall)


@fact("To them, a matrix with almost no information is as good as a complete one.")
def faint_copy_is_as_good(full: bool) -> Checked:
    """Both scores of a clean copy, and of a hundredth of it."""
    faint, clean = values_by_hand(np.eye(2) / 100), values_by_hand(np.eye(2))
    same = [faint[name] == clean[name] == 1 for name in ("disentanglement", "completeness")]
    return checked(all(same) and faint["mig"] < 0.02, mig=faint["mig"])


# ------------------------------------------------------------------------------- the seven verdicts


@fact("Follow A's line from judge to judge: it is high at two judges and low at the other five.")
def line_of_a(full: bool) -> Checked:
    """The seven scores of A, in order."""
    values = sorted(verdict(name)[0] for name in SEVEN)
    return checked(values[4] < 0.2 and values[5] > 0.8, fifth=values[4], sixth=values[5])


@fact("B's line drops sharply once.")
def line_of_b(full: bool) -> Checked:
    """Falls of B's line from judge to judge."""
    falls = np.sort(-np.diff([verdict(name)[1] for name in SEVEN]))
    return checked(falls[-1] > 0.5 and falls[-2] < 0.1, largest=falls[-1], next=falls[-2])


@fact("Ignore D and C of the handwriting: it has six factors and ten latents, not four and eight.")
def latents_of_the_codes(full: bool) -> Checked:
    """Latents of the three codes."""
    a, b, handwriting = (pair_code(n).latents.shape[1] for n in ("A", "B", "handwriting"))
    return checked((a, b, handwriting) == (8, 8, 10), a=a, b=b, handwriting=handwriting)


# -------------------------------------------------------------------------------------- six goals


@fact("Rows can be pure while a column is shared, so the two scores can disagree.")
def first_goal(full: bool) -> Checked:
    """Pure rows, three of them for each factor: the goal, D and C."""
    table = np.repeat(np.eye(2), 3, axis=0)
    d, c = values_by_hand(table)["disentanglement"], values_by_hand(table)["completeness"]
    return checked(meets_goal(1, table), disentanglement=d, completeness=c)


@fact(
    "Each column has one clear winner, but a row that wins several columns equally bids for none "
    "of them."
)
def second_goal(full: bool) -> Checked:
    """One row for all factors: the goal, the gaps, and the bids."""
    table = np.array([[0.9, 0.9, 0.9], [0, 0, 0]])
    gaps, bids = parts_by_hand("mig", table), parts_by_hand("dcimig", table)
    holds = meets_goal(2, table) and gaps.min() > 0.8 and bids.max() == 0
    return checked(holds, gap=gaps.min(), bid=bids.max())


@fact(
    "Disentanglement reads a row's shares, and DCIMIG its sizes, so faint, pure rows raise only "
    "disentanglement."
)
def third_goal(full: bool) -> Checked:
    """The goal and both scores of faint, pure rows."""
    table = 0.05 * np.eye(3)
    values = values_by_hand(table)
    return checked(
        meets_goal(3, table) and values["disentanglement"] == 1,
        disentanglement=values["disentanglement"],
        dcimig=values["dcimig"],
    )


@fact("A bid depends on the size of the entries.")
def bid_reads_sizes(full: bool) -> Checked:
    """Bids of a row and of half the row, whose focus is equal."""
    row = np.array([[0.8, 0.1], [0.4, 0.05]])
    bids, focus = np.subtract(*top_two(row, axis=1)), one_minus_entropy(row, axis=-1)
    holds = abs(bids[1] - bids[0] / 2) < 1e-9 and abs(focus[0] - focus[1]) < 1e-9
    return checked(holds, whole=bids[0], half=bids[1])


@fact(
    "A row that knows everything closes the gap of every column, and takes no bid from the other "
    "rows."
)
def fourth_goal(full: bool) -> Checked:
    """Clean copies, with and without a row of ones: the goal, the gaps, and the bids."""
    plain, table = np.eye(3), np.vstack([np.eye(3), np.ones(3)])
    gaps, bids = parts_by_hand("mig", table), parts_by_hand("dcimig", table)
    same = np.array_equal(bids, parts_by_hand("dcimig", plain))
    return checked(meets_goal(4, table) and gaps.max() == 0 and same, gap=gaps.max())


@fact("So two scores that read the same column can disagree.")
def fifth_goal(full: bool) -> Checked:
    """One clear winner and equal runners-up: the goal, MIG and completeness."""
    table = [[1, 0.38], [0.38, 1], [0.38, 0.38]]
    values = values_by_hand(table)
    return checked(meets_goal(5, table), mig=values["mig"], completeness=values["completeness"])


@fact("No factor is spread over several latents, but one latent is divided between factors.")
def sixth_goal(full: bool) -> Checked:
    """One latent for two factors: the goal, entries in each column, and rows with several."""
    tables = [np.array(t) for t in ([[1, 1, 0], [0, 0, 0.1]], [[1, 1, 1, 0], [0, 0, 0, 0.3]])]
    reached = all(meets_goal(6, table) for table in tables)
    columns = max(np.count_nonzero(table, axis=0).max() for table in tables)
    rows = min(np.count_nonzero(table, axis=1).max() for table in tables)
    return checked(reached and columns == 1 < rows, in_a_column=columns, in_a_row=rows)


@fact("Disentanglement looks at the shares in a row.")
def disentanglement_reads_shares(full: bool) -> Checked:
    """Change of D and C's parts when each row, or each column, has a size of its own."""
    rng, of_rows, of_columns = np.random.default_rng(4), [], []
    for table in random_tables(100 if full else 20, 4, 3):
        matrices = [InformativenessMatrix(t) for t in (table, table * rng.random((4, 1)))]
        of_rows.append(np.ptp([disentanglement(m).parts for m in matrices], axis=0).max())
        of_columns.append(np.ptp([completeness(m).parts for m in matrices], axis=0).max())
    holds = max(of_rows) < 1e-9 and min(of_columns) > 1e-3
    return checked(holds, rows=max(of_rows), columns=min(of_columns))


NO_FACT = {
    "Time: 30 minutes with all six goals.": "about the course",
    "Here you write the numbers yourself, and all five judges look at the same "
    "ones": "about the course",
    'Every factor has an entropy of one bit, so an entry of 1 means "knows everything".': (
        "definition"
    ),
    "So do not compare the completeness of codes with different numbers of latents.": "instruction",
    "Then collect all six medals.": "instruction",
    "What can one more row do to every column, and what does that row bid?": "question",
    "Must that latent ignore all other factors?": "question",
}

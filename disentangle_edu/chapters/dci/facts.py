"""Statements of the chapter on DCI, each with a function that checks it."""

import functools
import itertools

import numpy as np
from sklearn.tree import DecisionTreeRegressor

from ...claims.course import d_of_noise, partly_noise
from ...claims.facts import Checked, checked, fact
from ...matrices import InformativenessMatrix
from ...measures.predictors import Predictor
from ...metrics import completeness, disentanglement, informativeness
from ...metrics.parts import one_minus_entropy
from ...types import Floats
from ...worlds import examples
from ..common.verdicts import pair_code
from .data import FACTORS, NOISE_RUNS, REST, importances_of, rest_matrix
from .labs.dci_even_rest import entropy_pieces
from .labs.one_tree import MAX_SPLITS, grown_tree, importances_of_splits, shapes_of_b


def focus(row: list[float]) -> float:
    """The focus of one row."""
    return float(one_minus_entropy(np.array([row]), axis=-1)[0])


def random_tables() -> list[Floats]:
    """Importances of different sizes."""
    rng = np.random.default_rng(0)
    return [rng.gamma(0.3, size=(n, k)) + 1e-6 for n in (2, 4, 7) for k in (2, 3, 5)]


def d_of(values: Floats) -> float:
    """Disentanglement of importances."""
    return disentanglement(InformativenessMatrix(values)).value


def c_of(values: Floats) -> float:
    """Completeness of importances."""
    return completeness(InformativenessMatrix(values)).value


def entropy_added(share: float) -> float:
    """What a share adds to the entropy."""
    return share * float(np.log(1 / share))


# ---------------------------------------------------------------------------------- the matrix of B


@fact("the forest also uses the latents of shape and size, which lowers their focus.")
def down_lowers_focus(full: bool) -> Checked:
    """The focus of latents 2 and 5 of B, and without their importance for the y position."""
    values = importances_of("B").values
    others = values.copy()
    others[[1, 4], 3] = 0
    before, after = one_minus_entropy(values, axis=-1), one_minus_entropy(others, axis=-1)
    used = values[[1, 4], 3].min()
    holds = used > 0.1 and (after - before)[[1, 4]].min() > 0.2
    return checked(holds, size=before[1], shape=before[4], size_without=after[1])


@fact(
    "**Drag the entry** for latent 5 and *y position* to 0, or press - on it, and "
    "watch D and C rise."
)
def entry_that_costs(full: bool) -> Checked:
    """D and C of B's importances, and with this entry or another one set to 0."""
    values = importances_of("B").values
    without = values.copy()
    without[4, 3] = 0
    (d, c), (d_more, c_more) = ((d_of(table), c_of(table)) for table in (values, without))
    others = []
    for i, k in itertools.product(*map(range, values.shape)):
        if (i, k) != (4, 3) and values[i, k] < values[:, k].max():
            table = values.copy()
            table[i, k] = 0
            others.append(d_of(table))
    holds = d_more > max(*others, d + 0.05) and c_more > c + 0.02
    return checked(holds, D=d, without=d_more, next=max(others), C=c, C_without=c_more)


@fact("D separates A and B.")
def separated_networks(full: bool) -> Checked:
    """D of the importances for A and for B."""
    a, b = d_of(importances_of("A").values), d_of(importances_of("B").values)
    return checked(b - a > 0.5, A=a, B=b)


# ---------------------------------------------------------------------------------------- one tree


@fact(
    "Each split cuts one tile of the plane at one value of one latent, where the cut removes most "
    "error."
)
def splits_of_a_tree(full: bool) -> Checked:
    """Importances and error of the tree, next to those of scikit-learn's tree of equal size."""
    latents, values = shapes_of_b()
    gaps = []
    for count in range(1, MAX_SPLITS + 1):
        splits = grown_tree()[:count]
        tree = DecisionTreeRegressor(max_leaf_nodes=count + 1, random_state=0).fit(latents, values)
        gaps += np.abs(tree.feature_importances_ - importances_of_splits(splits)).tolist()
        gaps.append(abs(tree.score(latents, values) - sum(split.gain for split in splits)))
    return checked(max(gaps) < 1e-6, largest_gap=max(gaps))


@fact("Latent 5 is the latent of the shape.")
def latent_of_the_shape(full: bool) -> Checked:
    """B's importances for the shape."""
    column = importances_of("B").values[:, 0]
    return checked(column.argmax() == 4 and column[4] > 0.99, latent_5=column[4])


@fact(
    "Each shape is a band of dots, and the middle band is shifted along latent 4, so the tree must "
    "know the shape to read the position."
)
def shifted_bands(full: bool) -> Checked:
    """Latent 5 of each shape, latent 4 of each shape at the same positions, and the second cut."""
    code = pair_code("B")
    shape, down = code.factors[:, 0], code.factors[:, 3]
    bands = [code.latents[shape == k, 4] for k in range(3)]
    bands.sort(key=lambda band: float(np.median(band)))
    shifts = [
        np.mean([code.latents[(shape == k) & (down == level), 3].mean() for level in range(16)])
        for k in range(3)
    ]
    apart = min(np.quantile(b, 0.01) - np.quantile(a, 0.99) for a, b in itertools.pairwise(bands))
    cut = {split.latent for split in grown_tree()}
    return checked(
        apart > 0.3 and np.ptp(shifts) > 0.5 and len(cut) == 2, apart=apart, shift=np.ptp(shifts)
    )


# ---------------------------------------------------------------------------------------- one row


@fact("The result is 0 if everything is in one entry, and 1 if all shares are equal.")
def ends_of_entropy(full: bool) -> Checked:
    """1 minus the focus of rows of every length, and of rows in between."""
    rng = np.random.default_rng(0)
    one, even, between = [], [], []
    for n in range(2, 12):
        one.append(1 - focus([1.0, *(n - 1) * [0.0]]))
        even.append(1 - focus(n * [3.0]))
        between += [1 - focus(row.tolist()) for row in rng.dirichlet(np.ones(n), 50)]
    ends = np.allclose(one, 0) and np.allclose(even, 1)
    return checked(ends and min(between) > 0 and max(between) < 1, one=max(one), even=min(even))


@fact("D is the mean focus of the rows, and each row is weighted by its sum.")
def mean_of_rows(full: bool) -> Checked:
    """D of random importances, against the weighted mean."""
    tables = random_tables()
    gaps = [
        abs(d_of(table) - np.average([focus(row) for row in table.tolist()], weights=table.sum(1)))
        for table in tables
    ]
    return checked(max(gaps) < 1e-9, largest_gap=max(gaps))


@fact("C is the plain mean focus of the columns.")
def mean_of_columns(full: bool) -> Checked:
    """C of random importances, against the plain mean."""
    gaps = [
        abs(c_of(table) - float(np.mean([focus(column) for column in table.T.tolist()])))
        for table in random_tables()
    ]
    return checked(max(gaps) < 1e-9, largest_gap=max(gaps))


@fact(
    "A tiny share adds more entropy than its size suggests, because a share p adds p·log(1/p), and "
    "log(1/p) grows as p shrinks."
)
def tiny_shares_add_more(full: bool) -> Checked:
    """What the focus loses if a rest of 0.2 is split among more places, per unit of log n."""
    lost = {
        n: (1 - focus([0.8, *n * [0.2 / n]])) * np.log(n + 1) - entropy_added(0.8)
        for n in (1, 2, 5, 10, 50)
    }
    exact = np.allclose(list(lost.values()), [n * entropy_added(0.2 / n) for n in lost])
    per_size = list(lost.values())
    return checked(exact and per_size == sorted(per_size), one=lost[1] / 0.2, ten=lost[10] / 0.2)


@fact("One share as large as all ten together adds less than half as much.")
def one_share_adds_less(full: bool) -> Checked:
    """Entropy of the rest in one place and in ten, exactly and as the lab draws it."""
    exact = np.array([entropy_added(0.2), 10 * entropy_added(0.02)])
    rows = [rest_matrix(FACTORS, 0.8, REST, evenness).values[0] for evenness in (0, 1)]
    drawn = [entropy_pieces(row / row.sum())[1:].sum() * np.log(FACTORS) for row in rows]
    holds = np.allclose(drawn, exact) and drawn[0] < drawn[1] / 2
    return checked(holds, one=drawn[0], ten=drawn[1])


@fact(
    "**D weights the focus of each row by its importance, and a rest of given size costs "
    "most when it is spread evenly.**"
)
def even_rest_costs_most(full: bool) -> Checked:
    """The focus of rows with a rest of 0.2: the even one has the least of all."""
    rng, even, others = np.random.default_rng(0), focus([0.8, *10 * [0.02]]), []
    for alpha in (0.1, 1.0, 100.0):
        rests = 0.2 * rng.dirichlet(10 * [alpha], 100)
        others += [focus([0.8, *rest]) for rest in rests.tolist()]
    return checked(min(others) > even, even=even, least_of_others=min(others))


@fact("An even rest costs far more than its size.")
def even_rest_costs_more(full: bool) -> Checked:
    """What D loses by an even rest of a fifth, for several numbers of factors."""
    losses = [1 - d_of(rest_matrix(n, 0.8, 0.2 / (n - 1)).values) for n in (3, 5, 11, 20)]
    return checked(losses[2] > 2 * 0.2 and min(losses) > 1.5 * 0.2, loss=losses[2])


@fact(
    "You cannot compare D between data with different numbers of factors, or C between codes with "
    "different numbers of latents, because each divides by the log of that number."
)
def padded_matrices(full: bool) -> Checked:
    """D with a factor more and C with a latent more, of which nothing depends on anything."""
    values = np.array([[0.8, 0.2], [0.3, 0.7]])
    factor_more, latent_more = np.pad(values, ((0, 0), (0, 1))), np.pad(values, ((0, 1), (0, 0)))
    tables = (disentanglement, (values, factor_more)), (completeness, (values, latent_more))
    (d, d_more), (c, c_more) = (
        [metric(InformativenessMatrix(table)).value for table in pair] for metric, pair in tables
    )
    ratios = [(1 - d_more) / (1 - d), (1 - c_more) / (1 - c)]
    exact = np.allclose(ratios, np.log(2) / np.log(3))
    return checked(exact, D=d, D_more=d_more, C=c, C_more=c_more)


# ------------------------------------------------------------------------------------ a light row


@fact("D is above 0.95 with a light row that is half and half.")
def light_half_and_half(full: bool) -> Checked:
    """D of a row of a twentieth of the weight, split in half."""
    value = disentanglement(examples.dominated_matrix(0.05, 0.5)).value
    return checked(value > 0.95, D=value)


@fact("The mixed latent's focus is 0, but it has only an eleventh of the weight.")
def an_eleventh(full: bool) -> Checked:
    """The parts and weights of D in the question, exactly."""
    score = disentanglement(examples.dominated_matrix(0.1, 0.5))
    holds = abs(score.parts[1]) < 1e-9 and np.isclose(score.weights[1], 1 / 11)
    return checked(holds, focus=score.parts[1], weight=score.weights[1])


@fact(
    "In the second card the light row gives nine tenths of its weight to one factor, and D is "
    "0.957; with the even split of your guess it was 0.909."
)
def two_splits(full: bool) -> Checked:
    """D of both splits, exactly."""
    uneven, even = (
        disentanglement(examples.dominated_matrix(0.1, share)).value for share in (0.9, 0.5)
    )
    return checked([f"{uneven:.3f}", f"{even:.3f}"] == ["0.957", "0.909"], uneven=uneven, even=even)


@fact(
    "D is low although most rows are pure: it counts how much of the importance is in pure rows, "
    "not how many rows are pure."
)
def heavy_row_decides(full: bool) -> Checked:
    """D of three pure light rows and a mixed heavy one, as that one becomes lighter."""
    found = [
        d_of(np.vstack([0.1 * np.eye(3), np.full((1, 3), heavy)])) for heavy in (1.0, 0.1, 0.01)
    ]
    pure = [0.3 / (0.3 + 3 * heavy) for heavy in (1.0, 0.1, 0.01)]
    return checked(found[0] < 0.2 and np.allclose(found, pure), heavy=found[0], light=found[2])


# ------------------------------------------------------------------------------------------- noise


@functools.cache
def draws(predictor: Predictor, full: bool) -> dict[int, Floats]:
    """The importances of noise in all ten draws, or in three: the lasso keeps one, none, seven."""
    runs = range(NOISE_RUNS) if full else (1, 2, 9)
    return {run: d_of_noise(run, predictor).matrix.values for run in runs}


def informed(run: int, predictor: Predictor, copied: float = 0.0) -> float:
    """Informativeness of a draw; `copied` is the share of a latent's variance that is no noise."""
    return informativeness(partly_noise(run, copied), predictor=predictor, seed=run).value


@fact("If it keeps at least one, and no row has more than one, D is 1.")
def sparse_entries(full: bool) -> Checked:
    """D of every such pattern of nine entries, with random sizes, and of all other patterns."""
    rng = np.random.default_rng(0)
    sparse: list[float] = []
    dense: list[float] = []
    for pattern in itertools.product((0, 1), repeat=9):
        kept = np.reshape(pattern, (3, 3))
        if kept.any():
            found = sparse if kept.sum(1).max() == 1 else dense
            found.append(d_of(kept * rng.uniform(0.01, 1, (3, 3))))
    return checked(min(sparse) > 1 - 1e-9 > max(dense), sparse=min(sparse), dense=max(dense))


@fact("An I near 0 warns you of importances that mean nothing, so read D and C together with I.")
def warned_by_informativeness(full: bool) -> Checked:
    """I by the lasso: in draws of pure noise with a D of 1, and in draws with half the noise."""
    high = [run for run in draws("lasso", full) if d_of_noise(run, "lasso").value > 0.9]
    noise, half = ([informed(run, "lasso", copied) for run in high] for copied in (0.0, 0.5))
    return checked(max(noise) < 0.02 and min(half) > 0.3, noise=max(noise), half=min(half))


@fact("Even a predictor that predicts nothing can give importances to the latents.")
def importances_of_nothing(full: bool) -> Checked:
    """The forest on pure noise: its least importance, and its informativeness."""
    least = min(values.min() for values in draws("forest", full).values())
    i = max(informed(run, "forest") for run in draws("forest", full))
    return checked(least > 0.1 and i < 0.05, least_importance=least, highest_I=i)


@fact("A forest gives every latent some importance for every factor, which D counts as mixing.")
def forest_on_noise(full: bool) -> Checked:
    """The least importance and the highest D in draws of pure noise."""
    least = min(values.min() for values in draws("forest", full).values())
    d = max(d_of_noise(run, "forest").value for run in draws("forest", full))
    return checked(least > 0.1 and d < 0.1, least_importance=least, highest_D=d)


@fact("Over all ten draws, the lasso drops most of the entries")
def entries_that_the_lasso_drops(full: bool) -> Checked:
    """The share of entries that are 0 in draws of pure noise."""
    dropped = np.mean([values == 0 for values in draws("lasso", full).values()])
    return checked(dropped > 0.5, dropped=dropped)


NO_FACT = {
    "The **importance** of a latent is its share of all the error": "definition",
    "Which latent does the tree cut first": "question",
    "A forest averages ten such trees, each grown on its own random resample, with all "
    "eight latents to choose from.": "definition",
    "1 minus this number is the **focus** of the row.": "definition",
    "and it collects the rest from all other entries": "instruction",
    "First make row 2 as heavy as row 1.": "instruction",
    "A forest has predicted every factor from A": "printed",
    "You have seen D of B in the first picture.": "printed",
    "Can D be low although most rows have a high focus?": "question",
    "No row may be empty, and every factor needs an entry": "instruction",
}

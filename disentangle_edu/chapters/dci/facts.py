"""Statements of the chapter on DCI, each with a function that checks it."""

import functools
import itertools

import numpy as np

from ...claims.course import d_of_noise, partly_noise
from ...claims.facts import Checked, checked, fact
from ...matrices import InformativenessMatrix
from ...measures.predictors import Predictor
from ...metrics import completeness, disentanglement, informativeness
from ...metrics.parts import one_minus_entropy
from ...types import Floats
from ...worlds import examples
from .data import NOISE_RUNS, importances_of, rest_matrix


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


def entropy_added(share: float) -> float:
    """What a share adds to the entropy."""
    return share * float(np.log(1 / share))


# ---------------------------------------------------------------------------------- the matrix of B


def shares_of_columns() -> Floats:
    """B's importances for each factor, as shares."""
    values = importances_of("B").values
    return values / values.sum(0)


@fact("Shape, size and *across* each depend on one latent.")
def one_latent_each(full: bool) -> Checked:
    """The largest share in each of the three columns, and whether the latents differ."""
    columns = shares_of_columns()[:, :3]
    least, latents = columns.max(0).min(), set(columns.argmax(0))
    return checked(least > 0.95 and len(latents) == 3, least_share=least)


@fact("*Down* depends mostly on latent 4, but also on others.")
def down_depends_on_others(full: bool) -> Checked:
    """The shares in the column of down."""
    column = shares_of_columns()[:, 3]
    main, second = column[3], np.sort(column)[-2]
    return checked(main > 0.5 and second > 0.1, latent_4=main, second=second)


@fact("The forest barely needed four of the latents.")
def four_latents_unused(full: bool) -> Checked:
    """The four smallest sums of rows, as shares of all importance."""
    weights = np.sort(importances_of("B").values.sum(1)) / importances_of("B").values.sum()
    return checked(weights[3] < 0.01 and weights[4] > 0.1, fourth=weights[3], fifth=weights[4])


@fact("the forest also uses the latents of shape and size, which lowers their focus.")
def down_lowers_focus(full: bool) -> Checked:
    """The focus of latents 2 and 5 of B, and the focus without their importance for down."""
    values = importances_of("B").values
    others = values.copy()
    others[[1, 4], 3] = 0
    before, after = one_minus_entropy(values, axis=-1), one_minus_entropy(others, axis=-1)
    used = values[[1, 4], 3].min()
    holds = used > 0.1 and (after - before)[[1, 4]].min() > 0.2
    return checked(holds, size=before[1], shape=before[4], size_without=after[1])


@fact("Drag the cell for latent 2 and *down* to 0 (or press - on it), and watch D rise.")
def entries_that_cost(full: bool) -> Checked:
    """D of B's importances, and with either of two entries set to 0."""
    values, found = importances_of("B").values, {"D": d_of(importances_of("B").values)}
    for latent in (2, 5):
        others = values.copy()
        others[latent - 1, 3] = 0
        found[f"without_{latent}"] = d_of(others)
    return checked(min(found["without_2"], found["without_5"]) > found["D"] + 0.05, **found)


@fact("D separates A and B.")
def separated_networks(full: bool) -> Checked:
    """D of the importances for A and for B."""
    a, b = d_of(importances_of("A").values), d_of(importances_of("B").values)
    return checked(b - a > 0.5, A=a, B=b)


# ---------------------------------------------------------------------------------------- one row


@fact("The result is 0 if everything is in one place, and 1 if all shares are equal.")
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
        abs(
            completeness(InformativenessMatrix(table)).value
            - float(np.mean([focus(column) for column in table.T.tolist()]))
        )
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
    """Entropy of the rest in one place and in ten, exactly."""
    one, ten = entropy_added(0.2), 10 * entropy_added(0.02)
    return checked(one < ten / 2, one=one, ten=ten)


@fact(
    "So D punishes a scattered rest: a row whose rest is in ten places loses 0.401, but one whose "
    "rest is in one place loses only 0.209."
)
def scattered_rest(full: bool) -> Checked:
    """1 minus D of eleven rows, a fifth of which is the rest, exactly."""
    scattered, lumped = (
        1 - disentanglement(rest_matrix(11, 0.8, 0.02, evenness)).value for evenness in (1, 0)
    )
    printed = [f"{loss:.3f}" for loss in (scattered, lumped)]
    return checked(printed == ["0.401", "0.209"], scattered=scattered, lumped=lumped)


@fact("An even rest costs far more than its size.")
def even_rest_costs_more(full: bool) -> Checked:
    """What D loses by an even rest of a fifth, for several numbers of factors."""
    losses = [1 - d_of(rest_matrix(n, 0.8, 0.2 / (n - 1)).values) for n in (3, 5, 11, 20)]
    return checked(losses[2] > 2 * 0.2 and min(losses) > 1.5 * 0.2, loss=losses[2])


@fact("No: one divides by log 5, the other by log 10.")
def numbers_of_factors(full: bool) -> Checked:
    """The focus of a row that is split in half, of 5 factors and of 10."""
    five, ten = (focus([0.5, 0.5, *(n - 2) * [0.0]]) for n in (5, 10))
    exact = np.allclose([1 - five, 1 - ten], np.log(2) / np.log([5, 10]))
    return checked(exact and ten > five, five=five, ten=ten)


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


@fact(
    "If row 2 is split in half, its focus is 0, and D is simply row 1's share of the total weight."
)
def split_row_leaves_the_other_share(full: bool) -> Checked:
    """D of two rows, for several weights of the second."""
    gaps = [
        abs(disentanglement(examples.dominated_matrix(weight, 0.5)).value - 1 / (1 + weight))
        for weight in (0.1, 0.5, 1.0)
    ]
    return checked(max(gaps) < 1e-9, largest_gap=max(gaps))


@fact("However mixed a light row is, it hardly affects D.")
def light_row_hardly_counts(full: bool) -> Checked:
    """How far D moves as a row of a twentieth of the weight is divided in every way."""
    weight = 0.05
    values = [
        disentanglement(examples.dominated_matrix(weight, share)).value
        for share in np.linspace(0, 1, 41)
    ]
    return checked(np.ptp(values) < weight, range=np.ptp(values))


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


@fact(
    "In these ten draws of pure noise, the lasso keeps between none and seven of the nine entries."
)
def entries_of_the_lasso(full: bool) -> Checked:
    """The entries above 0 in each draw."""
    kept = [(values > 0).sum() for values in draws("lasso", full).values()]
    return checked(min(kept) == 0 and max(kept) == 7, fewest=min(kept), most=max(kept))


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


@fact("If the lasso drops everything, D is 0.")
def everything_dropped(full: bool) -> Checked:
    """D of the draws in which the lasso keeps nothing."""
    found = [
        d_of_noise(run, "lasso").value for run, v in draws("lasso", full).items() if not v.any()
    ]
    return checked(found != [] and max(found) == 0, draws=len(found))


@fact(
    "Only an I near 0 warns you (its bar may be too short to see), so read D and C together with I."
)
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


@fact("The lasso drops most of the entries")
def entries_that_the_lasso_drops(full: bool) -> Checked:
    """The share of entries that are 0 in draws of pure noise."""
    dropped = np.mean([values == 0 for values in draws("lasso", full).values()])
    return checked(dropped > 0.5, dropped=dropped)


NO_FACT = {
    "Train a random forest to predict a factor from all latents": "definition",
    "Do this for every factor and you have a matrix": "definition",
    "1 minus this number is the **focus** of the row.": "definition",
    "The first picture shows one of the eleven rows.": "printed",
    "Drag bar 2 up, and it collects the rest": "instruction",
    "First make row 2 as heavy as row 1.": "instruction",
    "A forest has predicted every factor from A": "printed",
    "which entries cost B most?": "question",
    "Can D be low although most rows have a high focus?": "question",
    "No row may be empty, and every factor needs an entry": "instruction",
}

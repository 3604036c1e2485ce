"""Claims of almudevar2024 that are identities: definitions, propositions, proofs, misprints.

They are decided exactly, on thousands of random worlds: factors depend on each other and on a
nuisance, and encoders involve chance.
"""

import functools
import itertools
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ..measures import joint_information, sensitivity
from ..representation import Representation
from ..worlds.examples import grid
from .almudevar2024 import DEPENDENT
from .registry import Readings, above, equals_printed, true

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

# ------------------------------------------------------------------------------------ random worlds

MANY = 2_000
TINY = 1e-9  # bits
X, VALUES = 16, 3
AXES = "w x 1 2 3 n a b"  # the world; data; three factors, a nuisance; two latents
FACTORS, LATENTS = "123", "ab"
BITS = grid(2, 2, 2, 2)  # data 0 to 15: three factors and the nuisance
WORLDS = (
    f"{MANY:,} random worlds, computed exactly. Sixteen data points have uneven probabilities, so "
    "factors depend on each other and on a nuisance. The data decide the factors or, in every "
    "fourth world, only make them likely. Two latents are channels, with or without chance, of a "
    "factor, two factors, a factor and the nuisance, all data, or nothing."
)


def channel(rng: np.random.Generator) -> Floats:
    """(16, 3) probabilities of a latent's values given the data."""
    columns = [[0], [1], [2], [0, 1], [1, 2], [0, 3], [0, 1, 2, 3], []]
    read = BITS[:, columns[rng.integers(len(columns))]]
    cell = (
        np.unique(read, axis=0, return_inverse=True)[1].ravel() if read.size else np.zeros(X, int)
    )
    if rng.random() < 0.5:  # deterministic
        return np.eye(VALUES)[rng.integers(VALUES, size=cell.max() + 1)][cell]
    return rng.dirichlet(np.ones(VALUES), cell.max() + 1)[cell]


def coins(rng: np.random.Generator, by_data: bool) -> Floats:
    """(4, 16, 2) probabilities of factors 1 to 3 and the nuisance, given the data."""
    ones = BITS.T if by_data else rng.random((4, X))
    return np.stack([1 - ones, ones], axis=-1)


@functools.cache
def joint() -> Floats:
    """(worlds, x, 1, 2, 3, n, a, b) probabilities."""
    rng = np.random.default_rng(0)
    data = np.array([rng.dirichlet(np.ones(X)) for _ in range(MANY)])
    conditionals = np.array([coins(rng, by_data=j % 4 > 0) for j in range(MANY)])
    latents = np.array([[channel(rng), channel(rng)] for _ in range(MANY)])
    return np.einsum(
        "wx,wxp,wxq,wxr,wxn,wxa,wxb->wxpqrnab",
        data,
        *(conditionals[:, k] for k in range(4)),
        *(latents[:, j] for j in range(2)),
        optimize=True,
    )


def of(variables: str) -> Floats:
    """Probabilities of some variables in every world, other axes summed (and kept at size 1)."""
    summed = tuple(i for i, name in enumerate(AXES.split()) if i and name not in variables)
    return joint().sum(summed, keepdims=True)


@functools.cache
def bits(variables: str) -> Floats:
    """Entropy of some variables in every world."""
    p = of(variables).reshape(MANY, -1)
    return -(p * np.log2(p, out=np.zeros_like(p), where=p > 0)).sum(1)


def conditional_mi(one: str, other: str, given: str = "") -> Floats:
    """I(one; other | given) in bits, in every world."""
    sets = (one + given, other + given, one + other + given, given)
    a, b, h_joint, condition = (bits("".join(sorted(set(names)))) for names in sets)
    return a + b - h_joint - condition


def max_difference(variable: str, given: str, more: str) -> Floats:
    """The largest difference between p(variable | given) and p(variable | given, more)."""
    few = conditional_probs(variable, given)
    many, mass = conditional_probs(variable, given + more), of(given + more) > 1e-15
    return np.where(mass, np.abs(few - many), 0).reshape(MANY, -1).max(1)


def conditional_probs(variable: str, condition: str) -> Floats:
    """p(variable | condition), 0 where the condition never is."""
    joint_prob, mass = of(variable + condition), of(condition)
    return np.divide(
        joint_prob, mass, out=np.zeros(np.broadcast(joint_prob, mass).shape), where=mass > 1e-15
    )


def others(name: str) -> str:
    """The other factors, or the other latent."""
    return (FACTORS if name in FACTORS else LATENTS).replace(name, "")


MODULAR: Callable[[str, str], Floats] = lambda z, y: conditional_mi(z, others(y), y)
COMPACT: Callable[[str, str], Floats] = lambda z, y: conditional_mi(y, others(z), z)
EXPLICIT: Callable[[str, str], Floats] = lambda z, y: conditional_mi(y, "x", LATENTS)
MINIMAL: Callable[[str, str], Floats] = lambda z, y: conditional_mi(z, "x") - conditional_mi(z, y)
SUFFICIENT: Callable[[str, str], Floats] = lambda z, y: (
    conditional_mi(y, "x") - conditional_mi(y, z)
)
FREE: Callable[[str, str], Floats] = lambda z, y: conditional_mi(z, "n", y)


def stack_gaps(gap: Callable[[str, str], Floats]) -> Floats:
    """How far a property is violated, for every world, latent and factor (one long row)."""
    return np.concatenate([gap(z, y) for z, y in itertools.product(LATENTS, FACTORS)])


def holds_in(gap: Callable[[str, str], Floats]) -> Flags:
    """Whether a property holds in every world."""
    return stack_gaps(gap) < TINY


def check_equivalence(one: Flags, other: Flags) -> Readings:
    """Whether two statements agree in every case, and both answers occur often enough."""
    return {
        "in every case": bool((one == other).all()),
        "both answers occur": bool(0.02 < one.mean() < 0.98),
    }


def check_implication(premise: Flags, conclusion: Flags) -> Readings:
    """Whether one statement implies another, which holds in some cases and fails in others."""
    return {
        "in every case": bool(conclusion[premise].all()),
        "there are cases": bool(premise.mean() > 0.02 and not conclusion.all()),
    }


# ------------------------------------------------------------------------------------- propositions


@DEPENDENT(
    "almudevar-prop-1",
    covers=("almudevar2024-25",),
    where="Proposition 1",
    expects=true("always"),
    verdict="holds",
    note=WORLDS,
)
def sufficient_is_compact_and_explicit() -> Readings:
    return check_equivalence(holds_in(SUFFICIENT), holds_in(COMPACT) & holds_in(EXPLICIT))


@DEPENDENT(
    "almudevar-prop-2",
    covers=("almudevar2024-26",),
    where="Proposition 2",
    expects=true("always"),
    verdict="holds",
    note=f"{WORLDS} A latent is never further from being modular than from being minimal.",
)
def minimal_is_modular() -> Readings:
    no_excess = bool((stack_gaps(MODULAR) <= stack_gaps(MINIMAL) + TINY).all())
    return {
        "never further": no_excess,
        **check_implication(holds_in(MINIMAL), holds_in(MODULAR)),
    }


@DEPENDENT(
    "almudevar-prop-3",
    covers=("almudevar2024-27",),
    where="Proposition 3",
    expects=true("always"),
    verdict="holds",
    note=WORLDS,
)
def minimal_is_free_of_nuisances() -> Readings:
    return check_implication(holds_in(MINIMAL), holds_in(FREE))


@DEPENDENT(
    "almudevar-guarantee",
    covers=("almudevar2024-28",),
    where="sections 1, 3.3 and 7, appendix B",
    expects=true("always"),
    verdict="holds",
    note=WORLDS,
)
def all_three_properties() -> Readings:
    premise = holds_in(SUFFICIENT) & holds_in(MINIMAL)
    return check_implication(premise, holds_in(MODULAR) & holds_in(COMPACT) & holds_in(EXPLICIT))


@DEPENDENT(
    "almudevar-noise",
    covers=("almudevar2024-29",),
    where="section 3.3, appendix B",
    expects=true("always"),
    verdict="holds",
    note=(
        f"{WORLDS} If factors and nuisance together are the data, a latent is minimal if and only "
        "if it has no information about the other factors and the nuisance once its factor is "
        "known."
    ),
)
def minimal_is_modular_and_free() -> Readings:
    determined = np.tile(np.arange(MANY) % 4 > 0, len(LATENTS) * len(FACTORS))
    silent = holds_in(lambda z, y: conditional_mi(z, others(y) + "n", y))
    return check_equivalence(holds_in(MINIMAL)[determined], silent[determined])


@DEPENDENT(
    "almudevar-sufficiency",
    covers=("almudevar2024-24",),
    where="section 3.3",
    expects=true("always"),
    verdict="holds",
    note=(
        f"{WORLDS} Sufficient: the data have no information about the factors that the code does "
        "not have."
    ),
)
def at_most_what_data_tell() -> Readings:
    lost = conditional_mi("x", FACTORS) - conditional_mi(LATENTS, FACTORS)
    markov = conditional_mi("x", FACTORS, LATENTS)
    bounded = {"never more": bool((lost > -TINY).all())}
    return bounded | {"equal exactly then": bool(((lost < TINY) == (markov < TINY)).all())}


# ------------------------------------------------------------------------ definitions in two forms


def _add_form_claim(id: str, number: int, says: str, gap, forms, where="section 3.2") -> None:
    @DEPENDENT(
        f"almudevar-form-{id}",
        covers=(f"almudevar2024-{number}",),
        where=where,
        expects=true("always"),
        verdict="holds",
        statement=says,
        note=f"{WORLDS} Probabilities count as equal up to a millionth.",
    )
    def in_information_and_in_probabilities() -> Readings:
        distances = stack_gaps(lambda z, y: max_difference(*forms(z, y)))
        return check_equivalence(stack_gaps(gap) < TINY * 1e-2, distances < 1e-6)


_add_form_claim(
    "modular",
    17,
    "I(z_j; other factors | y_i) = 0 is the same as p(z_j | y_i) = p(z_j | y).",
    MODULAR,
    lambda z, y: (z, y, others(y)),
)
_add_form_claim(
    "compact",
    20,
    "I(y_i; other latents | z_j) = 0 is the same as p(y_i | z_j) = p(y_i | z).",
    COMPACT,
    lambda z, y: (y, z, others(z)),
)
_add_form_claim(
    "explicit",
    22,
    "I(y_i; x | z) = 0 is the same as p(y_i | z) = p(y_i | z, x) = p(y_i | x).",
    EXPLICIT,
    lambda z, y: (y, LATENTS, "x"),
)
_add_form_claim(
    "minimal",
    55,
    "Minimal, I(z_j; x) = I(z_j; y_i), is the same as p(z_j | y_i) = p(z_j | x).",
    lambda z, y: conditional_mi(z, "x", y),
    lambda z, y: (z, y, "x"),
    "appendix B",
)


@DEPENDENT(
    "almudevar-same-latent",
    covers=("almudevar2024-18",),
    where="section 3.2",
    expects=true("the same"),
    verdict="holds under a reading",
    meets="its distribution",
    note=f"{WORLDS} If the encoder involves chance, the value itself may differ.",
)
def same_whatever_the_others() -> Readings:
    modular = holds_in(MODULAR)
    distances = stack_gaps(lambda z, y: max_difference(z, y, others(y)))
    unsure = stack_gaps(lambda z, y: bits("".join(sorted(z + y))) - bits(y))
    return {
        "its distribution": bool((distances[modular] < 1e-6).all()),
        "its value": bool((unsure[modular] < TINY).all()),
    }


@DEPENDENT(
    "almudevar-carries-both",
    covers=("almudevar2024-16", "almudevar2024-19"),
    where="section 3.2",
    expects=true("always"),
    verdict="holds",
    statement=(
        "With dependent factors a latent that stores all of one factor also carries information "
        "about the other; two latents for two such factors each carry information about both. "
        "Neither is modular in the old sense."
    ),
    note=(
        f"{WORLDS} Here each latent is a copy of a factor, so it has the information of this "
        "factor about the other."
    ),
)
def two_dependent_factors() -> Readings:
    dependent = conditional_mi("1", "2") > 1e-6
    # A latent that copies factor 1 carries as much about factor 2 as factor 1 does, and vice versa.
    stores = holds_in(lambda z, y: bits(y) - conditional_mi(z, y))
    also = np.concatenate(
        [
            np.min([conditional_mi(z, k) - conditional_mi(y, k) for k in others(y)], axis=0)
            for z, y in itertools.product(LATENTS, FACTORS)
        ]
    )
    # By the older definition, a latent is modular if it carries nothing about other factors.
    leakage = stack_gaps(lambda z, y: conditional_mi(z, others(y)))
    return {
        "factors depend": bool(dependent.mean() > 0.99),
        "a latent that stores one carries the others": bool((also[stores] > -TINY).all()),
        "none is modular in the old sense": bool((leakage[stores] > 1e-6).all()),
        "there are such latents": bool(stores.mean() > 0.02),
    }


def accuracy_of_best_rule(y: str, z: str) -> Floats:
    """How often the best rule predicts a factor from some latents, in each world."""
    best = of(y + z).max(AXES.split().index(y), keepdims=True)
    return best.reshape(MANY, -1).sum(1)


@DEPENDENT(
    "almudevar-ignored",
    covers=("almudevar2024-20",),
    where="section 3.2",
    expects=true("always"),
    verdict="holds",
    statement="To predict a factor from a compact latent, all other latents could be ignored.",
    note=f"{WORLDS} Measured: the accuracy of the best rule with one latent and with all latents.",
)
def best_guesses() -> Readings:
    gain = stack_gaps(lambda z, y: accuracy_of_best_rule(y, LATENTS) - accuracy_of_best_rule(y, z))
    return check_implication(holds_in(COMPACT), gain < TINY)


def every_fit_moves(z: Floats, y: Floats) -> bool:
    """Whether every table from latents to the factor that fits the data depends on latent 1."""
    cells = {tuple(row): value for row, value in zip(z.tolist(), y.tolist())}
    pairs = [((0.0, b), (1.0, b)) for b in (0.0, 1.0)]
    return all(low in cells and high in cells and cells[low] != cells[high] for low, high in pairs)


@DEPENDENT(
    "almudevar-suffices",
    covers=("almudevar2024-21",),
    where="section 3.2",
    expects=true("in every generator that fits the data"),
    verdict="holds under a reading",
    meets="latents that take all combinations",
    note=(
        "Ours, the smallest counterexample: two latents are copies of one coin. Each is compact "
        "for it, but a generator that only uses the second fits all data, and does not change "
        "with the first. If the data contain all combinations of latents, there is no such "
        "generator."
    ),
)
def every_generator_moves() -> Readings:
    free, coin = grid(2, 2), np.repeat(grid(2), 2, axis=1)
    return {
        "latents that take all combinations": every_fit_moves(free, free[:, 0]),
        "a second latent that copies the first": every_fit_moves(coin, coin[:, 0]),
    }


# -------------------------------------------------------------------------- older definitions (2.1)

WORLD = grid(4, 2, 2, 2)  # three factors and a nuisance
OLDER = {
    "a factor without a latent": WORLD[:, [0, 1]],
    "a latent for the nuisance": WORLD,
    "half of a factor": np.column_stack([WORLD[:, 0] // 2, WORLD[:, 1:3]]),
}


def moves(code: str) -> Flags:
    """(L, 4) which latents move when only one factor, or only the nuisance, changes."""
    return sensitivity(as_discrete(OLDER[code])).values > 0


def as_discrete(z: Floats) -> Representation:
    """The world of three factors and a nuisance, with a code."""
    return Representation(WORLD, z, factor_types="discrete", latent_types="discrete")


def meets_first_definition(code: str) -> bool:
    """The first definition: a latent changes only with its one factor."""
    b = joint_information(as_discrete(OLDER[code]))
    return bool((b["latent"][:, None] - b["pairs"] < TINY).any(1).all())


def meets_second_definition(code: str) -> bool:
    """The second definition: a change of only one factor changes exactly one latent."""
    return bool((moves(code)[:, :3].sum(0) == 1).all())


@DEPENDENT(
    "almudevar-older-first",
    covers=("almudevar2024-04",),
    where="section 2.1",
    expects=true("allows it"),
    verdict="holds",
    note="Ours: three factors; the code has two of them.",
)
def a_factor_that_nobody_tells() -> Readings:
    code = "a factor without a latent"
    return {
        "keeps the definition": meets_first_definition(code),
        "and it happens": not moves(code)[:, 2].any(),
    }


@DEPENDENT(
    "almudevar-older-second",
    covers=("almudevar2024-05",),
    where="section 2.1",
    expects=true("allows it"),
    verdict="holds",
    note="Ours: a latent for each factor, and another for a nuisance.",
)
def a_latent_that_tells_no_factor() -> Readings:
    code = "a latent for the nuisance"
    lonely = moves(code)[:, 3] & ~moves(code)[:, :3].any(1)
    return {
        "keeps the definition": meets_second_definition(code),
        "and it happens": bool(lonely.any()),
    }


@DEPENDENT(
    "almudevar-older-both",
    covers=("almudevar2024-06",),
    where="section 2.1",
    expects=true("neither does"),
    verdict="holds",
    note="Ours: a factor of four values; the code only tells the lower two from the upper two.",
)
def a_factor_half_told() -> Readings:
    code = "half of a factor"
    information = joint_information(as_discrete(OLDER[code]))
    hidden = information["factor"] - information["factor_by_all"]
    return {
        "keeps the first": meets_first_definition(code),
        "keeps the second": meets_second_definition(code),
        "and a change is hidden": bool(hidden[0] > 0.5),
    }


# --------------------------------------------------------------------------------------- misprints


@DEPENDENT(
    "almudevar-misprint-1",
    covers=("almudevar2024-52",),
    where="appendix A, proof of Proposition 1",
    expects=true("always"),
    misprint_readings=("no less",),
    verdict="misprint, what is meant holds",
    note=f"{WORLDS} Meant: at least as much, because the proof concludes equality.",
)
def more_or_at_least_as_much() -> Readings:
    gain = stack_gaps(lambda z, y: conditional_mi(y, LATENTS) - conditional_mi(y, z))
    return {
        "printed: more": bool((gain > TINY).all()),
        "no less": bool((gain > -TINY).all()),
    }


@DEPENDENT(
    "almudevar-misprint-2",
    covers=("almudevar2024-53",),
    where="appendix A, proof of Proposition 3",
    expects=equals_printed("0", digits=9),
    misprint_readings=("minus I(z_j; y_i)",),
    verdict="misprint, what is meant holds",
    note=(
        f"{WORLDS} Largest difference of both sides. Meant: I(z_j; y_i). As printed, the last "
        "term could only be an entropy."
    ),
)
def chain_rule() -> Readings:
    difference = stack_gaps(lambda z, y: conditional_mi(z, "n", y) - conditional_mi(z, "n" + y))
    entropy = stack_gaps(lambda z, y: bits("".join(sorted(z + y))) - bits(y))
    return {
        "printed: minus the entropy of z_j given y_i": float(np.abs(difference + entropy).max()),
        "minus I(z_j; y_i)": float(np.abs(difference + stack_gaps(conditional_mi)).max()),
    }


@DEPENDENT(
    "almudevar-misprint-3",
    covers=("almudevar2024-54",),
    where="appendix B",
    expects=true("one and the same"),
    misprint_readings=("sufficient is compact and explicit",),
    verdict="misprint, what is meant holds",
    note=(
        f"{WORLDS} Meant: explicitness, as everywhere else in the paper. Sufficiency is not "
        "another property next to compactness: it is compactness and explicitness together."
    ),
)
def sufficiency_for_explicitness() -> Readings:
    together = holds_in(COMPACT) & holds_in(EXPLICIT)
    return {
        "printed: sufficient is what explicit is": bool(
            (holds_in(SUFFICIENT) == holds_in(EXPLICIT)).all()
        ),
        "sufficient is compact and explicit": bool((holds_in(SUFFICIENT) == together).all()),
    }


@DEPENDENT(
    "almudevar-cosine",
    covers=("almudevar2024-31",),
    where="section 5",
    expects=above(0.0, "falls with every step"),
    verdict="holds",
    note="The smallest step down between 10,000 neighbouring angles.",
)
def smallest_step_down() -> float:
    angles = np.linspace(0, np.pi, 10_000, endpoint=False)
    recovered = np.allclose(np.arccos(np.cos(angles)), angles, atol=1e-7)
    return float(-np.diff(np.cos(angles)).max()) if recovered else -1.0

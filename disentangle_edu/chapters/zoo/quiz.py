"""Questions, exercises and cases by hand of the chapter on models that learned."""

import functools

import numpy as np

from ... import viz
from ...quiz.exercises import Requirement, at_least, at_most, exercise, numbers, personal_exercise
from ...quiz.questions import question
from ...quiz.scales import ChoiceScale, OrderScale
from ...zoo import pretrained, tiny_vae
from ...zoo.objectives import OBJECTIVES
from ...zoo.traversals import bright_center, drawer, sheet_panel
from ..common.sprites import table_of_sprites
from .data import NAMELESS_MODELS, d_of_features


def four_sheets() -> tuple[viz.Panel, ...]:
    """The sweeps of the four, each from the same sprite."""
    models = {letter: drawer(name) for letter, name in NAMELESS_MODELS.items()}
    return tuple(
        sheet_panel(
            model, model.start(), title=f"model {letter}", row=24.0, min_width=290, key=letter
        )
        for letter, model in models.items()
    )


def _mig_of_letter(letter: str) -> float:
    return float(table_of_sprites()["mig"][NAMELESS_MODELS[letter]])


@question(
    "09-rank",
    "Four models drew these sheets. In each row one latent moves, and the others stay. In a "
    "disentangled model, at most one thing changes along a row, and never the same in two rows. "
    "Put the models in order.",
    OrderScale(tuple(NAMELESS_MODELS), "most disentangled", "least"),
    guess_for_tests=["M", "N", "K", "L"],
    feedback=lambda guess, truth: (
        "The right column is MIG's order, which is one opinion. The table below shows how far each "
        "of the other judges agrees with you."
    ),
    shows=four_sheets,
)
def _by_mig() -> list[str]:
    return sorted(NAMELESS_MODELS, key=_mig_of_letter, reverse=True)


PRICES = OBJECTIVES["beta_vae"].strengths


@question(
    "09-beta",
    "We trained ten seeds each at beta 1, 2, 3, 4, 6 and 8. Which has the highest MIG on average?",
    ChoiceScale(("",), tuple(f"{beta:g}" for beta in PRICES)),
    guess_for_tests=[1],
    feedback=lambda guess, truth: (
        "At beta 3 and 4, chance decides: some seeds do better than the mean at beta 6, others "
        "much worse. Ten seeds do not settle whether 6 is better than 4: the means are 0.34 and "
        "0.28, and a difference of this size can be chance. At beta 8 the bits about scale "
        "are spread "
        "over several latents, so the gap closes. In seed 0, most of these latents are idle."
    ),
)
def _best_beta() -> list[int]:
    family = table_of_sprites()[table_of_sprites()["objective"] == "beta_vae"]
    means = family.groupby("strength")["mig"].mean()
    return [PRICES.index(float(means.index.to_numpy()[means.to_numpy().argmax()]))]


BETA, SEEDS, SLICES = 10.0, range(4), 20  # of the small networks of the first question
ALONG = 0.6  # with this MIG or more, we say that the grid lies along the axes


@functools.cache
def migs(world: str) -> list[float]:
    """MIG of some small networks that have learned one world."""
    return [tiny_vae.trained(world, seed, (BETA,) * SLICES).mig for seed in SEEDS]


OTHERS = ("square", "disc")
AXES = ("the square and the disc", "only the square", "only the disc", "neither")


@question(
    "09-worlds",
    "The network of the lab learned a long rectangle at beta 10. It now learns a square and a disc "
    "in the same way, with four seeds each. In which of the two does the grid end along the axes "
    f"of the code (a MIG of {ALONG:g} or more) every time?",
    ChoiceScale(("",), AXES),
    guess_for_tests=[1],
    feedback=lambda guess, truth: (
        "The network knows nothing about our axes. In a long rectangle the two directions need "
        "different precision, so the loss is lowest if each has its own latent. In a square both "
        "directions need the same precision, and in a disc all directions do, so the loss barely "
        "changes when the grid turns."
    ),
    figures=lambda: ["; ".join(_migs_in_words(world) for world in OTHERS)],
)
def _along_the_axes() -> list[int]:
    along = tuple(min(migs(world)) >= ALONG for world in OTHERS)
    return [((True, True), (True, False), (False, True), (False, False)).index(along)]


def _migs_in_words(world: str) -> str:
    return f"{world}: MIG {', '.join(f'{value:.2f}' for value in migs(world))}"


ALIKE = 0.1  # scores that differ by no more than this are about alike


@question(
    "09-features",
    "D rates B's eight latents far above A's. Now a sparse autoencoder describes a layer of each "
    "network by 1,000 features. How does D rate A's features, compared with B's?",
    ChoiceScale(("",), ("A's far below B's", "about alike", "A's far above B's")),
    guess_for_tests=[0],
    feedback=lambda guess, truth: (
        "B paid for tidy latents. By D, the features in the layer behind them are as mixed as A's: "
        "most fire almost only on one shape, at some positions. This compares one network and one "
        "sparse autoencoder of each kind."
    ),
    figures=lambda: [f"A {d_of_features('A'):.2f}, B {d_of_features('B'):.2f}"],
)
def _whose_features_are_purer() -> list[int]:
    difference = d_of_features("A") - d_of_features("B")
    return [1 if abs(difference) <= ALIKE else 0 if difference < 0 else 2]


CAREFUL = "sprites-beta_tcvae-6-0"  # the model of the exercise


def from_left_to_right() -> tuple[int, float, float]:
    from disentangle_edu.zoo import pretrained, traversals

    # The latent with the most bits about the x position, from its lowest code to its highest.
    bits = pretrained.matrix("sprites-beta_tcvae-6-0").values[:, 3]
    i, model = int(bits.argmax()), traversals.drawer("sprites-beta_tcvae-6-0")
    return i + 1, float(model.low[i]), float(model.high[i])


@exercise(
    "09-exercise",
    asks=f"Move the sprite sideways, and change nothing else, with one latent of {CAREFUL}: name "
    "the latent and two of its values. The centre must move 4 pixels or more sideways, and at most "
    "1 up or down.",
    takes="three numbers: a latent from 1 to 8, and two values of it",
    hint="The matrix shows which latent has the most bits about the x position. Its knob shows "
    "which values it takes.",
    solution=from_left_to_right,
    rejected_answers={
        "no move": lambda: (1, 0.0, 0.0),
        "an idle latent": lambda: (
            int(pretrained.matrix(CAREFUL).values.max(1).argmin()) + 1,
            -2,
            2,
        ),
        "a latent that does not exist": lambda: (9, -1.0, 1.0),
        "far beyond all codes": lambda: (1, -1e6, 1e6),
    },
    learned="One latent moved the sprite sideways and little else. Try that with the autoencoder.",
)
def moves_across_alone(answer: object) -> list[Requirement]:
    i, start, end = numbers(answer, (3,))
    model = drawer(CAREFUL)
    if i not in range(1, 9):
        raise ValueError(f"Expected a latent from 1 to 8, found {i:g}.")
    i = int(i) - 1
    reach = (model.high[i] - model.low[i]) / 4
    inside = all(model.low[i] - reach <= value <= model.high[i] + reach for value in (start, end))
    codes = np.tile(model.start(), (2, 1))
    codes[:, i] = start, end
    (x0, y0, full0), (x1, y1, full1) = map(bright_center, model.decode(codes))
    return [
        at_least("pixels moved sideways", abs(x1 - x0), 4.0),
        at_most("pixels moved down or up", abs(y1 - y0), 1.0),
        at_most("how much the sprite grew or shrank", abs(np.log(full1 / full0)), 0.35),
        Requirement("no value is far from those of real codes", inside, f"{start:g} and {end:g}"),
    ]


@personal_exercise(
    "09-own",
    asks="Here are two models of the zoo. How much higher is D for the first than for the second? "
    "(The difference may be negative.)",
    hint="`pretrained.table()` has a row for each model, with a column named disentanglement.",
    gives=lambda rng: sorted(map(str, rng.choice(_every_name(), 2, replace=False))),
)
def _d_apart(names: list[str]) -> float:
    first, second = (pretrained.table()["disentanglement"][name] for name in names)
    return float(first - second)


def _every_name() -> list[str]:
    return list(pretrained.table().index)

"""Statements of the first chapter, each with a function that checks it."""

import itertools
from collections.abc import Iterator

import numpy as np

from ...claims.facts import Checked, checked, fact
from ...measures import mutual_information, sensitivity
from ...measures.conditional import shuffled
from ...measures.information import entropy
from ...representation import Representation
from ...types import Floats
from ...worlds import digits, shapes
from ...zoo import dial, pretrained
from ...zoo.traversals import drawer, reshaped, starts
from ..common.squares import bits_shared
from ..common.verdicts import SEVEN, pair_code, verdict
from .data import PAPER_CODE, PLAIN_CODE, all_rectangles
from .labs.dial import scores_at
from .labs.two_models import SIDES, latent_changes, loudest, seen_of

LOW, HIGH = 0, 1  # the ends of a knob


# ------------------------------------------------------------------------------------ two networks


def at_end(side: str, start: int, knob: int, end: int) -> Floats:
    """The code that a network begins with, after one knob was dragged to an end."""
    model = drawer(pretrained.PAIR[SIDES[side]])
    code = model.start(start)
    code[knob] = (model.low, model.high)[end][knob]
    return code


def changes_at_end(side: str, start: int, knob: int, end: int) -> dict[str, float]:
    """What has changed in the drawing after one knob was dragged to an end."""
    return latent_changes(side, start, at_end(side, start, knob, end), knob)


def begin_with(shape: str = "") -> list[int]:
    """The numbers of the images that a network can begin with, of one shape or of all."""
    found = pair_code("B").factors[starts("shapes"), 0]
    return [i for i, level in enumerate(found) if shape in ("", shapes.SHAPES[int(level)])]


def nearest_shape(knob: int, start: int, end: int) -> str:
    """The shape of the original image that B's drawing is most like, at an end of a knob."""
    model = drawer(pretrained.PAIR["B"])
    drawing = model.decode([at_end("right", start, knob, end)])[0]
    return min(
        shapes.SHAPES,
        key=lambda shape: min(reshaped(model.original(i), drawing) for i in begin_with(shape)),
    )


@fact("Two small networks have learned to redraw pictures, each from eight numbers.")
def eight_numbers(full: bool) -> Checked:
    """The latents of both codes."""
    a, b = (pair_code(name).latents.shape[1] for name in "AB")
    return checked(a == b == 8, A=a, B=b)


@fact(
    "B2 sets the size of the shape (left is large), B8 slides the shape sideways, and B4 moves the "
    "shape up and down."
)
def knobs_of_b(full: bool) -> Checked:
    """The change at both ends of each knob, from all images that the lab begins with."""
    begins = begin_with() if full else begin_with()[::3]
    ends = {
        (knob, key, end): [changes_at_end("right", start, knob - 1, end)[key] for start in begins]
        for knob, key in ((2, "size"), (8, "x position"), (4, "y position"))
        for end in (LOW, HIGH)
    }
    sized = min(ends[2, "size", LOW]) >= -0.01 and max(ends[2, "size", HIGH]) <= 0.01
    moved = [
        min(map(abs, np.subtract(ends[knob, key, HIGH], ends[knob, key, LOW])))
        for knob, key in ((8, "x position"), (4, "y position"))
    ]
    ratio = min(np.divide(1 + np.array(ends[2, "size", LOW]), 1 + np.array(ends[2, "size", HIGH])))
    holds = sized and min(moved) > 3 and ratio > 2
    return checked(holds, size_ratio=ratio, pixels_across=moved[0], pixels_down=moved[1])


@fact("At its right end, B4 also blunts the heart.")
def blunted_heart(full: bool) -> Checked:
    """How many hearts look more like a square at the right end of B4, and not at the left."""
    hearts = begin_with("heart")
    counts = [
        sum(nearest_shape(3, heart, end) == "square" for heart in hearts) for end in (LOW, HIGH)
    ]
    seen = ["shape" in seen_of(changes_at_end("right", heart, 3, HIGH)) for heart in hearts]
    holds = counts == [0, len(hearts)] and all(seen)
    return checked(holds, blunted_left=counts[LOW], blunted_right=counts[HIGH])


@fact("B5 turns an ellipse into a heart, and the heart into a square.")
def order_of_shapes(full: bool) -> Checked:
    """The drawing is like an ellipse at one end, like a square at the other, whatever it was."""
    begins = begin_with() if full else begin_with()[::2]
    left, right = (
        {nearest_shape(4, start, end) for start in begins} == {shape}
        for end, shape in ((LOW, "ellipse"), (HIGH, "square"))
    )
    code = pair_code("B")
    means = [code.latents[code.factors[:, 0] == k, 4].mean() for k in range(3)]
    ordered = means[1] < means[2] < means[0]  # ellipse, heart, square
    numbers = dict(zip(shapes.SHAPES, means))
    return checked(left and right and ordered, **numbers)


@fact(
    "With A you cannot, because most knobs change two or more things when you drag them to an end."
)
def knobs_of_a(full: bool) -> Checked:
    """From each image, how many of A's four knobs on show change two things or more at an end."""
    name = pretrained.PAIR["A"]
    counts = [
        sum(
            any(len(seen_of(changes_at_end("left", start, i, end))) > 1 for end in (LOW, HIGH))
            for i in loudest(name, start)
        )
        for start in (begin_with() if full else begin_with()[::3])
    ]
    return checked(min(counts) > 2, fewest_of_four=min(counts))


@fact("Two of them are above 0.8.")
def scores_of_a(full: bool) -> Checked:
    """The seven scores of A: measured, or out of the table that comes with A and B."""
    table = pretrained.table(pretrained.PAIR_FOLDER)
    row = table.loc[table["objective"] == "ae", list(SEVEN)].to_numpy(float)[0]
    values = sorted([verdict(judge)[0] for judge in SEVEN] if full else row.tolist())
    return checked(sum(value > 0.8 for value in values) == 2, second=values[-2], third=values[-3])


@fact("No: it redraws its pictures with more error than A.")
def error_of_b(full: bool) -> Checked:
    """The error of redrawing from the mean code, in the table that comes with A and B."""
    table = pretrained.table(pretrained.PAIR_FOLDER)
    errors = dict(zip(table["objective"], table["rec_mean"]))
    return checked(errors["beta_tcvae"] > errors["ae"], A=errors["ae"], B=errors["beta_tcvae"])


# ------------------------------------------------------------------------------------ the dial


@fact(
    "Every picture can still be drawn from the mixed code, but a mixed knob moves several of B's "
    "knobs at once."
)
def nothing_is_lost(full: bool) -> Checked:
    """Codes that are mixed and unmixed, and the second largest entry of each row of the mixing."""
    code = pair_code("B").latents
    missed, second = 0.0, 1.0
    for direction, degrees in itertools.product(dial.DIRECTIONS, (30, 60, 90)):
        back = dial.turned("B", dial.turned("B", code, degrees, direction), -degrees, direction)
        entries = np.sort(np.abs(dial.rotation(len(dial.active("B")), degrees, direction)))
        missed, second = max(missed, np.abs(back - code).max()), min(second, entries[:, -2].min())
    return checked(missed < 1e-9 and second > 0.1, missed=missed, second=second)


@fact(
    "At 30 degrees in direction 1, four of the scores have lost more than half of their value, and "
    "two are still above 0.99."
)
def scores_at_30_degrees(full: bool) -> Checked:
    """The scores of B's code in the first direction: stored, or computed again."""
    first, mixed = (
        dial.measured("B", angle, 1) if full else dial.stored()["B", 1, angle] for angle in (0, 30)
    )
    lost = sum(mixed[judge] < first[judge] / 2 for judge in SEVEN)
    return checked(lost == 4 and sum(value > 0.99 for value in mixed.values()) == 2, lost=lost)


@fact("At 30 degrees, D has fallen from 0.80 to 0.25, and BetaVAE is still 1.00.")
def two_needles(full: bool) -> Checked:
    """D and BetaVAE of B's code in the first direction: as the needles show it, or measured."""
    first, mixed = (
        dial.measured("B", angle, 1) if full else scores_at("B", 1, angle) for angle in (0, 30)
    )
    ours = [first["disentanglement"], mixed["disentanglement"], mixed["beta_vae"]]
    holds = np.allclose(ours, [0.80, 0.25, 1.00], atol=0.005)
    return checked(holds, first=ours[0], mixed=ours[1], beta_vae=ours[2])


@fact("So a judge can call a code perfect after its knobs were mixed.")
def perfect_when_mixed(full: bool) -> Checked:
    """BetaVAE at 30 degrees, in all directions."""
    found = [
        (dial.measured("B", 30, k) if full else dial.stored()["B", k, 30.0])["beta_vae"]
        for k in dial.DIRECTIONS
    ]
    return checked(min(found) >= 0.9995, least=min(found))


# -------------------------------------------------------------------------------------- rectangles


def met_by(code: str) -> tuple[bool, bool]:
    """Whether a code of rectangles has Characteristics 1 and 2."""
    moves = sensitivity(all_rectangles(code)).values > 0
    return moves.sum(1).max() <= 1, moves.sum(0).max() <= 1


@fact("They are two requirements: a code can satisfy one and violate the other.")
def two_requirements(full: bool) -> Checked:
    """The paper's code, exactly: it satisfies Characteristic 1 and violates 2."""
    first, second = met_by(PAPER_CODE)
    both = met_by(PLAIN_CODE)
    return checked(first and not second and all(both), first=first, second=second)


@fact("It depends on what you want: it satisfies Characteristic 1 and violates Characteristic 2.")
def powers_of_sides(full: bool) -> Checked:
    """Every code of a rectangle is different, and only Characteristic 2 is violated."""
    rep = all_rectangles(PAPER_CODE)
    n_codes = len(np.unique(rep.latents, axis=0))
    return checked(met_by(PAPER_CODE) == (True, False) and n_codes == 64, codes=n_codes)


@fact(
    "Your code loses nothing by sharing, and yet it violates Characteristic 1: the two "
    "requirements differ."
)
def shared_latent(full: bool) -> Checked:
    """The rectangles in one number: each has its own, which moves with both sides."""
    code = "one number, 9 x + y"
    n_codes = len(np.unique(all_rectangles(code).latents, axis=0))
    return checked(met_by(code) == (False, True) and n_codes == 64, codes=n_codes)


@fact("Yes: a constant latent moves with no factor.")
def constant_latent(full: bool) -> Checked:
    """A rectangle's code that is always 0: what moves it, and the bits it gives."""
    sizes = all_rectangles(PLAIN_CODE).factors
    rep = Representation(sizes, np.zeros((len(sizes), 1)), factor_types="discrete")
    moves, bits = sensitivity(rep).values.max(), mutual_information(rep).values.max()
    return checked(moves == bits == 0, moves=moves, bits=bits)


# -------------------------------------------------------------------------------------------- bits


@fact(
    'For most codes, "moves or does not move" is too coarse: a latent can know a little about a '
    "factor."
)
def between_nothing_and_all(full: bool) -> Checked:
    """Share of shipped models with an entry between a tenth and nine tenths of the entropy."""
    found = []
    for name in pretrained.coded():
        matrix = pretrained.matrix(name)
        shares = matrix.values / np.maximum(np.asarray(matrix.factor_entropy), 1e-9)
        found.append(((shares > 0.1) & (shares < 0.9)).any())
    return checked(np.mean(found) > 0.5, share=np.mean(found), models=len(found))


@fact("One bit is the answer to one yes-or-no question, if both answers are equally likely.")
def one_bit(full: bool) -> Checked:
    """The entropy of two answers, exactly: 1 if they are equally likely, and less otherwise."""
    even, uneven = entropy(np.array([0.5, 0.5])), entropy(np.array([0.4, 0.6]))
    return checked(abs(even - 1) < 1e-9 and uneven < 1, even=even, uneven=uneven)


def squares(steps: int) -> Iterator[tuple[float, float, float, float]]:
    """The three points of a square, and the share of both entropies that the strips overlap."""
    sides = np.linspace(0, 1, steps + 1)
    for first, low, high in itertools.product(sides[1:-1], sides, sides):
        parts = np.array([[low, 1 - low], [high, 1 - high]]) * [[first], [1 - first]]
        both = bits_shared(parts)
        most = max(entropy(parts.sum(0)), entropy(parts.sum(1)))
        yield first, low, high, both / most


@fact("The overlap is complete when one side of the square is all 1 and the other all 0.")
def complete_overlap(full: bool) -> Checked:
    """The overlap of the strips, for all positions of the points on a grid."""
    split: list[float] = []
    others: list[float] = []
    for _, low, high, overlap in squares(20 if full else 10):
        (split if {low, high} == {0.0, 1.0} else others).append(overlap)
    return checked(min(split) > 1 - 1e-9 > max(others), split=min(split), otherwise=max(others))


@fact("It vanishes when the two horizontal lines are at the same height.")
def no_overlap(full: bool) -> Checked:
    """The overlap of the strips, for all positions of the points on a grid."""
    level: list[float] = []
    others: list[float] = []
    for _, low, high, overlap in squares(20 if full else 10):
        (level if low == high else others).append(overlap)
    return checked(max(level) < 1e-9 < min(others), level=max(level), otherwise=min(others))


# ------------------------------------------------------------------------------------- handwriting


@fact("The code of a picture is its first ten principal components.")
def ten_components(full: bool) -> Checked:
    """Projections of the pixels on the first ten eigenvectors, against the latents."""
    images = digits()[0].reshape(-1, 64).astype(float)
    latents = pair_code("handwriting").latents
    centred = images - images.mean(0)
    axes = np.linalg.svd(centred, full_matrices=False)[2][:10]
    alike = [
        abs(np.corrcoef(ours, latent)[0, 1]) for ours, latent in zip(axes @ centred.T, latents.T)
    ]
    holds = latents.shape == (1797, 10) and min(alike) > 0.999
    return checked(holds, digits=len(latents), least_correlation=min(alike))


def bits_of_handwriting() -> dict[str, Floats]:
    """The bits that each latent gives about each factor."""
    rep = pair_code("handwriting")
    return dict(zip(rep.factor_names, mutual_information(rep).values.T))


@fact("Ten latents keep the gist of 64 pixels.")
def kept_by_ten_latents(full: bool) -> Checked:
    """Share of the pixels' variance that a linear map of the latents returns."""
    pixels = digits()[0].reshape(-1, 64).astype(float)
    latents = pair_code("handwriting").latents
    design = np.column_stack([latents, np.ones(len(latents))])
    left = pixels - design @ np.linalg.lstsq(design, pixels, rcond=None)[0]
    kept = 1 - left.var(0).sum() / pixels.var(0).sum()
    return checked(kept > 2 / 3, kept=kept)


@fact("Counting finds some bits even when there is no information.")
def bits_of_chance(full: bool) -> Checked:
    """The fewest bits of any latent about any factor after a shuffle, in several shuffles."""
    rep = pair_code("handwriting")
    fewest = min(
        mutual_information(shuffled(rep, seed)).values.min() for seed in range(10 if full else 3)
    )
    return checked(fewest > 0.01, fewest=fewest)


@fact("In the column slant, latents 2 and 3 give almost the same number of bits.")
def slant_of_two_latents(full: bool) -> Checked:
    """The bits of both; their difference is less than a tenth, and both are ahead of the rest."""
    bits = bits_of_handwriting()["slant"]
    best = set(np.argsort(bits)[-2:].tolist()) == {1, 2}
    gap = abs(bits[1] - bits[2]) / max(bits)
    return checked(best and gap < 0.1, latent_2=bits[1], latent_3=bits[2])


NO_FACT = {
    "Run everything with": "instruction",
    "Drag the corner, first only sideways": "instruction",
    "a latent follows *at most one* factor": "definition",
    "No *row* of the table has two filled cells.": "definition",
    "a factor moves *at most one* latent": "definition",
    "All samples fill a square": "definition",
    "Is there a latent that changes only one of the four factors shown?": "question",
    "The last two rows give all the bits there are to know": "printed",
    "the first judge.": "about the course",
    "hides several requirements, so a code needs several judges.": "conditional",
}

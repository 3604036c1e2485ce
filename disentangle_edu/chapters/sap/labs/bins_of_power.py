"""MIG of latents that are an odd power of their factor, in bins."""

import functools

import numpy as np

from .... import Representation, measures, metrics, viz, widgets
from ....measures.information import entropy
from ....types import Floats
from ....worlds import examples
from ...common.joint import joint_panel
from ..data import EXPONENTS, N_SAMPLES, sample_and_scores
from ._powers import exponent_control, exponents_panel

EQUAL_WIDTHS, EQUAL_COUNTS = "equal widths", "equal counts"
NOTE_ON_CELLS = (
    "one filled cell in a column: this bin determines the factor; many cells: it does not"
)


@functools.lru_cache(maxsize=64)
def binned_code(exponent: int, cut: str) -> Representation:
    """A sample of a power world; for bins of equal counts each latent is replaced by its ranks."""
    rep = sample_and_scores(examples.power_world, exponent)[0]
    if cut == EQUAL_WIDTHS:
        return rep
    return Representation(rep.factors, rep.latents.argsort(0).argsort(0).astype(float))


@functools.cache
def mig_of_powers(cut: str) -> Floats:
    """MIG of a power world at each exponent, one sample."""
    return np.array([metrics.mig(binned_code(int(exponent), cut)).value for exponent in EXPONENTS])


@widgets.lab(
    {
        "exponent": exponent_control(1),
        "cut": widgets.choice("bins of a latent have", [EQUAL_WIDTHS, EQUAL_COUNTS], EQUAL_WIDTHS),
    },
    describe_change=widgets.describe_by_caption,
)
def bins_of_power(exponent: int, cut: str) -> viz.Picture:
    """Bend each latent and count it in bins: the middle bin fills, and its information falls."""
    rep, curve = binned_code(exponent, cut), mig_of_powers(cut)
    counts = np.histogram2d(rep.latents[:, 0], rep.factors[:, 0], bins=measures.BINS)[0]
    fullest, value = counts[counts.sum(1).argmax()], float(curve[exponent // 2])
    mixed, share = int((fullest > 0).sum()), fullest.sum() / len(rep.factors)
    where = "only one bin" if mixed == 1 else f"{mixed} of {measures.BINS} bins"
    score = metrics.mig(rep)
    own_bits, other_bits = score.matrix.values[:2, 0]
    return viz.Picture(
        panels=(
            joint_panel(counts, "latent 1", "factor 1", "in bins", NOTE_ON_CELLS, "bins"),
            exponents_panel("MIG", curve, exponent, value),
        ),
        shows="Counts of samples in bins of latent 1 and factor 1, and the curve of MIG.",
        caption=f"At exponent {exponent} the fullest bin of latent 1 holds {share:.0%} of the "
        f"samples, with factor 1 in {where}. MIG is {value:.3f}.",
        text=f"Factor 1 has {entropy(counts.sum(0)):.2f} bits in these bins. Latent 1 carries "
        f"{own_bits:.2f} of them, and latent 2 {other_bits:.2f} (by chance). The gap divided by "
        f"all bits is the part of factor 1, {score.parts[0]:.3f}. MIG is the mean over both "
        f"factors.\n{N_SAMPLES:,} samples, one repetition; each latent is cut into "
        f"{measures.BINS} bins of {cut}.",
        scores={"mig": value},
    )

"""MIG of latents that are an odd power of their factor, in bins."""

import functools

import numpy as np

from .... import measures, metrics
from ....measures.information import entropy
from ....representation import Representation
from ....types import Floats
from ....viz.picture import Picture
from ....widgets.change_text import use_caption
from ....widgets.controls import choice
from ....widgets.lab import lab
from ....worlds import examples
from ...common.joint import joint_panel
from ..data import EXPONENTS, N_SAMPLES, sample_and_scores
from ._powers import exponent_control, exponents_panel

EQUAL_WIDTHS, EQUAL_COUNTS = "equal widths", "equal counts"
NOTE_ON_CELLS = (
    "a column with one filled cell: this bin tells the factor; with many: it leaves a guess"
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


@lab(
    {
        "exponent": exponent_control(1),
        "cut": choice("bins of a latent have", [EQUAL_WIDTHS, EQUAL_COUNTS], EQUAL_WIDTHS),
    },
    describe_change=use_caption,
)
def bins_of_power(exponent: int, cut: str) -> Picture:
    """Bend each latent, and count it in bins: the middle bin fills, and tells less and less."""
    rep, curve = binned_code(exponent, cut), mig_of_powers(cut)
    counts = np.histogram2d(rep.latents[:, 0], rep.factors[:, 0], bins=measures.BINS)[0]
    fullest, value = counts[counts.sum(1).argmax()], float(curve[exponent // 2])
    mixed, share = int((fullest > 0).sum()), fullest.sum() / len(rep.factors)
    where = "one bin of its own, so this bin tells which"
    if mixed > 1:
        where = f"{mixed} of its {measures.BINS} bins: which one, the latent's bin cannot tell"
    score = metrics.mig(rep)
    own_bits, other_bits = score.matrix.values[:2, 0]
    return Picture(
        panels=(
            joint_panel(counts, "latent 1", "factor 1", "in bins", NOTE_ON_CELLS, "bins"),
            exponents_panel("MIG", curve, exponent, value),
        ),
        shows="Counts of samples in bins of latent 1 and factor 1, and MIG's curve.",
        caption=f"At exponent {exponent} the fullest bin of the latent holds {share:.0%} of the "
        f"samples. There the factor lies in {where}. MIG is {value:.3f}.",
        text=f"Factor 1 holds {entropy(counts.sum(0)):.2f} bits in these bins: latent 1 tells "
        f"{own_bits:.2f}, latent 2 {other_bits:.2f} (what chance gives). The gap over the whole is "
        f"factor 1's part, {score.parts[0]:.3f}; MIG is the mean of both factors.\n"
        f"{N_SAMPLES:,} samples, one draw, in {measures.BINS} bins of {cut} for the latents.",
        scores={"mig": value},
    )

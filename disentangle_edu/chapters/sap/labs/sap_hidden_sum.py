"""SAP of a code with a latent that follows both factors, hidden from straight lines (Fact 8)."""

from ....viz.picture import Picture
from ....widgets.lab import lab
from ....worlds import examples
from ..data import R2_OF_POWERS, sample_and_scores
from ._powers import (
    describe_bend,
    describe_samples,
    exponent_control,
    exponents_panel,
    gap_panel,
    regression_panel,
)

HIDDEN = 0.12  # share of the factor that a line explains, below which the latent is hidden


@lab({"exponent": exponent_control(25)}, describe_change=describe_bend)
def sap_hidden_sum(exponent: int) -> Picture:
    """Hide a latent that follows both factors from straight lines: raise the exponent."""
    rep, scores = sample_and_scores(examples.hidden_sum_world, exponent)
    r2 = float(examples.r2_of_power(exponent) / 2)  # of a line from the middle latent
    exact = float(1 - examples.r2_of_power(exponent) / 2)
    curve, best_r2 = examples.conditional_mean_curve(exponent)
    effect = "which narrows the gap"
    if 1 - exact < HIDDEN:
        effect = "although latent 2 follows both factors"
    return Picture(
        panels=(
            regression_panel(rep.latents[:, 1], rep.factors[:, 0], "latent 2", r2, curve),
            exponents_panel("SAP", 1 - R2_OF_POWERS / 2, exponent, exact),
            gap_panel((1.0, 1 - exact, 0.0)),
        ),
        shows="Factor 1 against latent 2 with the best line, R² by latent, and a curve of SAP.",
        caption=f"At exponent {exponent} SAP is {exact:.3f} by the formula: a line from latent 2 "
        f"explains {r2:.0%} of factor 1, {effect}. The best curve (dashed) would explain "
        f"{best_r2:.0%}.",
        text=describe_samples(scores, exact)
        + f"\nThe best curve is the mean of factor 1 given latent 2. Its R² is {best_r2:.3f}.",
        scores={"sap": scores[0], "closed form": exact},
    )

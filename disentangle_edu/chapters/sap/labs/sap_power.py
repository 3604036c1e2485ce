"""SAP of latents that are an odd power of their factor (Fact 6)."""

from .... import viz, widgets
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


@widgets.lab({"exponent": exponent_control(15)}, describe_change=describe_bend)
def sap_power(exponent: int) -> viz.Picture:
    """Bend each latent: the information stays, but a straight line fails."""
    rep, scores = sample_and_scores(examples.power_world, exponent)
    r2 = exact = float(examples.r2_of_power(exponent))
    known = "is its factor, and" if exponent == 1 else "still determines its factor, but"
    return viz.Picture(
        panels=(  # on a phone the handle is directly below the plot that it changes
            regression_panel(rep.latents[:, 0], rep.factors[:, 0], r2),
            exponents_panel("SAP", R2_OF_POWERS, exponent, exact),
            gap_panel((r2, 0.0)),
        ),
        shows="Factor 1 against latent 1 with the best line, R² by latent, and a curve of SAP.",
        caption=f"At exponent {exponent} SAP is {exact:.3f} by the formula: the latent {known} a "
        f"line explains {r2:.0%} of factor 1.",
        text=describe_samples(scores, exact),
        scores={"sap": scores[0], "closed form": exact},
    )

"""Claims of "Evaluating Disentangled Representations" (Sepliarskaia, Kiseleva, de Rijke, 2019)."""

from math import log

from .. import examples
from ..ledger import about, above, below, claim
from ..metrics import beta_vae, disentanglement, factor_vae, sap

PAPER = "sepliarskaia2019"


@claim("dci-0.6", paper=PAPER, where="Fact 2", figure=about("0.6"), conclusion=below(0.7), verdict="holds", lesson="01_dci",
       exact=1 + (0.8 * log(0.8) + 0.2 * log(0.02)) / log(11),
       says="Eleven latents that each follow one factor (0.8) and the ten others equally little (0.02) get a DCI of only 0.6.")
def even_rest():
    return disentanglement(examples.focused_matrix())


@claim("dci-0.957", paper=PAPER, where="Fact 5", figure=about("0.957"), conclusion=above(0.9), verdict="holds", lesson="01_dci",
       exact=1 - (0.1 / 1.1) * -(0.9 * log(0.9) + 0.1 * log(0.1)) / log(2),
       says="One pure latent outweighs an impure one, so DCI is 0.957 although latent 2 follows two factors.",
       note="0.957 is a weighted mean of 1 and 0.531: latent 2 is impure, and only its small weight hides it.")
def pure_outweighs_impure():
    return disentanglement(examples.dominated_matrix())


@claim("beta-0.9967", paper=PAPER, where="Fact 3", figure=about("0.9967"), conclusion=above(0.9), lesson="02_beta_vae",
       verdict="holds under a reading",
       says="Latents that copy a factor drawn by chance follow two factors each, and BetaVAE still gives them 0.9967.",
       note="The paper says 'linear regressor' and does not say how a batch shares its value; the pairs of the definition do.")
def copies_by_chance(seed):
    world = examples.copying_world()
    return {f"shared value per {shared}, {classifier}": beta_vae(world, shared=shared, classifier=classifier, seed=seed)
            for shared in ("pair", "batch") for classifier in ("logistic", "least squares")}


@claim("factor-1", paper=PAPER, where="Fact 4", figure=about("1", digits=2), conclusion=above(0.95), verdict="holds", lesson="03_factor_vae",
       says="Three almost equal mixtures of all factors get a FactorVAE score of 1.")
def nearly_equal_mixtures(seed):
    return factor_vae(examples.mixing_world(), seed=seed)


@claim("sap-0.32", paper=PAPER, where="Fact 6", figure=about("0.32"), conclusion=below(0.5), verdict="holds", lesson="04_sap",
       exact=examples.r2_of_power(15),
       says="Latents that are the 15th power of their factor determine it completely, and SAP is 0.32.")
def fifteenth_power(seed):
    return sap(examples.power_world(15).sample(10_000, seed))


@claim("sap-0.98", paper=PAPER, where="Fact 8", figure=about("0.98"), conclusion=above(0.8), lesson="04_sap",
       verdict="figure differs, conclusion holds", exact=1 - examples.r2_of_power(25) / 2,
       says="A latent v1^25 + v2^25 beside the two factors follows both of them, and SAP is still 0.98.",
       note="The closed form with R2, the reading that gives Fact 6 its 0.32, is 1 - 51/486. SAP is high all the same.")
def hidden_sum(seed):
    return sap(examples.hidden_sum_world(25).sample(10_000, seed))

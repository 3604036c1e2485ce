"""Measures: what a representation (or a world) tells, gathered in a matrix for a metric to judge.

counting     mutual_information  bits that a latent tells about a factor  -> MIG, DCIMIG, modularity
predicting   predictability      one latent alone, by a straight line     -> SAP
             importances         how much does a forest use each latent?  -> disentanglement,
                                                                             completeness
             prediction          how well that forest predicts            -> informativeness
recognising  recognition         is every value told from the others?     -> explicitness
             surprise_saved      how much less does a value surprise?     -> info_explicitness
holding      confusions          which factor stood still?                -> BetaVAE
             votes               which latent moved least?                -> FactorVAE
             lone_votes          which moves most with one factor alone?  -> z_max_variance
             sensitivity         which latents move with one factor?      -> Characteristics 1 and 2
dependent    modular_shares ...  what is left to tell once one is known?  -> minimality and others
             conditional_information  bits about the other factors
explaining   explained_variance  the same by forests, in variance
capacity     losses              how large must a probe be?               -> explicitness_es
moving       correlations        how strongly do they correlate?          -> mcc
             linear_reading      does a line over all latents read it?    -> linear_r2
             robustness          how little does it move with the others? -> irs
activity     variances           does a latent move at all?               -> active_units
             sparsity            how few latents speak at a time?         -> hoyer
"""

from .capacity import LADDERS, Losses, losses
from .classification import recognition, surprise_saved
from .conditional import (
    Shares,
    compact_shares,
    conditional_information,
    explicit_shares,
    joint_information,
    minimal_shares,
    modular_shares,
    sufficient_shares,
)
from .conditional_variance import explained_variance
from .correlation import correlations, linear_reading, matching, robustness
from .information import BINS, discretise, entropy, mutual_information
from .interventional import confusions, difference_points, lone_votes, sensitivity, votes
from .latent_statistics import sparsity, variances
from .predictors import importances, predictability, prediction

"""Measures: matrices of what a representation or a world contains, for a metric to judge.

Module       Measure             What is measured                          Metrics
counting     mutual_information  bits that a latent and a factor share     MIG, DCIMIG, modularity
predicting   predictability      predictions from one latent by a line     SAP
             importances         use of each latent by a random forest     disentanglement,
                                                                           completeness
             prediction          accuracy of that forest                   informativeness
recognising  recognition         one-vs-rest AUC of every value            explicitness
             surprise_saved      reduction of the log loss                 info_explicitness
holding      confusions          predictions of the held factor            BetaVAE
             votes               latents that vary least, one factor held  FactorVAE
             lone_votes          latents that vary most, all others held   z_max_variance
             sensitivity         chance that a latent changes              Characteristics 1 and 2
dependent    modular_shares ...  shares of joint information               minimality and others
             conditional_information  bits about the other factors
explaining   explained_variance  shares of variance, by random forests
capacity     losses              loss of probes of growing size            explicitness_es
moving       correlations        correlation without its sign              mcc
             linear_reading      R2 of a regression on all latents         linear_r2
             robustness          distance moved while a factor is held     irs
activity     variances           variance of each latent                   active_units
             sparsity            Hoyer sparsity of the code                hoyer
"""

from .capacity import LADDERS, Losses, probe_losses
from .classification import one_vs_rest_auc, relative_log_loss
from .conditional import (
    Shares,
    compactness_ratios,
    conditional_information,
    explicitness_ratios,
    joint_information,
    minimality_ratios,
    modularity_ratios,
    sufficiency_ratios,
)
from .conditional_variance import explained_variance
from .correlation import correlations, linear_r2_scores, match_latents, robustness
from .information import BINS, discretise, entropy, mutual_information
from .interventional import (
    difference_points,
    fixed_factor_confusion,
    highest_variance_votes,
    lowest_variance_votes,
    sensitivity,
)
from .latent_statistics import sparsity, variances
from .predictors import importances, prediction_scores, single_latent_scores

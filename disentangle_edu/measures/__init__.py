"""Measures: matrices of what a representation or a world contains, for a metric to score.

information            mutual_information       bits that a latent and a factor share
                                                (MIG, DCIMIG, modularity)
predictors             single_latent_scores     predictions from one latent by a line (SAP)
                       importances              use of each latent by a random forest
                                                (disentanglement, completeness)
                       all_latents_scores        accuracy of that forest (informativeness)
classification         one_vs_rest_auc          one-vs-rest AUC of every value (explicitness)
                       log_loss_reduction       reduction of the log loss (info_explicitness)
interventional         fixed_factor_confusion   predictions of the fixed factor (BetaVAE)
                       lowest_variance_votes    latents that vary least, one factor fixed
                                                (FactorVAE)
                       varied_factor_votes   latents that vary most, all others fixed
                                                (z_max_variance)
                       sensitivity              probability that a latent changes
                                                (characteristics 1 and 2)
conditional            latent_information_shares ...    shares of joint information
                                                (minimality and others)
                       conditional_information  bits about the other factors
conditional_variance   explained_variance       shares of variance, by random forests
capacity               probe_losses             losses of probes of growing size (explicitness_es)
correlation            correlations             correlation without its sign (mcc)
                       linear_r2_scores         R2 of a regression on all latents (linear_r2)
                       robustness               distance moved while a factor is fixed (irs)
latent_statistics      variances                variance of each latent (active_units)
                       sparsity                 Hoyer sparsity of the code (hoyer)
"""

from .capacity import PROBE_CAPACITIES, Losses, probe_losses
from .conditional import (
    Shares,
    compactness_ratios,
    conditional_information,
    explicitness_ratios,
    joint_information,
    latent_information_shares,
    minimality_ratios,
    sufficiency_ratios,
)
from .conditional_variance import explained_variance
from .correlation import correlations, linear_r2_scores, match_factors_to_latents, robustness
from .information import BINS, discretise, entropy, mutual_information
from .interventional import (
    difference_points,
    fixed_factor_confusion,
    lowest_variance_votes,
    sensitivity,
    varied_factor_votes,
)
from .latent_statistics import sparsity, variances
from .logistic_regression import log_loss_reduction, one_vs_rest_auc
from .predictors import all_latents_scores, importances, single_latent_scores

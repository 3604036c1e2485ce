"""What models of the zoo are trained for: each published loss in a few lines, with its source.

Every function sees one step of M models at once (a `Step`) and returns M losses, in nats per image.
`strength` is the one number that a family is known by.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from torch import Tensor

ANNEALED_GAMMA = 30.0  # weight of the distance between KL and capacity in AnnealedVAE
RAMP = 0.5  # share of the training steps in which the capacity grows from 0
CCI_RAMP = 5000  # most steps in which the capacity of CCI-VAE grows; at most RAMP of them all
SPIKE = 0.8, 0.05  # MAT-VAE's prior: share and width of the spike; the rest is standard normal
MATCHING = 0.1  # lambda, MAT-VAE's weight of the distance between codes and prior
SCALES = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)  # of the kernel of this distance


@dataclass
class Step:
    """What M models make of a batch of B images, with L latents.

    rec : (M,) cross-entropy of the pixels, summed over an image, mean over the batch.
    kl : (M,) divergence of the code from a standard normal, summed over latents, mean over B.
    mean, log_var, z : (M, B, L).   images : how many there are in all.
    number, of : this step, and how many there are.   suspicion : (M,) FactorVAE's second network:
    how much more it takes z for a code than for one whose latents were shuffled apart.
    drawn : (M, b, L) codes drawn from the prior, for MAT-VAE.
    """

    rec: Tensor
    kl: Tensor
    mean: Tensor
    log_var: Tensor
    z: Tensor
    images: int
    number: int
    of: int
    suspicion: Tensor | None = None
    drawn: Tensor | None = None


Loss = Callable[[Step, "Tensor"], "Tensor"]
Prior = Callable[["Tensor", "Tensor", "Tensor"], "Tensor"]


def normal(mean: Tensor, log_var: Tensor, z: Tensor) -> Tensor:
    """(M, B) divergence of a code from a standard normal, in nats; z is not looked at."""
    return 0.5 * (mean**2 + log_var.exp() - 1 - log_var).sum(-1)


def sparse(mean: Tensor, log_var: Tensor, z: Tensor) -> Tensor:
    """(M, B) divergence from SPIKE and slab for every latent, by the one z that was drawn."""
    import torch

    share, width = SPIKE
    among = torch.stack(
        [
            _log_density(z, math.log(width**2)) + math.log(share),
            _log_density(z, 0.0) + math.log(1 - share),
        ]
    )
    log_posterior = _log_density(z - mean, log_var)
    return (log_posterior - among.logsumexp(0)).sum(-1)


def _log_density(z: Tensor, log_var: Any) -> Tensor:
    """Log density of a normal distribution with mean 0."""
    import torch

    log_var = torch.as_tensor(log_var)
    return -0.5 * (z**2 * (-log_var).exp() + log_var + math.log(2 * math.pi))


@dataclass(frozen=True)
class Objective:
    """A loss and the strengths at which the zoo tries it.

    noisy : whether codes are drawn, as in a VAE.   adversarial : whether a second network judges.
    prior : the divergence that is called KL.   matched : whether codes drawn from the prior are
    compared with the model's.
    """

    title: str
    loss: Loss
    strengths: tuple[float, ...]
    strength_is: str
    source: str
    noisy: bool = True
    adversarial: bool = False
    prior: Prior = normal
    matched: bool = False


def ae_loss(step: Step, strength: Tensor) -> Tensor:
    """Reconstruct, and nothing else; the code is not drawn."""
    return step.rec


def beta_vae_loss(step: Step, strength: Tensor) -> Tensor:
    """Loss: rec + beta KL; beta = 1 is the VAE."""
    return step.rec + strength * step.kl


def annealed_vae_loss(step: Step, strength: Tensor) -> Tensor:
    """Loss: rec + gamma |KL - C|, where C grows from 0 to the strength in the first half."""
    return step.rec + ANNEALED_GAMMA * _capacity_gap(step, strength, RAMP * step.of)


def _capacity_gap(step: Step, capacity: Tensor, ramp: float) -> Tensor:
    """Distance of KL from a capacity that grows from 0 in the first `ramp` steps."""
    return (step.kl - capacity * min(1.0, step.number / ramp)).abs()


def beta_tcvae_loss(step: Step, strength: Tensor) -> Tensor:
    """Loss: rec + KL + (beta - 1) TC, total correlation by weighted sampling in the batch."""
    return step.rec + step.kl + (strength - 1) * _total_correlation(step)


def cci_vae_loss(step: Step, strength: Tensor) -> Tensor:
    """Loss: rec + |KL - C|, where C grows from 0 to the strength in the first 5,000 steps."""
    return step.rec + _capacity_gap(step, strength, min(CCI_RAMP, RAMP * step.of))


def mat_vae_loss(step: Step, strength: Tensor) -> Tensor:
    """Loss: rec + beta KL + lambda MMD, prior SPIKE and slab, lambda = MATCHING."""
    assert step.drawn is not None
    return step.rec + strength * step.kl + MATCHING * _mean_discrepancy(step.z, step.drawn)


def _mean_discrepancy(codes: Tensor, prior_codes: Tensor) -> Tensor:
    """(M,) maximum mean discrepancy of each latent's codes from the prior's, summed over latents.

    Inverse multiquadratic kernel, sum over SCALES of c / (c + d^2) with c = 2 scale. The term of
    the prior with itself is left out, because it does not depend on the model. Of a batch, only the
    first codes are used, as many as there are codes of the prior.
    """
    few = codes[:, : prior_codes.shape[1]]
    n = few.shape[1]
    among = (_imq_kernel(few, few).sum((1, 2, 3)) - few.shape[2] * n * len(SCALES)) / (n * (n - 1))
    return among - 2 * _imq_kernel(few, prior_codes).sum((1, 2, 3)) / n**2


def _imq_kernel(first: Tensor, second: Tensor) -> Tensor:
    """(M, n, n, L) kernel of each two codes in each latent."""
    import torch

    squares = (first[:, :, None] - second[:, None]) ** 2
    return torch.stack([2 * scale / (2 * scale + squares) for scale in SCALES]).sum(0)


def _total_correlation(step: Step) -> Tensor:
    """(M,) log q(z) minus the sum of log q(z_i), each an average over the codes of the batch."""
    batch = step.z.shape[1]
    offset = step.z[:, :, None] - step.mean[:, None]  # (M, B, B, L)
    log_var = step.log_var[:, None]
    each = -0.5 * (offset**2 * (-log_var).exp() + log_var + math.log(2 * math.pi))
    fewer = math.log(batch * step.images)
    joint = each.sum(-1).logsumexp(2) - fewer
    marginal = (each.logsumexp(2) - fewer).sum(-1)
    return (joint - marginal).mean(1)


def factor_vae_loss(step: Step, strength: Tensor) -> Tensor:
    """Loss: rec + KL + gamma TC, total correlation as a second network sees it."""
    assert step.suspicion is not None
    return step.rec + step.kl + strength * step.suspicion


def dip_vae_i_loss(step: Step, strength: Tensor) -> Tensor:
    """Loss: rec + KL + lambda (off-diagonal covariances)^2 + 10 lambda (variances - 1)^2."""
    return step.rec + step.kl + _covariance_penalty(_covariance(step.mean), strength, 10 * strength)


def dip_vae_ii_loss(step: Step, strength: Tensor) -> Tensor:
    """The same with covariances of drawn codes, not of means, and lambda for both parts."""
    import torch

    covariance = _covariance(step.mean) + torch.diag_embed(step.log_var.exp().mean(1))
    return step.rec + step.kl + _covariance_penalty(covariance, strength, strength)


def _covariance(codes: Tensor) -> Tensor:
    """(M, L, L) over the batch."""
    centred = codes - codes.mean(1, keepdim=True)
    return centred.transpose(1, 2) @ centred / codes.shape[1]


def _covariance_penalty(covariance: Tensor, off: Tensor, canvas: Tensor) -> Tensor:
    variances = covariance.diagonal(dim1=1, dim2=2)
    squares = (covariance**2).sum((1, 2)) - (variances**2).sum(1)
    return off * squares + canvas * ((variances - 1) ** 2).sum(1)


OBJECTIVES = {
    "ae": Objective(
        "autoencoder",
        ae_loss,
        (0.0,),
        "nothing: there is one",
        "Rumelhart et al. 1986",
        noisy=False,
    ),
    "beta_vae": Objective(
        "beta-VAE",
        beta_vae_loss,
        (1.0, 2.0, 3.0, 4.0, 6.0, 8.0),
        "beta; 1 is the VAE",
        "Higgins et al. 2017, equation 4; Kingma and Welling 2014 for beta = 1",
    ),
    "annealed_vae": Objective(
        "AnnealedVAE (CCI)",
        annealed_vae_loss,
        (2.0, 3.0, 4.0, 5.0, 6.0, 8.0),
        "C, nats at the end",
        "Burgess et al. 2018, equation 8; gamma 30 and the ramp are our choice",
    ),
    "beta_tcvae": Objective(
        "beta-TCVAE",
        beta_tcvae_loss,
        (2.0, 3.0, 4.0, 6.0, 8.0, 10.0),
        "beta",
        "Chen et al. 2018, equations 4 and 5 (minibatch-weighted sampling)",
    ),
    "factor_vae": Objective(
        "FactorVAE",
        factor_vae_loss,
        (5.0, 10.0, 15.0, 20.0, 30.0, 40.0),
        "gamma",
        "Kim and Mnih 2018, equation 2 and algorithm 2",
        adversarial=True,
    ),
    "dip_vae_i": Objective(
        "DIP-VAE-I",
        dip_vae_i_loss,
        (1.0, 2.0, 5.0, 10.0, 20.0, 50.0),
        "lambda off the diagonal; 10 lambda on it",
        "Kumar et al. 2018, equation 6",
    ),
    "dip_vae_ii": Objective(
        "DIP-VAE-II",
        dip_vae_ii_loss,
        (1.0, 2.0, 5.0, 10.0, 20.0, 50.0),
        "lambda, off and on the diagonal",
        "Kumar et al. 2018, equation 7",
    ),
}

# For models of sentences, with the strengths of zhang2021, whose vanilla VAE is beta-VAE with 1.
TEXT_OBJECTIVES = {
    "ae": OBJECTIVES["ae"],
    "beta_vae": replace(OBJECTIVES["beta_vae"], strengths=(1.0, 0.8, 0.4, 0.2)),
    "cci_vae": Objective(
        "CCI-VAE",
        cci_vae_loss,
        (5.0, 10.0),
        "C, nats after 5,000 steps",
        "Burgess et al. 2018, equation 8, with the weight 1 of zhang2021",
    ),
    "mat_vae": Objective(
        "MAT-VAE",
        mat_vae_loss,
        (0.1, 0.01),
        "beta; lambda is 0.1",
        "Mathieu et al. 2019, equation 7; prior and kernel from its code, since zhang2021 does not "
        "print its own",
        prior=sparse,
        matched=True,
    ),
}

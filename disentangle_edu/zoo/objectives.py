"""What models of the zoo are trained for: each published loss in a few lines, with its source.

Every function sees one step of M models at once (a `Step`) and returns M losses, in nats per image.
`strength` is the one number that a family is known by.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch import Tensor

ANNEALED_GAMMA = 30.0  # how hard AnnealedVAE is held to its capacity
RAMP = 0.5  # share of the training in which that capacity grows from 0


@dataclass
class Step:
    """What M models make of a batch of B images, with L latents.

    rec : (M,) cross-entropy of the pixels, summed over an image, mean over the batch.
    kl : (M,) divergence of the code from a standard normal, summed over latents, mean over B.
    mean, log_var, z : (M, B, L).   images : how many there are in all.
    done : share of the training that is done.   suspicion : (M,) FactorVAE's second network: how
    much more it takes z for a code than for one whose latents were shuffled apart.
    """

    rec: Tensor
    kl: Tensor
    mean: Tensor
    log_var: Tensor
    z: Tensor
    images: int
    done: float
    suspicion: Tensor | None = None


Loss = Callable[[Step, "Tensor"], "Tensor"]


@dataclass(frozen=True)
class Objective:
    """A loss and the strengths at which the zoo tries it.

    noisy : whether codes are drawn, as in a VAE.   adversarial : whether a second network judges.
    """

    title: str
    loss: Loss
    strengths: tuple[float, ...]
    strength_is: str
    source: str
    noisy: bool = True
    adversarial: bool = False


def ae(step: Step, strength: Tensor) -> Tensor:
    """Reconstruct, and nothing else; the code is not drawn."""
    return step.rec


def beta_vae(step: Step, strength: Tensor) -> Tensor:
    """Loss: rec + beta KL; beta = 1 is the VAE."""
    return step.rec + strength * step.kl


def annealed_vae(step: Step, strength: Tensor) -> Tensor:
    """Loss: rec + gamma |KL - C|, where C grows from 0 to the strength in the first half."""
    capacity = strength * min(1.0, step.done / RAMP)
    return step.rec + ANNEALED_GAMMA * (step.kl - capacity).abs()


def beta_tcvae(step: Step, strength: Tensor) -> Tensor:
    """Loss: rec + KL + (beta - 1) TC, total correlation by weighted sampling in the batch."""
    return step.rec + step.kl + (strength - 1) * _total_correlation(step)


def _total_correlation(step: Step) -> Tensor:
    """(M,) log q(z) minus the sum of log q(z_i), each an average over the codes of the batch."""
    batch = step.z.shape[1]
    apart = step.z[:, :, None] - step.mean[:, None]  # (M, B, B, L)
    log_var = step.log_var[:, None]
    each = -0.5 * (apart**2 * (-log_var).exp() + log_var + math.log(2 * math.pi))
    fewer = math.log(batch * step.images)
    together = each.sum(-1).logsumexp(2) - fewer
    alone = (each.logsumexp(2) - fewer).sum(-1)
    return (together - alone).mean(1)


def factor_vae(step: Step, strength: Tensor) -> Tensor:
    """Loss: rec + KL + gamma TC, total correlation as a second network sees it."""
    assert step.suspicion is not None
    return step.rec + step.kl + strength * step.suspicion


def dip_vae_i(step: Step, strength: Tensor) -> Tensor:
    """Loss: rec + KL + lambda (off-diagonal covariances)^2 + 10 lambda (variances - 1)^2."""
    return step.rec + step.kl + _away_from_unit(_covariance(step.mean), strength, 10 * strength)


def dip_vae_ii(step: Step, strength: Tensor) -> Tensor:
    """The same with covariances of drawn codes, not of means, and lambda for both parts."""
    import torch

    covariance = _covariance(step.mean) + torch.diag_embed(step.log_var.exp().mean(1))
    return step.rec + step.kl + _away_from_unit(covariance, strength, strength)


def _covariance(codes: Tensor) -> Tensor:
    """(M, L, L) over the batch."""
    centred = codes - codes.mean(1, keepdim=True)
    return centred.transpose(1, 2) @ centred / codes.shape[1]


def _away_from_unit(covariance: Tensor, off: Tensor, on: Tensor) -> Tensor:
    variances = covariance.diagonal(dim1=1, dim2=2)
    squares = (covariance**2).sum((1, 2)) - (variances**2).sum(1)
    return off * squares + on * ((variances - 1) ** 2).sum(1)


OBJECTIVES = {
    "ae": Objective(
        "autoencoder", ae, (0.0,), "nothing: there is one", "Rumelhart et al. 1986", noisy=False
    ),
    "beta_vae": Objective(
        "beta-VAE",
        beta_vae,
        (1.0, 2.0, 3.0, 4.0, 6.0, 8.0),
        "beta; 1 is the VAE",
        "Higgins et al. 2017, equation 4; Kingma and Welling 2014 for beta = 1",
    ),
    "annealed_vae": Objective(
        "AnnealedVAE (CCI)",
        annealed_vae,
        (2.0, 3.0, 4.0, 5.0, 6.0, 8.0),
        "C, nats at the end",
        "Burgess et al. 2018, equation 8; gamma 30 and the ramp are our choice",
    ),
    "beta_tcvae": Objective(
        "beta-TCVAE",
        beta_tcvae,
        (2.0, 3.0, 4.0, 6.0, 8.0, 10.0),
        "beta",
        "Chen et al. 2018, equations 4 and 5 (minibatch-weighted sampling)",
    ),
    "factor_vae": Objective(
        "FactorVAE",
        factor_vae,
        (5.0, 10.0, 15.0, 20.0, 30.0, 40.0),
        "gamma",
        "Kim and Mnih 2018, equation 2 and algorithm 2",
        adversarial=True,
    ),
    "dip_vae_i": Objective(
        "DIP-VAE-I",
        dip_vae_i,
        (1.0, 2.0, 5.0, 10.0, 20.0, 50.0),
        "lambda off the diagonal; 10 lambda on it",
        "Kumar et al. 2018, equation 6",
    ),
    "dip_vae_ii": Objective(
        "DIP-VAE-II",
        dip_vae_ii,
        (1.0, 2.0, 5.0, 10.0, 20.0, 50.0),
        "lambda, off and on the diagonal",
        "Kumar et al. 2018, equation 7",
    ),
}

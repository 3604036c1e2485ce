"""The same inputs through disentanglement_lib: figures measured by running it (commit 86a644d).

It cuts latents into 20 equal widths and keeps factors as they are, which is `bins=20` here. Its SAP
for levels judges a split of its own, so it is met within 0.02; the rest is counted and must agree
within 0.002.
"""

import numpy as np
import pytest

from disentangle_edu import Representation, mig, sap

LEVELS = (3, 6, 40, 32, 32)


def draw(seed, encode):
    """10,000 samples of five factors, with an encoder of the standardised factors."""
    rng = np.random.default_rng(seed)
    factors = np.stack([rng.integers(0, m, size=15_000) for m in LEVELS], axis=1)
    m = np.asarray(LEVELS, dtype=float)
    latents = encode((factors - (m - 1) / 2) / np.sqrt((m**2 - 1) / 12), rng)
    return factors[:10_000], latents[:10_000]


def noisy(z, rng):
    return z + 0.5 * rng.standard_normal((15_000, 5))


def turned(z, rng):
    r, turn = np.sqrt(0.5), np.eye(5)
    turn[0:2, 0:2] = turn[2:4, 2:4] = [[r, -r], [r, r]]
    return z @ turn


@pytest.mark.parametrize(
    "seed, encode, their_mig, their_sap, their_r2",
    [
        (0, lambda z, rng: z, 0.89656, 0.24492, 0.99956),
        (1, turned, 0.16899, 0.0120, 0.20492),
        (7, noisy, 0.34871, 0.17956, 0.80144),
    ],
    ids=["copy", "turned", "noisy"],
)
def test_mig_and_sap_match_disentanglement_lib(seed, encode, their_mig, their_sap, their_r2):
    factors, latents = draw(seed, encode)
    rep = Representation(factors, latents)
    assert float(mig(rep, bins=20)) == pytest.approx(their_mig, abs=0.002)
    assert float(sap(rep)) == pytest.approx(their_sap, abs=0.02)
    assert float(sap(Representation(factors, latents, factor_types="continuous"))) == pytest.approx(
        their_r2, abs=0.002
    )

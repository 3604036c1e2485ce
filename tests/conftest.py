"""What several tests share: small representations, drawn once."""

import hypothesis
import numpy as np
import pytest

from disentangle_edu import Representation

# How long an example takes says how busy the machine is, not whether the code is right.
hypothesis.settings.register_profile(
    "patient", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("patient")


@pytest.fixture(scope="session")
def specimens():
    """A copy, a noisy copy, a mixture, a mixture of continuous factors, a small copy.

    And a mixture whose second factor some samples lack.
    """
    rng = np.random.default_rng(1)
    levels = np.column_stack([rng.integers(m, size=2000) for m in (3, 4, 5)]).astype(float)
    z = (levels - levels.mean(0)) / levels.std(0)
    turn = np.array([[0.8, 0.6, 0], [-0.6, 0.8, 0], [0, 0, 1]])
    smooth = rng.uniform(-1, 1, (2000, 3))
    return {
        "copy": Representation(levels, levels),
        "noisy": Representation(levels, z + 0.3 * rng.standard_normal(z.shape)),
        "mixed": Representation(levels, z @ turn + 0.1 * rng.standard_normal(z.shape)),
        "smooth": Representation(smooth, smooth @ turn + 0.05 * rng.standard_normal(smooth.shape)),
        "small": Representation(levels, z * (0.05, 0.15, 1) + 0.01 * rng.standard_normal(z.shape)),
        "absent": Representation(
            np.ma.array(
                levels,
                mask=np.column_stack([np.zeros(2000), rng.random(2000) < 0.4, np.zeros(2000)]),
            ),
            z @ turn + 0.1 * rng.standard_normal(z.shape),
        ),
    }

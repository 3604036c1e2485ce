"""What the tests of the zoos share: markers, small recipes, and an interrupted training."""

import importlib.util
import os

import pytest

from disentangle_edu.zoo import training_state
from disentangle_edu.zoo.configs import Recipe

needs_torch = pytest.mark.skipif(
    importlib.util.find_spec("torch") is None
    and os.environ.get("DISENTANGLE_EDU_TORCH") != "required",
    reason="PyTorch is not installed: make test-all brings it",
)
FEW = [Recipe("sprites", "beta_vae", 4.0, 0), Recipe("sprites", "ae", 0.0, 1)]
# Added since the shipped zoos were trained. The first need only the matrix of bits, which is
# shipped for every model; the others are known for models whose codes are shipped.
OF_BITS = {"mig_sup", "info_modularity", "info_compactness", "dmig", "xmig"}
OF_CODES = {"jemmig", "info_explicitness", "irs", "mcc", "linear_r2", "edi", "z_max_variance"}


def stopped_at(step):
    """A progress function that is interrupted before this step."""

    def progress(steps):
        for now in steps:
            if now == step:
                raise KeyboardInterrupt
            yield now

    return progress


def goes_on_where_it_was(learn, tmp_path, monkeypatch):
    """Train, interrupt after 13 and 26 of 40 steps, and compare bit for bit; `learn(**options)`."""
    monkeypatch.setattr(training_state, "EVERY", 0.0)
    checkpoint = tmp_path / "half.npz"
    for step in (13, 26):
        with pytest.raises(KeyboardInterrupt):
            learn(progress=stopped_at(step), checkpoint=checkpoint)
    seen = []
    resumed = learn(progress=lambda steps: seen.append(steps) or steps, checkpoint=checkpoint)
    assert seen == [range(26, 40)]
    for one, other in zip(resumed, learn(), strict=True):
        assert one.rec == other.rec and one.seconds > 0
        assert all((one.weights[name] == value).all() for name, value in other.weights.items())


def told(judgements):
    """The rows without their times."""
    return [
        {name: value for name, value in judged["row"].items() if "seconds" not in name}
        for judged in judgements
    ]

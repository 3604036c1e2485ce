"""The three ways of training a spine differ only in where gradients flow."""

import pytest

torch = pytest.importorskip("torch")

from learned_ablations import LATENTS, WAYS, Ways  # noqa: E402

pytestmark = pytest.mark.torch
LEVEL = 4  # the level whose loss is tested: 6 latents are left


def moved(way):
    """Which projections receive a gradient from the loss of one level."""
    model = Ways(way, seed=0)
    x, v = torch.randn(64, LATENTS, generator=torch.Generator().manual_seed(0)), torch.ones(64)
    model.losses(x, v)[LEVEL].backward()
    return [j for j, step in enumerate(model.steps) if step.grad is not None and step.grad.any()]


def test_gca_training_variants_differ_in_gradient_flow():
    assert moved("flows") == [0, 1, 2, 3]
    assert moved("stopped") == [3]
    assert moved("alone") == [3]


def test_gca_levels_are_nested_except_in_independent_variant():
    for way in WAYS:
        model = Ways(way, seed=1)
        wide, small = model.span(6), model.span(5)
        assert wide.shape == (6, LATENTS) and small.shape == (5, LATENTS)
        outside = small - small @ wide.T @ wide
        assert (abs(outside).max() < 1e-4) == (way != "alone")

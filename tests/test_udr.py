"""Models without factors: what two models share, and which inputs are refused."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from disentangle_edu.metrics.unsupervised import udr
from disentangle_edu.zoo import pretrained, rank_correlation

PAGE = Path(__file__).parents[1] / "docs" / "training.md"
Z = np.random.default_rng(2).standard_normal((2_000, 3))
DEAD = np.zeros((2_000, 1))


def alike(*others):
    return udr({"itself": Z} | {f"other {j}": z for j, z in enumerate(others)})


def test_udr_is_invariant_to_order_sign_scale_and_monotone_transform():
    found = alike(-Z[:, ::-1], np.exp(Z))
    assert (found.udr > 0.95).all() and (found.udr == found.udr.iloc[0]).all()
    assert alike(-Z[:, ::-1] * (1, 2, 30), np.exp(Z)).udr.iloc[0] == found.udr.iloc[0]


def test_udr_of_two_latents_matches_hand_computation():
    """A code and the same code rotated by 45 degrees: every correlation is sqrt(1/2)."""
    one = np.array([[1, 1], [1, -1], [-1, 1], [-1, -1]]) / 1.0
    turned = one @ [[1, 1], [1, -1]]
    found = udr({"a": one, "b": one, "turned": turned}, method="pearson")
    pairs = found.attrs["pairs"]
    assert pairs.loc["a", "b"] == pytest.approx(1)
    assert pairs.loc["a", "turned"] == pytest.approx(0.5 / (2 * 0.5**0.5))
    assert found.udr["turned"] == pytest.approx(pairs.loc["a", "turned"])


def test_udr_ignores_dead_latents():
    with_dead = alike(np.hstack([Z, DEAD]), np.hstack([DEAD, Z]))
    assert with_dead.latents.tolist() == [3, 3, 3]
    assert (with_dead.udr == alike(Z, Z).udr).all()
    more = alike(np.hstack([Z, np.roll(Z, 7, axis=0)]), Z)  # latents that no other model has
    assert more.udr["other 0"] < with_dead.udr["itself"]


@pytest.mark.parametrize(
    "codes, words",
    [
        ({"a": Z, "b": Z}, "found 2 models, expected three or more"),
        ({"a": Z, "b": Z, "c": Z[:50]}, "found 50 and 2,000 samples"),
        ({"a": Z, "b": Z, "c": DEAD}, "found no latent of 'c'"),
    ],
)
def test_udr_invalid_codes_raise(codes, words):
    with pytest.raises(ValueError, match=words):
        udr(codes)


def test_udr_of_pretrained_codes_matches_training_page():
    sprites = [name for name in pretrained.coded() if name.startswith("sprites-")]
    found = udr({name: pretrained.code(name).latents for name in sprites})
    table = pretrained.table().loc[sprites]
    told = [
        rank_correlation.rank_correlation(found.udr, table[name])
        for name in ("mig", "disentanglement")
    ]
    said = " ".join(PAGE.read_text(encoding="utf-8").split())
    words = f"Over the {len(sprites)} shipped codes of the first world its ranks correlate with"
    assert f"{words} MIG's ({told[0]:.2f}) and D's ({told[1]:.2f})" in said


def test_udr_data_frames_with_different_index_raise():
    frame = pd.DataFrame(np.random.default_rng(0).normal(size=(500, 3)))
    shuffled = frame.sample(frac=1, random_state=1)
    words = r"codes\['b'\]: found a DataFrame with another index than that of codes\['a'\]"
    with pytest.raises(ValueError, match=words):
        udr({"a": frame, "b": shuffled, "c": frame})
    ordered = {"a": frame, "b": shuffled.loc[frame.index], "c": frame.to_numpy(), "d": frame}
    assert udr(ordered).udr.min() > 0.9

"""Learn the subspaces of planted worlds and write measures/learned.csv, which is shipped.

And the losses of every level in the world of geyer2024's appendix H, claims/geyer2024_losses.csv.

make learned
"""

from pathlib import Path

import pandas as pd
from tqdm import tqdm

from disentangle_edu import claims, iwo, iwr, measures
from disentangle_edu.measures._gca_torch import learned
from disentangle_edu.measures.subspaces import MAPS, angle, gca, make_subspaces

CASES = [
    (L, K, R, map, rotated)
    for L, K, R in ((5, 5, 1), (10, 5, 2), (10, 5, 4), (10, 5, 5), (20, 5, 5))
    for map in MAPS
    for rotated in (False, True)
]
ROUGH = [
    (10, 5, 2, map, not permuted, permuted, noise)
    for map in MAPS
    for permuted, noise in ((True, 0.0), (False, 0.05), (False, 0.2))
]
WIDE = [(L, 5, 5, "poly", rotated) for L in (50, 100, 250) for rotated in (False, True)]


def learn_and_compare(L, K, R, map, rotated, permuted=False, noise=0.0, seed=0):
    """One row: gca compared with the truth of a planted world."""
    rep, truth = make_subspaces(L, K, R, map, rotated, permuted=permuted, noise=noise, seed=seed)
    found, directions = gca(rep, seed=seed), 1 if map == "linear" else R
    return {
        "L": L,
        "K": K,
        "R": R,
        "map": map,
        "rotated": rotated,
        "permuted": permuted,
        "noise": noise,
        "iwo": iwo(found).value,
        "true iwo": iwo(truth).value,
        "iwr": iwr(found).value,
        "true iwr": iwr(truth).value,
        "degrees": max(angle(a, b, directions) for a, b in zip(found.bases, truth.bases)),
        "largest importance": found.importances.max(1).mean(),
    }


def losses_by_level(map, rotated):
    """Rows: loss of levels 0 to 10 as shares of the constant's, mean and deviation."""
    rep, _ = make_subspaces(10, 5, 5, map, rotated)
    _, _, losses = learned(rep.latents, rep.factors, rep.factor_types)
    shares = losses / losses[:, :1]
    return [
        {
            "map": map,
            "rotated": rotated,
            "level": level,
            "loss": column.mean(),
            "deviation": column.std(),
        }
        for level, column in enumerate(shares.T)
    ]


def main():
    rows = [learn_and_compare(*case) for case in tqdm(CASES + ROUGH + WIDE, unit="world")]
    path = Path(measures.__file__).with_name("learned.csv")
    pd.DataFrame(rows).round(4).to_csv(path, index=False)
    print(pd.DataFrame(rows).round(3).to_string())
    levels = [
        row for map in ("poly", "trig") for r in (False, True) for row in losses_by_level(map, r)
    ]
    path = Path(claims.__file__).with_name("geyer2024_losses.csv")
    pd.DataFrame(levels).round(4).to_csv(path, index=False)


if __name__ == "__main__":
    main()

"""Learn the subspaces of planted worlds and write measures/learned.csv, which is shipped.

make learned
"""

from pathlib import Path

import pandas as pd
from tqdm import tqdm

from disentangle_edu import iwo, iwr, measures
from disentangle_edu.measures.subspaces import MAPS, angle, gca, planted

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
WIDE = [(L, 5, 5, "poly", rotated) for L in (50, 100) for rotated in (False, True)]


def learn_and_compare(L, K, R, map, rotated, permuted=False, noise=0.0, seed=0):
    """One row: gca against the truth of a planted world."""
    rep, truth = planted(L, K, R, map, rotated, permuted=permuted, noise=noise, seed=seed)
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


def main():
    rows = [learn_and_compare(*case) for case in tqdm(CASES + ROUGH + WIDE, unit="world")]
    path = Path(measures.__file__).with_name("learned.csv")
    pd.DataFrame(rows).round(4).to_csv(path, index=False)
    print(pd.DataFrame(rows).round(3).to_string())


if __name__ == "__main__":
    main()

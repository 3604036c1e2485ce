"""Learn the subspaces of planted worlds and write disentangle_edu/learned.csv, which is shipped.   make learned"""

from pathlib import Path

import pandas as pd
from tqdm import tqdm

import disentangle_edu
from disentangle_edu.subspaces import MAPS, learn_and_compare

CASES = [(L, K, R, map, rotated) for L, K, R in ((5, 5, 1), (10, 5, 2), (10, 5, 4), (10, 5, 5), (20, 5, 5)) for map in MAPS for rotated in (False, True)]
WIDE = [(L, 5, 5, "poly", rotated) for L in (50, 100) for rotated in (False, True)]


def main():
    rows = [learn_and_compare(*case) for case in tqdm(CASES + WIDE, unit="world")]
    path = Path(disentangle_edu.__file__).with_name("learned.csv")
    pd.DataFrame(rows).round(4).to_csv(path, index=False)
    print(pd.DataFrame(rows).round(3).to_string())


if __name__ == "__main__":
    main()

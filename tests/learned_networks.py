"""Train the networks of geyer2024's table 5 and write claims/geyer2024_networks.csv, shipped.

make learned
"""

from pathlib import Path

import pandas as pd
from tqdm import tqdm

from disentangle_edu import claims
from disentangle_edu.claims.geyer2024_tables import explicit, network

WIDE = {100: 20_000, 250: 30_000}  # {latents: samples that a small network needs}


def main():
    rows = []
    for L, rotated in tqdm([(L, r) for L in (50, *WIDE) for r in (False, True)], unit="world"):
        found = network(L, rotated, WIDE[L]) if L in WIDE else {}
        rows.append({"L": L, "rotated": rotated, **found, "E": explicit(L, rotated)})
        print(rows[-1], flush=True)
    path = Path(claims.__file__).with_name("geyer2024_networks.csv")
    pd.DataFrame(rows).round(4).to_csv(path, index=False)


if __name__ == "__main__":
    main()

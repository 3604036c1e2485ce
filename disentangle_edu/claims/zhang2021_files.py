"""Claims on codes of the toy letters that the authors of zhang2021 have published.

Their repository (github.com/lanzhang128/disentanglement) has codes of the 32,000 test sentences:
toy.csv, which one of their models learned, and the two perfect codes of Table 1. Its page prints
six scores of each. The files are not shipped here; if you pass a path, the claims are measured.
"""

import functools
from collections.abc import Callable

import numpy as np

from ..metrics import disentanglement, factor_vae, mig, modularity, sap
from ..types import Floats
from ..worlds import toy_letters
from ..worlds.toy_letters import Letters
from .published import needs, published
from .registry import OPEN, Expectation, Readings, claim, equals, true, within
from .zhang2021 import ten_layers

REPOSITORY = "of lanzhang128/disentanglement on GitHub"
COLUMNS = {"toy.csv": 4, "toy_ideal1.csv": 4, "toy_ideal2.csv": 8}  # latents of each file


def _define_reader(name: str) -> Callable[[str], Floats]:
    @published(name, f"Examples/{name} {REPOSITORY}")
    @functools.cache
    def read(path: str) -> Floats:
        return codes_in(path, name)

    return read


def codes_in(path: str, name: str) -> Floats:
    """(32,000, L) latents in a file like theirs, as their pandas read it.

    Columns index, dim1, dim2 ...; a row per test sentence, in order. Raises ValueError for others.
    """
    import pandas as pd

    columns = ["index", *(f"dim{i + 1}" for i in range(COLUMNS[name]))]
    rows = len(toy_letters.sentences())
    try:
        frame = pd.read_csv(path, nrows=rows + 1)
    except (ValueError, OSError) as error:
        reason = str(error).splitlines()[0][:120]
        raise ValueError(
            f"--file {name}: found no table in {path!r} ({reason}), expected the columns "
            f"{', '.join(columns)}."
        ) from None
    if list(frame.columns) != columns:
        actual = ", ".join(map(str, frame.columns[:12]))[:200]
        raise ValueError(
            f"--file {name}: found the columns {actual}, expected {', '.join(columns)}."
        )
    if len(frame) != rows:
        actual = f"{len(frame):,}" if len(frame) < rows else f"more than {rows:,}"
        raise ValueError(
            f"--file {name}: found {actual} rows, expected {rows:,}, one per test sentence."
        )
    return _check_numbers(
        frame.apply(pd.to_numeric, errors="coerce").to_numpy(float), columns, name
    )


def _check_numbers(table: Floats, columns: list[str], name: str) -> Floats:
    """The latents of a table of numbers, once it is known to be one."""
    if (odd := np.argwhere(~np.isfinite(table))).size:
        row, column = odd[0]
        raise ValueError(
            f"--file {name}: found no finite number in row {row}, column {columns[column]}, "
            "expected one in every cell."
        )
    if (table[:, 0] != np.arange(len(table))).any():
        raise ValueError(f"--file {name}: found another index, expected 0, 1, 2 and so on.")
    if (still := table[:, 1:].std(0) == 0).any():
        raise ValueError(
            f"--file {name}: found one value in all of {columns[1 + int(still.argmax())]}, "
            "expected latents that move."
        )
    # Their pandas rounded last bits otherwise, and scores feel it.
    return np.vectorize(toy_letters.through_csv)(table[:, 1:])


READ = {name: _define_reader(name) for name in COLUMNS}
CODES = functools.partial(
    claim,
    paper="zhang2021",
    where="the page of its code",
    lesson="toy_text",
    verdict=OPEN,
)


# ------------------------------------------------------------------------- scores of a learned code


def learned(path: str) -> Letters:
    """The learned code in toy.csv."""
    return Letters.of(READ["toy.csv"](path))


SCORES: dict[str, tuple[str, Expectation, Callable[[Letters], Readings]]] = {
    "higgins": (
        "BetaVAE is 51.40%",
        within("51.40", 3),
        lambda toy: {
            "logistic regression": 100 * toy_letters.held_still(toy),
            "ten layers": 100 * ten_layers(toy),
        },
    ),
    "kim": (
        "FactorVAE is 50.68%",
        within("50.68", 3),
        lambda toy: {"one split of the votes": 100 * factor_vae(toy_letters.votes(toy)).value},
    ),
    "chen": (
        "MIG is 0.0852",
        equals("0.0852"),
        lambda toy: {
            "as the authors ran it": mig(toy_letters.information(toy)).value,
            "largest value kept in its bin": mig(toy_letters.information(toy, keep_top=True)).value,
        },
    ),
    "ridgeway": (
        "modularity is 0.9952",
        equals("0.9952"),
        lambda toy: {"as the authors ran it": modularity(toy_letters.information(toy)).value},
    ),
    "eastwood": (
        "disentanglement is 0.0107",
        within("0.0107", 0.01),
        lambda toy: {
            "as the authors ran it": disentanglement(toy_letters.importances(toy)).value,
            "all latents at every split": disentanglement(
                toy_letters.importances(toy, max_features=None)
            ).value,
        },
    ),
    "kumar": (
        "SAP is 0.0103",
        within("0.0103", 0.005),
        lambda toy: {"as the authors ran it": sap(toy_letters.predictability(toy)).value},
    ),
}


def _add_score_claim(who: str) -> None:
    statement, expects, score = SCORES[who]

    @CODES(
        f"toy-learned-{who}",
        file="toy.csv",
        missing=needs("toy.csv"),
        expects=expects,
        statement=f"For a learned code of the toy letters, {statement}.",
        note=(
            "The page prints this figure for the file, and notes that it differs a little between "
            "machines. The code carries one letter of four."
        ),
    )
    def score_of_the_file(path: str) -> Readings:
        return score(learned(path))


for _who in SCORES:
    _add_score_claim(_who)


# -------------------------------------------------------------------------------- the perfect codes


def _add_recipe_claim(dimensions: int) -> None:
    file = f"toy_ideal{dimensions}.csv"

    @CODES(
        f"toy-recipe-{dimensions}",
        file=file,
        missing=needs(file),
        expects=true("the same numbers"),
        statement=f"Our recipe for example {dimensions} of Table 1 draws the numbers of {file}.",
        note="To 12 digits, of all 32,000 sentences.",
    )
    def ours_and_theirs(path: str) -> Readings:
        ours = Letters(dimensions, csv=False).latents
        same = np.allclose(ours, READ[file](path), rtol=0, atol=1e-12)
        return {"the same numbers": bool(same)}


for _dimensions in (1, 2):
    _add_recipe_claim(_dimensions)

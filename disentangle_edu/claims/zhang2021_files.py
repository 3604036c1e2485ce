"""Claims on codes of the toy letters that the authors of zhang2021 have published.

Their repository (github.com/lanzhang128/disentanglement) has codes of the 32,000 test sentences:
toy.csv, which one of their models learned, and the two perfect codes of Table 1. Its page prints
six scores of each. The files are not shipped here; if you pass a path, the claims are measured.
"""

import functools
from collections.abc import Callable

import numpy as np

from ..metrics import disentanglement, factor_vae, mig, modularity, sap
from ..worlds import letter_sentences
from ..worlds.letter_sentences import Letters
from .published import FILES, needs
from .registry import OPEN, Expectation, Readings, claim, equals_printed, true, within
from .zhang2021 import ten_layers

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
    return Letters.of(FILES["toy.csv"].read(path))


SCORES: dict[str, tuple[str, Expectation, Callable[[Letters], Readings]]] = {
    "higgins": (
        "BetaVAE is 51.40%",
        within("51.40", 3),
        lambda toy: {
            "logistic regression": 100 * letter_sentences.held_still(toy),
            "ten layers": 100 * ten_layers(toy),
        },
    ),
    "kim": (
        "FactorVAE is 50.68%",
        within("50.68", 3),
        lambda toy: {"one split of the votes": 100 * factor_vae(letter_sentences.votes(toy)).value},
    ),
    "chen": (
        "MIG is 0.0852",
        equals_printed("0.0852"),
        lambda toy: {
            "as the authors ran it": mig(letter_sentences.information(toy)).value,
            "largest value kept in its bin": mig(
                letter_sentences.information(toy, keep_top=True)
            ).value,
        },
    ),
    "ridgeway": (
        "modularity is 0.9952",
        equals_printed("0.9952"),
        lambda toy: {"as the authors ran it": modularity(letter_sentences.information(toy)).value},
    ),
    "eastwood": (
        "disentanglement is 0.0107",
        within("0.0107", 0.01),
        lambda toy: {
            "as the authors ran it": disentanglement(letter_sentences.importances(toy)).value,
            "all latents at every split": disentanglement(
                letter_sentences.importances(toy, max_features=None)
            ).value,
        },
    ),
    "kumar": (
        "SAP is 0.0103",
        within("0.0103", 0.005),
        lambda toy: {"as the authors ran it": sap(letter_sentences.predictability(toy)).value},
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
        same = np.allclose(ours, FILES[file].read(path), rtol=0, atol=1e-12)
        return {"the same numbers": bool(same)}


for _dimensions in (1, 2):
    _add_recipe_claim(_dimensions)

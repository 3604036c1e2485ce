"""What the chapter on one name with many numbers asks: predictions, exercises, cases by hand."""

import numpy as np

from ...conventions.library_scores import case, figures
from ...metrics import mig
from ...quiz.exercises import Requirement, as_settings, exercise, personal_exercise
from ...quiz.questions import question
from ...quiz.scales import NumberScale


@question(
    "12-range",
    "Each of five factors is copied by one latent, and every latent has noise of half a standard "
    "deviation. Several libraries compute D, the disentanglement of DCI, on the same 10,000 "
    "samples. The highest D is 1. What is the lowest?",
    NumberScale(label="the lowest D"),
    guess_for_tests=0.8,
    feedback=lambda guess, truth: (
        "The libraries train different predictors, and D says how focused a predictor is. The lab "
        "goes from the lowest D to one of the highest."
    ),
)
def _lowest_of_all() -> float:
    import pandas as pd

    printed = figures().query("case == 'e_noise05' and metric == 'disentanglement'").value
    return float(pd.to_numeric(printed, errors="coerce").min())


PRINTED = {"a_copy": 0.9724, "e_noise05": 0.3205}  # made with the settings of the solution
SAMPLES = 2_000


def lost_settings() -> dict[str, object]:
    # The copy alone leaves dozens of settings; dividing by the latent's entropy lifts the cap.
    return {"bins": 12, "normalize_by": "latent"}


@exercise(
    "12-exercise",
    asks=f"A paper reports a MIG of {PRINTED['a_copy']} for the perfect copy and "
    f"{PRINTED['e_noise05']} for the noisy one, each from {SAMPLES:,} samples, and gives no "
    "settings. Which settings of mig reproduce both numbers?",
    takes='a dictionary with some of bins, factor_bins and normalize_by, such as {"bins": 20}',
    hint="Try several bin counts with each of the two divisors, on the noisy copy first: it "
    "separates the settings better.",
    solution=lost_settings,
    rejected_answers={
        "nothing set": dict,
        "one library's settings": lambda: {"bins": 20},
        "the right bins, the other divisor": lambda: {"bins": 12},
        "a copy met by another way": lambda: {"bins": 20, "normalize_by": "latent"},
    },
)
def makes_the_printed_numbers(answer: object) -> list[Requirement]:
    requested = as_settings(answer, ("bins", "factor_bins", "normalize_by"))
    values = {name: mig(case(name, SAMPLES), **requested).value for name in PRINTED}
    names = {"a_copy": "the perfect copy", "e_noise05": "the noisy copy"}
    return [
        Requirement(
            f"MIG of {names[name]} is {printed}",
            abs(values[name] - printed) < 0.0005,
            f"{values[name]:.4f}",
        )
        for name, printed in PRINTED.items()
    ]


@personal_exercise(
    "12-own",
    asks="Twelve values of a latent are cut into five bins of equal width, from the smallest to "
    "the largest value. How many bins stay empty?",
    hint="The first bin begins at the smallest value, the last ends at the largest.",
    gives=lambda rng: ((rng.standard_normal(12) ** 3).round(2) + 0.0).tolist(),
)
def _empty_bins(values: list[float]) -> float:
    return float((np.histogram(values, 5)[0] == 0).sum())

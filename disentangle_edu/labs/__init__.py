"""Labs: pictures that are their own controls. The only room that imports anywidget.

from disentangle_edu import labs
labs.dci_even_rest()                  # at the paper's setting; drag and it moves
labs.dci_even_rest(diagonal=0.5)      # the line that a lab's Copy button gives
question = labs.predict("01-even-rest")
labs.dci_even_rest(after=question)    # opens once the question is answered
"""

try:
    import anywidget
    import ipywidgets
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"disentangle_edu.labs: found no {error.name}, expected what the extra 'lab' brings: "
        "pip install 'disentangle-edu[lab]'.",
        name=error.name,
    ) from error

from .batches import one_point, one_vote
from .bins import invented_bits, values_in_bins
from .browse import ClaimsLab
from .by_hand import matrix_by_hand
from .cutting import cuts
from .dci import dci_even_rest, dci_on_noise, dci_two_ways, dci_uneven_rest, dci_weight
from .dependent import all_combinations, coloured_digits, dependent_factors
from .hunting import HuntLab, leak
from .information import bins_and_samples, mig_and_dcimig
from .kinds import five_codes, sentence_in_kinds
from .lines import bins_of_power, sap_hidden_sum, sap_levels, sap_power
from .listening import heard, told_and_moved
from .models import agreement, disagreement, forecast, six, who_agrees
from .nine_models import text_budget, text_correlations, text_models
from .noise import text_noise
from .orthogonality import four_cases, orthogonality
from .pairs import beta_vae
from .predict import after, export_guesses, predict
from .residuals import straight_line
from .rotation import turned
from .same_name import same_name
from .sentences import every_code, walk
from .splits import blind_splits
from .squares import absent_kinds, shared_bits
from .start import handwriting, rectangle, rectangles
from .sweeps import beta, traversal, two_models
from .tables import side_by_side
from .text import homotopy, toy_text
from .votes import factor_vae

LABS = (
    rectangle,
    rectangles,
    handwriting,
    dci_even_rest,
    dci_uneven_rest,
    dci_two_ways,
    dci_weight,
    dci_on_noise,
    one_point,
    beta_vae,
    bins_and_samples,
    one_vote,
    factor_vae,
    straight_line,
    sap_power,
    bins_of_power,
    sap_hidden_sum,
    sap_levels,
    shared_bits,
    mig_and_dcimig,
    invented_bits,
    matrix_by_hand,
    same_name,
    leak,
    turned,
    orthogonality,
    four_cases,
    dependent_factors,
    coloured_digits,
    values_in_bins,
    toy_text,
    cuts,
    blind_splits,
    sentence_in_kinds,
    homotopy,
    absent_kinds,
    five_codes,
    traversal,
    beta,
    two_models,
    agreement,
    disagreement,
    forecast,
    six,
    text_budget,
    text_models,
    text_noise,
    text_correlations,
    heard,
    walk,
    every_code,
    told_and_moved,
)

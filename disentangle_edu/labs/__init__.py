"""Labs: controls that move a picture. The only room that imports ipywidgets.

from disentangle_edu import labs
labs.dci_even_rest()                  # at the paper's setting; drag and it moves
labs.dci_even_rest(diagonal=0.5)      # the line that a lab's Copy button gives
"""

from .dependent import all_combinations, coloured_digits, dependent_factors
from .hunting import ClaimsLab, HuntLab, leak
from .matrices import dci_even_rest, dci_weight, matrix_by_hand, rectangles
from .orthogonality import four_cases, orthogonality
from .same_name import same_name
from .sampled import beta_vae, factor_vae, mig_and_dcimig, sap_hidden_sum, sap_power, turned
from .text import homotopy, toy_text

LABS = (
    rectangles,
    dci_even_rest,
    dci_weight,
    beta_vae,
    factor_vae,
    sap_power,
    sap_hidden_sum,
    mig_and_dcimig,
    matrix_by_hand,
    leak,
    turned,
    same_name,
    toy_text,
    homotopy,
    dependent_factors,
    coloured_digits,
    orthogonality,
    four_cases,
)

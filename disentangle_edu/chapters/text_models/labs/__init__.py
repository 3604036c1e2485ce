"""Labs on nine models that learned sentences, five runs each: which is first, and why?"""

from . import text_budget, text_models, text_correlations, text_noise  # noqa: I001

"""Labs on nine models that learned sentences, five runs each: what they tell, who is first, why."""

from . import text_budget, text_models, text_correlations, text_noise  # noqa: I001

"""Labs on nine models that learned sentences, five runs each: which is first, and how surely?"""

from . import text_budget, text_models, one_run_each  # noqa: I001

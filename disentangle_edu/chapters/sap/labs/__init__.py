"""Labs on bent latents, read by straight lines and by bins, and on copies with many levels."""

from . import sap_power, sap_hidden_sum, bins_of_power, sap_levels, straight_line  # noqa: I001

"""Labs on bent latents that straight lines and bins read, and on copies with many levels."""

from . import sap_power, bins_of_power, sap_levels, straight_line  # noqa: I001

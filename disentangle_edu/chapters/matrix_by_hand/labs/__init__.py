"""Labs on five scores of one matrix that is made by hand, and on the table of the course."""

from . import matrix_by_hand, verdicts, which_bars

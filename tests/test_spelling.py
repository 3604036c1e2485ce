"""Numbers that are written in unusual ways are distinguished from words."""

import pytest

from disentangle_edu.spelling import CODES, SPELLING, advice_for, all_numbers

NUMBERS = [
    ["0,5", "1,5", "12"],
    ["5%", "12.5%", "5 %"],
    ["−5", "−7.5", "–3"],
    ["5.0D+00", "7.5D-01"],
    ["5 cm", "7.5 cm"],
    ["5 cm", "7 mm", "1 m"],
    ["5cm²", "6cm²"],
    ["9.81 m/s", "1 m/s"],
    ["$5", "$7.50"],
    ["5 €", "7 €"],
    ["EUR 5", "EUR 7"],
    ["US$5", "US$7"],
    ["1 005", "2 010"],
    ["1 005", "2 010"],
    ["1,005.5", "2,010.5"],
    ["1.005,5", "2.010,5"],
    ["1'005", "2’010"],
    ["1,00,000", "2,00,000"],
    ["5", "12"],
    ["٥", "١٢"],
    ["1_005", "2_010"],
    ["0x5", "0xff"],
    ["0b101", "0b1"],
    ["'5", "'7"],
    ["(5)", "(7)"],
    ["5-", "7-"],
    ["<5", "~7", "≥9"],
    ["5×10^3", "7×10^3"],
    ["1/2", "3/4", "½"],
    ["1 day", "2 days"],
    ["1st", "2nd", "3rd"],
    ["0,5", "n/a", "-"],
]
WORDS = [
    ["low", "mid", "high"],
    ["shape 0", "shape 1"],
    ["A5", "B7"],
    ["v1.0", "v1.2"],
    ["1.2.3", "1.2.4"],
    ["0-9", "10-19", "80+"],
    ["3x3", "5x5"],
    ["1a", "1b", "2a"],
    ["12:30", "13:30"],
    ["2020-01-01", "2020-01-02"],
    ["n/a", "-"],
    ["5" + "x" * 1_000_000 + "5"],
    ["0,5", "high"],
    ["IV", "V"],
    ["", "-"],
]


@pytest.mark.parametrize("cells", NUMBERS, ids=str)
def test_all_numbers_of_unusual_number_formats_is_true(cells):
    assert all_numbers(cells)


@pytest.mark.parametrize("cells", WORDS, ids=lambda cells: cells[0][:20])
def test_all_numbers_of_words_is_false(cells):
    assert not all_numbers(cells)


def test_advice_for_cell_depends_on_its_format():
    assert advice_for("0,5") == SPELLING and advice_for("low") == CODES

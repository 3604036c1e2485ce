"""For whoever teaches: copies for students, marks for what they hand in, the guesses of a room.

    copies     what students get: the chapters without hints and solutions, with exercises of
               their own numbers; for nbgrader, or plain
    withheld   the package itself without solutions: what a submission runs on
    seat       where a submission runs: a process of its own that hands over answers
    grading    runs every submission in a seat, and judges its answers here
    room       the guesses of a class, as one picture for each question

A judge never runs where a student's code runs: a seat hands over data, or answers calls, and
nothing that it says is believed but answers.
"""

"""For teachers: copies for students, grades for what they hand in, the guesses of a class.

    handouts           what students get: the chapters without hints and solutions, with exercises
                       of their own numbers; for nbgrader, or plain
    submissions        the notebooks of a folder, and whose they are
    strip_package    the package itself without solutions: what a submission imports
    sandbox            the process of a submission, which sees nothing else
    runner             what runs in it: the cells, whose answers it hands over
    rpc                the messages between that process and the judge
    grading            judges the answers, here, and makes a table of them
    guesses            the guesses of a class, as one picture for each question

A judge never runs where a student's code runs, and reads nothing of it but data.
"""

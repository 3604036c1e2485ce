"""What every question stands on: scales for guesses, exercises with a judge, tables by hand.

questions    what a reader predicts, on which scale, with the truth as a function
exercises    what an exercise is, and how an answer is read and judged
answers      truths that are computed while a reader reads
worked       tables for cases worked by hand

The questions themselves stand in `chapters`.
"""

"""The parts of every question: scales for guesses, exercises that check answers, tables by hand.

questions     what a reader predicts, on which scale, with the truth as a function
exercises     what an exercise is, and how an answer is read and checked
answer_cache  truths that are computed while a reader reads
tables        tables for cases worked by hand

The questions themselves are in `chapters`.
"""

"""The parts of every question: scales for guesses, exercises that check answers, tables by hand.

questions     questions for a guess, with a scale and a function for the answer
exercises     exercises, and functions that read and check an answer
answer_cache  answers that are computed in the background
tables        tables for cases worked by hand

The questions themselves are in `chapters`.
"""

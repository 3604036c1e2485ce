"""Lessons: what notebooks ask and check.

questions    what a reader predicts, on which scale, with the truth as a function
"""

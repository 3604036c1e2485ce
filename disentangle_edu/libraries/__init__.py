"""Libraries: what others mean by the same names.

settings    the options of our own metrics that make them theirs
figures     what their own code printed, and on which inputs
compare     how much of a ranking is convention; the walk from one library's number to another's
"""

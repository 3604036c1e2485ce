"""A room for every chapter of the course; `course.py` has their order.

prose.py    the text of its notebook, from which `make notebooks` builds it
asked.py    its predictions, its exercises and the cases that are worked by hand
labs.py     its pictures to move; needs the extra "lab"
cases.py    what questions and labs are about, where they share more than a name
shelf/      what two chapters share

A chapter imports the library, `asking`, `bench` and the shelf, never another chapter. Readers find
what the chapters have in `labs` and `lessons`.
"""

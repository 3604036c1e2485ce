"""The parts of every lab. This is the only package that imports anywidget.

lab          values, a function that draws them, and what you can do with them
controls     quantities that you can move, as plain values with a check
protocol     every message between Python and the page, and its fields
widget       the stage, which sends and receives them; the folder page has the page's side
display      pictures that stay hidden until a question is answered
prediction   questions on a stage, and their answers
change_text  sentences on what a gesture has changed
history      undo and redo
links        addresses that open one lab in its state
tables       scores of several codes side by side

The labs themselves are in `chapters`.
"""

try:
    import anywidget
    import ipywidgets
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"disentangle_edu.labs: found no {error.name}, expected the packages of the extra 'lab': "
        "pip install 'disentangle-edu[lab]'.",
        name=error.name,
    ) from error

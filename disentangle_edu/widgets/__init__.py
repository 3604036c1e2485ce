"""What every lab stands on. The only room that imports anywidget.

lab         values, a function that draws them, and what a reader can do
controls    quantities that a reader moves, as plain values with a check
stage       what passes between Python and the page; the folder page is the page's side
links       addresses that open one lab in its state
predict     questions on a stage, and what stays veiled until they are answered
tables      scores of several codes side by side

The labs themselves stand in `chapters`.
"""

try:
    import anywidget
    import ipywidgets
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"disentangle_edu.labs: found no {error.name}, expected what the extra 'lab' brings: "
        "pip install 'disentangle-edu[lab]'.",
        name=error.name,
    ) from error

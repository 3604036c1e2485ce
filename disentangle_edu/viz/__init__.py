"""Results as pictures and pages, and the texts that notebooks show.

theme          colours that follow the theme of the page
canvas         a drawing area with shapes as methods; panels are functions of a canvas and data
plot           a plot with axes on a canvas, built from layers
handles        what a reader drags in a picture
panels         matrices, bars, scatter plots and curves as panels
picture        panels in rows, with a caption, a text and scores
score_pictures  scores and matrices as pictures
plots          the same as matplotlib figures
images         images of a world or a decoder inside a picture
text_size      how wide words are, and where lines break
report         HTML pages that need no other file
bibliography   papers that notebooks and docstrings refer to
markdown       sentences and the package's source, as notebooks show them
display_names  how metrics and latents are named in pictures
"""

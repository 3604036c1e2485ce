"""Results as pictures and pages, and the texts that notebooks show.

svg            shapes, colours that follow the theme, and handles to drag
canvas         a box of any size on which a panel is drawn
panels         matrices, bars, scatter plots and curves as panels
pictures       scores and matrices as SVG pictures
plots          the same as matplotlib figures
images         images of a world or a decoder inside a picture
report         HTML pages that need no other file
bibliography   papers that notebooks and docstrings refer to
markdown       sentences and the package's source, as notebooks show them
display_names  how metrics and latents are named in pictures
"""

"""Show: results as pictures and pages, and what notebooks read from.

pictures    small SVGs that move live, and matplotlib Axes to study
report      HTML pages that stand alone
reading     the package's own source and the papers, as notebooks show them
"""

"""Colours that follow the theme of the page, and the shades of a matrix."""

# Variables that the stage sets for the theme around it; a still picture brings its own (THEME).
INK, FAINT, GRID = "var(--de-ink)", "var(--de-faint)", "var(--de-grid)"
PAPER, GROUND = "var(--de-paper)", "var(--de-ground)"
PART, MARK = "var(--de-part)", "var(--de-mark)"
EMPTY, ON_EMPTY = "var(--de-empty)", "var(--de-on-empty)"
FULL, ON_FULL = "var(--de-full)", "var(--de-on-full)"
# After Okabe and Ito, told apart with any kind of colour vision; a marker of its own goes with
# each.
CLASSES = tuple(f"var(--de-c{j})" for j in range(7))
# Words, and what words lie on, take a shade of the hue that can be read.
READ = {hue: hue.replace(")", "-ink)") for hue in (MARK, *CLASSES[1:5])}

LIGHT = {
    **{"ink": "#1f2933", "faint": "#52606d", "grid": "#d3d9e0", "paper": "#ffffff"},
    **{"ground": "#f4f6f9", "part": "#0072b2", "mark": "#d55e00", "empty": "#ffffff"},
    **{"on-empty": "#000000", "full": "#003f86", "on-full": "#ffffff"},
    **{"c0": "#0072b2", "c1": "#d55e00"},
    **{"c2": "#009e73", "c3": "#b8578c", "c4": "#b87a00", "c5": "#56b4e9", "c6": "#1f2933"},
    **{"mark-ink": "#b84d00", "c1-ink": "#b84d00", "c2-ink": "#007a58", "c3-ink": "#a94a7e"},
    **{"c4-ink": "#8f5f00"},
}
DARK = {
    **{"ink": "#e4e7eb", "faint": "#aab4c0", "grid": "#44505c", "paper": "#14181d"},
    **{"ground": "#20262d", "part": "#56b4e9", "mark": "#ff9a4d", "empty": "#20262d"},
    **{"on-empty": "#ffffff", "full": "#4aa3e0", "on-full": "#000000"},
    **{"c0": "#56b4e9", "c1": "#ff9a4d"},
    **{"c2": "#35d0a5", "c3": "#f0a8d0", "c4": "#f2c230", "c5": "#9db8ff", "c6": "#e4e7eb"},
    **{"mark-ink": "#ff9a4d", "c1-ink": "#ff9a4d", "c2-ink": "#35d0a5", "c3-ink": "#f0a8d0"},
    **{"c4-ink": "#f2c230"},
}


def _css_variables(colours: dict[str, str]) -> str:
    return ";".join(f"--de-{name}:{colour}" for name, colour in colours.items())


def theme_css(light: str, dark: str) -> str:
    """CSS of the colours for two selectors, one for each theme.

    Parameters
    ----------
    light : str
        Selector of the light theme.
    dark : str
        Selector of the dark theme.

    Returns
    -------
    css : str
        Two rules that set the variables of all colours.

    Examples
    --------
    >>> from disentangle_edu.viz.theme import theme_css
    >>> theme_css("body", ".dark body")[:22]
    'body{--de-ink:#1f2933;'
    """
    return f"{light}{{{_css_variables(LIGHT)}}}{dark}{{{_css_variables(DARK)}}}"


STILL_CSS = (
    f":root{{{_css_variables(LIGHT)}}}"
    f"@media(prefers-color-scheme:dark){{:root{{{_css_variables(DARK)}}}}}"
)


def class_colour(k: int) -> str:
    """Colour of a class.

    Parameters
    ----------
    k : int
        Number of the class, from 0.

    Returns
    -------
    colour : str
        CSS colour. Colours repeat after 7 classes.

    Examples
    --------
    >>> from disentangle_edu.viz.theme import class_colour
    >>> class_colour(1)
    'var(--de-c1)'
    """
    return CLASSES[k % len(CLASSES)]


def shade(share: float) -> str:
    """Colour of a cell, from empty to full.

    Only the lightness carries the value, so the picture is readable in grey, too.

    Parameters
    ----------
    share : float
        Value in [0, 1]. Other values are clipped.

    Returns
    -------
    colour : str
        CSS colour: the empty colour for 0, and the full colour for 1.

    Examples
    --------
    >>> from disentangle_edu.viz.theme import shade
    >>> shade(0.5)
    'color-mix(in oklab,var(--de-full) 50.0%,var(--de-empty))'
    """
    percent = 100 * min(max(share, 0.0), 1.0)
    return f"color-mix(in oklab,{FULL} {percent:.1f}%,{EMPTY})"


def on_shade(share: float) -> str:
    """Colour of text that is readable on a shade.

    The contrast is 4.5 or more on every shade, in both themes.

    Parameters
    ----------
    share : float
        Value of the shade in [0, 1].

    Returns
    -------
    colour : str
        CSS colour.

    Examples
    --------
    >>> from disentangle_edu.viz.theme import on_shade
    >>> on_shade(0.2), on_shade(0.9)
    ('var(--de-on-empty)', 'var(--de-on-full)')
    """
    return ON_FULL if share > 0.7 else ON_EMPTY

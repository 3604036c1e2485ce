"""Type and colours of all pages and pictures, and the shades of a matrix.

Colour is a vocabulary: each of HANDLE, GUESS, TRUTH and CHOSEN has one meaning, and its colour is
used for nothing else. CLASSES are for factors, latents and other series. No other file of the
package names a colour by its value.
"""

# DejaVu Sans is the last named font, and no other is wider: `text_size` has its widths.
FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Helvetica,Arial,'DejaVu Sans',sans-serif"
CODE_FONT = "'SFMono-Regular',Menlo,Consolas,'DejaVu Sans Mono',monospace"

# CSS variables: the stage sets them for the page's theme, and a still picture by STILL_CSS.
INK, FAINT, GRID = "var(--de-ink)", "var(--de-faint)", "var(--de-grid)"
PAPER, GROUND = "var(--de-paper)", "var(--de-ground)"
HANDLE = "var(--de-handle)"  # orange: handles, and strokes that move with a handle
GUESS = "var(--de-guess)"  # violet: a guess
TRUTH = "var(--de-truth)"  # green: the answer to a guess
CHOSEN = "var(--de-chosen)"  # ink: chosen, or decisive for the result
PART = "var(--de-part)"  # blue: computed values, such as the parts of a score
EMPTY, ON_EMPTY = "var(--de-empty)", "var(--de-on-empty)"
FULL, ON_FULL = "var(--de-full)", "var(--de-on-full)"
# Blue, pink, turquoise, red, olive, slate and grey. Some colour-blind people confuse two of them,
# so each has its own marker.
CLASSES = tuple(f"var(--de-c{j})" for j in range(7))
# Legible shades of the colours, for text and for the background of text.
READ = {hue: hue.replace(")", "-ink)") for hue in (HANDLE, CLASSES[2], CLASSES[5])}

LIGHT = {
    **{"ink": "#1f2933", "faint": "#52606d", "grid": "#d3d9e0", "paper": "#ffffff"},
    **{"ground": "#f4f6f9", "handle": "#d55e00", "guess": "#6a3fc8", "truth": "#1e6b34"},
    **{"chosen": "#1f2933", "part": "#0072b2"},
    **{"empty": "#ffffff", "on-empty": "#000000", "full": "#003f86", "on-full": "#ffffff"},
    **{"c0": "#0072b2", "c1": "#b5417f", "c2": "#0f9b8e", "c3": "#8c2d19", "c4": "#6e680a"},
    **{"c5": "#6f86a8", "c6": "#5a5f66"},
    **{"handle-ink": "#b84d00", "c2-ink": "#0a756b", "c5-ink": "#546b8d"},
}
DARK = {
    **{"ink": "#e4e7eb", "faint": "#aab4c0", "grid": "#44505c", "paper": "#14181d"},
    **{"ground": "#20262d", "handle": "#ff9a4d", "guess": "#bda4ff", "truth": "#8fe39a"},
    **{"chosen": "#ffffff", "part": "#56b4e9"},
    **{"empty": "#20262d", "on-empty": "#ffffff", "full": "#4aa3e0", "on-full": "#000000"},
    **{"c0": "#56b4e9", "c1": "#f27bb5", "c2": "#25b39a", "c3": "#e0705c", "c4": "#e3d95f"},
    **{"c5": "#8597bd", "c6": "#b4bac2"},
    **{"handle-ink": "#ff9a4d", "c2-ink": "#25b39a", "c5-ink": "#9daed2"},
}
TYPE = {
    **{"font": FONT, "code-font": CODE_FONT},
    **{"title": "2rem", "heading": "1.375rem", "text": "1rem", "small": ".8125rem"},
}
HALF_GREY = "rgba(128,128,128,.25)"  # a background that is visible in both themes


def _css_variables(values: dict[str, str]) -> str:
    return ";".join(f"--de-{name}:{value}" for name, value in values.items())


def theme_css(light: str, dark: str) -> str:
    """CSS of the type and the colours for two selectors, one for each theme.

    Parameters
    ----------
    light : str
        Selector of the light theme.
    dark : str
        Selector of the dark theme.

    Returns
    -------
    css : str
        Rules that set the variables of all colours, sizes and typefaces.

    Examples
    --------
    >>> from disentangle_edu.viz.theme import theme_css
    >>> theme_css("body", ".dark body")[-20:]
    '--de-c5-ink:#9daed2}'
    """
    themes = f"{light}{{{_css_variables(LIGHT)}}}{dark}{{{_css_variables(DARK)}}}"
    return f"{light},{dark}{{{_css_variables(TYPE)}}}{themes}"


def page_css() -> str:
    """CSS of the type and the colours for a page whose body names its theme.

    Returns
    -------
    css : str
        Rules for a body with `data-theme`: "light", "dark", or "auto" for that of the system.

    Examples
    --------
    >>> from disentangle_edu.viz.theme import page_css
    >>> 'body[data-theme="dark"]' in page_css()
    True
    """
    auto = f'body[data-theme="auto"]{{{_css_variables(DARK)}}}'
    themes = theme_css("body", 'body[data-theme="dark"]')
    return f"{themes}@media(prefers-color-scheme:dark){{{auto}}}"


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

"""Pictures: panels that flow into rows, with their description, caption and scores."""

import base64
import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .canvas import GAP, Canvas, Panel
from .theme import FONT, PAPER, STILL_CSS

WIDTH = 860  # pixels of a still picture; a live one has the width of its stage
NARROW = 360  # pixels of a picture for narrow windows
LEGIBLE = 0.7  # the smallest scale at which a picture is easy to read
MARGIN = 8  # pixels on each side of a still picture in a notebook
BESIDE = 400  # pixels of a window that are not for the picture, such as a file list
ABOVE, BELOW = 4.0, 6.0  # pixels above the first row of panels and below the last


def _draw_rows(canvas: Canvas, rows: Sequence[Sequence[Panel]], width: float) -> None:
    """Draw panels side by side in each row, and rows below each other."""
    y = ABOVE
    for row in rows:
        x = 0.0
        for panel, share in zip(row, _row_widths(row, width)):
            canvas.draw(panel, x, y, share)
            x += share + GAP
        y += max(panel.height for panel in row) + GAP


def _rows_height(rows: Sequence[Sequence[Panel]]) -> float:
    inside = sum(max(panel.height for panel in row) for row in rows)
    return ABOVE + inside + GAP * (len(rows) - 1) + BELOW


def _flow_rows(panels: Sequence[Panel], width: float) -> list[list[Panel]]:
    """Rows with as many panels as fit; a panel with `rises`, alone in its row, comes first."""
    rows: list[list[Panel]] = []
    for panel in panels:
        used = sum(other.min_width + GAP for other in rows[-1]) if rows else 0
        if rows and used + panel.min_width <= width:
            rows[-1].append(panel)
        else:
            rows.append([panel])
    return sorted(rows, key=lambda row: not (len(row) == 1 and row[0].rises))


def _row_widths(row: Sequence[Panel], width: float) -> list[float]:
    """Widths of the panels in a row; they share spare space, up to each panel's max_width."""
    room = width - GAP * (len(row) - 1)
    widths = [min(panel.min_width, room) for panel in row]
    for _ in row:
        growable = [j for j, panel in enumerate(row) if widths[j] < panel.max_width]
        spare = room - sum(widths)
        if not growable or spare <= 0:
            break
        for j in growable:
            widths[j] = min(widths[j] + spare / len(growable), row[j].max_width)
    return widths


@dataclass(frozen=True, kw_only=True)
class Picture:
    """Panels with their caption, further sentences, and the scores that they show.

    Parameters
    ----------
    panels : tuple of Panel
        Panels in reading order.
    shows : str, default=''
        What the panels show, for those who cannot see them.
    caption : str, default=''
        Sentence to read first.
    text : str, default=''
        Further sentences, one a line.
    scores : mapping of str to object, default={}
        Scores in the picture by their names.

    Examples
    --------
    >>> from disentangle_edu.viz.canvas import Panel
    >>> from disentangle_edu.viz.picture import Picture
    >>> empty = Panel(lambda canvas: None, 100)
    >>> Picture(panels=(empty,), shows="An empty panel.", caption="Nothing.").alt
    'An empty panel. Nothing.'
    """

    panels: tuple[Panel, ...]
    shows: str = ""
    caption: str = ""
    text: str = ""
    scores: Mapping[str, Any] = field(default_factory=dict)
    _drawn: dict[tuple, str] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def alt(self) -> str:
        """Text alternative of the picture: what it shows, and its caption.

        Returns
        -------
        text : str
            Sentences.
        """
        return " ".join(filter(None, [self.shows, self.caption]))

    def heights(self, widths: Sequence[int]) -> list[tuple[int, float]]:
        """Height of the picture for several widths.

        Parameters
        ----------
        widths : sequence of int
            Widths in pixels, in ascending order.

        Returns
        -------
        steps : list of tuple
            Pairs of a width and the height from that width on, both in pixels.
        """
        steps: list[tuple[int, float]] = []
        for width in widths:
            height = _rows_height(_flow_rows(self.panels, width))
            if not steps or steps[-1][1] != height:
                steps.append((width, height))
        return steps

    def at(self, width: float = WIDTH, css: str = "", margin: float = 0) -> str:
        """SVG of the picture for a width.

        Parameters
        ----------
        width : float, default=860
            Width in pixels.
        css : str, default=''
            Style sheet. If given, the picture is a still one and has its own background.
        margin : float, default=0
            Pixels on the left and on the right.

        Returns
        -------
        svg : str
            SVG with the description.
        """
        if (width, css, margin) not in self._drawn:  # a cache
            self._drawn[width, css, margin] = self._draw(width, css, margin)
        return self._drawn[width, css, margin]

    def _draw(self, width: float, css: str, margin: float) -> str:
        rows = _flow_rows(self.panels, width)
        height = _rows_height(rows)
        canvas = Canvas(-margin, 0, width + 2 * margin, height)
        if css:
            canvas.rect(*canvas.box, PAPER)
        _draw_rows(canvas, rows, width)
        inside, alt = str(canvas), html.escape(self.alt)
        style = f"<style>{css}</style>" if css else ""
        role = "group" if "data-handle" in inside and not css else "img"  # img would hide handles
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="{role}" aria-label="{alt}" '
            f'font-family="{FONT}" font-size="12" '
            f'viewBox="{-margin} 0 {width + 2 * margin:g} {height:g}" '
            f'width="{width + 2 * margin:g}" height="{height:g}">'
            f"{style}{inside}</svg>"
        )

    @property
    def svg(self) -> str:
        """SVG of a still picture with its own colours, no wider than its panels use.

        Returns
        -------
        svg : str
            SVG with the description.
        """
        return self.at(self._used_width, STILL_CSS, MARGIN)

    @property
    def _used_width(self) -> float:
        """Width in pixels of the widest row of a still picture."""
        rows = _flow_rows(self.panels, WIDTH)
        return max(sum(_row_widths(row, WIDTH)) + GAP * (len(row) - 1) for row in rows)

    @property
    def small(self) -> str:
        """HTML of the picture as an image for a narrow window, readable on a phone.

        Returns
        -------
        html : str
            HTML of the image.
        """
        return _wrap_scrollable(
            self._image_html(self._narrow_svg, ' class="de-fits"', min_width=LEGIBLE * NARROW)
        )

    @property
    def _narrow_svg(self) -> str:
        return self.at(NARROW, STILL_CSS, MARGIN)

    @property
    def words(self) -> str:
        """All sentences, one a line.

        Returns
        -------
        words : str
            The sentence to read first, and the further ones.
        """
        return "\n".join(filter(None, [self.caption, self.text]))

    @property
    def image(self) -> str:
        """HTML of the picture as an image, which is visible even where scripts do not run.

        Returns
        -------
        html : str
            HTML of the image. It has a second drawing for a narrow window.
        """
        if self._used_width <= NARROW:
            return _wrap_scrollable(
                self._image_html(self.svg, min_width=LEGIBLE * self._used_width)
            )
        media_query = f"(max-width:{self._used_width + BESIDE:.0f}px)"
        narrow = f'<source media="{media_query}" srcset="{_data_url(self._narrow_svg)}"/>'
        wide_image = self._image_html(self.svg, min_width=LEGIBLE * NARROW)
        return _wrap_scrollable(f"<picture>{narrow}{wide_image}</picture>")

    def _image_html(self, svg: str, more: str = "", *, min_width: float) -> str:
        # In a narrower window the image is scrolled, so that it stays legible.
        size = f"max-width:100%;min-width:{min_width:.0f}px;height:auto"
        alt = html.escape(self.alt)
        return f'<img alt="{alt}"{more} style="{size}" src="{_data_url(svg)}"/>'

    def still(self) -> str:
        """HTML of the image and its sentences, for a saved notebook.

        Returns
        -------
        html : str
            HTML of a division.
        """
        sentence = f'<p style="margin:8px 0;font-size:16px">{html.escape(self.caption)}</p>'
        return f"<div>{self.image}{sentence if self.caption else ''}{paragraphs(self.text)}</div>"

    def __repr__(self) -> str:
        return self.words

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/plain": self.words, "text/html": self.still()}


def _data_url(svg: str) -> str:
    """Data URL with the SVG in it."""
    return f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"


def _wrap_scrollable(image: str) -> str:
    """HTML of an image that can be scrolled sideways if it is too wide."""
    return f'<div style="overflow-x:auto">{image}</div>'


def paragraphs(words: str) -> str:
    """HTML paragraphs of lines of text.

    Parameters
    ----------
    words : str
        Text, one paragraph a line.

    Returns
    -------
    html : str
        HTML of the paragraphs.

    Examples
    --------
    >>> from disentangle_edu.viz.picture import paragraphs
    >>> paragraphs("one" + chr(10) + "two").count("<p")
    2
    """
    style = "margin:0;font-size:13px;line-height:1.5"
    return "".join(f'<p style="{style}">{html.escape(line)}</p>' for line in words.splitlines())

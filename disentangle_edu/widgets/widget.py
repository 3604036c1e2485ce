"""The stage: shows scenes that Python draws, and brings back what the reader does with them.

The files in `page` patch the SVG in place, light up what belongs together and turn gestures into
wishes; here is only what passes between the two. The one widget of the package.
"""

import pathlib
import re
from collections.abc import Callable, Sequence
from typing import Any

import anywidget
import traitlets

from ..viz.picture import WIDTH
from ..viz.theme import theme_css

PAGE = pathlib.Path(__file__).parent / "page"
PARTS = ("tools", "moving", "around", "axes", "wishes", "inputs", "stage")  # none needs a later one
IMPORT, EXPORT = re.compile(r"^import .*\n", re.M), re.compile(r"^export (?!default)", re.M)


def joined(parts: Sequence[str] = PARTS) -> str:
    """Join the scripts of the page to one module, because a widget has only one.

    Parameters
    ----------
    parts : sequence of str, default=PARTS
        Names of the files in the folder page, without ".js".

    Returns
    -------
    source : str
        JavaScript without imports, and without exports except for the default one.

    Examples
    --------
    >>> from disentangle_edu.widgets.widget import joined
    >>> "export default" in joined()
    True
    """
    source = "\n".join((PAGE / f"{part}.js").read_text(encoding="utf-8") for part in parts)
    return EXPORT.sub("", IMPORT.sub("", source))


def styles() -> str:
    """Return the style sheet, with the colours of the light and the dark theme.

    Returns
    -------
    css : str
        Style sheet of a live lab and of its still picture.

    Examples
    --------
    >>> from disentangle_edu.widgets.widget import styles
    >>> '.de-asleep)[data-theme="dark"]' in styles()
    True
    """
    root = ":is(.de-stage, .de-asleep)"  # live, or still until Python comes
    colours = theme_css(f'{root}[data-theme="light"]', f'{root}[data-theme="dark"]')
    return colours + (PAGE / "stage.css").read_text(encoding="utf-8")


def in_python(message: Any) -> Any:
    """Convert a message of the page, with None for the null of JavaScript.

    A browser passes on null and undefined as objects of their own classes.

    Parameters
    ----------
    message : object
        Message, with lists and dictionaries at any depth.

    Returns
    -------
    message : object
        The same values as objects of Python.

    Examples
    --------
    >>> from disentangle_edu.widgets.widget import in_python
    >>> in_python({"values": (1, None)})
    {'values': [1, None]}
    """
    if isinstance(message, dict):
        return {name: in_python(value) for name, value in message.items()}
    if isinstance(message, list | tuple):
        return [in_python(value) for value in message]
    return None if type(message).__name__ in ("JsNull", "JsUndefined") else message


class Stage(anywidget.AnyWidget):
    """Widget with one scene and its controls.

    Parameters
    ----------
    controls : sequence of dict
        Specifications of inputs and buttons, as `controls.Control.spec` gives them.
    heard : callable
        Function such that heard(values, done, press) is called for every gesture of the reader.
    **more : object
        Values of the traits, such as `scene`.

    Attributes
    ----------
    scene : dict
        What to show: svg or html, said, text, message, values, code, link, source, asks, table,
        busy, veil, and the buttons.
    width : int
        Width in pixels. The page reports it as soon as it knows the width.
    asked : int
        Number of the newest gesture. The scene that answers it has the same number.

    Examples
    --------
    >>> from disentangle_edu.widgets.widget import Stage
    >>> Stage([], lambda values, done, press: None, scene={"text": "Hello."}).scene
    {'text': 'Hello.'}
    """

    _esm = joined()
    _css = styles()
    scene = traitlets.Dict().tag(sync=True)
    controls: traitlets.List = traitlets.List().tag(sync=True)
    width = traitlets.Int(WIDTH).tag(sync=True)
    usual_width = WIDTH  # what the last stage measured: the next one starts with it

    def __init__(
        self, controls: Sequence[dict], heard: Callable[[dict, bool, str], None], **more: Any
    ) -> None:
        super().__init__(controls=list(controls), width=Stage.usual_width, **more)
        self._heard = heard
        self.asked = 0  # the number of the newest wish: the scene that answers it carries it
        self.on_msg(self._message)

    def _message(self, _stage: object, message: dict, _buffers: object) -> None:
        message = in_python(message)
        if "width" in message:
            self.width = Stage.usual_width = message["width"]
            return
        if "missing" in message:
            self.send_state("scene")
            return
        for values in message.get("passed", []):
            self._heard(values, False, "")
        self.asked = max(self.asked, int(message.get("n", 0)))
        self._heard(message.get("values", {}), bool(message.get("done")), message.get("press", ""))

    def bundle(self) -> dict:
        """Return what a notebook needs to show the live widget.

        Returns
        -------
        bundle : dict
            MIME types and their content.
        """
        bundle: Any = self._repr_mimebundle_() or {}
        return bundle[0] if isinstance(bundle, tuple) else bundle

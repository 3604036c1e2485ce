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

from ..viz.svg import WIDTH, theme_css

PAGE = pathlib.Path(__file__).parent / "page"
PARTS = ("tools", "moving", "around", "axes", "wishes", "inputs", "stage")  # none needs a later one
IMPORT, EXPORT = re.compile(r"^import .*\n", re.M), re.compile(r"^export (?!default)", re.M)


def joined(parts: Sequence[str] = PARTS) -> str:
    """Parts of the page's side as one module: a widget brings no more than one."""
    source = "\n".join((PAGE / f"{part}.js").read_text(encoding="utf-8") for part in parts)
    return EXPORT.sub("", IMPORT.sub("", source))


def styles() -> str:
    """How it looks, in the light and in the dark."""
    root = ":is(.de-stage, .de-asleep)"  # live, or still until Python comes
    colours = theme_css(f'{root}[data-theme="light"]', f'{root}[data-theme="dark"]')
    return colours + (PAGE / "stage.css").read_text(encoding="utf-8")


def in_python(message: Any) -> Any:
    """What the page has sent, with None for JavaScript's null, which a browser hands on as such."""
    if isinstance(message, dict):
        return {name: in_python(value) for name, value in message.items()}
    if isinstance(message, list | tuple):
        return [in_python(value) for value in message]
    return None if type(message).__name__ in ("JsNull", "JsUndefined") else message


class Stage(anywidget.AnyWidget):
    """One scene, the controls that have no place in its picture, and the width that there is.

    scene : what to show: svg or html, said, text, message, values, code, link, source, asks, table,
    busy, veil, and what can be pressed.
    controls : specifications of inputs and buttons, as `controls.Control.spec` gives them.
    heard : called as heard(values, done, press) for every wish of the reader.
    width : pixels there are; what is known at first is told by the page as soon as it has looked.
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
        """What a notebook needs to show the live widget."""
        bundle: Any = self._repr_mimebundle_() or {}
        return bundle[0] if isinstance(bundle, tuple) else bundle

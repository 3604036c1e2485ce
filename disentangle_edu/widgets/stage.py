"""The stage: shows scenes that Python draws, and passes on what the reader does with them.

The files in `page` show a scene, highlight what belongs together and turn gestures into messages.
`protocol` describes scenes and messages. The stage is the only widget of the package.
"""

import pathlib
import re
from collections.abc import Callable, Sequence
from typing import Any

import anywidget
import traitlets

from ..viz.picture import WIDTH
from ..viz.theme import theme_css
from .protocol import ControlSpec, Message, Scene

PAGE = pathlib.Path(__file__).parent / "page"
# The scripts in the order of their imports: none imports a later one.
PARTS = ("tools", "moving", "around", "axes", "room", "gestures", "inputs", "stage")
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
    >>> from disentangle_edu.widgets.stage import joined
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
    >>> from disentangle_edu.widgets.stage import styles
    >>> '.de-asleep)[data-theme="dark"]' in styles()
    True
    """
    root = ":is(.de-stage, .de-asleep)"  # a live lab, or a still one before Python has started
    colours = theme_css(f'{root}[data-theme="light"]', f'{root}[data-theme="dark"]')
    return colours + (PAGE / "stage.css").read_text(encoding="utf-8")


def to_python(message: Any) -> Any:
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
    >>> from disentangle_edu.widgets.stage import to_python
    >>> to_python({"values": (1, None)})
    {'values': [1, None]}
    """
    if isinstance(message, dict):
        return {name: to_python(value) for name, value in message.items()}
    if isinstance(message, list | tuple):
        return [to_python(value) for value in message]
    return None if type(message).__name__ in ("JsNull", "JsUndefined") else message


class Stage(anywidget.AnyWidget):
    """Widget with one scene and its controls.

    Parameters
    ----------
    controls : sequence of ControlSpec
        Inputs and buttons.
    on_gesture : callable
        Function such that on_gesture(values, done, press) is called for every gesture of the
        reader.
    **more : object
        Values of the traits, such as `scene`.

    Attributes
    ----------
    scene : Scene
        What the page shows.
    controls : list of ControlSpec
        Inputs and buttons.
    width : int
        Width in pixels. The page reports it as soon as it knows the width.
    sequence : int
        Number of the newest gesture. The scene that answers it has the same number.

    Examples
    --------
    >>> from disentangle_edu.widgets.stage import Stage
    >>> Stage([], lambda values, done, press: None, scene={"text": "Hello."}).scene
    {'text': 'Hello.'}
    """

    _esm = joined()
    _css = styles()
    scene: Scene = traitlets.Dict().tag(sync=True)  # type: ignore[assignment]
    controls: list[ControlSpec] = traitlets.List().tag(sync=True)  # type: ignore[assignment]
    width = traitlets.Int(WIDTH).tag(sync=True)
    usual_width = WIDTH  # pixels: the width of the last stage, and the first width of the next

    def __init__(
        self,
        controls: Sequence[ControlSpec],
        on_gesture: Callable[[dict, bool, str], None],
        **more: Any,
    ) -> None:
        super().__init__(controls=list(controls), width=Stage.usual_width, **more)
        self._on_gesture = on_gesture
        self.sequence = 0
        self.on_msg(lambda _stage, message, _buffers: self.on_message(message))

    def on_message(self, message: Message) -> None:
        """Receive a message of the page.

        Parameters
        ----------
        message : Message
            Gesture, width, or request to send the scene again.
        """
        message = to_python(message)
        if "width" in message:
            self.width = Stage.usual_width = message["width"]
            return
        if "resend" in message:
            self.send_state("scene")
            return
        for values in message.get("turning_points", []):
            self._on_gesture(values, False, "")
        self.sequence = max(self.sequence, int(message.get("sequence", 0)))
        self._on_gesture(
            message.get("values", {}), bool(message.get("done")), message.get("press", "")
        )

    def bundle(self) -> dict:
        """Return what a notebook needs to show the live widget.

        Returns
        -------
        bundle : dict
            MIME types and their content.
        """
        bundle: Any = self._repr_mimebundle_() or {}
        return bundle[0] if isinstance(bundle, tuple) else bundle

"""Handles: shapes that a reader drags, or moves with keys, to change the value of a control."""

import functools
import html
import json
from dataclasses import dataclass
from typing import Any

_encode = json.JSONEncoder(separators=(",", ":")).encode


@dataclass(frozen=True)
class Axis:
    """Quantity that a handle moves, and how pixels become its values.

    Parameters
    ----------
    name : str
        Name of the control, or a path to an entry of its value such as "values/0/2".
    value : float
        Present value.
    low : float
        Lowest value.
    high : float
        Highest value.
    step : float
        Distance between two values.
    along : {'x', 'y', 'pull', 'across', 'turn'}
        With "x" or "y", the handle is taken to a position. With "pull" or "across", it is dragged
        vertically or sideways from its position. With "turn", it is an angle in degrees around a
        point.
    start : float
        Pixel of the lowest value. For "pull" and "across", the pixels from the lowest to the
        highest value. For "turn", the point's first coordinate.
    end : float, default=0.0
        Pixel of the highest value. For "turn", the point's second coordinate.
    spoken : str, default=''
        Spoken name of the quantity, if a handle moves two quantities.

    Examples
    --------
    >>> from disentangle_edu.viz.handles import Axis
    >>> Axis("noise", 0.5, 0.0, 1.0, 0.01, "x", 20.0, 220.0).along
    'x'
    """

    name: str
    value: float
    low: float
    high: float
    step: float
    along: str
    start: float
    end: float = 0.0
    spoken: str = ""


@dataclass(frozen=True)
class Handle:
    """Shape that is a control.

    Parameters
    ----------
    label : str
        Spoken name.
    axes : tuple of Axis
        One or two quantities that the handle moves.
    words : str, default=''
        Spoken value. If empty, the number is spoken.
    cell : tuple of int or None, default=None
        Row and column in a grid of handles, in which arrow keys move.
    place : bool, default=False
        Whether a click anywhere on the shape sets the value.
    chosen : bool or None, default=None
        Whether this option is chosen, if the handle is a radio button. A click sets the value to
        the high end of the axis.
    sweep : str, default=''
        Name that several handles share. A stroke that begins on one of them sets all that it
        crosses.

    Examples
    --------
    >>> from disentangle_edu.viz.handles import Axis, Handle
    >>> axis = Axis("noise", 0.5, 0.0, 1.0, 0.01, "x", 20.0, 220.0)
    >>> Handle("noise", (axis,)).attributes()["role"]
    'slider'
    """

    label: str
    axes: tuple[Axis, ...]
    words: str = ""
    cell: tuple[int, int] | None = None
    place: bool = False
    chosen: bool | None = None
    sweep: str = ""

    def attributes(self) -> dict[str, Any]:
        """SVG attributes of an element, for the page and for screen readers.

        Returns
        -------
        attributes : dict of str to object
            Values by the attribute's name.
        """
        moves: dict[str, Any] = {
            "label": self.label,
            "axes": [_axis_data(axis) for axis in self.axes],
        }
        moves |= {"place": True} if self.place else {}
        moves |= {"cell": self.cell} if self.cell else {}
        moves |= {"sweep": self.sweep} if self.sweep else {}
        moves |= {"radio": True} if self.chosen is not None else {}
        data = {"class": "de-handle", "data-handle": _encode(moves)}
        return data | ({} if len(self.axes) > 1 else {"tabindex": 0} | self._aria_attributes())

    @functools.cached_property
    def svg(self) -> str:
        """Attributes as SVG text.

        Returns
        -------
        svg : str
            Text that begins with a space.
        """
        pairs = self.attributes().items()
        return "".join([f' {name}="{html.escape(str(value))}"' for name, value in pairs])

    def _aria_attributes(self) -> dict[str, str]:
        """Role, name and value for screen readers."""
        (axis,) = self.axes
        value_text = self.words or f"{axis.value:.4g}"
        if self.chosen is not None:
            name = f"{self.label}: {self.words}" if self.words else self.label
            return {"role": "radio", "aria-label": name, "aria-checked": str(self.chosen).lower()}
        if self.cell:
            cell_state = {"role": "gridcell", "aria-label": f"{self.label}: {value_text}"}
            return cell_state | {"aria-keyshortcuts": "+ - PageUp PageDown Home End"}
        ends = {"aria-valuemin": f"{axis.low:g}", "aria-valuemax": f"{axis.high:g}"}
        value_state = {"aria-valuenow": f"{axis.value:.4g}", "aria-valuetext": value_text}
        return {"role": "slider", "aria-label": self.label} | ends | value_state


def _axis_data(axis: Axis) -> dict[str, Any]:
    """Fields of an axis for the page, without those that are empty."""
    return {name: value for name, value in vars(axis).items() if value != ""}


def pull(name: str, label: str, value: float, high: float = 1.0, step: float = 0.01) -> Handle:
    """Handle that is dragged up and down, 150 pixels from 0 to the highest value.

    Parameters
    ----------
    name : str
        Name of the control, or a path to an entry of its value.
    label : str
        Spoken name.
    value : float
        Present value.
    high : float, default=1.0
        Highest value.
    step : float, default=0.01
        Distance between two values.

    Returns
    -------
    handle : Handle
        Handle with one axis.

    Examples
    --------
    >>> from disentangle_edu.viz.handles import pull
    >>> pull("values/0/2", "latent 1, factor 3", 0.5).axes[0].along
    'pull'
    """
    return Handle(label, (Axis(name, value, 0.0, high, step, "pull", 150.0),))


def along(
    name: str, value: float, limits: tuple[float, float], step: float, ends: tuple[float, float]
) -> Axis:
    """Horizontal axis of a quantity that is dragged from left to right between two pixels.

    Parameters
    ----------
    name : str
        Name of the control, or a path to an entry of its value.
    value : float
        Present value.
    limits : tuple of float
        Lowest and highest value.
    step : float
        Distance between two values.
    ends : tuple of float
        Pixels of the lowest and the highest value.

    Returns
    -------
    axis : Axis
        Axis in the direction "x".

    Examples
    --------
    >>> from disentangle_edu.viz.handles import along
    >>> along("noise", 0.5, (0, 1), 0.01, (20, 220)).end
    220
    """
    return Axis(name, value, limits[0], limits[1], step, "x", ends[0], ends[1])

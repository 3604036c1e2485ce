"""Transitional names."""

from .canvas import *  # noqa
from .canvas import Keyword as Word, KEYWORDS as WORDS, Canvas, GAP  # noqa
from .handles import *  # noqa
from .picture import *  # noqa
from .picture import paragraphs  # noqa
from .text_size import *  # noqa
from .theme import *  # noqa
from .theme import CLASSES, READ, LIGHT, DARK, STILL_CSS  # noqa

Keywords = dict


def _string(name):
    def shape(*args, **kwargs):
        canvas = Canvas(0, 0, 0, 0)
        getattr(canvas, name)(*args, **kwargs)
        return str(canvas)

    return shape


rect, circle, line, polyline, path, text = map(
    _string, ["rect", "circle", "line", "polyline", "path", "text"]
)
marker, markers, bracket, paragraph = map(_string, ["marker", "markers", "bracket", "paragraph"])


def heading(x, y, width, *versions):
    canvas = Canvas(x, y, width, 0)
    canvas.title(*versions)
    return str(canvas)


def group(*inside, **style):
    canvas = Canvas(0, 0, 0, 0)
    with canvas.group(**style):
        canvas.add(*inside)
    return str(canvas)


def choices(label, *inside, **style):
    return group(*inside, role="radiogroup", aria_label=label, **style)


def image_at(x, y, width, image, key, height=None):
    canvas = Canvas(0, 0, 0, 0)
    canvas.image(x, y, width, image, key, height)
    return str(canvas)


from collections.abc import Callable

Place = Callable[[float, float], tuple[float, float]]


def draw_axes(canvas, labels, x_range, y_range, *, x_ticks=None, box=None):
    from .plot import Plot

    return Plot(canvas.within(*box) if box else canvas, labels, x_range, y_range, x_ticks=x_ticks)


def legend(x, y, width, names):
    canvas = Canvas(x, y, width, 0)
    canvas.legend(names, 0)
    return str(canvas)


def slider(handle, value, limits, ends, y, **more):
    canvas = Canvas(0, 0, 0, 0)
    canvas.slider(handle[0], value, limits, ends, y, label=handle[1], **more)
    return str(canvas)

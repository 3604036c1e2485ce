"""What the tests of labs share: values to set controls to, and checks of a picture."""

import itertools
import json
import re
import time
import xml.etree.ElementTree as ET

import svg_boxes

from disentangle_edu.viz.canvas import Canvas

BY_HAND = [[0.5, 0.25], [0.125, 1.0]]
OTHERS = {  # for controls that are not plain numbers: another value for each
    "places": [-1.0, -0.5, 0.5, 1.0, 0.9],
    "taught": [(4.0, 1)],
    "chosen": [5, 1, 2, 3, 4, 5, 1, 2, 3],
    "views": ("pooled",),
    "order": [1, 0, 2],
    "positions": [1, 0, 2, 3],
    "metrics": None,  # chosen before a guess
    "worlds": None,
    "cuts": [0.25],
    "cells": [[0, 0], [0, 1], [1, 0], [1, 1]],
    "judge": "sap",
    "copies": [[1.0, 0.5, 0.0], [0.0, 1.0, 0.5], [0.5, 0.0, 1.0]],
    "weights": [[1.0, 0.5, 0.0], [0.0, 1.0, 0.5], [0.5, 0.0, 1.0]],
    "values": BY_HAND,
    "guess": [0, 1, 0, 1, 0],
    "bits": [[0.5, 0.25, 0.125, 1.0]] * 8,
    "names": ["size", "hue", "place"],
    "pairs": [[1.0, 2.0], [3.0, 5.0]],
    "samples": [[1.0, 2.0, 3.0], [4.0, 5.0, 7.0]],
}


def another(lab, name):
    """A value that a control does not have yet; None if only a button or a drag changes it."""
    control, now = lab.specs[name], lab.values[name]
    if name in ("latents", "left", "right") and not isinstance(now, int):
        return [1.5] * {"handwriting": 10, "coloured_digits": 3}.get(lab.name, 8)
    if control.kind == "hidden" and name in OTHERS:
        return OTHERS[name]
    if control.options:
        return next((value for value in control.options if value != now), None)
    if isinstance(now, bool):
        return not now
    return control.low if now != control.low else control.high


def moving(lab):
    """Move one control after another, each from the lab's start; yields the control's name."""
    for name in lab.specs:
        value = another(lab, name)
        hidden = lab.hidden_controls(lab.values) if lab.hidden_controls else ()
        if value is None or name in hidden:
            continue
        lab.controls[name].value = value
        yield name
        lab.reset()
        assert lab.values == lab.default_values, name


WIDTHS = (360, 580, 860, 1400)


def draw_panel(panel, x=0, y=0, width=600):
    """Draw a panel in a box and return the SVG."""
    canvas = Canvas(x, y, width, panel.height)
    panel.draw(canvas)
    return str(canvas)


def looks(lab):
    """The picture and its words."""
    return lab.picture.at(860), lab.picture.words


def scene_of(lab):
    """The scene that the page shows for the current state."""
    lab.refresh()
    return lab.stage.scene


def handles(picture):
    """The handles that a picture declares, without the two sliders of a corner handle."""
    nodes = [node for node in ET.fromstring(picture.at(860)).iter() if not node.get("data-of")]
    return [json.loads(node.get("data-handle")) for node in nodes if node.get("data-handle")]


def check_geometry(svg):
    """Everything is inside the picture, and the handles and bars show their values."""
    inside(svg)
    nodes = list(ET.fromstring(svg).iter())
    for node in nodes:
        if node.get("data-handle") and node.get("cx") and node.get("role") != "radio":
            _check_handle(node)
    for bars in _titled_bars(nodes).values():
        values, *sides = zip(*bars)
        assert any(_is_to_scale(lengths, values) for lengths in sides), bars


def _check_handle(node):
    """A round handle is drawn where its values are on their axes."""
    for axis in json.loads(node.get("data-handle"))["axes"]:
        low, high, start, end = (axis[word] for word in ("low", "high", "start", "end"))
        if axis["along"] in ("x", "y") and low != high:
            expected = start + (axis["value"] - low) / (high - low) * (end - start)
            assert abs(float(node.get(f"c{axis['along']}")) - expected) <= 1, axis


def _titled_bars(nodes):
    """{key without its number: [(value in the title, width, height) of each bar]}."""
    bars = {}
    for node in nodes:
        title = next((child.text for child in node if child.tag.endswith("title")), "")
        value = re.search(r": (?:\w+ )?(\d\.\d+)(?:, weight|$)", title)
        if node.get("width") and value and "color-mix" not in node.get("fill"):
            stem = re.sub(r"\d", "", node.get("data-key", ""))
            sizes = (float(node.get(side)) for side in ("width", "height"))
            bars.setdefault(stem, []).append((float(value[1]), *sizes))
    return bars


def _is_to_scale(lengths, values):
    """Whether the bars' lengths match their rounded values to within one pixel."""
    scale = max(lengths) / (max(values) or 1)
    differences = (abs(length - value * scale) for length, value in zip(lengths, values))
    return max(differences) <= 1 + 0.005 * scale


def inside(svg):
    """No shape or text extends beyond the edges, and no two texts overlap."""
    frame = svg_boxes.frame(svg)
    for box in svg_boxes.boxes(svg):
        assert box.beyond(frame) <= 2, (box.what, box.beyond(frame), frame.right)
    for one, other in itertools.combinations(svg_boxes.texts(svg), 2):
        assert one.covered(other) < 0.4, (one.what, other.what, frame.right)


def until(done):
    """Wait for something that another thread does."""
    for _ in range(6000):
        if done():
            return
        time.sleep(0.01)
    raise AssertionError("it never came")

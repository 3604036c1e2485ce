"""Stored frames: the pictures of a lab for all values of one control, for the time before Python.

A frame is a scene of the lab as JSON text, cut at its quotation marks. The page itself holds the
first frame, and a file holds the pieces that differ in each other one; `wake/frames.js` joins them.
"""

import json
from pathlib import Path
from typing import Any

from disentangle_edu.widgets.interaction import Lab

WIDTHS = (350, 840)  # pixels: a lab on a phone, and in a window of 1,280 pixels


def write(lab: Lab, path: Path) -> dict[str, Any]:
    """Write the file of a lab; returns the rest, which the page itself holds."""
    control = lab.specs[lab.stored]
    count = round((control.high - control.low) / control.step) + 1
    texts = {width: scenes(lab, width, count) for width in WIDTHS}
    pieces: dict[str, int] = {}  # numbers of the pieces that differ from the first frame
    differences = {
        width: [changes(frame, first, pieces) for frame in others]
        for width, (first, *others) in texts.items()
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    content = {"pieces": list(pieces), "frames": differences}
    path.write_text(json.dumps(content, separators=(",", ":"), ensure_ascii=False))
    first = {str(width): first for width, (first, *_) in texts.items()}
    axis = {"control": lab.stored, "low": control.low, "step": control.step}
    return {"frames": axis | {"first": first, "file": path.name}}


def scenes(lab: Lab, width: int, count: int) -> list[str]:
    """The scenes of a lab at every value of its control, as JSON."""
    control, first = lab.specs[lab.stored], dict(lab.values)
    lab.stage.width = width
    written = []
    for j in range(count):
        lab.values = first | {lab.stored: control.low + j * control.step}
        lab.picture = lab.draw(**lab.values)
        lab.refresh()
        written.append(json.dumps(lab.stage.scene, ensure_ascii=False))
    lab.values, lab.picture = first, lab.draw(**first)
    return written


def changes(frame: str, first: str, pieces: dict[str, int]) -> list[int]:
    """Places of the pieces that differ from the first frame, each with the number of its piece.

    Raises ValueError if a frame has other shapes than the first one.
    """
    ours, theirs = frame.split('"'), first.split('"')
    if len(ours) != len(theirs):
        raise ValueError(
            f"frame: found {len(ours)} pieces, expected {len(theirs)} as in the first."
        )
    changed = [place for place, piece in enumerate(ours) if piece != theirs[place]]
    return [
        number
        for place in changed
        for number in (place, pieces.setdefault(ours[place], len(pieces)))
    ]

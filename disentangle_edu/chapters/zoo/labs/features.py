"""Two features of a hidden layer, and the images on which each of them fires."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from .... import viz, widgets
from ....zoo import pretrained
from ....zoo.features import left_over
from ..data import NETWORKS, ActiveFeatures, active_features

MAX_ACTIVE = 200  # the largest number of features that a rail has room for
FIRST, SECOND = viz.class_colour(0), viz.class_colour(1)
SHAPE_NAMES = {"square": "squares", "ellipse": "ellipses", "heart": "hearts"}


@viz.panel(170, min_width=280, max_width=560)
def rail_panel(
    canvas: viz.Canvas, alive: ActiveFeatures, first: int, second: int, partner: bool
) -> None:
    """A bar for every feature that ever fires, and a handle for each of the two features."""
    often, last = alive.on.mean(0), len(alive.which) - 1
    x, y, width, height = canvas.box
    left, right, floor = x + 12, x + width - 12, y + height - 46
    pitch, max_height = (right - left) / (last + 1), floor - y - 34
    canvas.title("drag the handles; bars show how often features fire", "drag the handles")
    for j, share in enumerate(often):
        high = max(max_height * share / often.max(), 1)
        colour = FIRST if j == first else SECOND if j == second else viz.FAINT
        bar: viz.Style = {"key": f"bar{j}", "fill_opacity": "1" if j in (first, second) else "0.5"}
        canvas.rect(left + j * pitch, floor - high, max(pitch - 1, 1), high, colour, **bar)
    ends = left + pitch / 2, right - pitch / 2
    to_x = viz.scale((0, last), ends)
    if partner:
        tie = to_x(first), floor + 14, to_x(second), floor + 34
        canvas.line(*tie, viz.FAINT, stroke_width="2", key="tie")
    marks = ("first", first, FIRST, floor + 14), ("second", second, SECOND, floor + 34)
    for name, position, colour, down in marks:
        axis = viz.along(name, float(position), (0, last), 1, ends)
        handle = viz.Handle(f"the {name} feature", (axis,), f"feature {alive.which[position] + 1}")
        canvas.line(left, down, right, down, colour, stroke_width="3")
        canvas.circle(to_x(position), down, 9, viz.HANDLE, key=name, handle=handle)


@viz.panel(240, min_width=300, max_width=620)
def maps_panel(canvas: viz.Canvas, alive: ActiveFeatures, first: int, second: int) -> None:
    """Positions at which the two features fire, in a square for each shape."""
    maps = [alive.map_of(j) for j in (first, second)]
    size = maps[0].shape[-1]
    x, y, width, height = canvas.box
    pitch = (width - 16) / len(SHAPE_NAMES)
    side = min(pitch - 8, height - 52)
    cell = side / size
    canvas.title("positions at which the two features fire", "where they fire")
    for s, name in enumerate(SHAPE_NAMES.values()):
        left, top = x + s * pitch, y + 46
        canvas.text(left, y + 38, name, "start", font_size="12")
        canvas.rect(left, top, side, side, viz.GROUND, viz.GRID)
        for down, across in np.argwhere(np.nan_to_num(np.maximum(*maps)[s]) > 0):
            shares = [float(field[s, down, across]) for field in maps]
            colour = viz.INK if all(shares) else FIRST if shares[0] else SECOND
            look: viz.Style = {"fill_opacity": f"{max(shares):.2f}"}
            canvas.rect(left + across * cell, top + down * cell, cell, cell, colour, **look)


def images_of_shape(alive: ActiveFeatures, feature: int) -> tuple[NDArray[np.bool_], str]:
    """Images of the shape on which a feature fires most often, and the name of the shape."""
    shape = int(alive.on_shapes(feature).argmax())
    return alive.shape == shape, list(SHAPE_NAMES.values())[shape]


def describe_feature(alive: ActiveFeatures, feature: int, colour: str) -> str:
    """Number of a feature, and how often it fires on its shape and on other shapes."""
    (same_shape, name), fires = images_of_shape(alive, feature), alive.on[:, feature]
    often, else_ = fires[same_shape].mean(), fires[~same_shape].mean()
    number = f"Feature {alive.which[feature] + 1} ({colour})"
    return f"{number} fires on {often:.0%} of {name} and on {else_:.0%} of other shapes."


def firing_rate(fires: NDArray[np.bool_], images: NDArray[np.bool_]) -> float:
    """Share of images on which a feature fires; 0 if there are no images."""
    return float(fires[images].mean()) if images.any() else 0.0


def clip_feature(alive: ActiveFeatures, feature: int) -> int:
    """A number of a feature, no larger than the last one."""
    return min(feature, len(alive.which) - 1)


def follow_features(before: dict, now: dict) -> dict:
    """Take the purest feature of another network; keep a second feature that the reader chose."""
    alive = active_features(now["network"])
    other = before["network"] != now["network"] and before["first"] == now["first"]
    now = now | {"first": alive.purest() if other else clip_feature(alive, now["first"])}
    if before["second"] != now["second"] and before["partner"]:
        now = now | {"partner": False}
    if now["partner"]:
        return now | {"second": alive.fills(now["first"])}
    return now | {"second": clip_feature(alive, now["second"])}


def features_controls() -> Mapping[str, widgets.Control]:
    """A network, its purest feature, and the feature that fires most where this one is silent."""
    alive = active_features(NETWORKS[0])
    first = alive.purest()
    return {
        "network": widgets.choice("network", list(NETWORKS), NETWORKS[0]),
        "first": widgets.moved_by_handle(widgets.whole("first", first, 0, MAX_ACTIVE)),
        "second": widgets.moved_by_handle(
            widgets.whole("second", alive.fills(first), 0, MAX_ACTIVE)
        ),
        "partner": widgets.flag("pink: the feature that fires where blue is silent", True),
    }


@widgets.lab(
    features_controls, update_memory=follow_features, describe_change=widgets.describe_by_caption
)
def features(network: str, first: int, second: int, partner: bool) -> viz.Picture:
    """Where do two features of a layer fire, and which one fires where the other is silent?"""
    alive = active_features(network)
    first, second = clip_feature(alive, first), clip_feature(alive, second)
    blue, pink = (alive.on[:, j] for j in (first, second))
    same_shape, name = images_of_shape(alive, first)
    silent, speaks = (firing_rate(pink, same_shape & fires) for fires in (~blue, blue))
    return viz.Picture(
        panels=(
            viz.stack(
                rail_panel(alive, first, second, partner),
                maps_panel(alive, first, second),
            ),
        ),
        shows=f"How often each feature of network {network} fires, and the positions at which two "
        "of them fire.",
        caption=f"The pink feature fires on {silent:.0%} of the {name} on which the blue feature "
        f"is silent, and on {speaks:.0%} of the {name} on which the blue feature fires.",
        text=f"{describe_feature(alive, first, 'blue')} "
        f"{describe_feature(alive, second, 'pink')}\n"
        f"In network {network}, {len(alive.which)} of 1,000 "
        f"features fire on at least one of {len(same_shape):,} images. Together they reconstruct "
        f"all but {left_over(pretrained.PAIR[network]):.1%} of the layer's variance. The bars are "
        "sorted by how often a feature fires.\nA cell is a position. It is blue if the first "
        "feature fires there, pink if the second does, and dark if both do. A cell is fainter if "
        "the features fire on fewer of the sizes at this position. An empty cell means that "
        "neither fires, or that there was no image.",
        scores={"where blue is silent": silent, "where blue fires": speaks},
    )

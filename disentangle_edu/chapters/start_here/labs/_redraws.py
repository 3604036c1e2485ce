"""Redraws of one side of a rectangle: which latents moved, and with which side."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from ..data import SIDES, latents_of


@dataclass(frozen=True)
class RedrawHistory:
    """Record of the redraws that changed only one side.

    moved : how often each latent moved, with the width and with the height.   redrawn : how often
    only the width, and only the height, was redrawn.   last : (latent, side) of each latent that
    moved in the newest redraw.   count : redraws that count.   both : whether the last step changed
    both sides, and so does not count.   tried : which of the two characteristics each code has met
    so far.
    """

    moved: tuple[tuple[int, int], ...]
    redrawn: tuple[int, int] = (0, 0)
    last: tuple[tuple[int, int], ...] = ()
    count: int = 0
    both: bool = False
    tried: Mapping[str, tuple[bool, bool]] = field(default_factory=dict)


def empty_history(code: str, tried: Mapping[str, tuple[bool, bool]] | None = None) -> RedrawHistory:
    """No redraw yet."""
    return RedrawHistory(((0, 0),) * len(latents_of(code, 1, 1)), tried=tried or {})


def follow_redraws(before: dict, now: dict) -> dict:
    """Count a redraw of only one side, and the characteristics that each code has met."""
    history: RedrawHistory = before["memory"]
    if before["code"] != now["code"]:
        return now | {"memory": empty_history(now["code"], history.tried)}
    changed = [side for side in SIDES if before[side] != now[side]]
    if len(changed) == 2:
        return now | {"memory": replace(history, last=(), both=True)}
    if changed:
        history = add_redraw(history, SIDES.index(changed[0]), before, now)
    if outcome := characteristics_so_far(history):
        history = replace(history, tried={**history.tried, now["code"]: outcome})
    return now | {"memory": history}


def add_redraw(history: RedrawHistory, side: int, before: dict, now: dict) -> RedrawHistory:
    """The record after one more redraw, of only this side."""
    old, new = (latents_of(v["code"], v["width"], v["height"]) for v in (before, now))
    changed = np.flatnonzero(old != new)
    move_counts, redraw_counts = np.array(history.moved), np.array(history.redrawn)
    move_counts[changed, side] += 1
    redraw_counts[side] += 1
    return replace(
        history,
        moved=tuple(map(tuple, move_counts.tolist())),
        redrawn=tuple(redraw_counts.tolist()),
        last=tuple((int(i), side) for i in changed),
        count=history.count + 1,
        both=False,
    )


def characteristics_so_far(history: RedrawHistory) -> tuple[bool, bool] | None:
    """Whether a code has met Characteristics 1 and 2 so far.

    None until both the width and the height were redrawn.
    """
    if min(history.redrawn) == 0:
        return None
    moves = np.array(history.moved) > 0
    return bool(moves.sum(1).max() <= 1), bool(moves.sum(0).max() <= 1)

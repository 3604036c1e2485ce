"""Things in an order that a reader changes: each has a position, and one is dragged at a time."""

from collections.abc import Sequence


def move_one(before: Sequence[int], now: Sequence[int]) -> list[int]:
    """Positions after one of them was dragged: the things in between make room.

    Examples
    --------
    >>> move_one([0, 1, 2], [2, 1, 2])
    [2, 0, 1]
    """
    moved = [k for k, (old, new) in enumerate(zip(before, now)) if old != new]
    if len(before) != len(now) or len(moved) != 1:
        return list(now)
    (k,) = moved
    order = sorted(range(len(before)), key=before.__getitem__)
    order.remove(k)
    order.insert(now[k], k)
    return [order.index(j) for j in range(len(order))]


def check_positions(name: str, value: Sequence[float]) -> list[int]:
    """Whole numbers from 0; two are equal while one of them is dragged."""
    positions = [int(position) for position in value]
    if not all(0 <= position < len(positions) for position in positions):
        raise ValueError(f"{name}: found {value!r}, expected a position from 0 for each thing.")
    return positions

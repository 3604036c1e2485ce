"""The sentence on what a gesture has changed: the score, the part that moved it, and why."""

from typing import SupportsFloat

import numpy as np

from ..score import Score
from ..viz.display_names import begun
from ..viz.svg import Picture

SEEN = 0.0005  # changes of a score from which on three digits show them
HINDERS = 0.4  # what works against a change is told if it does so much of what works for it
ALIKE = 0.7  # all parts moved alike if none moved by less than this share of the most


def use_caption(before: Picture, now: Picture) -> str:
    """The sentence that the new picture brings along."""
    return now.caption


def each_changed(before: Picture, now: Picture) -> str:
    """A sentence on each score: how it moved, the part that moved it, and why."""
    old, new = before.scores, now.scores
    if not old or all(abs(float(old[name]) - float(new[name])) < SEEN for name in new):
        return now.caption
    return " ".join(_describe_score(name, old[name], new[name]) for name in new)


def what_changed(before: Picture, now: Picture) -> str:
    """A sentence on the score that moved most, the part that moved it, and why."""
    shared = [name for name in now.scores if name in before.scores]
    if not shared:
        return ""
    changes = {name: float(now.scores[name]) - float(before.scores[name]) for name in shared}
    name = max(changes, key=lambda name: abs(changes[name]))
    if now.caption and abs(changes[name]) < SEEN:
        return now.caption
    return _describe_score(name, before.scores[name], now.scores[name])


def _describe_score(name: str, old: SupportsFloat, new: SupportsFloat) -> str:
    if abs(float(new) - float(old)) < SEEN:
        return f"{begun(name)} stays at {float(new):.3f}."
    fell = "fell" if float(new) < float(old) else "rose"
    return f"{begun(name)} {fell} from {from_to(old, new)}{part_that_moved(old, new)}."


def from_to(old: SupportsFloat, new: SupportsFloat) -> str:
    """Two numbers, with more digits where two would show none of the difference."""
    for digits in (2, 3, 4):
        texts = [f"{float(value):.{digits}f}" for value in (old, new)]
        if texts[0] != texts[1]:
            break
    return " to ".join(texts)


def all_that_changed(before: Picture, now: Picture, least: float = SEEN) -> str:
    """A sentence on each score that moved, and what the new picture says by itself.

    least : smaller changes are not spoken of.
    """
    changed = {
        name: new
        for name, new in now.scores.items()
        if abs(float(new) - float(before.scores.get(name, new))) >= least
    }
    lines = [_describe_score(name, before.scores[name], new) for name, new in changed.items()]
    return " ".join([*lines, now.caption])


def part_that_moved(old: object, new: object) -> str:
    """The end of a sentence on a score that moved: the part that did it, and on what it hangs.

    And the part that worked most against it, if it weighs nearly as much.
    """
    if not isinstance(old, Score) or not isinstance(new, Score):
        return ""
    if old.part_names != new.part_names:
        return ""
    # What the part does, and what its weight does, to the score: together they make its change.
    by_part = new.weights * (new.parts - old.parts)
    by_weight = (new.weights - old.weights) * (old.parts - old.value)
    towards = np.sign(new.value - old.value)
    effect = ((by_part + by_weight) * towards).round(9)  # above 0: with the score
    changed = abs(new.parts - old.parts)
    i = int(np.lexsort((changed, effect))[-1])  # of equal effects, the part that itself changed
    if changed[i] < 0.005:
        if abs(new.weights[i] - old.weights[i]) < 0.005:
            return ""
        more = "more" if new.weights[i] > old.weights[i] else "less"
        but = f"no {new.part} changed much, but " if (changed < 0.005).all() else ""
        return f": {but}{new.part_names[i]} weighs {more} than before"
    fell = "fell" if new.parts[i] < old.parts[i] else "rose"
    parts = from_to(old.parts[i], new.parts[i])
    steps = (new.parts - old.parts) * np.sign(new.parts[i] - old.parts[i])
    if len(steps) > 1 and steps.min() > ALIKE * steps.max():
        alike = f"each {new.part} {fell} much alike, {new.part_names[i]}'s from {parts}"
        return f": {alike}: {new.explain_part(i)}"
    sentence = f": {new.part_names[i]}'s {new.part} {fell} from {parts}"
    j = int(effect.argmin())
    if -effect[j] <= HINDERS * effect[i] or changed[j] < 0.005:
        return f"{sentence}: {new.explain_part(i)}"
    its = "fell" if new.parts[j] < old.parts[j] else "rose"
    against = f"although {new.part_names[j]}'s {its} from {from_to(old.parts[j], new.parts[j])}"
    return f"{sentence} ({new.explain_part(i)}), {against}"

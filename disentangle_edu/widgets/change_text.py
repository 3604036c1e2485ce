"""The sentence on what a gesture has changed: the score, the part that moved it, and why."""

from typing import SupportsFloat

import numpy as np

from ..score import Score
from ..viz.display_names import capitalised_name
from ..viz.picture import Picture

SEEN = 0.0005  # the smallest change of a score that three digits show
HINDERS = 0.4  # an opposing part is named if its effect is at least this share
ALIKE = 0.7  # parts moved alike if each moved at least this share of the largest


def describe_by_caption(before: Picture, now: Picture) -> str:
    """Return the sentence of the new picture.

    Parameters
    ----------
    before : Picture
        Picture before the gesture.
    now : Picture
        Picture after it.

    Returns
    -------
    sentence : str
        Caption of the new picture.

    Examples
    --------
    >>> from disentangle_edu.viz.picture import Picture
    >>> from disentangle_edu.widgets.change_text import describe_by_caption
    >>> describe_by_caption(Picture(panels=()), Picture(panels=(), caption="The bar is longer."))
    'The bar is longer.'
    """
    return now.caption


def each_changed(before: Picture, now: Picture) -> str:
    """Describe how each score changed, in a short sentence for each.

    Parameters
    ----------
    before : Picture
        Picture before the gesture.
    now : Picture
        Picture after it.

    Returns
    -------
    sentence : str
        A sentence for each score. If no score changed, the caption of the new picture.

    Examples
    --------
    >>> from disentangle_edu import InformativenessMatrix, mig
    >>> from disentangle_edu.viz.picture import Picture
    >>> old = mig(InformativenessMatrix([[0.9, 0], [0, 0.5]], factor_entropy=1))
    >>> new = mig(InformativenessMatrix([[0.9, 0], [0, 0.7]], factor_entropy=1))
    >>> before, now = (Picture(panels=(), scores={"mig": score}) for score in (old, new))
    >>> from disentangle_edu.widgets.change_text import each_changed
    >>> each_changed(before, now)
    'MIG rose from 0.70 to 0.80.'
    """
    old, new = before.scores, now.scores
    if not old or all(abs(float(old[name]) - float(new[name])) < SEEN for name in new):
        return now.caption
    return " ".join(_describe_score(name, old[name], new[name]) for name in new)


def what_changed(before: Picture, now: Picture) -> str:
    """Describe the score that changed most: the part that changed it, and why.

    Parameters
    ----------
    before : Picture
        Picture before the gesture.
    now : Picture
        Picture after it.

    Returns
    -------
    sentence : str
        Sentence on that score, or the caption of the new picture if no score changed. It is empty
        if the pictures share no score.

    Examples
    --------
    >>> from disentangle_edu import InformativenessMatrix, mig
    >>> from disentangle_edu.viz.picture import Picture
    >>> old = mig(InformativenessMatrix([[0.9, 0], [0, 0.5]], factor_entropy=1))
    >>> new = mig(InformativenessMatrix([[0.9, 0], [0, 0.7]], factor_entropy=1))
    >>> before, now = (Picture(panels=(), scores={"mig": score}) for score in (old, new))
    >>> from disentangle_edu.widgets.change_text import what_changed
    >>> what_changed(before, now)[:26]
    'MIG rose from 0.70 to 0.80'
    """
    shared = [name for name in now.scores if name in before.scores]
    if not shared:
        return ""
    changes = {name: float(now.scores[name]) - float(before.scores[name]) for name in shared}
    name = max(changes, key=lambda name: abs(changes[name]))
    if now.caption and abs(changes[name]) < SEEN:
        return now.caption
    return _describe_score(name, before.scores[name], now.scores[name], with_part=True)


def _describe_score(
    name: str, old: SupportsFloat, new: SupportsFloat, with_part: bool = False
) -> str:
    if abs(float(new) - float(old)) < SEEN:
        return f"{capitalised_name(name)} stays at {float(new):.3f}."
    fell = "fell" if float(new) < float(old) else "rose"
    part = part_that_moved(old, new) if with_part else ""
    return f"{capitalised_name(name)} {fell} from {from_to(old, new)}{part}."


def from_to(old: SupportsFloat, new: SupportsFloat) -> str:
    """Write two numbers, with more digits if two digits would hide the difference.

    Parameters
    ----------
    old : float
        Earlier number.
    new : float
        Later number.

    Returns
    -------
    words : str
        Both numbers with two to four digits.

    Examples
    --------
    >>> from disentangle_edu.widgets.change_text import from_to
    >>> from_to(0.5, 0.75), from_to(0.5, 0.501)
    ('0.50 to 0.75', '0.500 to 0.501')
    """
    for digits in (2, 3, 4):
        texts = [f"{float(value):.{digits}f}" for value in (old, new)]
        if texts[0] != texts[1]:
            break
    return " to ".join(texts)


def part_that_moved(old: object, new: object) -> str:
    """Write the end of a sentence on a score that changed: the part that changed it, and why.

    The part that worked most against the change is named if its effect is nearly as large.

    Parameters
    ----------
    old : object
        Earlier score. Only a Score has parts.
    new : object
        Later score.

    Returns
    -------
    words : str
        The words, which begin with a colon. They are empty if a score has no parts or other parts,
        or if no part changed much.

    Examples
    --------
    >>> from disentangle_edu.widgets.change_text import part_that_moved
    >>> part_that_moved(0.5, 0.7)
    ''
    """
    if not isinstance(old, Score) or not isinstance(new, Score):
        return ""
    if old.part_names != new.part_names:
        return ""
    # The change of the score is the sum of the effects of each part and of each part's weight.
    by_part = new.weights * (new.parts - old.parts)
    by_weight = (new.weights - old.weights) * (old.parts - old.value)
    towards = np.sign(new.value - old.value)
    effect = ((by_part + by_weight) * towards).round(9)  # positive: in the score's direction
    changed = abs(new.parts - old.parts)
    i = int(np.lexsort((changed, effect))[-1])  # ties: the part that changed most
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

"""One name, many numbers: walk from one library's figure to another's, one setting at a time."""

import functools
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from .... import Score, viz, widgets
from ....conventions import CONVENTIONS, OURS, settings
from ....conventions.compare import BOOSTING, Walk, changed_settings, walk_panel
from ....conventions.library_scores import CASES, LEARN, case
from ....types import Progress
from ...common.positions import check_positions, move_one

METRICS_COMPARED = ("mig", "sap", "modularity", "explicitness", "disentanglement", "completeness")
QUICK = ("mig", "modularity")  # metrics that train no predictor
# If the library does not have the metric, a walk uses the first of these that has it.
FALLBACKS = {"start": ("disentanglement_lib", "zhang2021"), "end": ("ubisoft", "qedr")}
LINE_TITLE = "its settings line"
WALK = ("metric", "start", "end")  # controls that decide which settings differ


def live_samples(metric: str) -> int:
    """Number of samples of the picture that follows the reader."""
    return 2_000 if metric in QUICK else 1_000


# --------------------------------------------------------------------- libraries that can be chosen


def needs_boosting(convention: str, metric: str) -> bool:
    """Whether a library trains gradient boosting for this metric."""
    return settings(convention, metric).get("predictor") == BOOSTING


def why_excluded(convention: str, metric: str) -> str:
    """Why a library cannot be walked to or from; nothing if it can."""
    if convention != OURS and metric not in CONVENTIONS[convention].metrics:
        return f"does not have {metric}"
    return "takes minutes: gradient boosting" if needs_boosting(convention, metric) else ""


def excluded_options(values: dict) -> dict[str, dict]:
    """The libraries that cannot be chosen for this metric, and metrics that come later."""
    why = {name: why_excluded(name, values["metric"]) for name in CONVENTIONS}
    libraries = {name: reason for name, reason in why.items() if reason}
    later = [name for name in METRICS_COMPARED if name not in values["metrics"]]
    return {**dict.fromkeys(FALLBACKS, libraries), "metric": dict.fromkeys(later, "further down")}


# --------------------------------------------------------------------------- the order of the steps


def settings_in_order(order: Sequence[int], metric: str, start: str, end: str) -> list[str]:
    """The settings that differ, by their positions, or as the metric takes them."""
    names = changed_settings(metric, start, end)
    if sorted(order) != list(range(len(names))):
        return names
    return [names[k] for k in np.argsort(order)]


def follow_walk(before: dict, now: dict) -> dict:
    """Another walk is looked at from its start, unless a step is asked for with it.

    Where the metric changes, a library that has none, or takes minutes, makes room for another.
    """
    if before["metric"] != now["metric"]:
        for end, others in FALLBACKS.items():
            able = [
                library
                for library in (now[end], *others)
                if not why_excluded(library, now["metric"])
            ]
            now = now | {end: able[0]}
    if any(before[name] != now[name] for name in WALK):
        now = now | {"order": list(range(len(changed_settings(*(now[name] for name in WALK)))))}
    else:
        now = now | {"order": move_one(before["order"], now["order"])}
    same = all(before[name] == now[name] for name in before if name != "step")
    return now if same or now["step"] != before["step"] else now | {"step": 0}


# ----------------------------------------------------------------------------------------- the walk


@functools.lru_cache(maxsize=64)
def walk_between(
    samples: int, representation: str, metric: str, start: str, end: str, order: tuple[str, ...]
) -> Walk:
    """Walk on the first samples of a case. Raises ValueError for one that takes minutes."""
    for convention in (start, end):
        if needs_boosting(convention, metric):
            raise ValueError(
                f"{convention} trains gradient boosting, which takes minutes: Walk(case(...), ...) "
                "from disentangle_edu.conventions.compare runs it."
            )
    return Walk(case(representation, samples), metric, start, end, order)


def walk_of(values: dict, *, ordered: bool = True) -> Walk:
    """The walk of some values, in the order of the reader or in that of the metric."""
    metric, start, end = (values[name] for name in WALK)
    names = settings_in_order(values["order"] if ordered else [], metric, start, end)
    samples, representation = live_samples(metric), values["representation"]
    return walk_between(samples, representation, metric, start, end, tuple(names))


def largest_setting(walk: Walk) -> str:
    """The setting whose step is the largest."""
    return walk.order[int(np.abs(np.diff(walk.values)).argmax())] if walk.order else ""


def blames_another_setting(values: dict) -> bool:
    """Whether the largest step is not that of the first order."""
    return largest_setting(walk_of(values)) != largest_setting(walk_of(values, ordered=False))


def has_step_down(values: dict) -> bool:
    """Whether a step lowers the score by a hundredth or more."""
    return any(np.diff(walk_of(values).values) <= -0.01)


def describe_setting(walk: Walk, step: int) -> str:
    """What a step changes; at the start, both ends of the walk."""
    label, score = walk.steps[step]
    if step == 0:
        largest = f" The largest step is {largest_setting(walk).replace('_', ' ')}."
        return (
            f"{viz.capitalised_name(score.metric)} is {walk.values[0]:.2f} under the convention "
            f"{walk.start} and {walk.values[-1]:.2f} under {walk.end}."
            f"{largest if walk.order else ''}"
        )
    before = walk.steps[step - 1][1]
    values = f"{before.value:.3f}", f"{score.value:.3f}"
    change = "stays at {0}" if values[0] == values[1] else "changes from {0} to {1}"
    sentence = f"{viz.capitalised_name(score.metric)} {change.format(*values)}"
    return f"{label[0].upper()}{label[1:]}. {sentence}{describe_largest_change(before, score)}."


def describe_largest_change(before: Score, now: Score) -> str:
    """The part that moved most, where both have the same parts."""
    if before.part_names != now.part_names:
        return ""
    shift = now.parts * now.weights - before.parts * before.weights
    i = int(abs(shift).argmax())
    if abs(now.parts[i] - before.parts[i]) < 0.005:
        return ""
    change = f"{now.part} {before.parts[i]:.2f} to {now.parts[i]:.2f}"
    return f", mostly because of {now.part_names[i]} ({change})"


def walk_picture(walk: Walk, samples: int, step: int) -> viz.Picture:
    """A walk, the parts of the score after one of its steps, and the settings line there."""
    chosen = min(step, len(walk.steps) - 1)
    score, whole_way = walk.steps[chosen][1], walk.picture()
    lines = [viz.words_panel(LINE_TITLE, one.summary_line, 300, 480) for _, one in walk.steps]
    highest = max(line.height for line in lines)  # so that nothing below moves with a step
    return viz.Picture(
        panels=(
            walk_panel(walk, chosen, "step", "order"),
            viz.stack(
                viz.parts_panel(score, height=190, min_width=300, key="parts"),
                replace(lines[chosen], height=highest),
            ),
        ),
        shows=f"{whole_way.shows}.",
        caption=describe_setting(walk, chosen),
        text=f"{whole_way.caption}\nComputed on {samples:,} samples.\n{score.explanation}",
        scores=whole_way.scores,
    )


def full_same_name(
    progress: Progress,
    representation: str,
    metric: str,
    start: str,
    end: str,
    order: Sequence[int],
    step: int,
    metrics: Sequence[str],
) -> viz.Picture:
    """The same on the 10,000 samples that the libraries were run on."""
    names = tuple(settings_in_order(order, metric, start, end))
    for _ in progress([metric]):
        walk = walk_between(LEARN, representation, metric, start, end, names)
    return walk_picture(walk, LEARN, step)


@widgets.lab(
    {
        "representation": widgets.choice(
            "representation", list(CASES), "a_copy", [label for label, _ in CASES.values()]
        ),
        "metric": widgets.choice("metric", list(METRICS_COMPARED), "mig"),
        "start": widgets.choice("from", list(CONVENTIONS), FALLBACKS["start"][0]),
        "end": widgets.choice("to", list(CONVENTIONS), FALLBACKS["end"][0]),
        "order": widgets.free("positions of the settings", [0, 1, 2], check_positions),
        "step": widgets.moved_by_handle(widgets.whole("step to look at", 0, 0, 20)),
        "metrics": widgets.some_of(
            "metrics", list(METRICS_COMPARED)
        ),  # the reader may choose these before a guess
    },
    full=full_same_name,
    update_memory=follow_walk,
    describe_change=widgets.describe_by_caption,
    disabled_options=excluded_options,
    tasks={
        "drag the steps until another setting makes the largest step": blames_another_setting,
        "find an order in which a step lowers the score": has_step_down,
    },
)
def same_name(
    representation: str,
    metric: str,
    start: str,
    end: str,
    order: Sequence[int],
    step: int,
    metrics: Sequence[str],
) -> viz.Picture:
    """Go from one library's number to another's: which setting makes the difference?"""
    names = tuple(settings_in_order(order, metric, start, end))
    samples = live_samples(metric)
    return walk_picture(
        walk_between(samples, representation, metric, start, end, names), samples, step
    )

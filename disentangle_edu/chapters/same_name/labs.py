"""One name, many numbers: walk from one library's figure to another's, one setting at a time."""

import functools
from typing import Any

from ...conventions import CONVENTIONS, OURS, settings
from ...conventions.compare import BOOSTING, Walk, walk_panel
from ...conventions.reported_scores import CASES, LEARN, case
from ...score import Score
from ...types import Progress
from ...viz.display_names import begun
from ...viz.handles import Axis, Handle
from ...viz.panels import parts_panel
from ...viz.picture import Picture
from ...widgets.change_text import use_caption
from ...widgets.controls import choice, dragged, whole
from ...widgets.display import After
from ...widgets.lab import Lab, lab

LIVE_ROWS = 2_000
# Where a walk begins and ends for a metric that its library has not: the first that can be chosen.
FALLBACKS = {"start": ("zhang2021", "disentanglement_lib"), "end": ("qedr", "ubisoft")}
METRICS_COMPARED = ("mig", "sap", "modularity", "explicitness", "disentanglement", "completeness")


def _needs_boosting(convention: str, metric: str) -> bool:
    """Whether a library trains gradient boosting for this metric."""
    return settings(convention, metric).get("predictor") == BOOSTING


def _why_excluded(convention: str, metric: str) -> str:
    """Why a library cannot be walked to or from; nothing if it can."""
    if convention != OURS and metric not in CONVENTIONS[convention].metrics:
        return f"has no {metric}"
    return "trains gradient boosting: minutes" if _needs_boosting(convention, metric) else ""


@functools.lru_cache(maxsize=16)
def _walk(rows: int, representation: str, metric: str, start: str, end: str) -> Walk:
    for convention in (start, end):
        if _needs_boosting(convention, metric):
            raise ValueError(
                f"{convention} trains gradient boosting, which takes minutes: Walk(case(...), ...) "
                "from disentangle_edu.conventions.compare runs it."
            )
    return Walk(case(representation, rows), metric, start, end)


def _step_handle(j: int, chosen: int) -> Handle:
    """A click on a step shows the parts behind it."""
    axis = Axis("step", -1.0, j, j, 1.0, "y", 0)
    return Handle(f"step {j + 1}", (axis,), cell=(j, 0), chosen=j == chosen)


def _walk_picture(rows: int, step: int, **options: Any) -> Picture:
    walk = _walk(rows, **options)
    chosen = min(step, len(walk.steps) - 1)
    label, score = walk.steps[chosen]
    whole_way = walk.picture()
    if chosen:
        caption = f"{label}: {walk.values[chosen - 1]:.3f} becomes {score.value:.3f}"
        caption += f"{_largest_change(walk.steps[chosen - 1][1], score)}."
    else:
        caption = (
            f"{begun(score.metric)} is {walk.values[0]:.2f} as {walk.start} has it and "
            f"{walk.values[-1]:.2f} as {walk.end} has it: click a step."
        )
    text = "\n".join([whole_way.caption, f"On {rows:,} samples.", score.explanation])
    panels = (
        walk_panel(walk, chosen, lambda j: _step_handle(j, chosen)),
        parts_panel(score, height=250, key="parts"),
    )
    return Picture(
        panels=panels,
        description=f"{whole_way.alt}. {caption}",
        text=text,
        scores=whole_way.scores,
        caption=caption,
    )


def _largest_change(before: Score, now: Score) -> str:
    """The part that moved most, where both have the same parts."""
    if before.part_names != now.part_names:
        return ""
    shift = now.parts * now.weights - before.parts * before.weights
    i = int(abs(shift).argmax())
    if abs(now.parts[i] - before.parts[i]) < 0.005:
        return ""
    return f", mostly by {now.part_names[i]} ({before.parts[i]:.2f} to {now.parts[i]:.2f})"


def draw_same_name(step: int, **asked: Any) -> Picture:
    """The walk on the first 2,000 samples."""
    return _walk_picture(LIVE_ROWS, step, **asked)


def full_same_name(progress: Progress, step: int, **asked: Any) -> Picture:
    """The same on the 10,000 samples that the libraries were run on."""
    for _ in progress([asked["metric"]]):
        picture = _walk_picture(LEARN, step, **asked)
    return picture


def follow_walk(before: dict, now: dict) -> dict:
    """Another walk is looked at from its start, unless a step is asked for with it.

    Where the metric changes, a library that has none, or takes minutes, makes room for another.
    """
    if before["metric"] != now["metric"]:
        for end, others in FALLBACKS.items():
            able = [
                library
                for library in (now[end], *others)
                if not _why_excluded(library, now["metric"])
            ]
            now = now | {end: able[0]}
    same = all(before[name] == now[name] for name in before if name != "step")
    return now if same or now["step"] != before["step"] else now | {"step": 0}


def _excluded_libraries(values: dict) -> dict[str, dict]:
    """The libraries that cannot be chosen for this metric."""
    why = {name: _why_excluded(name, values["metric"]) for name in CONVENTIONS}
    return dict.fromkeys(FALLBACKS, {name: reason for name, reason in why.items() if reason})


@lab
def same_name(after: After = None) -> Lab:
    """From one library's number to another's: which setting makes the difference?"""
    names = list(CONVENTIONS)
    inputs = [label for label, _ in CASES.values()]
    controls = {
        "representation": choice("representation", list(CASES), "e_noise05", inputs),
        "metric": choice("metric", list(METRICS_COMPARED), "disentanglement"),
        "start": choice("from", names, FALLBACKS["start"][0]),
        "end": choice("to", names, FALLBACKS["end"][0]),
        "step": dragged(whole("the step to look at", 0, 0, 20)),
    }
    return Lab(
        draw_same_name,
        controls,
        full=full_same_name,
        update_state=follow_walk,
        describe_change=use_caption,
        disabled_options=_excluded_libraries,
        after=after,
    )

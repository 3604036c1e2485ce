"""One name, many numbers: walk from one library's figure to another's, one setting at a time."""

import functools

from ....conventions import CONVENTIONS, OURS, settings
from ....conventions.compare import BOOSTING, Walk, walk_panel
from ....conventions.reported_scores import CASES, LEARN, case
from ....score import Score
from ....types import Progress
from ....viz.display_names import begun
from ....viz.panels import parts_panel
from ....viz.picture import Picture
from ....widgets.change_text import use_caption
from ....widgets.controls import choice, dragged, whole
from ....widgets.lab import lab

LIVE_SAMPLES = 2_000
METRICS_COMPARED = ("mig", "sap", "modularity", "explicitness", "disentanglement", "completeness")
# Where a walk begins and ends for a metric that its library has not: the first that can be chosen.
FALLBACKS = {"start": ("zhang2021", "disentanglement_lib"), "end": ("qedr", "ubisoft")}

# --------------------------------------------------------------------- libraries that can be chosen


def needs_boosting(convention: str, metric: str) -> bool:
    """Whether a library trains gradient boosting for this metric."""
    return settings(convention, metric).get("predictor") == BOOSTING


def why_excluded(convention: str, metric: str) -> str:
    """Why a library cannot be walked to or from; nothing if it can."""
    if convention != OURS and metric not in CONVENTIONS[convention].metrics:
        return f"does not have {metric}"
    return "takes minutes: gradient boosting" if needs_boosting(convention, metric) else ""


def excluded_libraries(values: dict) -> dict[str, dict]:
    """The libraries that cannot be chosen for this metric."""
    why = {name: why_excluded(name, values["metric"]) for name in CONVENTIONS}
    return dict.fromkeys(FALLBACKS, {name: reason for name, reason in why.items() if reason})


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
    same = all(before[name] == now[name] for name in before if name != "step")
    return now if same or now["step"] != before["step"] else now | {"step": 0}


# ----------------------------------------------------------------------------------------- the walk


@functools.lru_cache(maxsize=16)
def walk_between(samples: int, representation: str, metric: str, start: str, end: str) -> Walk:
    """Walk on the first samples of a case. Raises ValueError for one that takes minutes."""
    for convention in (start, end):
        if needs_boosting(convention, metric):
            raise ValueError(
                f"{convention} trains gradient boosting, which takes minutes: Walk(case(...), ...) "
                "from disentangle_edu.conventions.compare runs it."
            )
    return Walk(case(representation, samples), metric, start, end)


def describe_setting(walk: Walk, step: int) -> str:
    """What a step changes; at the start, both ends of the walk."""
    label, score = walk.steps[step]
    if step == 0:
        return (
            f"{begun(score.metric)} is {walk.values[0]:.2f} under the convention {walk.start} and "
            f"{walk.values[-1]:.2f} under {walk.end}. Click a step."
        )
    before = walk.steps[step - 1][1]
    values = f"{before.value:.3f}", f"{score.value:.3f}"
    change = "stays at {0}" if values[0] == values[1] else "changes from {0} to {1}"
    sentence = f"{begun(score.metric)} {change.format(*values)}"
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


def walk_picture(walk: Walk, samples: int, step: int) -> Picture:
    """A walk, and the parts of the score after one of its steps."""
    chosen = min(step, len(walk.steps) - 1)
    score, whole_way = walk.steps[chosen][1], walk.picture()
    return Picture(
        panels=(walk_panel(walk, chosen, "step"), parts_panel(score, height=250, key="parts")),
        shows=f"{whole_way.shows}.",
        caption=describe_setting(walk, chosen),
        text=f"{whole_way.caption}\nComputed on {samples:,} samples.\n{score.explanation}",
        scores=whole_way.scores,
    )


def full_same_name(
    progress: Progress, representation: str, metric: str, start: str, end: str, step: int
) -> Picture:
    """The same on the 10,000 samples that the libraries were run on."""
    for _ in progress([metric]):
        walk = walk_between(LEARN, representation, metric, start, end)
    return walk_picture(walk, LEARN, step)


@lab(
    {
        "representation": choice(
            "representation", list(CASES), "e_noise05", [label for label, _ in CASES.values()]
        ),
        "metric": choice("metric", list(METRICS_COMPARED), "disentanglement"),
        "start": choice("from", list(CONVENTIONS), FALLBACKS["start"][0]),
        "end": choice("to", list(CONVENTIONS), FALLBACKS["end"][0]),
        "step": dragged(whole("step to look at", 0, 0, 20)),
    },
    full=full_same_name,
    update_state=follow_walk,
    describe_change=use_caption,
    disabled_options=excluded_libraries,
)
def same_name(representation: str, metric: str, start: str, end: str, step: int) -> Picture:
    """Go from one library's number to another's: which setting makes the difference?"""
    walk = walk_between(LIVE_SAMPLES, representation, metric, start, end)
    return walk_picture(walk, LIVE_SAMPLES, step)

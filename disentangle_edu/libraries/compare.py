"""How much of a number is convention: one representation under every convention, and the walk from one to another, step by step."""

import numpy as np

from ..checks import check_source
from ..conventions import CONVENTIONS, refuse, settings
from ..core import METRICS, Drawn, Representation
from ..measures.fitting import each
from ..show import pictures
from .figures import CASES, case, figures

BOOSTING = "boosting"  # minutes at the published size
NO_NUMBER = ("nan", "inf", "error")


# ------------------------------------------------------------------------------------------- every convention


def compare(reps, *, metrics=None, slow=False, progress=None):
    """Every metric of every representation under every convention, as a tidy pandas table.

    reps : {name: Representation}, or one Representation.   metrics : names, all by default.
    slow : True also trains the gradient boosting of two conventions, which takes minutes.
    progress : wraps an iterable, as tqdm.tqdm does; interrupting stops the work.

    Columns: name, metric, convention, value (missing where the convention cannot serve the input), why (the reason, or the
    score's cautions), line (how the number was made, for a paper).
    """
    import pandas as pd

    if not isinstance(reps, (Representation, dict)):
        raise TypeError(
            f"reps: found {type(reps).__name__}, expected a Representation, or a dict of them by name."
        )
    reps = {"": reps} if isinstance(reps, Representation) else reps
    metrics = [metrics] if isinstance(metrics, str) else metrics
    for rep in reps.values():
        check_source("compare", rep, Representation)
    if unknown := [name for name in metrics or () if name not in METRICS]:
        raise ValueError(
            f"metrics: found {unknown[0]!r}, expected names among {', '.join(METRICS)}."
        )
    asked = [
        (metric, convention)
        for metric in metrics or METRICS
        for convention in CONVENTIONS
        if metric in (CONVENTIONS[convention].metrics or METRICS)
    ]
    names = list(reps)

    def under(
        metric, convention
    ):  # many representations at a time, one setting after the other: what is measured is remembered
        found = each(lambda name: _scored(reps[name], metric, convention, slow), names)
        return [
            {"name": name, "metric": metric, "convention": convention} | row
            for name, row in zip(names, found)
        ]

    rows = [row for pair in (progress(asked) if progress else asked) for row in under(*pair)]
    return pd.DataFrame(rows).astype({"value": "Float64"})


def _scored(rep, metric, convention, slow=True):
    if not slow and settings(convention, metric).get("predictor") == BOOSTING:
        return {
            "value": None,
            "why": "left out: gradient boosting takes minutes; ask for it",
            "line": "",
        }
    try:
        score = METRICS[metric](rep, convention=convention)
    except (ValueError, ArithmeticError) as error:
        return {"value": None, "why": str(error), "line": ""}
    return {"value": score.value, "why": "; ".join(score.cautions), "line": score.line}


def spread(table):
    """Per metric of a table of `compare`: lowest and highest value over conventions (mean over representations), and their distance."""
    means = (
        table.dropna(subset="value")
        .groupby(["metric", "convention"], sort=False)
        .value.mean()
        .reset_index()
    )
    rows = []
    for metric, group in means.groupby("metric", sort=False):
        low, high = group.loc[group.value.idxmin()], group.loc[group.value.idxmax()]
        rows.append(
            {
                "metric": metric,
                "conventions": len(group),
                "lowest": low.value,
                "lowest under": low.convention,
                "highest": high.value,
                "highest under": high.convention,
                "spread": high.value - low.value,
            }
        )
    return type(table)(rows)


def rankings(table):
    """Which representation comes first, under each convention: {metric: {convention: [names, best first]}}; ties in the order given.

    Only representations that a convention has a value for are ranked; informativeness as an error ranks lowest first.
    """
    found = {}
    for (metric, convention), group in table.dropna(subset="value").groupby(
        ["metric", "convention"], sort=False
    ):
        error = (
            settings(convention, metric).get("judged_by") == "NRMSE" and metric == "informativeness"
        )
        ordered = group.sort_values("value", ascending=error, kind="stable")
        found.setdefault(metric, {})[convention] = ordered.name.tolist()
    return found


def disagreement(orders):
    """Share of (pair of representations, pair of conventions) that are ordered differently, out of those that both conventions rank."""
    orders, apart, total = list(orders), 0, 0
    for i, one in enumerate(orders):
        for other in orders[i + 1 :]:
            shared = [name for name in one if name in other]
            for j, a in enumerate(shared):
                for b in shared[j + 1 :]:
                    total += 1
                    apart += other.index(a) > other.index(b)
    return apart / total if total else 0.0


# ---------------------------------------------------------------------------------------------- step by step


class Walk(Drawn):
    """A metric of one representation, its settings changed one after the other from one convention's to another's.

    Single steps depend on the order, which is that of the metric's options; the two ends do not.

    steps : [(words on what was changed, Score)], the first with none of them changed.
    """

    def __init__(self, rep, metric, start, end):
        check_source("Walk", rep, Representation)
        if metric not in METRICS:
            raise ValueError(f"metric: found {metric!r}, expected one of {', '.join(METRICS)}.")
        for convention in (start, end):
            settings(convention, metric)
            refuse(convention, metric, rep)
        function = METRICS[metric]
        defaults = {
            name: p.default
            for name, p in function.__signature__.parameters.items()
            if p.kind is p.KEYWORD_ONLY and name not in ("convention", "progress")
        }
        now, goal = (defaults | settings(convention, metric) for convention in (start, end))
        self.metric, self.start, self.end = metric, start, end
        self.steps = [(f"as {start} has it", function(rep, **now))]
        for name in defaults:
            if now[name] != goal[name]:
                words = f"{name.replace('_', ' ')}: {_short(now[name])} to {_short(goal[name])}"
                now = now | {name: goal[name]}
                self.steps.append((words, function(rep, **now)))

    @property
    def values(self):
        return [score.value for _, score in self.steps]

    def __repr__(self):
        lines = [f"{self.metric}, from {self.start} to {self.end}"]
        for (words, score), change in zip(self.steps, [None, *np.diff(self.values)]):
            lines.append(
                f"  {score.value:8.4f}  {'' if change is None else f'{change:+.4f}':>8}  {words}"
            )
        return "\n".join(lines)

    def picture(self):
        """A bar for the first figure, a step for every change."""
        alt = repr(self).replace("\n", "; ")
        steps = list(np.diff(self.values))
        if steps:
            largest = int(np.abs(steps).argmax())
            told = f"{self.steps[largest + 1][0]} makes the largest difference, in this order: {steps[largest]:+.4f}."
        else:
            told = "The two settings are the same."
        sentences = f"{self.metric}: {self.values[0]:.4f} as {self.start} has it, {self.values[-1]:.4f} as {self.end} has it. {told}"
        height = max(120, 60 + 34 * (len(self.steps) + 1))
        return pictures.Picture(
            pictures.canvas(height + 14, alt, walk_panel((10, 8, 850, height), self)),
            alt,
            sentences,
            {self.metric: self.values[-1]},
        )


def _short(value):
    if isinstance(value, float):
        return f"{value:.3g}"
    return (
        "own choice"
        if value is None
        else f"{value[0]:g} ... {value[-1]:g}"
        if isinstance(value, tuple) and len(value) > 3
        else str(value)
    )


def walk_panel(box, walk):
    """Lying bars: where the score stands before and after each change."""
    x, y, width, height = box
    left, right, values = x + 330, x + width - 70, walk.values
    low, high = min(0.0, *values), max(1.0, *values)

    def place(value):
        return left + (value - low) / (high - low) * (right - left)

    step = (height - 46) / (len(values) + 1)
    out = [
        pictures.title(x, y, width, f"{walk.metric}: from {walk.start} to {walk.end}"),
        pictures.rect(left, y + 24, right - left, height - 46, "#f5f7fa", pictures.GRID),
    ]
    rows = [(0.0, values[0]), *zip(values, values[1:]), (0.0, values[-1])]
    names = [words for words, _ in walk.steps] + [f"as {walk.end} has it"]
    for j, ((before, after), name) in enumerate(zip(rows, names)):
        at, ends = y + 24 + j * step, sorted((place(before), place(after)))
        whole = j in (0, len(rows) - 1)
        colour = pictures.PART if whole else "#e69f00" if after < before else "#009e73"
        sign = f"{after:.4f}" if whole else f"{after - before:+.4f}"
        out += [
            pictures.text(left - 8, at + step / 2 + 4, pictures.short(name, 318), "end"),
            pictures.rect(ends[0], at + 4, max(ends[1] - ends[0], 1.5), step - 8, colour),
            pictures.text(ends[1] + 6, at + step / 2 + 4, sign, "start"),
        ]
    out += [
        pictures.text(place(tick), y + height - 6, f"{tick:g}", fill=pictures.FAINT, font_size="11")
        for tick in (0, 0.5, 1)
    ]
    return "".join(out)


# -------------------------------------------------------------------------------------- every library's figure


class Printed(Drawn):
    """What every library printed for one metric, or for several, of one case; a dot each."""

    def __init__(
        self,
        name,
        metrics=(
            "mig",
            "disentanglement",
            "completeness",
            "sap",
            "modularity",
            "explicitness",
            "factor_vae",
            "beta_vae",
        ),
    ):
        table = figures()
        case(name)  # raises for an unknown case
        if unknown := [metric for metric in metrics if metric not in METRICS]:
            raise ValueError(
                f"metrics: found {unknown[0]!r}, expected names among {', '.join(METRICS)}."
            )
        self.name, self.metrics = name, tuple(metrics)
        self.rows = {
            metric: table[(table.case == name) & (table.metric == metric)] for metric in metrics
        }
        self.letters = {
            library: chr(ord("A") + k) for k, library in enumerate(sorted(set(table.library)))
        }

    def __repr__(self):
        lines = [
            f"What libraries print for {self.name} ({CASES[self.name][0]}): "
            + ", ".join(f"{letter} {name}" for name, letter in self.letters.items())
            + "."
        ]
        for metric, rows in self.rows.items():
            values = sorted(
                (float(value), f"{self.letters[library]}: {variant}")
                for value, library, variant in zip(rows.value, rows.library, rows.variant)
                if value not in NO_NUMBER
            )
            none = len(rows) - len(values)
            lines.append(
                f"  {metric}: {len(values)} figures"
                + (
                    f" from {values[0][0]:.4f} ({values[0][1]}) to {values[-1][0]:.4f} ({values[-1][1]})"
                    if values
                    else ""
                )
                + (f"; {none} times NaN, infinity or an error" if none else "")
            )
        return "\n".join(lines)

    def picture(self):
        """A line per metric, a dot per library and variant."""
        alt, height = repr(self).replace("\n", " "), 50 + 54 * len(self.metrics)
        panel = printed_panel(
            (10, 8, 850, height),
            self.rows,
            self.letters,
            f"{CASES[self.name][0]}: a letter per library and variant",
        )
        return pictures.Picture(pictures.canvas(height + 14, alt, panel), alt, repr(self))


def printed_panel(box, rows, letters, heading):
    """A line per metric, and for each figure the letter of its library; figures below 0 or above 1 stand at the edge."""
    x, y, width, height = box
    left, right = x + 130, x + width - 20
    step = (height - 46) / len(rows)
    out = [
        pictures.title(x, y, width, heading),
        pictures.rect(left, y + 24, right - left, height - 46, "#f5f7fa", pictures.GRID),
    ]
    for j, (metric, table) in enumerate(rows.items()):
        middle = y + 24 + (j + 0.5) * step
        out += [
            pictures.text(left - 8, middle + 4, metric, "end"),
            pictures.line(left, middle, right, middle, pictures.GRID),
        ]
        seen = {}
        for value, library in zip(table.value, table.library):
            if value in NO_NUMBER:
                continue
            at = round(left + min(max(float(value), 0), 1) * (right - left), 1)
            place = (letters[library], round(at / 12))
            if place in seen:  # the same library, another variant, the same figure
                continue
            seen[place] = sum(1 for _, column in seen if column == place[1])
            up = ((seen[place] + 1) // 2 * 13 * (-1) ** seen[place]) % (
                step - 14
            )  # letters that would cover each other part
            up = up if up <= (step - 14) / 2 else up - (step - 14)
            colour = pictures.CLASSES[(ord(letters[library]) - 65) % len(pictures.CLASSES)]
            out += [
                f'<circle cx="{at:.1f}" cy="{middle + up:.1f}" r="7" fill="white" stroke="{colour}" stroke-width="2"/>',
                pictures.text(
                    at, middle + up + 3.5, letters[library], font_size="10", fill=pictures.INK
                ),
            ]
    out += [
        pictures.text(
            left + tick * (right - left),
            y + height - 6,
            f"{tick:g}",
            fill=pictures.FAINT,
            font_size="11",
        )
        for tick in (0, 0.25, 0.5, 0.75, 1)
    ]
    return "".join(out)

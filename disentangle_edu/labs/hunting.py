"""Labs of the ledger: a leak from independent to joint, the hunt, and the claims to browse."""

import asyncio
import time

import ipywidgets as widgets
import numpy as np

from .. import measures
from ..core import METRICS, InformativenessMatrix, Representation
from ..metrics import dcimig, mig
from ..proof.exact import EXACT, characteristics, exact
from ..proof.hunt import disagreeing, hunting
from ..show import pictures
from ..worlds import examples
from .lab import Lab, Shown, choice, lab, number, whole


def draw_leak(leak, amount):
    """Latent 1 = coin 1 and a leaked bit. MIG and DCIMIG see it leave when it goes from one coin to the parity of two."""
    rep = examples.leaking_coin(leak, amount)
    scores = [mig(rep), dcimig(rep)]
    both = Representation(
        rep.factors[:, [1]] * 2 + rep.factors[:, [2]], rep.latents, latent_kinds="levels"
    )
    joint = measures.mutual_information(both).values
    pairs = scores[0].matrix
    shown = InformativenessMatrix(
        np.hstack([pairs.values, joint]),
        "mutual information",
        "bits",
        row_names=rep.latent_names,
        column_names=[*rep.factor_names, "2 and 3 together"],
    )
    text = (
        f"Latent 1 tells {pairs.values[0, 1]:.4f} bits about factor 2, {pairs.values[0, 2]:.4f} about factor 3, and {joint[0, 0]:.4f} about the two "
        "together: the last column, which neither score reads."
    )
    return pictures.scores_picture(*scores, matrix=shown, extra=text)


@lab
def leak():
    """What leaks into latent 1: nothing, a coin, or the parity of two coins?"""
    return Lab(
        draw_leak,
        {
            "leak": number("leak: 0 nothing, 1 coin 2, 2 parity", 2.0, 0, 2, 0.05),
            "amount": number("how often it leaks", 1.0, 0, 1, 0.05),
        },
    )


# ------------------------------------------------------------------------------------------------------- the hunt

GOALS = {
    "violates its characteristic, scores high (property 2)": 2,
    "satisfies its characteristic, scores low (property 1)": 1,
    "scores high where another metric scores low": "against",
}


def draw_witness(witness):
    """A witness as a picture: how often each latent changes with each factor, beside the parts of the scores."""
    scores = [exact(METRICS[name], witness.rep) for name in witness.scores]
    extra = "\n".join([repr(characteristics(witness.rep)), f"The {witness.searched}."])
    return pictures.scores_picture(*scores, matrix=measures.sensitivity(witness.rep), extra=extra)


class HuntLab(Shown):
    """Choose a metric and what to look for, press Hunt, watch the best witness improve, stop when you like."""

    def __init__(self, **settings):
        judged = [
            name for name, metric in METRICS.items() if metric.reflects and metric.measure in EXACT
        ]
        self.controls = {
            "metric": choice("metric", judged, "mig"),
            "goal": widgets.Dropdown(
                options=list(GOALS),
                description="look for a code that",
                layout={"width": "620px"},
                style={"description_width": "175px"},
            ),
            "against": choice("the other metric", judged, "dcimig"),
            "lossless": widgets.Checkbox(
                value=False,
                description="nothing may be lost",
                layout={"width": "400px"},
                style={"description_width": "175px"},
            ),
            "levels": choice(
                "levels of the factors", ["2, 2, 2", "4, 3", "3, 3", "2, 2"], "2, 2, 2"
            ),
            "latents": whole("latents", 4, 1, 4),
            "seed": whole("seed", 0, 0, 50),
            "candidates": whole("candidates at most", 50_000, 5_000, 500_000, 5_000),
        }
        for name, value in settings.items():
            self.controls[name].value = value
        self.witness, self._nothing = None, ""
        self._start, self._stop = (
            widgets.Button(description="Hunt", button_style="primary"),
            widgets.Button(description="Stop", disabled=True),
        )
        self._bar, self._html = (
            widgets.IntProgress(description="tried", min=0, max=1),
            widgets.HTML(),
        )
        self._start.on_click(lambda _: self.start())
        self._stop.on_click(lambda _: self.stop())
        rows = [
            widgets.HBox([self.controls[name] for name in names], layout={"flex_flow": "row wrap"})
            for names in (
                ("goal",),
                ("metric", "against"),
                ("levels", "latents"),
                ("seed", "candidates"),
                ("lossless",),
            )
        ]
        self.view = widgets.VBox(
            [*rows, widgets.HBox([self._start, self._stop, self._bar]), self._html]
        )
        self.run()

    def steps(self):
        """The search with the present settings: one Witness (or Nothing) after every step."""
        value = {name: control.value for name, control in self.controls.items()}
        metric, goal = METRICS[value["metric"]], GOALS[value["goal"]]
        budget = dict(
            sizes=tuple(int(m) for m in value["levels"].split(",")),
            latents=value["latents"],
            seed=value["seed"],
            candidates=value["candidates"],
        )
        if goal == "against":
            return disagreeing(metric, METRICS[value["against"]], **budget)
        return hunting(metric, goal, lossless=value["lossless"], **budget)

    def run(self):
        """Hunt to the end, here and now."""
        self.witness = None
        for found in self.steps():
            self._take(found)
        self._show()

    def _take(self, found):
        if found:
            self.witness = found
        else:
            self._nothing = f"{found!r}."

    def start(self):
        """Hunt beside the notebook, so that Stop can be pressed."""
        self._start.disabled, self._stop.disabled, self._going, self.witness = (
            True,
            False,
            True,
            None,
        )
        self._task = asyncio.ensure_future(self._hunt())

    def stop(self):
        self._going = False

    async def _hunt(self):
        shown, then = None, time.perf_counter()
        self._bar.max = self.controls["candidates"].value
        try:
            for found in self.steps():
                self._take(found)
                self._bar.value = found.candidates
                if (
                    time.perf_counter() - then > 0.1
                ):  # now and then: a look at the buttons, and a picture if it is a better one
                    if self.witness and (shown is None or shown.table != self.witness.table):
                        shown = self.witness
                        self._show()
                    await asyncio.sleep(0)
                    then = time.perf_counter()
                if not self._going:
                    break
        finally:
            self._start.disabled, self._stop.disabled = False, True
            self._show()

    def _show(self):
        if self.witness is None:
            self.picture = pictures.Picture(
                pictures.canvas(60, "nothing found"), "nothing found", self._nothing
            )
        else:
            self.picture = draw_witness(self.witness)
        code = pictures.preformatted(self.witness.code) if self.witness else ""
        self._html.value = self.picture.live() + code

    def __repr__(self):
        return repr(self.picture)


# -------------------------------------------------------------------------------------------- claims, to browse


class ClaimsLab(Shown):
    """The ledger as measured: filter by paper and verdict, choose a claim, see every run of every reading and the source."""

    def __init__(self, findings):
        self.findings = {finding.claim.id: finding for finding in findings}
        papers = ["all", *dict.fromkeys(finding.claim.paper for finding in findings)]
        verdicts = ["all", *dict.fromkeys(finding.verdict for finding in findings)]
        self.controls = {
            "paper": choice("paper", papers, "all"),
            "verdict": choice("verdict", verdicts, "all"),
            "claim": choice("claim", list(self.findings), next(iter(self.findings))),
        }
        self._html = widgets.HTML()
        self.view = widgets.VBox(
            [
                widgets.HBox(list(self.controls.values()), layout={"flex_flow": "row wrap"}),
                self._html,
            ]
        )
        for name in ("paper", "verdict"):
            self.controls[name].observe(self._filter, "value")
        self.controls["claim"].observe(self._show, "value")
        self._show()

    def _filter(self, _change):
        paper, verdict = self.controls["paper"].value, self.controls["verdict"].value
        kept = [
            id
            for id, finding in self.findings.items()
            if paper in ("all", finding.claim.paper) and verdict in ("all", finding.verdict)
        ]
        self.controls["claim"].options = kept or ["(none)"]
        self._show()

    def _show(self, _change=None):
        finding = self.findings.get(self.controls["claim"].value)
        if finding is None:
            self._html.value = "<p>No claim of this paper has this verdict.</p>"
            return
        self.picture = finding.picture()
        lesson = (
            f"<p>Lesson: {finding.claim.lesson}.ipynb, {finding.seconds:.1f} s to measure.</p>"
            if finding.claim.lesson
            else ""
        )
        self._html.value = f"{self.picture.svg}{pictures.preformatted(self.picture.text)}{lesson}{pictures.preformatted(finding.claim.source)}"

    def __repr__(self):
        return repr(self.picture)

"""The ledger to browse: every claim a square, every run a dot, and what measured it."""

from collections.abc import Sequence
from typing import Any

from ..claims.ledger import VERDICTS, Finding
from ..show.svg import (
    CLASSES,
    FAINT,
    GRID,
    GROUND,
    INK,
    PAPER,
    Axis,
    Handle,
    Panel,
    Picture,
    heading,
    rect,
    text,
    wrapped,
)
from .controls import choice, free, word
from .lab import Lab

ALL = "all"
COLUMNS, SQUARE = 20, 19.0  # of the overview
SIGNS = dict(zip(VERDICTS, "hrfamxuo"))
COLOURS = dict(zip(VERDICTS, [CLASSES[j] for j in (2, 0, 4, 3, 5, 1, 6)] + [FAINT]))


def words_of(finding: Finding) -> str:
    """What a claim says, what came out, and why, in a paragraph."""
    claim = finding.claim
    measured = f"measured {finding.measured}" if finding.measured else "not measured"
    lesson = f"Lesson: {claim.lesson}.ipynb." if claim.lesson else ""
    sentences = [
        claim.says,
        f"Printed: {claim.expects.text}; {measured}.",
        f"Verdict: {finding.verdict}.",
        f"Missing: {claim.missing}." if claim.missing else "",
        claim.note,
        lesson,
    ]
    return " ".join(filter(None, sentences))


class ClaimsLab(Lab):
    """The ledger as measured: choose a claim, see every run of every reading, and the source."""

    def __init__(self, findings: Sequence[Finding], after: Any = None) -> None:
        self.findings = {finding.claim.id: finding for finding in findings}
        if not self.findings:
            raise ValueError("findings: found none, expected those of at least one claim.")
        ids = list(self.findings)
        papers = list(dict.fromkeys(finding.claim.paper for finding in findings))
        verdicts = [v for v in VERDICTS if any(f.verdict == v for f in findings)]
        longest = max(len(words_of(finding)) for finding in findings)
        self._words_height = 40 + 16.5 * (longest * 7.0 / 320 + 1)
        self._runs_height = max(finding.runs_panel().height for finding in findings)
        controls = {
            "paper": choice("paper", [ALL, *papers], ALL),
            "verdict": choice("verdict", [ALL, *verdicts], ALL),
            "word": word("search"),
            "claim": choice("claim", ids, ids[0]),
            "_square": free("the square to look at", 0),
        }
        super().__init__(self._draw, controls, follow=self._follow, tell=_tell, after=after)
        self.name = "ClaimsLab"

    @property
    def code(self) -> str:
        """A lab of findings has no line that makes it: they were measured before."""
        return ""

    def kept(self, paper: str, verdict: str, word: str, **_: Any) -> list[str]:
        """The claims of this paper with this verdict in which the word stands."""
        return [
            id
            for id, finding in self.findings.items()
            if paper in (ALL, finding.claim.paper)
            and verdict in (ALL, finding.verdict)
            and word.lower() in f"{id} {finding!r} {finding.claim.where}".lower()
        ]

    def _follow(self, before: dict, now: dict) -> dict:
        """A square brings its claim; a filter that leaves the claim out brings its first one."""
        ids = list(self.findings)
        if before["_square"] != now["_square"]:
            now = now | {"claim": ids[int(now["_square"])]}
        kept = self.kept(**now)
        if now["claim"] not in kept:
            if before["claim"] != now["claim"]:  # asked for by name: open the filters
                now = now | {"paper": ALL, "verdict": ALL, "word": ""}
            elif kept:
                now = now | {"claim": kept[0]}
        return now | {"_square": ids.index(now["claim"])}

    def _draw(self, **values: Any) -> Picture:
        kept, finding = self.kept(**values), self.findings[values["claim"]]
        claim = finding.claim
        overview = self._overview(kept, claim.id)
        if claim.id not in kept:
            said = "No claim of this paper has this verdict and this word."
            return Picture((overview, self._no_card(said)), said, "", {}, said)
        said = f"{claim.id}, {claim.where} of {claim.paper}: {finding.verdict}."
        panels = overview, self._card(finding)
        return Picture(panels, f"{said} {words_of(finding)}", repr(finding), {}, said)

    def _overview(self, kept: list[str], chosen: str) -> Panel:
        """A square per claim, in rows by paper; those that the filters leave out are empty."""
        papers: dict[str, list[str]] = {}
        for id, finding in self.findings.items():
            papers.setdefault(finding.claim.paper, []).append(id)
        places = list(self.findings)
        rows = sum(-(-len(ids) // COLUMNS) for ids in papers.values())

        def draw(x: float, y: float, width: float, height: float) -> str:
            size, row = min(SQUARE, width / COLUMNS), 0
            title = f"{len(kept)} of {len(places)} claims: click a square"
            out, at = [heading(x, y, width, title)], y + 26
            for paper, ids in papers.items():
                out.append(text(x, at + 11, paper, "start", FAINT, font_size="11", link=paper))
                at += 16
                for j, id in enumerate(ids):
                    left, top = x + j % COLUMNS * size, at + j // COLUMNS * SQUARE
                    cell = row + j // COLUMNS, j % COLUMNS
                    box = left, top, size - 2, SQUARE - 2
                    out.append(self._square(box, id, places.index(id), cell, id in kept, chosen))
                row += -(-len(ids) // COLUMNS)
                at += SQUARE * -(-len(ids) // COLUMNS) + 4
            for verdict in VERDICTS:
                count = sum(self.findings[id].verdict == verdict for id in kept)
                out.append(rect(x, at + 2, 15, 15, COLOURS[verdict], link=verdict))
                sign = {"fill": PAPER, "font_size": "10", "pointer_events": "none"}
                out.append(text(x + 7.5, at + 13, SIGNS[verdict], **sign))
                shown = f"{verdict}: {count}"
                out.append(text(x + 22, at + 14, shown, "start", key=f"n{verdict}", link=verdict))
                at += 19
            return "".join(out)

        height = 26 + 20 * len(papers) + SQUARE * rows + 19 * len(VERDICTS) + 6
        return Panel(draw, height, 320, 400)

    def _square(
        self,
        box: tuple[float, float, float, float],
        id: str,
        j: int,
        cell: tuple[int, int],
        kept: bool,
        chosen: str,
    ) -> str:
        finding = self.findings[id]
        axis = Axis("_square", -1.0, j, j, 1.0, "y", 0)
        colour = COLOURS[finding.verdict] if kept else GROUND
        told: dict[str, Any] = {
            "key": f"claim{id}",
            "link": (finding.claim.paper, finding.verdict),
            "handle": Handle(id, (axis,), finding.verdict, cell, toggle=True),
            "title": f"{id}: {finding.verdict}",
            "stroke_width": "3" if id == chosen else "1",
        }
        shape = rect(*box, colour, INK if id == chosen else GRID if not kept else "none", **told)
        small = {"font_size": f"{min(10, box[2] * 0.7):.1f}", "pointer_events": "none"}
        at = box[0] + box[2] / 2, box[1] + box[3] / 2 + 3.5
        return shape + text(*at, SIGNS[finding.verdict], fill=PAPER if kept else FAINT, **small)

    def _card(self, finding: Finding) -> Panel:
        """The words of a finding and its dots below, in a panel as high as that of any other."""
        claim, runs = finding.claim, finding.runs_panel()

        def draw(x: float, y: float, width: float, height: float) -> str:
            out = heading(x, y, width, f"{claim.id}: {claim.where} of {claim.paper}", claim.id)
            words, used = wrapped(x, y + 20, width, words_of(finding), INK)
            return out + words + runs.draw(x, y + used + 34, width, runs.height)

        return Panel(draw, self._words_height + self._runs_height, 330, 640)

    def _no_card(self, words: str) -> Panel:
        """As much room as a card takes."""

        def draw(x: float, y: float, width: float, height: float) -> str:
            return wrapped(x, y + 20, width, words, INK, 14)[0]

        return Panel(draw, self._words_height + self._runs_height, 330, 640)

    def _specs(self) -> list[dict]:
        """The list of claims offers those that the filters leave."""
        kept = self.kept(**self.values)
        ids = [id for id in self.findings if id in kept or id == self.values["claim"]]
        return [
            spec | {"options": ids, "words": ids} if spec["name"] == "claim" else spec
            for spec in super()._specs()
        ]

    def _show(self) -> None:
        self.stage.controls = self._specs()  # the stage compares, and leaves what is the same
        super()._show()

    def source(self) -> dict:
        """What measured the claim."""
        finding = self.findings[self.values["claim"]]
        title = f"What measured it, in {finding.seconds:.1f} s"
        return {"title": title, "code": finding.claim.source}


def _tell(before: Picture, now: Picture) -> str:
    return now.said

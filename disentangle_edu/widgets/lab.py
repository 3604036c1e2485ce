"""The bench that every lab stands on.

Values, a function that draws them, and a stage that shows it.
"""

import functools
import html
import json
import re
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ..validation import check_new
from ..viz.svg import Picture
from .change_text import what_changed
from .controls import Control, put
from .display import ASLEEP, After, Shown
from .history import History, Values
from .links import link
from .scheduling import Hand, beside, breathe
from .widget import Stage

BACK = "The quick, smaller run again. "
BROKEN_OFF = "Interrupted; the picture is the one from before."
HANDLE = re.compile(r'data-handle="([^"]+)"')
SLICE = 0.05  # seconds of work between two looks at what a reader wants
Draw = Callable[..., Picture]


class Stopped(Exception):
    """A reader has pressed Stop, or moved something, while work was going on."""


class Lab(Shown):
    """Values, and a function that draws a Picture from them.

    draw : draw(**values) -> Picture, pure, so that it can be called without a notebook.
    controls : {name: Control}; their first values are the paper's setting where there is one.
    opened : the setting that the lab was opened in, to which Reset returns.
    full : full(progress, **values) -> Picture, the full-size run behind a button; progress wraps
    an iterable.
    views : names of controls that change only how it is looked at; a full-size run stays on show.
    remembers : what the lab keeps beside its values, a frozen dataclass; `draw` has it as `memory`.
    follow : follow(before, now) -> values to keep, `memory` among them; for labs that count what
    the reader has done.
    tell : tell(before, now) -> the sentence on what has just changed, from two Pictures.
    presses : {label: function(values) -> values}, further buttons.
    idle : idle(values) -> the names of controls and buttons that would do nothing now, and hide.
    barred : barred(values) -> {list: {option that cannot be chosen now: why}}.
    tasks : what a hand is asked to do, each ticked, for good, once the values are as it wants them.
    after : a question (see `predict`), or a tuple of them, to be answered before the lab opens.
    """

    folded = "A lab to move is folded away"
    widest = 1400  # pixels: where there is more room, the picture does not grow

    def __init__(
        self,
        draw: Draw,
        controls: Mapping[str, Control],
        *,
        full: Callable[..., Picture] | None = None,
        views: Iterable[str] = (),
        remembers: object = None,
        follow: Callable[[dict, dict], dict] | None = None,
        tell: Callable[[Picture, Picture], str] | None = None,
        presses: Mapping[str, Callable[[dict], dict]] | None = None,
        idle: Callable[[dict], Iterable[str]] | None = None,
        tasks: Mapping[str, Callable[[dict], bool]] | None = None,
        barred: Callable[[dict], dict[str, dict]] | None = None,
        after: After = None,
    ) -> None:
        self.tasks, self.barred = dict(tasks or {}), barred
        self.done: set[str] = set()  # of the tasks
        self.draw, self.specs, self.full, self.follow = draw, dict(controls), full, follow
        self.views = frozenset(views)
        self.tell, self.name = tell or what_changed, "lab"
        self.presses, self.idle = dict(presses or {}), idle
        self.paper = {name: control.value for name, control in self.specs.items()}
        self.paper |= {} if remembers is None else {"memory": remembers}
        self.values, self.opened = dict(self.paper), dict(self.paper)
        self.controls = {name: Knob(self, name) for name in self.specs}
        self.history = History(self.values)
        self._base: Picture | None = None  # at the start of a gesture, which is compared with it
        self._wishes, self._working = 1, False
        self._lock, self._easel = threading.RLock(), threading.RLock()
        self._message, self._stale = "", False
        self._full_shown = False  # live pictures are not compared with one of another size
        self._full_values: Values = {}  # of the full-size run that came last
        self._back = ""  # said before a change while a live picture takes the place of such a one
        self._said: str | None = None
        self._said_then: str | None = None  # when the last finished gesture ended
        self._busy: dict[str, int] | None = None
        self._begun: Values | None = None  # what a full-size run is of; none: it shall stop
        self.stage = Stage(self._specs(), self._heard)
        self.stage.observe(lambda _: self._show(), "width")
        self._picture: Picture | None = None
        self._wait_for(after)

    @property
    def picture(self) -> Picture:
        """What the present values look like; drawn when somebody looks."""
        if self._picture is None:
            self._picture = self._painted(self.values)
        return self._picture

    @picture.setter
    def picture(self, picture: Picture) -> None:
        self._picture = picture

    def _painted(self, values: dict) -> Picture:
        """One picture at a time, whichever thread asks."""
        with self._easel:
            if self._looked_at(values):
                return self.full(list, **values)  # type: ignore[misc]  # all is remembered
            return self.draw(**values)

    def _looked_at(self, values: dict) -> bool:
        """Whether a full-size run is on show, and these values only turn it."""
        return self._full_shown and self._only_turned(self._full_values, values)

    def _only_turned(self, before: dict, now: dict) -> bool:
        return all(now[name] == before[name] for name in now.keys() - self.views)

    # ----------------------------------------------------------------------------- what one can ask

    @property
    def scores(self) -> dict[str, float]:
        """The scores in the picture, to four digits."""
        return _rounded(self.picture)

    @property
    def visible(self) -> Values:
        """The values that a reader moves, without what the lab remembers."""
        return {name: self.values[name] for name in self.specs}

    @property
    def code(self) -> str:
        """The line of Python that makes this lab in its current setting."""
        values = self.visible
        moved = {name: value for name, value in values.items() if value != self.paper[name]}
        if self.follow:  # what would follow, and has been moved since, is said as well
            made = self.follow(self.paper, self.paper | moved) | moved
            moved |= {name: value for name, value in values.items() if value != made[name]}
        return f"labs.{self.name}({', '.join(f'{k}={v!r}' for k, v in moved.items())})"

    def at(self, **values: Any) -> dict[str, float]:
        """The scores with some values changed; what the reader has set stays as it is."""
        return _rounded(self._painted(self._checked(self.values | values, values)))

    def table(self, **settings: Sequence[Any]) -> Any:
        """A table of scores for several values of one control: `lab.table(exponent=[1, 15])`."""
        import pandas as pd

        (name, tried) = next(iter(settings.items()))
        rows = {str(value): self.at(**{name: value}) for value in tried}
        return pd.DataFrame.from_dict(rows, orient="index").rename_axis(name)

    def set(self, **values: Any) -> None:
        """Move several values and draw once.

        An impossible setting raises ValueError and changes nothing.
        """
        self._moved_to(self._checked(self.values | values, values))

    def _moved_to(self, now: dict) -> None:
        self._enter(self.follow(self.values, now) if self.follow else now)

    def _enter(self, now: dict) -> None:
        shown = self._comparable(self.values, now)
        picture = self._painted(now)
        with self._lock:
            self._wishes += 1
            self.values, self.picture, self._message, self._stale = now, picture, "", False
            self._said = self._back + self.tell(shown, picture)
        self._settle()
        self._show()

    def _comparable(self, values: dict, now: dict) -> Picture:
        """The picture to tell a change from: live, even if a full-size run is on show.

        Unless the run is only looked at in another way.
        """
        if self._full_shown and not self._looked_at(now):
            self._full_shown, self._back = False, BACK
            return self._painted(values)
        return self.picture

    def rehearse(self) -> None:
        """Draw one step of the first thing that can be moved, and forget it.

        What a first step fetches or computes for all later ones is then there.
        """
        self.tell(self.picture, self._painted(self._values_after(self._first_step())))

    def _first_step(self) -> Values:
        """A step of the first handle of the picture, or else of the first control."""
        if found := HANDLE.search(self.picture.at(min(self.stage.width, self.widest))):
            axis = json.loads(html.unescape(found[1]))["axes"][0]
            return {axis["name"]: axis["low"] if axis["value"] > axis["low"] else axis["high"]}
        for name, control in self.specs.items():
            choices = control.options or (control.low, control.high)
            others = [value for value in choices if value != self.values[name]]
            if control.kind in ("choice", "range"):
                return {name: others[0]}
        return {}

    def reset(self) -> None:
        """Back to the setting that the lab was opened in, and from a full-size run to the quick."""
        self._full_shown = False
        self._enter(dict(self.opened))
        self._said = None
        self._show()

    def undo(self) -> None:
        """Take back the last finished gesture, if there is one."""
        self._travel(self.history.back)

    def redo(self) -> None:
        """Do again what undo took back."""
        self._travel(self.history.forward)

    def run_full(self) -> None:
        """Draw the full-size run; an interruption or Stop keeps the picture that was there."""
        assert self.full is not None
        self._begun = values = dict(self.values)
        try:
            picture = self.full(self._count, **values)
            self._full_shown, self._full_values = True, values
            self.picture = picture if self.values == values else self._painted(self.values)
            self._message, self._said = "", None
        except KeyboardInterrupt:
            self._message = BROKEN_OFF
        except Stopped:
            # A gesture that ended it has a picture of its own.
            self._message = BROKEN_OFF if self._begun is None else ""
        except ValueError as error:
            self._message = str(error)
        finally:
            self._busy = None
            self._show()

    def stop(self) -> None:
        """End the full-size run at its next step."""
        self._begun = None

    # -------------------------------------------------------------------------- what the stage asks

    def _heard(self, wished: dict, done: bool, press: str) -> None:
        """A gesture of the reader: values to change, whether it has ended, a button."""
        Hand.seen = time.monotonic()
        if self.closed:
            return self._show()
        if wished:
            self._wish(wished)
        if done:
            self._settle()
        if press:
            self._press(press)
        elif done and not wished:
            self._show()

    def _press(self, press: str) -> None:
        if press == "run_full":
            if not self._busy:
                self._busy = {"done": 0, "all": 1}
                self._show()
                beside(self.run_full)
        elif press in self.presses:
            try:
                pressed = self.values | self.presses[press](dict(self.values))
                self._moved_to(self._checked(pressed, ()))
            except ValueError as error:  # the stage waits for an answer, whatever it is
                self._message = str(error)
                self._show()
        else:
            getattr(self, press)()

    def take_back(self) -> None:
        """A gesture that was broken off counts as nothing: all is as it was before."""
        if self.values != self.history.settled:
            self._return_to(self.history.settled)
            self._said = self._said_then
        self._base, self._back = None, ""
        self._show()

    def _return_to(self, values: dict) -> None:
        picture = self._painted(values)
        with self._lock:
            self._wishes += 1
            self.values, self.picture, self._said = dict(values), picture, None
            self._message, self._stale = "", False

    def _wish(self, wished: dict) -> None:
        """Newest wins: one thread draws at a time, and goes on until nothing newer is wished.

        Messages may arrive in a second thread while the first still draws; that one then only
        leaves its values, and who draws finds them.
        """
        with self._lock:
            try:
                self.values = self._values_after(wished)
            except (ValueError, TypeError, IndexError) as error:
                self._message = str(error)
                return self._show()
            self._wishes += 1
            if self._working:
                return
            self._working = True
        try:
            while True:
                number, values = self._wishes, self.values
                self._base = self._base or self._comparable(self.history.settled, values)
                self._drawn(values, self._base)
                with self._lock:
                    if number == self._wishes:
                        self._working = False
                        return
        except BaseException:
            self._working = False
            raise

    def _values_after(self, wished: dict) -> Values:
        """The values after a gesture."""
        before = self._values_before(wished)
        values = dict(before)
        for path, value in wished.items():
            if path.split("/")[0] not in self.specs:
                raise ValueError(f"{path}: no such control.")
            put(values, path, value)
        values = self._checked(values, {path.split("/")[0] for path in wished})
        return self.follow(before, values) if self.follow else values

    def _values_before(self, wished: dict) -> Values:
        """The values that a gesture begins with."""
        return self.values

    def _drawn(self, values: dict, before: Picture) -> None:
        try:
            picture = self._painted(values)
        except ValueError as error:  # an impossible setting: say so, and let the last picture fade
            self._message, self._stale = str(error), True
        else:
            self.picture, self._message, self._stale = picture, "", False
            change = self.tell(before, picture)
            self._said = self._back + change if change else self._said
        self._show()

    def _settle(self) -> None:
        """A gesture has ended: one step of the history."""
        self.history.settle(self.values)
        self._base, self._back, self._said_then = None, "", self._said

    def _travel(self, step: Callable[[], bool]) -> None:
        self._settle()
        if step():
            self._return_to(self.history.settled)
        self._show()

    def _checked(self, values: dict, names: Iterable[str]) -> dict:
        for name in names:
            if name not in self.specs:
                known = ", ".join(self.specs)
                raise TypeError(f"{self.name}: found the control {name!r}, expected {known}.")
        checked = {name: control.check(name, values[name]) for name, control in self.specs.items()}
        return values | checked

    def _count(self, steps: Iterable) -> Iterable:
        steps = list(steps)
        then = 0.0
        for done, step in enumerate(steps):
            if self._begun is None or not self._only_turned(self._begun, self.values):
                raise Stopped
            self._busy = {"done": done, "all": len(steps)}
            if time.perf_counter() - then > SLICE:
                self._show()
                breathe()
                then = time.perf_counter()
            yield step

    # -------------------------------------------------------------------------------- what is shown

    def _specs(self) -> list[dict]:
        buttons = [{"name": label, "label": label, "kind": "button"} for label in self.presses]
        own = [("run_full", "Run the full size"), ("stop", "Stop")] if self.full else []
        own += [("undo", "Undo"), ("redo", "Redo"), ("reset", "Reset to the start")]
        foot = [{"name": n, "label": words, "kind": "button", "foot": True} for n, words in own]
        return [control.spec(name) for name, control in self.specs.items()] + buttons + foot

    def _show(self) -> None:
        """Hand the present state to the stage."""
        if self.closed:
            self.stage.scene = {"n": self.stage.asked, "veil": self.veil}
            return
        with self._lock:  # whoever shows last shows the newest
            self.stage.scene = self._scene()

    def _scene(self) -> dict:
        picture = self.picture
        return {
            "n": self.stage.asked,
            "svg": picture.at(min(self.stage.width, self.widest)),
            "said": "" if self._stale else self._said or picture.said,
            "text": picture.text,
            "message": "Working:" if self._busy else self._message,
            "wrong": bool(self._message) and not self._busy,
            "stale": self._stale,
            "busy": self._busy,
            "tasks": self._ticked(),
            "barred": self.barred(self.values) if self.barred else {},
            "code": self.code,
            "link": link(self.code) if self.name != "lab" else None,
            "values": self.visible,
            "can": self.history.can(self.values)
            | (self._can_run() if self.full else {})
            | (self._at_work() if self.idle else {}),
            "source": self.source(),
        }

    def _ticked(self) -> list[list]:
        """Each task, and whether it is done: those that the present values fulfil stay so."""
        self.done |= {words for words, met in self.tasks.items() if met(self.values)}
        return [[words, words in self.done] for words in self.tasks]

    def _can_run(self) -> dict:
        """Which of the two buttons of a full-size run is there."""
        return {"run_full": not self._busy, "stop": True if self._busy else "gone"}

    def _at_work(self) -> dict:
        """Which controls are there, for each that ever hides."""
        assert self.idle is not None
        gone = set(self.idle(self.values))
        return {name: "gone" if name in gone else True for name in [*self.specs, *self.presses]}

    def source(self) -> dict:
        """Python to be read beside the picture: {"title", "code"}, or nothing."""
        return {}

    def still_words(self) -> str:
        """All sentences of the picture, and the Python that belongs to it."""
        return "\n".join(filter(None, [self.picture.words, self.source().get("code", "")]))

    def still_html(self) -> str:
        """The picture as an image, with its sentences and its Python."""
        code = html.escape(self.source().get("code", ""))
        listing = f'<pre style="font-size:12px;overflow-x:auto">{code}</pre>' if code else ""
        return ASLEEP + self.picture.still() + listing

    def __repr__(self) -> str:
        return self.code


class Knob:
    """One value of a lab, to be read and set: `lab.controls["noise"].value = 0.5`."""

    def __init__(self, lab: Lab, name: str) -> None:
        self._lab, self._name = lab, name

    @property
    def value(self) -> Any:
        """Where it stands."""
        return self._lab.values[self._name]

    @value.setter
    def value(self, value: Any) -> None:
        self._lab.set(**{self._name: value})

    def __getattr__(self, attribute: str) -> Any:  # low, high, step, options, label
        return getattr(self._lab.specs[self._name], attribute)


def _rounded(picture: Picture) -> dict[str, float]:
    return {name: round(float(value), 4) for name, value in picture.scores.items()}


LABS: dict[str, Callable[..., Lab]] = {}  # every lab that `lab` made, by its name
OFFERED: dict[str, Callable] = {}  # all that readers find in `disentangle_edu.labs`


def offered(thing: Callable) -> Any:
    """Let readers find it in `labs` by its name.

    A cell of a notebook may put its own in the place of ours; another name that is taken raises
    ValueError.
    """
    check_new(thing.__name__, OFFERED, thing)
    OFFERED[thing.__name__] = thing
    return thing


def lab(build: Callable[..., Lab]) -> Callable[..., Lab]:
    """Let a function that builds a Lab take settings and a question, and give the lab its name.

    Readers find it in `labs`.
    """

    @functools.wraps(build)
    def built(after: After = None, **settings: Any) -> Lab:
        made = build(after=after)
        made.name = build.__name__
        made.values = made._checked(made.values | settings, settings)
        if made.follow and settings:  # what is asked for by name does not follow
            asked = {name: made.values[name] for name in settings}
            made.values = made.follow(made.paper, made.values) | asked
        made.history, made.opened = History(made.values), dict(made.values)
        if not made.closed:
            _ = made.picture  # an impossible setting is refused here, not when it is shown
        return made

    LABS[build.__name__] = offered(built)
    return built

"""Base of every lab: values, a function that draws them, and a widget that shows the picture.

The name of a method says who calls it: the page calls `on_gesture`, which calls `on_change`,
`on_press` and `on_cancel`; a method that begins with "_" is called by the lab itself; and all other
methods are for readers. `protocol` describes what passes between the page and the lab.
"""

import functools
import html
import json
import re
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from .. import background
from ..validation import check_unused_id
from ..viz.picture import Picture
from .change_text import what_changed
from .controls import Control, set_by_path
from .gated_display import ASLEEP, After, GatedDisplay
from .history import History, Values
from .links import link
from .protocol import ControlSpec, HandleData, Progress, Scene, Source, State
from .stage import Stage

QUICK_RUN_AGAIN = "The quick, smaller run again. "
INTERRUPTED = "Interrupted; the picture is the one from before."
HANDLE = re.compile(r'data-handle="([^"]+)"')
UPDATE_INTERVAL = 0.05  # seconds of work between two updates of the page
Draw = Callable[..., Picture]


class Cancelled(Exception):
    """Signal that the reader has pressed Stop, or moved something, during a full-size run.

    Examples
    --------
    >>> from disentangle_edu.widgets.interaction import Cancelled
    >>> issubclass(Cancelled, Exception)
    True
    """


class Lab(GatedDisplay):
    """Interactive picture: values of controls, and a function that draws a Picture from them.

    Parameters
    ----------
    draw : callable
        Function such that draw(**values) returns a Picture. It is pure, so that it can be called
        without a notebook.
    controls : mapping of str to Control
        Controls by their names. Their first values are the setting of the paper if there is one.
    full : callable or None, default=None
        Function such that full(progress, **values) returns a Picture of the full-size run, which a
        button starts. Its first argument wraps an iterable.
    views : iterable of str, default=()
        Names of controls that change only the view. A full-size run remains visible when they move.
    initial_memory : object, default=None
        Frozen dataclass that the lab stores next to its values. `draw` receives it as the keyword
        "memory".
    update_memory : callable or None, default=None
        Function such that update_memory(before, now) returns the values to keep, "memory" among
        them. It is for labs that count what the reader has done.
    describe_change : callable or None, default=None
        Function such that describe_change(before, now) returns a sentence on what has changed
        between two Pictures. With None, `what_changed`.
    button_actions : mapping of str to callable or None, default=None
        Further buttons by their labels. Each is a function of the values that returns values.
    hidden_controls : callable or None, default=None
        Function of the values that returns the names of controls and buttons without an effect,
        which are hidden.
    tasks : mapping of str to callable or None, default=None
        Tasks for the reader. Each is a function of the values that is true if the task is done; it
        then stays ticked.
    disabled_options : callable or None, default=None
        Function of the values that returns, for each list, the options that cannot be chosen now
        and the reason for each.
    stored : str, default=''
        Name of a control for which a page of the book stores a picture of every value, so that the
        reader can move it before Python has started.
    after : Prediction, tuple of Prediction or None, default=None
        Questions to answer before the lab opens, see `predict`.

    Attributes
    ----------
    values : dict
        Present value of every control.
    opened : dict
        Values with which the lab was opened, to which Reset returns.
    default_values : dict
        First value of every control.
    done : set of str
        Tasks that are done.

    Examples
    --------
    >>> from disentangle_edu.widgets.controls import number
    >>> from disentangle_edu.widgets.interaction import Lab
    >>> from disentangle_edu.viz.picture import Picture
    >>> draw = lambda noise: Picture(panels=(), scores={"mig": 1 - noise})
    >>> lab = Lab(draw, {"noise": number("noise", 0.5, 0, 1)})
    >>> lab.scores, lab.at(noise=0.2)
    ({'mig': 0.5}, {'mig': 0.8})
    """

    folded = "A lab is hidden"
    widest = 1400  # pixels: the greatest width of the picture

    def __init__(
        self,
        draw: Draw,
        controls: Mapping[str, Control],
        *,
        full: Callable[..., Picture] | None = None,
        views: Iterable[str] = (),
        initial_memory: object = None,
        update_memory: Callable[[dict, dict], dict] | None = None,
        describe_change: Callable[[Picture, Picture], str] | None = None,
        button_actions: Mapping[str, Callable[[dict], dict]] | None = None,
        hidden_controls: Callable[[dict], Iterable[str]] | None = None,
        tasks: Mapping[str, Callable[[dict], bool]] | None = None,
        disabled_options: Callable[[dict], dict[str, dict]] | None = None,
        stored: str = "",
        after: After = None,
    ) -> None:
        self.stored = stored
        self.tasks, self.disabled_options = dict(tasks or {}), disabled_options
        self.done: set[str] = set()  # the tasks that have been done
        self.draw, self.specs, self.full, self.update_memory = (
            draw,
            dict(controls),
            full,
            update_memory,
        )
        self.views = frozenset(views)
        self.describe_change, self.name = describe_change or what_changed, "lab"
        self.button_actions, self.hidden_controls = dict(button_actions or {}), hidden_controls
        self.default_values = {name: control.value for name, control in self.specs.items()}
        self.default_values |= {} if initial_memory is None else {"memory": initial_memory}
        self.values, self.opened = dict(self.default_values), dict(self.default_values)
        self.controls = {name: ControlValue(self, name) for name in self.specs}
        self.history = History(self.values)
        self._start_picture: Picture | None = None  # before the present gesture
        self._revision, self._is_drawing = (
            1,
            False,
        )  # the revision is raised by every change of values
        self._lock, self._drawing_lock = threading.RLock(), threading.RLock()
        self._message, self._stale = "", False
        self._full_shown = False  # full-size and live pictures are not compared
        self._full_values: Values = {}  # of the last full-size run
        self._caption_prefix = ""  # for a live picture that replaces a full-size run
        self._caption: str | None = None  # None: use the picture's caption
        self._settled_caption: str | None = None  # at the end of the last finished gesture
        self._busy: Progress | None = None
        self._run_values: Values | None = None  # of the running full-size run; None stops it
        self.stage = Stage(self._control_specs(), self.on_gesture)
        self.stage.observe(lambda _: self.refresh(), "width")
        self._picture: Picture | None = None
        self._wait_for(after)

    @property
    def picture(self) -> Picture:
        """Picture of the present values, drawn when it is needed.

        Returns
        -------
        picture : Picture
            Picture of the present values.
        """
        picture = self._picture  # another thread may discard it at any time
        if picture is None:
            picture = self._picture = self._draw_picture(self.values)
        return picture

    @picture.setter
    def picture(self, picture: Picture) -> None:
        self._picture = picture

    def _draw_picture(self, values: dict) -> Picture:
        """Draw a picture of some values. Only one thread draws at a time."""
        with self._drawing_lock:
            if self._shows_full_run(values):
                return self.full(list, **values)  # type: ignore[misc]  # its results are cached
            return self.draw(**values)

    def _shows_full_run(self, values: dict) -> bool:
        """Whether a full-size run is visible, and these values change only the view of it."""
        return self._full_shown and self._only_views_changed(self._full_values, values)

    def _only_views_changed(self, before: dict, now: dict) -> bool:
        return all(now[name] == before[name] for name in now.keys() - self.views)

    # ------------------------------------------------------------------------- called by readers

    @property
    def scores(self) -> dict[str, float]:
        """Scores in the picture, to four digits.

        Returns
        -------
        scores : dict of str to float
            Score by the metric's name.
        """
        return _round_scores(self.picture)

    @property
    def visible(self) -> Values:
        """Values of the controls, without what the lab remembers.

        Returns
        -------
        values : dict
            Value of every control by its name.
        """
        return {name: self.values[name] for name in self.specs}

    @property
    def code(self) -> str:
        """Line of Python that makes this lab in its present setting.

        Returns
        -------
        code : str
            Call of the lab.
        """
        values = self.visible
        changed = {
            name: value for name, value in values.items() if value != self.default_values[name]
        }
        if self.update_memory:  # also name values that update_memory set and the reader then moved
            followed = (
                self.update_memory(self.default_values, self.default_values | changed) | changed
            )
            changed |= {name: value for name, value in values.items() if value != followed[name]}
        return f"labs.{self.name}({', '.join(f'{k}={v!r}' for k, v in changed.items())})"

    def at(self, **values: Any) -> dict[str, float]:
        """Compute the scores with some values changed; the setting of the lab stays the same.

        Parameters
        ----------
        **values : object
            Values by the control's name.

        Returns
        -------
        scores : dict of str to float
            Score by the metric's name, to four digits.
        """
        return _round_scores(self._draw_picture(self._checked(self.values | values, values)))

    def table(self, **settings: Sequence[Any]) -> Any:
        """Table of scores for several values of one control.

        Parameters
        ----------
        **settings : sequence
            Name of one control and its values, as in `lab.table(exponent=[1, 15])`.

        Returns
        -------
        table : pandas.DataFrame
            One row per value and one column per metric.
        """
        import pandas as pd

        (name, tried) = next(iter(settings.items()))
        rows = {str(value): self.at(**{name: value}) for value in tried}
        return pd.DataFrame.from_dict(rows, orient="index").rename_axis(name)

    def set(self, **values: Any) -> None:
        """Change several values and draw once.

        Parameters
        ----------
        **values : object
            Values by the control's name.

        Raises
        ------
        ValueError
            If the setting is impossible. Nothing changes then.
        """
        self._move_to(self._checked(self.values | values, values))

    def _move_to(self, now: dict) -> None:
        self._set_values(self.update_memory(self.values, now) if self.update_memory else now)

    def _set_values(self, now: dict) -> None:
        reference = self._reference_picture(self.values, now)
        picture = self._draw_picture(now)
        with self._lock:
            self._revision += 1
            self.values, self.picture, self._message, self._stale = now, picture, "", False
            self._caption = self._caption_prefix + self.describe_change(reference, picture)
        self._end_gesture()
        self.refresh()

    def _reference_picture(self, values: dict, now: dict) -> Picture:
        """Picture from which a change is described: a live one, even if a full-size run is visible.

        A full-size run is used if only its view changes.
        """
        if self._full_shown and not self._shows_full_run(now):
            self._full_shown, self._caption_prefix = False, QUICK_RUN_AGAIN
            return self._draw_picture(values)
        return self.picture

    def warm_up(self) -> None:
        """Draw one step of the first movable control, and discard the picture.

        Whatever the first step loads or computes is then available for later steps.
        """
        self.describe_change(
            self.picture, self._draw_picture(self._values_after(self._first_step()))
        )

    def _first_step(self) -> Values:
        """One step of the first handle in the picture, or else of the first control."""
        if match := HANDLE.search(self.picture.at(min(self.stage.width, self.widest))):
            handle: HandleData = json.loads(html.unescape(match[1]))
            axis = handle["axes"][0]
            return {axis["name"]: axis["low"] if axis["value"] > axis["low"] else axis["high"]}
        for name, control in self.specs.items():
            choices = control.options or (control.low, control.high)
            others = [value for value in choices if value != self.values[name]]
            if control.kind in ("choice", "range"):
                return {name: others[0]}
        return {}

    def reset(self) -> None:
        """Return to the values with which the lab was opened.

        The quick, live picture replaces a full-size run.
        """
        self._full_shown = False
        self._set_values(dict(self.opened))
        self._caption = None
        self.refresh()

    def undo(self) -> None:
        """Undo the last finished gesture, if there is one."""
        self._step_history(self.history.back)

    def redo(self) -> None:
        """Redo the gesture that was undone last, if there is one."""
        self._step_history(self.history.forward)

    def run_full(self) -> None:
        """Draw the full-size run; after an interruption or Stop, keep the previous picture."""
        assert self.full is not None
        self._run_values = values = dict(self.values)
        try:
            picture = self.full(self._track_progress, **values)
            self._full_shown, self._full_values = True, values
            self.picture = picture if self.values == values else self._draw_picture(self.values)
            self._message, self._caption = "", None
        except KeyboardInterrupt:
            self._message = INTERRUPTED
        except Cancelled:
            # If a gesture ended the run, the gesture draws its own picture.
            self._message = INTERRUPTED if self._run_values is None else ""
        except ValueError as error:
            self._message = str(error)
        finally:
            self._busy = None
            self.refresh()

    def stop(self) -> None:
        """End the full-size run at its next step."""
        self._run_values = None

    # ------------------------------------------------------------------------ called by the page

    def on_gesture(self, values: Values, done: bool = False, press: str = "") -> None:
        """Handle a gesture of the reader, as a `Message` of the page describes it.

        Parameters
        ----------
        values : dict
            Values that the reader has moved, by their paths.
        done : bool, default=False
            Whether the gesture has ended.
        press : str, default=''
            Name of the button that was pressed.
        """
        background.LastGesture.time = time.monotonic()
        if self.closed:
            self.refresh()
            return
        if values:
            self.on_change(values)
        if done:
            self._end_gesture()
        if press:
            self.on_press(press)
        elif done and not values:
            self.refresh()

    def on_press(self, press: str) -> None:
        """Handle a button.

        Parameters
        ----------
        press : str
            Name of the button.
        """
        if press == "run_full":
            if not self._busy:
                self._busy = {"done": 0, "total": 1}
                self.refresh()
                background.start(self.run_full)
        elif press in self.button_actions:
            try:
                pressed = self.values | self.button_actions[press](dict(self.values))
                self._move_to(self._checked(pressed, ()))
            except ValueError as error:  # the page needs an answer even then
                self._message = str(error)
                self.refresh()
        else:
            actions = {"undo": self.undo, "redo": self.redo, "reset": self.reset}
            actions |= {"stop": self.stop, "cancel": self.on_cancel}
            actions[press]()

    def on_cancel(self) -> None:
        """Discard a drag that the reader has broken off, so that everything is as before."""
        if self.values != self.history.settled:
            self._return_to(self.history.settled)
            self._caption = self._settled_caption
        self._start_picture, self._caption_prefix = None, ""
        self.refresh()

    def _return_to(self, values: dict) -> None:
        picture = self._draw_picture(values)
        with self._lock:
            self._revision += 1
            self.values, self.picture, self._caption = dict(values), picture, None
            self._message, self._stale = "", False

    def on_change(self, values: Values) -> None:
        """Change values and draw them.

        Messages may arrive in a second thread while the first still draws. The second thread then
        only stores its values, and the first one draws the newest values.

        Parameters
        ----------
        values : dict
            Values that the reader has moved, by their paths.
        """
        with self._lock:
            try:
                self.values = self._values_after(values)
            except (ValueError, TypeError, IndexError) as error:
                self._message = str(error)
                self.refresh()
                return
            self._revision += 1
            if self._is_drawing:
                return
            self._is_drawing = True
        try:
            while True:
                revision, now = self._revision, self.values
                self._start_picture = self._start_picture or self._reference_picture(
                    self.history.settled, now
                )
                self._draw_values(now, self._start_picture)
                with self._lock:
                    if revision == self._revision:
                        self._is_drawing = False
                        return
        except BaseException:
            self._is_drawing = False
            raise

    def _values_after(self, changes: Values) -> Values:
        """Values after a gesture."""
        before = self._values_before(changes)
        values = dict(before)
        for path, value in changes.items():
            if path.split("/")[0] not in self.specs:
                raise ValueError(f"{path}: no such control.")
            set_by_path(values, path, value)
        values = self._checked(values, {path.split("/")[0] for path in changes})
        return self.update_memory(before, values) if self.update_memory else values

    def _values_before(self, changes: Values) -> Values:
        """Values at the start of a gesture."""
        return self.values

    def _draw_values(self, values: dict, before: Picture) -> None:
        try:
            picture = self._draw_picture(values)
        except ValueError as error:  # an impossible setting: show the error, fade the picture
            self._message, self._stale = str(error), True
        else:
            self.picture, self._message, self._stale = picture, "", False
            change = self.describe_change(before, picture)
            self._caption = self._caption_prefix + change if change else self._caption
        self.refresh()

    def _end_gesture(self) -> None:
        """End a gesture, and add it to the history as one step."""
        self.history.settle(self.values)
        self._start_picture, self._caption_prefix, self._settled_caption = None, "", self._caption

    def _step_history(self, step: Callable[[], bool]) -> None:
        self._end_gesture()
        if step():
            self._return_to(self.history.settled)
        self.refresh()

    def _checked(self, values: dict, names: Iterable[str]) -> dict:
        for name in names:
            if name not in self.specs:
                expected = ", ".join(self.specs)
                raise TypeError(f"{self.name}: found the control {name!r}, expected {expected}.")
        checked = {name: control.check(name, values[name]) for name, control in self.specs.items()}
        return values | checked

    def _track_progress(self, steps: Iterable) -> Iterable:
        """Yield the steps of a full-size run, and show how many are done."""
        steps = list(steps)
        last_shown = 0.0
        for done, step in enumerate(steps):
            if self._run_values is None or not self._only_views_changed(
                self._run_values, self.values
            ):
                raise Cancelled
            self._busy = {"done": done, "total": len(steps)}
            if time.perf_counter() - last_shown > UPDATE_INTERVAL:
                self.refresh()
                background.yield_to_event_loop()
                last_shown = time.perf_counter()
            yield step

    # --------------------------------------------------------------------- messages to the page

    def _control_specs(self) -> list[ControlSpec]:
        """Inputs and buttons of the stage."""
        buttons: list[ControlSpec] = [
            {"name": label, "label": label, "kind": "button"} for label in self.button_actions
        ]
        actions = [("run_full", "Run the full size"), ("stop", "Stop")] if self.full else []
        actions += [("undo", "Undo"), ("redo", "Redo"), ("reset", "Reset to the start")]
        footer: list[ControlSpec] = [
            {"name": name, "label": label, "kind": "button", "footer": True}
            for name, label in actions
        ]
        return [control.spec(name) for name, control in self.specs.items()] + buttons + footer

    def refresh(self) -> None:
        """Send the present state to the page."""
        if self.closed:
            self.stage.scene = {"sequence": self.stage.sequence, "cover": self.cover}
            return
        with self._lock:  # so that the last thread sends the newest state
            self.stage.scene = self._scene()

    def _scene(self) -> Scene:
        """Message to the page with the present state."""
        picture = self.picture
        return {
            "sequence": self.stage.sequence,
            "svg": picture.at(min(self.stage.width, self.widest)),
            "caption": "" if self._stale else self._caption or picture.caption,
            "text": picture.text,
            "message": "Working:" if self._busy else self._message,
            "error": bool(self._message) and not self._busy,
            "stale": self._stale,
            "busy": self._busy,
            "tasks": self._task_states(),
            "disabled_options": self.disabled_options(self.values) if self.disabled_options else {},
            "code": self.code,
            "link": link(self.code) if self.name != "lab" else None,
            "values": self.visible,
            "enabled": self._states(),
            "source": self.source(),
        }

    def _states(self) -> dict[str, State]:
        """State of every button of the footer, and of every control that may be hidden."""
        states: dict[str, State] = {**self.history.button_states(self.values)}
        states |= self._run_button_states() if self.full else {}
        return states | (self._control_states() if self.hidden_controls else {})

    def _task_states(self) -> list[list]:
        """Each task, and whether it is done: a task that the values once fulfilled stays done."""
        self.done |= {task for task, met in self.tasks.items() if met(self.values)}
        return [[task, task in self.done] for task in self.tasks]

    def _run_button_states(self) -> dict[str, State]:
        """State of the two buttons of a full-size run."""
        return {"run_full": not self._busy, "stop": True if self._busy else "hidden"}

    def _control_states(self) -> dict[str, State]:
        """State of every control that may be hidden."""
        assert self.hidden_controls is not None
        hidden = set(self.hidden_controls(self.values))
        return {
            name: "hidden" if name in hidden else True
            for name in [*self.specs, *self.button_actions]
        }

    def source(self) -> Source:
        """Python that is shown next to the picture.

        Returns
        -------
        source : dict of str to str
            "title" and "code". It is empty if there is no such code.
        """
        return {}

    def still_words(self) -> str:
        """Text of the picture, and the Python next to it.

        Returns
        -------
        words : str
            Text for a saved notebook.
        """
        return "\n".join(filter(None, [self.picture.words, self.source().get("code", "")]))

    def still_html(self) -> str:
        """Picture as an image, with its sentences and its Python.

        Returns
        -------
        html : str
            HTML for a saved notebook.
        """
        code = html.escape(self.source().get("code", ""))
        listing = f'<pre style="font-size:12px;overflow-x:auto">{code}</pre>' if code else ""
        return ASLEEP + self.picture.still() + listing

    def __repr__(self) -> str:
        return self.code


class ControlValue:
    """Value of one control of a lab, which can be read and set.

    Parameters
    ----------
    lab : Lab
        Lab of the control.
    name : str
        Name of the control.

    Examples
    --------
    >>> from disentangle_edu.widgets.controls import number
    >>> from disentangle_edu.widgets.interaction import Lab
    >>> from disentangle_edu.viz.picture import Picture
    >>> lab = Lab(lambda noise: Picture(panels=()), {"noise": number("noise", 0.2, 0, 1)})
    >>> lab.controls["noise"].value = 0.5
    >>> lab.values
    {'noise': 0.5}
    """

    def __init__(self, lab: Lab, name: str) -> None:
        self._lab, self._name = lab, name

    @property
    def value(self) -> Any:
        """Present value of the control.

        Returns
        -------
        value : object
            Value.
        """
        return self._lab.values[self._name]

    @value.setter
    def value(self, value: Any) -> None:
        self._lab.set(**{self._name: value})

    def __getattr__(self, attribute: str) -> Any:  # low, high, step, options, label
        return getattr(self._lab.specs[self._name], attribute)


def _round_scores(picture: Picture) -> dict[str, float]:
    return {name: round(float(value), 4) for name, value in picture.scores.items()}


OFFERED: dict[str, Callable] = {}  # every public name of `disentangle_edu.labs`


def register_public(thing: Callable) -> Any:
    """Add a function to those that readers find in `disentangle_edu.labs`.

    Parameters
    ----------
    thing : callable
        Function, which is found by its name.

    Returns
    -------
    thing : callable
        The same function.

    Raises
    ------
    ValueError
        If the name is taken, unless a cell of a notebook defines the function. It then replaces
        ours.

    Examples
    --------
    >>> from disentangle_edu.widgets.interaction import OFFERED, register_public
    >>> @register_public
    ... def my_lab():
    ...     return 1
    >>> OFFERED.pop("my_lab")()
    1
    """
    check_unused_id(thing.__name__, OFFERED, thing)
    OFFERED[thing.__name__] = thing
    return thing


Controls = Mapping[str, Control] | Callable[[], Mapping[str, Control]]


def lab(
    controls: Controls, *, lab_class: type[Lab] = Lab, **options: Any
) -> Callable[[Draw], Callable[..., Lab]]:
    """Decorate a drawing function, so that readers find it as a lab in `disentangle_edu.labs`.

    Parameters
    ----------
    controls : mapping of str to Control, or callable
        Controls by the names of the arguments of the drawing function, or a function without
        arguments that returns them when the lab is opened.
    lab_class : type, default=Lab
        Class of the lab.
    **options : object
        Options of `Lab`, such as `describe_change`.

    Returns
    -------
    decorator : callable
        Decorator of a function such that draw(**values) returns a Picture. The decorated function
        takes `after` and values of controls by their names, and returns a lab of the name of the
        drawing function. Its attribute `draw` is the drawing function.

    Raises
    ------
    ValueError
        If the name is taken, unless a cell of a notebook defines the function.

    Examples
    --------
    >>> from disentangle_edu.viz.picture import Picture
    >>> from disentangle_edu.widgets.controls import number
    >>> from disentangle_edu.widgets.interaction import OFFERED, lab
    >>> @lab({"noise": number("noise", 0.2, 0, 1)})
    ... def my_lab(noise):
    ...     return Picture(panels=(), caption=f"The noise is {noise}.")
    >>> my_lab(noise=0.5)
    labs.my_lab(noise=0.5)
    >>> my_lab.draw(noise=0.1).caption
    'The noise is 0.1.'
    >>> _ = OFFERED.pop("my_lab")
    """

    def decorate(draw: Draw) -> Callable[..., Lab]:
        @functools.wraps(draw)
        def open_lab(after: After = None, **settings: Any) -> Lab:
            specs = controls() if callable(controls) else controls
            instance = lab_class(draw, specs, after=after, **options)
            return _open(instance, draw.__name__, settings)

        open_lab.draw = draw  # type: ignore[attr-defined]
        return register_public(open_lab)

    return decorate


def _open(instance: Lab, name: str, settings: dict[str, Any]) -> Lab:
    """Give a new lab its name and its first values."""
    instance.name = name
    instance.values = instance._checked(instance.values | settings, settings)
    if instance.update_memory and settings:  # update_memory does not change requested values
        requested = {name: instance.values[name] for name in settings}
        instance.values = (
            instance.update_memory(instance.default_values, instance.values) | requested
        )
    instance.history, instance.opened = History(instance.values), dict(instance.values)
    if not instance.closed:
        _ = instance.picture  # raise the error of an impossible setting now
    return instance

"""The bench that every lab stands on: controls on top, the picture and its text below, replaced in place."""

import functools

import ipywidgets as widgets

from .widgets import CodeLine

ASLEEP = "<p><em>A still picture: run the notebook, and the controls appear here.</em></p>"


class Shown:
    """Something with a live `view` for a running notebook, and a `picture` with its numbers for one that only lies there."""

    def _repr_mimebundle_(self, include=None, exclude=None):
        return (
            self.view._repr_mimebundle_()
            | self.picture._repr_mimebundle_()
            | {"text/html": ASLEEP + self.picture.still()}
        )


class Lab(Shown):
    """Controls, and a function that draws a Picture from their values.

    draw : draw(**values) -> Picture, pure, so that it can be called without a notebook.
    controls : {name: widget}; their first values are the paper's setting, to which Reset returns.
    rows : [(label, [control names])], how the controls are laid out; two to a row by default.
    full : full(progress, **values) -> Picture, the full-size run behind a button; progress wraps an iterable.
    """

    def __init__(self, draw, controls, *, rows=None, full=None, top=None):
        self.draw, self.controls, self.full = draw, controls, full
        self.paper = self.values
        self.name = "lab"
        self.picture, self._still, self._line = None, False, CodeLine()
        self._html, self._message = widgets.HTML(), widgets.HTML()
        self.view = widgets.VBox(
            [
                *([top] if top else []),
                *self._rows(_pairs(controls) if rows is None else rows),
                self._buttons(),
                self._message,
                self._html,
                self._line,
            ]
        )
        for control in controls.values():
            control.observe(self._update, "value")
        self._update()

    @property
    def values(self):
        return {name: control.value for name, control in self.controls.items()}

    @property
    def scores(self):
        """The scores in the picture, to four digits."""
        return {name: round(value, 4) for name, value in self.picture.scores.items()}

    @property
    def code(self):
        """The line of Python that makes this lab in its current setting."""
        moved = ", ".join(
            f"{name}={value!r}" for name, value in self.values.items() if value != self.paper[name]
        )
        return f"labs.{self.name}({moved})"

    def set(self, **values):
        """Move several controls and draw once. Raises ValueError for an impossible setting, and stays where it was."""
        if unknown := set(values) - set(self.controls):
            raise TypeError(
                f"{self.name}: found the control {sorted(unknown)[0]!r}, expected {', '.join(self.controls)}."
            )
        before, self._still = self.values, True
        try:
            for name, value in values.items():
                self.controls[name].value = value
                if self.controls[name].value != value:  # a slider keeps to its range without a word
                    raise ValueError(
                        f"{name}: found {value!r}, expected a value from {self.controls[name].min} to {self.controls[name].max}."
                    )
            picture = self.draw(**self.values)
        except Exception:
            for name, value in before.items():
                self.controls[name].value = value
            raise
        finally:
            self._still = False
        self._show(picture)

    def reset(self, _button=None):
        """Back to the paper's setting."""
        self.set(**self.paper)

    def at(self, **values):
        """The scores with some controls moved; then everything moves back."""
        before = self.values
        self.set(**values)
        scores = self.scores
        self.set(**before)
        return scores

    def run_full(self, _button=None):
        """Draw the full-size run; interrupting keeps the picture that was there."""
        self._bar.layout.visibility = "visible"
        self._full_button.disabled = True
        try:
            self._show(self.full(self._count, **self.values))
        except KeyboardInterrupt:
            self._say("Interrupted; the picture is the one from before.")
        finally:
            self._bar.layout.visibility = "hidden"
            self._full_button.disabled = False

    def _count(self, steps):
        steps = list(steps)
        self._bar.max = len(steps)
        for done, step in enumerate(steps, start=1):
            yield step
            self._bar.value = done

    def _update(self, _change=None):
        if self._still:
            return
        try:
            self._show(self.draw(**self.values))
        except ValueError as error:  # an impossible setting: say so, and let the last picture fade
            self._say(str(error))
            self._html.value = f'<div style="opacity:0.3">{self.picture.live()}</div>'

    def _show(self, picture):
        self.picture = picture
        self._html.value = picture.live()
        self._line.code = self.code
        self._say("")

    def _say(self, words):
        self._message.value = (
            f'<p role="status" style="color:#9b1c1c;min-height:1.4em;margin:0">{words}</p>'
        )

    def _rows(self, rows):
        return [
            widgets.HBox(
                [
                    *([widgets.Label(label, layout={"width": "115px"})] if label else []),
                    *(self.controls[name] for name in names),
                ],
                layout={"flex_flow": "row wrap"},
            )
            for label, names in rows
        ]

    def _buttons(self):
        reset = widgets.Button(
            description="Reset to the start",
            tooltip="Back to the first setting, the paper's where there is one",
        )
        reset.on_click(self.reset)
        if not self.full:
            return widgets.HBox([reset])
        self._bar = widgets.IntProgress(description="working", layout={"visibility": "hidden"})
        self._full_button = widgets.Button(description="Run the full size", button_style="primary")
        self._full_button.on_click(self.run_full)
        return widgets.HBox([reset, self._full_button, self._bar])

    def __repr__(self):
        return self.code


def _pairs(controls):
    names = list(controls)
    return [("", names[j : j + 2]) for j in range(0, len(names), 2)]


def lab(build):
    """Let a function that builds a Lab take settings, and give the lab its name."""

    @functools.wraps(build)
    def built(**settings):
        made = build()
        made.name = build.__name__
        made.set(**settings)
        return made

    return built


WIDE = {"layout": {"width": "400px"}, "style": {"description_width": "175px"}}
NARROW = {"layout": {"width": "200px"}, "style": {"description_width": "52px"}}


def number(label, value, low, high, step=0.01, shape=WIDE, readout=".2f"):
    """A slider for a real number."""
    return widgets.FloatSlider(
        value, min=low, max=high, step=step, description=label, readout_format=readout, **shape
    )


def whole(label, value, low, high, step=1):
    """A slider for a whole number."""
    return widgets.IntSlider(value, min=low, max=high, step=step, description=label, **WIDE)


def choice(label, options, value):
    """A list to choose from."""
    return widgets.Dropdown(options=options, value=value, description=label, **WIDE)


def grid(names, table):
    """Nine narrow sliders from 0 to 1 for a 3 x 3 table: {name_ik: slider}, and the rows they are laid out in."""
    controls = {
        f"{names}{i + 1}{k + 1}": number(f"factor {k + 1}", value, 0, 1, shape=NARROW)
        for i, row in enumerate(table)
        for k, value in enumerate(row)
    }
    return controls, lambda verb: [
        (f"latent {i + 1} {verb}", [f"{names}{i + 1}{k + 1}" for k in range(3)]) for i in range(3)
    ]

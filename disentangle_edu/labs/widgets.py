"""Two small widgets that ipywidgets lacks: a matrix to edit by hand, and a line of code to copy."""

import collections
import copy
import math
import numbers
import pathlib

import anywidget
import traitlets

HERE = pathlib.Path(__file__).parent
EMPTY = [[0.0] * 3] * 3
STATE = ("value", "row_names", "column_names", "maximum")  # what one step of the history holds


class BadInput(traitlets.TraitError, ValueError):
    """A ValueError for the caller; a TraitError too, because only after that does traitlets roll back a grouped change."""


def _matrix(argument, value):
    try:
        rows = [list(row) for row in value]
    except TypeError:
        raise BadInput(
            f"{argument}: found {value!r}, expected a list of rows of numbers."
        ) from None
    if not rows or not rows[0] or len({len(row) for row in rows}) > 1:
        raise BadInput(
            f"{argument}: found rows of lengths {[len(row) for row in rows]}, expected equal lengths of at least 1."
        )
    for i, row in enumerate(rows):
        for k, cell in enumerate(row):
            if (
                not isinstance(cell, numbers.Real)
                or isinstance(cell, bool)
                or not 0 <= cell < math.inf
            ):  # no NaN either
                raise BadInput(
                    f"{argument}: found {cell!r} in row {i + 1}, column {k + 1}, expected a finite number >= 0."
                )
    return [[float(cell) for cell in row] for row in rows]


def _names(argument, value):
    if isinstance(value, (list, tuple)) and all(isinstance(name, str) for name in value):
        return list(value)
    raise BadInput(f"{argument}: found {value!r}, expected a list of strings.")


class Checked(traitlets.TraitType):
    """Whatever check(name, value) lets pass. Lends out copies, so that nobody can write into it unnoticed."""

    def __init__(self, check, default):
        super().__init__(default)
        self.check = check

    def validate(self, obj, value):
        return self.check(self.name, value)

    def get(self, obj, cls=None):
        return copy.deepcopy(super().get(obj, cls))


def _numbered(names, kind, count):
    """So many names: those there are, and numbered ones where more are needed."""
    return [*names[:count], *(f"{kind} {j + 1}" for j in range(len(names), count))]


class MatrixEditor(anywidget.AnyWidget):
    """A heat map whose cells are dragged, stepped or typed into; every finished gesture can be undone.

    value : rows (latents) of columns (factors) between 0 and maximum.
    row_names, column_names : stay when the numbers change, and are numbered on when the matrix grows.
    """

    _esm = HERE / "matrix_editor.js"
    value = Checked(_matrix, EMPTY).tag(sync=True)
    row_names = Checked(_names, _numbered([], "latent", 3)).tag(sync=True)
    column_names = Checked(_names, _numbered([], "factor", 3)).tag(sync=True)
    maximum = traitlets.Float(1.0).tag(sync=True)
    step = traitlets.Float(0.01, min=1e-6).tag(sync=True)
    height = traitlets.Int(340, min=120).tag(sync=True)
    dragging = traitlets.Bool(False).tag(
        sync=True
    )  # a gesture is under way: its changes become one step of the history
    # Redos minus undos asked for in the browser. A trait, not a message: a message would overtake values that still wait.
    _asked = traitlets.Int(0).tag(sync=True)

    def __init__(self, value=EMPTY, row_names=None, column_names=None, **settings):
        self._past, self._future, self._shown = collections.deque(maxlen=500), [], None
        value = _matrix("value", value)
        super().__init__(
            value=value,
            row_names=_numbered([], "latent", len(value)) if row_names is None else row_names,
            column_names=_numbered([], "factor", len(value[0]))
            if column_names is None
            else column_names,
            **settings,
        )
        self._record()

    def set(self, value, row_names=None, column_names=None):
        """Replace the matrix, and the names where given, in one step that can be undone."""
        with (
            self.hold_sync(),
            self.hold_trait_notifications(),
        ):  # one message, and nobody sees half of the change
            self.value = value
            self.row_names = (
                _numbered(self.row_names, "latent", len(self.value))
                if row_names is None
                else row_names
            )
            self.column_names = (
                _numbered(self.column_names, "factor", len(self.value[0]))
                if column_names is None
                else column_names
            )

    def undo(self):
        """Take back the last finished gesture or assignment, if there is one."""
        self._travel(self._past, self._future)

    def redo(self):
        """Do again what undo took back."""
        self._travel(self._future, self._past)

    def _travel(self, source, target):
        self.dragging = False  # ends a gesture, which is then the one to take back
        if source:
            target.append(self._shown)
            self._shown = source.pop()
            with self.hold_sync(), self.hold_trait_notifications():
                for name, value in zip(STATE, self._shown):
                    setattr(self, name, value)

    def _record(self):
        now = [getattr(self, name) for name in STATE]
        if now != self._shown:
            if self._shown is not None:
                self._past.append(self._shown)
                self._future.clear()
            self._shown = now

    @traitlets.observe(*STATE, "dragging", "_asked")
    def _changed(self, change):
        if change.name == "value":
            self.set(self.value)  # lets the names follow
        if not self.dragging:
            self._record()
        if change.name == "_asked":
            for _ in range(abs(change.new - change.old)):
                self.undo() if change.new < change.old else self.redo()

    @traitlets.validate("value", "maximum")
    def _below_maximum(self, proposal):
        name, found = proposal.trait.name, proposal.value
        if name != "maximum" and (largest := max(map(max, found))) > self.maximum:
            raise BadInput(
                f"{name}: found {largest!r}, expected numbers from 0 to maximum = {self.maximum:g}."
            )
        if name == "maximum" and not (0 < found < math.inf and found >= max(map(max, self.value))):
            raise BadInput(
                f"maximum: found {found!r}, expected a finite number > 0 and >= the largest value {max(map(max, self.value)):g}."
            )
        return found

    @traitlets.validate("row_names", "column_names")
    def _one_each(self, proposal):
        name, found = proposal.trait.name, proposal.value
        count = len(self.value) if name == "row_names" else len(self.value[0])
        if len(found) != count:
            raise BadInput(f"{name}: found {len(found)} names, expected {count} for the matrix.")
        return found

    def __repr__(self):
        return f"MatrixEditor({len(self.value)} x {len(self.value[0])})"


class CodeLine(anywidget.AnyWidget):
    """A line of code to read, with a button that copies it."""

    _esm = HERE / "code_line.js"
    code = traitlets.Unicode("").tag(sync=True)

    def __init__(self, code="", **settings):
        super().__init__(code=code, **settings)

    def __repr__(self):
        return f"CodeLine({self.code!r})"

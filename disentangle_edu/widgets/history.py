"""History of a lab for Undo and Redo: the values at the end of every gesture."""

from collections import deque
from typing import Any

Values = dict[str, Any]
MAX_STEPS = 500  # gestures that can be undone


class History:
    """History of settled values, with those before and those that were undone.

    At most 500 gestures are kept.

    Parameters
    ----------
    values : dict
        Values at the start.

    Attributes
    ----------
    settled : dict
        Values at the end of the last finished gesture.

    Examples
    --------
    >>> from disentangle_edu.widgets.history import History
    >>> history = History({"noise": 0.2})
    >>> history.settle({"noise": 0.5})
    >>> history.back(), history.settled
    (True, {'noise': 0.2})
    """

    def __init__(self, values: Values) -> None:
        self.settled = dict(values)
        self._past: deque[Values] = deque(maxlen=MAX_STEPS)
        self._future: deque[Values] = deque(maxlen=MAX_STEPS)

    def settle(self, values: Values) -> None:
        """End a gesture; it is a new step if a value has changed.

        Parameters
        ----------
        values : dict
            Value of every control by its name.
        """
        if values != self.settled:
            self._past.append(self.settled)
            self._future.clear()
            self.settled = dict(values)

    def back(self) -> bool:
        """Undo one step.

        Returns
        -------
        moved : bool
            Whether there was a step to undo.
        """
        return self._step(self._past, self._future)

    def forward(self) -> bool:
        """Redo one step that was undone.

        Returns
        -------
        moved : bool
            Whether there was a step to redo.
        """
        return self._step(self._future, self._past)

    def button_states(self, values: Values) -> dict[str, bool]:
        """State of the two buttons for given values.

        Parameters
        ----------
        values : dict
            Value of every control by its name.

        Returns
        -------
        states : dict of str to bool
            "undo" and "redo": whether the button has an effect.
        """
        return {
            "undo": values != self.settled or len(self._past) > 0,
            "redo": len(self._future) > 0,
        }

    def _step(self, source: deque[Values], target: deque[Values]) -> bool:
        if source:
            target.append(self.settled)
            self.settled = source.pop()
            return True
        return False

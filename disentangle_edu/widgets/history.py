"""What Undo and Redo step through: the values at the end of every gesture."""

from collections import deque
from typing import Any

Values = dict[str, Any]
KEPT = 500  # gestures


class History:
    """Settled values, those before them and those that were taken back.

    settled : where the last finished gesture ended.
    """

    def __init__(self, values: Values) -> None:
        self.settled = dict(values)
        self._past: deque[Values] = deque(maxlen=KEPT)
        self._future: deque[Values] = deque(maxlen=KEPT)

    def settle(self, values: Values) -> None:
        """A gesture has ended at these values: one step more, if it moved anything."""
        if values != self.settled:
            self._past.append(self.settled)
            self._future.clear()
            self.settled = dict(values)

    def back(self) -> bool:
        """Take one step back; whether there was one."""
        return self._step(self._past, self._future)

    def forward(self) -> bool:
        """Do again what was taken back; whether there was anything."""
        return self._step(self._future, self._past)

    def can(self, values: Values) -> dict[str, bool]:
        """Which of the two buttons does something, at these values."""
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

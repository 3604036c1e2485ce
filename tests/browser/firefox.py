"""Firefox for the book's tests, over WebDriver BiDi, which it speaks by itself.

Playwright drives a Firefox of its own making only; this is the one that people have.
"""

import base64
import contextlib
import itertools
import json
import re
import shutil
import subprocess
import threading
import time
from pathlib import Path

import websocket  # installed with jupyterlab

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")


def node(selector):
    """A JavaScript expression that finds a node of the page."""
    return f"document.querySelector({json.dumps(selector)})"


class Page:
    """The only page of a Firefox."""

    def __init__(self, socket):
        self.socket, self.numbers, self.troubles = socket, itertools.count(1), []
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=["log.entryAdded"])
        self.here = self.ask("browsingContext.getTree")["contexts"][0]["context"]

    def ask(self, method, **more):
        """Send one BiDi command, and record the page's errors until it has an answer."""
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": more}))
        while True:
            told = json.loads(self.socket.recv())
            if told.get("method") == "log.entryAdded" and told["params"]["level"] == "error":
                self.troubles.append(told["params"]["text"])
            if told.get("id") == number:
                assert told["type"] == "success", told
                return told["result"]

    def open(self, address, width=1280, height=800):
        """Load a page in a window of this size."""
        size = {"width": width, "height": height}
        self.ask("browsingContext.setViewport", context=self.here, viewport=size)
        self.ask("browsingContext.navigate", context=self.here, url=address, wait="complete")

    def value(self, code):
        """The value of an expression in the page."""
        found = self.ask(
            "script.evaluate",
            expression=f"JSON.stringify({code}) ?? 'null'",
            target={"context": self.here},
            awaitPromise=False,
        )
        assert found["type"] == "success", found
        return json.loads(found["result"]["value"])

    def until(self, code, seconds=120):
        """Wait for an expression to come true, and return it."""
        end = time.monotonic() + seconds
        while not (found := self.value(code)):
            assert time.monotonic() < end, f"{code} is not true after {seconds} s"
            time.sleep(0.05)
        return found

    def middle(self, selector):
        """The centre of a node, after the page has scrolled to it."""
        self.until(f"!!{node(selector)}")
        self.value(f"{node(selector)}.scrollIntoView({{block: 'center', behavior: 'instant'}})")
        time.sleep(0.3)  # animations end
        x, y, width, height = self.value(
            f"(b => [b.x, b.y, b.width, b.height])({node(selector)}.getBoundingClientRect())"
        )
        return x + width / 2, y + height / 2

    def stroke(self, start, across, down, by="mouse"):
        """Press at a point, move by this many pixels in twelve steps, and release."""
        (x, y), kind = start, "pointerMove"
        steps = [(x + across * j / 12, y + down * j / 12) for j in range(1, 13)]
        moves = [
            {"type": kind, "x": round(to_x), "y": round(to_y), "duration": 25}
            for to_x, to_y in steps
        ]
        acts = [
            {"type": kind, "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            *moves,
            {"type": "pointerUp", "button": 0},
        ]
        hand = {"type": "pointer", "id": by, "parameters": {"pointerType": by}, "actions": acts}
        self.ask("input.performActions", context=self.here, actions=[hand])

    def press(self, selector, key):
        """Focus a node and press a key."""
        self.value(f"{node(selector)}.focus()")
        acts = [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        keys = {"type": "key", "id": "keys", "actions": acts}
        self.ask("input.performActions", context=self.here, actions=[keys])

    def picture(self, path):
        """Save a screenshot of the visible page."""
        found = self.ask("browsingContext.captureScreenshot", context=self.here)
        Path(path).write_bytes(base64.b64decode(found["data"]))


@contextlib.contextmanager
def page(home):
    """A page of a headless Firefox with its profile in a folder."""
    command = [FIREFOX, "--headless", "--no-remote", "--profile", home, "--remote-debugging-port=0"]
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    try:
        told = (re.search(r"BiDi listening on (\S+)", line) for line in process.stderr)
        address = next(filter(None, told))[1]
        threading.Thread(target=process.stderr.read, daemon=True).start()  # so the pipe never fills
        with contextlib.closing(
            websocket.create_connection(f"{address}/session", suppress_origin=True, timeout=120)
        ) as socket:
            yield Page(socket)
    finally:
        process.terminate()
        process.wait(20)

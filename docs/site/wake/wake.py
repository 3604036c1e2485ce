"""Runs a page's cells in the browser, without Jupyter: what a stage needs of it, and no more.

`worker.js` runs this file after start.py; `page.js` is at the other end.
A stage needs anywidget and traitlets: here both are only the few lines that a stage uses.
"""

import ast
import asyncio
import collections
import contextlib
import functools
import io
import itertools
import json
import os
import sys
import time
import traceback
import types
from concurrent.futures import BrokenExecutor, Executor
from pathlib import Path

import js
from pyodide.code import eval_code_async
from pyodide.ffi import can_run_sync
from start import LATE, LIBRARIES, PAGE, tell

STAGES = {}  # widgets by the number that the page uses


# --------------------------------------------------------------- replacements for Jupyter's widgets


class Trait:
    """An attribute whose changes are sent to the page."""

    def __init__(self, default=None):
        self.default = {} if default is None else default

    def tag(self, **_):
        return self

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, widget, owner=None):
        return self if widget is None else widget.__dict__.get(self.name, self.default)

    def __set__(self, widget, value):
        old, widget.__dict__[self.name] = self.__get__(widget), value
        if old != value:
            widget.changed(self.name, old, value)


class Widget:
    """What the page shows on one stage."""

    _numbers = itertools.count(1)

    def __init__(self, **state):
        self._watching, self._hearing = [], []
        self.number = next(self._numbers)
        STAGES[self.number] = self
        tell("open", stage=self.number)
        for name, value in state.items():
            setattr(self, name, value)

    def changed(self, name, old, new):
        tell("state", stage=self.number, state={name: new})
        for names, act in self._watching:
            if name in names:
                act(types.SimpleNamespace(name=name, old=old, new=new, owner=self))

    def observe(self, act, names):
        self._watching.append(([names] if isinstance(names, str) else names, act))

    def on_msg(self, act):
        self._hearing.append(act)

    def send_state(self, name):
        tell("state", stage=self.number, state={name: getattr(self, name)})

    def _repr_mimebundle_(self, **_):
        return {}

    def heard(self, content):
        for act in self._hearing:
            act(self, content, [])


def stand_in(name, **names):
    """A module of this name, with these names in it."""
    sys.modules[name] = types.ModuleType(name)
    vars(sys.modules[name]).update(names)


stand_in("anywidget", AnyWidget=Widget)
stand_in("ipywidgets")
stand_in("traitlets", Dict=Trait, List=lambda: Trait([]), Int=Trait)


from disentangle_edu import background, chapters  # noqa: E402
from disentangle_edu.background import PAUSE, yield_to_event_loop  # noqa: E402
from disentangle_edu.course import COURSE, link_to_pages  # noqa: E402

chapters.AT_ONCE = tuple(PAGE["chapters"])

from disentangle_edu import labs, lessons  # noqa: E402, F401
from disentangle_edu.chapters.cells import names as names_in  # noqa: E402
from disentangle_edu.chapters.cells import parsed  # noqa: E402
from disentangle_edu.widgets import gated_display, links  # noqa: E402
from disentangle_edu.widgets.stage import Stage  # noqa: E402

as_in_jupyter = gated_display.as_html
gated_display.as_html = lambda thing: link_to_pages(as_in_jupyter(thing))  # links on a stage, too
links.homepage = lambda: ""  # a page uses its own site, and this lookup takes half a second
Stage.usual_width = PAGE["width"]
names = {"labs": labs}


# -------------------------------------------------------------------------------- the second worker


class SecondWorker(Executor):
    """The second worker, in place of the other process of a kernel."""

    def __init__(self):
        self.tasks, self.numbers = {}, itertools.count()  # unfinished tasks by number

    def submit(self, function, /, *args):
        task = background.BackgroundTask(function, args)
        if not can_run_sync():
            task.finish(error=BrokenExecutor("no caller could wait for it"))
            return task
        number = next(self.numbers)
        self.tasks[number] = task
        js.beside(number, json.dumps([number, function.__module__, function.__name__, args]))
        return task

    def hear(self, number=None, kind="", **message):
        """Handle what the worker says of one task, or of all if it could not start."""
        tasks = [number] if number in self.tasks else []
        for each in list(self.tasks) if number is None else tasks:
            if "done" in message:
                self.tasks[each].steps = message["done"], message["total"]
            elif "result" in message:
                self.tasks.pop(each).finish(message["result"])
            else:
                self.tasks.pop(each).finish(error=BrokenExecutor("the second worker has failed"))


SECOND = SecondWorker()
background.EXECUTOR = SECOND


# ------------------------------------------------------------------------ gestures during long work


# Code that may take long. Drawing is excluded: checks at its calls would slow drags by a quarter.
WITHIN = ("/sklearn/", "/pandas/", "/disentangle_edu/measures/", "/disentangle_edu/theory/")
NEVER = ("/_supervised.py",)  # its steps share state and must not be interrupted


@functools.cache  # asked at every function call
def makes_room(file):
    """Whether dragging may be handled when a function of this file begins."""
    lies_in = lambda places: any(folder in file for folder in places)
    return lies_in(WITHIN) and not lies_in(NEVER)


class Breathing:
    """Handles dragging between the modules of an imported library, and in long computations."""

    OFTEN = 0.05  # seconds between two pauses
    last = 0.0
    long = False  # whether the present work may take long

    def find_spec(self, name, path=None, target=None):
        if path is not None and name.partition(".")[0] in LIBRARIES:
            self.now_and_then()

    def begins(self, code, _):
        """A function begins."""
        if not makes_room(code.co_filename):
            return sys.monitoring.DISABLE
        if self.long:
            self.now_and_then()

    def now_and_then(self):
        if time.monotonic() > self.last + self.OFTEN:
            yield_to_event_loop()
            self.last = time.monotonic()

    @contextlib.contextmanager
    def while_it_lasts(self):
        """Listen, while something is done that may take long."""
        before, self.long, self.last = self.long, True, time.monotonic()
        try:
            yield
        finally:
            self.long = before


BREATHING = Breathing()
LATE.after_each = BREATHING.now_and_then
sys.meta_path.insert(0, BREATHING)
sys.monitoring.use_tool_id(sys.monitoring.PROFILER_ID, "hands")
sys.monitoring.register_callback(
    sys.monitoring.PROFILER_ID, sys.monitoring.events.PY_START, BREATHING.begins
)
sys.monitoring.set_events(sys.monitoring.PROFILER_ID, sys.monitoring.events.PY_START)


def half_there():
    """Whether a library is loading or being imported, so that code that needs it must wait."""
    modules = (sys.modules.get(name) for name in LIBRARIES)
    starting = (
        getattr(getattr(module, "__spec__", None), "_initializing", False) for module in modules
    )
    return LATE.coming or any(starting)


async def until_whole():
    """Wait until no library is only half loaded."""
    while half_there():
        await asyncio.sleep(0.1)


class Turn(asyncio.Lock):
    """One long task at a time, and none while a button's handler is importing a library."""

    async def acquire(self):
        await super().acquire()
        try:
            await until_whole()
        except BaseException:
            self.release()
            raise
        return True


TURN = background.TURN = Turn()


async def once_whole(said):
    """Handle a button when no library is only half loaded."""
    await until_whole()
    in_turn(said)


QUEUES = collections.defaultdict(collections.deque)  # waiting gestures by stage
BUSY = set()  # stages that are handling a gesture


def in_turn(said):
    """Handle one drag after another on a stage; drags on other stages are handled in between."""
    stage, queue = said["stage"], QUEUES[said["stage"]]
    queue.append(said["content"])
    if stage in BUSY:
        return
    BUSY.add(stage)
    try:
        while queue:
            with BREATHING.while_it_lasts():
                STAGES[stage].heard(queue.popleft())
    finally:
        BUSY.discard(stage)


# -------------------------------------------------------------------------------------------- cells


PIECES = []  # code of the page: [cell, code, when it runs, positions of the pieces it needs]
RUNS = {}  # running and finished pieces, by position
WARMED_UP = set()  # cells whose lab has been warmed up
KEPT_HERE = {}  # by cell: the reader's work of an earlier visit
ONE_BY_ONE = asyncio.Lock()


async def wake(pieces, kept, seen):
    """Take the pieces of the page and the earlier work of its reader; fill the registers.

    seen : the cells in sight. The page says that it is awake once these answer at once.
    """
    PIECES.extend(pieces)
    KEPT_HERE.update({int(cell): before for cell, before in kept.items()})
    for index, piece in enumerate(PIECES):
        if piece[2] == "linked":
            piece[1] = only_a_lab(piece[1])
        if piece[2] in ("first", "linked"):
            await run_piece(index)
    await near(seen)
    tell("awake")
    asyncio.ensure_future(collect_the_rest())


def only_a_lab(code):
    """Code from an address if it makes a lab of plain values; otherwise code with an error."""
    try:
        match ast.parse(code, mode="eval").body:
            case ast.Call(ast.Attribute(ast.Name("labs"), _), arguments, options):
                for value in (*arguments, *(option.value for option in options)):
                    ast.literal_eval(value)
                return code
    except (SyntaxError, ValueError):
        pass
    return f"raise ValueError('this address holds {{}}, and no lab.'.format({code!r}))"


async def collect_the_rest():
    """The questions of other chapters, for the code of a reader; `labs` finds its own."""
    for chapter in COURSE:
        await asyncio.sleep(0.3)  # handle gestures first
        async with ONE_BY_ONE, TURN:
            chapters.collect("quiz", [chapter])


async def near(cells):
    """Wake the pieces near the reader, from the top to the bottom."""
    async with ONE_BY_ONE:
        for index, (cell, _, when, _) in enumerate(PIECES):
            if cell in cells and when == "lab":
                await wake_piece(index)
                await asyncio.sleep(PAUSE)  # handle gestures between cells
        for cell in cells:
            await warm_up(cell)


async def wake_piece(place):
    """Run a lab, after the labs and questions that it needs, unless a question closes it.

    What one question opens comes in the order of the page: no conclusion before its picture.
    """
    if place in RUNS:
        return await RUNS[place]
    for earlier in PIECES[place][3]:
        if PIECES[earlier][2] == "lab":
            await wake_piece(earlier)
    if waits(place):
        return
    for earlier in range(place):
        if questions_of(earlier) & questions_of(place):
            await wake_piece(earlier)
    await run_piece(place)


def questions_of(place):
    """The positions of the questions that a piece waits for."""
    return {earlier for earlier in PIECES[place][3] if "labs.predict(" in PIECES[earlier][1]}


def waits(place):
    """Whether a piece is closed by a question; then it runs once that is answered."""
    things = [THINGS.get(PIECES[earlier][0]) for earlier in PIECES[place][3]]
    questions = [thing for thing in things if getattr(thing, "committed", None) is False]
    for question in questions[:1]:
        question.then(Closed(place))
    return bool(questions)


async def warm_up(cell):
    """Let a lab draw one invisible step, so that libraries are ready for the reader's first."""
    thing = THINGS.get(cell)
    if cell in WARMED_UP or thing is None or thing.closed:
        return
    WARMED_UP.add(cell)
    async with TURN:
        await asyncio.sleep(PAUSE)
        with BREATHING.while_it_lasts(), contextlib.suppress(Exception):
            thing.warm_up()


class Closed:
    """A piece that a question closes, as a question knows what waits for it."""

    sequence = 0

    def __init__(self, index):
        self.place, self.stage = index, self

    def refresh(self):
        asyncio.ensure_future(wake_piece(self.place))

    def _say(self, scene):
        tell("cover", cell=PIECES[self.place][0], words=scene["cover"])

    scene = property(fset=_say)


async def run_piece(place):
    """Run one piece of the page once, after the pieces it needs; later callers wait for it."""
    if place not in RUNS:
        RUNS[place] = asyncio.ensure_future(run_first(place))
    await RUNS[place]


async def run_first(place):
    """Run a piece as it is on the page."""
    await run_needed(place)
    number, code, *_ = PIECES[place]
    await run_cell(number, code)


async def run_needed(place):
    """Run the pieces that a piece needs."""
    for earlier in PIECES[place][3]:
        await run_piece(earlier)


async def run_again(number, code):
    """Run a cell that a reader has changed, or wants to see run."""
    places = [index for index, (cell, *_) in enumerate(PIECES) if cell == number]
    for index in makers_of(code, number):
        await run_piece(index)
    running = asyncio.ensure_future(run_cell(number, code))
    RUNS.update(dict.fromkeys(places, running))
    await running


def makers_of(code, number):
    """The positions of the pieces before this cell that define names for a reader's code."""
    home = {}
    for index, (cell, piece, *_) in enumerate(PIECES):
        if cell < number:
            home |= dict.fromkeys(names_in(parsed(piece))[0], index)
    tree = parsed(code)  # None for a syntax error, which the cell shows
    return sorted({home[name] for name in names_in(tree)[1] & home.keys()}) if tree else []


async def run_cell(number, code):
    """Run one cell, and show what it shows."""
    stdout, there = io.StringIO(), set(os.listdir())
    try:
        async with TURN:
            await asyncio.sleep(PAUSE)  # handle gestures first
            with contextlib.redirect_stdout(stdout), BREATHING.while_it_lasts():
                thing = await eval_code_async(code, names, filename=f"<cell {number}>")
    except BaseException as error:
        tell("wrong", cell=number, words=stdout.getvalue() + in_the_cell(error))
        return
    names["_"] = thing
    for name in set(os.listdir()) - there:  # offer each new file as a download
        tell("file", cell=number, name=name, words=Path(name).read_text())
    if isinstance(thing, gated_display.GatedDisplay):
        if not thing.stage.scene:
            thing.refresh()
        if hasattr(thing, "values"):
            THINGS[number] = thing
        tell("stage", cell=number, stage=thing.stage.number)
        with contextlib.suppress(Exception):  # stored by an older version of the page
            bring_back(thing, KEPT_HERE.pop(number))
    else:
        output = "" if thing is None else gated_display.as_html(thing)
        tell("shows", cell=number, html=output, words=stdout.getvalue())


def in_the_cell(error):
    """A traceback without the lines of this file."""
    lines = traceback.format_exception(error)
    first = next((j for j, line in enumerate(lines) if '"<cell ' in line), 1)
    return "".join([lines[0], *lines[first:]])


THINGS = {}  # labs and questions by cell


def bring_back(thing, before):
    """Put a lab where its reader left it."""
    if thing.closed:
        return
    thing.set(**before["values"])
    if before["committed"]:
        thing.commit()


def done_at(cell):
    """The work of a reader with a lab, so that `bring_back` can restore it."""
    thing = THINGS[cell]
    done = {"values": thing.visible, "committed": getattr(thing, "committed", False)}
    return done | ({"question": thing.question.id} if done["committed"] else {})


# ---------------------------------------------------------------------------------------- the page


def hear(words):
    """The messages of the page: a drag on a stage, a cell to run again, data to keep."""
    message = json.loads(words)
    if message["kind"] == "wake":
        return asyncio.ensure_future(wake(message["cells"], message["kept"], message["seen"]))
    if message["kind"] == "run":
        return asyncio.ensure_future(run_again(message["cell"], message["code"]))
    if message["kind"] == "told":
        return SECOND.hear(**message)
    if message["kind"] == "near":
        return asyncio.ensure_future(near(message["cells"]))
    if message["kind"] == "keep":
        return message["cell"] in THINGS and tell(
            "kept", cell=message["cell"], done=done_at(message["cell"])
        )
    if message["content"].get("press") and half_there():
        return asyncio.ensure_future(once_whole(message))
    in_turn(message)

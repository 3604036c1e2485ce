"""The protocol between the page and Python: every message and its fields.

The page sends a `Message` for every gesture of the reader, and `Stage.on_message` receives it.
Python answers with a `Scene`, which is the trait `scene` of the Stage. The trait `controls` of the
Stage holds one `ControlSpec` per input and button. A picture contains its handles: the attribute
data-handle of a shape holds `HandleData` as JSON.

    page                                   Python
    {"sequence": 7, "values": ...}   ->    Stage.on_message  ->  Lab.on_gesture
    show(scene)                      <-    Lab.refresh       ->  Stage.scene = {"sequence": 7, ...}

All messages are JSON, and every field may be absent unless its description says otherwise.
"""

from typing import Any, Literal, TypedDict

State = bool | Literal["hidden"]  # of a control or button: enabled, greyed out or hidden


class Message(TypedDict, total=False):
    """Message from the page.

    A message has one of three forms. The first form is a gesture and has "sequence". The second
    form has only "width", and the third form has only "resend".

    Attributes
    ----------
    sequence : int
        Number of the gesture. The page counts its gestures from 1.
    values : dict of str to object
        Values that the reader has moved, by the path that `controls.set_by_path` describes.
    turning_points : list of dict
        Values that the reader has reached and left since the last message, such as the end of a
        slider. They are drawn before `values`.
    done : bool
        Whether the gesture has ended. A drag sends several messages, and only the last one is done.
    press : str
        Name of the button that was pressed: a button of the lab, "undo", "redo", "reset",
        "run_full", "stop" or "commit". It is "cancel" if the reader has broken off a drag.
    width : int
        Width of the stage in pixels.
    resend : bool
        Whether the page has no scene and asks for it.

    Examples
    --------
    >>> from disentangle_edu.widgets.protocol import Message
    >>> Message(sequence=1, values={"noise": 0.5}, done=True)
    {'sequence': 1, 'values': {'noise': 0.5}, 'done': True}
    """

    sequence: int
    values: dict[str, Any]
    turning_points: list[dict[str, Any]]
    done: bool
    press: str
    width: int
    resend: bool


class Progress(TypedDict):
    """How far some work has come. The page shows it as a bar.

    Attributes
    ----------
    done : int
        Number of steps that are done.
    total : int
        Number of all steps. It is 0 if the number is not known.

    Examples
    --------
    >>> from disentangle_edu.widgets.protocol import Progress
    >>> Progress(done=1, total=5)
    {'done': 1, 'total': 5}
    """

    done: int
    total: int


class Source(TypedDict, total=False):
    """Python that the page shows below the picture.

    Attributes
    ----------
    title : str
        Title of the listing.
    code : str
        Python code.

    Examples
    --------
    >>> from disentangle_edu.widgets.protocol import Source
    >>> Source(title="The code as Python", code="x = 1")["title"]
    'The code as Python'
    """

    title: str
    code: str


class StillPicture(TypedDict):
    """Size of a picture that cannot be moved yet, for a page of the book before Python has started.

    Attributes
    ----------
    heights : list of list
        Pairs of a width and the height of the picture from that width on, in pixels.
    widest : int
        Largest width of the picture in pixels.

    Examples
    --------
    >>> from disentangle_edu.widgets.protocol import StillPicture
    >>> StillPicture(heights=[[320, 200]], widest=1400)["widest"]
    1400
    """

    heights: list
    widest: int


class Scene(TypedDict, total=False):
    """Message to the page: everything that a Stage shows.

    A scene has one of "svg", "html", "still" and "cover".

    Attributes
    ----------
    sequence : int
        Number of the newest gesture that the scene answers. It is always present.
    svg : str
        Picture of a lab or of a question.
    html : str
        HTML instead of a picture.
    still : StillPicture
        Size of the picture that a page of the book shows before Python has started.
    cover : str
        Text instead of a picture that is closed. If empty, the page shows nothing.
    question : list of str
        Introduction of a question, and the question itself.
    caption : str
        Sentence below the picture.
    text : str
        All numbers of the picture as text, one line each.
    message : str
        Line on what the lab does or on what is wrong.
    error : bool
        Whether the message reports an error.
    stale : bool
        Whether the picture belongs to an earlier setting, because the present one is impossible.
    busy : Progress or None
        Progress of work that takes long. None if there is no such work.
    tasks : list of list
        Pairs of a task and whether it is done.
    values : dict of str to object
        Value of every control by its name.
    enabled : dict of str to State
        State of controls and buttons by name: True, False if it is greyed out, or "hidden".
    disabled_options : dict of str to dict
        For each list, the options that cannot be chosen and the reason for each.
    code : str
        Line of Python that makes the lab.
    link : dict of str to str or None
        Address of a separate page for the lab, see `links.link`.
    source : Source
        Python below the picture.
    table : list of list or None
        Guess and answer as a table, the first row its head.
    duration : int
        Milliseconds in which the shapes move to their new positions. If absent or 0, the page
        takes its own duration.

    Examples
    --------
    >>> from disentangle_edu.widgets.protocol import Scene
    >>> Scene(sequence=0, cover="Make your guess above first.")["sequence"]
    0
    """

    sequence: int
    svg: str
    html: str
    still: StillPicture
    cover: str
    question: tuple[str, str]
    caption: str
    text: str
    message: str
    error: bool
    stale: bool
    busy: Progress | None
    tasks: list[list]
    values: dict[str, Any]
    enabled: dict[str, State]
    disabled_options: dict[str, dict]
    code: str
    link: dict[str, str] | None
    source: Source
    table: list[list[str]] | None
    duration: int


class ControlSpec(TypedDict, total=False):
    """Input or button of a Stage.

    Attributes
    ----------
    name : str
        Name of the control, or the value of `press` if it is a button. It is always present.
    label : str
        Label of the input or button. It is always present.
    kind : {'range', 'choice', 'flag', 'word', 'hidden', 'button'}
        Kind of input. A hidden control is moved by a handle of the picture. It is always present.
    low : float
        Lowest number of a slider.
    high : float
        Highest number of a slider.
    step : float
        Distance between two numbers of a slider.
    options : list
        Options of a list.
    option_labels : list of str
        Labels of the options.
    letters : int
        Width in letters of a list whose options change, so that its neighbours do not move.
    folded : bool
        Whether the control is folded under "more to move" at first.
    primary : bool
        Whether the button is the main one.
    footer : bool
        Whether the button is below the picture.

    Examples
    --------
    >>> from disentangle_edu.widgets.controls import flag
    >>> flag("shuffle").spec("own")["kind"]
    'flag'
    """

    name: str
    label: str
    kind: str
    low: float
    high: float
    step: float
    options: list
    option_labels: list[str]
    letters: int
    folded: bool
    primary: bool
    footer: bool


class AxisData(TypedDict, total=False):
    """Quantity that a handle moves, with the fields of `viz.handles.Axis`.

    Attributes
    ----------
    name : str
        Path of the value, as in the values of a `Message`.
    value : float
        Present value.
    low : float
        Lowest value.
    high : float
        Highest value.
    step : float
        Distance between two values.
    along : {'x', 'y', 'pull', 'across', 'turn'}
        Direction in which the handle is dragged.
    start : float
        Pixel of the lowest value.
    end : float
        Pixel of the highest value.
    spoken : str
        Spoken name of the quantity, if a handle moves two quantities.

    Examples
    --------
    >>> from disentangle_edu.widgets.protocol import AxisData
    >>> AxisData(name="noise", value=0.5)
    {'name': 'noise', 'value': 0.5}
    """

    name: str
    value: float
    low: float
    high: float
    step: float
    along: str
    start: float
    end: float
    spoken: str


class HandleData(TypedDict, total=False):
    """Shape of a picture that the reader moves, as `viz.handles.Handle` writes it.

    Attributes
    ----------
    label : str
        Spoken name. It is always present.
    axes : list of AxisData
        One or two quantities that the handle moves. They are always present.
    place : bool
        Whether a click anywhere on the shape sets the value.
    cell : list of int
        Row and column in a grid of handles.
    sweep : str
        Name that several handles share, which one stroke sets.
    radio : bool
        Whether the handle is an option to choose.

    Examples
    --------
    >>> from disentangle_edu.widgets.protocol import AxisData, HandleData
    >>> HandleData(label="noise", axes=[AxisData(name="noise", value=0.5)])["label"]
    'noise'
    """

    label: str
    axes: list[AxisData]
    place: bool
    cell: list[int]
    sweep: str
    radio: bool

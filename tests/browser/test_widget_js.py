"""The JavaScript of the page in parts, without Python: arithmetic, gestures, picture updates."""

import base64

import pytest

from disentangle_edu.widgets.stage import PARTS, joined

pytestmark = pytest.mark.browser
LEVEL = {"name": "a", "along": "x", "low": 0, "high": 2, "step": 0.5, "start": 100, "end": 300}
DOWN = {"name": "b", "along": "y", "low": 0, "high": 1, "step": 0.1, "start": 50, "end": 250}
ROUND = {"name": "t", "along": "turn", "low": 0, "high": 360, "step": 1, "start": 100, "end": 100}
PULL = {"name": "p", "along": "pull", "low": 0, "high": 1, "step": 0.01, "start": 200, "end": 0}


@pytest.fixture(scope="module")
def page(chromium):
    """An empty page with the JavaScript parts as globals, except the part that joins them."""
    page = chromium.new_page()
    page.set_content("<body></body>")
    page.add_script_tag(content=joined(PARTS[:-1]))
    yield page
    page.close()


def test_neat_value_is_clipped_and_rounded_to_step(page):
    neat = lambda value: page.evaluate("([a, v]) => neat(a, v)", [LEVEL, value])
    assert [neat(value) for value in (-1, 0.2, 0.3, 1.74, 9)] == [0, 0, 0.5, 1.5, 2]


@pytest.mark.parametrize("axis", [LEVEL, DOWN], ids=["x", "y"])
def test_place_on_axis_and_value_at_are_inverse(page, axis):
    there = "([a, v]) => valueAt(a, { [a.along]: placeOn(a, v) }, {})"
    for share in (0, 0.25, 1):
        value = axis["low"] + share * (axis["high"] - axis["low"])
        assert page.evaluate(there, [axis, value]) == pytest.approx(value)


def test_value_at_turn_axis_continues_beyond_half_turn(page):
    at = lambda degrees: page.evaluate("([a, d]) => placeAround(a, 50, d)", [ROUND, degrees])
    assert at(90) == pytest.approx({"x": 100, "y": 50})  # upwards, as in mathematics
    origin = {"values": {"t": 170}, "angle": {"t": 170}}
    turned = page.evaluate("([a, p, o]) => valueAt(a, p, o)", [ROUND, at(-170), origin])
    assert turned == pytest.approx(190)


def test_value_at_pull_axis_is_relative_to_start(page):
    origin = {"x": 0, "y": 300, "values": {"p": 0.5}}
    pulled = page.evaluate("([a, o]) => valueAt(a, { x: 9, y: 260 }, o)", [PULL, origin])
    assert pulled == pytest.approx(0.7)


def test_steps_of_keys_depend_on_axis_and_cell(page):
    steps = lambda key, axis=LEVEL, cell=None: page.evaluate(
        "([k, axis, cell]) => stepsOf(k, { cell, axes: [axis] }) ?? null", [key, axis, cell]
    )
    assert [steps(key) for key in ("ArrowRight", "ArrowDown", "PageUp", "=", "-", "q")] == [
        *(1, -1, 10, 1, -1),
        None,
    ]
    assert steps("ArrowDown", DOWN) == 1  # this axis grows downwards
    assert steps("Home") == -1e9 and steps("End") == 1e9
    assert steps("Delete") is None and steps("Delete", cell=[0, 1]) == -1e9


def test_beside_way_is_distance_to_path_of_handle(page):
    far = lambda axes, x, y: page.evaluate(
        "([axes, at]) => besideWay(axes, at, { x: 150, y: 80 })", [axes, {"x": x, "y": y}]
    )
    assert far([LEVEL], 280, 83) == 3 and far([LEVEL], 320, 80) == 20
    assert far([LEVEL, DOWN], 120, 240) == 0
    assert far([ROUND], 100, 40) == pytest.approx(60 - (50**2 + 20**2) ** 0.5)
    assert page.evaluate("a => besideWay([a], { x: 0, y: 0 }, { x: 0, y: 0 }) === Infinity", PULL)


QUEUED = """steps => { const queue = new GestureQueue();
for (const [what, ...more] of steps) queue[what](...more);
return queue.waiting.map(({ values, done, press }) => [Object.entries(values), done, press]); }"""


def test_gesture_queue_newest_value_wins_in_order_of_gestures(page):
    moves = [
        ["add", {"a": 1}, False, ""],
        ["add", {"b": 2}, False, ""],
        ["add", {"a": 3}, True, ""],
    ]
    assert page.evaluate(QUEUED, moves) == [[[["b", 2], ["a", 3]], True, ""]]


def test_gesture_queue_finished_gestures_merge_but_button_stays_separate(page):
    over = [["add", {"a": 1}, True, ""], ["add", {"a": 2}, True, ""]]
    assert page.evaluate(QUEUED, over) == [[[["a", 2]], True, ""]]
    pressed = [
        *over,
        ["add", {}, True, "undo"],
        ["add", {}, True, "undo"],
        ["add", {"a": 5}, False, ""],
    ]
    assert [one[2] for one in page.evaluate(QUEUED, pressed)] == ["", "undo", "undo", ""]


def test_gesture_queue_cancel_removes_only_unfinished_gesture(page):
    over = ["add", {"a": 1}, True, ""]
    going = ["add", {"a": 2}, False, ""]
    assert len(page.evaluate(QUEUED, [over, going, ["cancel"]])) == 1
    assert len(page.evaluate(QUEUED, [over, ["cancel"]])) == 1


SENT = """steps => { const queue = new GestureQueue(), sent = [];
for (const [what, ...more] of steps) {
  const found = queue[what](...more);
  if (what === "next") sent.push(found);
}
return sent; }"""


def test_gesture_queue_keeps_turning_points_of_drag(page):
    way = [["add", {"a": a, "b": "x"}, False, ""] for a in (0, -1, -3, 0, 2)]
    assert page.evaluate(SENT, [*way, ["next"]])[0]["turning_points"] == [{"a": -3}]
    straight = [["add", {"a": 0}, False, ""], ["next"], *way[:3], ["next"]]
    assert page.evaluate(SENT, straight)[1]["turning_points"] == []
    two = [["add", {"a": -3}, True, ""], ["add", {"a": 1}, False, ""], ["add", {"a": 3}, True, ""]]
    (once,) = page.evaluate(SENT, [["add", {"a": 0}, True, ""], ["next"], *two, ["next"]])[1:]
    assert once == {"values": {"a": 3}, "turning_points": [{"a": -3}], "done": True, "press": ""}


PATCHED = """([old, fresh]) => {
const space = ' xmlns="http://www.w3.org/2000/svg"', reader = new DOMParser();
const shape = (words) =>
  reader.parseFromString(`<svg${space}>${words}</svg>`, "image/svg+xml").documentElement;
const svg = document.body.appendChild(document.importNode(shape(old), true));
const first = [...svg.children], mover = new Mover();
svg.querySelector("[tabindex]")?.focus();
const before = document.activeElement;
patch(svg, shape(fresh), mover, 0);
const found = { html: svg.innerHTML.replaceAll(space, ""),
  stayed: [...svg.children].map((node) => first.indexOf(node)),
  focus: document.activeElement === before };
svg.remove();
return found; }"""


def test_patch_node_with_same_key_is_kept_with_focus(page):
    a, b = '<circle data-key="a" tabindex="0" cx="1"/>', '<rect data-key="b" x="5"/>'
    found = page.evaluate(PATCHED, [a + b, b + a.replace('cx="1"', 'cx="2"')])
    assert found["stayed"] == [1, 0] and found["focus"] and 'cx="2"' in found["html"]
    found = page.evaluate(PATCHED, [a + b, '<text data-key="b">word</text>' + a])
    assert found["stayed"] == [-1, 0] and "<rect" not in found["html"]


def test_patch_removes_attributes_and_keeps_highlight(page):
    lit = '<rect data-key="a" class="bar de-highlight" data-link="x" stroke="red"/>'
    found = page.evaluate(PATCHED, [lit, '<rect data-key="a" class="cell" data-link="x"/>'])
    assert 'class="cell de-highlight"' in found["html"] and "stroke" not in found["html"]
    found = page.evaluate(PATCHED, [lit, '<rect data-key="a" class="bar" data-link="y"/>'])
    assert "de-highlight" not in found["html"]  # the element shows something else now


def test_mover_interpolates_numbers_only(page):
    halfway = """async ([from, to]) => {
    const node = document.createElementNS("http://www.w3.org/2000/svg", "path");
    const mover = new Mover();
    node.setAttribute("d", from);
    mover.set(node, "d", to, 1000);
    cancelAnimationFrame(mover.frame);
    const glide = mover.running.get(node)?.get("d");
    if (glide) mover.step(glide.start + 500), cancelAnimationFrame(mover.frame);
    return node.getAttribute("d"); }"""
    assert page.evaluate(halfway, ["M0 0L10 0", "M0 0L20 8"]) == "M0.00 0.00L18.75 7.00"
    assert page.evaluate(halfway, ["M0 0L10 0", "M0 0H20"]) == "M0 0H20"


def test_darkness_uses_first_opaque_background(page):
    dark = """colours => { let node = document.body;
    for (const colour of colours) {
      node = node.appendChild(document.createElement("div"));
      node.style.background = colour;
    }
    const found = darkness(node);
    document.body.replaceChildren();
    return found; }"""
    assert page.evaluate(dark, ["white", "#222", "rgba(255, 255, 255, .2)"])
    assert not page.evaluate(dark, ["#222", "#eee"])


def test_icon_stays_still_while_any_lab_waits(page):
    assert page.evaluate(
        """() => { const icon = document.head.appendChild(document.createElement("link"));
        icon.className = "favicon";
        const seen = [[1, true], [2, true], [1, false], [2, false]].map(
          ([who, still]) => (iconStands(who, still), icon.className));
        icon.remove();
        return seen; }"""
    ) == ["de-favicon", "de-favicon", "de-favicon", "favicon"]


REWARDED = """async ([module, scenes]) => {
  const stage = await import(`data:text/javascript;base64,${module}`);
  const state = { scene: scenes[0], controls: [], width: 0 }, heard = new Map();
  const model = {
    get: (name) => state[name], set: (name, value) => { state[name] = value; },
    send: () => {}, off: () => {}, on: (event, act) => heard.set(event, act),
  };
  const el = document.body.appendChild(document.createElement("div")), seen = [];
  const end = stage.default.render({ model, el });
  for (const scene of scenes) {
    state.scene = scene;
    heard.get("change:scene")();
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const buttons = [...el.querySelectorAll("button, summary, code, a")];
    seen.push([el.offsetHeight, buttons.filter((node) => node.checkVisibility()).length]);
  }
  end();
  el.remove();
  return seen;
}"""


def test_waiting_output_takes_no_space_and_shows_no_buttons(page):
    module = base64.b64encode(joined().encode()).decode()
    scenes = [{"sequence": 0, "cover": ""}, {"sequence": 0, "html": "<p>The reward.</p>"}]
    (waits, buttons), (opened, _) = page.evaluate(REWARDED, [module, scenes])
    assert waits == 0 and buttons == 0 and opened > 0

// The stage: one SVG, patched in place, so that things move to their new places; what belongs together is highlighted together;
// and the picture is the control. Python draws and decides; this file shows, links, and turns gestures into messages (see protocol.py).

import { GROUNDS, darkness, iconStands } from "./around.js";
import { WALK, angleAt, besideWay, neat, placeAround, placeOn, stepsOf, valueAt } from "./axes.js";
import { GestureQueue } from "./gestures.js";
import { ASKED, makeInputs } from "./inputs.js";
import { CALM, Mover, drawn, forget, patch } from "./moving.js";
import { freePlace } from "./room.js";
import { QUIET, clamp, make, say } from "./tools.js";

const LEAST = 320; // pixels for which a picture is drawn where there are fewer
const NEAR = 24; // pixels: how far beside the way of a handle a click still takes it there
const FINE = 50; // a handle with more steps than that goes ten at a time when it is clicked along
const REST = 600; // milliseconds after which a hand has come to rest, and what has changed is spoken
const MOST_WAITING = 2; // messages on their way to Python; newer ones wait and replace each other
const GONE = "Python has been restarted or shut down: run this cell again.";
const DONE = { undo: "Taken back.", redo: "Done again.", reset: "Back at the start." };
const LARGER = ASKED.has("present") ? 1.5 : 1;

// --------------------------------------------------------------------------------------------------------- the widget

let stages = 0; // made on this page so far

function initialize({ model }) {
  // JupyterLab forgets widgets when a notebook is saved, and shows an error in their place when it is opened again, unless
  // this setting of its widget manager is on. Where it is off we turn it on for as long as the page lives.
  const settings = model.widget_manager?._settings;
  if (settings && "saveState" in settings) settings.saveState = true;
  // anywidget gives this file two seconds to come. On a slow machine they are over before it is here, and the model, which
  // waits for it with every message, hears nothing ever after. It is here now: no message need wait any more.
  model.on("change:here", (whole) => { // any change brings the model itself
    const hear = Object.getPrototypeOf(whole.constructor.prototype)._handle_comm_msg;
    if (hear) whole.comm?.on_msg?.(hear.bind(whole));
  });
  model.set("here", performance.now());
}

function render({ model, el }) {
  const named = model.get("scene").still ? "de-asleep" : "de-stage";
  const root = make(el, "div", { class: LARGER > 1 ? `${named} de-large` : named });
  const top = make(root, "div", { class: "de-controls" });
  const question = make(root, "div", { class: "de-question", hidden: "" });
  const tasks = make(root, "ul", { class: "de-tasks", "aria-label": "to do", hidden: "" });
  const board = make(root, "div", { class: "de-board" });
  const cover = make(root, "div", { class: "de-cover", role: "note", hidden: "" });
  const caption = make(root, "div", { class: "de-caption", tabindex: -1, [QUIET]: "true" });
  const message = make(root, "div", { class: "de-message", id: `de-message-${++stages}` });
  const more = make(root, "details", { class: "de-more" });
  const summary = make(more, "summary", { [QUIET]: "true" }, "All the numbers");
  const text = make(more, "div", { class: "de-text" });
  const answer = make(root, "details", { class: "de-more", hidden: "" });
  make(answer, "summary", { [QUIET]: "true" }, "Guess and answer as a table");
  const table = make(answer, "table");
  const origin = make(root, "details", { class: "de-more", hidden: "" });
  const originName = make(origin, "summary", { [QUIET]: "true" });
  const listing = make(origin, "pre", { class: "de-source", tabindex: 0, role: "group", "aria-label": "Python", [QUIET]: "true" });
  const foot = make(root, "div", { class: "de-foot" });
  const typedBox = make(root, "div", { class: "de-typed", hidden: "" });
  const ring = make(root, "div", { class: "de-ring", hidden: "" }); // around what has the focus, above all that is drawn
  const stepper = make(root, "div", { class: "de-stepper", role: "group", hidden: "" }); // beside a handle that was clicked
  const spoken = make(root, "div", { class: "de-spoken", role: "status", "aria-live": "polite" });

  const mover = new Mover();
  const queue = new GestureQueue();
  let svg = null, sent = 0, patience = 0; // sent: the number of the newest message to Python
  let asleep = false; // Python has gone away
  let gesture = null; // { node, handle, values, origin }: what is being dragged or stepped
  let typed = "", drawnWidth = 0, drawing = ""; // drawing: the SVG that is shown, as Python wrote it
  let latest = {}; // values that were requested and are not yet drawn
  const scene = () => model.get("scene");
  const settled = () => sent === scene().sequence;
  const inputs = makeInputs({ model, top, foot, message, caption, request, settled, dragging: () => gesture?.dragging });

  // ---- gestures to Python: at most two messages on their way

  function request(values, done = false, press = "") {
    if (asleep) return lost();
    if (press in DONE) [doing, doneOn] = [DONE[press], drawing];
    Object.assign(latest, values);
    queue.add(values, done, press);
    iconStands(root, true);
    flush();
    markWaiting();
  }
  const markWaiting = () => root.toggleAttribute("data-waits", queue.any || (scene().sequence ?? 0) < sent); // for what Python will draw
  function flush() {
    while (queue.any && sent - (scene().sequence ?? 0) < MOST_WAITING) {
      if (!send({ sequence: ++sent, ...queue.next() })) return;
      clearTimeout(patience);
      patience = setTimeout(() => {
        gesture || iconStands(root, false); // the end of the gesture is yet to come, and frees it
        if ((scene().sequence ?? 0) >= sent || scene().busy) return;
        message.textContent = "Python is still busy. What you did is kept, and will be done.";
        speak();
      }, 1500);
    }
  }
  function send(content) { // all that the page says to Python; false where nobody is there to hear it
    try { model.send(content); return true; } catch { lost(); return false; }
  }
  function lost() { // what the hand did counts as nothing
    asleep = true;
    queue.clear();
    [latest, gesture, sent] = [{}, null, scene().sequence ?? 0];
    clearTimeout(patience);
    iconStands(root, false);
    root.classList.remove("de-dragging");
    drawing = "";
    show();
    speak();
  }

  // ---- showing a scene

  function linked(parent, words) { // text in which names are highlighted with what they name
    parent.replaceChildren();
    const names = new Set([...board.querySelectorAll("[data-link]")].flatMap((node) => node.dataset.link.split("|")));
    const known = [...names].filter(Boolean).sort((a, b) => b.length - a.length).map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    const parts = known.length ? words.split(new RegExp(`(?<!\\w)(${known.join("|")})(?!\\w)`)) : [words];
    parts.forEach((part, j) => j % 2 ? Object.assign(make(parent, "span", { class: "de-name", "data-link": part }, part)) : parent.append(part));
  }

  function tell() { // all the numbers; while they are folded away, not with every step of a hand
    const words = scene().text ?? "";
    if (text.dataset.words === words || (gesture?.dragging && !more.open)) return;
    text.dataset.words = words;
    text.replaceChildren();
    for (const line of words.split("\n").filter(Boolean)) linked(make(text, "p"), line);
  }

  function show() {
    const now = scene();
    if (!queue.any && (now.sequence ?? 0) >= sent) latest = {}, gesture || iconStands(root, false);
    if (!now.svg && now.cover === undefined && !now.html && !now.still) return;
    opened ||= !cover.hidden && !now.cover;
    const duration = CALM.matches || gesture?.dragging ? 0 : now.duration || 180;
    cover.hidden = !now.cover;
    root.hidden = now.cover === ""; // nothing to say yet
    say(cover, now.cover ?? "");
    board.hidden = now.cover !== undefined;
    list(now.tasks ?? []);
    board.classList.toggle("de-stale", !!now.stale);
    root.classList.toggle("de-bare", now.html !== undefined || !!now.cover);
    if (now.html !== undefined && now.html !== null) {
      if (board.dataset.html !== now.html) { board.innerHTML = now.html; board.dataset.html = now.html; svg = null; }
    } else if (now.still) {
      placeStill(now.still);
    } else if (now.svg && !now.cover && !(now.svg === drawing && drawn.has(svg))) {
      drawing = now.svg;
      const fresh = new DOMParser().parseFromString(now.svg, "image/svg+xml").documentElement;
      if (!svg) { svg = document.importNode(fresh, true); board.replaceChildren(svg); }
      else patch(svg, fresh, mover, Number(fresh.getAttribute("width")) === drawnWidth ? duration : 0);
      drawnWidth = Number(fresh.getAttribute("width"));
      for (const node of svg.querySelectorAll(`[data-handle]:not([${QUIET}])`)) node.setAttribute(QUIET, "true");
      if (!gesture?.dragging) setTabOrder();
    }
    const words = now.caption ?? "";
    if (caption.dataset.words !== words) linked(caption, caption.dataset.words = words);
    caption.hidden = !now.caption && (!!now.cover || !!now.question); // an open question leaves no hole
    if (now.question) {
      const [introduction, asked] = now.question;
      if (question.textContent !== `${introduction} ${asked}`) question.replaceChildren(`${introduction} `, make(question, "strong", {}, asked));
      if (foot.previousSibling !== board) board.after(foot, message); // the button stands below the options
    }
    question.hidden = !now.question;
    tell();
    more.hidden = !now.text || !!now.cover;
    say(originName, now.source?.title ?? "");
    say(listing, now.source?.code ?? "");
    origin.hidden = !now.source?.code || !!now.cover;
    if (now.busy || message.firstElementChild) message.replaceChildren(); // a bar of progress is made anew
    say(message, asleep ? GONE : now.message ?? "");
    message.classList.toggle("de-invalid", !!now.error || asleep);
    if (now.busy) message.append(Object.assign(document.createElement("progress"), { ariaLabel: "at work" }, now.busy.total ? { value: now.busy.done, max: now.busy.total } : {}));
    answer.hidden = !now.table;
    if (now.table && table.dataset.words !== JSON.stringify(now.table)) tabulate(now.table);
    inputs.show(now);
    // Before Python is there, only the handle of stored pictures moves.
    for (const node of root.querySelectorAll(":is(.de-controls, .de-foot) :is(button, input, select)")) node.disabled = !!(now.still || now.stored);
    flush();
    markWaiting();
    frame();
    if (born) speak();
    else born = true, Object.assign(announced, { caption: caption.textContent, message: message.textContent });
  }

  const roomFor = () => clamp(Math.floor(root.clientWidth / LARGER / 10) * 10, LEAST, 1400);
  function placeStill({ picture, heights, widest }) { // a saved picture, in the room that the live one will take
    const width = Math.min(roomFor(), widest), [, height] = heights.findLast(([from]) => from <= width);
    Object.assign(picture.lastElementChild.style, { width: `${width}px`, aspectRatio: `${width} / ${height}` });
    if (picture.parentNode !== board) board.replaceChildren(picture);
  }

  function list(asked) {
    tasks.hidden = !asked.length;
    if (tasks.dataset.words === JSON.stringify(asked)) return;
    tasks.dataset.words = JSON.stringify(asked);
    tasks.replaceChildren();
    for (const [words, done] of asked) {
      const line = make(tasks, "li", { class: done ? "de-done" : "" });
      make(line, "span", { role: "img", "aria-label": done ? "done:" : "to do:" }, done ? "\u2611" : "\u2610");
      line.append(` ${words}`);
    }
  }

  function tabulate([head, ...rows]) {
    table.dataset.words = JSON.stringify(scene().table);
    table.replaceChildren();
    const line = (parent, cells, tag) => {
      const row = make(parent, "tr");
      cells.forEach((words, j) => make(row, j ? tag : "th", { scope: tag === "th" ? "col" : "row" }, words));
    };
    line(make(table, "thead"), head, "th");
    const body = make(table, "tbody");
    for (const cells of rows) line(body, cells, "td");
  }

  // ---- what is spoken: politely, once a hand is at rest, and only what is new; the value of a slider says itself

  let born = false, opened = false, pause = 0, doing = "", doneOn = ""; // doneOn: the picture in which a button was pressed
  const announced = { caption: "", message: "", cell: "" };
  function speak() {
    clearTimeout(pause);
    pause = setTimeout(() => {
      if (gesture?.dragging) return speak();
      if (doneOn && doneOn === drawing) doing = ""; // there was nothing to take back
      if (opened && !scene().busy) {
        const first = (svg?.getAttribute("aria-label") ?? board.innerText.trim()).split(/(?<=[.?!])\s/)[0];
        doing = first && `Open now: ${first}`;
        opened = false;
      }
      const cell = document.activeElement?.closest?.("[role=gridcell]")?.getAttribute("aria-label") ?? "";
      const now = { cell, caption: caption.textContent, message: message.textContent };
      const read = document.activeElement === caption ? "caption" : ""; // by the focus itself
      const fresh = Object.keys(now).filter((name) => now[name] && now[name] !== announced[name] && name !== read).map((name) => now[name]);
      const words = [doing, ...fresh].filter(Boolean).join(" ");
      Object.assign(announced, now);
      doing = doneOn = "";
      if (words) spoken.textContent = spoken.textContent === words ? `${words} ` : words;
    }, REST);
  }

  // ---- the frame around what has the focus: its own element, since a shape may lie below its neighbours. A dragged handle has
  // none: where it is would have to be measured with every picture.

  function frame() {
    const node = document.activeElement;
    const shows = !gesture?.dragging && !!svg?.contains(node) && node.matches(stepper.hidden ? "[data-handle]:focus-visible" : "[data-handle]");
    ring.hidden = !shows;
    if (!shows) return;
    const shape = shown(node), box = shape.getBoundingClientRect(), scale = scaleOf();
    beside(ring, shape, () => [box.left - 4, box.top - 4]);
    Object.assign(ring.style, { width: `${box.width * scale + 8}px`, height: `${box.height * scale + 8}px` });
    ring.classList.toggle("de-round", shape.tagName === "circle");
  }
  const scaleOf = () => root.offsetWidth / (root.getBoundingClientRect().width || 1) || 1; // of a page that is zoomed
  function beside(part, node, place) { // put a part of the stage where a shape is
    const box = node.getBoundingClientRect(), base = root.getBoundingClientRect();
    const [left, top] = place(box);
    part.style.left = `${(left - base.left) * scaleOf()}px`;
    part.style.top = `${(top - base.top) * scaleOf()}px`;
  }
  mover.moved = frame;

  function setTabOrder() { // of a grid of cells one is in the order of Tab; arrows walk to the others
    const groups = {};
    for (const node of svg.querySelectorAll("[data-handle]")) {
      const name = groupOf(handleOf(node));
      if (name) (groups[name] ??= []).push(node);
    }
    for (const nodes of Object.values(groups)) {
      const chosen = nodes.find((node) => node === document.activeElement) ?? nodes.find((node) => node.dataset.chosen)
        ?? nodes.find((node) => node.getAttribute("aria-checked") === "true") ?? nodes[0];
      for (const node of nodes) node.setAttribute("tabindex", node === chosen ? 0 : -1);
    }
  }

  // ---- linking: what shares a name is highlighted

  function highlight(from) {
    const names = new Set(from ? from.dataset.link.split("|") : []);
    for (const node of root.querySelectorAll("[data-link]")) {
      node.classList.toggle("de-highlight", !!from && node.dataset.link.split("|").some((name) => names.has(name)));
      node.classList.toggle("de-hovered", node === from);
    }
    root.classList.toggle("de-linking", !!from);
  }
  const linkOf = (event) => event.target.closest?.("[data-link]");

  // ---- handles: the picture is the control

  // A handle is a shape. Others belong to it: a transparent one around it, and of a handle that moves two ways a slider for each.
  const handleOf = (node) => JSON.parse(node.dataset.handle);
  const partsOf = (node) => [node, ...svg.querySelectorAll(`[data-of="${CSS.escape(node.dataset.of ?? node.dataset.key)}"], [data-key="${CSS.escape(node.dataset.of ?? "")}"]`)];
  const shown = (node) => node.dataset.of ? svg.querySelector(`[data-key="${CSS.escape(node.dataset.of)}"]`) : node;
  const focused = (node) => node.hasAttribute("tabindex") ? node : partsOf(node).find((other) => other.hasAttribute("tabindex"));
  function handleAt(event) { // what is seen there comes before what lies around another
    const node = event.target.closest?.("[data-handle], .de-target"), { clientX, clientY } = event.touches?.[0] ?? event;
    if (!node?.matches(".de-target")) return node;
    return root.getRootNode().elementsFromPoint(clientX, clientY).find((other) => other.matches("[data-handle]:not([data-of])")) ?? shown(node);
  }
  const valueOf = (axis) => gesture?.values[axis.name] ?? latest[axis.name] ?? axis.value;

  function pointerAt(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return { x: at.x, y: at.y };
  }

  function put(node, handle, values) { // send what has changed, and let the hand be followed at once
    const kept = handle.place && !gesture.moved ? {} : gesture.values; // on an empty scale every place is new
    const changed = Object.fromEntries(Object.entries(values).filter(([name, value]) => kept[name] !== value));
    if (!Object.keys(changed).length) return;
    gesture.moved = true;
    Object.assign(gesture.values, changed);
    for (const part of partsOf(node)) {
      forget(part);
      if (part.tagName !== "circle") continue;
      for (const axis of handle.axes.filter(({ name, low, high }) => name in changed && low < high)) { // a choice stays in place
        const name = { x: "cx", y: "cy" }[axis.along];
        if (name) mover.set(part, name, String(placeOn(axis, changed[axis.name])), 0);
        else if (axis.along === "turn") {
          const { radius, angle } = gesture.circling;
          const at = placeAround(axis, radius, changed[axis.name] + angle - gesture.origin.values[axis.name]);
          mover.set(part, "cx", String(at.x), 0);
          mover.set(part, "cy", String(at.y), 0);
        }
      }
    }
    frame();
    request(changed);
  }

  function begin(node, event) {
    const handle = handleOf(node), at = event ? pointerAt(event) : { x: 0, y: 0 };
    const values = Object.fromEntries(handle.axes.map((axis) => [axis.name, latest[axis.name] ?? axis.value]));
    const angle = Object.fromEntries(handle.axes.map((axis) => [axis.name, angleAt(axis, at)]));
    gesture = { node, handle, values: { ...values }, origin: { ...at, values, angle }, dragging: false, id: event?.pointerId };
    if (handle.axes[0].along === "turn" && node.tagName === "circle") {
      const across = node.cx.baseVal.value - handle.axes[0].start, up = handle.axes[0].end - node.cy.baseVal.value;
      gesture.circling = { radius: Math.hypot(across, up), angle: Math.atan2(up, across) * 180 / Math.PI };
    }
  }

  function finish() {
    if (!gesture) return;
    const { moved } = gesture;
    gesture = null;
    root.classList.remove("de-dragging");
    frame();
    if (moved) request({}, true);
  }

  function cancel() { // a drag that is cancelled, by Escape or by the page that scrolls under a finger, counts as nothing
    if (!gesture) return;
    const { moved } = gesture;
    gesture = null;
    root.classList.remove("de-dragging");
    frame();
    if (!moved) return;
    queue.cancel();
    latest = {};
    request({}, false, "cancel");
  }

  function type(words, node) {
    typed = words;
    typedBox.hidden = !words;
    typedBox.textContent = words && `${words} (Enter)`;
    if (words || / sets it$/.test(doing)) doing = words && `${words}, Enter sets it`, speak();
    if (words && node) {
      beside(typedBox, shown(node), (box) => [box.left, box.top - 24]);
    }
  }

  function leave(event) { // to the notebook around; a key that is its own goes along
    const cell = root.closest(".jp-Cell");
    if (!cell) return false;
    cell.focus();
    if (event.key === "Enter") cell.dispatchEvent(new KeyboardEvent("keydown", event));
    return true;
  }

  function key(event) { // true where the key was for us
    const node = event.target.closest?.("[data-handle]");
    if (event.altKey) return false;
    if (event.key === "Enter" && (event.shiftKey || event.ctrlKey)) return leave(event);
    if (event.ctrlKey || event.metaKey) {
      const what = { z: event.shiftKey ? "redo" : "undo", y: "redo" }[event.key.toLowerCase()];
      if (!what || event.target.matches("input[type=number], input[type=search]")) return false;
      return type(""), finish(), request({}, true, what), true;
    }
    if (event.key === "Escape") {
      if (gesture?.dragging) return cancel(), true;
      if (typed) return type(""), true;
      if (!stepper.hidden) return hideStepper(), true;
      return leave(event);
    }
    if (!node) return false;
    const handle = handleOf(node), [axis] = handle.axes;
    if (gesture?.dragging) return false;
    if (handle.radio) {
      if (event.key in WALK) return walk(node, handle, event.key), true;
      return (event.key === " " || event.key === "Enter") && (choose(node), true);
    }
    if (/^[0-9.,]$/.test(event.key)) return type(typed + event.key.replace(",", "."), node), true;
    if (typed && event.key === "Backspace") return type(typed.slice(0, -1), node), true;
    if (typed && (event.key === "Enter" || event.key in WALK)) commitTyped(node);
    if (event.key === "Enter" || event.key === " ") return true; // a page does not scroll away under a hand
    if (handle.cell && event.key in WALK) return walk(node, handle, event.key), true;
    const count = stepsOf(event.key, handle);
    if (!count) return false;
    if (gesture?.node !== node) { finish(); begin(node); }
    put(node, handle, { [axis.name]: neat(axis, valueOf(axis) + count * axis.step) });
    return true;
  }

  function set(node, values) { // a gesture of one step
    begin(node);
    put(node, handleOf(node), values);
    finish();
  }

  function commitTyped(node) {
    const [axis] = handleOf(node).axes, value = Number(typed);
    type("");
    if (Number.isFinite(value)) set(node, { [axis.name]: clamp(value, axis.low, axis.high) });
  }

  const groupOf = ({ cell, radio, axes: [{ name }] }) => cell && (radio ? name : name.split("/")[0]); // among which arrows go
  const group = (handle) => [...svg.querySelectorAll("[data-handle]")].filter((other) => handle.cell && groupOf(handleOf(other)) === groupOf(handle));

  function choose(node) {
    for (const other of group(handleOf(node))) {
      forget(other);
      other.setAttribute("aria-checked", other === node); // at once, also while Python is busy
    }
    set(node, { [handleOf(node).axes[0].name]: handleOf(node).axes[0].high });
  }

  function walk(node, handle, key) { // in a row or a column arrows choose, round and round; in a table they only walk
    const nodes = group(handle), cells = nodes.map((other) => handleOf(other).cell), [down, right] = WALK[key];
    const alone = handle.radio && [0, 1].some((j) => new Set(cells.map((cell) => cell[j])).size === 1);
    const next = alone ? nodes[(nodes.indexOf(node) + down + right + nodes.length) % nodes.length]
      : nodes[cells.findIndex((cell) => cell[0] === handle.cell[0] + down && cell[1] === handle.cell[1] + right)];
    if (!next) return;
    svg.querySelectorAll("[data-chosen]").forEach((other) => delete other.dataset.chosen);
    next.dataset.chosen = "1";
    node.setAttribute("tabindex", -1);
    next.setAttribute("tabindex", 0);
    next.focus({ preventScroll: true });
    if (alone) choose(next);
  }

  // ---- without dragging: a click beside a handle takes it there, a click on it brings buttons

  function apart(node, at) { // how far a click lies from the way of a handle, in pixels of the picture; none for what has no way
    const { axes, place, radio } = handleOf(node), here = shown(node).getBBox();
    if (radio || place || !node.matches("circle") || node.dataset.of) return Infinity;
    return besideWay(axes, at, { x: here.x + here.width / 2, y: here.y + here.height / 2 });
  }
  function takeThere(event) {
    const at = pointerAt(event), handles = [...svg.querySelectorAll("[data-handle]")];
    const near = (node) => { const { x, y, width, height } = node.getBBox(); return Math.hypot(x + width / 2 - at.x, y + height / 2 - at.y); };
    const [node] = handles.filter((one) => apart(one, at) <= NEAR).sort((a, b) => apart(a, at) - apart(b, at) || near(a) - near(b));
    if (!node) return;
    focused(node).focus({ preventScroll: true });
    begin(node);
    const [axis] = handleOf(node).axes;
    if (axis.along === "turn") { // as if it had been dragged from where it is
      const { radius, angle } = gesture.circling;
      Object.assign(gesture.origin, placeAround(axis, radius, angle), { angle: { [axis.name]: angle } });
    }
    put(node, handleOf(node), Object.fromEntries(handleOf(node).axes.map((axis) => [axis.name, neat(axis, valueAt(axis, at, gesture.origin))])));
    finish();
  }
  function showStepper(node) {
    const { label, axes } = handleOf(node);
    stepper.replaceChildren();
    stepper.setAttribute("aria-label", label);
    for (const axis of axes) {
      if (axes.length > 1) make(stepper, "span", {}, axis.spoken);
      for (const [sign, shows, word] of [[-1, "−", "less"], [1, "+", "more"]]) {
        const press = make(stepper, "button", { type: "button", tabindex: -1, [QUIET]: "true", "aria-label": `${axis.spoken || label}: ${word}` }, shows);
        const count = (axis.high - axis.low) / axis.step > FINE ? 10 : 1;
        press.addEventListener("click", () => {
          const now = handleOf(node).axes.find(({ name }) => name === axis.name); // it may have moved
          set(node, { [now.name]: neat(now, (latest[now.name] ?? now.value) + sign * count * now.step) });
        });
      }
    }
    stepper.hidden = false;
    const { left, top } = freePlace(stepper.getBoundingClientRect(), shown(node).getBoundingClientRect(), taken(shown(node)), root.getBoundingClientRect());
    beside(stepper, node, () => [left, top]);
    frame();
  }
  function hideStepper() {
    stepper.hidden = true;
    frame();
  }
  function taken(own) { // what the buttons should not cover, and how much each pixel of it costs
    const costs = [[own, 1000]];
    const around = [caption, question, tasks, top, foot, message].filter((part) => !part.hidden && part.textContent);
    for (const part of around) costs.push([part, 100]);
    for (const node of svg.querySelectorAll("text")) costs.push([node, 40]);
    for (const node of svg.querySelectorAll("rect, circle, path, polyline, image")) {
      if (node !== own && !node.dataset.of) costs.push([node, node.dataset.handle ? 6 : /ground|paper|none|transparent/.test(node.getAttribute("fill")) ? 1 : 4]);
    }
    return costs.map(([node, cost]) => { const { left, top, right, bottom } = node.getBoundingClientRect(); return { left, top, right, bottom, cost }; });
  }

  const on = {
    keydown: (event) => { if (key(event)) { event.preventDefault(); event.stopPropagation(); } },
    keyup: (event) => { if (gesture && !gesture.dragging && event.target.closest?.("[data-handle]")) finish(); },
    click: (event) => {
      const node = handleAt(event);
      if (node && handleOf(node).radio) choose(node);
      else if (!node && event.detail && svg?.contains(event.target)) takeThere(event); // not of a key
    },
    pointerdown: (event) => {
      if (!stepper.contains(event.target)) hideStepper();
      const node = handleAt(event);
      if (!node || event.button) return;
      const handle = handleOf(node);
      if (handle.radio) return;
      const untouched = handle.cell && event.pointerType === "touch" && document.activeElement !== focused(node);
      focused(node).focus({ preventScroll: true });
      finish();
      begin(node, event);
      gesture.scrolls = untouched; // a table fills a phone: a finger goes on over it until a tap has chosen a cell
      node.setPointerCapture(event.pointerId);
      event.preventDefault();
      if (handle.place) drag(event);
    },
    pointermove: (event) => { if (gesture && gesture.id === event.pointerId) drag(event); },
    pointerup: (event) => {
      if (gesture?.id !== event.pointerId) return;
      const { node, moved, handle } = gesture;
      finish();
      if (!moved && !handle.place) showStepper(node);
    },
    pointercancel: (event) => {
      if (gesture?.id !== event.pointerId) return;
      if (gesture.scrolls) focused(gesture.node).blur();
      cancel();
    },
    pointerover: (event) => { if (!gesture?.dragging) highlight(linkOf(event)); },
    pointerleave: () => highlight(null),
    focusin: (event) => {
      const node = linkOf(event);
      if (node) highlight(node);
      announced.cell = event.target.getAttribute("aria-label") ?? "";
      frame();
    },
    focusout: (event) => {
      type("");
      if (gesture && !gesture.dragging) finish();
      if (!root.contains(event.relatedTarget)) highlight(null), hideStepper();
      frame();
    },
  };
  stepper.addEventListener("mousedown", (event) => event.preventDefault()); // the handle keeps the focus
  // A browser knows no part of a picture that is not to be scrolled by a finger; the first touch says so.
  root.addEventListener("touchstart", (event) => {
    const node = handleAt(event);
    if (node && !handleOf(node).radio && !gesture?.scrolls) event.preventDefault();
  }, { passive: false });
  function drag(event) {
    const { node, handle, origin } = gesture, at = pointerAt(event);
    if (gesture.scrolls) return;
    if (!gesture.dragging && !handle.place && Math.hypot(at.x - origin.x, at.y - origin.y) < 3) return; // a hand that trembles
    gesture.dragging = true;
    root.classList.add("de-dragging");
    if (handle.sweep) return put(node, handle, swept(handle, at));
    put(node, handle, Object.fromEntries(handle.axes.map((axis) => [axis.name, neat(axis, valueAt(axis, at, origin))])));
  }
  function swept(handle, at) { // one stroke over several columns gives each its height where it passes the middle
    const from = gesture.last ?? at, values = {};
    gesture.last = at;
    for (const node of svg.querySelectorAll("[data-handle]")) {
      const other = handleOf(node), axis = other.axes[0];
      if (other.sweep !== handle.sweep) continue;
      const { x, width } = node.getBBox(), middle = x + width / 2, under = at.x >= x && at.x < x + width;
      const crosses = (middle - from.x) * (middle - at.x) < 0;
      if (under && gesture.under?.name !== axis.name) gesture.under = { name: axis.name, off: width };
      if (under) { // not while it goes on to the next column, unless it goes straight up or down
        const off = crosses ? 0 : Math.abs(at.x - middle);
        if (off > gesture.under.off + width / 10) continue;
        gesture.under.off = Math.min(off, gesture.under.off);
      } else if (!crosses) continue;
      const y = crosses ? from.y + (at.y - from.y) * (middle - from.x) / (at.x - from.x) : at.y;
      values[axis.name] = neat(axis, valueAt(axis, { x: middle, y }, gesture.origin));
    }
    return values;
  }
  for (const [name, act] of Object.entries(on)) root.addEventListener(name, act);

  // ---- the room and the theme

  const setTheme = () => { root.dataset.theme = darkness(root.isConnected ? root : document.body) ? "dark" : "light"; };
  const watcher = new MutationObserver(setTheme);
  for (const node of [document.documentElement, document.body]) watcher.observe(node, { attributes: true, attributeFilter: ["class", "style", "theme", "data-jp-theme-name", "data-jp-theme-light", "data-vscode-theme-kind"] });
  for (const ground of GROUNDS) ground.addEventListener("change", setTheme);
  const viewer = new IntersectionObserver(setTheme); // a lab may be born, and a theme change, while its cell is not in the page
  viewer.observe(root);
  let fitted = model.get("width");
  const room = new ResizeObserver(() => {
    setTheme();
    const width = roomFor();
    if (!root.clientWidth || width === fitted || asleep) return;
    fitted = width;
    if (scene().still) show(); else send({ width });
  });
  room.observe(root);
  let across = 0; // the width at which the sentences of the caption were measured
  const tallest = new ResizeObserver(() => { // nothing below jumps up when a sentence is shorter
    if (caption.clientWidth !== across) caption.style.minHeight = ""; // in another width a sentence takes other lines
    across = caption.clientWidth;
    if (caption.offsetHeight) caption.style.minHeight = `${caption.offsetHeight}px`;
  });
  tallest.observe(caption);
  setTheme();

  let due = 0; // the frame that will show what has arrived: once, and after the hand has been looked at
  const arrived = () => { flush(); due ||= requestAnimationFrame(() => { due = 0; show(); }); };
  const rebuilt = () => { inputs.build(); show(); };
  let unseen = 0; // the first scene is lost if it came before this file did, and that too late (see initialize)
  const look = () => {
    if (asleep) return;
    if (Object.keys(scene()).length) return board.childNodes.length || !cover.hidden || show();
    send({ resend: true });
    unseen = setTimeout(look, 2000);
  };
  unseen = setTimeout(look, 1000);
  inputs.build();
  show();
  sent = scene().sequence ?? 0;
  model.on("change:scene", arrived);
  model.on("change:controls", rebuilt);
  return () => {
    model.off("change:scene", arrived);
    model.off("change:controls", rebuilt);
    watcher.disconnect();
    viewer.disconnect();
    for (const ground of GROUNDS) ground.removeEventListener("change", setTheme);
    room.disconnect();
    tallest.disconnect();
    clearTimeout(patience);
    clearTimeout(pause);
    clearTimeout(unseen);
    iconStands(root, false);
    for (const frame of [mover.frame, due]) cancelAnimationFrame(frame);
  };
}

export default { initialize, render };

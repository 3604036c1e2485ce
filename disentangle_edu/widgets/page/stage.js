// The stage shows one SVG and patches it in place, so that shapes move to their new positions. Shapes and words with a shared
// name are highlighted together, and shapes with a handle are controls. Python draws every picture and decides what happens;
// this file shows the picture and turns gestures into messages (see protocol.py).

import { GROUNDS, darkness, iconStands } from "./around.js";
import { WALK, angleAt, besideWay, neat, placeAround, placeOn, stepsOf, valueAt } from "./axes.js";
import { GestureQueue } from "./gestures.js";
import { ASKED, makeInputs } from "./inputs.js";
import { CALM, Mover, drawn, forget, patch } from "./moving.js";
import { freePlace } from "./room.js";
import { QUIET, clamp, make, say } from "./tools.js";

const LEAST = 320; // pixels: the smallest width for which a picture is drawn
const NEAR = 24; // pixels: a click this close to the track of a handle moves the handle there
const FINE = 50; // a handle with more steps than this moves ten steps for each click on its + or - button
const REST = 600; // milliseconds without a change after which the changes are announced to screen readers
const MOST_WAITING = 2; // messages sent to Python and not yet answered; newer ones wait in the queue and are merged
const GONE = "Python has been restarted or shut down: run this cell again.";
const DONE = { undo: "Taken back.", redo: "Done again.", reset: "Back at the start." };
const LARGER = ASKED.has("present") ? 1.5 : 1;

// --------------------------------------------------------------------------------------------------------- the widget

let stages = 0; // number of stages made on this page so far

function initialize({ model }) {
  // Unless this setting of its widget manager is on, JupyterLab does not save the state of widgets with a notebook, and shows
  // an error in place of each widget when the notebook is opened again. We turn the setting on until the page is closed.
  const settings = model.widget_manager?._settings;
  if (settings && "saveState" in settings) settings.saveState = true;
  // anywidget waits two seconds for this file to load. On a slow machine that is too short, and the model, which waits for the
  // file before it handles a message, then handles none. Now that the file has loaded, messages are handled directly.
  model.on("change:here", (whole) => { // the handler of any change receives the model itself
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
  const ring = make(root, "div", { class: "de-ring", hidden: "" }); // focus ring, drawn above all shapes
  const stepper = make(root, "div", { class: "de-stepper", role: "group", hidden: "" }); // - and + buttons beside a handle that was clicked
  const spoken = make(root, "div", { class: "de-spoken", role: "status", "aria-live": "polite" });

  const mover = new Mover();
  const queue = new GestureQueue();
  let svg = null, sent = 0, patience = 0; // sent: the number of the newest message to Python
  let asleep = false; // whether Python has stopped
  let gesture = null; // { node, handle, values, origin }: the handle that is being dragged or moved by keys
  let typed = "", drawnWidth = 0, drawing = ""; // drawing: the SVG that is shown, as Python wrote it
  let latest = {}; // values that were requested but are not drawn yet
  const scene = () => model.get("scene");
  const settled = () => sent === scene().sequence;
  const inputs = makeInputs({ model, top, foot, message, caption, request, settled, dragging: () => gesture?.dragging });

  // ---- gestures sent to Python: at most two messages are unanswered at a time

  function request(values, done = false, press = "") {
    if (asleep) return lost();
    if (press in DONE) [doing, doneOn] = [DONE[press], drawing];
    Object.assign(latest, values);
    queue.add(values, done, press);
    iconStands(root, true);
    flush();
    markWaiting();
  }
  const markWaiting = () => root.toggleAttribute("data-waits", queue.any || (scene().sequence ?? 0) < sent); // while Python has yet to draw something
  function flush() {
    while (queue.any && sent - (scene().sequence ?? 0) < MOST_WAITING) {
      if (!send({ sequence: ++sent, ...queue.next() })) return;
      clearTimeout(patience);
      patience = setTimeout(() => {
        gesture || iconStands(root, false); // during a gesture, the end of the gesture releases the icon
        if ((scene().sequence ?? 0) >= sent || scene().busy) return;
        message.textContent = "Python is still busy. What you did is kept, and will be done.";
        speak();
      }, 1500);
    }
  }
  function send(content) { // every message to Python goes through here; returns false if Python has stopped
    try { model.send(content); return true; } catch { lost(); return false; }
  }
  function lost() { // Python has stopped: discard all gestures and show a message
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

  function linked(parent, words) { // add text whose names are highlighted together with the shapes that they name
    parent.replaceChildren();
    const names = new Set([...board.querySelectorAll("[data-link]")].flatMap((node) => node.dataset.link.split("|")));
    const known = [...names].filter(Boolean).sort((a, b) => b.length - a.length).map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    const parts = known.length ? words.split(new RegExp(`(?<!\\w)(${known.join("|")})(?!\\w)`)) : [words];
    parts.forEach((part, j) => j % 2 ? Object.assign(make(parent, "span", { class: "de-name", "data-link": part }, part)) : parent.append(part));
  }

  function tell() { // update "All the numbers"; during a drag only if they are unfolded
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
    root.hidden = now.cover === ""; // the cover has no text yet
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
    caption.hidden = !now.caption && (!!now.cover || !!now.question); // an empty caption of an open question takes no space
    if (now.question) {
      const [introduction, asked] = now.question;
      if (question.textContent !== `${introduction} ${asked}`) question.replaceChildren(`${introduction} `, make(question, "strong", {}, asked));
      if (foot.previousSibling !== board) board.after(foot, message); // the button is below the options
    }
    question.hidden = !now.question;
    tell();
    more.hidden = !now.text || !!now.cover;
    say(originName, now.source?.title ?? "");
    say(listing, now.source?.code ?? "");
    origin.hidden = !now.source?.code || !!now.cover;
    if (now.busy || message.firstElementChild) message.replaceChildren(); // rebuild the progress bar
    say(message, asleep ? GONE : now.message ?? "");
    message.classList.toggle("de-invalid", !!now.error || asleep);
    if (now.busy) message.append(Object.assign(document.createElement("progress"), { ariaLabel: "at work" }, now.busy.total ? { value: now.busy.done, max: now.busy.total } : {}));
    answer.hidden = !now.table;
    if (now.table && table.dataset.words !== JSON.stringify(now.table)) tabulate(now.table);
    inputs.show(now);
    // Before Python has started, only the handle of stored frames works.
    for (const node of root.querySelectorAll(":is(.de-controls, .de-foot) :is(button, input, select)")) node.disabled = !!(now.still || now.stored);
    flush();
    markWaiting();
    frame();
    if (born) speak();
    else born = true, Object.assign(announced, { caption: caption.textContent, message: message.textContent });
  }

  const roomFor = () => clamp(Math.floor(root.clientWidth / LARGER / 10) * 10, LEAST, 1400);
  function placeStill({ picture, heights, widest }) { // show a saved picture at the size that the live picture will have
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

  // ---- announcements for screen readers: politely, after a pause, and only what is new; the browser announces slider values

  let born = false, opened = false, pause = 0, doing = "", doneOn = ""; // doneOn: the picture that was shown when a button was pressed
  const announced = { caption: "", message: "", cell: "" };
  function speak() {
    clearTimeout(pause);
    pause = setTimeout(() => {
      if (gesture?.dragging) return speak();
      if (doneOn && doneOn === drawing) doing = ""; // the button has changed nothing
      if (opened && !scene().busy) {
        const first = (svg?.getAttribute("aria-label") ?? board.innerText.trim()).split(/(?<=[.?!])\s/)[0];
        doing = first && `Open now: ${first}`;
        opened = false;
      }
      const cell = document.activeElement?.closest?.("[role=gridcell]")?.getAttribute("aria-label") ?? "";
      const now = { cell, caption: caption.textContent, message: message.textContent };
      const read = document.activeElement === caption ? "caption" : ""; // the screen reader has read the focused caption
      const fresh = Object.keys(now).filter((name) => now[name] && now[name] !== announced[name] && name !== read).map((name) => now[name]);
      const words = [doing, ...fresh].filter(Boolean).join(" ");
      Object.assign(announced, now);
      doing = doneOn = "";
      if (words) spoken.textContent = spoken.textContent === words ? `${words} ` : words;
    }, REST);
  }

  // ---- the focus ring: a separate element, because other shapes may cover part of the focused shape. A dragged handle has no
  // ring, because its position would have to be measured for every picture.

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
  const scaleOf = () => root.offsetWidth / (root.getBoundingClientRect().width || 1) || 1; // differs from 1 if the stage is zoomed
  function beside(part, node, place) { // position a part of the stage relative to a shape
    const box = node.getBoundingClientRect(), base = root.getBoundingClientRect();
    const [left, top] = place(box);
    part.style.left = `${(left - base.left) * scaleOf()}px`;
    part.style.top = `${(top - base.top) * scaleOf()}px`;
  }
  mover.moved = frame;

  function setTabOrder() { // Tab reaches one cell of each grid; arrow keys move to the other cells
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

  // ---- linking: elements that share a name are highlighted together

  function highlight(from) {
    const names = new Set(from ? from.dataset.link.split("|") : []);
    for (const node of root.querySelectorAll("[data-link]")) {
      node.classList.toggle("de-highlight", !!from && node.dataset.link.split("|").some((name) => names.has(name)));
      node.classList.toggle("de-hovered", node === from);
    }
    root.classList.toggle("de-linking", !!from);
  }
  const linkOf = (event) => event.target.closest?.("[data-link]");

  // ---- handles: shapes that are controls

  // A handle is a shape. Other elements belong to it: a transparent target around it, and a slider for each of two quantities.
  const handleOf = (node) => JSON.parse(node.dataset.handle);
  const partsOf = (node) => [node, ...svg.querySelectorAll(`[data-of="${CSS.escape(node.dataset.of ?? node.dataset.key)}"], [data-key="${CSS.escape(node.dataset.of ?? "")}"]`)];
  const shown = (node) => node.dataset.of ? svg.querySelector(`[data-key="${CSS.escape(node.dataset.of)}"]`) : node;
  const focused = (node) => node.hasAttribute("tabindex") ? node : partsOf(node).find((other) => other.hasAttribute("tabindex"));
  function handleAt(event) { // a visible handle takes precedence over the transparent target of another handle
    const node = event.target.closest?.("[data-handle], .de-target"), { clientX, clientY } = event.touches?.[0] ?? event;
    if (!node?.matches(".de-target")) return node;
    return root.getRootNode().elementsFromPoint(clientX, clientY).find((other) => other.matches("[data-handle]:not([data-of])")) ?? shown(node);
  }
  const valueOf = (axis) => gesture?.values[axis.name] ?? latest[axis.name] ?? axis.value;

  function pointerAt(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return { x: at.x, y: at.y };
  }

  function put(node, handle, values) { // send the changed values, and move the handle without waiting for Python
    const kept = handle.place && !gesture.moved ? {} : gesture.values; // the first click on a scale counts even at the present value
    const changed = Object.fromEntries(Object.entries(values).filter(([name, value]) => kept[name] !== value));
    if (!Object.keys(changed).length) return;
    gesture.moved = true;
    Object.assign(gesture.values, changed);
    for (const part of partsOf(node)) {
      forget(part);
      if (part.tagName !== "circle") continue;
      for (const axis of handle.axes.filter(({ name, low, high }) => name in changed && low < high)) { // an axis with one value does not move the shape
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

  function cancel() { // undo a drag that is cancelled, by Escape or because a finger scrolls the page
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

  function leave(event) { // move the focus to the notebook cell, and pass Shift+Enter or Ctrl+Enter on to it
    const cell = root.closest(".jp-Cell");
    if (!cell) return false;
    cell.focus();
    if (event.key === "Enter") cell.dispatchEvent(new KeyboardEvent("keydown", event));
    return true;
  }

  function key(event) { // handle a key; returns whether it was one of the stage's keys
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
    if (event.key === "Enter" || event.key === " ") return true; // keep Space from scrolling the page
    if (handle.cell && event.key in WALK) return walk(node, handle, event.key), true;
    const count = stepsOf(event.key, handle);
    if (!count) return false;
    if (gesture?.node !== node) { finish(); begin(node); }
    put(node, handle, { [axis.name]: neat(axis, valueOf(axis) + count * axis.step) });
    return true;
  }

  function set(node, values) { // set values in a single gesture
    begin(node);
    put(node, handleOf(node), values);
    finish();
  }

  function commitTyped(node) {
    const [axis] = handleOf(node).axes, value = Number(typed);
    type("");
    if (Number.isFinite(value)) set(node, { [axis.name]: clamp(value, axis.low, axis.high) });
  }

  const groupOf = ({ cell, radio, axes: [{ name }] }) => cell && (radio ? name : name.split("/")[0]); // name of the group in which arrow keys move
  const group = (handle) => [...svg.querySelectorAll("[data-handle]")].filter((other) => handle.cell && groupOf(handleOf(other)) === groupOf(handle));

  function choose(node) {
    for (const other of group(handleOf(node))) {
      forget(other);
      other.setAttribute("aria-checked", other === node); // immediately, even if Python is busy
    }
    set(node, { [handleOf(node).axes[0].name]: handleOf(node).axes[0].high });
  }

  function walk(node, handle, key) { // arrow keys: among radio buttons in one line they choose the next one, cyclically; in a grid they move the focus
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

  // ---- without dragging: a click beside a handle moves the handle there, and a click on a handle shows - and + buttons

  function apart(node, at) { // distance of a click from the track of a handle, in pixels of the picture; Infinity without a track
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
    if (axis.along === "turn") { // begin the rotation at the present angle of the handle
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
          const now = handleOf(node).axes.find(({ name }) => name === axis.name); // the handle may have moved since
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
  function taken(own) { // boxes that the buttons should not cover, and the cost of each covered pixel
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
      else if (!node && event.detail && svg?.contains(event.target)) takeThere(event); // detail is 0 for a click made by a key
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
      gesture.scrolls = untouched; // a table may fill a phone's screen: a finger scrolls over it until a tap has focused a cell
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
  // Without preventDefault on touchstart, the browser would scroll the page when a finger drags a handle.
  root.addEventListener("touchstart", (event) => {
    const node = handleAt(event);
    if (node && !handleOf(node).radio && !gesture?.scrolls) event.preventDefault();
  }, { passive: false });
  function drag(event) {
    const { node, handle, origin } = gesture, at = pointerAt(event);
    if (gesture.scrolls) return;
    if (!gesture.dragging && !handle.place && Math.hypot(at.x - origin.x, at.y - origin.y) < 3) return; // ignore moves of less than 3 pixels
    gesture.dragging = true;
    root.classList.add("de-dragging");
    if (handle.sweep) return put(node, handle, swept(handle, at));
    put(node, handle, Object.fromEntries(handle.axes.map((axis) => [axis.name, neat(axis, valueAt(axis, at, origin))])));
  }
  function swept(handle, at) { // a drag across several columns sets each column to the pointer's height at its middle
    const from = gesture.last ?? at, values = {};
    gesture.last = at;
    for (const node of svg.querySelectorAll("[data-handle]")) {
      const other = handleOf(node), axis = other.axes[0];
      if (other.sweep !== handle.sweep) continue;
      const { x, width } = node.getBBox(), middle = x + width / 2, under = at.x >= x && at.x < x + width;
      const crosses = (middle - from.x) * (middle - at.x) < 0;
      if (under && gesture.under?.name !== axis.name) gesture.under = { name: axis.name, off: width };
      if (under) { // not while the pointer moves away from the middle, unless it moves straight up or down
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

  // ---- the width and the theme

  const setTheme = () => { root.dataset.theme = darkness(root.isConnected ? root : document.body) ? "dark" : "light"; };
  const watcher = new MutationObserver(setTheme);
  for (const node of [document.documentElement, document.body]) watcher.observe(node, { attributes: true, attributeFilter: ["class", "style", "theme", "data-jp-theme-name", "data-jp-theme-light", "data-vscode-theme-kind"] });
  for (const ground of GROUNDS) ground.addEventListener("change", setTheme);
  const viewer = new IntersectionObserver(setTheme); // a lab may be made, or the theme may change, while its cell is not in the page
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
  let across = 0; // the width for which the caption's height was measured
  const tallest = new ResizeObserver(() => { // keep the greatest height, so that nothing below moves when the caption becomes shorter
    if (caption.clientWidth !== across) caption.style.minHeight = ""; // at another width the lines break differently
    across = caption.clientWidth;
    if (caption.offsetHeight) caption.style.minHeight = `${caption.offsetHeight}px`;
  });
  tallest.observe(caption);
  setTheme();

  let due = 0; // the animation frame that will show the newest scene
  const arrived = () => { flush(); due ||= requestAnimationFrame(() => { due = 0; show(); }); };
  const rebuilt = () => { inputs.build(); show(); };
  let unseen = 0; // asks for the first scene again: it is lost if this file loaded too late (see initialize)
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

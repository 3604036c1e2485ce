// The stage: one SVG, patched in place, so that things move to their new places; what belongs together lights up together;
// and the picture is the control. Python draws and decides; this file shows, links, and turns gestures into wishes.

const QUIET = "data-lm-suppress-shortcuts"; // keeps JupyterLab's shortcuts off whatever has the focus
const MOST_WAITING = 2; // wishes on their way to Python; newer ones wait and replace each other
const ARROWS = { ArrowLeft: ["x", -1], ArrowRight: ["x", 1], ArrowDown: ["y", -1], ArrowUp: ["y", 1] };
const WALK = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const JUMPS = { PageUp: 10, PageDown: -10, "+": 1, "=": 1, "-": -1 }; // "=" is + without Shift on many keyboards
const NUMBER = /-?\d+(?:\.\d+)?(?:e-?\d+)?/g;
const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const ASKED = new URLSearchParams(location.search); // a page for one lab: &present=1 makes it large, &hide=a,b leaves controls out
const LARGER = ASKED.has("present") ? 1.5 : 1, LEFT_OUT = new Set(ASKED.get("hide")?.split(","));

function make(parent, tag, attributes = {}, words = "") {
  const node = parent.appendChild(document.createElement(tag));
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  if (words) node.textContent = words;
  return node;
}

const clamp = (value, low, high) => Math.min(Math.max(value, Math.min(low, high)), Math.max(low, high));

// ------------------------------------------------------------------------------------------------ moving in place

class Mover { // numbers inside attributes glide from old to new
  constructor() { this.running = new Map(); this.frame = 0; }

  set(node, name, value, duration) {
    const old = node.getAttribute(name);
    const glides = this.running.get(node);
    glides?.delete(name);
    if (old === value) return;
    const [before, after] = duration ? [old?.match(NUMBER), value.match(NUMBER)] : [];
    const alike = before && after && before.length === after.length && old.replace(NUMBER, "#") === value.replace(NUMBER, "#");
    if (!alike) return node.setAttribute(name, value);
    const glide = { from: before.map(Number), to: after.map(Number), words: value.split(NUMBER), value, start: performance.now(), duration };
    if (!glides) this.running.set(node, new Map([[name, glide]]));
    else glides.set(name, glide);
    this.frame ||= requestAnimationFrame((now) => this.step(now));
  }

  step(now) {
    this.frame = 0;
    for (const [node, glides] of this.running) {
      for (const [name, glide] of glides) {
        const share = clamp((now - glide.start) / glide.duration, 0, 1), eased = 1 - (1 - share) ** 3;
        if (share === 1) node.setAttribute(name, glide.value), glides.delete(name);
        else node.setAttribute(name, glide.words.map((word, j) => word
          + (j < glide.to.length ? (glide.from[j] + (glide.to[j] - glide.from[j]) * eased).toFixed(2) : "")).join(""));
      }
      if (!glides.size) this.running.delete(node);
    }
    if (this.running.size) this.frame = requestAnimationFrame((later) => this.step(later));
  }
}

const GLIDING = new Set(["x", "y", "width", "height", "cx", "cy", "r", "x1", "y1", "x2", "y2", "points", "d", "fill", "transform"]);

const drawn = new WeakMap(); // what Python drew last for an element that is shown: the same once more needs no work

function forget(node) { // the hand has moved it: Python's next drawing of it counts even if it is the last one again
  for (; node; node = node.parentNode) drawn.delete(node);
}

function patch(old, fresh, mover, duration) { // both are elements of one tag
  if (drawn.get(old)?.isEqualNode(fresh)) return;
  drawn.set(old, fresh);
  if (old.dataset.link !== fresh.dataset.link) old.classList.remove("de-lit"); // it stands for something else now
  const slow = fresh.dataset.slow ? Number(fresh.dataset.slow) : duration;
  for (const { name, value } of fresh.attributes) {
    if (GLIDING.has(name)) mover.set(old, name, value, slow);
    else if (name === "class") { // keep what linking has lit
      const lit = ["de-lit", "de-here"].filter((word) => old.classList.contains(word));
      if (old.getAttribute("class") !== value) old.setAttribute("class", [value, ...lit].join(" "));
    } else if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && name !== "class" && name !== QUIET) old.removeAttribute(name);
  }
  if (!old.firstChild && !fresh.firstChild) return;
  const known = new Map(), seen = {};
  const keyOf = (node, counts) => {
    const tag = node.nodeName, key = node.dataset?.key; // words are nodes without data
    return key ? `${tag}=${key}` : `${tag}#${counts[tag] = (counts[tag] ?? 0) + 1}`;
  };
  for (const child of [...old.childNodes]) known.set(keyOf(child, seen), child);
  const counts = {}, wanted = [...fresh.childNodes].map((child) => [keyOf(child, counts), child]);
  const kept = new Set(wanted.map(([key]) => key));
  for (const [key, gone] of known) if (!kept.has(key)) gone.remove(); // first: who stays is not moved, and keeps the focus
  let at = old.firstChild;
  for (const [key, child] of wanted) {
    const mine = known.get(key);
    if (!mine) { old.insertBefore(document.importNode(child, true), at); continue; }
    if (mine === at) at = at.nextSibling;
    else old.insertBefore(mine, at);
    if (mine.nodeType !== 1) { if (mine.data !== child.data) mine.data = child.data; }
    else patch(mine, child, mover, duration);
  }
}

// -------------------------------------------------------------------------------------------------- the theme around

function darkness(node) { // the ground that shows behind a node
  for (; node; node = node.parentElement) {
    const [r, g, b, a = 1] = (getComputedStyle(node).backgroundColor.match(/[\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
    if (a > 0.5) return 0.299 * r + 0.587 * g + 0.114 * b < 128;
  }
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

// ----------------------------------------------------------------------------------------------------- the page around

// JupyterLab changes the icon of its tab whenever Python begins or ends, so with every message of a hand, and the browser
// fetches it anew each time: that costs a third of the pictures. While somebody waits for a picture it stands still.
const waiters = new Set();
function iconStands(who, still) {
  if (still) waiters.add(who); else waiters.delete(who);
  const [from, to] = waiters.size ? ["favicon", "de-favicon"] : ["de-favicon", "favicon"]; // the class it is found by
  for (const icon of document.querySelectorAll(`link.${from}`)) icon.classList.replace(from, to);
}

// --------------------------------------------------------------------------------------------------------- the widget

function initialize({ model }) {
  // JupyterLab forgets widgets when a notebook is saved, and shows an error in their place when it is opened again, unless
  // this setting of its widget manager is on. Where it is off we turn it on for as long as the page lives.
  const settings = model.widget_manager?._settings;
  if (settings && "saveState" in settings) settings.saveState = true;
}

function render({ model, el }) {
  const root = make(el, "div", { class: LARGER > 1 ? "de-stage de-large" : "de-stage" });
  const top = make(root, "div", { class: "de-controls" });
  const asks = make(root, "div", { class: "de-asks", hidden: "" });
  const board = make(root, "div", { class: "de-board" });
  const veil = make(root, "div", { class: "de-veil", hidden: "" });
  const said = make(root, "div", { class: "de-said", "aria-live": "polite", tabindex: -1, [QUIET]: "true" });
  const message = make(root, "div", { class: "de-message", role: "status" });
  const more = make(root, "details", { class: "de-more" });
  const summary = make(more, "summary", { [QUIET]: "true" }, "All the numbers");
  const told = make(more, "div", { class: "de-told" });
  const origin = make(root, "details", { class: "de-more", hidden: "" });
  const originName = make(origin, "summary", { [QUIET]: "true" });
  const listing = make(origin, "pre", { class: "de-source", tabindex: 0, role: "group", "aria-label": "Python", [QUIET]: "true" });
  const foot = make(root, "div", { class: "de-foot" });
  const typedBox = make(root, "div", { class: "de-typed", hidden: "" });
  const spoken = make(root, "div", { class: "de-spoken", "aria-live": "assertive" });

  const mover = new Mover();
  let svg = null, sent = 0, waiting = null, patience = 0; // wishes: the number sent, and the newest that waits
  let gesture = null; // { node, handle, values, origin }: what is being dragged or stepped
  let typed = "", drawnWidth = 0, drawing = ""; // drawing: the SVG that is shown, as Python wrote it
  let latest = {}; // what was wished and is not yet drawn
  const scene = () => model.get("scene");

  // ---- wishes to Python: at most two on their way, newest wins

  function wish(values, done = false, press = "") {
    Object.assign(latest, values);
    waiting = { values: { ...(waiting?.values ?? {}), ...values }, done, press: press || waiting?.press || "" };
    iconStands(root, true);
    flush();
  }
  function flush() {
    if (!waiting || sent - (scene().n ?? 0) >= MOST_WAITING) return;
    model.send({ n: ++sent, ...waiting });
    waiting = null;
    clearTimeout(patience);
    patience = setTimeout(() => {
      gesture || iconStands(root, false); // a hand's last wish is yet to come, and frees it
      if ((scene().n ?? 0) >= sent || scene().busy) return;
      message.textContent = "Python is still busy; what you did is kept. If nothing runs, run this cell again.";
    }, 1500);
  }

  // ---- controls that have no place in the picture

  const inputs = {}, lists = {};
  let built = "";
  function fill({ name, options, words }) { // what a list offers may change while it has the focus: the list itself stays
    const { list, offered } = lists[name];
    lists[name].options = options;
    if (offered === JSON.stringify(words)) return;
    lists[name].offered = JSON.stringify(words);
    list.replaceChildren();
    words.forEach((shown, j) => make(list, "option", { value: j }, shown));
  }
  function build() {
    const kinds = JSON.stringify(model.get("controls").map(({ name, kind }) => [name, kind]));
    if (built === kinds) return model.get("controls").filter(({ kind }) => kind === "choice").forEach(fill);
    built = kinds;
    top.replaceChildren();
    foot.replaceChildren();
    let rest = null; // what is not needed at first lies folded
    const place = (control) => {
      if (!control.more) return top;
      if (!rest) {
        const fold = make(top, "details", { class: "de-more de-rest" });
        make(fold, "summary", { [QUIET]: "true" }, "more to move");
        rest = make(fold, "div", { class: "de-controls" });
      }
      return rest;
    };
    for (const control of model.get("controls")) {
      if (LEFT_OUT.has(control.name)) continue;
      if (control.kind === "button") { button(control.foot ? foot : top, control); continue; }
      if (control.kind === "hidden") continue;
      const label = make(place(control), "label", { class: `de-control de-${control.kind}` });
      make(label, "span", { class: "de-label" }, control.label);
      inputs[`!${control.name}`] = (able) => { label.hidden = able === "gone"; }; // it would do nothing now
      if (control.kind === "choice") {
        const list = make(label, "select", { [QUIET]: "true" }), { name } = control;
        lists[name] = { list, offered: "", options: [] };
        fill(control);
        list.addEventListener("change", () => wish({ [name]: lists[name].options[list.value] }, true));
        inputs[name] = (value) => { list.value = lists[name].options.indexOf(value); };
      } else if (control.kind === "word") {
        const box = make(label, "input", { type: "search", [QUIET]: "true" });
        box.addEventListener("input", () => wish({ [control.name]: box.value }));
        box.addEventListener("change", () => wish({ [control.name]: box.value }, true));
        inputs[control.name] = (value) => { if (document.activeElement !== box || sent === scene().n) box.value = value; };
      } else if (control.kind === "flag") {
        const box = make(label, "input", { type: "checkbox", [QUIET]: "true" });
        box.addEventListener("change", () => wish({ [control.name]: box.checked }, true));
        inputs[control.name] = (value) => { box.checked = value; };
      } else {
        const { low, high, step } = control;
        const bar = make(label, "input", { type: "range", min: low, max: high, step, [QUIET]: "true" });
        const box = make(label, "input", { type: "number", min: low, max: high, step, [QUIET]: "true", "aria-label": `${control.label}, as a number` });
        bar.addEventListener("input", () => { box.value = bar.value; wish({ [control.name]: Number(bar.value) }); });
        bar.addEventListener("change", () => wish({ [control.name]: Number(bar.value) }, true));
        const typed = () => {
          const value = clamp(Number(box.value), low, high);
          bar.value = Number.isFinite(value) ? value : low;
          box.value = bar.value; // the bar has brought it to a step
          wish({ [control.name]: Number(bar.value) }, true);
        };
        box.addEventListener("change", typed);
        box.addEventListener("keydown", (event) => { if (event.key === "Enter") typed(); });
        inputs[control.name] = (value) => {
          if (document.activeElement !== bar || sent === scene().n) bar.value = value;
          if (document.activeElement !== box) box.value = bar.value;
        };
      }
    }
    const line = make(foot, "div", { class: "de-line" });
    const code = make(line, "code", { tabindex: 0, role: "group", "aria-label": "the line that makes this lab", [QUIET]: "true" });
    const copy = make(line, "button", { type: "button", [QUIET]: "true" }, "Copy");
    copy.addEventListener("click", async () => {
      getSelection().selectAllChildren(code); // where copying is forbidden, one key is left to press
      let done = true;
      try { await navigator.clipboard.writeText(code.textContent); } catch { done = document.execCommand?.("copy") ?? false; }
      copy.textContent = done ? "Copied" : "Ctrl+C";
      setTimeout(() => { copy.textContent = "Copy"; }, 1200);
    });
    inputs["/code"] = (words) => { code.textContent = words; line.hidden = !words || LEFT_OUT.has("code"); };
    const opens = make(line, "a", { target: "_blank", rel: "noopener", title: "opens this lab, as it is now, on a page of its own", [QUIET]: "true" }, "Link");
    inputs["/link"] = (to) => {
      if (gesture?.dragging) return; // nobody follows it under a hand
      const inside = document.getElementById("jupyter-config-data")?.dataset.jupyterLiteRoot; // this page is of such a site
      const site = inside ? new URL(`${inside}/`, location.href) : to?.site && `${to.site}/`;
      opens.hidden = !to || !site;
      if (to && site) opens.href = new URL(to.page, site);
    };
  }
  function button(parent, control) {
    const node = make(parent, "button", { type: "button", class: control.primary ? "de-primary" : "", [QUIET]: "true" }, control.label);
    node.addEventListener("click", () => wish({}, true, control.name));
    inputs[`!${control.name}`] = (able) => { // "gone" once it has done what it was there for
      const leaves = able === "gone" && node === document.activeElement;
      node.disabled = able === false;
      node.hidden = able === "gone";
      if (leaves) said.focus({ preventScroll: true });
    };
  }

  // ---- showing a scene

  function linked(parent, words) { // text in which names light up with what they name
    parent.replaceChildren();
    const names = new Set([...board.querySelectorAll("[data-link]")].flatMap((node) => node.dataset.link.split("|")));
    const known = [...names].filter(Boolean).sort((a, b) => b.length - a.length).map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    const parts = known.length ? words.split(new RegExp(`(?<!\\w)(${known.join("|")})(?!\\w)`)) : [words];
    parts.forEach((part, j) => j % 2 ? Object.assign(make(parent, "span", { class: "de-name", "data-link": part }, part)) : parent.append(part));
  }

  function tell() { // all the numbers; while they are folded away, not with every step of a hand
    const words = scene().text ?? "";
    if (told.dataset.words === words || (gesture?.dragging && !more.open)) return;
    told.dataset.words = words;
    told.replaceChildren();
    for (const line of words.split("\n").filter(Boolean)) linked(make(told, "p"), line);
  }

  function show() {
    const now = scene();
    if (!waiting && (now.n ?? 0) >= sent) latest = {}, gesture || iconStands(root, false);
    if (!now.svg && !now.veil && !now.html) return;
    const duration = CALM.matches || gesture?.dragging ? 0 : now.slow || 180;
    veil.hidden = !now.veil;
    veil.textContent = now.veil ?? "";
    board.hidden = !!now.veil;
    board.classList.toggle("de-stale", !!now.stale);
    root.classList.toggle("de-bare", now.html !== undefined || !!now.veil);
    if (now.html !== undefined && now.html !== null) {
      if (board.dataset.html !== now.html) { board.innerHTML = now.html; board.dataset.html = now.html; svg = null; }
    } else if (now.svg && !now.veil && !(now.svg === drawing && drawn.has(svg))) {
      drawing = now.svg;
      const fresh = new DOMParser().parseFromString(now.svg, "image/svg+xml").documentElement;
      if (!svg) { svg = document.importNode(fresh, true); board.replaceChildren(svg); }
      else patch(svg, fresh, mover, Number(fresh.getAttribute("width")) === drawnWidth ? duration : 0);
      drawnWidth = Number(fresh.getAttribute("width"));
      for (const node of svg.querySelectorAll(`[data-handle]:not([${QUIET}])`)) node.setAttribute(QUIET, "true");
      if (!gesture?.dragging) roam();
    }
    const words = now.said ?? "";
    if (said.dataset.words !== words) linked(said, said.dataset.words = words);
    said.hidden = !now.said && !!now.veil;
    if (now.asks) {
      const [first, question] = now.asks;
      if (asks.textContent !== `${first} ${question}`) asks.replaceChildren(`${first} `, make(asks, "strong", {}, question));
      if (foot.previousSibling !== board) board.after(foot, message); // the button stands below the options
    }
    asks.hidden = !now.asks;
    tell();
    more.hidden = !now.text || !!now.veil;
    originName.textContent = now.source?.title ?? "";
    if (listing.textContent !== (now.source?.code ?? "")) listing.textContent = now.source?.code ?? "";
    origin.hidden = !now.source?.code || !!now.veil;
    message.textContent = now.message ?? "";
    message.classList.toggle("de-wrong", !!now.wrong);
    if (now.busy) message.append(Object.assign(document.createElement("progress"), { value: now.busy.done, max: now.busy.all }));
    for (const [name, value] of Object.entries(now.values ?? {})) inputs[name]?.(value);
    for (const [name, able] of Object.entries(now.can ?? {})) inputs[`!${name}`]?.(able);
    inputs["/code"]?.(now.code ?? "");
    inputs["/link"]?.(now.link);
    flush();
  }

  function roam() { // of a grid of cells one is in the order of Tab; arrows walk to the others
    const groups = {};
    for (const node of svg.querySelectorAll("[data-handle]")) {
      const handle = JSON.parse(node.dataset.handle);
      const { name } = handle.axes[0];
      if (handle.cell) (groups[handle.radio ? name : name.split("/")[0]] ??= []).push(node);
    }
    for (const nodes of Object.values(groups)) {
      const chosen = nodes.find((node) => node === document.activeElement) ?? nodes.find((node) => node.dataset.chosen)
        ?? nodes.find((node) => node.getAttribute("aria-checked") === "true") ?? nodes[0];
      for (const node of nodes) node.setAttribute("tabindex", node === chosen ? 0 : -1);
    }
  }

  // ---- linking: what shares a name lights up

  function light(from) {
    const names = new Set(from ? from.dataset.link.split("|") : []);
    for (const node of root.querySelectorAll("[data-link]")) {
      node.classList.toggle("de-lit", !!from && node.dataset.link.split("|").some((name) => names.has(name)));
      node.classList.toggle("de-here", node === from);
    }
    root.classList.toggle("de-linking", !!from);
  }
  const linkOf = (event) => event.target.closest?.("[data-link]");

  // ---- handles: the picture is the control

  const handleOf = (node) => JSON.parse(node.dataset.handle);
  const valueOf = (axis) => gesture?.values[axis.name] ?? latest[axis.name] ?? axis.value;
  const neat = (axis, value) => Number((Math.round((clamp(value, axis.low, axis.high) - axis.low) / axis.step) * axis.step + axis.low).toFixed(9));

  function pointerAt(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return { x: at.x, y: at.y };
  }

  function valueAt(axis, at, origin) { // the value of an axis for a place of the pointer
    if (axis.along === "pull") return origin.values[axis.name] + (origin.y - at.y) / axis.start * (axis.high - axis.low);
    if (axis.along === "across") return origin.values[axis.name] + (at.x - origin.x) / axis.start * (axis.high - axis.low);
    if (axis.along === "turn") {
      const turned = Math.atan2(axis.end - at.y, at.x - axis.start) * 180 / Math.PI - origin.angle[axis.name];
      const value = origin.values[axis.name] + ((turned + 540) % 360) - 180;
      return value;
    }
    return axis.low + (at[axis.along] - axis.start) / (axis.end - axis.start) * (axis.high - axis.low);
  }

  function put(node, handle, values) { // send what has changed, and let the hand be followed at once
    const kept = handle.place && !gesture.moved ? {} : gesture.values; // on an empty scale every place is new
    const changed = Object.fromEntries(Object.entries(values).filter(([name, value]) => kept[name] !== value));
    if (!Object.keys(changed).length) return;
    gesture.moved = true;
    forget(node);
    Object.assign(gesture.values, changed);
    for (const axis of handle.axes) {
      const name = { x: "cx", y: "cy" }[axis.along];
      if (name && node.tagName === "circle" && axis.name in changed) {
        mover.set(node, name, String(axis.start + (changed[axis.name] - axis.low) / (axis.high - axis.low) * (axis.end - axis.start)), 0);
      } else if (axis.along === "turn" && node.tagName === "circle" && axis.name in changed) {
        const { radius, angle } = gesture.circling, at = (changed[axis.name] + angle - gesture.origin.values[axis.name]) * Math.PI / 180;
        mover.set(node, "cx", String(axis.start + radius * Math.cos(at)), 0);
        mover.set(node, "cy", String(axis.end - radius * Math.sin(at)), 0);
      }
    }
    wish(changed);
  }

  function begin(node, event) {
    const handle = handleOf(node), at = event ? pointerAt(event) : { x: 0, y: 0 };
    const values = Object.fromEntries(handle.axes.map((axis) => [axis.name, latest[axis.name] ?? axis.value]));
    const angle = Object.fromEntries(handle.axes.map((axis) => [axis.name, Math.atan2(axis.end - at.y, at.x - axis.start) * 180 / Math.PI]));
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
    if (moved) wish({}, true);
  }

  function back() { // Escape in the middle of a drag
    if (!gesture) return;
    const { values } = gesture.origin;
    gesture = null;
    root.classList.remove("de-dragging");
    wish(values, true);
  }

  function say(words) { spoken.textContent = words; }

  function type(words, node) {
    typed = words;
    typedBox.hidden = !words;
    typedBox.textContent = words && `${words} (Enter)`;
    if (words && node) {
      const [box, frame] = [node.getBoundingClientRect(), root.getBoundingClientRect()];
      typedBox.style.left = `${box.left - frame.left}px`;
      typedBox.style.top = `${box.top - frame.top - 24}px`;
    }
  }

  function key(event) { // true where the key was for us
    const node = event.target.closest?.("[data-handle]");
    if (event.altKey) return false;
    if (event.ctrlKey || event.metaKey) {
      const what = { z: event.shiftKey ? "redo" : "undo", y: "redo" }[event.key.toLowerCase()];
      if (!what || event.target.matches("input[type=number], input[type=search]")) return false;
      return type(""), finish(), wish({}, true, what), true;
    }
    if (!node) return false;
    const handle = handleOf(node), axes = handle.axes;
    if (gesture?.dragging) return event.key === "Escape" && (back(), true);
    if (/^[0-9.,]$/.test(event.key) && axes.length === 1 && !handle.toggle) return type(typed + event.key.replace(",", "."), node), true;
    if (typed && event.key === "Backspace") return type(typed.slice(0, -1), node), true;
    if (typed && event.key === "Escape") return type(""), true;
    if (typed && (event.key === "Enter" || event.key in WALK)) commitTyped(node);
    if (event.key === "Enter" && !handle.toggle) return true;
    if (handle.toggle && (event.key === " " || event.key === "Enter")) return toggle(node), true;
    if (handle.cell && event.key in WALK) {
      const next = walk(node, handle, WALK[event.key]);
      if (next && handle.radio && handleOf(next).axes[0].name === axes[0].name) toggle(next); // the next option of the same question
      return true;
    }
    const steps = {};
    if (event.key in ARROWS) {
      const [along, sign] = ARROWS[event.key];
      const axis = axes.length === 1 ? axes[0] : axes.find((one) => (one.along === "x" || one.along === "across" ? "x" : "y") === along);
      const down = along === "y" && axis?.along === "y" && axis.end > axis.start; // it grows downwards, as on a path
      if (axis) steps[axis.name] = [axis, down ? -sign : sign];
    } else if (event.key in JUMPS) steps[axes[0].name] = [axes[0], JUMPS[event.key]];
    else if (event.key === "Home") steps[axes[0].name] = [axes[0], -1e9];
    else if (event.key === "End") steps[axes[0].name] = [axes[0], 1e9];
    else if ((event.key === "Delete" || event.key === "Backspace") && handle.cell) steps[axes[0].name] = [axes[0], -1e9];
    else return false;
    if (gesture?.node !== node) { finish(); begin(node); }
    put(node, handle, Object.fromEntries(Object.values(steps).map(([axis, count]) => [axis.name, neat(axis, valueOf(axis) + count * axis.step)])));
    say(`${handle.label}: ${handle.axes.map((axis) => Number(valueOf(axis).toFixed(3))).join(", ")}`);
    return true;
  }

  function commitTyped(node) {
    const handle = handleOf(node), axis = handle.axes[0], value = Number(typed);
    type("");
    if (Number.isFinite(value)) { begin(node); put(node, handle, { [axis.name]: clamp(value, axis.low, axis.high) }); finish(); }
  }

  function toggle(node) {
    const handle = handleOf(node), axis = handle.axes[0];
    begin(node);
    put(node, handle, { [axis.name]: axis.value > (axis.low + axis.high) / 2 ? axis.low : axis.high });
    finish();
  }

  function walk(node, handle, [down, right]) {
    const name = handle.axes[0].name.split("/")[0];
    const next = [...svg.querySelectorAll("[data-handle]")].find((other) => {
      const { cell, axes } = handleOf(other);
      return cell && axes[0].name.split("/")[0] === name && cell[0] === handle.cell[0] + down && cell[1] === handle.cell[1] + right;
    });
    if (!next) return null;
    svg.querySelectorAll("[data-chosen]").forEach((other) => delete other.dataset.chosen);
    next.dataset.chosen = "1";
    node.setAttribute("tabindex", -1);
    next.setAttribute("tabindex", 0);
    next.focus({ preventScroll: true });
    return next;
  }

  const on = {
    keydown: (event) => { if (key(event)) { event.preventDefault(); event.stopPropagation(); } },
    keyup: (event) => { if (gesture && !gesture.dragging && event.target.closest?.("[data-handle]")) finish(); },
    pointerdown: (event) => {
      const node = event.target.closest?.("[data-handle]");
      if (!node || event.button) return;
      node.focus({ preventScroll: true });
      const handle = handleOf(node);
      if (handle.toggle) return toggle(node);
      finish();
      begin(node, event);
      node.setPointerCapture(event.pointerId);
      event.preventDefault();
      if (handle.place) drag(event);
    },
    pointermove: (event) => { if (gesture && gesture.id === event.pointerId) drag(event); },
    pointerup: (event) => { if (gesture?.id === event.pointerId) finish(); },
    pointercancel: (event) => { if (gesture?.id === event.pointerId) back(); },
    pointerover: (event) => { if (!gesture?.dragging) light(linkOf(event)); },
    pointerleave: () => light(null),
    focusin: (event) => { const node = linkOf(event); if (node) light(node); },
    focusout: (event) => { type(""); if (gesture && !gesture.dragging) finish(); if (!root.contains(event.relatedTarget)) light(null); },
  };
  function drag(event) {
    const { node, handle, origin } = gesture, at = pointerAt(event);
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

  const dress = () => { root.dataset.theme = darkness(el) ? "dark" : "light"; };
  const watcher = new MutationObserver(dress);
  for (const node of [document.documentElement, document.body]) watcher.observe(node, { attributes: true, attributeFilter: ["class", "style", "theme", "data-jp-theme-name", "data-jp-theme-light", "data-vscode-theme-kind"] });
  const room = new ResizeObserver(() => {
    const width = clamp(Math.floor(root.clientWidth / LARGER / 10) * 10, 320, 1400);
    if (!root.clientWidth || width === model.get("width")) return;
    said.style.minHeight = ""; // in another width a sentence takes other lines
    model.set("width", width);
    model.save_changes();
  });
  room.observe(root);
  const tallest = new ResizeObserver(() => { // nothing below jumps up when a sentence is shorter
    if (said.offsetHeight) said.style.minHeight = `${said.offsetHeight}px`;
  });
  tallest.observe(said);
  setTimeout(dress, 0);
  dress();

  let due = 0; // the frame that will show what has arrived: once, and after the hand has been looked at
  const arrived = () => { flush(); due ||= requestAnimationFrame(() => { due = 0; show(); }); };
  const rebuilt = () => { build(); show(); };
  build();
  show();
  sent = scene().n ?? 0;
  model.on("change:scene", arrived);
  model.on("change:controls", rebuilt);
  return () => {
    model.off("change:scene", arrived);
    model.off("change:controls", rebuilt);
    watcher.disconnect();
    room.disconnect();
    tallest.disconnect();
    clearTimeout(patience);
    iconStands(root, false);
    for (const frame of [mover.frame, due]) cancelAnimationFrame(frame);
  };
}

export default { initialize, render };

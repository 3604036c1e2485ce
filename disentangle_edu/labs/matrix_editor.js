// A heat map to edit by hand. Python keeps the values and the history; this file shows them and turns gestures into values.

const STOPS = [[255, 255, 255], [158, 202, 225], [49, 130, 189], [8, 48, 107]]; // the blues of pictures.py
const FULL_RANGE = 150; // pixels of dragging from 0 to the maximum
const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const STEPS = { "+": 1, "=": 1, "-": -1, PageUp: 10, PageDown: -10 }; // "=" is + without Shift on many keyboards
const HELP = "Click or arrow to a cell. Drag up or down, press + or -, or type a number. Ctrl+Z undoes.";
// Keeps JupyterLab's shortcuts off. On every cell too, because they match the focused element before any of its parents.
const QUIET = { "data-lm-suppress-shortcuts": "true" };
const CSS = `
.de-matrix { display: flex; flex-direction: column; font: 13px "DejaVu Sans", Verdana, sans-serif; color: var(--jp-ui-font-color1, #1f2933); }
.de-matrix [role=grid] { flex: 1; min-height: 0; display: grid; gap: 2px; user-select: none; }
.de-matrix [role=row] { display: contents; }
.de-matrix [role$=header] { align-self: center; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; padding: 0 6px 2px 0; }
.de-matrix [role=columnheader] { text-align: center; padding: 0 0 2px; }
.de-matrix [role=gridcell] { display: flex; align-items: center; justify-content: center; overflow: hidden; min-width: 0;
  border: 1px solid #9aa5b1; border-radius: 2px; box-sizing: border-box; cursor: ns-resize; font-variant-numeric: tabular-nums; }
.de-matrix [aria-selected=true] { outline: 2px solid #52606d; outline-offset: -1px; touch-action: none; }
.de-matrix [role=gridcell]:focus { outline: 3px solid #d55e00; outline-offset: -2px; box-shadow: inset 0 0 0 3px #fff; }
.de-matrix .de-help { font-size: 12px; line-height: 1.35; padding-top: 6px; }
.de-matrix .de-wrong { color: var(--jp-error-color0, #9b1c1c); }
.de-matrix [role=status] { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }`;

function shade(share) { // [background, text]; the text is black or white, whichever has more contrast
  const place = Math.min(Math.max(share, 0), 1) * 3, low = Math.min(Math.floor(place), 2);
  const rgb = STOPS[low].map((from, j) => Math.round(from + (STOPS[low + 1][j] - from) * (place - low)));
  const [r, g, b] = rgb.map((part) => (part <= 10 ? part / 3295 : ((part / 255 + 0.055) / 1.055) ** 2.4));
  return [`rgb(${rgb})`, 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? "#111" : "#fff"];
}

function make(parent, tag, attributes = {}, text = "") {
  const node = parent.appendChild(document.createElement(tag));
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.textContent = text;
  return node;
}

function render({ model, el }) {
  const root = make(el, "div", { class: "de-matrix", ...QUIET });
  make(root, "style", {}, CSS);
  const grid = make(root, "div", { role: "grid", "aria-description": HELP });
  const help = make(root, "div", { class: "de-help" });
  const status = make(root, "div", { role: "status" }); // unseen, spoken

  let cells = [], shape = ""; // the nodes, and what they were built for
  let at = [0, 0]; // the selected cell
  let typed = null; // what has been typed into it while it is not yet a value
  let press = null; // where the mouse went down, until it comes up
  let gesture = null; // { value } of the cell that is dragged or stepped: what Python sends for it meanwhile is stale
  let frame = 0;

  const value = () => gesture?.value ?? model.get("value")[at[0]][at[1]];
  const cellAt = () => cells[at[0]][at[1]];
  const send = () => { frame ||= requestAnimationFrame(() => { frame = 0; model.save_changes(); }); };

  function say(text, wrong = false) {
    status.textContent = text;
    help.textContent = wrong ? text : HELP;
    help.classList.toggle("de-wrong", wrong);
  }

  function build(values, rows, columns, height) {
    const hadFocus = grid.contains(document.activeElement), [m, n] = [values.length, values[0].length];
    const name = (names, j, kind) => names[j] ?? `${kind} ${j + 1}`; // names may arrive a message later than values
    grid.replaceChildren();
    grid.setAttribute("aria-label", `matrix of ${m} latents by ${n} factors`);
    grid.style.gridTemplate = `auto repeat(${m}, minmax(0, 1fr)) / fit-content(140px) repeat(${n}, minmax(0, 1fr))`;
    grid.style.maxWidth = `${140 + 120 * n}px`;
    grid.style.fontSize = `${Math.max(9, Math.min(15, (0.5 * height) / (m + 2), 150 / n))}px`;
    const top = make(grid, "div", { role: "row" });
    make(top, "div", { role: "none" });
    for (let k = 0; k < n; k++) { // in many columns only the last word has room
      const full = name(columns, k, "factor");
      make(top, "div", { role: "columnheader", title: full, "aria-label": full }, n > 8 ? full.split(" ").pop() : full);
    }
    cells = values.map((numbers, r) => {
      const row = make(grid, "div", { role: "row" }), head = name(rows, r, "latent");
      make(row, "div", { role: "rowheader", title: head }, head);
      return numbers.map((_, k) => Object.assign(make(row, "div", { role: "gridcell", tabindex: -1, "aria-selected": "false", ...QUIET }),
        { place: [r, k], names: `${head}, ${name(columns, k, "factor")}` }));
    });
    at = [Math.min(at[0], m - 1), Math.min(at[1], n - 1)];
    cellAt().tabIndex = 0;
    if (hadFocus) cellAt().focus({ preventScroll: true });
  }

  function refresh() { // in place; the nodes are new only where the shape is
    const [values, ...rest] = ["value", "row_names", "column_names", "height"].map((name) => model.get(name));
    const wanted = JSON.stringify([values.length, values[0].length, rest]);
    root.style.height = `${model.get("height")}px`;
    if (wanted !== shape) {
      shape = wanted;
      typed = press = null;
      finish(false);
      build(values, ...rest);
    }
    for (const cell of cells.flat()) {
      const here = cell === cellAt(), number = here ? value() : values[cell.place[0]][cell.place[1]];
      const text = here && typed !== null ? `${typed}|` : number.toFixed(2);
      if (cell.textContent !== text) cell.textContent = text;
      [cell.style.background, cell.style.color] = shade(number / model.get("maximum"));
      const label = `${cell.names}: ${number.toFixed(2)}`, before = cell.getAttribute("aria-label");
      if (label === before) continue;
      cell.setAttribute("aria-label", label);
      if (before && cell === document.activeElement && !press) say(label);
    }
  }

  function put(number) {
    number = Number(Math.min(Math.max(number, 0), model.get("maximum")).toFixed(10)); // no 0.30000000000000004
    if (gesture) gesture.value = number;
    model.set("value", model.get("value").map((row, r) => row.map((old, k) => (r === at[0] && k === at[1] ? number : old))));
    send();
  }

  function move(number) { // the first or next value of a gesture; all of them become one step of the history
    gesture ??= {};
    model.set("dragging", true);
    put(number);
  }

  function finish(keep = true) {
    if (!gesture) return;
    if (keep) put(gesture.value); // once more, over anything stale
    gesture = null;
    model.set("dragging", false);
    send();
  }

  function release(back) {
    if (gesture && back) put(press.value);
    finish();
    press = null;
  }

  function select(row, column) {
    finish();
    cellAt().tabIndex = -1;
    cellAt().setAttribute("aria-selected", "false");
    at = [Math.min(Math.max(row, 0), cells.length - 1), Math.min(Math.max(column, 0), cells[0].length - 1)];
    cellAt().tabIndex = 0;
    cellAt().setAttribute("aria-selected", "true");
    if (document.activeElement === cellAt()) return;
    cellAt().focus({ preventScroll: true });
    cellAt().scrollIntoView({ block: "nearest", inline: "nearest" }); // as little as needed, where focus alone would centre
  }

  function type(text) { // null ends typing
    typed = text;
    say(text ?? "");
    refresh();
  }

  function commit() { // false where what was typed is no value; it then stays, to be mended
    const number = Number(typed || NaN);
    if (number <= model.get("maximum")) return type(null), put(number), true;
    say(`${typed || "nothing"}: type a number from 0 to ${model.get("maximum")}, or press Escape.`, true);
    return false;
  }

  function handle({ key, ctrlKey, metaKey, altKey, shiftKey }) { // true where the key was for us
    if (altKey) return false;
    if (ctrlKey || metaKey) {
      const wish = { z: shiftKey ? 1 : -1, y: 1 }[key.toLowerCase()];
      if (!wish) return false;
      if (typed !== null) return type(null), true;
      finish();
      model.set("_asked", model.get("_asked") + wish);
      send();
    } else if (gesture && press) { // in the middle of a drag only Escape means something
      if (key === "Escape") release(true);
    } else if (/^[0-9.,]$/.test(key)) type((typed ?? "") + key.replace(",", "."));
    else if (typed !== null && key === "Backspace") type(typed.slice(0, -1));
    else if (typed !== null && key === "Escape") type(null);
    else if (typed !== null && key === "Enter") commit();
    else if (key in MOVES || key in STEPS) {
      if (typed !== null && !commit()) return true;
      if (key in MOVES) select(at[0] + MOVES[key][0], at[1] + MOVES[key][1]);
      else move(value() + STEPS[key] * model.get("step")); // until the key comes up
    } else if (key === "Delete" || key === "Backspace") type(null), put(0);
    else return false;
    return true;
  }

  const on = {
    keydown: (event) => handle(event) && (event.preventDefault(), event.stopPropagation()),
    keyup: () => press || finish(),
    focusin: (event) => event.target.place && select(...event.target.place),
    focusout: () => { finish(); if (typed !== null && !commit()) type(null); },
    pointerdown: (event) => {
      const cell = event.target.closest("[role=gridcell]");
      if (!cell || event.button) return;
      cell.focus({ preventScroll: true });
      cell.setPointerCapture(event.pointerId);
      press = { y: event.clientY, value: value() };
    },
    pointermove: (event) => {
      const up = press ? press.y - event.clientY : 0, step = model.get("step");
      if (!press || (!gesture && Math.abs(up) < 3)) return; // a click that trembles changes nothing
      if (typed !== null) type(null);
      move(Math.round((press.value + (up / FULL_RANGE) * model.get("maximum")) / step) * step);
    },
    pointerup: () => release(false),
    pointercancel: () => release(true), // the finger scrolls the page after all
  };
  for (const [name, act] of Object.entries(on)) grid.addEventListener(name, act);
  const watched = ["value", "row_names", "column_names", "maximum", "height"].map((name) => `change:${name}`);
  watched.forEach((name) => model.on(name, refresh));
  say("");
  refresh();
  return () => {
    watched.forEach((name) => model.off(name, refresh));
    finish();
    if (frame) cancelAnimationFrame(frame), model.save_changes();
  };
}

export default { render };

// Wakes the labs of a page where they stand: one Python in a worker, and for each stage a model as stage.js expects it.
// A page is readable without this file. What a reader does is kept in the browser, cell by cell.
import stage from "./stage.js";

const { root: above, cells } = JSON.parse(document.getElementById("de-cells").textContent);
const root = new URL(above, location.href).href, KEPT = `disentangle_edu ${location.pathname}`;
const QUIET = 400; // milliseconds after which what was done is kept
const state = document.getElementById("de-state");
const place = (cell) => document.getElementById(`cell-${cell}`);
const ran = (cell) => "ran" in (place(cell)?.dataset ?? {}); // by its reader

// ---- what is kept from visit to visit: of each cell what was done on its stage, and the code that was written into it

const store = {
  read() { try { return JSON.parse(localStorage.getItem(KEPT)) ?? {}; } catch { return {}; } },
  write(cell, what) {
    const all = this.read();
    all[cell] = { ...all[cell], ...what };
    try { localStorage.setItem(KEPT, JSON.stringify(all)); } catch { /* a browser that keeps nothing */ }
  },
};
const before = store.read();

// ---- Python

const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
const ask = (kind, more) => worker.postMessage({ kind, ...more });

class Model { // what stage.js asks of Jupyter's
  constructor(number) { this.number = number; this.state = { scene: {}, controls: [], width: 0 }; this.hearing = new Map(); }
  get(name) { return this.state[name]; }
  set(name, value) { this.state[name] = value; }
  send(content) { ask("stage", { stage: this.number, content }); this.touched = true; }
  on(event, act) { this.hearing.set(event, [...(this.hearing.get(event) ?? []), act]); }
  off(event, act) { this.hearing.set(event, (this.hearing.get(event) ?? []).filter((other) => other !== act)); }
  arrived(state) {
    Object.assign(this.state, state);
    for (const name in state) for (const act of this.hearing.get(`change:${name}`) ?? []) act();
    if (!this.touched || this.cell === undefined) return;
    clearTimeout(this.patience);
    this.patience = setTimeout(() => ask("keep", { cell: this.cell }), QUIET);
  }
}

const models = new Map(), endings = new Map(); // of stages by number; what ends a stage, by its cell

function output(cell) { // where a cell shows something, empty
  endings.get(cell)?.();
  endings.delete(cell);
  const here = place(cell);
  if (!here) return null;
  const old = here.querySelector(":scope > .cell_output"), fresh = document.createElement("div");
  fresh.className = "cell_output";
  if (old) {
    fresh.style.minHeight = `${old.offsetHeight}px`; // nothing below it jumps
    old.replaceWith(fresh);
  } else here.append(fresh);
  return fresh;
}

const said = {
  open: ({ stage: number }) => models.set(number, new Model(number)),
  state: ({ stage: number, state }) => models.get(number).arrived(state),
  stage: ({ cell, stage: number }) => {
    const model = models.get(number), fresh = output(cell);
    if (!fresh) return;
    model.cell = cell;
    endings.set(cell, stage.render({ model, el: fresh }));
    place(cell).dataset.awake = "";
    requestAnimationFrame(() => requestAnimationFrame(() => { fresh.style.minHeight = ""; replay(cell); }));
  },
  shows: ({ cell, html, words }) => {
    if (!ran(cell)) return; // what it shows stands there already
    const fresh = output(cell);
    if (!fresh) return;
    fresh.innerHTML = html;
    if (words) fresh.prepend(Object.assign(document.createElement("pre"), { textContent: words }));
    fresh.style.minHeight = "";
  },
  wrong: ({ cell, words }) => {
    if (!ran(cell)) return console.error(words); // the still picture stays
    const fresh = output(cell);
    fresh.append(Object.assign(document.createElement("pre"), { className: "de-error", textContent: words }));
    fresh.style.minHeight = "";
  },
  late: ({ wheel }) => tell(`Fetching ${wheel.split("-")[0]} ...`, 3000),
  kept: ({ cell, done }) => store.write(cell, { done }),
  awake: () => { document.documentElement.dataset.awake = ""; tell("Python is here: every picture can be moved.", 4000); },
  asleep: ({ words }) => tell(`Python did not start, so the pictures stay still (${words}). Reload this page, or open the chapter as a notebook.`),
};
worker.onmessage = ({ data }) => { const words = JSON.parse(data); said[words.kind](words); };
worker.onerror = (event) => said.asleep({ words: event.message ?? "the worker could not be loaded" });

// ---- what is loading, in a quiet line

let fading = 0;
function tell(words, gone = 0) {
  clearTimeout(fading);
  state.textContent = words;
  state.hidden = false;
  if (gone) fading = setTimeout(() => { state.hidden = true; }, gone);
}
const files = new Map();
new BroadcastChannel("disentangle_edu: fetching").onmessage = ({ data: { address, ...change } }) => {
  if ("awake" in document.documentElement.dataset) return;
  files.set(address, { ...files.get(address), ...change });
  const all = [...files.values()], failed = [...files].find(([, file]) => file.state === "failed");
  if (failed) return said.asleep({ words: `${failed[0].split("/").pop()} did not come` });
  const millions = all.reduce((sum, { got = 0 }) => sum + got, 0) / 1e6;
  tell(`Still pictures: Python is on its way (${millions.toFixed(1)} MB so far).`);
};

// ---- a hand that comes too early: the newest touch of each still picture is done once that one wakes

const early = new Map();
addEventListener("pointerup", (event) => {
  const cell = event.target.closest?.(".cell[id]"), picture = event.target.closest?.("img, picture, svg");
  if (!cell || !picture || "awake" in cell.dataset) return;
  const box = picture.getBoundingClientRect();
  early.set(Number(cell.id.slice(5)), { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height });
  cell.dataset.early = "";
});
function replay(cell) {
  const picture = place(cell).querySelector(".de-board svg"), at = early.get(cell);
  delete place(cell).dataset.early;
  if (!at || !picture) return;
  const box = picture.getBoundingClientRect();
  const where = { clientX: box.left + at.x * box.width, clientY: box.top + at.y * box.height, bubbles: true, detail: 1, pointerId: 1 };
  const node = document.elementFromPoint(where.clientX, where.clientY);
  if (!picture.contains(node)) return; // it has been scrolled away
  node.dispatchEvent(new MouseEvent("click", where));
}

// ---- cells whose code may be changed and run

for (const cell of new Set(cells.map(([number]) => number))) {
  const code = place(cell)?.querySelector(".cell_input pre");
  if (!code) continue;
  code.contentEditable = "plaintext-only";
  code.spellcheck = false;
  code.setAttribute("role", "textbox");
  code.setAttribute("aria-multiline", "true");
  code.setAttribute("aria-label", "Python, may be changed");
  if (before[cell]?.code !== undefined) code.textContent = before[cell].code;
  const run = Object.assign(document.createElement("button"), { type: "button", className: "de-run", textContent: "Run" });
  const go = () => {
    place(cell).dataset.ran = "";
    store.write(cell, { code: code.textContent });
    ask("run", { cell, code: code.textContent });
  };
  run.addEventListener("click", go);
  code.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.shiftKey || event.ctrlKey)) return;
    event.preventDefault();
    go();
  });
  place(cell).querySelector(".cell_input").append(run);
}

// ---- what a guess opens is a closed box here, and no fold with the answer in it

for (const fold of document.querySelectorAll(".de-answer")) {
  const veil = document.createElement("p");
  veil.className = "de-ways";
  veil.textContent = fold.dataset.veil;
  fold.replaceWith(veil);
}

// ---- wake

const first = document.querySelector(".cell_output") ?? document.querySelector("article");
const kept = Object.fromEntries(Object.entries(before).filter(([, { done }]) => done).map(([cell, { done }]) => [cell, done]));
ask("wake", { root, cells, kept, width: Math.floor(first.clientWidth / 10) * 10 });

const viewer = new IntersectionObserver((seen) => {
  const here = seen.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => target);
  here.forEach((cell) => viewer.unobserve(cell));
  if (here.length) ask("near", { cells: here.map(({ id }) => Number(id.slice(5))) });
}, { rootMargin: "100% 0px" }); // a screen above and below
document.querySelectorAll(".cell[id]").forEach((cell) => viewer.observe(cell));

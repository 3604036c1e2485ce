// Wakes the labs of a page where they stand: one Python in a worker, and for each stage a model as stage.js expects it.
// A page is readable without this file. What a reader does is kept in the browser, cell by cell.
import stage from "./stage.js";
import { Frames } from "./frames.js";

const { cells, chapters, asleep } = JSON.parse(document.getElementById("de-cells").textContent);
const KEPT = `disentangle_edu ${location.pathname}`, ASKED = new URLSearchParams(location.search);
const QUIET = 400; // milliseconds after which what was done is kept
const state = document.getElementById("de-state");
const place = (cell) => document.getElementById(`cell-${cell}`);
const ran = (cell) => "ran" in (place(cell)?.dataset ?? {}); // by its reader
const linked = cells.find(([, , when]) => when === "linked"); // on the page of one lab, whose state stands in its address
if (linked) {
  linked[1] = ASKED.get("code") ?? "";
  place(linked[0]).dataset.ran = "";
  if (ASKED.has("present")) document.documentElement.dataset.present = "";
}

// ---- what is kept from visit to visit: of each cell what was done on its stage, and the code that was written into it

const store = {
  read() { try { return JSON.parse(localStorage.getItem(KEPT)) ?? {}; } catch { return {}; } },
  write(cell, what) {
    if (linked) return;
    const all = this.read();
    all[cell] = { ...all[cell], ...what };
    try { localStorage.setItem(KEPT, JSON.stringify(all)); } catch { /* a browser that keeps nothing */ }
  },
};
const before = store.read();
function guesses() { // all that the reader has committed, also on other pages: {shelf and question: what is kept of it}
  const pages = Object.keys(localStorage).filter((name) => name.startsWith("disentangle_edu ")).map((name) => JSON.parse(localStorage[name]));
  const done = pages.flatMap((cells) => Object.values(cells)).map((cell) => cell.done).filter((done) => done?.question);
  return Object.fromEntries(done.map(({ question, values: { guess } }) => [`guesses ${question}`, { guess }]));
}

// ---- Python

// The head of the page has started it, so that it loads while the page does.
let worker = globalThis.deWorker;
const ask = (kind, more) => worker.postMessage({ kind, ...more });

class Model { // what stage.js asks of Jupyter's
  constructor(number) { this.number = number; this.python = worker; this.state = { scene: {}, controls: [], width: 0 }; this.hearing = new Map(); }
  get(name) { return this.state[name]; }
  set(name, value) { this.state[name] = value; }
  send(content) {
    if (this.frames) return this.frames.answer(content).then((scene) => this.frames && this.arrived({ scene }), () => {});
    if (this.python !== worker) return; // of a Python that was stopped
    ask("stage", { stage: this.number, content });
    this.touched = true;
  }
  on(event, act) { this.hearing.set(event, [...(this.hearing.get(event) ?? []), act]); }
  off(event, act) { this.hearing.set(event, (this.hearing.get(event) ?? []).filter((other) => other !== act)); }
  arrived(state) {
    if (state.scene?.sequence < this.least) delete state.scene; // of before a hand moved the stored frames
    Object.assign(this.state, state);
    for (const name in state) for (const act of this.hearing.get(`change:${name}`) ?? []) act();
    if (!this.touched || this.cell === undefined) return;
    clearTimeout(this.patience);
    this.patience = setTimeout(() => this.python === worker && ask("keep", { cell: this.cell }), QUIET);
  }
}

const models = new Map(), endings = new Map(); // of stages by number; what ends a stage, by its cell
const moving = new Map(); // models that stored frames move until Python is there, by their cell

function takeOver(model, cell, number) { // Python answers from now on, and begins where the hand is
  const { state } = models.get(number), { control, value, sequence } = model.frames;
  const box = place(cell).querySelector(".cell_output");
  moving.delete(cell);
  models.set(number, Object.assign(model, { number, cell, frames: null, least: sequence, python: worker }));
  model.arrived(state);
  model.send({ width: Math.floor(box.clientWidth / 10) * 10 });
  if (sequence) model.send({ sequence, values: { [control]: value }, done: true });
  place(cell).dataset.awake = box.style.minHeight = "";
  heights.observe(box);
}

function output(cell) { // where a cell shows something, empty
  endings.get(cell)?.();
  endings.delete(cell);
  const here = place(cell);
  if (!here) return null;
  const old = here.querySelector(":scope > .cell_output"), fresh = document.createElement("div");
  fresh.className = "cell_output docutils container";
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
    if (moving.has(cell)) return takeOver(moving.get(cell), cell, number);
    const folds = () => [...place(cell).querySelectorAll(".cell_output .de-more")], open = folds().map((fold) => fold.open);
    const model = models.get(number), fresh = output(cell);
    if (!fresh) return;
    model.cell = cell;
    endings.set(cell, stage.render({ model, el: fresh }));
    folds().forEach((fold, j) => { fold.open = open[j] ?? false; });
    place(cell).dataset.awake = "";
    const settle = () => requestAnimationFrame(() => requestAnimationFrame(() => {
      if (!Object.keys(model.state.scene).length) return settle(); // Python has not drawn it yet
      fresh.style.minHeight = "";
      heights.observe(fresh);
      replay(cell);
    }));
    settle();
  },
  shows: ({ cell, html, words }) => {
    if (!ran(cell)) return; // what it shows stands there already
    const fresh = output(cell);
    if (!fresh) return;
    const shown = document.createElement("div"); // as the book itself shows a cell's output
    shown.className = "output text_html";
    shown.innerHTML = html;
    if (words) shown.prepend(Object.assign(document.createElement("pre"), { textContent: words }));
    fresh.append(shown);
    fresh.style.minHeight = "";
  },
  file: ({ cell, name, words }) => {
    const href = URL.createObjectURL(new Blob([words])), here = place(cell);
    here?.querySelector(".de-file")?.remove();
    here?.append(Object.assign(document.createElement("a"), { className: "de-file", download: name, href, textContent: `Save ${name}` }));
  },
  wrong: ({ cell, words }) => {
    if (!ran(cell)) return console.error(words); // the still picture stays
    const fresh = output(cell);
    fresh.append(Object.assign(document.createElement("pre"), { className: "de-error", textContent: words }));
    fresh.style.minHeight = "";
  },
  cover: ({ cell, words }) => { // a box says what it waits for; what is no box stays so
    const line = place(cell)?.querySelector(".de-ways");
    if (line?.textContent) line.textContent = words;
  },
  late: ({ wheel }) => tell(`Fetching ${wheel.split("/").pop().split("-")[0]} ...`, 3000),
  kept: ({ cell, done }) => store.write(cell, { done }),
  awake: () => { clearTimeout(hoping); document.documentElement.dataset.awake = ""; tell("Python is here.", 4000); },
  broken: () => { said.awake = () => {}; said.asleep({ words: "it stopped because a file could not be loaded" }); },
  asleep: ({ words }) => tell(`Python could not start, so the pictures do not move (${words}). Reload this page, or open the chapter as a notebook.`),
};
function hearken() {
  worker.onmessage = ({ data }) => { const words = JSON.parse(data); said[words.kind](words); };
  worker.onerror = () => said.asleep({ words: "the worker could not be loaded" });
}
hearken();
if (globalThis.deWorkerFailed) worker.onerror();

// ---- what is loading, in a quiet line

let fading = 0;
function tell(words, gone = 0) {
  clearTimeout(fading);
  state.textContent = words;
  state.hidden = false;
  if (gone) fading = setTimeout(() => { state.hidden = true; }, gone);
}
const PATIENCE = 120_000; // milliseconds, also for what neither comes nor fails
const hoping = setTimeout(() => said.asleep({ words: "no answer for two minutes" }), PATIENCE);
const files = new Map();
new BroadcastChannel("disentangle_edu: fetching").onmessage = ({ data: { address, ...change } }) => {
  if ("awake" in document.documentElement.dataset) return;
  files.set(address, { ...files.get(address), ...change });
  const all = [...files.values()], failed = [...files].find(([, file]) => file.state === "failed");
  if (failed) return said.asleep({ words: `${failed[0].split("/").pop()} could not be loaded` });
  const millions = all.reduce((sum, { got = 0 }) => sum + got, 0) / 1e6;
  const moves = moving.size ? "The first picture moves already; Python is loading for the rest" : "The pictures do not move yet: Python is loading";
  tell(`${moves} (${millions.toFixed(1)} MB so far).`);
};

// ---- a hand that comes too early: the newest touch of each still picture is done once that one wakes

const early = new Map();
addEventListener("pointerup", (event) => {
  const cell = event.target.closest?.(".cell[id]"), picture = event.target.closest?.("img, picture, svg");
  if (!cell || !picture || "awake" in cell.dataset || moving.has(Number(cell.id.slice(5)))) return;
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
  const printed = code.innerHTML;
  if (before[cell]?.code !== undefined) code.textContent = before[cell].code;
  const line = Object.assign(document.createElement("p"), { className: "de-run" });
  const button = (words, act) => {
    const made = Object.assign(document.createElement("button"), { type: "button", textContent: words });
    made.addEventListener("click", act);
    line.append(made);
    return made;
  };
  const go = () => {
    place(cell).dataset.ran = "";
    const words = code.innerText; // unlike textContent it knows where a browser has broken a line
    store.write(cell, { code: words });
    ask("run", { cell, code: words });
  };
  let own = null; // what a reader wrote, while the first code stands in its place
  const [FIRST, OWN] = ["Bring the first code back", "Bring my code back"];
  const back = button(FIRST, () => {
    const words = own ?? code.innerText;
    if (own === null) code.innerHTML = printed; else code.textContent = own;
    own = own === null ? words : null;
    back.textContent = own === null ? FIRST : OWN;
    store.write(cell, { code: own === null ? words : undefined });
  });
  button("Run", go); // it stays at the end of the line, whatever comes before it
  back.hidden = before[cell]?.code === undefined;
  code.addEventListener("input", () => { back.hidden = false; own = null; back.textContent = FIRST; });
  code.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.shiftKey || event.ctrlKey)) return;
    event.preventDefault();
    go();
  });
  place(cell).querySelector(".cell_input").append(line);
}

// ---- what a guess opens is a closed box here, and no fold with the answer in it

for (const fold of document.querySelectorAll(".de-answer")) {
  const cover = document.createElement("p");
  cover.className = "de-ways";
  cover.textContent = fold.dataset.cover;
  fold.replaceWith(cover);
}

// ---- until Python is there, each lab stands in the boxes that it will have

for (const [name, { controls, scene, frames }] of Object.entries(asleep)) {
  const cell = Number(name);
  if (frames) {
    const done = before[cell]?.done ?? { committed: false }, model = new Model(), el = output(cell);
    const keep = (value) => store.write(cell, { done: { ...done, values: { ...done.values, [frames.control]: value } } });
    model.frames = new Frames(frames, keep);
    moving.set(cell, model);
    model.state = { controls, width: 0, scene: model.frames.at(el.clientWidth) };
    endings.set(cell, stage.render({ model, el }));
    if (done.values) model.send({ values: done.values });
    el.style.minHeight = "";
    continue;
  }
  const picture = place(cell).querySelector(".de-picture > picture"), model = new Model();
  Object.assign(model, { send() {}, state: { controls, width: 0, scene: { ...scene, still: { ...scene.still, picture } } } });
  const el = output(cell);
  endings.set(cell, stage.render({ model, el }));
  el.style.minHeight = "";
}

// ---- boxes are as high as they were on an earlier visit, so that nothing jumps when they wake

const heights = new ResizeObserver((boxes) => {
  for (const { target } of boxes) if (target.isConnected) store.write(target.closest(".cell").id.slice(5), { height: target.offsetHeight, at: innerWidth });
});
for (const [cell, { height, at }] of Object.entries(before)) {
  const box = place(cell)?.querySelector(":scope > .cell_output");
  if (box && height && at === innerWidth) Object.assign(box.style, { minHeight: `${height}px`, paddingBottom: 0 });
}

// ---- wake

const first = document.querySelector(".cell_output") ?? document.querySelector("article");
function wake() {
  const done = Object.entries(store.read()).filter(([, { done }]) => done).map(([cell, { done }]) => [cell, done]);
  const width = Math.floor(first.clientWidth / 10) * 10;
  const all = [...document.querySelectorAll(".cell[id]")], numberOf = ({ id }) => Number(id.slice(5));
  const seen = all.filter((cell) => { const { top, bottom } = cell.getBoundingClientRect(); return bottom > 0 && top < innerHeight; });
  let kept = {};
  try { kept = guesses(); } catch { /* a browser that keeps nothing */ }
  ask("wake", { cells, chapters, guesses: kept, kept: Object.fromEntries(done), width, seen: seen.map(numberOf) });
  all.forEach((cell) => viewer.observe(cell));
}

const viewer = new IntersectionObserver((seen) => {
  const here = seen.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => target);
  here.forEach((cell) => viewer.unobserve(cell));
  if (here.length) ask("near", { cells: here.map(({ id }) => Number(id.slice(5))) });
}, { rootMargin: "100% 0px" }); // a screen above and below
wake();

// ---- Stop, where the browser does not let Python hear it in the middle of work: Python starts anew, and finds what is kept

addEventListener("click", (event) => {
  if ("Suspending" in WebAssembly || !event.target.closest?.("button[name=stop]")) return;
  worker.terminate();
  tell("Stopped: Python starts again.");
  worker = new Worker(worker.address, { type: "module" });
  hearken();
  document.querySelectorAll(".cell[data-ran]").forEach(({ id }) => output(Number(id.slice(5)))); // to be run again
  wake();
}, true);

// Makes the labs of a page live: one Python in a worker, and for each stage a model with the interface that stage.js expects.
// A page is readable without this file. The reader's work is stored in the browser, cell by cell.
import stage from "./stage.js";
import { Frames } from "./frames.js";

const { cells, chapters, asleep } = JSON.parse(document.getElementById("de-cells").textContent);
const KEPT = `disentangle_edu ${location.pathname}`, ASKED = new URLSearchParams(location.search);
const QUIET = 400; // milliseconds after the last change until the reader's work is stored
const state = document.getElementById("de-state");
const place = (cell) => document.getElementById(`cell-${cell}`);
const ran = (cell) => "ran" in (place(cell)?.dataset ?? {}); // whether the reader has run the cell
const linked = cells.find(([, , when]) => when === "linked"); // on the page of one lab, whose state is in the address
if (linked) {
  linked[1] = ASKED.get("code") ?? "";
  place(linked[0]).dataset.ran = "";
  if (ASKED.has("present")) document.documentElement.dataset.present = "";
}

// ---- data kept between visits: for each cell, the reader's work on its stage and the reader's code

const store = {
  read() { try { return JSON.parse(localStorage.getItem(KEPT)) ?? {}; } catch { return {}; } },
  write(cell, what) {
    if (linked) return;
    const all = this.read();
    all[cell] = { ...all[cell], ...what };
    try { localStorage.setItem(KEPT, JSON.stringify(all)); } catch { /* storage is disabled */ }
  },
};
const before = store.read();
function guesses() { // the guesses that the reader has committed on all pages: {"guesses" and question id: stored guess}
  const pages = Object.keys(localStorage).filter((name) => name.startsWith("disentangle_edu ")).map((name) => JSON.parse(localStorage[name]));
  const done = pages.flatMap((cells) => Object.values(cells)).map((cell) => cell.done).filter((done) => done?.question);
  return Object.fromEntries(done.map(({ question, values: { guess } }) => [`guesses ${question}`, { guess }]));
}

// ---- Python

// The head of the page has started the worker, so that Python and the page load at the same time.
let worker = globalThis.deWorker;
const ask = (kind, more) => worker.postMessage({ kind, ...more });

class Model { // the part of Jupyter's widget model that stage.js uses
  constructor(number) { this.number = number; this.python = worker; this.state = { scene: {}, controls: [], width: 0 }; this.hearing = new Map(); }
  get(name) { return this.state[name]; }
  set(name, value) { this.state[name] = value; }
  send(content) {
    if (this.frames) return this.frames.answer(content).then((scene) => this.frames && this.arrived({ scene }), () => {});
    if (this.python !== worker) return; // the model belongs to a worker that was stopped
    ask("stage", { stage: this.number, content });
    this.touched = true;
  }
  on(event, act) { this.hearing.set(event, [...(this.hearing.get(event) ?? []), act]); }
  off(event, act) { this.hearing.set(event, (this.hearing.get(event) ?? []).filter((other) => other !== act)); }
  arrived(state) {
    if (state.scene?.sequence < this.least) delete state.scene; // older than the newest stored frame
    Object.assign(this.state, state);
    for (const name in state) for (const act of this.hearing.get(`change:${name}`) ?? []) act();
    if (!this.touched || this.cell === undefined) return;
    clearTimeout(this.patience);
    this.patience = setTimeout(() => this.python === worker && ask("keep", { cell: this.cell }), QUIET);
  }
}

const models = new Map(), endings = new Map(); // models by stage number; clean-up functions of stages by cell
const moving = new Map(); // models that show stored frames until Python has started, by cell

function takeOver(model, cell, number) { // replace stored frames by Python, at the present value
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

function output(cell) { // replace the output of a cell by an empty element
  endings.get(cell)?.();
  endings.delete(cell);
  const here = place(cell);
  if (!here) return null;
  const old = here.querySelector(":scope > .cell_output"), fresh = document.createElement("div");
  fresh.className = "cell_output docutils container";
  if (old) {
    fresh.style.minHeight = `${old.offsetHeight}px`; // keep the height, so that nothing below moves
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
      if (!Object.keys(model.state.scene).length) return settle(); // Python has not drawn the picture yet
      fresh.style.minHeight = "";
      heights.observe(fresh);
      replay(cell);
    }));
    settle();
  },
  shows: ({ cell, html, words }) => {
    if (!ran(cell)) return; // the page shows the output already
    const fresh = output(cell);
    if (!fresh) return;
    const shown = document.createElement("div"); // the same markup as other cell outputs in the book
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
    if (!ran(cell)) return console.error(words); // keep the still picture
    const fresh = output(cell);
    fresh.append(Object.assign(document.createElement("pre"), { className: "de-error", textContent: words }));
    fresh.style.minHeight = "";
  },
  cover: ({ cell, words }) => { // a closed box says what it waits for; an empty one stays empty
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

// ---- the status line: what is loading

let fading = 0;
function tell(words, gone = 0) {
  clearTimeout(fading);
  state.textContent = words;
  state.hidden = false;
  if (gone) fading = setTimeout(() => { state.hidden = true; }, gone);
}
const PATIENCE = 120_000; // milliseconds until Python counts as failed, even without an error
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

// ---- early clicks: the last click on each still picture is repeated once the lab is live

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
  if (!picture.contains(node)) return; // the picture has been scrolled out of view
  node.dispatchEvent(new MouseEvent("click", where));
}

// ---- cells whose code can be edited and run

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
    const words = code.innerText; // unlike textContent, innerText includes the line breaks that the browser has inserted
    store.write(cell, { code: words });
    ask("run", { cell, code: words });
  };
  let own = null; // the reader's code, while the original code is shown
  const [FIRST, OWN] = ["Bring the first code back", "Bring my code back"];
  const back = button(FIRST, () => {
    const words = own ?? code.innerText;
    if (own === null) code.innerHTML = printed; else code.textContent = own;
    own = own === null ? words : null;
    back.textContent = own === null ? FIRST : OWN;
    store.write(cell, { code: own === null ? words : undefined });
  });
  button("Run", go); // last, so that its position does not change when the other button is hidden
  back.hidden = before[cell]?.code === undefined;
  code.addEventListener("input", () => { back.hidden = false; own = null; back.textContent = FIRST; });
  code.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.shiftKey || event.ctrlKey)) return;
    event.preventDefault();
    go();
  });
  place(cell).querySelector(".cell_input").append(line);
}

// ---- replace each folded answer by a closed box, which a guess opens

for (const fold of document.querySelectorAll(".de-answer")) {
  const cover = document.createElement("p");
  cover.className = "de-ways";
  cover.textContent = fold.dataset.cover;
  fold.replaceWith(cover);
}

// ---- until Python has started, show each lab's layout with stored frames or a still picture

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

// ---- give outputs the height of an earlier visit, so that nothing moves when labs become live

const heights = new ResizeObserver((boxes) => {
  for (const { target } of boxes) if (target.isConnected) store.write(target.closest(".cell").id.slice(5), { height: target.offsetHeight, at: innerWidth });
});
for (const [cell, { height, at }] of Object.entries(before)) {
  const box = place(cell)?.querySelector(":scope > .cell_output");
  if (box && height && at === innerWidth) Object.assign(box.style, { minHeight: `${height}px`, paddingBottom: 0 });
}

// ---- ask Python to run the labs

const first = document.querySelector(".cell_output") ?? document.querySelector("article");
function wake() {
  const done = Object.entries(store.read()).filter(([, { done }]) => done).map(([cell, { done }]) => [cell, done]);
  const width = Math.floor(first.clientWidth / 10) * 10;
  const all = [...document.querySelectorAll(".cell[id]")], numberOf = ({ id }) => Number(id.slice(5));
  const seen = all.filter((cell) => { const { top, bottom } = cell.getBoundingClientRect(); return bottom > 0 && top < innerHeight; });
  let kept = {};
  try { kept = guesses(); } catch { /* storage is disabled */ }
  ask("wake", { cells, chapters, guesses: kept, kept: Object.fromEntries(done), width, seen: seen.map(numberOf) });
  all.forEach((cell) => viewer.observe(cell));
}

const viewer = new IntersectionObserver((seen) => {
  const here = seen.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => target);
  here.forEach((cell) => viewer.unobserve(cell));
  if (here.length) ask("near", { cells: here.map(({ id }) => Number(id.slice(5))) });
}, { rootMargin: "100% 0px" }); // plus one window height above and below
wake();

// ---- Stop in a browser in which Python cannot receive messages during work: restart Python with the stored data

addEventListener("click", (event) => {
  if ("Suspending" in WebAssembly || !event.target.closest?.("button[name=stop]")) return;
  worker.terminate();
  tell("Stopped: Python starts again.");
  worker = new Worker(worker.address, { type: "module" });
  hearken();
  document.querySelectorAll(".cell[data-ran]").forEach(({ id }) => output(Number(id.slice(5)))); // the reader can run these cells again
  wake();
}, true);

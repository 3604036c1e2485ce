// What a walk through a page of the book asks of it: window.walk, put into the page before anything else runs.

window.walk = (() => {
  // ---- what passes between the page and its Python

  const scenes = {}, stages = {}, gestures = {}; // by number of the stage; stages: by cell
  const order = []; // cells as they woke
  const fetched = []; // libraries that came after the page had said that it is awake
  let width = 0;
  window.Worker = class extends Worker {
    constructor(...how) {
      super(...how);
      this.addEventListener("message", ({ data }) => {
        const told = JSON.parse(data);
        if (told.kind === "state" && told.state.scene) scenes[told.stage] = told.state.scene;
        if (told.kind === "stage") stages[told.cell] = told.stage, order.push(told.cell);
        if (told.kind === "late" && document.documentElement.dataset.awake !== undefined) fetched.push(told.wheel);
      });
    }
    postMessage(asked) {
      if (asked.kind === "wake") ({ width } = asked);
      if (asked.kind === "stage") (gestures[asked.stage] ??= []).push(asked.content);
      super.postMessage(asked);
    }
  };
  const record = (cell) => {
    const stage = stages[cell];
    return { scene: scenes[stage] ?? {}, gestures: gestures[stage] ?? [], width };
  };
  const records = () => Object.fromEntries(Object.keys(stages).map((cell) => [cell, record(cell)]));
  const stageOf = (cell) => document.querySelector(`#cell-${cell} .de-stage`);
  const done = (cell) => { // whether Python has drawn all that was requested
    const { scene, gestures } = record(cell);
    return scene.sequence === Math.max(0, ...gestures.map(({ sequence }) => sequence ?? 0)) && !scene.busy && !stageOf(cell).hasAttribute("data-waits");
  };
  const shown = (cell) => {
    const { svg, html, caption, text, values, question, message } = record(cell).scene;
    return JSON.stringify([svg, html, caption, text, values, question, message]);
  };
  const isQuestion = (cell) => "commit" in (record(cell).scene.enabled ?? {});

  // ---- which cells show labs, and which of these are awake

  const shows = () => JSON.parse(document.getElementById("de-cells").textContent).cells
    .filter(([, code, when]) => when === "lab" && /labs\.\w+\(/.test(code)).map(([cell]) => cell);
  const closed = (cell) => !!document.querySelector(`#cell-${cell} .de-ways`);
  const isAwake = (cell) => document.querySelector(`#cell-${cell}`).dataset.awake !== undefined;
  const isLab = (cell) => cell in stages || !!document.querySelector(`#cell-${cell} :is(.de-asleep, .de-stage, .de-ways)`);
  const asleep = (all) => [...new Set(shows())].filter((cell) => isLab(cell) && !isAwake(cell) && (all || !closed(cell)));
  const awake = () => [...new Set(shows())].filter((cell) => isAwake(cell));
  const comeNear = () => shows().length && deWorker.postMessage({ kind: "near", cells: [...new Set(shows())] });

  // ---- where headings and pictures are, from the frame on in which each is seen first

  const seen = (node) => node.checkVisibility() && node.getBoundingClientRect().height > 0;
  const pictureOf = (cell) => [...cell.querySelectorAll(".cell_output img, .de-board > svg")].find(seen);
  function places() {
    const found = {};
    const put = (name, node) => {
      const { left, top } = node.getBoundingClientRect();
      found[name] = [left + scrollX, top + scrollY];
    };
    document.querySelectorAll("article :is(h1, h2, h3, h4)").forEach((node) => put(node.textContent, node));
    for (const cell of document.querySelectorAll("article .cell[id]")) {
      const picture = pictureOf(cell);
      if (picture) put(cell.id, picture);
    }
    return found;
  }
  const first = {};
  (function frame() {
    if (document.documentElement?.dataset.awake !== undefined) return;
    for (const [name, place] of Object.entries(places())) first[name] ??= place;
    requestAnimationFrame(frame);
  })();
  function moved() { // [pixels, what] for what has moved, the farthest first
    const now = places();
    const far = Object.keys(first).filter((name) => now[name]).map((name) =>
      [Math.max(...first[name].map((at, j) => Math.abs(at - now[name][j]))), name]);
    return far.sort((a, b) => b[0] - a[0]);
  }

  function cutOff() { // what a window hides: beyond the text, or behind a scrollbar
    const right = document.querySelector(".content").getBoundingClientRect().right + 1, all = [...document.querySelectorAll("article *")].filter(seen);
    const scrolls = all.filter((node) => !node.closest("pre, code") && ["auto", "scroll"].includes(getComputedStyle(node).overflowX) && node.scrollWidth > node.clientWidth);
    const beyond = all.filter((node) => node.matches("img, table, .de-board text") && node.getBoundingClientRect().right > right);
    return [...scrolls, ...beyond].map((node) => `${node.closest(".cell")?.id}: ${node.tagName} ${node.textContent.slice(0, 40)}`);
  }

  // ---- one move of a hand on a stage: what is to be done there, done by the test

  const endOf = ({ axes: [{ value, high }] }) => value >= high ? "Home" : "End";
  const mark = (node, how) => { // the part that is to be moved, for the test to find
    document.querySelectorAll("[data-walk]").forEach((other) => delete other.dataset.walk);
    node.dataset.walk = "";
    return how;
  };
  function markHandle(cell, j) {
    const node = stageOf(cell).querySelectorAll(".de-board [data-handle]")[j], handle = JSON.parse(node.dataset.handle);
    return mark(node, handle.radio ? "click" : endOf(handle));
  }
  function move(cell) {
    const stage = stageOf(cell), shown = [...stage.querySelectorAll(".de-board [data-handle]")].filter(seen);
    const handles = shown.map((node) => [node, JSON.parse(node.dataset.handle)]);
    const slider = handles.find(([node, { radio, axes }]) => !radio && axes.length === 1 && node.getAttribute("tabindex") !== null);
    if (slider) return mark(slider[0], endOf(slider[1]));
    const plane = [...stage.querySelectorAll(".de-board [data-of]")].find(seen);
    if (plane) return mark(plane, "ArrowRight");
    const inputs = [...stage.querySelectorAll(".de-controls :is(input[type=range], input[type=checkbox], input[type=search], select)")].filter(seen);
    const [input] = inputs;
    if (input?.type === "range") return mark(input, Number(input.value) >= Number(input.max) ? "ArrowLeft" : "ArrowRight");
    if (input?.type === "checkbox") return mark(input, "click");
    if (input?.type === "search") return mark(input, "type");
    const open = input && [...input.options].find((option) => !option.selected && !option.disabled);
    if (open) return mark(input, `select ${open.value}`);
    const radio = handles.find(([node, { radio }]) => radio && node.getAttribute("aria-checked") !== "true");
    if (radio) return mark(radio[0], "click");
    const button = [...stage.querySelectorAll(".de-controls button")].find(seen);
    return button ? mark(button, "click") : "";
  }

  const says = () => document.getElementById("de-state").textContent; // the line about what is loading

  return { says, record, records, fetched, order, done, shown, isQuestion, asleep, awake, comeNear, moved, cutOff, move, mark: markHandle };
})();

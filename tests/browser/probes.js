// What the browser tests ask of a page: window.probes, put into every page before anything else runs.

window.probes = (() => {
  const seen = (node) => (node.checkVisibility?.() ?? true) && node.getBoundingClientRect().width > 0;
  const box = (node) => {
    const { left, top, right, bottom } = node.getBoundingClientRect();
    return { what: `${node.tagName} ${node.textContent || node.type || ""}`.slice(0, 60), left, top, right, bottom };
  };
  const notebook = () => jupyterapp.shell.currentWidget.content;

  // ---- the notebook around

  const state = () => JSON.stringify([ // cells and their types, the active one, dialogs
    notebook().widgets.map((cell) => cell.model.type + cell.model.id),
    notebook().activeCellIndex, document.querySelectorAll(".jp-Dialog").length]);
  const errors = () => notebook().widgets.flatMap((cell) => cell.model.type !== "code" ? []
    : cell.model.outputs.toJSON().flatMap((output) => output.output_type === "error" ? [`${output.ename}: ${output.evalue}`] : []));
  const earned = (cell) => cell.model.sharedModel.source.startsWith("labs.earned("); // prose, not yet there
  const live = () => notebook().widgets.flatMap((cell, j) => // cells whose output is a stage
    cell.model.type === "code" && !earned(cell) && cell.model.outputs.toJSON().some((output) => output.data?.["application/vnd.jupyter.widget-view+json"]) ? [j] : []);

  // ---- one stage

  const focusable = (stage) => [...stage.querySelectorAll(
    'select, input, button:not(:disabled), code[tabindex], pre[tabindex], summary, [tabindex="0"]')].filter(seen);
  const fold = (stage, wanted) => {
    stage.querySelectorAll("details").forEach((part) => { part.open = wanted; });
    stage.querySelector(`button[name=tools][aria-expanded=${!wanted}]`)?.click();
  };
  const open = (stage) => fold(stage, true);
  const close = (stage) => fold(stage, false);

  function measured(stage) {
    const svg = stage.querySelector(".de-board svg");
    const parts = [...stage.querySelectorAll("button, select, input, .de-label, summary, .de-line code")].filter(seen);
    return {
      area: box(stage.closest(".jp-OutputArea-output")), svg: svg && box(svg), parts: parts.map(box),
      texts: svg ? [...svg.querySelectorAll("text")].filter(seen).map(box) : [],
    };
  }

  function fits(stage, widest = 1400) { // whether the picture is drawn for the width that there is
    const svg = stage.querySelector(".de-board svg");
    if (!svg || stage.querySelector(".de-question:not([hidden])")) return true;
    const room = Math.min(Math.max(Math.floor(stage.clientWidth / 10) * 10, 320), widest);
    return Math.abs(room - Number(svg.getAttribute("width"))) < 1;
  }

  const drawing = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
  function light(colour) { // relative luminance, after WCAG
    drawing.fillStyle = colour;
    drawing.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...drawing.getImageData(0, 0, 1, 1).data]
      .map((value) => value / 255).map((value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }
  function ratio(one, other) {
    const [bright, dark] = [light(one), light(other)].sort((a, b) => b - a);
    return (bright + 0.05) / (dark + 0.05);
  }
  // ---- the contrast of every text with what lies behind it

  function over(colours) { // painted one over the other, each with its opacity
    drawing.globalAlpha = 1;
    drawing.clearRect(0, 0, 1, 1);
    for (const [colour, alpha] of colours) {
      drawing.globalAlpha = alpha;
      drawing.fillStyle = colour;
      drawing.fillRect(0, 0, 1, 1);
    }
    drawing.globalAlpha = 1;
    return `rgb(${[...drawing.getImageData(0, 0, 1, 1).data].slice(0, 3)})`;
  }
  function grounds(node) { // of a node of HTML, from the page up
    const found = [];
    for (; node; node = node.parentElement) found.unshift([getComputedStyle(node).backgroundColor, 1]);
    return [["#fff", 1], ...found];
  }
  function painted(shape) {
    const css = getComputedStyle(shape), alpha = Number(css.fillOpacity) * Number(css.opacity);
    return css.fill === "none" ? [] : [[css.fill, alpha]];
  }
  function texts(stage) { // what stands there, and how well it can be told from its ground at the worst of three places
    const walker = document.createTreeWalker(stage, NodeFilter.SHOW_TEXT), found = [], shapes = new Map();
    const shapesOf = (svg) => shapes.get(svg) ?? shapes.set(svg, [...svg.querySelectorAll("rect, circle, path, polygon")].map((shape) => {
      const { left, right, top, bottom } = shape.getBoundingClientRect();
      return { shape, left, right, top, bottom, back: shape.getScreenCTM().inverse() };
    })).get(svg);
    while (walker.nextNode()) {
      const node = walker.currentNode, parent = node.parentElement;
      if (!node.data.trim() || parent.closest("title, option, .de-spoken") || !seen(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect(), css = getComputedStyle(parent), svg = parent.closest("svg");
      let worst = 21;
      if (!svg) worst = ratio(over([...grounds(parent), [css.color, 1]]), over(grounds(parent)));
      else if (css.paintOrder.startsWith("stroke") && css.stroke !== "none") worst = ratio(css.fill, css.stroke);
      else for (const share of [0.15, 0.5, 0.85]) {
        const at = { x: box.left + share * box.width, y: (box.top + box.bottom) / 2 };
        const below = shapesOf(svg).filter(({ shape, left, right, top, bottom, back }) =>
          left <= at.x && at.x <= right && top <= at.y && at.y <= bottom
          && shape.compareDocumentPosition(parent) & Node.DOCUMENT_POSITION_FOLLOWING
          && shape.isPointInFill(new DOMPoint(at.x, at.y).matrixTransform(back)));
        const behind = [...grounds(svg.parentElement), ...below.flatMap(({ shape }) => painted(shape))];
        worst = Math.min(worst, ratio(over([...behind, ...painted(parent)]), over(behind)));
      }
      found.push({ words: node.data.trim().slice(0, 40), ratio: Math.round(worst * 100) / 100, ink: svg ? css.fill : css.color });
    }
    return found;
  }

  const mark = (stage) => stage.querySelectorAll("svg [data-key]").forEach((node) => { node.marked = true; });
  const kept = (stage) => [...stage.querySelectorAll("svg [data-key]")].reduce(([mine, all], node) => [mine + !!node.marked, all + 1], [0, 0]);
  const looks = (stage) => [stage.querySelector("svg").outerHTML,
    [".de-caption", ".de-text", ".de-line code"].map((name) => stage.querySelector(name)?.textContent).join("\n")];
  const waits = (stage) => stage.matches("[data-waits]");
  const height = (stage) => stage.getBoundingClientRect().height;

  // ---- where somebody is, and what is heard there

  function focus() {
    const node = document.activeElement, stage = node.closest(".de-stage");
    const cell = node.closest(".jp-Cell")?.dataset.windowedListIndex;
    return {
      role: node.getAttribute("role") ?? (node.tagName === "A" ? "link" : node.tagName.toLowerCase()),
      name: node.getAttribute("aria-label") ?? node.textContent.slice(0, 40),
      words: node.getAttribute("aria-valuetext") ?? node.getAttribute("aria-checked") ?? "",
      asks: !!stage?.querySelector(".de-question:not([hidden])"),
      place: !!node.dataset.handle && !!JSON.parse(node.dataset.handle).place,
      primary: node.matches(".de-primary"),
      cell: stage ? Number(cell) : null,
    };
  }
  let heard = [], hearing = null;
  function listen(stage) {
    hearing?.disconnect();
    heard = [];
    const region = stage.querySelector(".de-spoken");
    hearing = new MutationObserver(() => heard.push(region.textContent));
    hearing.observe(region, { childList: true, characterData: true, subtree: true });
  }
  const spoken = () => heard;
  const scrolled = () => document.querySelector(".jp-WindowedPanel-outer")?.scrollTop ?? 0;

  function small(stage) { // parts to be touched that are less than 24 pixels wide or high
    const targets = [...stage.querySelectorAll("svg [data-handle]:not([data-of])")].map((node) =>
      stage.querySelector(`.de-target[data-of="${CSS.escape(node.dataset.key ?? "")}"]`) ?? node);
    return [...targets, ...stage.querySelectorAll("button, select, a")].filter(seen).flatMap((node) => {
      const { width, height } = node.getBoundingClientRect();
      return Math.min(width, height) < 23.5 ? [`${node.tagName} ${node.dataset.key ?? node.dataset.of ?? node.textContent}: ${width} x ${height}`] : [];
    });
  }

  function covered(stage) { // what the buttons beside a handle lie on: their handle, the words of the picture, the sentence
    const buttons = box(stage.querySelector(".de-stepper")), own = document.activeElement;
    const read = [own, stage.querySelector(".de-caption"), ...stage.querySelectorAll("svg text")].filter(seen).map(box);
    const both = (one, low, high) => Math.min(one[high], buttons[high]) - Math.max(one[low], buttons[low]);
    return read.filter((one) => both(one, "left", "right") > 1 && both(one, "top", "bottom") > 1).map(({ what }) => what);
  }

  return { covered, focus, listen, spoken, scrolled, small, state, errors, live, focusable, open, close, measured, fits, texts, mark, kept, looks, waits, height };
})();

// The controls outside the picture: lists, boxes, sliders and buttons above and below it.

import { QUIET, clamp, make } from "./tools.js";

export const ASKED = new URLSearchParams(location.search); // on the page of one lab, &present=1 enlarges it and &hide=a,b omits controls
const LEFT_OUT = new Set(ASKED.get("hide")?.split(","));
const STARTS = new Set(["run_full", "stop"]); // buttons of long computations: always visible
const TOOLS = new Set(["undo", "redo"]); // buttons that are folded away with the code
let folds = 0; // number of folded tools on this page so far, for unique ids

// request(values, done, press): send a gesture.   settled(): whether Python has drawn everything requested.   dragging(): during a drag.
export function makeInputs({ model, top, foot, message, caption, request, settled, dragging }) {
  const inputs = {}, lists = {};
  let built = "";
  function fill({ name, options, option_labels: labels }) { // replace the options of a list; the list itself remains, because it may have the focus
    const { list, offered } = lists[name];
    lists[name].options = options;
    if (offered === JSON.stringify(labels)) return;
    lists[name].offered = JSON.stringify(labels);
    list.replaceChildren();
    labels.forEach((shown, j) => make(list, "option", { value: j }, shown));
  }
  function disable({ list, offered, options }, why) { // grey out the options that cannot be chosen now, and show why
    const labels = JSON.parse(offered);
    for (const option of list.options) {
      const reason = why[options[option.value]];
      option.disabled = reason !== undefined;
      option.textContent = reason ? `${labels[option.value]} (${reason})` : labels[option.value];
    }
  }
  function build() {
    const kinds = JSON.stringify(model.get("controls").map(({ name, kind }) => [name, kind]));
    if (built === kinds) return model.get("controls").filter(({ kind }) => kind === "choice").forEach(fill);
    built = kinds;
    top.replaceChildren();
    foot.replaceChildren();
    const tools = make(document.createElement("div"), "div", { class: "de-tools", id: `de-tools-${++folds}`, hidden: "" });
    let rest = null; // a fold for the controls that are not needed at first
    const place = (control) => {
      if (!control.folded) return top;
      if (!rest) {
        const fold = make(top, "details", { class: "de-more de-rest" });
        make(fold, "summary", { [QUIET]: "true" }, "more to move");
        rest = make(fold, "div", { class: "de-controls" });
      }
      return rest;
    };
    for (const control of model.get("controls")) {
      if (LEFT_OUT.has(control.name)) continue;
      if (control.kind === "button") { button(TOOLS.has(control.name) ? tools : control.footer ? foot : top, control); continue; }
      if (control.kind === "hidden") continue;
      const label = make(place(control), "label", { class: `de-control de-${control.kind}` });
      make(label, "span", { class: "de-label" }, control.label);
      inputs[`!${control.name}`] = (state) => { label.hidden = state === "hidden"; }; // hidden while it has no effect
      if (control.kind === "choice") {
        const list = make(label, "select", { [QUIET]: "true" }), { name, letters } = control;
        if (letters) list.style.width = `${letters}ch`;
        lists[name] = { list, offered: "", options: [] };
        fill(control);
        list.addEventListener("change", () => request({ [name]: lists[name].options[list.value] }, true));
        inputs[name] = (value) => { list.value = lists[name].options.indexOf(value); };
      } else if (control.kind === "word") {
        const box = make(label, "input", { type: "search", [QUIET]: "true" });
        box.addEventListener("input", () => request({ [control.name]: box.value }));
        box.addEventListener("change", () => request({ [control.name]: box.value }, true));
        inputs[control.name] = (value) => { if (document.activeElement !== box || settled()) box.value = value; };
      } else if (control.kind === "flag") {
        const box = make(label, "input", { type: "checkbox", [QUIET]: "true" });
        box.addEventListener("change", () => request({ [control.name]: box.checked }, true));
        inputs[control.name] = (value) => { box.checked = value; };
      } else {
        const { low, high, step } = control;
        const bar = make(label, "input", { type: "range", min: low, max: high, step, [QUIET]: "true", "aria-label": control.label });
        const box = make(label, "input", { type: "number", min: low, max: high, step, [QUIET]: "true", "aria-label": `${control.label}, as a number` });
        bar.addEventListener("input", () => { box.value = bar.value; request({ [control.name]: Number(bar.value) }); });
        bar.addEventListener("change", () => request({ [control.name]: Number(bar.value) }, true));
        const typed = () => {
          const value = clamp(Number(box.value), low, high);
          bar.value = Number.isFinite(value) ? value : low;
          box.value = bar.value; // the slider has rounded the value to a step
          request({ [control.name]: Number(bar.value) }, true);
        };
        box.addEventListener("change", typed);
        box.addEventListener("keydown", (event) => { if (event.key === "Enter") typed(); });
        inputs[control.name] = (value) => {
          if (document.activeElement !== bar || settled()) bar.value = value;
          if (document.activeElement !== box) box.value = bar.value;
        };
      }
    }
    const opener = make(foot, "button", { type: "button", name: "tools", class: "de-quiet", "aria-expanded": "false", "aria-controls": tools.id, [QUIET]: "true" }, "Tools");
    opener.addEventListener("click", () => { tools.hidden = !tools.hidden; opener.setAttribute("aria-expanded", !tools.hidden); });
    foot.append(tools);
    const line = make(tools, "div", { class: "de-line" });
    const code = make(line, "code", { tabindex: 0, role: "group", "aria-label": "the line that makes this lab", [QUIET]: "true" });
    const copy = make(line, "button", { type: "button", class: "de-quiet", [QUIET]: "true" }, "Copy");
    copy.addEventListener("click", async () => {
      getSelection().selectAllChildren(code); // select the code, so that Ctrl+C works if the page may not copy
      let done = true;
      try { await navigator.clipboard.writeText(code.textContent); } catch { done = document.execCommand?.("copy") ?? false; }
      copy.textContent = done ? "Copied" : "Ctrl+C";
      setTimeout(() => { copy.textContent = "Copy"; }, 1200);
    });
    inputs["/code"] = (words) => { code.textContent = words; line.hidden = !words || LEFT_OUT.has("code"); opener.hidden = line.hidden && !tools.querySelector("button[name]"); };
    const opens = make(line, "a", { class: "de-quiet", target: "_blank", rel: "noopener", title: "opens this lab, as it is now, on a page of its own", [QUIET]: "true" }, "Link");
    inputs["/link"] = (to) => {
      if (dragging()) return; // not needed during a drag
      const inside = document.getElementById("jupyter-config-data")?.dataset.jupyterLiteRoot; // set if this page belongs to the site
      const site = inside ? new URL(`${inside}/`, location.href) : to?.site && `${to.site}/`;
      opens.hidden = !to || !site;
      if (to && site) opens.href = new URL(to.page, site);
    };
  }
  function button(parent, control) {
    const node = make(parent, "button", { type: "button", name: control.name, class: control.primary ? "de-primary" : control.footer && !STARTS.has(control.name) ? "de-quiet" : "", [QUIET]: "true" }, control.label);
    if (control.primary) node.setAttribute("aria-describedby", message.id); // the message says what is missing
    // Send every click, even if the button is greyed out: an earlier gesture, not yet handled, may enable it.
    node.addEventListener("click", () => request({}, true, control.name));
    inputs[`!${control.name}`] = (state) => { // true, false (greyed out) or "hidden"
      const leaves = state === "hidden" && node === document.activeElement;
      node.setAttribute("aria-disabled", state === false); // unlike `disabled`, this keeps the focus
      node.hidden = state === "hidden";
      if (leaves) caption.focus({ preventScroll: true });
    };
  }

  function show(now) { // update the controls from a scene
    for (const [name, value] of Object.entries(now.values ?? {})) inputs[name]?.(value);
    for (const [name, why] of Object.entries(now.disabled_options ?? {})) disable(lists[name], why);
    for (const [name, state] of Object.entries(now.enabled ?? {})) inputs[`!${name}`]?.(state);
    inputs["/code"]?.(now.code ?? "");
    inputs["/link"]?.(now.link);
  }

  return { build, show };
}

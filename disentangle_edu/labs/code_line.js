// A line of code and a button that copies it.

const CSS = `
.de-code { display: flex; align-items: center; gap: 8px; }
.de-code code { flex: 0 1 auto; min-width: 0; overflow-x: auto; white-space: pre; padding: 5px 8px; border: 1px solid #9aa5b1; border-radius: 2px;
  font: 13px "DejaVu Sans Mono", Menlo, Consolas, monospace; color: #1f2933; background: #f5f7fa; user-select: text; cursor: text; }
.de-code button { flex: none; padding: 5px 12px; font: 13px "DejaVu Sans", Verdana, sans-serif; border: 1px solid #52606d; border-radius: 2px;
  color: #1f2933; background: #fff; cursor: pointer; }
.de-code button:hover { background: #d9dee4; }
.de-code :focus-visible { outline: 3px solid #d55e00; outline-offset: 1px; }
.de-code span { flex: none; min-width: 9em; font: 12px "DejaVu Sans", Verdana, sans-serif; color: var(--jp-ui-font-color1, #1f2933); }`;

// Keeps JupyterLab's shortcuts off; on what takes the focus, because they match that before any of its parents.
const QUIET = { "data-lm-suppress-shortcuts": "true" };

function make(parent, tag, attributes = {}, text = "") {
  const node = parent.appendChild(document.createElement(tag));
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.textContent = text;
  return node;
}

function copyOld(text, parent) { // pages served over plain http have no navigator.clipboard
  const area = make(parent, "textarea", { style: "position: fixed; opacity: 0", "aria-hidden": "true" });
  area.value = text;
  area.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    area.remove();
  }
}

function render({ model, el }) {
  const root = make(el, "div", { class: "de-code" });
  make(root, "style", {}, CSS);
  // Scrollable, so it must be reachable by keyboard; a group, because only roles may carry a label.
  const code = make(root, "code", { tabindex: 0, role: "group", "aria-label": "code", ...QUIET });
  const button = make(root, "button", { type: "button", ...QUIET }, "Copy");
  const said = make(root, "span", { "aria-live": "polite" });
  let timer = 0;

  button.addEventListener("click", async () => {
    let copied;
    try {
      await navigator.clipboard.writeText(model.get("code"));
      copied = true;
    } catch { // missing or forbidden
      copied = copyOld(model.get("code"), root);
      button.focus();
    }
    if (!copied) getSelection().selectAllChildren(code); // then one key is left to press
    said.textContent = copied ? "Copied" : "Press Ctrl+C";
    clearTimeout(timer);
    timer = setTimeout(() => { said.textContent = ""; }, copied ? 1000 : 5000);
  });

  const refresh = () => { code.textContent = model.get("code"); };
  model.on("change:code", refresh);
  refresh();
  return () => {
    model.off("change:code", refresh);
    clearTimeout(timer);
  };
}

export default { render };

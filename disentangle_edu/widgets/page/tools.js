// Functions that all scripts of this folder use. stage.py joins the scripts into one module for the widget.

export const QUIET = "data-lm-suppress-shortcuts"; // an element with this attribute receives no JupyterLab shortcuts while it has the focus

export function make(parent, tag, attributes = {}, words = "") {
  const node = parent.appendChild(document.createElement(tag));
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  if (words) node.textContent = words;
  return node;
}

export function say(node, words) { // set the text only if it differs, because every change makes the browser lay out the page again
  if (node.textContent !== words) node.textContent = words;
}

export const clamp = (value, low, high) => Math.min(Math.max(value, Math.min(low, high)), Math.max(low, high));

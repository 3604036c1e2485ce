// What every part of the page's side needs. The parts are joined to one module (stage.py), which a widget brings.

export const QUIET = "data-lm-suppress-shortcuts"; // keeps JupyterLab's shortcuts off whatever has the focus

export function make(parent, tag, attributes = {}, words = "") {
  const node = parent.appendChild(document.createElement(tag));
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  if (words) node.textContent = words;
  return node;
}

export function say(node, words) { // only where they are new: the browser lays out the page again for each change
  if (node.textContent !== words) node.textContent = words;
}

export const clamp = (value, low, high) => Math.min(Math.max(value, Math.min(low, high)), Math.max(low, high));

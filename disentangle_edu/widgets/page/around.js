// The page around a stage: whether its background is light or dark, and its favicon.

export const GROUNDS = [matchMedia("(forced-colors: active)"), matchMedia("(prefers-color-scheme: dark)")];

export function darkness(node) { // whether the background behind a node is dark
  for (; node; node = node.parentElement) {
    const [r, g, b, a = 1] = (getComputedStyle(node).backgroundColor.match(/[\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
    if (a > 0.5) return 0.299 * r + 0.587 * g + 0.114 * b < 128;
  }
  return GROUNDS[1].matches;
}

// JupyterLab changes its favicon whenever Python begins or ends work, so for every message of a drag, and the browser fetches
// the icon again each time, which costs a third of the frames. While a stage waits for a picture, the icon stays the same.
const waiters = new Set();
export function iconStands(who, still) {
  if (still) waiters.add(who); else waiters.delete(who);
  const [from, to] = waiters.size ? ["favicon", "de-favicon"] : ["de-favicon", "favicon"]; // JupyterLab finds the icon by this class
  for (const icon of document.querySelectorAll(`link.${from}`)) icon.classList.replace(from, to);
}

// The page around a stage: its ground, light or dark, and the icon of its tab.

export const GROUNDS = [matchMedia("(forced-colors: active)"), matchMedia("(prefers-color-scheme: dark)")];

export function darkness(node) { // the ground that shows behind a node
  for (; node; node = node.parentElement) {
    const [r, g, b, a = 1] = (getComputedStyle(node).backgroundColor.match(/[\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
    if (a > 0.5) return 0.299 * r + 0.587 * g + 0.114 * b < 128;
  }
  return GROUNDS[1].matches;
}

// JupyterLab changes the icon of its tab whenever Python begins or ends, so with every message of a hand, and the browser
// fetches it anew each time: that costs a third of the pictures. While somebody waits for a picture it stands still.
const waiters = new Set();
export function iconStands(who, still) {
  if (still) waiters.add(who); else waiters.delete(who);
  const [from, to] = waiters.size ? ["favicon", "de-favicon"] : ["de-favicon", "favicon"]; // the class it is found by
  for (const icon of document.querySelectorAll(`link.${from}`)) icon.classList.replace(from, to);
}

// Changes one SVG into the next in place: numbers are animated, and elements that remain keep the focus.

import { QUIET, clamp } from "./tools.js";

const NUMBER = /-?\d+(?:\.\d+)?(?:e-?\d+)?/g;
export const CALM = matchMedia("(prefers-reduced-motion: reduce)");

export class Mover { // animates the numbers in attributes from old to new values
  constructor() { this.running = new Map(); this.frame = 0; }

  set(node, name, value, duration) {
    const old = node.getAttribute(name);
    const glides = this.running.get(node);
    glides?.delete(name);
    if (old === value) return;
    const [before, after] = duration ? [old?.match(NUMBER), value.match(NUMBER)] : [];
    const alike = before && after && before.length === after.length && old.replace(NUMBER, "#") === value.replace(NUMBER, "#");
    if (!alike) return node.setAttribute(name, value);
    const glide = { from: before.map(Number), to: after.map(Number), words: value.split(NUMBER), value, start: performance.now(), duration };
    if (!glides) this.running.set(node, new Map([[name, glide]]));
    else glides.set(name, glide);
    this.frame ||= requestAnimationFrame((now) => this.step(now));
  }

  step(now) {
    this.frame = 0;
    for (const [node, glides] of this.running) {
      for (const [name, glide] of glides) {
        const share = clamp((now - glide.start) / glide.duration, 0, 1), eased = 1 - (1 - share) ** 3;
        if (share === 1) node.setAttribute(name, glide.value), glides.delete(name);
        else node.setAttribute(name, glide.words.map((word, j) => word
          + (j < glide.to.length ? (glide.from[j] + (glide.to[j] - glide.from[j]) * eased).toFixed(2) : "")).join(""));
      }
      if (!glides.size) this.running.delete(node);
    }
    this.moved?.();
    if (this.running.size) this.frame = requestAnimationFrame((later) => this.step(later));
  }
}

const GLIDING = new Set(["x", "y", "width", "height", "cx", "cy", "r", "x1", "y1", "x2", "y2", "points", "d", "fill", "transform"]);

export const drawn = new WeakMap(); // the last version of each shown element that Python drew; an equal new version needs no work

export function forget(node) { // after a drag has moved an element, apply its next version even if Python draws the same again
  for (; node; node = node.parentNode) drawn.delete(node);
}

export function patch(old, fresh, mover, duration) { // old and fresh have the same tag
  const before = drawn.get(old);
  if (before?.isEqualNode(fresh)) return;
  drawn.set(old, fresh);
  patchAttributes(old, before, fresh, mover, duration);
  if (!sameChildren(old, fresh)) replaceChildren(old, fresh);
  for (let mine = old.firstChild, child = fresh.firstChild; mine; mine = mine.nextSibling, child = child.nextSibling) {
    if (mine.nodeType === 1) patch(mine, child, mover, duration);
    else if (mine.data !== child.data) mine.data = child.data;
  }
}

function patchAttributes(old, before, fresh, mover, duration) { // before: the last version from Python, whose unchanged attributes are skipped
  const slow = fresh.dataset.slow && !CALM.matches ? Number(fresh.dataset.slow) : duration;
  if (old.dataset.link !== fresh.dataset.link) old.classList.remove("de-highlight"); // the element now represents something else
  for (const name of fresh.getAttributeNames()) {
    const value = fresh.getAttribute(name);
    if (before?.getAttribute(name) === value) continue;
    if (GLIDING.has(name)) mover.set(old, name, value, slow);
    else if (name === "class") { // keep the classes of highlighted elements
      const highlights = ["de-highlight", "de-hovered"].filter((word) => old.classList.contains(word));
      old.setAttribute("class", [value, ...highlights].join(" "));
    } else if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const name of (before ?? old).getAttributeNames()) {
    if (!fresh.hasAttribute(name) && name !== "class" && name !== QUIET) old.removeAttribute(name);
  }
}

const keyOf = (node) => node.getAttribute?.("data-key"); // text nodes have no key
function sameChildren(old, fresh) {
  let mine = old.firstChild, child = fresh.firstChild;
  for (; mine && child; mine = mine.nextSibling, child = child.nextSibling) {
    if (mine.nodeName !== child.nodeName || keyOf(mine) !== keyOf(child)) return false;
  }
  return mine === child; // true if both lists have ended
}

function replaceChildren(old, fresh) { // keep children whose key remains, and add or remove others
  const named = (nodes) => {
    const counts = {};
    return [...nodes].map((node) => [`${node.nodeName}=${keyOf(node) || (counts[node.nodeName] = (counts[node.nodeName] ?? 0) + 1)}`, node]);
  };
  const known = new Map(named(old.childNodes)), wanted = named(fresh.childNodes), kept = new Set(wanted.map(([key]) => key));
  for (const [key, gone] of known) if (!kept.has(key)) gone.remove(); // remove first: then remaining children need not be moved, and keep the focus
  let at = old.firstChild;
  for (const [key, child] of wanted) {
    const mine = known.get(key);
    if (mine === at && mine) at = at.nextSibling;
    else old.insertBefore(mine ?? document.importNode(child, true), at);
  }
}

// One SVG becomes the next in place: numbers glide, and what stays keeps the focus.

import { QUIET, clamp } from "./tools.js";

const NUMBER = /-?\d+(?:\.\d+)?(?:e-?\d+)?/g;
export const CALM = matchMedia("(prefers-reduced-motion: reduce)");

export class Mover { // numbers inside attributes glide from old to new
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

export const drawn = new WeakMap(); // what Python drew last for an element that is shown: the same once more needs no work

export function forget(node) { // the hand has moved it: Python's next drawing of it counts even if it is the last one again
  for (; node; node = node.parentNode) drawn.delete(node);
}

export function patch(old, fresh, mover, duration) { // both are elements of one tag
  if (drawn.get(old)?.isEqualNode(fresh)) return;
  drawn.set(old, fresh);
  if (old.dataset.link !== fresh.dataset.link) old.classList.remove("de-highlight"); // it stands for something else now
  const slow = fresh.dataset.slow && !CALM.matches ? Number(fresh.dataset.slow) : duration;
  for (const { name, value } of fresh.attributes) {
    if (GLIDING.has(name)) mover.set(old, name, value, slow);
    else if (name === "class") { // keep what linking has highlighted
      const highlights = ["de-highlight", "de-hovered"].filter((word) => old.classList.contains(word));
      if (old.getAttribute("class") !== value) old.setAttribute("class", [value, ...highlights].join(" "));
    } else if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && name !== "class" && name !== QUIET) old.removeAttribute(name);
  }
  if (!old.firstChild && !fresh.firstChild) return;
  const known = new Map(), seen = {};
  const keyOf = (node, counts) => {
    const tag = node.nodeName, key = node.dataset?.key; // words are nodes without data
    return key ? `${tag}=${key}` : `${tag}#${counts[tag] = (counts[tag] ?? 0) + 1}`;
  };
  for (const child of [...old.childNodes]) known.set(keyOf(child, seen), child);
  const counts = {}, wanted = [...fresh.childNodes].map((child) => [keyOf(child, counts), child]);
  const kept = new Set(wanted.map(([key]) => key));
  for (const [key, gone] of known) if (!kept.has(key)) gone.remove(); // first: who stays is not moved, and keeps the focus
  let at = old.firstChild;
  for (const [key, child] of wanted) {
    const mine = known.get(key);
    if (!mine) { old.insertBefore(document.importNode(child, true), at); continue; }
    if (mine === at) at = at.nextSibling;
    else old.insertBefore(mine, at);
    if (mine.nodeType !== 1) { if (mine.data !== child.data) mine.data = child.data; }
    else patch(mine, child, mover, duration);
  }
}

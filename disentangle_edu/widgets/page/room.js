// Finds a position near a shape for a small box, so that it covers as little as possible, without access to the page.
// A box is { left, top, right, bottom } in pixels of the window; a box in `taken` also has a cost for each covered pixel.

const REACH = 120; // pixels: the greatest distance of the box from its shape
const STEP = 4; // pixels between two positions that are tried
const FAR = 8; // the cost of a pixel of distance

const overlap = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
const gap = (a, b) => Math.hypot(Math.max(b.left - a.right, a.left - b.right, 0), Math.max(b.top - a.bottom, a.top - b.bottom, 0));

export function freePlace({ width, height }, own, taken, within) { // the corner { left, top } with the least cost, near the box's own shape
  let best = { cost: Infinity, left: own.left, top: own.bottom };
  const last = Math.max(within.left, Math.min(own.right + REACH, within.right - width));
  for (let left = Math.max(own.left - REACH - width, within.left); left <= last; left += STEP) {
    for (let top = own.top - REACH - height; top <= own.bottom + REACH; top += STEP) {
      const box = { left, top, right: left + width, bottom: top + height };
      let cost = FAR * gap(box, own);
      for (let j = 0; j < taken.length && cost < best.cost; j++) cost += taken[j].cost * overlap(box, taken[j]);
      if (cost < best.cost) best = { cost, left, top };
    }
  }
  return best;
}

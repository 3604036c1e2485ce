// Queue of gestures that wait to be sent to Python, in their order. A gesture keeps the newest value of each name, and its
// turning points. A pressed button is never dropped. An unfinished gesture stays separate, so that it can be cancelled.

export class GestureQueue {
  constructor() { this.waiting = []; this.last = {}; } // last: the most recently sent values

  get any() { return this.waiting.length > 0; }
  get isOngoing() { const last = this.waiting.at(-1); return !!last && !last.press && !last.done; } // the newest gesture is unfinished

  add(values, done, press) {
    if (!this.isOngoing) this.waiting.push({ values: {}, ranges: {}, done: false, press: "" });
    const last = this.waiting.at(-1), before = this.waiting.at(-2);
    merge(last, { values, ranges: {} });
    Object.assign(last, { done, press });
    if (done && !press && before?.done && !before.press) merge(before, this.waiting.pop());
  }

  next() { // turning points: extreme values that were passed since the last message, such as the end of a slider
    const { values, ranges, ...rest } = this.waiting.shift(), turning_points = [];
    for (const [name, [low, high]] of Object.entries(ranges)) {
      const ends = [values[name], this.last[name] ?? values[name]];
      if (low < Math.min(...ends)) turning_points.push({ [name]: low });
      if (high > Math.max(...ends)) turning_points.push({ [name]: high });
    }
    Object.assign(this.last, values);
    return { values, turning_points, ...rest };
  }
  cancel() { if (this.isOngoing) this.waiting.pop(); }
  clear() { this.waiting = []; this.last = {}; }
}

function merge(into, { values, ranges }) {
  for (const [name, value] of Object.entries(values)) {
    const all = [...(into.ranges[name] ?? []), ...(ranges[name] ?? []), value].filter((one) => typeof one === "number");
    if (all.length) into.ranges[name] = [Math.min(...all), Math.max(...all)];
  }
  inOrder(into.values, values);
}

function inOrder(values, later) { // merge later values, and put the most recently changed name last
  for (const [name, value] of Object.entries(later)) {
    delete values[name];
    values[name] = value;
  }
}

// What a hand wants of Python, in its order: of values the newest wins, and the ends of its way stay; a button that was pressed is never dropped, and a
// gesture that goes on stands by itself, so that it can be taken back.

export class Wishes {
  constructor() { this.waiting = []; this.last = {}; } // last: the values that were sent last

  get any() { return this.waiting.length > 0; }
  get goesOn() { const last = this.waiting.at(-1); return !!last && !last.press && !last.done; } // the hand has not let go yet

  add(values, done, press) {
    if (!this.goesOn) this.waiting.push({ values: {}, ranges: {}, done: false, press: "" });
    const last = this.waiting.at(-1), before = this.waiting.at(-2);
    merge(last, { values, ranges: {} });
    Object.assign(last, { done, press });
    if (done && !press && before?.done && !before.press) merge(before, this.waiting.pop());
  }

  next() { // passed: values that a hand has reached and left again before Python could look, such as the end of a way
    const { values, ranges, ...rest } = this.waiting.shift(), passed = [];
    for (const [name, [low, high]] of Object.entries(ranges)) {
      const ends = [values[name], this.last[name] ?? values[name]];
      if (low < Math.min(...ends)) passed.push({ [name]: low });
      if (high > Math.max(...ends)) passed.push({ [name]: high });
    }
    Object.assign(this.last, values);
    return { values, passed, ...rest };
  }
  takeBack() { if (this.goesOn) this.waiting.pop(); }
  clear() { this.waiting = []; this.last = {}; }
}

function merge(into, { values, ranges }) {
  for (const [name, value] of Object.entries(values)) {
    const all = [...(into.ranges[name] ?? []), ...(ranges[name] ?? []), value].filter((one) => typeof one === "number");
    if (all.length) into.ranges[name] = [Math.min(...all), Math.max(...all)];
  }
  inOrder(into.values, values);
}

function inOrder(values, later) { // what was moved last stands last
  for (const [name, value] of Object.entries(later)) {
    delete values[name];
    values[name] = value;
  }
}

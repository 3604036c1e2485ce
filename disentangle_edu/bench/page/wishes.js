// What a hand wants of Python, in its order: of values the newest wins, a button that was pressed is never dropped, and a
// gesture that goes on stands by itself, so that it can be taken back.

export class Wishes {
  constructor() { this.waiting = []; }

  get any() { return this.waiting.length > 0; }
  get goesOn() { const last = this.waiting.at(-1); return !!last && !last.press && !last.done; } // the hand has not let go yet

  add(values, done, press) {
    if (!this.goesOn) this.waiting.push({ values: {}, done: false, press: "" });
    const last = this.waiting.at(-1), before = this.waiting.at(-2);
    inOrder(last.values, values);
    Object.assign(last, { done, press });
    if (done && !press && before?.done && !before.press) inOrder(before.values, this.waiting.pop().values);
  }

  next() { return this.waiting.shift(); }
  takeBack() { if (this.goesOn) this.waiting.pop(); }
  clear() { this.waiting = []; }
}

function inOrder(values, later) { // what was moved last stands last
  for (const [name, value] of Object.entries(later)) {
    delete values[name];
    values[name] = value;
  }
}

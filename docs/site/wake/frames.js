// Stored frames: until Python has started, the control of a lab that has them shows one of them. A frame is a scene as JSON
// text, split at quotation marks. For each frame after the first, a file holds the pieces that differ (see frames.py).

export class Frames {
  constructor({ control, low, step, first, file }, change) { // change(value): called with each new value of the control
    Object.assign(this, { control, low, step, first, change, value: low, settled: low, sequence: 0, width: 0 });
    this.coming = fetch(new URL(`../frames/${file}`, import.meta.url), { priority: "high" }).then((answer) => answer.json());
    this.coming.catch(() => {}); // without the file, the first frame remains
  }

  at(room) { // the first scene, stored for the width nearest to the lab's
    const apart = (width) => Math.abs(Math.log(width / Math.max(room, 1)));
    [this.width] = Object.keys(this.first).sort((a, b) => apart(a) - apart(b));
    return { ...JSON.parse(this.first[this.width]), sequence: this.sequence, stored: true };
  }

  async answer({ width, values = {}, done, press, sequence }) { // the scene that Python would send for a message
    if (width) this.at(width);
    this.sequence = sequence ?? this.sequence;
    if (press === "cancel") this.value = this.settled;
    this.value = values[this.control] ?? this.value;
    if (done) this.settled = this.value;
    if (done || this.control in values) this.change(this.value);
    const { pieces, frames } = await this.coming;
    const parts = this.first[this.width].split('"'), changes = frames[this.width][Math.round((this.value - this.low) / this.step) - 1] ?? [];
    for (let j = 0; j < changes.length; j += 2) parts[changes[j]] = pieces[changes[j + 1]];
    return { ...JSON.parse(parts.join('"')), sequence: this.sequence, stored: true };
  }
}

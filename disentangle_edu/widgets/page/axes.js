// Converts positions, keys and clicks to values on an axis, and values to positions, without access to the page.
// An axis has a name, and a value from low to high in steps. Along "x" or "y" it runs from the pixel start to the pixel end.
// Along "pull" (vertical) and "across" (sideways), a drag of start pixels goes from low to high, wherever the drag begins.
// Along "turn", the value is the angle around the point (start, end).

import { clamp } from "./tools.js";

const ARROWS = { ArrowLeft: -1, ArrowRight: 1, ArrowDown: -1, ArrowUp: 1 };
export const WALK = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const JUMPS = { PageUp: 10, PageDown: -10, "+": 1, "=": 1, "-": -1 }; // "=" is + without Shift on many keyboards

export const neat = (axis, value) => Number((Math.round((clamp(value, axis.low, axis.high) - axis.low) / axis.step) * axis.step + axis.low).toFixed(9));
export const placeOn = (axis, value) => axis.start + (value - axis.low) / (axis.high - axis.low) * (axis.end - axis.start);

export const angleAt = (axis, at) => Math.atan2(axis.end - at.y, at.x - axis.start) * 180 / Math.PI;

export function placeAround(axis, radius, degrees) {
  const angle = degrees * Math.PI / 180;
  return { x: axis.start + radius * Math.cos(angle), y: axis.end - radius * Math.sin(angle) };
}

export function valueAt(axis, at, origin) { // the value of an axis for a position of the pointer
  if (axis.along === "pull") return origin.values[axis.name] + (origin.y - at.y) / axis.start * (axis.high - axis.low);
  if (axis.along === "across") return origin.values[axis.name] + (at.x - origin.x) / axis.start * (axis.high - axis.low);
  if (axis.along === "turn") {
    const turned = angleAt(axis, at) - origin.angle[axis.name];
    return origin.values[axis.name] + ((turned + 540) % 360) - 180;
  }
  return axis.low + (at[axis.along] - axis.start) / (axis.end - axis.start) * (axis.high - axis.low);
}

export function stepsOf(key, { cell, axes: [axis] }) { // the number of steps of a key; undefined for any other key
  if (key === "Home" || (cell && (key === "Delete" || key === "Backspace"))) return -1e9;
  if (key === "End") return 1e9;
  const down = WALK[key]?.[0] && axis.along === "y" && axis.end > axis.start; // the value grows downwards, so ArrowDown raises it
  return key in ARROWS ? ARROWS[key] * (down ? -1 : 1) : JUMPS[key];
}

export function besideWay(axes, at, middle) { // distance of a position from the track of a handle; middle: the centre of the handle
  if (axes[0].along === "turn") {
    const [{ start, end }] = axes;
    return Math.abs(Math.hypot(at.x - start, at.y - end) - Math.hypot(middle.x - start, middle.y - end));
  }
  if (axes.some(({ along }) => along !== "x" && along !== "y")) return Infinity;
  return Math.max(...["x", "y"].map((along) => {
    const axis = axes.find((one) => one.along === along);
    return Math.abs(at[along] - (axis ? clamp(at[along], axis.start, axis.end) : middle[along]));
  }));
}

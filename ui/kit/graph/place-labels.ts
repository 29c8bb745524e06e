// Where the labels of curves go: on them, and not over each other. Pure.
import type { Point } from './layers.js';

interface Labelled {
  /** The first piece of the curve: from a node to the next column. Undefined: the label is not shown. */
  piece: readonly [start: Point, end: Point] | undefined;
  text: string;
}

/** Width of a character, and height of a line. */
const CHARACTER = 6.5;
const LINE = 15;
/** Parts of the curve that are tried in turn: nearer to its start fewer curves meet. */
const TRIED = [0.4, 0.5, 0.3, 0.6, 0.2, 0.7, 0.8];

/** The middle of each label's base line; null where it has no place of its own. */
export function placeLabels(all: readonly Labelled[]): (Point | null)[] {
  const taken: { left: number; right: number; y: number }[] = [];
  return all.map(({ piece, text }) => {
    if (!piece || text === '') return null;
    const half = (text.length * CHARACTER) / 2;
    const isFree = ({ x, y }: Point) =>
      taken.every(({ left, right, y: line }) => Math.abs(line - y) >= LINE || x + half <= left || x - half >= right);
    const found = TRIED.map((part) => pointAt(piece, part)).find(isFree);
    if (!found) return null;
    taken.push({ left: found.x - half, right: found.x + half, y: found.y });
    return found;
  });
}

/** A point of the curve that leaves and arrives level. */
function pointAt([start, end]: readonly [Point, Point], part: number): Point {
  const rest = 1 - part;
  const across = 1.5 * rest * part + part ** 3;
  const down = 3 * part ** 2 - 2 * part ** 3;
  return { x: start.x + across * (end.x - start.x), y: start.y + down * (end.y - start.y) - 4 };
}

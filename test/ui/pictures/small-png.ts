// Writes pictures small: with at most 256 colours, and without what editors of pictures want to know.
import { crc32, deflateSync } from 'node:zlib';
import type { PNG } from 'pngjs';

const MOST = 256;
/** Chosen for being used most; the others for being far from all that were chosen. */
const COMMON = 128;

export function encodeSmall({ width, height, data }: PNG): Buffer {
  const pixels = new Uint32Array(width * height).map((_, i) => data.readUIntBE(4 * i, 3));
  const palette = choosePalette(pixels);
  const places = new Map<number, number>();
  const placeOf = (colour: number) => {
    const known = places.get(colour) ?? nearest(colour, palette).place;
    places.set(colour, known);
    return known;
  };
  const lines = Buffer.alloc((width + 1) * height); // each begins with the number of its filter, which is none
  pixels.forEach((colour, i) => {
    lines[i + Math.floor(i / width) + 1] = placeOf(colour);
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8); // bits of a pixel; a palette
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(channels))),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function choosePalette(pixels: Uint32Array): number[] {
  const counts = new Map<number, number>();
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const byUse = [...counts.keys()].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || a - b);
  const chosen = byUse.slice(0, COMMON);
  const others = byUse.slice(COMMON).map((colour) => ({ colour, away: nearest(colour, chosen).away }));
  while (chosen.length < MOST && others.length > 0) {
    const farthest = others.reduce((far, one) => (one.away > far.away ? one : far));
    if (farthest.away === 0) break;
    chosen.push(farthest.colour);
    for (const one of others) one.away = Math.min(one.away, distance(one.colour, farthest.colour));
  }
  return chosen;
}

function nearest(colour: number, palette: readonly number[]): { place: number; away: number } {
  let [place, away] = [0, Number.POSITIVE_INFINITY];
  palette.forEach((other, i) => {
    const distant = distance(colour, other);
    if (distant < away) [place, away] = [i, distant];
  });
  return { place, away };
}

const channels = (colour: number) => [colour >> 16, (colour >> 8) & 255, colour & 255];

function distance(a: number, b: number): number {
  const [r, g, blue] = [(a >> 16) - (b >> 16), ((a >> 8) & 255) - ((b >> 8) & 255), (a & 255) - (b & 255)];
  return r * r + g * g + blue * blue;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

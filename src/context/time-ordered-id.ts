import { randomFillSync } from 'node:crypto';

const BYTES_PER_ID = 10;
const IDS_PER_FILL = 400;

/**
 * Generates version 7 UUIDs: milliseconds, a counter within the millisecond, random bits. Consecutive ids are adjacent
 * in every index, so writes and large deletes touch few pages (ADR 0002). They are identifiers, never secrets.
 */
export function createTimeOrderedIds(now: () => number): () => string {
  const random = Buffer.alloc(BYTES_PER_ID * IDS_PER_FILL);
  let at = random.length;
  let last = 0;
  let counter = 0;
  return () => {
    if (at === random.length) {
      randomFillSync(random);
      at = 0;
    }
    const time = now();
    if (time > last) {
      last = time;
      counter = random.readUInt16BE(at) & 0x7ff;
    } else counter += 1;
    if (counter > 0xfff) {
      last += 1;
      counter = 0;
    }
    const clock = last.toString(16).padStart(12, '0');
    const sequence = (0x7000 | counter).toString(16);
    const variant = (0x8000 | (random.readUInt16BE(at + 2) & 0x3fff)).toString(16);
    const node = random.toString('hex', at + 4, at + BYTES_PER_ID);
    at += BYTES_PER_ID;
    return `${clock.slice(0, 8)}-${clock.slice(8)}-${sequence}-${variant}-${node}`;
  };
}

const TIME_DIGITS = 12;

/** The id itself where it sorts after `last`, else the same with the next millisecond: clocks of servers differ. */
export function idAfter(last: string, id: string): string {
  if (id > last) return id;
  const time = Number.parseInt(last.replaceAll('-', '').slice(0, TIME_DIGITS), 16) + 1;
  const digits = time.toString(16).padStart(TIME_DIGITS, '0');
  return digits.length > TIME_DIGITS ? id : `${digits.slice(0, 8)}-${digits.slice(8)}${id.slice(TIME_DIGITS + 1)}`;
}

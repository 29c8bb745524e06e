/** Cursors of lists: opaque, URL-safe, made from the last row and bound to their list. Pure. */
import { createHash } from 'node:crypto';
import { catalogError } from '../../../contract/index.js';
import type { EntityRow } from '../../storage/index.js';

export interface Place {
  key: string;
  id: string;
}

/** The place of a row in the order of lists. The whole name: two long ones may differ in their last character only. */
export function placeOf(row: Pick<EntityRow, 'fqn' | 'id'>): Place {
  return { key: row.fqn, id: row.id };
}

/** `list` says which list it is and how it is filtered; a page of it may have any limit. */
export function writeCursor(place: Place, list: readonly unknown[]): string {
  return Buffer.from(JSON.stringify([place.key, place.id, markOf(list)])).toString('base64url');
}

/** Refuses anything that `writeCursor` did not make for the same list with 400. */
export function readCursor(text: string, parameter: string, list: readonly unknown[]): Place {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (Array.isArray(value) && value.length === 3 && typeof value[0] === 'string' && typeof value[1] === 'string') {
      const place = { key: value[0], id: value[1] };
      if (writeCursor(place, list) === text.replaceAll('=', '')) return place;
    }
  } catch {
    // not ours: refused below
  }
  throw catalogError(
    'BAD_REQUEST',
    `${parameter} is not a cursor of this list; use the value returned with the previous page`,
  );
}

/** Short: it tells lists apart, it is no proof of who made a cursor. */
function markOf(list: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 8);
}

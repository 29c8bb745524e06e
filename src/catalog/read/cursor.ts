/** List cursors: opaque, URL-safe, derived from a row's position and valid only for the same list and filters. Pure. */
import { createHash } from 'node:crypto';
import { catalogError } from '../../../contract/index.js';
import type { EntityRow } from '../../storage/index.js';

export interface ListPosition {
  key: string;
  id: string;
}

/** Position of a row in list order. Uses the complete FQN: two long ones may differ only in the last character. */
export function positionOf(row: Pick<EntityRow, 'fqn' | 'id'>): ListPosition {
  return { key: row.fqn, id: row.id };
}

/** `list` identifies the list and its filters. It excludes the limit, which may differ from page to page. */
export function writeCursor(place: ListPosition, list: readonly unknown[]): string {
  return Buffer.from(JSON.stringify([place.key, place.id, fingerprintOf(list)])).toString('base64url');
}

/** Throws 400 for anything that `writeCursor` did not create for the same list. */
export function readCursor(text: string, parameter: string, list: readonly unknown[]): ListPosition {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (Array.isArray(value) && value.length === 3 && typeof value[0] === 'string' && typeof value[1] === 'string') {
      const place = { key: value[0], id: value[1] };
      if (writeCursor(place, list) === text.replaceAll('=', '')) return place;
    }
  } catch {
    // Not one of our cursors: 400 below.
  }
  throw catalogError(
    'BAD_REQUEST',
    `${parameter} is not a cursor of this list; use the value returned with the previous page`,
  );
}

/** A short fingerprint of the list. It detects mistakes; it is not a signature. */
function fingerprintOf(list: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 8);
}

/**
 * The list of parts (columns) as it stands in texts of its entity: mostly the larger half of them, and seldom what a write
 * changes. What stays is cut out and put in again instead of being parsed, compared and written. Pure.
 */

import { parseList, parseObject } from '../../../contract/index.js';
import { present } from '../../context/index.js';
import type { EntityRow } from '../../storage/index.js';
import type { EntityType, Fields } from '../define/define.js';
import type { Cut } from './document.js';
import { parseLinked, parseLinkedList, withoutHrefs } from './reference.js';

export interface PartsText {
  /** Field of the entity that is the list. */
  field: string;
  /** The list of the entity's value: what is this very object did not change. */
  list: unknown;
  /** Text of the list as `doc` holds it, with its cuts counted from the beginning of the list. */
  stored: string;
  cuts: readonly Cut[];
  /** Text of the list as the entity is answered, without links. */
  shown: string;
}

export interface Parsed {
  value: Fields;
  parts: PartsText | null;
}

/** The value of an entity that was composed to `text`. Links get the address of `base`. */
export function parseComposed(type: EntityType, row: Cuttable, text: string, base: string): Parsed {
  return parseInPieces(type, row, text, base) ?? { value: parseLinked(text, base), parts: null };
}

/** The value of an older text of the same entity; its parts are `parts.list` itself where they read the same. */
export function parseOlder(text: string, parts: PartsText | null): Fields {
  const from = parts ? text.indexOf(`${keyOf(parts.field)}${parts.shown}`) : -1;
  if (parts && from >= 0) {
    const start = from + keyOf(parts.field).length;
    const value = parseObject(without(text, start, start + parts.shown.length));
    if (value[parts.field] === PLACEHOLDER) return { ...value, [parts.field]: parts.list };
  }
  return parseObject(text);
}

type Cuttable = Pick<EntityRow, 'id' | 'doc' | 'cuts'>;

const PLACEHOLDER = 0;
const END_OF_LIST = '}]';

function parseInPieces(type: EntityType, row: Cuttable, text: string, base: string): Parsed | null {
  const field = fieldOfParts(type);
  if (field === null || row.cuts === null) return null;
  const { doc } = row;
  const cuts = parseList<Cut>(row.cuts);
  const end = present(cuts.at(-1))[0] + END_OF_LIST.length;
  // What follows the list in `doc` stands in front of the entity's own link; tags may have moved it.
  const behind = text.indexOf(`${doc.slice(end, -1)},"href":"`, end);
  const key = doc.indexOf(keyOf(field));
  if (key < 0 || behind < 0) return null;
  const start = key + keyOf(field).length;
  const list = text.slice(start, behind);
  try {
    const value = parseLinked(without(text, start, behind), base);
    if (value[field] !== PLACEHOLDER) return null;
    value[field] = parseLinkedList(list, base);
    const moved = cuts.map(([offset, part]): Cut => [offset - start, part]);
    const parts = { field, list: value[field], stored: doc.slice(start, end), cuts: moved, shown: withoutHrefs(list) };
    return { value, parts };
  } catch {
    return null; // A field of the same name deeper inside stands before it.
  }
}

/** Types with one list of parts, at their top, can do without it. */
function fieldOfParts({ parts = [] }: EntityType): string | null {
  const [rule] = parts;
  return parts.length === 1 && rule?.tagged && !rule.path.includes('.') ? rule.path : null;
}

function keyOf(field: string): string {
  return `"${field}":`;
}

function without(text: string, from: number, to: number): string {
  return `${text.slice(0, from)}${PLACEHOLDER}${text.slice(to)}`;
}

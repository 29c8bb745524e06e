/**
 * Reuses the JSON text of the list of parts (columns), usually the largest field of an entity and rarely changed by a
 * write: an unchanged list is copied as text instead of being parsed, compared and serialized. Pure.
 */

import { parseList, parseObject } from '../../../contract/index.js';
import { present } from '../../context/index.js';
import type { EntityRow } from '../../storage/index.js';
import type { EntityType, Fields } from '../define/define.js';
import type { Cut } from './document.js';
import { parseLinked, parseLinkedList, withoutHrefs } from './reference.js';

export interface PartsText {
  /** Field that holds the list. */
  field: string;
  /** The parsed list. If an entity still holds this same object, the list is unchanged. */
  list: unknown;
  /** Text of the list as in `doc`; its cuts are relative to the start of the list. */
  stored: string;
  cuts: readonly Cut[];
  /** Text of the list as in responses, without links. */
  shown: string;
}

export interface Parsed {
  value: Fields;
  parts: PartsText | null;
}

/** Parses an entity composed to `text`. Links get the prefix `base`. */
export function parseComposed(type: EntityType, row: Cuttable, text: string, base: string): Parsed {
  return parseInPieces(type, row, text, base) ?? { value: parseLinked(text, base), parts: null };
}

/** Parses an older text of the same entity. If its list of parts has the same text, the result shares `parts.list`. */
export function parsePrevious(text: string, parts: PartsText | null): Fields {
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
  // The rest of `doc` after the list precedes the entity's own link; inserted tags may have moved it.
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
    return null; // An earlier, nested field has the same name.
  }
}

/** The optimization applies to types with exactly one list of tagged parts, at the top level, in every response. */
function fieldOfParts({ parts = [], onRequest = [] }: EntityType): string | null {
  const [rule] = parts;
  return parts.length === 1 && rule?.tagged && !rule.path.includes('.') && !onRequest.includes(rule.path)
    ? rule.path
    : null;
}

function keyOf(field: string): string {
  return `"${field}":`;
}

function without(text: string, from: number, to: number): string {
  return `${text.slice(0, from)}${PLACEHOLDER}${text.slice(to)}`;
}

/**
 * Plain fields that an entity without a value of its own shows from its nearest container with one. They are added when
 * an entity is composed (`containers.ts` loads them with the references to containers) and never stored with it.
 */
import { parseObject } from '../../../contract/index.js';
import type { ShownRow } from '../../storage/index.js';
import type { EntityType, Fields } from '../define/define.js';
import { equal } from './equal.js';

type Stored = Pick<ShownRow, 'doc'>;

/**
 * The inherited members of a row as JSON text, each behind a comma. `containers`: their ids, nearest first. `passedBy`:
 * the value of a container, if it has one.
 */
export function inheritedMembers(
  row: Stored,
  fields: readonly string[],
  containers: readonly string[],
  passedBy: (containerId: string, field: string) => string | undefined,
): string {
  let text = '';
  for (const field of fields) {
    if (hasOwn(row, field)) continue;
    const [nearest] = containers.flatMap((id) => passedBy(id, field) ?? []);
    if (nearest !== undefined) text += `,"${field}":${JSON.stringify(nearest)}`;
  }
  return text;
}

/** Keeps inherited values of `before` that a write leaves out, so that leaving them out does not count as a change. */
export function keepInherited(type: EntityType, stored: Stored, before: Fields, after: Fields): void {
  for (const field of type.inheritedValues ?? [])
    if (after[field] === undefined && before[field] !== undefined && !hasOwn(stored, field))
      after[field] = before[field];
}

/** Removes inherited values that are still what they were from the fields to be stored. */
export function dropInherited(type: EntityType, stored: Stored | null, before: Fields | null, core: Fields): void {
  for (const field of type.inheritedValues ?? [])
    if (stored && before && !hasOwn(stored, field) && equal(core[field], before[field])) delete core[field];
}

function hasOwn({ doc }: Stored, field: string): boolean {
  // Most documents do not hold the text at all; those that do may hold it in a part.
  return doc.includes(`"${field}":`) && Object.hasOwn(parseObject(doc), field);
}

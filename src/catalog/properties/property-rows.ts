/** What is stored of custom properties to search by. Pure. */
import type { PropertyRow } from '../../storage/index.js';
import type { Fields } from '../define/define.js';
import type { PropertyDefinition } from './definitions.js';
import { propertyKind } from './property-kinds.js';

/** Characters of a value that an index can hold, whatever their encoding. */
const LONGEST_VALUE = 200;
/** Characters of a long text that words are searched in. */
const LONGEST_TEXT = 10_000;
const MOST_ROWS = 500;

/** A text as values are compared. */
export function foldedValue(text: string): string {
  return text.toLowerCase().slice(0, LONGEST_VALUE);
}

export function propertyRows(
  { id, type }: { id: string; type: string },
  extension: Fields,
  definitions: ReadonlyMap<string, PropertyDefinition>,
): PropertyRow[] {
  const rows: PropertyRow[] = [];
  for (const [property, value] of Object.entries(extension)) {
    const definition = definitions.get(property);
    const values = definition ? (propertyKind(definition.kind)?.values(value, definition.config) ?? []) : [];
    // Every property has a row of its own name, by which its entities are found.
    if (!values.some(({ part }) => part === '')) values.push({ part: '', text: '' });
    const counts = new Map<string, number>();
    for (const { part, text, number } of values.slice(-MOST_ROWS)) {
      const name = part === '' ? property : `${property}.${part}`;
      const ord = counts.get(name) ?? 0;
      counts.set(name, ord + 1);
      rows.push({ entity_id: id, type, name, ord, ...texts(text), number: number ?? null });
    }
  }
  return rows;
}

function texts(text: string): Pick<PropertyRow, 'value' | 'words'> {
  const value = foldedValue(text);
  return { value, words: text.length > LONGEST_VALUE ? text.slice(0, LONGEST_TEXT).toLowerCase() : null };
}

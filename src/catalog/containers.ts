/** What an entity lives in, as its answer shows it. */
import { type EntityRow, getReferences } from '../storage/index.js';
import type { Container } from './define.js';
import { referenceText } from './reference.js';
import type { Scope } from './route.js';

/** Containers of a row, nearest first. */
export function containersOf(row: Pick<EntityRow, 'refs'>): Container[] {
  return row.refs === null ? [] : (JSON.parse(row.refs) as Container[]);
}

/** References of the containers of rows, by id. */
export async function loadContainers(rows: readonly EntityRow[], scope: Scope): Promise<Map<string, string>> {
  const ids = new Set<string>();
  let last: string | null = null;
  for (const row of rows) {
    if (row.refs === null || row.refs === last) continue;
    last = row.refs;
    for (const [, id] of containersOf(row)) ids.add(id);
  }
  const texts = new Map<string, string>();
  if (ids.size === 0) return texts;
  for (const found of await getReferences(scope.sql, [...ids]))
    texts.set(found.id, referenceText(found.ref, found.id, scope.catalog.registry.path(found.type)));
  return texts;
}

/** The container fields of rows; neighbours in a list have the same. */
export function containerWriter(containers: Map<string, string>): (row: Pick<EntityRow, 'refs'>) => string {
  let last: string | null = null;
  let text = '';
  return (row) => {
    if (row.refs === last) return text;
    last = row.refs;
    text = '';
    for (const [field, id] of containersOf(row)) {
      if (field.startsWith('$')) continue;
      const reference = containers.get(id);
      if (reference !== undefined) text += `,"${field}":${reference}`;
    }
    return text;
  };
}

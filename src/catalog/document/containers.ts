/** Containers of entities and the response fields that reference them. */
import { parseList } from '../../../contract/index.js';
import { type EntityRow, getReferences, kept } from '../../storage/index.js';
import type { Container } from '../define/define.js';
import type { Scope } from '../routes/route.js';
import { hrefMark, referenceText, withHrefs } from './reference.js';

/** Containers of a row, nearest first. */
export function containersOf({ refs }: Pick<EntityRow, 'refs'>): readonly Container[] {
  return refs === null ? [] : parseList<Container>(refs);
}

type Contained = Pick<EntityRow, 'refs'>;

/** Reference texts of the rows' containers, by container id. */
export async function loadContainers(rows: readonly Contained[], scope: Scope): Promise<Map<string, string>> {
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

/**
 * Writes the container fields of rows for a response. If all rows have the same containers, the text is cached until
 * the next commit.
 */
export async function containerFields(
  rows: readonly Contained[],
  scope: Scope,
  written: Written,
): Promise<(row: Contained) => string> {
  const [first] = rows;
  const refs = first?.refs ?? null;
  if (rows.some((row) => row.refs !== refs)) return containerWriter(await loadContainers(rows, scope), written);
  if (!first || refs === null) return () => '';
  const load = async () => containerWriter(await loadContainers([first], scope), written)(first);
  const { links, hidden } = written;
  const text = await kept(scope.sql, `containers ${links} ${hidden} ${refs}`, load, (found) => found.length);
  return () => text;
}

/** How container fields are written: the prefix of links, and the fields to leave out. */
interface Written {
  links: string;
  hidden: readonly string[];
}

/** Writes the container fields of rows. Reuses the previous text, as neighbors in a list often share containers. */
export function containerWriter(
  containers: Map<string, string>,
  { links, hidden }: Written = { links: hrefMark, hidden: [] },
): (row: Contained) => string {
  let last: string | null = null;
  let text = '';
  return (row) => {
    if (row.refs === last) return text;
    last = row.refs;
    text = '';
    for (const [field, id] of containersOf(row)) {
      if (field.startsWith('$') || hidden.includes(field)) continue;
      const reference = containers.get(id);
      if (reference !== undefined) text += `,"${field}":${reference}`;
    }
    if (links !== hrefMark) text = withHrefs(text, links);
    return text;
  };
}

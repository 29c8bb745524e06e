/** Containers of entities and the response fields that reference them. */
import { parseList } from '../../../contract/index.js';
import {
  cached,
  type EntityRow,
  getReferences,
  getReferencesWith,
  type ReferenceRow,
  type ShownRow,
} from '../../storage/index.js';
import type { Container } from '../define/define.js';
import type { Scope } from '../routes/route.js';
import { inheritedMembers } from './inherited-values.js';
import { hrefMark, linkTo, withHrefs } from './reference.js';

/** Containers of a row, nearest first. */
export function containersOf({ refs }: Pick<EntityRow, 'refs'>): readonly Container[] {
  return refs === null ? [] : parseList<Container>(refs);
}

/** Id of the container that a row names in this field; undefined if it has none. */
export function containerIn(row: Pick<EntityRow, 'refs'>, field: string): string | undefined {
  return containersOf(row).find(([name]) => name === field)?.[1];
}

type Contained = Pick<ShownRow, 'refs' | 'doc'>;

/** Reference texts of the rows' containers by container id, and their values of `fields` by id and field. */
export async function loadContainers(
  rows: readonly Contained[],
  fields: readonly string[],
  scope: Scope,
): Promise<Map<string, string>> {
  const ids = new Set<string>();
  let last: string | null = null;
  for (const row of rows) {
    if (row.refs === null || row.refs === last) continue;
    last = row.refs;
    for (const [, id] of containersOf(row)) ids.add(id);
  }
  const texts = new Map<string, string>();
  if (ids.size === 0) return texts;
  const write = (row: ReferenceRow) => texts.set(row.id, linkTo(row, scope));
  if (fields.length === 0) for (const found of await getReferences(scope.sql, [...ids])) write(found);
  else
    for (const found of await getReferencesWith(scope.sql, [...ids], fields)) {
      write(found);
      for (const [i, value] of found.fields.entries()) if (value !== null) texts.set(`${found.id} ${fields[i]}`, value);
    }
  return texts;
}

/**
 * Writes the container fields of rows for a response, and the values of `fields` that they inherit. If all rows have
 * the same containers, what is loaded is cached until the next commit.
 */
export async function containerFields(
  rows: readonly Contained[],
  scope: Scope,
  written: Written,
): Promise<(row: Contained) => string> {
  const [first] = rows;
  const refs = first?.refs ?? null;
  const loaded = async (of: readonly Contained[]) =>
    containerWriter(await loadContainers(of, written.inherited, scope), written);
  if (rows.some((row) => row.refs !== refs)) return loaded(rows);
  if (!first || refs === null) return () => '';
  const { links, hidden, inherited } = written;
  const name = `containers ${links} ${hidden} ${inherited} ${refs}`;
  if (inherited.length > 0)
    return cached(
      scope.sql,
      name,
      () => loaded([first]),
      () => WRITER_WEIGHT,
    );
  const load = async () => (await loaded([first]))(first);
  const text = await cached(scope.sql, name, load, (found) => found.length);
  return () => text;
}

const WRITER_WEIGHT = 3000;

/** How container fields are written. */
interface Written {
  /** Prefix of links. */
  links: string;
  /** Fields to leave out. */
  hidden: readonly string[];
  /** Fields that rows inherit from their containers. */
  inherited: readonly string[];
}

/**
 * Writes the container fields of rows and the values that they inherit. Reuses the previous text, as neighbors in a
 * list often share containers.
 */
export function containerWriter(
  containers: Map<string, string>,
  { links, hidden, inherited }: Written = { links: hrefMark, hidden: [], inherited: [] },
): (row: Contained) => string {
  let last: string | null = null;
  let text = '';
  const passedBy = (id: string, field: string) => containers.get(`${id} ${field}`);
  const below = (row: Contained) => {
    if (inherited.length === 0) return '';
    const ids = containersOf(row).map(([, id]) => id);
    return inheritedMembers(row, inherited, ids, passedBy);
  };
  return (row) => {
    if (row.refs === last) return text + below(row);
    last = row.refs;
    text = '';
    for (const [field, id] of containersOf(row)) {
      if (field.startsWith('$') || hidden.includes(field)) continue;
      const reference = containers.get(id);
      if (reference !== undefined) text += `,"${field}":${reference}`;
    }
    if (links !== hrefMark) text = withHrefs(text, links);
    return text + below(row);
  };
}

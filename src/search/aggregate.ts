/** Counts of hits by the values of fields. Names of owners, tags and containers are looked up now. */
import type { Scope } from '../catalog/index.js';
import { facetLines, getReferences, RELATION, relationsTo, type SearchPlan } from '../storage/index.js';
import type { Facets } from './make-document.js';
import { type ReferencePart, type SearchField, searchField } from './search-fields.js';
import { indexOfType } from './search-indexes.js';

export interface Aggregation {
  /** Its name in the answer. */
  name: string;
  field: string;
  size: number;
  /** Keeps keys that match the whole pattern (`*` is any text). */
  include?: string;
}

export interface Bucket {
  key: string;
  doc_count: number;
}

/** `sterms#<name>` by name, as the engine answers it. */
export type Aggregations = Record<
  string,
  { doc_count_error_upper_bound: number; sum_other_doc_count: number; buckets: Bucket[] }
>;

interface Combination {
  facets: Facets;
  count: number;
}

const EMPTY_LINE = '';

export async function aggregate(plan: SearchPlan, wanted: readonly Aggregation[], scope: Scope): Promise<Aggregations> {
  const { registry } = scope.catalog;
  const fields = wanted.map((one) => searchField(one.field, true, registry));
  const parts = fields.some((field) => field.kind === 'value' && field.key === 'columns.name');
  const others = fields.some((field) => !(field.kind === 'value' && field.key === 'columns.name'));
  const combinations = others ? countLines<Facets>(await facetLines(scope.sql, plan, 'facets')) : [];
  const columns = parts ? countLines<string[]>(await facetLines(scope.sql, plan, 'parts')) : [];
  const facets = combinations.map(({ value, count }) => ({ facets: value, count }));
  const answer: Aggregations = {};
  for (const [i, one] of wanted.entries()) {
    const field = fields[i] as SearchField;
    const counts =
      field.kind === 'value' && field.key === 'columns.name'
        ? countParts(columns)
        : await countField(field, one.field, facets, scope);
    answer[`sterms#${one.name}`] = answered(counts, one);
  }
  return answer;
}

/** Lines are few different texts, so each is parsed once. */
function countLines<T>(lines: string): { value: T; count: number }[] {
  const counts = new Map<string, number>();
  for (const line of lines.split('\n')) if (line !== EMPTY_LINE) counts.set(line, (counts.get(line) ?? 0) + 1);
  return [...counts].map(([line, count]) => ({ value: JSON.parse(line) as T, count }));
}

function countParts(lists: readonly { value: readonly string[]; count: number }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { value, count } of lists)
    for (const name of new Set(value.map((part) => part.toLowerCase())))
      counts.set(name, (counts.get(name) ?? 0) + count);
  return counts;
}

async function countField(
  field: SearchField,
  given: string,
  combinations: readonly Combination[],
  scope: Scope,
): Promise<Map<string, number>> {
  const tally = (of: (facets: Facets) => readonly string[]) => {
    const counts = new Map<string, number>();
    for (const { facets, count } of combinations)
      for (const value of of(facets)) counts.set(value, (counts.get(value) ?? 0) + count);
    return counts;
  };
  switch (field.kind) {
    case 'type':
      return tally(({ y }) => [given === '_index' ? indexOfType(y) : y]);
    case 'owner':
    case 'domain': {
      const kind = field.kind === 'owner' ? RELATION.owns : RELATION.hasDomain;
      const inherited = await inheritedIds(kind, field.kind === 'owner' ? 'o' : 'd', combinations, scope);
      return named(
        tally((facets) => inherited(facets)),
        field.by,
        scope,
      );
    }
    case 'reference':
      return labelled(
        given,
        await named(
          tally((facets) => referenced(field.key, facets)),
          field.by,
          scope,
        ),
      );
    case 'value':
      return tally(({ s }) => (s && Object.hasOwn(s, field.key) ? [String(s[field.key]).toLowerCase()] : []));
    default:
      return new Map();
  }
}

/** Tags of tiers are counted apart from others. */
function labelled(given: string, counts: Map<string, number>): Map<string, number> {
  if (!given.startsWith('tier.')) return counts;
  return new Map([...counts].filter(([key]) => key.toLowerCase().startsWith('tier.')));
}

function referenced(key: string, { c, t, z, p }: Facets): readonly string[] {
  if (key === 'tags') return t ?? [];
  if (key === 'certification') return z ? [z] : [];
  if (key === 'edge.hasAsset') return p ?? [];
  return (c ?? []).filter(([field]) => field === key).map(([, id]) => id);
}

/** Own ids, or those of the nearest container that has some. */
async function inheritedIds(kind: string, own: 'o' | 'd', combinations: readonly Combination[], scope: Scope) {
  const containers = new Set<string>();
  for (const { facets } of combinations) if (!facets[own]) for (const [, id] of facets.c ?? []) containers.add(id);
  const of = new Map<string, string[]>();
  for (const edge of await relationsTo(scope.sql, [...containers], [kind]))
    of.set(edge.to_id, [...(of.get(edge.to_id) ?? []), edge.from_id]);
  return (facets: Facets): readonly string[] => {
    if (facets[own]) return facets[own];
    const [, id] = (facets.c ?? []).find(([, container]) => of.has(container)) ?? [];
    return id === undefined ? [] : (of.get(id) ?? []);
  };
}

/** Counts by id to counts by name. */
async function named(counts: Map<string, number>, by: ReferencePart, scope: Scope): Promise<Map<string, number>> {
  if (by === 'id' || counts.size === 0) return counts;
  const names = new Map(
    (await getReferences(scope.sql, [...counts.keys()])).map(({ id, ref }) => [id, nameOf(ref, by)]),
  );
  const result = new Map<string, number>();
  for (const [id, count] of counts) {
    const name = names.get(id);
    if (name !== undefined) result.set(name, (result.get(name) ?? 0) + count);
  }
  return result;
}

function nameOf(ref: string, by: ReferencePart): string {
  const { name, displayName, fullyQualifiedName } = JSON.parse(ref) as Record<string, string>;
  if (by === 'fqn') return fullyQualifiedName ?? name ?? '';
  if (by === 'name') return (name ?? '').toLowerCase();
  return (displayName ?? name ?? '').toLowerCase();
}

function answered(counts: Map<string, number>, { size, include }: Aggregation): Aggregations[string] {
  const fits = include === undefined || include === '' ? null : includes(include);
  const all = [...counts]
    .filter(([key]) => !fits || fits(key))
    .map(([key, doc_count]) => ({ key, doc_count }))
    .sort((a, b) => b.doc_count - a.doc_count || (a.key < b.key ? -1 : 1));
  const other = all.slice(size).reduce((sum, bucket) => sum + bucket.doc_count, 0);
  return { doc_count_error_upper_bound: 0, sum_other_doc_count: other, buckets: all.slice(0, size) };
}

/** `.*word.*` or `*word*`: the words between the wildcards in their order. Never a regular expression of the request. */
function includes(pattern: string): (key: string) => boolean {
  const pieces = pattern.toLowerCase().split(/(?:\.\*|\*)+/);
  return (key) => {
    const text = key.toLowerCase();
    if (pieces.length === 1) return text === pieces[0];
    let at = 0;
    for (const [i, piece] of pieces.entries()) {
      const found = i === pieces.length - 1 ? text.lastIndexOf(piece) : text.indexOf(piece, at);
      if (found < at || (i === 0 && found !== 0) || (i === pieces.length - 1 && found + piece.length !== text.length))
        return false;
      at = found + piece.length;
    }
    return true;
  };
}

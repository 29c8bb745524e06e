/** Counts hits by the values of fields. Names of owners, tags and containers are resolved at search time. */
import { setImmediate } from 'node:timers/promises';
import type { Scope } from '../../catalog/index.js';
import { getReferences } from '../../storage/index.js';
import type { Found, Tally } from '../engine/search-engine.js';
import { countNames, readPartLines } from '../query/part-fields.js';
import { labelsOfTerms } from '../query/reference-resolver.js';
import { type ReferencePart, type SearchField, searchField } from '../query/search-fields.js';
import { indexOfType } from '../query/search-indexes.js';

export interface Aggregation {
  /** The name of the aggregation in the response. */
  name: string;
  field: string;
  size: number;
  /** Only keys that match the whole pattern (`*` matches any text). */
  include?: string;
  /** Whether buckets also have their value as it is written. */
  labels?: boolean;
}

export interface Bucket {
  /** In lower case in most fields: case does not matter to filters. */
  key: string;
  doc_count: number;
  label?: string;
}

/** `sterms#<name>` by name, in the response format of the search engine. */
export type Aggregations = Record<
  string,
  { doc_count_error_upper_bound: number; sum_other_doc_count: number; buckets: Bucket[] }
>;

export async function aggregate(found: Found, wanted: readonly Aggregation[], scope: Scope): Promise<Aggregations> {
  await setImmediate(); // yield: there may be many hits
  const fields = wanted.map((one) => searchField(one.field, true, scope.catalog.registry));
  const lines = fields.some(isOfParts) ? readPartLines(await found.partLines()) : [];
  const tally = fields.every(isOfParts)
    ? new Map()
    : await found.tally(fields.some(isOfLabels) ? (ids) => labelsOfTerms(ids, scope.sql) : undefined);
  const references = await referencesIn(tally, fields, scope);
  const answer: Aggregations = {};
  for (const [i, one] of wanted.entries()) {
    const field = fields[i] as SearchField;
    const counts = isOfParts(field)
      ? countNames(lines, field.lists)
      : countField(field, one.field, tally, references, scope);
    answer[`sterms#${one.name}`] = answered(isFolded(field) ? folded(counts) : asWritten(counts), one);
  }
  return answer;
}

function isOfParts(field: SearchField): field is Extract<SearchField, { kind: 'partNames' }> {
  return field.kind === 'partNames';
}

/** Whether keys of the field are in lower case. */
function isFolded(field: SearchField): boolean {
  return isOfParts(field) || field.kind === 'value' || ('by' in field && field.by !== 'id' && field.by !== 'fqn');
}

function isOfLabels(field: SearchField): boolean {
  return field.kind === 'reference' && field.key === 'tags';
}

/** Names of entities by id. */
type References = ReadonlyMap<string, string>;

/** The entities that fields count by name, read together. */
async function referencesIn(tally: Tally, fields: readonly SearchField[], scope: Scope): Promise<References> {
  const ids = new Set<string>();
  for (const field of fields) {
    const counted = namedIn(field);
    if (counted !== null) for (const id of tally.get(counted)?.keys() ?? []) ids.add(id);
  }
  const found = await getReferences(scope.sql, [...ids]);
  return new Map(found.flatMap(({ id, ref, deleted }) => (deleted < 2 ? [[id, ref]] : [])));
}

/** The field of the tally whose ids are shown as names; null where there is none. */
function namedIn(field: SearchField): string | null {
  if (!('by' in field) || field.by === 'id' || field.kind === 'property') return null;
  if (field.kind === 'reference') return countedIn(field.key);
  return field.field === 'owners' ? 'o' : 'd';
}

function countField(
  field: SearchField,
  given: string,
  tally: Tally,
  references: References,
  { catalog }: Scope,
): ReadonlyMap<string, number> {
  const of = (name: string) => tally.get(name) ?? new Map<string, number>();
  switch (field.kind) {
    case 'type':
      return given === '_index'
        ? new Map([...of('y')].map(([type, count]) => [indexOfType(catalog.registry.get(type)), count]))
        : of('y');
    case 'inherited':
      return named(of(field.field === 'owners' ? 'o' : 'd'), field.by, references);
    case 'reference':
      return labelled(given, named(of(countedIn(field.key)), field.by, references));
    case 'value':
      return of(`s.${field.key}`);
    default:
      return new Map();
  }
}

function countedIn(key: string): string {
  return { tags: 't', certification: 'z', 'edge.hasAsset': 'p' }[key] ?? `c.${key}`;
}

/** Tier tags are counted apart from others. */
function labelled(given: string, counts: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  if (!given.startsWith('tier.')) return counts;
  return new Map([...counts].filter(([key]) => key.toLowerCase().startsWith('tier.')));
}

/** Turns counts by id into counts by name. */
function named(
  counts: ReadonlyMap<string, number>,
  by: ReferencePart,
  references: References,
): ReadonlyMap<string, number> {
  if (by === 'id' || counts.size === 0) return counts;
  const result = new Map<string, number>();
  for (const [id, count] of counts) {
    const ref = references.get(id);
    if (ref === undefined) continue;
    const name = nameOf(ref, by);
    result.set(name, (result.get(name) ?? 0) + count);
  }
  return result;
}

function nameOf(ref: string, by: ReferencePart): string {
  const { name, displayName, fullyQualifiedName } = JSON.parse(ref) as Record<string, string>;
  if (by === 'fqn') return fullyQualifiedName ?? name ?? '';
  if (by === 'name') return name ?? '';
  return displayName ?? name ?? '';
}

/** How often there is a value, and how it is written. */
interface Count {
  count: number;
  label: string;
}

function asWritten(counts: ReadonlyMap<string, number>): ReadonlyMap<string, Count> {
  return new Map([...counts].map(([label, count]) => [label, { count, label }]));
}

/** By value in lower case. Of several spellings the first by alphabet is shown, whichever was read first. */
function folded(counts: ReadonlyMap<string, number>): ReadonlyMap<string, Count> {
  const found = new Map<string, Count>();
  for (const [label, count] of counts) {
    const key = label.toLowerCase();
    const known = found.get(key);
    if (!known) found.set(key, { count, label });
    else found.set(key, { count: known.count + count, label: known.label < label ? known.label : label });
  }
  return found;
}

function answered(
  counts: ReadonlyMap<string, Count>,
  { size, include, labels = false }: Aggregation,
): Aggregations[string] {
  const fits = include === undefined || include === '' ? null : includes(include);
  const all = [...counts]
    .filter(([key]) => !fits || fits(key))
    .map(([key, { count, label }]) => ({ key, doc_count: count, ...(labels ? { label } : {}) }))
    .sort((a, b) => b.doc_count - a.doc_count || (a.key < b.key ? -1 : 1));
  const other = all.slice(size).reduce((sum, bucket) => sum + bucket.doc_count, 0);
  return { doc_count_error_upper_bound: 0, sum_other_doc_count: other, buckets: all.slice(0, size) };
}

/**
 * Matches `.*word.*` or `*word*`: the words between the wildcards, in order. Never runs a regular expression from the
 * request.
 */
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

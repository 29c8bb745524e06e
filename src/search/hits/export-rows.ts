/**
 * Exports the hits of a search as CSV in chunks: a few entities at a time, each chunk from its own snapshot, in
 * constant memory.
 */
import { setImmediate } from 'node:timers/promises';
import { catalogError } from '../../../contract/index.js';
import { csvLine, type Fields, isObject, type Scope } from '../../catalog/index.js';
import { openEngine } from '../engine/open-engine.js';
import type { Condition } from '../query/condition.js';
import { ALL, allOf } from '../query/search-query.js';
import { readSearchSettings } from '../settings/search-settings.js';
import { searchWith } from '../settings/search-with.js';
import { hitSources } from './hit-source.js';
import type { SearchRequest } from './run-search.js';

/** What to export. */
export interface ExportRequest {
  search: SearchRequest;
  /** Number of hits to skip. */
  from: number;
  /** Maximum number of rows; null: all. */
  size: number | null;
}

export interface Export {
  rows: number;
  /** The file, generated while it is read. */
  text(): AsyncGenerator<string>;
}

/**
 * Exports of up to this many rows are in the order of the search; larger ones are in the order in which entities were
 * first indexed.
 */
export const ORDERED_ROWS = 1000;
/** Hits per query, and entities that are loaded at once. */
const LOOK = 200;
const PIECE = 25;

/** Counts the hits; 400 when there are more rows than the server allows. The rows are read only when the text is. */
export async function prepareExport({ search, from, size }: ExportRequest, scope: Scope): Promise<Export> {
  const most = scope.catalog.options.exportLimit;
  // There are no aggregations, so the post filter can be merged into the filter.
  const wanted = { ...search, filter: allOf([search.filter, search.postFilter]), postFilter: ALL, from: 0 };
  const { total, counted, hits } = await searchWith(
    await readSearchSettings(scope),
    { ...wanted, size: ORDERED_ROWS, exact: true },
    scope,
  );
  const rows = Math.min(size ?? total, Math.max(0, total - from));
  if (rows > most)
    throw catalogError(
      'BAD_REQUEST',
      `the search matches ${rows} rows, but at most ${most} can be exported; add filters`,
    );
  const ids =
    from + rows <= ORDERED_ROWS
      ? piecesOf(hits.slice(from, from + rows).map(({ id }) => id))
      : idsInOrder(counted.condition, { from, rows }, scope);
  return { rows, text: () => lines(ids, scope) };
}

async function* piecesOf(ids: readonly string[]): AsyncGenerator<string[]> {
  for (let i = 0; i < ids.length; i += PIECE) yield ids.slice(i, i + PIECE);
}

async function* idsInOrder(
  condition: Condition,
  { from, rows }: { from: number; rows: number },
  scope: Scope,
): AsyncGenerator<string[]> {
  let at: number | null = 0;
  let skip = from;
  let left = rows;
  while (at !== null && left > 0) {
    const after: number = at;
    const page = await scope.reopen(async (sql) => (await openEngine({ ...scope, sql })).after(condition, after, LOOK));
    const ids = page.hits.slice(skip, skip + left).map(({ id }) => id);
    skip -= Math.min(skip, page.hits.length);
    left -= ids.length;
    at = page.next;
    yield* piecesOf(ids);
    await setImmediate();
  }
}

const header = [
  'Entity Type',
  'Service Name',
  'Service Type',
  'FQN',
  'Name',
  'Display Name',
  'Description',
  'Owners',
  'Tags',
  'Glossary Terms',
  'Domains',
  'Tier',
];

async function* lines(pieces: AsyncGenerator<string[]>, scope: Scope): AsyncGenerator<string> {
  yield csvLine(header);
  for await (const ids of pieces) {
    const sources = await scope.reopen((sql) => hitSources(ids, { ...scope, sql }));
    yield ids
      .map((id) => sources.get(id))
      .filter((source) => source !== undefined)
      .map((source) => csvLine(recordOf(source)))
      .join('');
    await setImmediate();
  }
}

function recordOf(source: Fields): string[] {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const tags = objects(source.tags);
  const labels = (kind: string) => joined(tags.filter((tag) => tag.source === kind).map((tag) => text(tag.tagFQN)));
  return [
    text(source.entityType),
    isObject(source.service) ? text(source.service.name) : '',
    text(source.serviceType),
    text(source.fullyQualifiedName),
    text(source.name),
    text(source.displayName),
    text(source.description),
    joined(objects(source.owners).map(nameOf)),
    labels('Classification'),
    labels('Glossary'),
    joined(objects(source.domains).map(nameOf)),
    isObject(source.tier) ? text(source.tier.tagFQN) : '',
  ];
}

function objects(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function nameOf({ displayName, name }: Fields): string {
  return String(displayName || name || '');
}

function joined(values: readonly string[]): string {
  return values.filter((value) => value !== '').join('|');
}

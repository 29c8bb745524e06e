/** `GET grid`: names of columns over the whole catalog, page by page, with the metadata of the columns of each name. */

import { type Column, catalogError } from '../../../contract/index.js';
import {
  at,
  type Fields,
  joinFqn,
  type Reply,
  type Request,
  readCursor,
  readFlag,
  readLimit,
  type Scope,
  writeCursor,
} from '../../catalog/index.js';
import { groupBy, present } from '../../context/index.js';
import { refusePowerless } from '../../entities/index.js';
import { labelsOfColumn, wordsOfColumn } from './column-digest.js';
import { type ColumnFilter, conditionOf, gridFilter } from './column-filter.js';
import {
  addColumn,
  type ColumnGroup,
  largestGroups,
  type MetadataStatus,
  MOST_PLACES,
  meets,
  metadataStatuses,
  type NamedColumns,
  type RowFilter,
  statusOfAll,
} from './column-groups.js';
import { walkDigests } from './walk-digests.js';
import { type ColumnEntity, entitiesById, paceOf } from './walk-entities.js';

export const MOST_NAMES = 10_000;
export const USUAL_NAMES = 1000;
/** Most groups of a page: it ends before a name that would exceed them. A single name lists this many at most. */
const MOST_GROUPS = 10_000;

interface GridRequest {
  filter: ColumnFilter;
  /** Part of a name, in lower case. */
  pattern: string;
  rows: RowFilter;
  size: number;
  /** Most columns that are listed of each group. */
  places: number;
  /** What a cursor is bound to. */
  list: readonly unknown[];
  /** The last name of the previous page. */
  after: string | null;
}

export async function columnGrid({ query }: Request, scope: Scope): Promise<Reply> {
  refusePowerless('ViewBasic', scope);
  const request: GridRequest = {
    filter: gridFilter(query, scope),
    pattern: (query.columnNamePattern ?? '').toLowerCase(),
    rows: {
      status: readStatus(query.metadataStatus),
      conflicts: readFlag(query, 'hasConflicts'),
      missing: readFlag(query, 'hasMissingMetadata'),
    },
    size: query.size
      ? readLimit(query.size, USUAL_NAMES, 1, MOST_NAMES, 'size')
      : readLimit(query.limit, USUAL_NAMES, 1, MOST_NAMES),
    places: readLimit(query.occurrences, MOST_PLACES, 0, MOST_PLACES, 'occurrences'),
    list: listOf(query),
    after: query.cursor ? readCursor(query.cursor, 'cursor', listOf(query)).key : null,
  };
  return { status: 200, body: gridText(request, scope) };
}

/** Everything that narrows the grid. */
function listOf({
  cursor: _1,
  size: _2,
  limit: _3,
  occurrences: _4,
  ...narrowing
}: Request['query']): readonly unknown[] {
  return ['columns', ...Object.entries(narrowing).sort(([a], [b]) => (a < b ? -1 : 1))];
}

function readStatus(given: string | undefined): MetadataStatus | null {
  if (!given) return null;
  const status = metadataStatuses.find((name) => name === given.toUpperCase());
  if (!status)
    throw catalogError('BAD_REQUEST', `query param metadataStatus must be one of ${metadataStatuses.join(', ')}`);
  return status;
}

/** Counts all columns by their digests, and reads only the entities that have columns of the page. */
async function* gridText(request: GridRequest, scope: Scope): AsyncGenerator<string> {
  const all = new Map<string, NamedColumns>();
  yield* collect(request, all, scope);
  const pace = paceOf(scope);
  let [unique, occurrences] = [0, 0];
  const names = createFirstNames(request.size + 1);
  for (const [name, named] of all) {
    await pace.turn();
    if (!meets(named, request.rows)) continue;
    unique++;
    occurrences += named.total;
    if (request.after === null || name > request.after) names.add(name);
  }
  const { page, more } = pageOf(names.sorted(), all, request.size);
  const groups = page.map((name) => [name, largestGroups(present(all.get(name)), MOST_GROUPS)] as const);
  const shown = await showGroups(groups, request.places, scope);
  yield '{"columns":[';
  for (const [i, [name, ofName]] of groups.entries()) {
    await pace.turn();
    const item = itemOf(name, present(all.get(name)), ofName, shown);
    yield `${i > 0 ? ',' : ''}${JSON.stringify(item)}`;
  }
  const cursor = more ? writeCursor({ key: present(page.at(-1)), id: '' }, request.list) : undefined;
  yield `],${JSON.stringify({ totalUniqueColumns: unique, totalOccurrences: occurrences, cursor }).slice(1)}`;
}

/** Yields empty text between batches, so that collecting ends when the client has disconnected. */
async function* collect(
  { filter, pattern }: GridRequest,
  all: Map<string, NamedColumns>,
  scope: Scope,
): AsyncGenerator<string, void> {
  const condition = await scope.reopen((sql) => conditionOf(filter, { ...scope, sql }));
  const pace = paceOf(scope);
  const wanted = filter.labels && new Set([...filter.labels.tags, ...filter.labels.terms].map(lower));
  for await (const { entities, shown } of walkDigests(condition, scope)) {
    for (const { id, columns } of entities) {
      await pace.turn();
      for (const column of columns) {
        const [name] = column;
        if (filter.columnName !== null && name !== filter.columnName) continue;
        if (pattern !== '' && !name.toLowerCase().includes(pattern)) continue;
        const { key, labels } = shown(labelsOfColumn(column));
        if (wanted && !labels.some(({ tagFQN }) => wanted.has(lower(tagFQN)))) continue;
        addColumn(all, name, wordsOfColumn(column), key, id);
      }
    }
    yield '';
  }
}

function lower(text: string): string {
  return text.toLowerCase();
}

/** Collects the first of many names without sorting all of them. */
function createFirstNames(count: number) {
  let names: string[] = [];
  const sorted = () => names.sort().slice(0, count);
  return {
    add(name: string): void {
      names.push(name);
      if (names.length >= 4 * count) names = sorted();
    },
    sorted,
  };
}

/** As many of the names as fit a page, at least one, and whether there are more. */
function pageOf(
  names: readonly string[],
  all: ReadonlyMap<string, NamedColumns>,
  size: number,
): { page: string[]; more: boolean } {
  let groups = 0;
  const page: string[] = [];
  for (const name of names.slice(0, size)) {
    groups += all.get(name)?.groups.size ?? 0;
    if (groups > MOST_GROUPS && page.length > 0) break;
    page.push(name);
  }
  return { page, more: names.length > page.length };
}

/** What is shown of a group: the metadata of its first column, and where its first columns are. */
interface ShownGroup {
  metadata: Fields;
  places: Fields[];
}

async function showGroups(
  groups: readonly (readonly [name: string, ofName: readonly ColumnGroup[]])[],
  places: number,
  scope: Scope,
): Promise<Map<ColumnGroup, ShownGroup>> {
  const columnsToShow = groups.flatMap(([name, ofName]) =>
    ofName.flatMap((group) => group.entityIds.slice(0, Math.max(1, places)).map((id) => ({ id, name, group }))),
  );
  const byEntity = groupBy(columnsToShow, ({ id }) => id);
  const shown = new Map<ColumnGroup, ShownGroup>();
  const pace = paceOf(scope);
  for await (const found of entitiesById([...byEntity.keys()], scope)) {
    const columns = new Map(columnsOf(found).map((column) => [column.name, column]));
    for (const { name, group } of byEntity.get(found.id) ?? []) {
      await pace.turn();
      const column = columns.get(name);
      if (!column) continue; // It was changed meanwhile.
      const path = joinFqn(null, name);
      const known = shown.get(group) ?? { metadata: describe(found, column, path), places: [] };
      if (known.places.length < places)
        known.places.push({ columnFQN: `${found.place.entityFQN}.${path}`, ...found.place });
      shown.set(group, known);
    }
  }
  return shown;
}

function columnsOf({ holder, entity }: ColumnEntity): Column[] {
  const columns = at(entity, holder.rule.path);
  return Array.isArray(columns) ? columns : [];
}

function textsOf({ displayName, description }: Fields): { displayName?: string; description?: string } {
  return {
    ...(typeof displayName === 'string' && displayName !== '' ? { displayName } : {}),
    ...(typeof description === 'string' && description !== '' ? { description } : {}),
  };
}

function describe(found: ColumnEntity, column: Column, path: string): Fields {
  const { dataType, children = [] } = column;
  return {
    ...textsOf(column),
    tags: found.tagsAt(path),
    dataType,
    ...(children.length > 0 ? { children: children.map((child: Column) => childOf(found, child, path)) } : {}),
  };
}

function childOf(found: ColumnEntity, child: Column, above: string): Fields {
  const path = joinFqn(above, child.name);
  const { name, fullyQualifiedName } = child;
  return { name, fullyQualifiedName, ...describe(found, child, path) };
}

function itemOf(
  columnName: string,
  named: NamedColumns,
  groups: readonly ColumnGroup[],
  shown: ReadonlyMap<ColumnGroup, ShownGroup>,
): Fields {
  return {
    columnName,
    totalOccurrences: named.total,
    hasVariations: named.groups.size > 1,
    metadataStatus: statusOfAll(named),
    groups: groups.map((group) => ({
      groupId: group.id,
      ...shown.get(group)?.metadata,
      metadataStatus: group.status,
      occurrenceCount: group.count,
      occurrences: shown.get(group)?.places ?? [],
    })),
  };
}

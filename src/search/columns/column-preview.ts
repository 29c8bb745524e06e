/** `POST bulk-update-preview`: what a bulk update of columns would make of each, as far as the reader may see them. */
import { type Fields, isHidden, type Reply, type Request, type Scope, visibleIds } from '../../catalog/index.js';
import {
  type BulkColumnUpdate,
  type ColumnUpdate,
  columnAt,
  columnHolders,
  entitiesOfColumns,
  type NamedColumnUpdate,
  readBulkUpdate,
  refusePowerless,
  sameLabels,
} from '../../entities/index.js';
import type { TagLabel } from '../../traits/index.js';
import { readColumnFilter } from './column-filter.js';
import { columnsNamed, type FoundColumn, placeOf, wordsOf } from './column-search.js';
import { entitiesById } from './walk-entities.js';

export async function previewUpdate(request: Request, scope: Scope): Promise<Reply> {
  refusePowerless('ViewBasic', scope);
  const update = readBulkUpdate(request, scope);
  const named = update.columnName === undefined ? null : readColumnFilter(update, scope);
  return { status: 200, body: named ? namedText(update, named, scope) : listedText(update.columnUpdates ?? [], scope) };
}

async function* namedText(
  update: BulkColumnUpdate,
  filter: ReturnType<typeof readColumnFilter>,
  scope: Scope,
): AsyncGenerator<string> {
  let totalColumns = 0;
  for await (const found of columnsNamed(filter, scope)) {
    yield totalColumns === 0 ? '{"columnPreviews":[' : ',';
    yield JSON.stringify(previewOf(found, update));
    totalColumns++;
  }
  yield `${totalColumns === 0 ? '{"columnPreviews":[' : ''}],"totalColumns":${totalColumns}}`;
}

/** In the order of the request. What is not there, or not for the reader to see, counts but is not told. */
async function* listedText(updates: readonly NamedColumnUpdate[], scope: Scope): AsyncGenerator<string> {
  const ids = await scope.reopen((sql) => shownEntities(updates, { ...scope, sql }));
  const byEntity = new Map<string, NamedColumnUpdate[]>();
  for (const update of updates) {
    const id = ids.get(update);
    if (id !== undefined) byEntity.set(id, [...(byEntity.get(id) ?? []), update]);
  }
  const previews = new Map<NamedColumnUpdate, Fields>();
  for await (const found of entitiesById([...byEntity.keys()], scope))
    for (const update of byEntity.get(found.id) ?? []) {
      const placed = columnAt(found.holder, found.entity, update.columnFQN);
      if (placed) previews.set(update, previewOf({ found, placed }, update));
    }
  const columnPreviews = updates.flatMap((update) => previews.get(update) ?? []);
  yield JSON.stringify({ totalColumns: updates.length, columnPreviews });
}

/** Ids of the entities that have the columns. */
async function shownEntities(
  updates: readonly NamedColumnUpdate[],
  scope: Scope,
): Promise<Map<NamedColumnUpdate, string>> {
  const ids = new Map<NamedColumnUpdate, string>();
  const { removals, registry } = scope.catalog;
  const under = await removals.under(scope.sql, scope.context.now());
  for (const { type } of columnHolders(scope)) {
    const ofType = updates.filter(({ entityType }) => entityType === type.name);
    const rows = await entitiesOfColumns(
      type,
      ofType.map(({ columnFQN }) => columnFQN),
      scope,
    );
    const visible = await visibleIds([...rows.values()], scope);
    for (const update of ofType) {
      const row = rows.get(update.columnFQN);
      if (row?.deleted === 0 && visible.has(row.id) && !isHidden(under, row, 'non-deleted', registry))
        ids.set(update, row.id);
    }
  }
  return ids;
}

function previewOf({ found, placed }: FoundColumn, update: ColumnUpdate): Fields {
  const current = wordsOf(found, placed);
  const now = {
    displayName: textAfter(current.displayName, update.displayName),
    description: textAfter(current.description, update.description),
    tags: update.tags ?? current.tags,
  };
  const hasChanges =
    now.displayName !== current.displayName ||
    now.description !== current.description ||
    !sameLabels(now.tags as TagLabel[], current.tags as TagLabel[]);
  return { ...placeOf(found, placed), currentValues: current, newValues: now, hasChanges };
}

/** Blank text takes away; none stays as it is. */
function textAfter(stored: unknown, given: string | undefined): unknown {
  if (given === undefined) return stored;
  return given.trim() === '' ? undefined : given;
}

/** `POST bulk-update-preview`: the effect of a bulk update on each column, as far as the caller may see it. */
import type { TagLabel } from '../../../contract/index.js';
import {
  type EntityType,
  type Fields,
  isHidden,
  type Reply,
  type Request,
  type Scope,
  visibleIds,
} from '../../catalog/index.js';
import {
  type BulkColumnUpdate,
  type ColumnUpdate,
  columnFinder,
  columnHolders,
  entitiesOfColumns,
  type NamedColumnUpdate,
  readBulkUpdate,
  refusePowerless,
  sameLabels,
} from '../../entities/index.js';
import { readColumnFilter } from './column-filter.js';
import { columnsNamed, type FoundColumn, placeOf, wordsOf } from './column-search.js';
import { entitiesById, paceOf } from './walk-entities.js';

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

/** In the order of the request. Columns that do not exist or that the caller may not see count but are not listed. */
async function* listedText(updates: readonly NamedColumnUpdate[], scope: Scope): AsyncGenerator<string> {
  const byEntity = await shownEntities(updates, scope);
  const previews = new Map<NamedColumnUpdate, Fields>();
  for await (const found of entitiesById([...byEntity.keys()], scope)) {
    const find = columnFinder(found.holder, found.entity);
    for (const update of byEntity.get(found.id) ?? []) {
      const placed = find(update.columnFQN);
      if (placed) previews.set(update, previewOf({ found, placed }, update));
    }
  }
  const columnPreviews = updates.flatMap((update) => previews.get(update) ?? []);
  yield JSON.stringify({ totalColumns: updates.length, columnPreviews });
}

/** Updates whose entities are read in one snapshot. */
const LOOK = 50;

/** Groups updates by the entities that have the columns, as far as the caller may see these. */
async function shownEntities(
  updates: readonly NamedColumnUpdate[],
  scope: Scope,
): Promise<Map<string, NamedColumnUpdate[]>> {
  const byEntity = new Map<string, NamedColumnUpdate[]>();
  const pace = paceOf(scope);
  for (const { type } of columnHolders(scope)) {
    const ofType = updates.filter(({ entityType }) => entityType === type.name);
    for (let i = 0; i < ofType.length; i += LOOK) {
      const some = ofType.slice(i, i + LOOK);
      const ids = await scope.reopen((sql) => shownIds(type, some, { ...scope, sql }));
      for (const update of some) {
        const id = ids.get(update.columnFQN);
        if (id === undefined) continue;
        const known = byEntity.get(id);
        if (known) known.push(update);
        else byEntity.set(id, [update]);
      }
      await pace.turn();
    }
  }
  return byEntity;
}

/** Ids of the entities, by the FQNs of the columns. */
async function shownIds(
  type: EntityType,
  updates: readonly NamedColumnUpdate[],
  scope: Scope,
): Promise<Map<string, string>> {
  const { removals } = scope.catalog;
  const under = await removals.under(scope.sql);
  const fqns = updates.map(({ columnFQN }) => columnFQN);
  const rows = await entitiesOfColumns(type, fqns, scope);
  const visible = await visibleIds([...rows.values()], scope);
  const shown = [...rows].filter(
    ([, row]) => row.deleted === 0 && visible.has(row.id) && !isHidden(under, row, 'non-deleted'),
  );
  return new Map(shown.map(([fqn, { id }]) => [fqn, id]));
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

/** Blank text removes the value; undefined leaves it unchanged. */
function textAfter(stored: unknown, given: string | undefined): unknown {
  if (given === undefined) return stored;
  return given.trim() === '' ? undefined : given;
}

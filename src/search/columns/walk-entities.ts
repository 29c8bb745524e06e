/**
 * Reads entities that have columns, a few at a time, each batch from its own snapshot, so that none is held until the
 * last entity is sent.
 */
import type { ColumnUpdatePreview, TagLabel } from '../../../contract/index.js';
import {
  apiUrl,
  containersOf,
  type EntityType,
  type Fields,
  parseLinkedList,
  type Scope,
} from '../../catalog/index.js';
import { type ColumnHolder, columnHolders } from '../../entities/index.js';
import { connectionValue, type EntityRow, getEntitiesByIds, getReferences } from '../../storage/index.js';
import { openEngine } from '../engine/open-engine.js';
import { createPace, createTurns, type Pace } from '../evaluation/pace.js';
import type { Condition } from '../query/condition.js';

/** Where a column is. */
export type EntityPlace = Omit<ColumnUpdatePreview, 'columnFQN' | 'currentValues' | 'newValues' | 'hasChanges'>;

export interface ColumnEntity {
  holder: ColumnHolder;
  id: string;
  entity: Fields;
  place: EntityPlace;
  /** Labels of the column at a path. */
  tagsAt(path: string): TagLabel[];
}

/**
 * Entities per batch at first, and the approximate characters of text per batch. Batches shrink where tables are wide.
 */
const LOOK = 200;
const TEXT = 1_000_000;

/** All requests that read columns share the turns of one pace. */
export function turnsIn({ sql }: Scope): () => Promise<void> {
  return connectionValue(sql, 'columns.turns', createTurns);
}

export function paceOf(scope: Scope): Pace {
  return createPace(scope.context.now, turnsIn(scope));
}

export async function* walkEntities(condition: Condition, scope: Scope): AsyncGenerator<ColumnEntity> {
  const pace = paceOf(scope);
  const nextTurn = turnsIn(scope);
  let at: number | null = 0;
  let look = LOOK;
  while (at !== null) {
    const after: number = at;
    await nextTurn();
    const found = await scope.reopen(async (sql) => {
      const inside = { ...scope, sql };
      const { hits, next } = await (await openEngine(inside)).after(condition, after, look);
      return {
        next,
        loaded: await load(
          hits.map(({ id }) => id),
          inside,
        ),
      };
    });
    for (const read of found.loaded) {
      yield read();
      await pace.turn();
    }
    look = batchSize(found.loaded);
    at = found.next;
  }
}

/** Entities by id, as many as still exist; does not check rights. */
export async function* entitiesById(ids: readonly string[], scope: Scope): AsyncGenerator<ColumnEntity> {
  const pace = paceOf(scope);
  const nextTurn = turnsIn(scope);
  for (let i = 0, look = LOOK; i < ids.length; ) {
    const some = ids.slice(i, i + look);
    await nextTurn();
    const loaded = await scope.reopen((sql) => load(some, { ...scope, sql }));
    for (const read of loaded) {
      yield read();
      await pace.turn();
    }
    i += some.length;
    look = batchSize(loaded);
  }
}

/** Parses the entity; to be called after the snapshot is closed. */
type Loaded = (() => ColumnEntity) & { size: number };

function batchSize(loaded: readonly Loaded[]): number {
  const size = loaded.reduce((sum, one) => sum + one.size, 0) / Math.max(1, loaded.length);
  return Math.max(5, Math.min(LOOK, Math.floor(TEXT / Math.max(1, size))));
}

async function load(ids: readonly string[], scope: Scope): Promise<Loaded[]> {
  const rows = new Map((await getEntitiesByIds(scope.sql, ids)).map((row) => [row.id, row]));
  const live = ids.flatMap((id) => rows.get(id) ?? []).filter(({ deleted }) => deleted === 0);
  const names = await containerNames(live, scope);
  const loaded: Loaded[] = [];
  for (const holder of columnHolders(scope)) {
    const ofType = live.filter(({ type }) => type === holder.type.name);
    const labels = await labelsOf(holder.type, ofType, scope);
    for (const row of ofType)
      loaded.push(Object.assign(() => read(holder, row, names, labels.get(row.id), scope), { size: row.doc.length }));
  }
  return loaded;
}

type Labels = Map<string, string>;

async function labelsOf(type: EntityType, rows: readonly EntityRow[], scope: Scope): Promise<Map<string, Labels>> {
  const trait = type.traits?.find((candidate) => candidate.loadParts);
  return rows.length > 0 && trait?.loadParts ? trait.loadParts(rows, scope) : new Map<string, Labels>();
}

function read(
  holder: ColumnHolder,
  row: EntityRow,
  names: ReadonlyMap<string, string>,
  labels: Labels | undefined,
  { catalog }: Scope,
): ColumnEntity {
  const entity = JSON.parse(row.doc) as Fields;
  const nameIn = new Map(containersOf(row).map(([field, id]) => [field, names.get(id)]));
  const displayName = entity.displayName as string | undefined;
  const containers = Object.entries(CONTAINER_NAMES).flatMap(([field, shown]) => {
    const name = nameIn.get(field);
    return name === undefined ? [] : [[shown, name] as const];
  });
  return {
    holder,
    id: row.id,
    entity,
    place: {
      entityType: row.type,
      entityFQN: row.fqn,
      ...(displayName ? { entityDisplayName: displayName } : {}),
      ...Object.fromEntries(containers),
    },
    tagsAt(path) {
      const text = labels?.get(path);
      return text === undefined ? [] : parseLinkedList<TagLabel>(text, apiUrl({ catalog }));
    },
  };
}

/** Containers that responses name, by the reference field that holds them. */
const CONTAINER_NAMES = { service: 'serviceName', database: 'databaseName', databaseSchema: 'schemaName' };

async function containerNames(rows: readonly EntityRow[], { sql }: Scope): Promise<Map<string, string>> {
  const ids = new Set(rows.flatMap((row) => containersOf(row).map(([, id]) => id)));
  const references = await getReferences(sql, [...ids]);
  return new Map(references.map(({ id, ref }) => [id, (JSON.parse(ref) as { name: string }).name]));
}

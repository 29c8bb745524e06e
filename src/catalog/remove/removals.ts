/**
 * Cached deletes and restores in progress, each identified by the id of its root. Dropped on invalidation. If several
 * processes can write to the database, invalidations of others arrive with a delay, so that a read would show what lies
 * below a root that is gone: there only the cache of the read's own snapshot is used.
 */
import {
  cached,
  capabilitiesOf,
  type DeletionRow,
  type EntityRow,
  type ListCondition,
  listDeletions,
  type Sql,
} from '../../storage/index.js';
import type { Registry } from '../define/registry.js';
import { insideOf, liesInside } from '../document/inside.js';

export interface Removals {
  /** Deletes and restores in progress. */
  under(sql: Sql): Promise<readonly DeletionRow[]>;
  drop(): void;
}

export function createRemovals(): Removals {
  let latest: readonly DeletionRow[] | null = null;
  return {
    async under(sql) {
      if (latest) return latest;
      const rows = await cached(sql, 'deletions', () => listDeletions(sql), weightOf);
      if (!capabilitiesOf(sql).concurrentWriters) latest = rows;
      return rows;
    },
    drop() {
      latest = null;
    },
  };
}

function weightOf(rows: readonly DeletionRow[]): number {
  return 10 + rows.length * 300;
}

/** Values of `DeletionRow.hard`. */
export const removalKind = { soft: 0, hard: 1, restore: 2 } as const;

type Member = Pick<EntityRow, 'id' | 'refs'>;

/** Whether the entity is the root of the removal or one of its descendants. */
export function isWithin({ root_id }: DeletionRow, row: Member): boolean {
  return row.id === root_id || liesInside(row, root_id);
}

/** Whether reads must treat the entity as deleted, although its row has not been processed yet. */
export function isHidden(
  removals: readonly DeletionRow[],
  row: Member,
  include: 'non-deleted' | 'deleted' | 'all',
): boolean {
  return removals.some((removal) => hides(removal, include) && isWithin(removal, row));
}

/** The same as list conditions for one type; empty if no entities of the type are affected. */
export function hiddenCondition(
  removals: readonly DeletionRow[],
  type: string,
  include: 'non-deleted' | 'deleted' | 'all',
  registry: Registry,
): ListCondition[] {
  const containers = removals
    .filter((removal) => hides(removal, include) && registry.liesBelow(type, removal.root_type))
    .map(({ root_id: id, root_type, root_fqn: fqn }) => insideOf({ id, type: root_type, fqn }, type, registry));
  return containers.length === 0 ? [] : [{ by: 'notBelow', containers }];
}

function hides(removal: DeletionRow, include: 'non-deleted' | 'deleted' | 'all'): boolean {
  return removal.hard === removalKind.hard || (removal.hard === removalKind.soft && include === 'non-deleted');
}

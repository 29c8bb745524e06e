/**
 * Subtrees on their way out or back: kept until a mark says otherwise. With several processes on one database they are looked up
 * again after half a second. A subtree is known by the id of its root.
 */
import {
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
  /** Deletions and restores under way. */
  under(sql: Sql, now: number): Promise<readonly DeletionRow[]>;
  drop(): void;
}

const maxAge = 500;

export function createRemovals(): Removals {
  let kept: { rows: readonly DeletionRow[]; at: number } | null = null;
  return {
    async under(sql, now) {
      if (kept && (!capabilitiesOf(sql).concurrentWriters || now - kept.at < maxAge)) return kept.rows;
      kept = { rows: await listDeletions(sql), at: now };
      return kept.rows;
    },
    drop() {
      kept = null;
    },
  };
}

/** Kinds of `DeletionRow.hard`. */
export const removalKind = { soft: 0, hard: 1, restore: 2 } as const;

type Member = Pick<EntityRow, 'id' | 'refs'>;

/** Whether the entity is the root of the removal or lies below it. */
export function isWithin({ root_id }: DeletionRow, row: Member): boolean {
  return row.id === root_id || liesInside(row, root_id);
}

/** Readers see what is being deleted as deleted at once, though it is still there. */
export function isHidden(
  removals: readonly DeletionRow[],
  row: Member,
  include: 'non-deleted' | 'deleted' | 'all',
): boolean {
  return removals.some((removal) => hides(removal, include) && isWithin(removal, row));
}

/** The same for a list of one type: no condition when nothing of it is being deleted. */
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

/**
 * Subtrees on their way out or back: kept until a mark says otherwise. With several processes on one database they are looked up
 * again after half a second. A subtree is known by the name of its root and by the types that can lie below it.
 */
import { type DeletionRow, type EntityRow, type ListCondition, listDeletions, type Sql } from '../storage/index.js';
import type { Registry } from './registry.js';

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
      if (kept && (!sql.dialect.concurrentWriters || now - kept.at < maxAge)) return kept.rows;
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

type Member = Pick<EntityRow, 'id' | 'type' | 'fqn'>;

/** Whether the entity is the root of the removal or lies below it. */
export function isWithin(removal: DeletionRow, row: Member, registry: Registry): boolean {
  if (row.id === removal.root_id) return true;
  return row.fqn.startsWith(`${removal.root_fqn}.`) && registry.liesBelow(row.type, removal.root_type);
}

/** Readers see what is being deleted as deleted at once, though it is still there. */
export function isHidden(
  removals: readonly DeletionRow[],
  row: Member,
  include: 'non-deleted' | 'deleted' | 'all',
  registry: Registry,
): boolean {
  return removals.some((removal) => hides(removal, include) && isWithin(removal, row, registry));
}

/** The same for a list of one type: no condition when nothing of it is being deleted. */
export function hiddenCondition(
  removals: readonly DeletionRow[],
  type: string,
  include: 'non-deleted' | 'deleted' | 'all',
  registry: Registry,
): ListCondition[] {
  const fqns = removals
    .filter((removal) => hides(removal, include) && registry.liesBelow(type, removal.root_type))
    .map((removal) => removal.root_fqn);
  return fqns.length === 0 ? [] : [{ by: 'notBelow', fqns }];
}

function hides(removal: DeletionRow, include: 'non-deleted' | 'deleted' | 'all'): boolean {
  return removal.hard === removalKind.hard || (removal.hard === removalKind.soft && include === 'non-deleted');
}

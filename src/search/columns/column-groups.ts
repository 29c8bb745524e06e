/** Groups columns by name and, within a name, by metadata. Stores which entities have columns, not their metadata. Pure. */

import { hash } from 'node:crypto';
import { isDescribed } from './column-digest.js';

export type MetadataStatus = 'MISSING' | 'INCOMPLETE' | 'INCONSISTENT' | 'COMPLETE';

export const metadataStatuses: readonly MetadataStatus[] = ['MISSING', 'INCOMPLETE', 'INCONSISTENT', 'COMPLETE'];

export interface ColumnGroup {
  id: string;
  status: Exclude<MetadataStatus, 'INCONSISTENT'>;
  count: number;
  /** The entities that have the first columns of the group. */
  entityIds: string[];
}

export interface NamedColumns {
  total: number;
  groups: Map<string, ColumnGroup>;
}

/** Most columns that are listed of one group. */
export const MOST_PLACES = 100;

/** Adds a column to those of its name. `words` and `labels` identify its texts and its labels; '' if it has none. */
export function addColumn(
  all: Map<string, NamedColumns>,
  name: string,
  words: string,
  labels: string,
  entityId: string,
): void {
  let named = all.get(name);
  if (!named) {
    named = { total: 0, groups: new Map() };
    all.set(name, named);
  }
  named.total++;
  const key = labels === '' ? words : `${words}\n${labels}`;
  let group = named.groups.get(key);
  if (!group) {
    const status = statusOf(isDescribed(words), labels !== '');
    group = { id: hash('md5', key, 'hex'), status, count: 0, entityIds: [] };
    named.groups.set(key, group);
  }
  group.count++;
  if (group.entityIds.length < MOST_PLACES) group.entityIds.push(entityId);
}

function statusOf(hasDescription: boolean, hasLabels: boolean): ColumnGroup['status'] {
  if (hasDescription && hasLabels) return 'COMPLETE';
  return hasDescription || hasLabels ? 'INCOMPLETE' : 'MISSING';
}

/** The status of all columns of one name; `INCONSISTENT` when their metadata differs. */
export function statusOfAll({ groups }: NamedColumns): MetadataStatus {
  const [first] = groups.values();
  return groups.size > 1 || !first ? 'INCONSISTENT' : first.status;
}

export interface RowFilter {
  status: MetadataStatus | null;
  /** Only names whose columns have different metadata. */
  conflicts: boolean;
  /** Only names with a column that lacks a description or tags. */
  missing: boolean;
}

export function meets(named: NamedColumns, { status, conflicts, missing }: RowFilter): boolean {
  if (status !== null && statusOfAll(named) !== status) return false;
  if (conflicts && named.groups.size < 2) return false;
  return !missing || [...named.groups.values()].some((group) => group.status !== 'COMPLETE');
}

/** The groups of one name that are listed, the largest first. */
export function largestGroups({ groups }: NamedColumns, limit: number): ColumnGroup[] {
  return [...groups.values()].sort((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1)).slice(0, limit);
}

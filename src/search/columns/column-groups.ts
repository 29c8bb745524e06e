/** Groups columns by name and, within a name, by metadata. Stores where columns are, not their metadata. Pure. */

import { hash } from 'node:crypto';
import type { TagLabel } from '../../../contract/index.js';
import type { EntityPlace } from './walk-entities.js';

export type MetadataStatus = 'MISSING' | 'INCOMPLETE' | 'INCONSISTENT' | 'COMPLETE';

export const metadataStatuses: readonly MetadataStatus[] = ['MISSING', 'INCOMPLETE', 'INCONSISTENT', 'COMPLETE'];

/** The editable metadata of a column. */
export interface ColumnWords {
  displayName?: string;
  description?: string;
  tags: readonly TagLabel[];
}

export interface ColumnPlace {
  entityId: string;
  path: string;
  place: EntityPlace;
}

export interface ColumnGroup {
  id: string;
  status: Exclude<MetadataStatus, 'INCONSISTENT'>;
  count: number;
  /** The first columns of the group. */
  places: ColumnPlace[];
}

export interface NamedColumns {
  total: number;
  groups: Map<string, ColumnGroup>;
}

/** Most places that are listed of one group. */
export const MOST_PLACES = 100;

/** Adds a column to those of its name. `keep`: whether its place will be listed. */
export function addColumn(
  all: Map<string, NamedColumns>,
  name: string,
  words: ColumnWords,
  place: ColumnPlace,
  keep: boolean,
): void {
  let named = all.get(name);
  if (!named) {
    named = { total: 0, groups: new Map() };
    all.set(name, named);
  }
  named.total++;
  const id = groupId(words);
  let group = named.groups.get(id);
  if (!group) {
    group = { id, status: statusOf(words), count: 0, places: [] };
    named.groups.set(id, group);
  }
  group.count++;
  if (keep && group.places.length < MOST_PLACES) group.places.push(place);
}

const withoutMetadata = idOf('', '', []);

function groupId({ displayName = '', description = '', tags }: ColumnWords): string {
  if (displayName === '' && description === '' && tags.length === 0) return withoutMetadata;
  return idOf(displayName, description, tags.map(({ source, tagFQN }) => `${source} ${tagFQN}`).sort());
}

function idOf(displayName: string, description: string, labels: readonly string[]): string {
  return hash('md5', JSON.stringify([displayName, description, labels]), 'hex');
}

function statusOf({ description = '', tags }: ColumnWords): ColumnGroup['status'] {
  const filled = (description.trim() === '' ? 0 : 1) + (tags.length === 0 ? 0 : 1);
  return filled === 0 ? 'MISSING' : filled === 1 ? 'INCOMPLETE' : 'COMPLETE';
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

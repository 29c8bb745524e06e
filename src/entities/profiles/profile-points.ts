/** Converts between profiles of the interface (`type/entityProfile`) and the time series points that store them. */
import { hash } from 'node:crypto';
import { type CreateEntityProfile, catalogError, parseObject } from '../../../contract/index.js';
import type { Fields, Scope } from '../../catalog/index.js';
import type { EntityRow, SeriesRow } from '../../storage/index.js';
import { type ColumnHolder, columnNamed } from '../columns/column-holders.js';
import { columnProfileKind, systemProfileKind, tableProfileKind } from '../table/profile/profile-kinds.js';
import { checkMilliseconds } from '../time-range.js';

export type ProfileType = 'table' | 'column' | 'system';

/** In the order in which profiles of several types are listed. */
export const profileTypes: readonly ProfileType[] = ['table', 'column', 'system'];

export const kindOfType: Readonly<Record<ProfileType, string>> = {
  table: tableProfileKind,
  column: columnProfileKind,
  system: systemProfileKind,
};

/** Reads `profileType`, default all types. 400 for an unknown one. */
export function readProfileTypes(text: string | undefined): readonly ProfileType[] {
  if (text === undefined || text === '') return profileTypes;
  const type = profileTypes.find((name) => name === text.toLowerCase());
  if (!type) throw catalogError('BAD_REQUEST', `query param profileType must be one of ${profileTypes.join(', ')}`);
  return [type];
}

/** A point as an `EntityProfile`; `reference` is the entity as JSON text. */
export function profileText(point: SeriesRow, reference: string): string {
  const type = profileTypes.find((name) => kindOfType[name] === point.kind);
  return `{"id":"${idOf(point)}","entityReference":${reference},"timestamp":${point.at},"profileData":${point.doc},"profileType":"${type}"}`;
}

/** Points are stored without ids, so the id is derived from the key of the point. */
function idOf({ entity_id, kind, key, at }: SeriesRow): string {
  const hex = hash('sha1', JSON.stringify([entity_id, kind, key, at]), 'hex');
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** The point that a request adds to an entity. 400 names the property and the rule. */
export function pointOf(create: CreateEntityProfile, row: EntityRow, holder: ColumnHolder, scope: Scope): SeriesRow {
  const { profileType: type, profileData } = create;
  if (!type) throw catalogError('BAD_REQUEST', 'profileType is required');
  const result = scope.catalog.contract.validator(`entity/data/table#${type}Profile`)(
    withTime(profileData, create.timestamp),
  );
  if (!result.ok)
    throw catalogError('BAD_REQUEST', `profileData: ${result.errors[0]?.message ?? 'it does not match its schema'}`);
  const at = timeOf(type, create);
  const doc = JSON.stringify({ ...result.value, timestamp: at });
  return { entity_id: row.id, kind: kindOfType[type], key: keyOf(type, result.value, row, holder), at, doc };
}

function withTime(profile: Fields, timestamp: number | undefined): Fields {
  return timestamp === undefined ? profile : { timestamp, ...profile };
}

/** A system profile has the time of the operation, others the time when the profile was taken. */
function timeOf(type: ProfileType, { timestamp, profileData }: CreateEntityProfile): number {
  const own = typeof profileData.timestamp === 'number' ? profileData.timestamp : undefined;
  const at = type === 'system' ? (own ?? timestamp) : (timestamp ?? own);
  if (at === undefined) throw catalogError('BAD_REQUEST', 'timestamp is required');
  checkMilliseconds(at);
  return at;
}

function keyOf(type: ProfileType, profile: Fields, row: EntityRow, holder: ColumnHolder): string {
  if (type === 'column') return requirePath(holder, parseObject(row.doc), String(profile.name));
  return type === 'system' ? String(profile.operation ?? '') : '';
}

/** The path of a column, which is the key of its series. 400 if there is no such column. */
export function requirePath(holder: ColumnHolder, entity: Fields, name: string): string {
  const placed = columnNamed(holder, entity, name);
  if (!placed) throw catalogError('BAD_REQUEST', `Invalid column name ${name.slice(0, 300)}`);
  return placed.path;
}

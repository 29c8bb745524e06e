/** Profiles of a table and its columns over time. */

import {
  type Column,
  catalogError,
  errorMessages,
  parseObject,
  type TableProfile,
} from '../../../../contract/index.js';
import {
  composeShown,
  type DataRoute,
  entityReply,
  json,
  type ParameterDocs,
  type Reply,
  type Request,
  readBody,
  readFlag,
  readLimit,
  recordUpdate,
  rowToChange,
  type Scope,
  selectFields,
} from '../../../catalog/index.js';
import { first } from '../../../context/index.js';
import {
  countPoints,
  deletePoints,
  latestPoints,
  listPoints,
  type PointRange,
  putPoints,
  type SeriesRow,
} from '../../../storage/index.js';
import { byIdOrName, replyWithMember, type Target, target, targetToChange } from '../../entity-route.js';
import { checkMilliseconds, readTimeRange, readTimestamp, timeRangeDocs } from '../../time-range.js';
import { columnPath, requireColumn, type StoredTable, splitColumnFqn } from '../columns/columns.js';
import { latestColumnProfiles } from './latest-column-profiles.js';
import { columnProfileKind, systemProfileKind, tableProfileKind } from './profile-kinds.js';

interface CreateProfile {
  tableProfile: { timestamp: number };
  columnProfile?: { name: string; timestamp: number }[];
  systemProfile?: { timestamp?: number; operation?: string }[];
}

const docs = { tag: 'table', errors: [404] };
const limitDocs: ParameterDocs = {
  name: 'limit',
  description: 'Maximum number of profiles to return, newest first',
  schema: { type: 'integer', minimum: 1, maximum: 10_000, default: 10_000 },
};

export function profileRoutes(path: string): DataRoute[] {
  return [
    {
      kind: 'write',
      method: 'PUT',
      path: `${path}/{fqn}/tableProfile`,
      docs: {
        ...docs,
        operationId: 'put_table_profile',
        summary: 'Add a profile of a table and its columns',
        description:
          'Stores the metrics of a profiler run. A profile with the same timestamp is replaced; other profiles are kept.',
        params: { fqn: 'Id or fully qualified name of the table.' },
        body: { schema: 'api/data/createTableProfile' },
        answers: { 200: { description: 'The table with its profile', schema: 'entity/data/table' } },
      },
      handle: putProfile,
    },
    {
      kind: 'read',
      method: 'GET',
      path: `${path}/{fqn}/tableProfile/latest`,
      docs: {
        ...docs,
        operationId: 'get_latest_table_profile',
        summary: 'Get the latest profile of a table and its columns',
        description: 'Returns the table with its latest profile and, with `includeColumnProfile`, that of each column.',
        query: [
          {
            name: 'includeColumnProfile',
            description: 'Whether to include the column profiles',
            schema: { type: 'boolean', default: true },
          },
        ],
        answers: { 200: { description: 'The table', schema: 'entity/data/table' } },
      },
      handle: latestProfile,
    },
    listRoute(path, 'tableProfile', tableProfileKind),
    listRoute(path, 'columnProfile', columnProfileKind),
    listRoute(path, 'systemProfile', systemProfileKind),
    {
      kind: 'write',
      method: 'DELETE',
      path: `${path}/{fqn}/{entityType}/{timestamp}/profile`,
      docs: {
        ...docs,
        operationId: 'delete_table_profile',
        summary: 'Delete the profile with a timestamp',
        description: 'Deletes the profile of the table, column or system operation with this timestamp.',
        params: { entityType: '`table`, `column` (then the name is that of a column) or `system`' },
        answers: { 200: { description: 'The profile was deleted' } },
      },
      handle: deleteProfile,
    },
  ];
}

async function putProfile(request: Request, scope: Scope): Promise<Reply> {
  const found = await targetToChange('table', byIdOrName(request), 'EditDataProfile', scope);
  const profile = readBody(request, 'api/data/createTableProfile', scope);
  await storeProfile(found, profile, scope);
  return replyWithMember(found, `"profile":${JSON.stringify(profile.tableProfile)}`, scope);
}

async function storeProfile(found: Pick<Target, 'type' | 'row'>, profile: CreateProfile, scope: Scope): Promise<void> {
  await putPoints(scope.sql, pointsOf(found, profile));
  await recordUpdate(found.type, found.row, { updated: [{ name: 'profile', newValue: profile.tableProfile }] }, scope);
}

/** Stores a profile that the server took itself, with the rights, checks and events of a client's. 400, 403 or 404. */
export async function addTableProfile(id: string, profile: unknown, scope: Scope): Promise<void> {
  const type = scope.catalog.registry.get('table');
  const row = await rowToChange(type, { id }, 'non-deleted', scope, ['EditDataProfile']);
  const checked = scope.catalog.contract.validator('api/data/createTableProfile')(profile);
  if (!checked.ok) throw catalogError('BAD_REQUEST', checked.errors[0]?.message ?? 'the profile is not valid');
  await storeProfile({ type, row }, checked.value, scope);
}

function pointsOf({ row }: Pick<Target, 'row'>, profile: CreateProfile): SeriesRow[] {
  const table = parseObject<StoredTable>(row.doc);
  const point = (kind: string, key: string, value: { timestamp?: number }): SeriesRow => {
    const at = value.timestamp ?? profile.tableProfile.timestamp;
    checkMilliseconds(at);
    return { entity_id: row.id, kind, key, at, doc: JSON.stringify(value) };
  };
  return [
    point(tableProfileKind, '', profile.tableProfile),
    ...(profile.columnProfile ?? []).map((column) =>
      point(columnProfileKind, columnPath(table, requireColumn(table, column.name)), column),
    ),
    ...(profile.systemProfile ?? []).map((system) => point(systemProfileKind, system.operation ?? '', system)),
  ];
}

function listRoute(path: string, name: 'tableProfile' | 'columnProfile' | 'systemProfile', kind: string): DataRoute {
  return {
    kind: 'read',
    method: 'GET',
    path: `${path}/{fqn}/${name}`,
    docs: {
      ...docs,
      operationId: `list_table_${name}`,
      summary: `List the profiles of a ${name === 'columnProfile' ? 'column' : 'table'} in a time range, newest first`,
      query: [...timeRangeDocs, limitDocs],
      answers: { 200: { description: 'Profiles', schema: { pageOf: `entity/data/table#${name}` } } },
    },
    async handle(request, scope) {
      const series = await seriesOf(kind, request, scope);
      const { from, to } = readTimeRange(request.query, scope);
      const limit = readLimit(request.query.limit, 10_000, 1, 10_000);
      const range: PointRange = { ...series, from, to };
      const rows = await listPoints(scope.sql, { ...range, limit });
      const total = await countPoints(scope.sql, range);
      return json(200, { data: rows.map((row) => parseObject(row.doc)), paging: { total } });
    },
  };
}

/** The series of the table or column that `{fqn}` names. */
async function seriesOf(kind: string, request: Request, scope: Scope): Promise<PointRange> {
  const converted = byIdOrName(request);
  const byId = converted.params.id !== undefined;
  const { tableFqn, columnPath: path } = splitColumnFqn(byId ? '' : (request.params.fqn ?? ''));
  const named = byId ? converted : { ...request, params: { fqn: tableFqn } };
  const { row } = await target('table', named, 'ViewDataProfile', scope);
  if (kind === columnProfileKind) {
    const column = path === '' ? undefined : requireColumnOrNotFound(parseObject<StoredTable>(row.doc), path);
    return { entityId: row.id, kind, ...(column ? { key: path } : {}) };
  }
  if (path !== '')
    throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundByName('table', request.params.fqn ?? ''));
  return { entityId: row.id, kind };
}

function requireColumnOrNotFound(table: StoredTable, path: string): Column {
  try {
    return requireColumn(table, path);
  } catch (cause) {
    const fqn = `${String(table.fullyQualifiedName)}.${path}`;
    throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundByName('column', fqn), { cause });
  }
}

async function latestProfile(request: Request, scope: Scope): Promise<Reply> {
  const { type, row } = await target('table', request, 'ViewDataProfile', scope);
  const text = first(await composeShown([row], type, selectFields(type, undefined, scope.catalog), scope));
  const table = parseObject<StoredTable>(text);
  const [latest] = await latestPoints(scope.sql, [row.id], tableProfileKind, '');
  if (latest) table.profile = parseObject<TableProfile>(latest.doc);
  if (readFlag(request.query, 'includeColumnProfile', true)) await latestColumnProfiles(row.id, table, scope);
  return entityReply(200, row, JSON.stringify(table), scope);
}

const kindOf: Readonly<Record<string, string>> = {
  table: tableProfileKind,
  column: columnProfileKind,
  system: systemProfileKind,
};

async function deleteProfile(request: Request, scope: Scope): Promise<Reply> {
  scope.catalog.authorizer.possible(scope.actor, 'EditDataProfile', 'table');
  const { fqn = '', entityType = '' } = request.params;
  const kind = kindOf[entityType.toLowerCase()];
  if (!kind) throw catalogError('BAD_REQUEST', 'entityType must be table, column or system');
  const at = readTimestamp(request.params);
  const { tableFqn, columnPath: path } = splitColumnFqn(fqn);
  const { row } = await targetToChange('table', { ...request, params: { fqn: tableFqn } }, 'EditDataProfile', scope);
  const series = kind === columnProfileKind ? { key: path } : {};
  await deletePoints(scope.sql, { entityId: row.id, kind, ...series, from: at, to: at });
  return { status: 200 };
}

/**
 * Single profiles of entities of any type with columns; the same data that the profile routes of tables write and read.
 */
import { catalogError } from '../../../contract/index.js';
import {
  apiUrl,
  type DataRoute,
  jsonText,
  linkTo,
  type ParameterDocs,
  type Reply,
  type Request,
  readBody,
  readLimit,
  readRow,
  recordUpdate,
  rowToChange,
  type Scope,
  withHrefs,
} from '../../catalog/index.js';
import { countPoints, deletePoints, type PointRange, putPoint } from '../../storage/index.js';
import { targetToChange } from '../entity-route.js';
import { readTimeRange, readTimestamp, timeRangeDocs } from '../time-range.js';
import { listOfType, MAX_PROFILES, USUAL } from './list-of-type.js';
import { newestPoints, type Paging, pageText } from './profile-page.js';
import { pointOf, profileText, profileTypes } from './profile-points.js';
import { entityAt, profileHolder, rangesOf } from './profile-series.js';

const path = '/v1/entity/profiles';
const tag = 'Entity Profiles';
const body = { schema: 'api/data/createEntityProfile' } as const;
const page = { 200: { description: 'Profiles', schema: { pageOf: 'type/entityProfile' } } };
const params = { entityType: 'Type of the entity, such as `table`.' };

const profileTypeDocs: ParameterDocs = {
  name: 'profileType',
  description: 'Only profiles of this type',
  schema: { type: 'string', enum: profileTypes },
};
const columnNameDocs: ParameterDocs = {
  name: 'columnName',
  description: 'Only profiles of this column: its name, or its path if it is nested',
  schema: { type: 'string' },
};
const limitDocs = (most: number, fallback: number): ParameterDocs => ({
  name: 'limit',
  description: 'Maximum number of profiles to return, newest first',
  schema: { type: 'integer', minimum: 1, maximum: most, default: fallback },
});

export function entityProfileRoutes(): DataRoute[] {
  return [
    {
      kind: 'read',
      long: true,
      method: 'GET',
      path: `${path}/{entityType}`,
      docs: {
        operationId: 'listAllProfileData',
        summary: 'List the profiles of all entities of a type in a time range',
        description:
          'Returns the profiles of all tables or columns between `startTs` and `endTs` that the caller may see, by profile type, newest first.',
        tag,
        params,
        query: [
          ...timeRangeDocs,
          profileTypeDocs,
          limitDocs(MAX_PROFILES, USUAL),
          { name: 'after', description: 'Cursor of the previous page', schema: { type: 'string' } },
        ],
        answers: page,
      },
      handle: listOfType,
    },
    {
      kind: 'read',
      long: true,
      method: 'GET',
      path: `${path}/{entityType}/{fqn}`,
      docs: {
        operationId: 'listProfileData',
        summary: 'List the profiles of an entity or column in a time range',
        description:
          'Returns the profiles of a table, or of a column if the name is that of a column, between `startTs` and `endTs`, by profile type, newest first.',
        tag,
        params: { ...params, fqn: 'Fully qualified name of the entity or of a column of it.' },
        query: [...timeRangeDocs, profileTypeDocs, columnNameDocs, limitDocs(MAX_PROFILES, MAX_PROFILES)],
        answers: page,
      },
      handle: listOfEntity,
    },
    ...(['id', 'name'] as const).flatMap((by): DataRoute[] => [addRoute(by), removeRoute(by)]),
  ];
}

function addRoute(by: 'id' | 'name'): DataRoute {
  return {
    kind: 'write',
    method: 'POST',
    path: `${path}/${by}/{entityType}/${by === 'id' ? '{id}' : '{fqn}'}`,
    docs: {
      operationId: by === 'id' ? 'addProfileDataById' : 'addProfileDataByFQN',
      summary: 'Add or replace a profile of an entity',
      description:
        'Stores a profile of a table, column or system operation. A profile with the same timestamp is replaced.',
      tag,
      params,
      body,
      answers: { 201: { description: 'The profile', schema: 'type/entityProfile' } },
    },
    handle: addProfile,
  };
}

function removeRoute(by: 'id' | 'name'): DataRoute {
  return {
    kind: 'write',
    method: 'DELETE',
    path: `${path}/${by}/{entityType}/${by === 'id' ? '{id}' : '{fqn}'}/{timestamp}`,
    docs: {
      operationId: by === 'id' ? 'deleteEntityProfileData' : 'deleteEntityProfileDataByName',
      summary: 'Delete the profiles with a timestamp',
      description: 'Deletes the profiles of the entity that have this timestamp.',
      tag,
      params: {
        ...params,
        timestamp: 'Milliseconds since 1970.',
        ...(by === 'name' ? { fqn: 'Fully qualified name of the entity or of a column of it.' } : {}),
      },
      query: [profileTypeDocs, columnNameDocs],
      answers: { 200: { description: 'The profiles were deleted' } },
    },
    handle: removeProfiles,
  };
}

async function listOfEntity({ params: given, query }: Request, scope: Scope): Promise<Reply> {
  const holder = profileHolder(given, 'ViewDataProfile', scope);
  const { from, to } = readTimeRange(query, scope);
  const limit = readLimit(query.limit, MAX_PROFILES, 1, MAX_PROFILES);
  const { id } = await entityAt(holder, given.fqn ?? '', scope);
  const row = await readRow(holder.type, { id }, 'non-deleted', scope, ['ViewDataProfile']);
  const ranges = rangesOf(holder, row, given.fqn ?? '', query);
  const reference = linkTo(row, scope);
  const paging: Paging = { total: 0 };
  for (const range of ranges) paging.total += await countPoints(scope.sql, { ...range, from, to });
  const within = ranges.map((range) => ({ ...range, from, to }));
  return { status: 200, body: pageText(profilesOf(within, limit, reference, scope), paging, scope) };
}

async function* profilesOf(
  ranges: readonly (PointRange & { to: number })[],
  limit: number,
  reference: string,
  scope: Scope,
): AsyncGenerator<string[], void> {
  let left = limit;
  for (const range of ranges)
    for await (const points of newestPoints(range, left, scope)) {
      left -= points.length;
      yield points.map((point) => profileText(point, reference));
    }
}

async function addProfile(request: Request, scope: Scope): Promise<Reply> {
  const holder = profileHolder(request.params, 'EditDataProfile', scope);
  const { type } = holder;
  const { row } = await targetToChange(type.name, request, 'EditDataProfile', scope);
  const create = readBody(request, body.schema, scope);
  if ((create.entityType ?? type.name) !== type.name)
    throw catalogError('BAD_REQUEST', `entityType must be ${type.name}, as in the path`);
  const point = pointOf(create, row, holder, scope);
  await putPoint(scope.sql, point);
  await recordUpdate(type, row, { updated: [{ name: 'profile', newValue: JSON.parse(point.doc) }] }, scope);
  const text = profileText(point, linkTo(row, scope));
  return jsonText(201, withHrefs(text, apiUrl(scope)));
}

async function removeProfiles({ params: given, query }: Request, scope: Scope): Promise<Reply> {
  const holder = profileHolder(given, 'EditDataProfile', scope);
  const at = readTimestamp(given);
  const id = given.id ?? (await entityAt(holder, given.fqn ?? '', scope)).id;
  const row = await rowToChange(holder.type, { id }, 'non-deleted', scope, ['EditDataProfile']);
  for (const range of rangesOf(holder, row, given.fqn ?? row.fqn, query))
    await deletePoints(scope.sql, { ...range, from: at, to: at });
  return { status: 200 };
}

/** Profiles one by one, of entities of any type that has columns: the same that the routes of tables keep and show. */
import { catalogError, errorMessages } from '../../../contract/index.js';
import {
  type DataRoute,
  type EntityType,
  type Fields,
  hiddenCondition,
  jsonText,
  type ParameterDocs,
  type Reply,
  type Request,
  readBody,
  readCursor,
  readLimit,
  readRow,
  recordUpdate,
  referenceText,
  rowToChange,
  type Scope,
  withHrefs,
  writeCursor,
} from '../../catalog/index.js';
import { allOf } from '../../rules/index.js';
import {
  countPoints,
  deletePoints,
  type EntityRow,
  listEntities,
  listPoints,
  listPointsByTime,
  type PointRange,
  putPoint,
  type SeriesRow,
} from '../../storage/index.js';
import {
  type ColumnHolder,
  columnAt,
  columnHolders,
  entitiesOfColumns,
  refusePowerless,
} from '../columns/column-holders.js';
import { targetToChange } from '../entity-route.js';
import { readTimeRange, timeRangeDocs } from '../time-range.js';
import {
  type CreateProfile,
  kindOfType,
  pointOf,
  profileText,
  profileTypes,
  readProfileTypes,
  requirePath,
} from './profile-points.js';

const path = '/v1/entity/profiles';
const tag = 'Entity profiles';
const body = { schema: 'api/data/createEntityProfile' };
const page = { 200: { description: 'Profiles', schema: { pageOf: 'type/entityProfile' } } };
const params = { entityType: 'Type of the entity, such as `table`.' };

const profileTypeDocs: ParameterDocs = {
  name: 'profileType',
  description: 'Only profiles of this type',
  schema: { type: 'string', enum: profileTypes },
};
const columnNameDocs: ParameterDocs = {
  name: 'columnName',
  description: 'Only profiles of this column: its name, or its path where it is nested',
  schema: { type: 'string' },
};
const limitDocs = (most: number, fallback: number): ParameterDocs => ({
  name: 'limit',
  description: 'Most profiles, the newest ones',
  schema: { type: 'integer', minimum: 1, maximum: most, default: fallback },
});

const MOST = 10_000;
const USUAL = 1000;

export function entityProfileRoutes(): DataRoute[] {
  return [
    {
      kind: 'read',
      long: true,
      method: 'GET',
      path: `${path}/{entityType}`,
      docs: {
        operationId: 'listAllProfileData',
        summary: 'Profiles of all entities of a type within a time, type by type, newest first',
        tag,
        params,
        query: [
          ...timeRangeDocs,
          profileTypeDocs,
          limitDocs(MOST, USUAL),
          { name: 'after', description: 'Cursor of the page before', schema: { type: 'string' } },
        ],
        answers: page,
      },
      handle: listOfType,
    },
    {
      kind: 'read',
      method: 'GET',
      path: `${path}/{entityType}/{fqn}`,
      docs: {
        operationId: 'listProfileData',
        summary: 'Profiles of an entity or of one of its columns within a time, type by type, newest first',
        tag,
        params: { ...params, fqn: 'Fully qualified name of the entity or of a column of it.' },
        query: [...timeRangeDocs, profileTypeDocs, columnNameDocs, limitDocs(MOST, MOST)],
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
      summary: 'Add a profile of an entity, or put it in the place of the one of that time',
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
      summary: 'Remove the profiles of one time',
      tag,
      params: {
        ...params,
        timestamp: 'Milliseconds since 1970.',
        ...(by === 'name' ? { fqn: 'Fully qualified name of the entity or of a column of it.' } : {}),
      },
      query: [profileTypeDocs, columnNameDocs],
      answers: { 200: { description: 'They are gone' } },
    },
    handle: removeProfiles,
  };
}

/** The type that the path names, when its entities have profiles; 403 first, for who may do this to none. */
function holderIn({ entityType = '' }: Request['params'], operation: string, scope: Scope): ColumnHolder {
  const holder = columnHolders(scope).find(({ type }) => type.name === entityType);
  if (!holder) {
    refusePowerless(operation, scope);
    if (scope.catalog.registry.find(entityType))
      throw catalogError('BAD_REQUEST', `entities of type ${entityType} have no profiles`);
    throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundByName('type', entityType));
  }
  scope.catalog.authorizer.possible(scope.actor, operation, entityType);
  return holder;
}

interface Place {
  kind: string;
  after: Pick<SeriesRow, 'at' | 'entity_id' | 'key'>;
}

/** Points that one look goes through, and most of one request: what nobody may see is passed over. */
const LOOK = 1000;
const LOOKED = 100_000;

async function listOfType({ params: given, query }: Request, scope: Scope): Promise<Reply> {
  const { type } = holderIn(given, 'ViewDataProfile', scope);
  const { from, to } = readTimeRange(query, scope);
  const limit = readLimit(query.limit, USUAL, 1, MOST);
  const kinds = readProfileTypes(query.profileType).map((name) => kindOfType[name]);
  const place = query.after ? readPlace(query.after, kinds) : null;
  return { status: 200, body: pageOfType({ type, kinds, from, to, limit, place }, scope) };
}

interface TypePage {
  type: EntityType;
  kinds: readonly string[];
  from: number;
  to: number;
  limit: number;
  place: Place | null;
}

/** One piece of text. Each look is a snapshot of its own, so that others get their turn. */
async function* pageOfType(
  { type, kinds, from, to, limit, place: given }: TypePage,
  scope: Scope,
): AsyncGenerator<string, void> {
  const texts: string[] = [];
  let place = given;
  let looked = 0;
  for (const kind of given ? kinds.slice(kinds.indexOf(given.kind)) : kinds) {
    for (let more = true; more; ) {
      const after: Place['after'] | undefined = place?.kind === kind ? place.after : undefined;
      const { points, references } = await scope.reopen(async (sql) => {
        const found = await listPointsByTime(sql, { kind, from, to, limit: LOOK, ...(after ? { after } : {}) });
        return { points: found, references: await shownReferences(found, type, { ...scope, sql }) };
      });
      more = points.length === LOOK;
      looked += points.length;
      for (const point of points) {
        const reference = references.get(point.entity_id);
        if (texts.length === limit) return yield pageText(texts, place, scope);
        place = { kind, after: point };
        if (reference !== undefined) texts.push(profileText(point, reference));
      }
      if (looked >= LOOKED) return yield pageText(texts, place, scope);
    }
  }
  yield pageText(texts, null, scope);
}

/** `total` counts what is told here: how much else there is may not be for the reader to know. */
function pageText(texts: readonly string[], next: Place | null, scope: Scope): string {
  return textOf(texts, { total: texts.length, ...(next ? { after: writePlace(next) } : {}) }, scope);
}

function textOf(texts: readonly string[], paging: object, scope: Scope): string {
  const text = `{"data":[${texts.join(',')}],"paging":${JSON.stringify(paging)}}`;
  return withHrefs(text, `${scope.catalog.options.publicUrl}/api`);
}

function writePlace({ kind, after: { at, entity_id, key } }: Place): string {
  return writeCursor({ key: JSON.stringify([kind, at, key]), id: entity_id });
}

function readPlace(cursor: string, kinds: readonly string[]): Place {
  const { key: text, id } = readCursor(cursor, 'after');
  try {
    const [kind, at, key] = JSON.parse(text) as unknown[];
    if (typeof kind === 'string' && kinds.includes(kind) && Number.isSafeInteger(at) && typeof key === 'string')
      return { kind, after: { at: at as number, entity_id: id, key } };
  } catch {
    // no cursor of this list: refused below
  }
  throw catalogError('BAD_REQUEST', 'after is not a cursor of this list; pass on what the previous page returned');
}

/** References to those of the entities that points lie on whose profiles the reader may see, by id. */
async function shownReferences(
  points: readonly SeriesRow[],
  type: EntityType,
  scope: Scope,
): Promise<Map<string, string>> {
  const { authorizer, registry, removals } = scope.catalog;
  const ids = [...new Set(points.map(({ entity_id }) => entity_id))];
  if (ids.length === 0) return new Map();
  const under = await removals.under(scope.sql, scope.context.now());
  const rows = await listEntities(scope.sql, {
    type: type.name,
    conditions: [{ by: 'ids', ids }, ...hiddenCondition(under, type.name, 'non-deleted', registry)],
    filter: allOf(
      ['ViewBasic', 'ViewDataProfile'].map((operation) => authorizer.filter(scope.actor, operation, type.name)),
    ),
    limit: ids.length,
  });
  return new Map(rows.map((row) => [row.id, referenceText(row.ref, row.id, type.path)]));
}

async function listOfEntity({ params: given, query }: Request, scope: Scope): Promise<Reply> {
  const holder = holderIn(given, 'ViewDataProfile', scope);
  const { from, to } = readTimeRange(query, scope);
  const limit = readLimit(query.limit, MOST, 1, MOST);
  const { id } = await entityAt(holder, given.fqn ?? '', scope);
  const row = await readRow(holder.type, { id }, 'non-deleted', scope, ['ViewDataProfile']);
  const ranges = rangesOf(holder, row, given.fqn ?? '', query);
  const reference = referenceText(row.ref, row.id, holder.type.path);
  const points: SeriesRow[] = [];
  let total = 0;
  for (const range of ranges) {
    const within = { ...range, from, to };
    total += await countPoints(scope.sql, within);
    if (points.length < limit)
      points.push(...(await listPoints(scope.sql, { ...within, limit: limit - points.length })));
  }
  const texts = points.map((point) => profileText(point, reference));
  return jsonText(200, textOf(texts, { total }, scope));
}

/** The entity that an FQN names, itself or a column of it, whoever asks. */
async function entityAt({ type }: ColumnHolder, fqn: string, scope: Scope): Promise<EntityRow> {
  const below = `${fqn}.x`;
  const row = (await entitiesOfColumns(type, [below], scope)).get(below);
  if (!row) throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundByName(type.name, fqn));
  return row;
}

/** The series that the FQN of an entity or of a column of it means, as far as `profileType` and `columnName` leave them. */
function rangesOf(
  holder: ColumnHolder,
  row: EntityRow,
  fqn: string,
  { profileType, columnName }: Request['query'],
): PointRange[] {
  const wanted = readProfileTypes(profileType);
  const key = columnKey(holder, row, fqn, columnName);
  const types = key === undefined ? wanted : wanted.filter((name) => name === 'column');
  return types.map((name) => ({
    entityId: row.id,
    kind: kindOfType[name],
    ...(key === undefined ? {} : { key }),
  }));
}

/** The series of one column; undefined when no column is named. */
function columnKey(
  holder: ColumnHolder,
  row: EntityRow,
  fqn: string,
  columnName: string | undefined,
): string | undefined {
  const entity = JSON.parse(row.doc) as Fields;
  const placed = fqn === row.fqn ? undefined : columnAt(holder, entity, fqn);
  if (fqn !== row.fqn && !placed) throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundByName('column', fqn));
  return columnName ? requirePath(holder, entity, columnName) : placed?.path;
}

async function addProfile(request: Request, scope: Scope): Promise<Reply> {
  const holder = holderIn(request.params, 'EditDataProfile', scope);
  const { type } = holder;
  const { row } = await targetToChange(type.name, request, 'EditDataProfile', scope);
  const create = readBody<CreateProfile>(request, body.schema, scope);
  if ((create.entityType ?? type.name) !== type.name)
    throw catalogError('BAD_REQUEST', `entityType must be ${type.name}, as in the path`);
  const point = pointOf(create, row, holder, scope);
  await putPoint(scope.sql, point);
  await recordUpdate(type, row, { updated: [{ name: 'profile', newValue: JSON.parse(point.doc) }] }, scope);
  const text = profileText(point, referenceText(row.ref, row.id, type.path));
  return jsonText(201, withHrefs(text, `${scope.catalog.options.publicUrl}/api`));
}

async function removeProfiles({ params: given, query }: Request, scope: Scope): Promise<Reply> {
  const holder = holderIn(given, 'EditDataProfile', scope);
  if (!/^\d{1,15}$/.test(given.timestamp ?? ''))
    throw catalogError('BAD_REQUEST', 'timestamp must be milliseconds since 1970');
  const at = Number(given.timestamp);
  const id = given.id ?? (await entityAt(holder, given.fqn ?? '', scope)).id;
  const row = await rowToChange(holder.type, { id }, 'non-deleted', scope, ['EditDataProfile']);
  for (const range of rangesOf(holder, row, given.fqn ?? row.fqn, query))
    await deletePoints(scope.sql, { ...range, from: at, to: at });
  return { status: 200 };
}

/** Activity: what happened to the entities that the caller may see. */
import {
  type ActivityEvent,
  catalogError,
  errorMessages,
  isObject,
  operationsRefused,
  parseObject,
} from '../../contract/index.js';
import {
  checkId,
  createSight,
  type DataRoute,
  json,
  parameter,
  type Reply,
  type Request,
  readLimit,
  readRow,
  type Scope,
  type Sight,
  shownReferences,
} from '../catalog/index.js';
import {
  entityLink,
  isReactionType,
  linkedRow,
  parseEntityLink,
  reactionsOf,
  reactionTypes,
  withTeams,
} from '../entities/index.js';
import {
  type ActivityQuery,
  type ActivityRow,
  countActivity,
  type EntityRow,
  getActivity,
  getEntitiesByFqns,
  getEntitiesByIds,
  getEntityById,
  listActivity,
  putReaction,
  removeReaction,
} from '../storage/index.js';

const path = '/v1/activity';
const tag = 'Activity';
const schema = 'entity/activity/activityEvent';
const DAY = 86_400_000;

type Select = (request: Request, scope: Scope) => Promise<Partial<ActivityQuery>>;

interface Listed {
  id: string;
  below: string;
  summary: string;
  /** Default and maximum of `days`. */
  days: readonly [number, number];
  /** Smallest `limit`; 0 counts only. */
  least?: number;
  params?: Record<string, string>;
  query?: DataRoute['docs']['query'];
  select: Select;
}

const text = (name: string, description: string) => ({ name, description, schema: { type: 'string' } });

const LISTS: readonly Listed[] = [
  {
    ...{ id: 'listActivityEvents', below: '', summary: 'List activity', days: [7, 30] },
    query: [
      text('entityType', 'Only on entities of this type'),
      text('entityId', 'Only on this entity'),
      text('actorId', 'Only by this user'),
      text('domains', 'Only on entities in these domains, by id'),
    ],
    select: async ({ query }, scope) => ({
      ...(query.entityType ? { entityType: query.entityType } : {}),
      ...(query.entityId ? { entityId: checkId(query.entityId) } : {}),
      ...(query.actorId ? { actorName: await nameOf(query.actorId, scope) } : {}),
      ...(query.domains ? { filter: { kind: 'inDomains', ids: query.domains.split(',').map(checkId) } } : {}),
    }),
  },
  {
    ...{
      id: 'getEntityActivityById',
      below: '/entity/{entityType}/{entityId}',
      summary: 'List activity on an entity',
      days: [30, 90],
      least: 0,
    },
    params: { entityType: 'Type of the entity.', entityId: 'Id of the entity.' },
    select: async (request, scope) => ({
      entityId: (await entityOf(request, { id: parameter(request, 'entityId') }, scope)).id,
    }),
  },
  {
    ...{
      id: 'getEntityActivityByFqn',
      below: '/entity/{entityType}/name/{fqn}',
      summary: 'List activity on an entity by its name',
      days: [30, 90],
      least: 0,
    },
    params: { entityType: 'Type of the entity.', fqn: 'Fully qualified name of the entity.' },
    select: async (request, scope) => ({
      entityId: (await entityOf(request, { fqn: parameter(request, 'fqn') }, scope)).id,
    }),
  },
  {
    ...{
      id: 'getMyActivityFeed',
      below: '/my-feed',
      summary: 'List activity on what the caller or a team of the caller owns',
      days: [7, 30],
    },
    select: async (_, scope) => {
      const ids = await withTeams(scope.actor.id, scope);
      return { filter: { kind: 'ownedBy', ids }, near: ids };
    },
  },
  {
    ...{
      id: 'getFollowingActivityFeed',
      below: '/following',
      summary: 'List activity on what the caller follows',
      days: [7, 30],
    },
    select: async (_, { actor }) => ({ followerId: actor.id }),
  },
  {
    ...{ id: 'getUserActivity', below: '/user/{userId}', summary: 'List activity of a user', days: [30, 90] },
    params: { userId: 'Id of the user.' },
    select: async (request, scope) => ({ actorName: await nameOf(parameter(request, 'userId'), scope) }),
  },
  {
    ...{
      id: 'getActivityByEntityLink',
      below: '/about',
      summary: 'List activity on an entity or a part of it',
      days: [30, 90],
    },
    query: [{ ...text('entityLink', 'The entity or part'), required: true }],
    select: async ({ query }, scope) => {
      const link = parseEntityLink(query.entityLink ?? '', 'query param entityLink', scope);
      return { entityId: (await linkedRow(link, 'all', scope)).id, part: link.part };
    },
  },
];

export function activityRoutes(): DataRoute[] {
  const days = ([standard, most]: readonly [number, number]) => ({
    ...text('days', 'Days to look back'),
    schema: { type: 'integer', minimum: 1, maximum: most, default: standard },
  });
  const domain = text('domain', 'Only on entities in this domain, by FQN');
  const limit = {
    ...text('limit', 'Events to return'),
    schema: { type: 'integer', minimum: 0, maximum: 200, default: 50 },
  };
  const description =
    'Newest first. Only events on entities that the caller may see, without fields that take a right of their own.';
  const lists = LISTS.map(
    (one): DataRoute => ({
      ...{ kind: 'read', method: 'GET', path: `${path}${one.below}` },
      docs: {
        ...{ operationId: one.id, summary: one.summary, description, tag, errors: [404] },
        ...(one.params ? { params: one.params } : {}),
        query: [...(one.query ?? []), domain, days(one.days), limit],
        answers: { 200: { description: 'The events', schema: { pageOf: schema } } },
      },
      handle: (request, scope) => list(request, one, scope),
    }),
  );
  const reaction = (method: 'PUT' | 'DELETE', operationId: string, summary: string): DataRoute => ({
    ...{ kind: 'write', method, path: `${path}/{id}/reaction/{reactionType}` },
    docs: {
      ...{ operationId, summary, description: 'Returns the event with all reactions.', tag, errors: [404] },
      params: { reactionType: `One of ${reactionTypes.join(', ')}.` },
      answers: { 200: { description: 'The event', schema } },
    },
    handle: (request, scope) => react(request, method === 'PUT', scope),
  });
  return [
    ...lists,
    {
      ...{ kind: 'read', method: 'GET', path: `${path}/count` },
      docs: {
        ...{ operationId: 'getActivityCount', summary: 'Count activity', description, tag, errors: [404] },
        query: [domain, days([7, 30])],
        answers: { 200: { description: 'The number of events', schema: { inline: { type: 'integer' } } } },
      },
      handle: async (request, scope) => {
        const query = await queryOf(request, { days: [7, 30], select: async () => ({}) }, scope);
        return json(200, await total(query, createSight(scope), scope));
      },
    },
    reaction('PUT', 'addReactionToActivity', 'React to an event'),
    reaction('DELETE', 'removeReactionFromActivity', 'Take back a reaction'),
  ];
}

async function queryOf(
  request: Request,
  { days, select }: Pick<Listed, 'days' | 'select'>,
  scope: Scope,
): Promise<ActivityQuery> {
  const back = readLimit(request.query.days, days[0], 1, days[1], 'days');
  const selected = await select(request, scope);
  const inDomain = request.query.domain ? await domainFilter(request.query.domain, scope) : undefined;
  const filters = [selected.filter, inDomain].filter((one) => one !== undefined);
  const [only] = filters;
  return {
    seen: createSight(scope).counted(),
    since: scope.context.now() - back * DAY,
    ...selected,
    ...(only === undefined ? {} : { filter: filters.length === 1 ? only : { kind: 'and', of: filters } }),
  };
}

async function domainFilter(fqn: string, { sql, catalog }: Scope) {
  const ids: string[] = [];
  for (const type of catalog.registry.targetsOf('domains'))
    for (const { id } of await getEntitiesByFqns(sql, type, fqn.split(','))) ids.push(id);
  return { kind: 'inDomains', ids } as const;
}

async function list(request: Request, one: Listed, scope: Scope): Promise<Reply> {
  const limit = readLimit(request.query.limit, 50, one.least ?? 1, 200);
  const query = await queryOf(request, one, scope);
  const sight = createSight(scope);
  const rows = limit === 0 ? [] : await pageOf(query, limit, sight, scope);
  return json(200, { data: await shown(rows, scope), paging: { total: await total(query, sight, scope) } });
}

/** Continues reading past activity that the caller may not see, such as changes of custom properties. */
async function pageOf(query: ActivityQuery, limit: number, sight: Sight, scope: Scope): Promise<ActivityRow[]> {
  const found: ActivityRow[] = [];
  for (let offset = 0; found.length < limit && offset < 10 * limit; offset += limit) {
    const rows = await listActivity(scope.sql, { ...query, limit, offset });
    for (const row of rows) if (await maySee(row, sight)) found.push(row);
    if (rows.length < limit) break;
  }
  return found.slice(0, limit);
}

async function maySee({ operation, entity_id: id, entity_type: type }: ActivityRow, sight: Sight): Promise<boolean> {
  return operation === '' || (await sight.allowed(operation, [{ id, type }])).has(id);
}

/** Counts activity that requires separate rights only for callers who may see everything. */
async function total(query: ActivityQuery, sight: Sight, scope: Scope): Promise<number> {
  const groups = await countActivity(scope.sql, query);
  const counted = groups.filter(({ operation }) => operation === '' || (sight.all && scope.actor.isAdmin));
  return counted.reduce((sum, { count }) => sum + Number(count), 0);
}

async function shown(rows: readonly ActivityRow[], scope: Scope): Promise<ActivityEvent[]> {
  const entities = rows.map(({ entity_id }) => entity_id);
  const names = [...new Set(rows.map(({ actor_name }) => actor_name))];
  const users = (
    await Promise.all(
      scope.catalog.registry.targetsOf('users').map((type) => getEntitiesByFqns(scope.sql, type, names)),
    )
  ).flat();
  const [references, reactions, found] = await Promise.all([
    shownReferences([...entities, ...users.map(({ id }) => id)], scope),
    reactionsOf(
      rows.map(({ id }) => id),
      scope,
    ),
    getEntitiesByIds(scope.sql, [...new Set(entities)]),
  ]);
  const byName = new Map(users.map(({ name, id }) => [name, id]));
  const fqns = new Map(found.map(({ id, fqn }) => [id, fqn]));
  return rows.flatMap((row) => {
    const entity = references.get(row.entity_id);
    const actor = references.get(byName.get(row.actor_name) ?? '');
    return entity
      ? [eventOf(row, { entity, actor, fqn: fqns.get(row.entity_id) ?? '', reactions: reactions.get(row.id) ?? [] })]
      : [];
  });
}

type Surroundings = Pick<ActivityEvent, 'entity' | 'reactions'> & { actor: ActivityEvent['actor']; fqn: string };

function eventOf(row: ActivityRow, { entity, actor, fqn, reactions }: Surroundings): ActivityEvent {
  const { summary, fieldName, oldValue, newValue } = parseObject<Partial<ActivityEvent>>(row.doc);
  return {
    id: row.id,
    eventType: KINDS.find((kind) => kind === row.kind) ?? 'EntityUpdated',
    entity,
    about: entityLink(row.entity_type, fqn, row.part).slice(0, 2048),
    ...(actor ? { actor } : {}),
    timestamp: row.at,
    ...(summary === undefined ? {} : { summary }),
    ...(fieldName === undefined ? {} : { fieldName }),
    ...(oldValue === undefined ? {} : { oldValue }),
    ...(newValue === undefined ? {} : { newValue }),
    reactions: reactions ?? [],
  };
}

const KINDS = [
  ...(['EntityCreated', 'EntityUpdated', 'EntitySoftDeleted', 'EntityRestored', 'DescriptionUpdated'] as const),
  ...(['TagsUpdated', 'OwnerUpdated', 'DomainUpdated', 'TierUpdated', 'CustomPropertyUpdated'] as const),
  ...(['ColumnDescriptionUpdated', 'ColumnTagsUpdated', 'TestCaseStatusChanged', 'PipelineStatusChanged'] as const),
];

async function react(request: Request, add: boolean, scope: Scope): Promise<Reply> {
  const id = checkId(parameter(request, 'id'));
  const type = parameter(request, 'reactionType');
  if (!isReactionType(type))
    throw catalogError('BAD_REQUEST', `reactionType must be one of ${reactionTypes.join(', ')}`);
  const row = await getActivity(scope.sql, id);
  if (!row) throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundById('activity', id));
  const sight = createSight(scope);
  const subject = { id: row.entity_id, type: row.entity_type };
  if (!(await sight.allowed('ViewBasic', [subject])).has(subject.id) || !(await maySee(row, sight)))
    throw operationsRefused(scope.actor, ['ViewBasic']);
  const reaction = { subject_id: id, type, user_id: scope.actor.id };
  if (add) await putReaction(scope.sql, { ...reaction, at: scope.context.now() });
  else await removeReaction(scope.sql, reaction);
  const [event] = await shown([row], scope);
  if (!isObject(event)) throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundById('activity', id));
  return json(200, event);
}

async function entityOf(request: Request, naming: { id: string } | { fqn: string }, scope: Scope): Promise<EntityRow> {
  const name = parameter(request, 'entityType');
  const type = scope.catalog.registry.find(name);
  if (!type) throw catalogError('BAD_REQUEST', `entityType: ${name.slice(0, 100)} is not a type of entities`);
  return readRow(type, naming, 'all', scope);
}

/** The name of a user; if there is none, a text that cannot be a user name. */
async function nameOf(id: string, scope: Scope): Promise<string> {
  return (await getEntityById(scope.sql, checkId(id)))?.name ?? '';
}

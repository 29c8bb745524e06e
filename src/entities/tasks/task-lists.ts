/** Lists and counts of tasks. */
import { catalogError, errorMessages, type TaskStatus } from '../../../contract/index.js';
import {
  checkId,
  composeShown,
  json,
  jsonText,
  listType,
  type Named,
  type Reply,
  type Request,
  readInclude,
  readLimit,
  readListRequest,
  type Scope,
  selectFields,
  viewOperations,
  visibleIds,
} from '../../catalog/index.js';
import { allOf } from '../../rules/index.js';
import {
  countNow,
  type EntityQuery,
  getEntitiesByIds,
  getEntityByFqn,
  type ListCondition,
  listEntities,
} from '../../storage/index.js';
import { ADDRESSED, withTeams } from '../conversations/mentions.js';
import { ACCESS_REQUEST } from './access-requests.js';
import { personNamed } from './open-task.js';
import { TASK_EDGE } from './task-traits.js';
import { ACTIVE_STATES, CLOSED_STATES, OPEN_STATES } from './transitions.js';

const typeName = 'task';
const GROUPS: Readonly<Record<string, readonly TaskStatus[]>> = {
  open: OPEN_STATES,
  active: ACTIVE_STATES,
  closed: CLOSED_STATES,
};

const related = (kind: string, ids: readonly string[]): ListCondition => ({
  by: 'related',
  kind,
  direction: 'from',
  ids,
});
const assigned = (ids: readonly string[]) => related(TASK_EDGE.assignedTo, ids);
const ownedBy = (ids: readonly string[]): ListCondition => ({ by: 'subject', filter: { kind: 'ownedBy', ids } });

export async function listTasks(request: Request, scope: Scope, more: readonly ListCondition[] = []): Promise<Reply> {
  const type = scope.catalog.registry.get(typeName);
  scope.catalog.authorizer.possible(scope.actor, 'ViewBasic', typeName);
  return listType(type, request, scope, [...(await conditionsOf(request.query, scope)), ...more]);
}

/** Lists of the caller's own. */
export const mine: Readonly<
  Record<'assigned' | 'created' | 'owned' | 'visible', (scope: Scope) => Promise<ListCondition>>
> = {
  assigned: async (scope) => assigned(await withTeams(scope.actor.id, scope)),
  created: async ({ actor }) => related(TASK_EDGE.created, [actor.id]),
  owned: async (scope) => ownedBy(await withTeams(scope.actor.id, scope)),
  visible: async (scope) => {
    const ids = await withTeams(scope.actor.id, scope);
    return { by: 'any', of: [assigned(ids), ownedBy(ids)] };
  },
};

/** Conditions of parameters that name people, entities and groups of states. */
async function conditionsOf(query: Request['query'], scope: Scope): Promise<ListCondition[]> {
  const conditions: ListCondition[] = [];
  if (query.statusGroup) conditions.push({ by: 'equals', field: 'status', values: groupOf(query.statusGroup) });
  if (query.assignee) conditions.push(assigned(await idsOfPeople(query.assignee, scope)));
  if (query.assigneeId) {
    const people = await getEntitiesByIds(scope.sql, [checkId(query.assigneeId)]);
    conditions.push(assigned(await seenPeople(people, scope)));
  }
  if (query.approver)
    conditions.push({ by: 'equals', field: 'approvedById', values: await idsOfPeople(query.approver, scope) });
  if (query.mentionedUser)
    conditions.push({ by: 'addressed', kind: ADDRESSED.mention, ids: await idsOfPeople(query.mentionedUser, scope) });
  for (const name of ['aboutEntity', 'aboutService'] as const)
    if (query[name]) conditions.push({ by: 'subject', named: query[name].split(',') });
  if (query.domain) conditions.push(await inDomains(query.domain, scope));
  return conditions;
}

/** Ids of users and teams; none for names that nobody has or that the caller may not see, whose lists are empty. */
async function idsOfPeople(names: string, scope: Scope): Promise<string[]> {
  const found = await Promise.all(names.split(',').map((name) => personNamed(name.trim(), scope)));
  return seenPeople(
    found.flatMap((row) => row ?? []),
    scope,
  );
}

async function seenPeople(people: readonly Named[], scope: Scope): Promise<string[]> {
  const seen = await visibleIds(people, scope);
  return people.flatMap(({ id }) => (seen.has(id) || id === scope.actor.id ? [id] : []));
}

/** A domain that the caller may not see gets 404, because its list of tasks would reveal that it exists. */
async function inDomains(names: string, scope: Scope): Promise<ListCondition> {
  const given = names.split(',').map((name) => name.trim());
  const rows = await Promise.all(given.map((fqn) => getEntityByFqn(scope.sql, 'domain', fqn)));
  const seen = await visibleIds(
    rows.flatMap((row) => row ?? []),
    scope,
  );
  const ids = rows.map((row, i) => {
    if (row?.deleted !== 0 || !seen.has(row.id))
      throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundByName('domain', (given[i] ?? '').slice(0, 300)));
    return row.id;
  });
  return { by: 'subject', filter: { kind: 'inDomains', ids } };
}

function groupOf(text: string): readonly TaskStatus[] {
  const group = Object.hasOwn(GROUPS, text) ? GROUPS[text] : undefined;
  if (group) return group;
  throw catalogError('BAD_REQUEST', `query param statusGroup must be one of ${Object.keys(GROUPS).join(', ')}`);
}

const VIEWS = ['all', 'visible', 'assigned', 'owned', 'created', 'mentioned', 'entity'] as const;

/** Counts by state ignore filters by state. Tasks in progress also count as open, as in the group. */
export async function countTasks(given: Request, scope: Scope): Promise<Reply> {
  const query: Request['query'] = { ...given.query, status: '', statusGroup: '' };
  const type = scope.catalog.registry.get(typeName);
  scope.catalog.authorizer.possible(scope.actor, 'ViewBasic', typeName);
  const conditions = await conditionsOf(query, scope);
  if (query.createdBy) conditions.push(related(TASK_EDGE.created, await idsOfPeople(query.createdBy, scope)));
  const view = query.view?.trim().toLowerCase();
  if (view && !VIEWS.some((one) => one === view))
    throw catalogError('BAD_REQUEST', `query param view must be one of ${VIEWS.join(', ')}`);
  const named = query.assignee || query.createdBy || query.mentionedUser;
  if (view === 'mentioned')
    conditions.push({ by: 'addressed', kind: ADDRESSED.mention, ids: await withTeams(scope.actor.id, scope) });
  else if (view === 'assigned' || view === 'owned' || view === 'created') conditions.push(await mine[view](scope));
  else if ((view === 'visible' || view === 'all') && !named) conditions.push(await mine.visible(scope));
  // Whoever opened them is a list of names here.
  const request = { ...given, query: { ...query, createdBy: '' } };
  const { query: counted } = await readListRequest(type, request, scope, conditions);
  const count = (states?: readonly TaskStatus[]) =>
    countNow(scope.sql, {
      ...counted,
      conditions: [
        ...(counted.conditions ?? []),
        ...(states ? [{ by: 'equals', field: 'status', values: states } as const] : []),
      ],
    });
  const [open, inProgress, approved, granted, total] = await Promise.all([
    count(OPEN_STATES),
    count(['InProgress']),
    count(['Approved']),
    count(['Granted']),
    count(),
  ]);
  return json(200, {
    open,
    inProgress,
    approved,
    granted,
    completed: total - open - approved - granted,
    total,
  });
}

function seenTasks({ query }: Request, scope: Scope): EntityQuery {
  const { authorizer, registry } = scope.catalog;
  const operations = viewOperations(query.fields, registry.get(typeName));
  for (const operation of operations) authorizer.possible(scope.actor, operation, typeName);
  const filter = allOf(operations.map((operation) => authorizer.filter(scope.actor, operation, typeName)));
  return { type: typeName, include: readInclude(query.include), filter };
}

const ACCESS_TYPES = ['FullAccess', 'ColumnLevel', 'Masked'];
const PAGE = 1000;

/** Requests for access to data, by the time of their creation, which is the order of their numbers. */
export async function listAccessRequests(request: Request, scope: Scope): Promise<Reply> {
  const { query } = request;
  const seen = seenTasks(request, scope);
  const limit = Math.min(PAGE, readLimit(query.limit, 10, 0, 1_000_000));
  const offset = readLimit(query.offset, 0, 0, 1_000_000_000, 'offset');
  const newest = (query.sortOrder ?? 'desc') === 'desc';
  if (!newest && query.sortOrder !== 'asc')
    throw catalogError('BAD_REQUEST', 'query param sortOrder must be asc or desc');
  const filtered = { ...seen, conditions: await accessConditions(query, scope) };
  const total = await countNow(scope.sql, filtered);
  const [from, to] = newest
    ? [Math.max(0, total - offset - limit), Math.max(0, total - offset)]
    : [offset, Math.min(total, offset + limit)];
  const rows = from < to ? (await listEntities(scope.sql, { ...filtered, limit: to })).slice(from) : [];
  const type = scope.catalog.registry.get(typeName);
  const page = newest ? rows.reverse() : rows;
  const texts = await composeShown(page, type, selectFields(type, query.fields, scope.catalog), scope);
  return jsonText(200, `{"data":[${texts.join(',')}],"paging":${JSON.stringify({ total, limit, offset })}}`);
}

async function accessConditions(query: Request['query'], scope: Scope): Promise<ListCondition[]> {
  const equals = (field: string, text: string, allowed?: readonly string[]): ListCondition => {
    const values = text.split(',').map((value) => value.trim());
    const wrong = allowed && values.find((value) => !allowed.includes(value));
    if (wrong !== undefined)
      throw catalogError(
        'BAD_REQUEST',
        `query param ${field}: ${wrong.slice(0, 100)} is not one of ${allowed?.join(', ')}`,
      );
    return { by: 'equals', field, values };
  };
  const { statusGroup = '', dataset, service, requestedBy, requestedById, approverId, accessType, q } = query;
  const renamed = { ...query, aboutEntity: dataset ?? '', aboutService: service ?? '' };
  const conditions = [equals('type', ACCESS_REQUEST), ...(await conditionsOf(renamed, scope))];
  const states = [...OPEN_STATES, ...CLOSED_STATES, 'Granted', 'ManualRevoke'];
  if (query.status && !statusGroup) conditions.push(equals('status', query.status, states));
  if (requestedBy) conditions.push(related(TASK_EDGE.created, await idsOfPeople(requestedBy, scope)));
  if (requestedById) conditions.push(related(TASK_EDGE.created, requestedById.split(',').map(checkId)));
  if (approverId) conditions.push(equals('approvedById', approverId));
  if (accessType) conditions.push(equals('payload.accessType', accessType, ACCESS_TYPES));
  if (q)
    conditions.push({
      by: 'contains',
      fields: ['displayName', 'description', 'payload.reason'],
      text: q.slice(0, 500),
    });
  return conditions;
}

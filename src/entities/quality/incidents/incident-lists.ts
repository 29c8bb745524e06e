/** Lists of the states of incidents, and how many incidents each table, test or assignee has. */
import { catalogError, parseObject, type TestCaseResolutionStatus } from '../../../../contract/index.js';
import {
  type DataRoute,
  givenFqn,
  includeParameter,
  json,
  type ParameterDocs,
  type Reply,
  type Request,
  readBoolean,
  readInclude,
  type Scope,
  visibleIds,
} from '../../../catalog/index.js';
import {
  countIncidents,
  getEntityByFqn,
  type IncidentQuery,
  type IncidentRow,
  listIncidents,
} from '../../../storage/index.js';
import { aboutOf } from '../cases/entity-link.js';
import { TEST_TYPE } from '../edges.js';
import { fqnsOfCases, readPage, readPeriod } from '../list-window.js';
import { assigneeOf, type State, showStates } from './incident-states.js';

const schema = 'tests/testCaseResolutionStatus';
const MOST = 10_000;
const text = { type: 'string' };
const STATUSES = ['New', 'Ack', 'Assigned', 'Resolved'];

const filters: readonly ParameterDocs[] = [
  { name: 'startTs', description: 'Milliseconds since 1970; default 0', schema: { type: 'integer', minimum: 0 } },
  { name: 'endTs', description: 'Milliseconds since 1970; default now', schema: { type: 'integer', minimum: 0 } },
  {
    name: 'testCaseResolutionStatusType',
    description: 'Only states of this type',
    schema: { type: 'string', enum: STATUSES },
  },
  { name: 'assignee', description: 'Only states that assign this user or team, given by name', schema: text },
  { name: 'testCaseFQN', description: 'Only states of this test case', schema: text },
  {
    name: 'originEntityFQN',
    description: 'Only states of tests of this table, with its columns, or of this column',
    schema: text,
  },
  { name: 'domain', description: 'Only states of tests in this domain, given by FQN', schema: text },
  includeParameter,
];

const paging: readonly ParameterDocs[] = [
  {
    name: 'limit',
    description: 'Maximum number to return',
    schema: { type: 'integer', minimum: 0, maximum: MOST, default: 10 },
  },
  { name: 'offset', description: 'Number to skip', schema: { type: 'integer', minimum: 0, default: 0 } },
];

const latest: ParameterDocs = {
  name: 'latest',
  description: 'Only the last state of each test case',
  schema: { type: 'boolean', default: false },
};

export function incidentListRoutes(path: string): DataRoute[] {
  const route = (at: string, operationId: string, summary: string): DataRoute => ({
    kind: 'read',
    long: true,
    method: 'GET',
    path: at,
    docs: {
      operationId,
      summary,
      tag: TEST_TYPE.case,
      query: [...filters, latest, ...paging],
      answers: { 200: { description: 'States of incidents', schema: { pageOf: schema } } },
    },
    handle: list,
  });
  return [
    route(path, 'listIncidentStatuses', 'List the states of incidents, newest first'),
    route(`${path}/history`, 'listIncidentHistory', 'List how incidents changed, newest first'),
    route(`${path}/search/list`, 'searchIncidentStatuses', 'Search the states of incidents, newest first'),
    groupsRoute(path),
  ];
}

async function list(request: Request, scope: Scope): Promise<Reply> {
  const query = await selection(request, scope);
  const { limit, offset } = readPage(request.query, { most: MOST });
  const rows = limit === 0 ? [] : await listIncidents(scope.sql, { ...query, limit, offset });
  const data: TestCaseResolutionStatus[] = await showStates(rows, scope);
  return json(200, { data, paging: { offset, limit, total: await countIncidents(scope.sql, query) } });
}

async function selection({ query }: Request, scope: Scope): Promise<IncidentQuery> {
  const { authorizer, registry } = scope.catalog;
  authorizer.possible(scope.actor, 'ViewBasic', TEST_TYPE.case);
  const { testCaseResolutionStatusType: status, assignee, testCaseFQN, originEntityFQN, domain } = query;
  if (status && !STATUSES.includes(status))
    throw catalogError('BAD_REQUEST', `query param testCaseResolutionStatusType must be one of ${STATUSES.join(', ')}`);
  const [domains] = registry.targetsOf('domains');
  const within =
    domain && domains ? await getEntityByFqn(scope.sql, domains, givenFqn(registry.get(domains), domain)) : undefined;
  return {
    ...readPeriod(query, ['startTs', 'endTs'], scope),
    filter: authorizer.filter(scope.actor, 'ViewBasic', TEST_TYPE.case),
    include: readInclude(query.include),
    ...(query.latest && readBoolean(query.latest, 'latest') ? { newest: true } : {}),
    ...(status ? { status } : {}),
    ...(assignee ? { assignee: (await isHiddenPerson(assignee, scope)) ? NOBODY : assignee } : {}),
    ...(testCaseFQN ? { caseFqn: testCaseFQN } : {}),
    ...(originEntityFQN ? { fqnPrefix: originEntityFQN } : {}),
    ...(domain ? { domainFilter: { kind: 'inDomains', ids: within ? [within.id] : [] } } : {}),
  };
}

/** No name is empty. */
const NOBODY = '';

/** Whether the name is that of a user whom the reader may not see: states hide from the reader that this user is assigned. */
async function isHiddenPerson(name: string, scope: Scope): Promise<boolean> {
  const { sql, catalog } = scope;
  const types = catalog.registry.targetsOf('owners');
  const rows = await Promise.all(
    types.map((type) => getEntityByFqn(sql, type, givenFqn(catalog.registry.get(type), name))),
  );
  const found = rows.filter((row) => row !== undefined);
  return found.length > 0 && (await visibleIds(found, scope)).size === 0;
}

const GROUPS = ['table', 'testCase', 'assignee', 'severity'] as const;

function groupsRoute(path: string): DataRoute {
  return {
    kind: 'read',
    long: true,
    method: 'GET',
    path: `${path}/incidentGroups`,
    docs: {
      operationId: 'listIncidentGroups',
      summary: 'Count open incidents by table, test, assignee or severity, largest first',
      description: `Groups are ordered by their number of open incidents. At most ${MOST} incidents are counted.`,
      tag: TEST_TYPE.case,
      query: [
        {
          name: 'groupBy',
          description: 'What the groups are',
          schema: { type: 'string', enum: GROUPS, default: 'table' },
        },
        ...filters,
        ...paging,
      ],
      answers: {
        200: {
          description: 'The groups',
          schema: {
            inline: {
              type: 'object',
              properties: {
                data: {
                  type: 'array',
                  items: {
                    type: 'object',
                    properties: {
                      name: { type: 'string' },
                      incidentCount: { type: 'integer' },
                      severity: { type: 'string' },
                      lastSeen: { type: 'integer' },
                    },
                  },
                },
                paging: { type: 'object' },
              },
            },
          },
        },
      },
    },
    handle: listGroups,
  };
}

interface Group {
  name: string;
  incidentCount: number;
  /** The worst severity among them. */
  severity?: string;
  lastSeen: number;
}

async function listGroups(request: Request, scope: Scope): Promise<Reply> {
  const query = await selection(request, scope);
  const by = GROUPS.find((name) => name === (request.query.groupBy ?? 'table'));
  if (!by) throw catalogError('BAD_REQUEST', `query param groupBy must be one of ${GROUPS.join(', ')}`);
  const { limit, offset } = readPage(request.query, { most: MOST });
  const rows = await listIncidents(scope.sql, { ...query, newest: true, limit: MOST, offset: 0 });
  const open = rows.filter(({ status }) => status !== 'Resolved');
  const names = await fqnsOfCases(open, scope);
  const seen = by === 'assignee' ? await seenAssignees(open, scope) : new Set<string>();
  const groups = new Map<string, Group>();
  for (const row of open) addTo(groups, nameOf(row, by, { fqn: names.get(row.case_id) ?? '', seen }), row);
  const sorted = [...groups.values()].sort((a, b) => b.incidentCount - a.incidentCount || (a.name < b.name ? -1 : 1));
  return json(200, {
    data: sorted.slice(offset, offset + limit),
    paging: { offset, limit, total: sorted.length },
  });
}

/** Ids of the states whose assignee the reader may see. */
async function seenAssignees(rows: readonly IncidentRow[], scope: Scope): Promise<ReadonlySet<string>> {
  const people = rows.map((row) => assigneeOf(parseObject<State>(row.doc)));
  const visible = await visibleIds(
    people.filter((one) => one !== undefined),
    scope,
  );
  return new Set(rows.filter((_, i) => visible.has(people[i]?.id ?? '')).map(({ id }) => id));
}

function nameOf(
  row: IncidentRow,
  by: (typeof GROUPS)[number],
  { fqn, seen }: { fqn: string; seen: ReadonlySet<string> },
): string {
  if (by === 'assignee') return (seen.has(row.id) && row.assignee) || 'Unassigned';
  if (by === 'severity') return row.severity ?? 'No Severity';
  return by === 'testCase' ? fqn : aboutOf(fqn).tableFqn;
}

function addTo(groups: Map<string, Group>, name: string, { severity, at }: IncidentRow): void {
  const group = groups.get(name) ?? { name, incidentCount: 0, lastSeen: 0 };
  const worst = [group.severity, severity].filter((one) => typeof one === 'string').sort()[0];
  groups.set(name, {
    name,
    incidentCount: group.incidentCount + 1,
    lastSeen: Math.max(group.lastSeen, at),
    ...(worst ? { severity: worst } : {}),
  });
}

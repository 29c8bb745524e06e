// Every address of the interface leads to a page: its own, one that says that it comes later, or the one it was moved to.
import { matchRoutes } from 'react-router';
import { describe, expect, it } from 'vitest';
import { laterRoutes } from './later-routes.js';
import { movedTo } from './redirects.js';
import { routeTree } from './route-tree.js';

const FQN = encodeURIComponent('a."b/c%d".e');
const TYPES =
  'table topic dashboard dashboardDataModel chart pipeline mlmodel container searchIndex storedProcedure database databaseSchema apiCollection apiEndpoint metric directory file spreadsheet worksheet dataProduct'.split(
    ' ',
  );
const TABS =
  'schema activity_feed/all activity_feed/tasks sample_data profiler/column-profile lineage custom_properties'.split(
    ' ',
  );

const ADDRESSES = [
  ...TYPES.flatMap((type) => [
    `/${type}/${FQN}`,
    ...TABS.map((tab) => `/${type}/${FQN}/${tab}`),
    `/${type}/${FQN}/versions/0.2`,
    `/${type}/${FQN}/versions/0.2/lineage`,
    `/${type}/a/b/c`, // a proxy decoded the slashes
  ]),
  ...`/my-data /explore /explore/tables?search=x&page=2 /lineage /lineage/table/${FQN} /metrics /metrics/add-metric
    /settings/services /settings/services/databases /service/databaseServices/${FQN} /service/databaseServices/${FQN}/agents
    /service/databaseServices/${FQN}/databases /service/databaseServices/${FQN}/versions/0.2 /ingestionPipeline/${FQN}
    /settings/preferences/lineageConfig /settings/preferences/profiler-configuration /settings/preferences/data-quality
    /settings/preferences/om-url-config /settings/preferences/loginConfiguration /settings/access /settings/governance
    /settings/preferences /users/jane/following /users/jane/task /data-quality/test-suites /table/${FQN}/profiler/data-quality
    /table/${FQN}/profiler/incidents /table/${FQN}/contract /table/${FQN}/dbt /table/${FQN}/view_definition /table/${FQN}/table_queries
    /settings/notifications/alerts/${FQN}/recentEvents /settings/notifications/templates /settings/unheard/of /service/messagingServices/${FQN}/add-ingestion/metadata
    /service/databaseServices/${FQN}/edit-ingestion/${FQN}/metadata /service/databaseServices/${FQN}/connection/edit-connection
    /databaseServices/add-service /ingestionPipeline/${FQN}/logs /domain /domain/${FQN} /domain/${FQN}/assets /glossary /glossary/${FQN}
    /glossary/${FQN}/terms /glossary-term/1-2-3/versions/0.1 /tags /tags/PII /tag/PII.Sensitive /query-view/${FQN}/1-2-3 /query/${FQN}
    /bulk/import/glossaryTerm/${FQN} /bulk/edit/table/${FQN} /data-quality /data-quality/test-cases /test-suites/${FQN}
    /test-case/${FQN}/test-case-results /test-case/${FQN}/sql-query /test-case/${FQN}/issues /incident-manager /data-insights
    /data-insights/kpi /data-insights/kpi/add-kpi /data-insights/kpi/edit-kpi/x /observability/alerts /observability/alerts/add
    /observability/alerts/edit/${FQN} /observability/alert/${FQN}/configuration /observability/alert/${FQN}/recentEvents
    /observability/alert/${FQN}/diagnostics /settings/notifications /settings/notifications/add-notification
    /settings/notifications/edit-notification/${FQN} /settings/notifications/alert/${FQN}/configuration /settings /settings/members
    /settings/members/teams /settings/members/teams/${FQN} /settings/members/users /settings/members/admins /settings/members/online-users
    /settings/access/roles /settings/access/roles/${FQN} /settings/access/policies/${FQN} /settings/access/permission-debugger
    /settings/access/audit-logs /settings/services/databases /settings/bots /settings/apps /settings/persona /settings/sso
    /settings/governance/glossary-term-relations /settings/customProperties/tables /settings/preferences/email
    /settings/preferences/search-settings /settings/preferences/appearance /settings/preferences/om-health /bots/${FQN} /task/TASK-00001
    /announcement/${FQN} /THREAD/1-2-3 /dataContract/${FQN} /create-user
    /create-user/bot /users/jane /users/jane/mydata /users/jane/access-token /users/jane/permissions /signin /signup /register
    /forgot-password /users/password/reset /users/registrationConfirmation /callback /auth/callback /saml/callback /logout`.split(
    /\s+/,
  ),
];

/** Old addresses, those that mails got wrong, and those that messages make of a type and a name. */
const MOVED = [
  ['/', null],
  [`/user/jane`, '/users/jane'],
  [`/glossaryTerm/${FQN}`, `/glossary/${FQN}`],
  [`/incident-manager/${FQN}/issues`, `/test-case/${FQN}/issues`],
  [`/data-product/${FQN}/assets`, `/dataProduct/${FQN}/assets`],
  [`/service/databaseServices/${FQN}/ingestions`, `/service/databaseServices/${FQN}/agents`],
  [`/databaseService/${FQN}`, `/service/databaseServices/${FQN}`],
  [`/metadataService/${FQN}/connection`, `/service/metadataServices/${FQN}/connection`],
  ['/team/Sales', '/settings/members/teams/Sales'],
  ['/persona/analyst', '/settings/persona/analyst'],
  ['/bot/robot', '/bots/robot'],
  ['/role/DataConsumer', '/settings/access/roles/DataConsumer'],
  ['/policy/OrganizationPolicy', '/settings/access/policies/OrganizationPolicy'],
  [`/classification/${FQN}`, `/tags/${FQN}`],
  [`/eventsubscription/${FQN}`, `/observability/alert/${FQN}`],
  ['/notificationTemplate/a-b', '/settings/notifications/templates/a-b'],
  ['/workflowDefinition/approval', '/settings/governance/workflows/approval'],
  ['/app/DataRetentionApplication', '/settings/apps/DataRetentionApplication'],
  ['/testDefinition/columnValuesToBeUnique', '/settings/preferences/data-quality'],
  ['/intakeForm/new', '/settings/governance/intake-forms'],
  ['/type/table', '/settings/customProperties'],
] as const;

const patternOf = (address: string) => matchRoutes(routeTree, address)?.at(-1)?.route.path;

describe('addresses', () => {
  it.each(ADDRESSES)('%s leads to a page', (address) => expect(patternOf(address)).not.toBe('*'));
  it.each(MOVED)('%s leads to its new address', (address, to) => {
    expect(['/', '*', 'service/:category/:fqn/ingestions/*'], 'the pages that move').toContain(patternOf(address));
    expect(movedTo(address)).toBe(to);
    if (to !== null) expect(patternOf(to)).not.toMatch(/^(settings\/)?\*$/);
  });
  it.each(['/no/such/page', '/team', '/constructor/x', `/table/${FQN}`])('%s is not moved', (address) =>
    expect(movedTo(address)).toBeNull(),
  );
  it('tells of addresses that are nothing', () => expect(patternOf('/no/such/page')).toBe('*'));
  it.each([
    ...TYPES.map((type) => `/${type}`),
    ...['/query', '/query-view', '/users', '/service', '/service/databaseServices', '/test-case', '/glossary-term'],
    ...['/observability/alert', '/observability/alerts/edit/'],
  ])('%s names nothing', (address) => expect(patternOf(address)).toBe('*'));
  it('names no page as coming later that is there', () => {
    const there = new Set(ADDRESSES.map(patternOf));
    for (const { path } of laterRoutes.filter((one) => one.path !== '*')) expect(there, path).toContain(path);
  });
});

// Whoever may not see a person or a deleted entity learns nothing of them by naming their id.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';
import { openPeople, type People, type Person } from './support/catalog-of-people.js';

const NOBODY = '00000000-0000-4000-8000-000000000000';
const NAME = 'zqhidden';
const INCIDENTS = '/v1/dataQuality/testCases/testCaseIncidentStatus';

forEachSeededStore('hidden people', (use) => {
  let people: People;
  let who: Person;
  let hidden: Body;
  let table: Body;

  beforeAll(async () => {
    people = await openPeople(use());
    hidden = await people.make('/v1/users', { name: NAME, email: `${NAME}@example.com`, description: NAME });
    table = await people.table();
    who = await people.person([
      { operations: ['All'] },
      { effect: 'deny', operations: ['ViewAll'], resources: ['user', 'team'] },
    ]);
  });
  afterAll(() => people.app.close());

  const person = (id: string) => ({ id, type: 'user' });

  it('cannot be put into references inside of fields', async () => {
    const accessed = (id: string) => [
      { op: 'add', path: '/lifeCycle', value: { accessed: { timestamp: 1, accessedBy: person(id) } } },
    ];
    const metric = (id: string) => ({ name: 'm', expression: 'select 1', owners: [person(id)] });
    for (const [method, path, body] of [
      ['PATCH', `/v1/tables/${table.id}`, accessed],
      ['PUT', `/v1/tables/${table.id}/customMetric`, metric],
    ] as const) {
      const missing = await who.send(method, path, body(NOBODY));
      expect(missing.status, path).toBe(404);
      const there = await who.send(method, path, body(hidden.id));
      expect(there.text.replaceAll(hidden.id, ''), path).toBe(missing.text.replaceAll(NOBODY, ''));
      expect((await who.send(method, path, body(who.id))).status, `${path} with oneself`).toBe(200);
    }
  });

  it('cannot be read through free-form objects', async () => {
    const service = await people.make('/v1/services/mcpServices', { name: 'mcp', serviceType: 'Mcp' });
    const server = (name: string, inner: object) => ({
      ...{ name, service: service.fullyQualifiedName, serverType: 'Custom' },
      tools: [{ name: 'tool', inputSchema: { assignee: inner } }],
    });
    const there = await who.send('POST', '/v1/mcpServers', server('one', person(hidden.id)));
    expect([there.status, there.text.includes(NAME)], there.text).toEqual([404, false]);
    expect((await who.send('POST', '/v1/mcpServers', server('two', { type: 'object' }))).status).toBe(201);
  });

  it('stay in references inside of fields where others put them', async () => {
    const lifeCycle = { accessed: { timestamp: 1, accessedBy: person(hidden.id) } };
    const path = `/v1/tables/${(await people.table({ lifeCycle })).id}`;
    const whole = (await who.send('GET', `${path}?fields=lifeCycle`)).body;
    const value = { ...whole.lifeCycle, created: { timestamp: 2 } };
    expect((await who.send('PATCH', path, [{ op: 'add', path: '/lifeCycle', value }])).status).toBe(200);
  });

  it('cannot be made followers', async () => {
    const path = `/v1/tables/${table.id}/followers`;
    const there = await who.send('PUT', path, hidden.id);
    expect([there.status, there.text.includes(NAME)]).toEqual([404, false]);
  });

  it('are not told by the restoring of teams', async () => {
    const team = await people.make('/v1/teams', { name: `${NAME}-team`, teamType: 'Group' });
    const there = await who.send('PUT', '/v1/teams/restore', { id: team.id });
    expect([there.status, there.text.includes(NAME)]).toEqual([403, false]);
  });

  it('are not told by the groups and filters of incidents', async () => {
    const test = await people.make('/v1/dataQuality/testCases', {
      ...{ name: 'rows', entityLink: `<#E::table::${table.fullyQualifiedName}>` },
      ...{ testDefinition: 'tableRowCountToEqual', parameterValues: [{ name: 'value', value: '5' }] },
    });
    const assigned = await people.send('POST', INCIDENTS, {
      testCaseReference: test.fullyQualifiedName,
      testCaseResolutionStatusType: 'Assigned',
      testCaseResolutionStatusDetails: { assignee: person(hidden.id) },
    });
    expect(assigned.status, assigned.text).toBe(200);
    const groups = async (send: People['send']) =>
      (await send('GET', `${INCIDENTS}/incidentGroups?groupBy=assignee`)).body.data.map(({ name }: Body) => name);
    expect(await groups(people.send)).toEqual([NAME]);
    expect(await groups(who.send)).toEqual(['Unassigned']);
    const total = async (send: People['send']) =>
      (await send('GET', `${INCIDENTS}?assignee=${NAME}`)).body.paging.total;
    expect(await total(people.send)).toBe(1);
    expect(await total(who.send)).toBe(0);
  });

  it('are not told by the filters of tasks', async () => {
    const asked = await people.send('POST', '/v1/tasks', {
      ...{ name: 'review', category: 'MetadataUpdate', type: 'DescriptionUpdate' },
      ...{ about: `<#E::table::${table.fullyQualifiedName}>`, assignees: [NAME] },
    });
    expect(asked.status, asked.text).toBe(201);
    const total = async (query: string, send: People['send']) =>
      (await send('GET', `/v1/tasks?${query}`)).body.paging.total;
    for (const query of [`assignee=${NAME}`, `assigneeId=${hidden.id}`]) {
      expect(await total(query, people.send), query).toBeGreaterThan(0);
      expect(await total(query, who.send), query).toBe(0);
    }
    expect(await total('', who.send), 'the tasks themselves').toBeGreaterThan(0);
    expect((await who.send('GET', `/v1/tasks/count?assignee=${NAME}`)).body.total).toBe(0);
  });

  it('may be a domain, of whose tasks nothing is told', async () => {
    await people.make('/v1/domains', { name: 'Unseen', domainType: 'Aggregate', description: 'x' });
    const other = await people.person([
      { operations: ['All'] },
      { effect: 'deny', operations: ['All'], resources: ['domain'] },
    ]);
    for (const path of ['/v1/tasks?domain=', '/v1/tasks/count?domain=']) {
      const there = await other.send('GET', `${path}Unseen`);
      const missing = await other.send('GET', `${path}Nowhere`);
      expect([there.status, there.text.replaceAll('Unseen', 'Nowhere')], path).toEqual([404, missing.text]);
      expect((await people.send('GET', `${path}Unseen`)).status, path).toBe(200);
    }
    const placed = await people.table({ name: 'placed', domains: ['Unseen'] });
    await people.make('/v1/announcements', {
      ...{ name: 'news', description: 'News', startTime: 1, endTime: 4_000_000_000_000 },
      entityLink: `<#E::table::${placed.fullyQualifiedName}>`,
    });
    const news = async (send: People['send']) =>
      (await send('GET', '/v1/announcements?domain=Unseen')).body.paging.total;
    expect([await news(people.send), await news(other.send)]).toEqual([1, 0]);
  });

  it('are not told by the threads that they take part in', async () => {
    const message = `<#E::user::${NAME}> please look`;
    const about = `<#E::table::${table.fullyQualifiedName}>`;
    await people.make('/v1/feed', { message, about });
    const total = async (filter: string, send: People['send']) =>
      (await send('GET', `/v1/feed?userId=${hidden.id}&filterType=${filter}`)).body.paging.total;
    expect(await total('MENTIONS', people.send)).toBeGreaterThan(0);
    expect(await total('MENTIONS', who.send)).toBe(0);
  });
});

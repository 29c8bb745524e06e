// Why an alert delivers an event or not, and what one would have delivered before it is saved.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WORDED_FUNCTIONS } from '../../src/alerts/explain/facts-in-words.js';
import { ALERT_FUNCTIONS } from '../../src/rules/index.js';
import { openPeople, type People, type Person } from '../access/support/catalog-of-people.js';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';

const PATH = '/v1/events/subscriptions';
const filter = (name: string, argument: string, ...input: string[]) => ({
  name,
  ...(argument === '' ? {} : { arguments: [{ name: argument, input }] }),
});
const hook = { category: 'External', type: 'Webhook', config: { endpoint: 'https://example.com/hook' } };

it('every function of conditions has words', () => {
  expect([...WORDED_FUNCTIONS].sort()).toEqual([...ALERT_FUNCTIONS.keys()].sort());
});

forEachSeededStore('alerts that are tried', (use) => {
  let people: People;
  let owner: Person;
  let table: Body;
  let updated: Body;
  beforeAll(async () => {
    people = await openPeople(use());
    owner = await people.person([]);
    table = await people.table({ owners: [{ id: owner.id, type: 'user' }] });
    const step = { op: 'add', path: '/description', value: 'Orders' };
    await ok('PATCH', `/v1/tables/${table.id}`, [step]);
    updated = (await eventsOf(table.id)).at(-1)!;
  });
  afterAll(() => people.app.close());

  const ok = async (method: string, path: string, body?: unknown, as: Pick<Person, 'send'> = people): Promise<Body> => {
    const answer = await as.send(method, path, body);
    expect(answer.status, `${method} ${path}: ${answer.text.slice(0, 400)}`).toBeLessThan(300);
    return answer.body;
  };
  const eventsOf = async (id: string): Promise<Body[]> =>
    (await ok('GET', '/v1/events')).data.filter(({ entityId }: Body) => entityId === id);
  const draft = (more: object = {}) => ({
    ...{ name: people.world.unique('tried'), alertType: 'Notification', resources: ['table'], destinations: [hook] },
    ...more,
  });
  const make = (more: object = {}) => ok('POST', PATH, draft(more));
  const explain = (alert: Body, body: unknown = { eventId: updated.id }, as?: Person) =>
    ok('POST', `${PATH}/${alert.id}/explain`, body, as);

  describe('explain', () => {
    it('tells the result of each condition, and what it looked at', async () => {
      const alert = await make({
        input: {
          filters: [
            filter('filterByOwnerName', 'ownerNameList', owner.name),
            { ...filter('filterByUpdaterIsBot', ''), effect: 'exclude' },
            { ...filter('filterByEventType', 'eventTypeList', 'entityDeleted'), prefixCondition: 'OR' },
          ],
        },
      });
      const told = await explain(alert);
      expect(told).toMatchObject({
        alert: { id: alert.id, name: alert.name, enabled: true },
        event: { id: updated.id, eventType: 'entityUpdated', entityType: 'table', entityId: table.id },
        matches: true,
        routing: { passes: true, source: 'table' },
        filters: {
          passes: true,
          expression: `matchAnyOwnerName('${owner.name}') && !isBot() || matchAnyEventType('entityDeleted')`,
          rules: [
            {
              name: 'filterByOwnerName',
              condition: `matchAnyOwnerName({'${owner.name}'})`,
              ...{ effect: 'include', prefixCondition: 'AND', holds: true, passes: true },
              facts: [`Its owners are ${owner.name}`],
            },
            {
              name: 'filterByUpdaterIsBot',
              effect: 'exclude',
              holds: false,
              passes: true,
              facts: ['admin is not a bot'],
            },
            { prefixCondition: 'OR', holds: false, passes: false, facts: ['The type of the event is entityUpdated'] },
          ],
        },
        triggers: { passes: true, expression: 'true', rules: [] },
        deliveries: [],
      });
      const byName = await ok('POST', `${PATH}/name/${alert.name}/explain`, { position: told.event.position });
      expect(byName).toEqual(told);
    });

    it('gives the reason of the decision', async () => {
      const because = async (more: object, body?: unknown) => {
        const { decision } = await explain(await make(more), body);
        return `${decision.delivers}: ${decision.reason}`;
      };
      const nothing = filter('filterByFqn', 'fqnList', 'elsewhere');
      expect(await because({ resources: ['topic'] })).toContain('false: The event is about the type table');
      expect(await because({ input: { filters: [nothing] } })).toContain(
        'not pass the filters of the alert: Table Name',
      );
      const actions = [filter('GetTableMetricsUpdates', '')];
      expect(await because({ alertType: 'Observability', input: { actions } })).toContain('not pass the triggers');
      expect(await because({})).toContain('false: The event is older than the alert');
      const { id: _, ...rest } = updated;
      const made = { event: { ...rest, id: '11111111-1111-4111-8111-111111111111' } };
      expect(await because({}, made)).toContain('true: The alert would deliver such an event');
      expect(await because({ enabled: false }, made)).toBe('false: The alert is disabled');
      expect(await because({ destinations: [] }, made)).toBe('false: The alert has no destination');
      expect(await because({ destinations: [{ ...hook, enabled: false }] }, made)).toContain('All destinations');
      const alert = await make({ enabled: false });
      await ok('PATCH', `/v1/tables/${table.id}`, [{ op: 'add', path: '/displayName', value: alert.name }]);
      const event = (await eventsOf(table.id)).at(-1)!;
      expect((await explain(alert, { eventId: event.id })).decision).toEqual({
        delivers: false,
        reason: 'The alert is disabled; it reads this event once it is enabled',
      });
    });

    it('refuses what names no event', async () => {
      const alert = await make();
      const status = async (body: unknown, id = alert.id) =>
        (await people.send('POST', `${PATH}/${id}/explain`, body)).status;
      for (const body of [{}, [], 'x', { eventId: 'x' }, { eventId: 1 }, { position: 1.5 }, { position: '1' }])
        expect(await status(body), JSON.stringify(body)).toBe(400);
      expect(await status({ eventId: updated.id, position: 1 })).toBe(400);
      expect(await status({ event: { ...updated, eventType: 'nonsense' } })).toBe(400);
      expect(await status({ event: 7 })).toBe(400);
      expect(await status({ eventId: '00000000-0000-4000-8000-000000000000' })).toBe(404);
      expect(await status({ position: 99_999_999 })).toBe(404);
      expect(await status({ eventId: updated.id }, '00000000-0000-4000-8000-000000000000')).toBe(404);
    });

    it('shows nothing of what the caller may not see', async () => {
      const suite = await hiddenSuite();
      const name = suite.fullyQualifiedName;
      const alert = await make({
        ...{ alertType: 'Observability', resources: ['testCase'] },
        input: { filters: [filter('filterByFqn', 'fqnList', name)] },
      });
      const explainAs = async (person: Person, body: object) =>
        person.send('POST', `${PATH}/${alert.id}/explain`, body);
      const event = (await eventsOf(suite.caseId)).at(-1)!;
      const alerts = { operations: ['ViewAll'], resources: ['eventSubscription'] };
      const basic = await people.person([{ ...alerts, operations: ['ViewBasic'] }], { isBot: true });
      expect((await explainAs(basic, { eventId: event.id })).status).toBe(403);
      const blind = await people.person([alerts], { isBot: true });
      for (const body of [{ eventId: event.id }, { event }]) {
        const answer = await explainAs(blind, body);
        expect(answer.status).toBe(404);
        expect(answer.text).not.toContain(table.name);
      }
      const cases = { operations: ['ViewAll'], resources: ['table', 'testCase'] };
      const shortsighted = await people.person([alerts, cases], { isBot: true });
      const [rule] = (await explain(alert, { eventId: event.id })).filters.rules;
      expect(rule).toMatchObject({ holds: true });
      expect(rule.facts).toContain(`It belongs to ${name}`);
      const answer = await explainAs(shortsighted, { eventId: event.id });
      expect(answer.status, answer.text).toBe(200);
      // By what the caller may see: whether it holds would tell what is hidden, by as many alerts as one tries.
      expect(answer.body).toMatchObject({ matches: false, filters: { passes: false, rules: [{ holds: false }] } });
      expect(JSON.stringify(answer.body.filters.rules[0].facts)).not.toContain(name);
      const guessed = await explainAs(shortsighted, { event });
      expect(guessed.body.filters.rules[0]).toMatchObject({ holds: false });
      const create = { operations: ['Create'], resources: ['eventSubscription'] };
      const drafting = await people.person([create, cases], { isBot: true });
      const { alertType, resources, input } = alert;
      const body = { alertType, resources: resources ?? ['testCase'], input };
      expect((await ok('POST', `${PATH}/preview`, body)).matched).toBe(1);
      expect(await ok('POST', `${PATH}/preview`, body, drafting)).toMatchObject({ looked: 1, matched: 0 });
    });

    /** A suite with a test of the table. */
    async function hiddenSuite(): Promise<{ fullyQualifiedName: string; caseId: string }> {
      const test = await ok('POST', '/v1/dataQuality/testCases', {
        name: 'rows',
        entityLink: `<#E::table::${table.fullyQualifiedName}>`,
        testDefinition: 'tableRowCountToEqual',
        parameterValues: [{ name: 'value', value: '5' }],
      });
      const suite = await people.make('/v1/dataQuality/testSuites', { name: people.world.unique('hidden') });
      const added = { testSuiteId: suite.id, testCaseIds: [test.id] };
      await ok('PUT', '/v1/dataQuality/testCases/logicalTestCases', added);
      return { fullyQualifiedName: suite.fullyQualifiedName, caseId: test.id };
    }
  });

  describe('preview', () => {
    const preview = (more: object, query = '', as?: Person) => ok('POST', `${PATH}/preview${query}`, draft(more), as);

    it('counts what the alert would have been about, newest first, and stores nothing', async () => {
      const ofTable = { input: { filters: [filter('filterByFqn', 'fqnList', table.fullyQualifiedName)] } };
      const events = await eventsOf(table.id);
      const before = (await ok('GET', `${PATH}?limit=0`)).paging.total;
      const { name: _, ...unnamed } = draft(ofTable);
      const told = await ok('POST', `${PATH}/preview?days=1&limit=1`, unnamed);
      const updates = events.filter(({ eventType }) => eventType === 'entityUpdated').length;
      expect(told).toMatchObject({
        ...{ days: 1, complete: true, matched: events.length },
        byEventType: { entityCreated: 1, entityUpdated: updates },
        data: [{ id: events.at(-1)!.id }],
        paging: { total: events.length, offset: 0, limit: 1 },
      });
      expect(told.looked).toBeGreaterThanOrEqual(told.matched);
      const { data } = await preview(ofTable, '?limit=100&offset=1');
      expect(data.map(({ id }: Body) => id)).toEqual(
        events
          .slice(0, -1)
          .reverse()
          .map(({ id }) => id),
      );
      expect(JSON.parse(data[0].entity).id).toBe(table.id);
      expect((await ok('GET', `${PATH}?limit=0`)).paging.total).toBe(before);
    });

    it('looks at events of the source only, and at the triggers', async () => {
      expect((await preview({ resources: ['topic'] })).matched).toBe(0);
      const everything = await preview({ resources: ['all'] }, '?limit=0');
      expect(everything.matched).toBe(everything.looked);
      const actions = [filter('GetTableSchemaChanges', '')];
      const schema = await preview({ alertType: 'Observability', input: { actions } });
      expect(schema.matched).toBeLessThan(schema.looked);
    });

    it('refuses what could not be saved', async () => {
      const refused = async (body: unknown, query = '') => {
        const answer = await people.send('POST', `${PATH}/preview${query}`, body);
        expect(answer.status, answer.text).toBe(400);
      };
      await refused([]);
      await refused(draft({ resources: [] }));
      await refused(draft({ alertType: 'ActivityFeed' }));
      await refused(draft({ input: { filters: [filter('filterByFqn', 'fqnList')] } }));
      for (const query of ['?days=0', '?days=31', '?limit=101', '?offset=-1', '?days=x']) await refused(draft(), query);
    });

    it('looks at events that the caller may see only', async () => {
      const create = { operations: ['Create'], resources: ['eventSubscription'] };
      const blind = await people.person([create], { isBot: true });
      expect(await preview({ resources: ['all'] }, '', blind)).toMatchObject({ looked: 0, matched: 0, data: [] });
      const tables = { operations: ['ViewBasic'], resources: ['table'] };
      const seeing = await people.person([create, tables], { isBot: true });
      const seen = await preview({ resources: ['all'] }, '?limit=100', seeing);
      expect(new Set(seen.data.map(({ entityType }: Body) => entityType))).toEqual(new Set(['table']));
      const viewer = await people.person([{ ...create, operations: ['ViewAll'] }], { isBot: true });
      for (const body of [draft(), 'nonsense'])
        expect((await viewer.send('POST', `${PATH}/preview`, body)).status).toBe(403);
    });
  });
});

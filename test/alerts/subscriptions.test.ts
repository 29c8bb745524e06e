// Alerts as clients make, change and read them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPeople, type People } from '../access/support/catalog-of-people.js';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';

const PATH = '/v1/events/subscriptions';
const MASK = '*********';
const hook = (config: object = {}) => ({
  category: 'External',
  type: 'Webhook',
  config: { endpoint: 'https://example.com/hook', ...config },
});
const filter = (name: string, argument: string, ...input: string[]) => ({
  name,
  ...(argument === '' ? {} : { arguments: [{ name: argument, input }] }),
});

forEachSeededStore('alerts', (use) => {
  let people: People;
  beforeAll(async () => {
    people = await openPeople(use());
  });
  afterAll(() => people.app.close());

  const ok = async (method: string, path: string, body?: unknown): Promise<Body> => {
    const answer = await people.send(method, path, body);
    expect(answer.status, `${method} ${path}: ${answer.text.slice(0, 400)}`).toBeLessThan(300);
    return answer.body;
  };
  const request = (more: object = {}) => ({
    name: people.world.unique('alert'),
    alertType: 'Notification',
    resources: ['table'],
    ...more,
  });
  const make = (more: object = {}) => ok('POST', PATH, request(more));

  describe('their rules', () => {
    it('follow from source and input, in the order sent', async () => {
      const alert = await make({
        resources: ['Table'],
        input: {
          filters: [
            { ...filter('FILTERBYUPDATERNAME', 'updateByUserList', "o'brien", 'ann'), prefixCondition: 'OR' },
            { ...filter('filterByFqn', 'fqnList', 'shop.sales'), effect: 'exclude', prefixCondition: 'OR' },
          ],
          actions: [filter('GetTableSchemaChanges', '')],
        },
      });
      expect(alert.filteringRules).toEqual({
        resources: ['table'],
        rules: [
          {
            name: 'filterByUpdaterName',
            fullyQualifiedName: 'eventSubscription.filterByUpdaterName',
            displayName: 'Updater Name',
            effect: 'include',
            condition: "matchUpdatedBy({'o''brien','ann'})",
            arguments: ['updateByUserList'],
            inputType: 'runtime',
            prefixCondition: 'OR',
          },
          {
            name: 'filterByFqn',
            fullyQualifiedName: 'eventSubscription.filterByFqn',
            displayName: 'Table Name',
            effect: 'exclude',
            condition: "matchAnyEntityFqn({'shop.sales'})",
            arguments: ['fqnList'],
            inputType: 'runtime',
            prefixCondition: 'OR',
          },
        ],
        actions: [],
      });
      expect(alert.input.actions).toHaveLength(1);
    });

    it('follow a patch of the input and of the source, and nothing else writes them', async () => {
      const { id, version } = await make({ input: { filters: [filter('filterByDomain', 'domainList', 'Finance')] } });
      const patch = (...steps: object[]) => people.send('PATCH', `${PATH}/${id}`, steps);
      const rules = { op: 'replace', path: '/filteringRules/rules/0/condition', value: 'isBot()' };
      expect((await patch(rules)).body).toMatchObject({ version, filteringRules: { rules: [{}] } });
      expect((await ok('GET', `${PATH}/${id}`)).filteringRules.rules[0].condition).toBe("matchAnyDomain({'Finance'})");
      const name = { op: 'replace', path: '/input/filters/0', value: filter('filterByUpdaterIsBot', '') };
      expect((await patch(name)).body.filteringRules.rules).toMatchObject([{ condition: 'isBot()' }]);
      const source = { op: 'replace', path: '/filteringRules/resources', value: ['topic'] };
      expect((await patch(source)).body.filteringRules.resources).toEqual(['topic']);
      const wrong = { op: 'replace', path: '/filteringRules/resources', value: ['nonsense'] };
      expect((await patch(wrong)).status).toBe(400);
      const mentions = { op: 'replace', path: '/filteringRules/resources', value: ['conversation'] };
      expect((await patch(mentions)).body.message).toContain('is not a filter of conversation');
    });

    it('name the property and the rule when they are refused', async () => {
      const refused = async (more: object) => {
        const body = request(more);
        const answer = await people.send('POST', PATH, body);
        expect(answer.status).toBe(400);
        expect((await people.send('GET', `${PATH}/name/${body.name}`)).status).toBe(404);
        return answer.body.message as string;
      };
      expect(await refused({ resources: [] })).toBe('resources must name exactly one source');
      expect(await refused({ resources: ['testCase'] })).toContain('"testCase" is not a source of Notification alerts');
      expect(await refused({ input: { filters: [filter('filterByFqn', 'fqnList')] } })).toBe(
        'input.filters: filterByFqn: The argument fqnList needs at least one value',
      );
      expect(await refused({ input: { filters: [filter('nonsense', '')] } })).toContain(
        'input.filters: "nonsense" is not a filter of table; it has filterByOwnerName, filterByFqn',
      );
      const actions = [filter('GetTopicSchemaChanges', '')];
      expect(await refused({ alertType: 'Observability', input: { actions } })).toContain(
        'input.actions: "GetTopicSchemaChanges" is not a trigger of table',
      );
      expect(await refused({ pollInterval: -1 })).toBe('pollInterval must be at least 1');
      for (const field of ['pollInterval', 'batchSize', 'retries'])
        for (const value of [2 ** 31, 1e19, 1e300])
          expect(await refused({ [field]: value })).toBe(`${field} must be at most 2147483647`);
      expect(await refused({ destinations: Array.from({ length: 101 }, () => hook()) })).toContain('at most 100');
      const receivers = Array.from({ length: 101 }, (_, i) => `a${i}@example.com`);
      expect(
        await refused({ destinations: [{ category: 'External', type: 'Email', config: { receivers } }] }),
      ).toContain('receivers must have at most 100');
      const many = (count: number, value: string) => ({
        input: { filters: Array.from({ length: count }, () => filter('filterByFqn', 'fqnList', value)) },
      });
      expect(await refused(many(101, 'a'))).toBe('input.filters must have at most 100 filters');
      expect(await refused(many(90, 'a'.repeat(3000)))).toContain('all conditions together are longer');
      expect(await refused({ destinations: [hook({ endpoint: 'http://[::1]/' })] })).toContain(
        'destinations[0].config.endpoint: ::1 is not a public address',
      );
      expect(await refused({ destinations: [hook({ endpoint: 'https://u:secret@example.com/' })] })).toContain(
        'destinations[0].config.endpoint: the address of example.com must not contain a user or a password',
      );
      const unknown = { id: '00000000-0000-4000-8000-000000000000', type: 'notificationTemplate' };
      const answer = await people.send('POST', PATH, request({ notificationTemplate: unknown }));
      expect([answer.status, answer.body.message]).toEqual([404, expect.stringContaining('notificationTemplate')]);
    });
  });

  describe('their definition', () => {
    it('is replaced by PUT: what it omits is back to its default', async () => {
      const bob = await people.person([]);
      const body = request({
        ...{ description: 'Watch', displayName: 'Shown', enabled: false, pollInterval: 33, retries: 7, batchSize: 44 },
        owners: [{ id: bob.id, type: 'user' }],
        input: { filters: [filter('filterByUpdaterIsBot', '')] },
        destinations: [hook()],
      });
      await ok('POST', PATH, body);
      const { name, alertType, resources } = body;
      const put = await ok('PUT', PATH, { name, alertType, resources });
      expect(put).toMatchObject({ enabled: true, pollInterval: 10, retries: 3, batchSize: 10, destinations: [] });
      expect(put.filteringRules.rules).toEqual([]);
      const { description, displayName, input, owners } = await ok('GET', `${PATH}/${put.id}?fields=owners`);
      expect({ description, displayName, input, owners }).toEqual({ owners: [] });
    });

    it('keeps its type', async () => {
      const alert = await make();
      const { name } = alert;
      const other = { name, alertType: 'Observability', resources: ['table'] };
      expect((await people.send('PUT', PATH, other)).status).toBe(400);
      const step = { op: 'replace', path: '/alertType', value: 'Observability' };
      expect((await people.send('PATCH', `${PATH}/${alert.id}`, [step])).status).toBe(400);
    });

    it('stores a change of the poll interval alone', async () => {
      const { id } = await make();
      const step = { op: 'replace', path: '/pollInterval', value: 60 };
      expect((await people.send('PATCH', `${PATH}/${id}`, [step])).body).toMatchObject({ version: 0.2 });
      expect((await ok('GET', `${PATH}/${id}`)).pollInterval).toBe(60);
    });

    it('is deleted for good', async () => {
      const { id, name } = await make();
      expect((await people.send('DELETE', `${PATH}/name/${name}`)).body.id).toBe(id);
      expect((await people.send('GET', `${PATH}/${id}?include=all`)).status).toBe(404);
    });

    it('is listed by type', async () => {
      const { id } = await make({ alertType: 'Observability', resources: ['topic'] });
      const of = async (query: string) => (await ok('GET', `${PATH}?limit=1000&${query}`)).data as Body[];
      const observed = await of('alertType=Observability&fields=owners,filteringRules,statusDetails');
      expect(observed.map((alert) => alert.id)).toContain(id);
      expect(new Set(observed.map(({ alertType }) => alertType))).toEqual(new Set(['Observability']));
      expect((await of('alertType=observability')).map((alert) => alert.id)).toEqual(
        observed.map(({ id: own }) => own),
      );
      expect((await people.send('GET', `${PATH}?alertType=Banana`)).status).toBe(400);
      expect(await of('notificationTemplate=00000000-0000-4000-8000-000000000000')).toEqual([]);
      expect((await people.send('GET', `${PATH}?notificationTemplate=x`)).status).toBe(400);
      expect((await people.send('GET', `${PATH}?fields=pager`)).status).toBe(400);
    });
  });

  describe('their destinations', () => {
    it('keep the ids that are sent, and get one otherwise', async () => {
      const alert = await make({ destinations: [hook(), { category: 'Owners', type: 'Email' }] });
      const [first, second] = alert.destinations;
      expect(first.id).not.toBe(second.id);
      expect(second).toMatchObject({ enabled: true, timeout: 10, readTimeout: 12, notifyDownstream: false });
      const put = await ok('PUT', PATH, { ...request(), name: alert.name, destinations: [second, hook()] });
      expect(put.destinations[0].id).toBe(second.id);
      expect([first.id, second.id]).not.toContain(put.destinations[1].id);
      const twice = { ...request(), destinations: [second, second] };
      expect((await people.send('POST', PATH, twice)).body.message).toContain('another destination has the id');
    });

    it('show their state to those who may view all of the alert', async () => {
      const alert = await make({ destinations: [hook()] });
      expect(alert.destinations[0].statusDetails).toEqual({ status: 'active', timestamp: alert.updatedAt });
      const step = { op: 'replace', path: '/enabled', value: false };
      const disabled = (await people.send('PATCH', `${PATH}/${alert.id}`, [step])).body;
      expect(disabled.destinations[0].statusDetails.status).toBe('disabled');
      const basic = [{ operations: ['ViewBasic'], resources: ['eventSubscription'] }];
      const limited = await people.person(basic, { isBot: true });
      const shown = await limited.send('GET', `${PATH}/${alert.id}?fields=statusDetails`);
      expect(shown.status).toBe(200);
      expect(shown.body.destinations[0].id).toBe(alert.destinations[0].id);
      expect(shown.body.destinations[0]).not.toHaveProperty('statusDetails');
      const list = await limited.send('GET', `${PATH}?limit=1000`);
      expect(list.body.data.length).toBeGreaterThan(0);
      expect(list.text).not.toContain('statusDetails');
      for (const path of [`${PATH}/${alert.id}/versions`, '/v1/events?entityCreated=eventsubscription'])
        expect((await people.send('GET', path)).text).not.toContain('statusDetails');
    });
  });

  describe('their secrets', () => {
    const bearer = { type: 'bearer', secretKey: 'hunter2-key' };
    const oauth2 = {
      ...{ type: 'oauth2', tokenUrl: 'https://login.example.com/token', clientId: 'cairn' },
      clientSecret: 'hunter2-client',
    };
    const guarded = () => [
      hook({
        authType: bearer,
        headers: { 'x-a': 'hunter2-header' },
        queryParams: { token: 'hunter2-query', page: 1 },
      }),
      { ...hook({ authType: oauth2, endpoint: 'https://example.com/' }), type: 'GChat' },
    ];
    const openAll = async (id: string): Promise<string> => {
      const rows = await use().store.read((sql) =>
        sql.all<{ extra: string | null }>('select extra from entity where id = $1', [id]),
      );
      return JSON.stringify(rows);
    };

    const sealedIn = (text: string): Record<string, Body> => JSON.parse(JSON.parse(text)[0].extra).$destinations;

    it('are masked in every answer, version and event, and sealed at rest', async () => {
      const alert = await make({ destinations: guarded() });
      expect(alert.destinations[0].config).toEqual({
        endpoint: 'https://example.com/hook',
        authType: { type: 'bearer', secretKey: MASK },
        headers: { 'x-a': MASK },
        httpMethod: 'POST',
        queryParams: { token: MASK, page: 1 },
      });
      expect(alert.destinations[1].config.authType).toEqual({ ...oauth2, clientSecret: MASK });
      const at = `${PATH}/${alert.id}`;
      const renamed = { ...request({ destinations: guarded() }), name: alert.name, description: 'Again' };
      const bad = { ...renamed, destinations: [hook({ authType: { ...bearer, type: 'hunter2' } })] };
      const answers = [
        await people.send('PUT', PATH, renamed),
        await people.send('GET', at),
        await people.send('GET', `${PATH}?limit=1000&fields=*`),
        await people.send('GET', `${at}/versions`),
        await people.send('GET', `${at}/context`),
        await people.send('GET', '/v1/events?limit=1000&entityUpdated=*&entityCreated=*'),
        await people.send('GET', '/v1/search/query?q=*&index=all&size=100'),
        await people.send('PUT', PATH, bad),
        await people.send('PATCH', at, [{ op: 'test', path: '/destinations/0/config/headers/x-a', value: 'hunter2' }]),
      ];
      for (const [i, { text }] of answers.entries()) expect(text, String(i)).not.toContain('hunter2');
      expect(answers.at(-1)?.status).toBe(400);
      expect(await openAll(alert.id)).not.toContain('hunter2');
    });

    it('stay with their destination, wherever it stands in the list', async () => {
      const alert = await make({ destinations: guarded() });
      const before = await openAll(alert.id);
      const [one, two] = alert.destinations;
      const put = await ok('PUT', PATH, { ...request(), name: alert.name, destinations: [two, one] });
      expect(put.destinations.map(({ id }: Body) => id)).toEqual([two.id, one.id]);
      expect(sealedIn(await openAll(alert.id))).toEqual(sealedIn(before));
    });

    it('are replaced by new ones, alone, and kept by what is sent back as it was shown', async () => {
      const alert = await make({ destinations: guarded() });
      const { [alert.destinations[0].id]: first, ...rest } = sealedIn(await openAll(alert.id));
      const step = { op: 'replace', path: '/destinations/0/config/authType/secretKey', value: 'hunter2-new' };
      expect((await people.send('PATCH', `${PATH}/${alert.id}`, [step])).status).toBe(200);
      const { [alert.destinations[0].id]: changed, ...others } = sealedIn(await openAll(alert.id));
      expect(changed?.['authType.secretKey']).not.toBe(first?.['authType.secretKey']);
      expect({ ...changed, 'authType.secretKey': '' }).toEqual({ ...first, 'authType.secretKey': '' });
      expect(others).toEqual(rest);
      const { name, alertType, destinations } = await ok('GET', `${PATH}/${alert.id}`);
      await ok('PUT', PATH, { name, alertType, resources: ['table'], destinations });
      expect(sealedIn(await openAll(alert.id))).toEqual({ [alert.destinations[0].id]: changed, ...others });
    });

    it('are not moved to another address by a mask', async () => {
      const alert = await make({ destinations: guarded() });
      const [{ id: _, ...nameless }] = alert.destinations;
      const put = (destinations: unknown[]) =>
        people.send('PUT', PATH, { ...request(), name: alert.name, destinations });
      expect((await put([nameless])).body.message).toContain('a masked secret keeps the one of the destination');
      const editor = await people.person([{ operations: ['EditAll', 'ViewAll'], resources: ['eventSubscription'] }]);
      const elsewhere = { op: 'replace', path: '/destinations/0/config/endpoint', value: 'https://evil.example/' };
      const moved = await editor.send('PATCH', `${PATH}/${alert.id}`, [elsewhere]);
      expect(moved.status).toBe(400);
      expect(moved.body.message).toContain('its secrets must be provided again');
      const secret = { op: 'replace', path: '/destinations/0/config/authType/secretKey', value: 'hunter2-new' };
      expect((await editor.send('PATCH', `${PATH}/${alert.id}`, [secret])).status).toBe(200);
    });
  });

  it('are refused to those without the right', async () => {
    const alert = await make();
    const stranger = await people.person([]);
    expect((await stranger.send('POST', PATH, request())).status).toBe(403);
    expect((await stranger.send('DELETE', `${PATH}/${alert.id}`)).status).toBe(403);
    const maker = await people.person([{ operations: ['Create'], resources: ['EventSubscription'] }]);
    expect((await maker.send('POST', PATH, request())).status).toBe(201);
  });

  it('name the functions of their conditions', async () => {
    const { data, paging } = await ok('GET', `${PATH}/functions`);
    expect(paging.total).toBe(data.length);
    expect(data).toContainEqual(expect.objectContaining({ name: 'matchTestResult' }));
  });
});

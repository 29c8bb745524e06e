// Subscriptions of the system itself.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { getCursor, lastPosition } from '../../src/storage/index.js';
import { openPeople, type People } from '../access/support/catalog-of-people.js';
import type { Body } from '../contract/fixtures/index.js';
import { placeAll } from '../support/read-events.js';
import { forEachSeededStore } from '../support/stores.js';

const PATH = '/v1/events/subscriptions';

forEachSeededStore('built-in subscriptions', (use) => {
  let people: People;
  beforeAll(async () => {
    people = await openPeople(use());
  });
  afterAll(() => people?.app.close());

  const ok = async (method: string, path: string, body?: unknown): Promise<Body> => {
    const answer = await people.send(method, path, body);
    expect(answer.status, `${method} ${path}: ${answer.text.slice(0, 400)}`).toBeLessThan(300);
    return answer.body;
  };
  const set = (field: string, value: unknown) =>
    ok('PATCH', `${PATH}/name/ActivityFeedAlert`, [{ op: 'add', path: `/${field}`, value }]);
  const describedNow = (id: string, description: string) =>
    ok('PATCH', `/v1/tables/${id}`, [{ op: 'add', path: '/description', value: description }]);
  const activity = async (id: string): Promise<Body[]> =>
    (await ok('GET', `/v1/activity/entity/table/${id}?limit=50`)).data;

  const caughtUp = async () => {
    await placeAll(use().store);
    const newest = await use().store.read(lastPosition);
    const reached = () => use().store.read((sql) => getCursor(sql, 'feed.activity'));
    await vi.waitFor(async () => expect(await reached()).toBeGreaterThanOrEqual(newest), { timeout: 10_000 });
  };

  it('are listed and cannot be deleted, renamed or become another kind', async () => {
    const { data } = await ok('GET', `${PATH}?alertType=ActivityFeed`);
    expect(data).toMatchObject([
      {
        name: 'ActivityFeedAlert',
        provider: 'system',
        enabled: true,
        filteringRules: { resources: ['all'], rules: [] },
      },
    ]);
    const workflow = await ok('GET', `${PATH}/name/WorkflowEventConsumer`);
    expect(workflow).toMatchObject({
      alertType: 'GovernanceWorkflowChangeEvent',
      provider: 'system',
      pollInterval: 10,
      description: expect.stringContaining('no effect'),
    });
    for (const { id } of [data[0], workflow]) {
      expect((await people.send('DELETE', `${PATH}/${id}`)).status).toBe(400);
      const step = { op: 'replace', path: '/alertType', value: 'Notification' };
      expect((await people.send('PATCH', `${PATH}/${id}`, [step])).status).toBe(400);
    }
    const { name, alertType, resources } = { name: 'mine', alertType: 'ActivityFeed', resources: ['all'] };
    expect((await people.send('POST', PATH, { name, alertType, resources })).status).toBe(400);
  });

  it('write activity by their filters, and none while they are disabled', async () => {
    const { id } = await people.table();
    await describedNow(id, 'first');
    await vi.waitFor(async () => expect((await activity(id)).length).toBeGreaterThan(1), { timeout: 10_000 });
    await set('input', {
      filters: [{ name: 'filterByFieldChange', arguments: [{ name: 'fieldChangeList', input: ['displayName'] }] }],
    });
    await describedNow(id, 'second');
    await ok('PATCH', `/v1/tables/${id}`, [{ op: 'add', path: '/displayName', value: 'Shown' }]);
    const told = async () => (await activity(id)).map(({ newValue }) => newValue);
    await vi.waitFor(async () => expect((await activity(id)).length).toBeGreaterThan(2), { timeout: 10_000 });
    expect(await told()).not.toContain('second');
    await set('enabled', false);
    await ok('PATCH', `/v1/tables/${id}`, [{ op: 'add', path: '/displayName', value: 'Hidden' }]);
    await caughtUp();
    await set('input', {});
    await set('enabled', true);
    await describedNow(id, 'third');
    await vi.waitFor(async () => expect(await told()).toContain('third'), { timeout: 10_000 });
    expect(await told()).not.toContain('second');
    expect((await activity(id)).filter(({ eventType }) => eventType === 'EntityUpdated')).toHaveLength(1);
    const bad = [{ op: 'add', path: '/input', value: { filters: [{ name: 'nonsense' }] } }];
    expect((await people.send('PATCH', `${PATH}/name/ActivityFeedAlert`, bad)).status).toBe(400);
  });
});

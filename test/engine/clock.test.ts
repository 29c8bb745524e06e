// A clock that is set forward and back: what is stored never goes back in time.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { eventsOf } from '../support/read-events.js';
import { forEachStore } from '../support/stores.js';

const DAY = 86_400_000;

forEachStore('a clock set back', (use) => {
  let app: TestApp;
  let ahead = 0;
  beforeAll(async () => {
    app = await createTestApp({ store: use(), now: () => Date.now() + ahead });
  });
  afterAll(() => app.close());

  it('makes no version, time or event older than the one before', async () => {
    let token = app.adminToken;
    const make = async (name: string) => {
      const body = { name, description: 'x' };
      const { json } = await app.request('POST', '/v1/classifications', { body, token });
      return json;
    };
    const send = async (method: string, path: string, body?: unknown) => {
      const answer = await app.request(method, `/v1/classifications/${path}`, { body, token });
      expect(answer.status, answer.text).toBe(200);
      return answer.json;
    };
    const changed = await make('changed');
    const patch = (value: string) => send('PATCH', changed.id, [{ op: 'add', path: '/description', value }]);
    ahead = 40 * DAY;
    token = await app.tokenFor('admin');
    const forward = await patch('forward');
    const doomed = await make('doomed');
    ahead = 0;
    token = await app.tokenFor('admin');
    const back = await patch('back');
    const deleted = await send('DELETE', changed.id);
    const restored = await send('PUT', 'restore', { id: changed.id });
    for (const { updatedAt } of [back, deleted, restored]) expect(updatedAt).toBe(forward.updatedAt);
    await send('DELETE', `${doomed.id}?hardDelete=true`);
    const other = await make('other');
    expect(other.updatedAt).toBeLessThan(forward.updatedAt);

    const { versions } = await send('GET', `${changed.id}/versions`);
    const states: { version: number; updatedAt: number }[] = versions.map((text: string) => JSON.parse(text));
    expect(states.map(({ version }) => version)).toEqual([0.5, 0.4, 0.3, 0.2, 0.1]);
    const times = states.map(({ updatedAt }) => updatedAt);
    expect(times).toEqual([...times].sort((a, b) => b - a));
    const collection = await send('GET', `history?startTs=${forward.updatedAt}&endTs=${forward.updatedAt}`);
    expect(collection.data.filter(({ id }: { id: string }) => id === changed.id)).toHaveLength(4);

    const told = (await eventsOf(use().store)).map(({ timestamp }) => timestamp);
    expect(told).toEqual([...told].sort((a, b) => a - b));
    const { json, status, text } = await app.request('GET', '/v1/events', {
      // The first token may be gone: while the clock was ahead it had expired.
      token,
      query: { timestamp: String(forward.updatedAt), limit: '1000' },
    });
    expect(status, text).toBe(200);
    const names = json.data.map((event: { entityFullyQualifiedName: string }) => event.entityFullyQualifiedName);
    expect(names).toEqual(['changed', 'doomed', 'changed', 'changed', 'changed', 'doomed', 'other']);
  });
});

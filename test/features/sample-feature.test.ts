// A feature that `src` knows nothing of, with every part, plugged into the whole server. The common life of its type is in
// test/contract/life.test.ts.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { forEachStore } from '../support/stores.js';
import { memoFeature } from './sample/memo-feature.js';

const soon = { timeout: 50_000, interval: 50 };
const setting = (validityPeriod: unknown) => ({
  config_type: 'memoSettings',
  config_value: { allowedClassification: 'Certification', validityPeriod },
});

forEachStore('a feature of one folder', (use) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ store: use(), features: [memoFeature()], flags: { metrics: 'open' } });
  });
  afterAll(() => app.close());

  const summary = () => app.request('GET', '/v1/memos/summary');
  const metrics = async () => (await app.server.app.inject({ url: '/metrics' })).body;

  it('runs its seed at the start', async () => {
    expect((await app.request('GET', '/v1/memos/name/welcome')).json).toMatchObject({ version: 0.1 });
  });

  it('has a type that is written, found and described', async () => {
    const body = { name: 'lunch', description: 'Noodles at noon' };
    const made = await app.request('POST', '/v1/memos', { body });
    expect(made.status, made.text).toBe(201);
    const changes = [{ op: 'add', path: '/displayName', value: 'Lunch today' }];
    const changed = await app.request('PATCH', `/v1/memos/${made.json.id}`, { body: changes });
    expect(changed.json).toMatchObject({ version: 0.2, displayName: 'Lunch today' });
    const found = await app.request('GET', '/v1/search/query', { query: { q: 'noodles', index: 'all' } });
    expect(found.json.hits.hits).toMatchObject([{ _source: { id: made.json.id, entityType: 'memo' } }]);
    const document = JSON.parse((await app.server.app.inject({ url: '/openapi.json' })).body);
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/v1/memos/{id}', '/v1/memos/summary']));
  });

  it('has a check of writes, which undoes what it refuses', async () => {
    const send = (method: string, path: string, body: unknown) => app.request(method, path, { body });
    const refused = await send('POST', '/v1/memos', { name: 'loud', description: 'Noodles!!' });
    expect([refused.status, refused.json.message]).toEqual([400, 'A memo must not shout']);
    expect((await app.request('GET', '/v1/memos/name/loud')).status).toBe(404);
    const { json } = await app.request('GET', '/v1/memos/name/lunch');
    const loud = [{ op: 'replace', path: '/description', value: 'Now!!' }];
    expect((await send('PATCH', `/v1/memos/${json.id}`, loud)).status).toBe(400);
    expect((await app.request('GET', `/v1/memos/${json.id}`)).json).toEqual(json);
    expect(
      (await send('PUT', '/v1/tags', { name: 'x', classification: 'Tier', description: 'No memo!!' })).status,
    ).toBe(201);
  });

  it('has a job and an event reader that run, and a route that answers', async () => {
    await vi.waitFor(async () => expect((await summary()).json).toEqual({ created: 2, counted: 2 }), soon);
    await app.request('POST', '/v1/memos', { body: { name: 'tea', description: 'At four' } });
    await vi.waitFor(async () => expect((await summary()).json).toEqual({ created: 3, counted: 3 }), soon);
    expect((await app.request('GET', '/v1/memos/summary', { token: null })).status).toBe(401);
  });

  it('has a setting with a default, its own rule, and a way back', async () => {
    const read = () => app.request('GET', '/v1/system/settings/memoSettings');
    expect((await read()).json).toEqual(setting('P1D'));
    const put = await app.request('PUT', '/v1/system/settings', { body: setting('P7D') });
    expect(put.status, put.text).toBe(200);
    expect((await read()).json).toEqual(setting('P7D'));
    for (const wrong of ['soon', 7]) {
      const { status, json } = await app.request('PUT', '/v1/system/settings', { body: setting(wrong) });
      expect([status, json.errorType, json.message]).toEqual([
        400,
        'BAD_REQUEST',
        expect.stringMatching('validityPeriod'),
      ]);
    }
    expect((await read()).json).toEqual(setting('P7D'));
    await app.request('PUT', '/v1/system/settings/reset/memoSettings');
    expect((await read()).json).toEqual(setting('P1D'));
    const all = await app.request('GET', '/v1/system/settings');
    expect(all.json.data).toContainEqual(setting('P1D'));
  });

  describe('its metrics', () => {
    it('are served beside those of the server', async () => {
      await summary();
      await vi.waitFor(async () => {
        const text = await metrics();
        expect(text).toContain('# TYPE cairn_memos_counted gauge\ncairn_memos_counted 3\n');
        expect(text).toMatch(/^cairn_memo_summary_seconds_bucket\{le="60"\} [1-9]\d*$/m);
        expect(text).toContain('cairn_database_up 1\n');
      }, soon);
    });
  });
});

it('cannot be plugged in twice', async () => {
  const twice = createTestApp({ features: [memoFeature(), memoFeature()] });
  await expect(twice).rejects.toThrow('type memo is registered twice');
});

import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { forEachSeededStore } from '../support/stores.js';

const definition = {
  description: 'Does something elsewhere',
  className: 'example.App',
  appType: 'external',
  scheduleType: 'OnlyManual',
  permission: 'All',
};

forEachSeededStore('apps', (use) => {
  let app: TestApp;
  const send = (method: string, path: string, body?: unknown) =>
    app.request(method, `/v1/apps${path}`, body === undefined ? {} : { body });

  beforeAll(async () => {
    app = await createTestApp({ store: use(), flags: { eventRetentionDays: '30', auditRetentionDays: '30' } });
    const made = await send('POST', '/marketplace', {
      ...definition,
      name: 'elsewhere',
      appConfiguration: { url: 'http://localhost', apiKey: 'hidden key' },
    });
    expect(made.status, made.text).toBe(201);
    expect(made.text).not.toContain('hidden key');
    const installed = await send('POST', '', { name: 'elsewhere' });
    expect(installed.status, installed.text).toBe(201);
    expect(installed.json).toMatchObject({ className: 'example.App', appType: 'external', enabled: true });
  });
  afterAll(() => app.close());

  it('what the server itself does is installed, once', async () => {
    const names = (await send('GET', '/installed')).json.map(({ name }: { name: string }) => name);
    expect(names.sort()).toEqual(['DataRetentionApplication', 'SearchIndexingApplication', 'elsewhere']);
    expect((await send('GET', '/marketplace/name/SearchIndexingApplication')).json.system).toBe(true);
    const removal = await send('DELETE', '/name/DataRetentionApplication');
    expect([removal.status, removal.json.message]).toEqual([400, expect.stringContaining('cannot be removed')]);
  });

  it('runs retention as a job and records the run', async () => {
    const started = await send('POST', '/trigger/DataRetentionApplication');
    expect([started.status, started.json]).toEqual([
      200,
      expect.objectContaining({ appName: 'DataRetentionApplication', status: 'started' }),
    ]);
    await vi.waitFor(
      async () => {
        const { json } = await send('GET', '/name/DataRetentionApplication/runs/latest');
        expect(json).toMatchObject({ status: 'success', endTime: expect.any(Number) });
      },
      { timeout: 50_000, interval: 100 },
    );
    const runs = await send('GET', '/name/DataRetentionApplication/status');
    expect(runs.json).toMatchObject({ data: [{ runType: 'OnDemand' }], paging: { total: 1 } });
    expect((await send('POST', '/stop/DataRetentionApplication')).status).toBe(400);
  });

  it('settings of a run are checked', async () => {
    for (const [settings, named] of [
      [{ thisShouldFail: true }, 'thisShouldFail'],
      [{ batchSize: 'many' }, 'batchSize'],
      [{ recreateIndex: 'yes' }, 'recreateIndex'],
      [['all'], 'object'],
    ] as const) {
      const refused = await send('POST', '/trigger/SearchIndexingApplication', settings);
      expect([refused.status, refused.json.message]).toEqual([400, expect.stringContaining(named)]);
    }
    const settings = { recreateIndex: false, batchSize: 1234, entities: ['table'] };
    expect((await send('POST', '/trigger/SearchIndexingApplication', settings)).status).toBe(200);
    const refused = await send('POST', '/trigger/DataRetentionApplication', { days: 1 });
    expect([refused.status, refused.json.message]).toEqual([400, expect.stringContaining('takes no settings')]);
  });

  it('are found by the kinds of their agents', async () => {
    const named = 'of-metadata';
    expect((await send('POST', '/marketplace', { ...definition, name: named, agentType: 'Metadata' })).status).toBe(
      201,
    );
    expect((await send('POST', '', { name: named })).status).toBe(201);
    const found = async (kinds: string) => {
      const { status, json } = await send('GET', `?agentType=${encodeURIComponent(kinds)}`);
      expect(status, JSON.stringify(json)).toBe(200);
      return json.data.map(({ name }: { name: string }) => name);
    };
    expect(await found('Metadata')).toEqual([named]);
    expect(await found(' CollateAI , Metadata ')).toEqual([named]);
    expect(await found('NoSuchKind')).toEqual([]);
    expect(await found('')).toContain('elsewhere');
  });

  it('an app that is performed elsewhere is not run here', async () => {
    for (const verb of ['trigger', 'deploy']) {
      const answer = await send('POST', `/${verb}/elsewhere`);
      expect([answer.status, answer.json.message]).toEqual([
        400,
        expect.stringContaining('does not perform the app elsewhere'),
      ]);
    }
    expect((await send('POST', '/schedule/elsewhere')).status).toBe(400);
    expect((await send('POST', '/trigger/nosuch')).status).toBe(404);
    expect((await send('GET', '/name/elsewhere/runs/latest')).status).toBe(404);
    expect((await send('GET', '/name/elsewhere/status')).json).toMatchObject({ data: [], paging: { total: 0 } });
  });

  it('is installed from the marketplace only, with a bot of its own', async () => {
    const unknown = await send('POST', '', { name: 'nowhere' });
    expect([unknown.status, unknown.json.message]).toEqual([400, expect.stringContaining('marketplace')]);
    const { bot } = (await send('GET', '/name/elsewhere?fields=bot')).json;
    expect(bot).toMatchObject({ type: 'bot', name: 'elsewhereBot' });
    const account = (await app.request('GET', `/v1/bots/${bot.id}`)).json.botUser;
    expect((await app.request('GET', `/v1/users/${account.id}`)).json).toMatchObject({ isBot: true });
  });

  it('secrets are sealed: masked in the configuration, and the private one is never returned', async () => {
    const configured = await send('POST', '/configure/elsewhere', { url: 'http://localhost', apiKey: 'another key' });
    expect(configured.json.appConfiguration).toEqual({ url: 'http://localhost', apiKey: '*********' });
    const { id } = configured.json;
    const patched = await app.request('PATCH', `/v1/apps/${id}`, {
      body: [{ op: 'add', path: '/privateConfiguration', value: { token: 'most private' } }],
      headers: { 'content-type': 'application/json-patch+json' },
    });
    expect(patched.status, patched.text).toBe(200);
    await send('PUT', '', { name: 'elsewhere', description: 'Changed' });
    const shown = [patched, await send('GET', `/${id}`), await send('GET', `/${id}/versions`)];
    const events = await app.request('GET', '/v1/events?entityUpdated=app');
    const text = [...shown, events].map((one) => one.text).join();
    for (const secret of ['most private', 'another key', '"privateConfiguration":']) expect(text).not.toContain(secret);
    expect((await send('POST', '/configure/DataRetentionApplication', {})).status).toBe(400);
  });

  it('a person without rights cannot run it', async () => {
    await app.request('POST', '/v1/users', { body: { name: 'guest', email: 'guest@example.com' } });
    const token = await app.tokenFor('guest');
    for (const verb of ['trigger', 'stop', 'configure', 'deploy', 'schedule']) {
      const path = `/v1/apps/${verb}/DataRetentionApplication`;
      expect((await app.request('POST', path, { token, body: {} })).status, verb).toBe(403);
    }
  });
});

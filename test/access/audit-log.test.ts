// The audit log: every change, and every refused request of a person or bot.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { placeAll } from '../support/read-events.js';
import { forEachSeededStore } from '../support/stores.js';

// biome-ignore lint/suspicious/noExplicitAny: tests look into entries freely
type Entry = Record<string, any>;

forEachSeededStore('audit log', (use) => {
  let app: TestApp;
  let mallory: string;
  const list = async (query: Record<string, string> = {}, token?: string) =>
    app.request('GET', '/v1/audit/logs', { query, ...(token ? { token } : {}) });
  const post = async (path: string, body: object) => {
    const answer = await app.request('POST', path, { body });
    expect(answer.status, answer.text).toBe(201);
    return answer.json;
  };
  const refusals = async (query: Record<string, string> = {}): Promise<Entry[]> =>
    (await list({ eventType: 'accessRefused', limit: '200', ...query })).json.data;

  beforeAll(async () => {
    app = await createTestApp({ store: use() });
    await post('/v1/users', { name: 'mallory', email: 'mallory@example.com' });
    mallory = await app.tokenFor('mallory');
    await post('/v1/classifications', { name: 'Kept', description: 'first' });
  });
  afterAll(() => app.close());

  it('has every change once it is acknowledged, newest first, with who made it', async () => {
    const made = await post('/v1/tags', { name: 'one', classification: 'Kept', description: 'a tag' });
    const bot = await app.tokenFor('ingestion-bot');
    const changed = await app.request('PUT', '/v1/services/databaseServices', {
      body: { name: 'held', serviceType: 'CustomDatabase' },
      token: bot,
    });
    const { data, paging } = (await list({ limit: '2' })).json;
    expect(data).toMatchObject([
      { entityId: changed.json.id, eventType: 'entityCreated', userName: 'ingestion-bot', actorType: 'BOT' },
      { entityId: made.id, entityFQN: 'Kept.one', entityType: 'tag', userName: 'admin', actorType: 'USER' },
    ]);
    expect(paging.total).toBeGreaterThanOrEqual(4);
    expect(JSON.parse(data[1].eventJson)).toMatchObject({ eventType: 'entityCreated', entityId: made.id });
  });

  it('pages without loss or repetition, and filters', async () => {
    const all: Entry[] = [];
    for (let after: string | undefined; ; ) {
      const { data, paging } = (await list({ limit: '3', entityType: 'tag', ...(after ? { after } : {}) })).json;
      all.push(...data);
      after = paging.after;
      if (!after) break;
    }
    const once = (await list({ limit: '200', entityType: 'tag' })).json.data;
    expect(all.map(({ id }) => id)).toEqual(once.map(({ id }: Entry) => id));
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const bots: Entry[] = (await list({ actorType: 'BOT', userName: 'ingestion-bot' })).json.data;
    expect(bots.length).toBeGreaterThan(0);
    expect(bots.every(({ userName }) => userName === 'ingestion-bot')).toBe(true);
    expect((await list({ endTs: '1' })).json).toMatchObject({ data: [], paging: { total: 0 } });
    for (const [name, value] of Object.entries({ actorType: 'CAT', eventType: 'nosuch', startTs: 'then', after: 'x' }))
      expect((await list({ [name]: value })).status, name).toBe(400);
    const reversed = { startTs: '2', endTs: '1' };
    expect((await list(reversed)).status).toBe(400);
    expect((await app.request('GET', '/v1/audit/logs/export', { query: reversed })).status).toBe(400);
  });

  it('pages back to where it came from', async () => {
    const once: Entry[] = (await list({ limit: '200' })).json.data;
    const first = (await list({ limit: '2' })).json;
    expect(first.paging.before).toBeUndefined();
    const second = (await list({ limit: '2', after: first.paging.after })).json;
    const third = (await list({ limit: '2', after: second.paging.after })).json;
    const back = (await list({ limit: '2', before: third.paging.before })).json;
    const ids = (entries: Entry[]) => entries.map(({ id }) => id);
    expect(ids(back.data)).toEqual(ids(once.slice(2, 4)));
    expect(ids((await list({ limit: '2', after: back.paging.after })).json.data)).toEqual(ids(third.data));
    const top = (await list({ limit: '3', before: back.paging.before })).json;
    expect(ids(top.data)).toEqual(ids(once.slice(0, 2)));
    expect(top.paging.before).toBeUndefined();
    expect((await list({ before: 'x' })).status).toBe(400);
    const both = { before: third.paging.before, after: first.paging.after };
    expect((await list(both)).status).toBe(400);
  });

  it('is searched by words, and by service', async () => {
    await post('/v1/databases', { name: 'inside', service: 'held' });
    await post('/v1/services/databaseServices', { name: 'held2', serviceType: 'CustomDatabase' });
    const of = async (query: Record<string, string>) =>
      (await list(query)).json.data.map(({ entityFQN }: Entry) => entityFQN).reverse();
    expect(await of({ serviceName: 'held' })).toEqual(['held', 'held.inside']);
    expect(await of({ serviceName: 'Kept' })).toEqual([]);
    expect(await of({ q: 'ADMIN inside' })).toEqual(['held.inside']);
    expect(await of({ q: 'ingestion-bot held', eventType: 'entityCreated' })).toEqual(['held']);
    expect((await list({ q: 'a '.repeat(11) })).status).toBe(400);
  });

  it('has the refused items of lists', async () => {
    const rule = { name: 'some', effect: 'allow', resources: ['database'], operations: ['EditDescription', 'EditAll'] };
    const deny = { name: 'not', effect: 'deny', resources: ['database'], operations: ['Create'] };
    const policy = await post('/v1/policies', { name: 'some', rules: [rule, deny] });
    const role = await post('/v1/roles', { name: 'some', policies: [policy.name] });
    await post('/v1/users', { name: 'eve', email: 'eve@example.com', roles: [role.id] });
    const body = ['a', 'b'].map((name) => ({ name, service: 'held' }));
    const answer = await app.request('PUT', '/v1/databases/bulk', { body, token: await app.tokenFor('eve') });
    expect(answer.json.failedRequest.map(({ status }: Entry) => status)).toEqual([403, 403]);
    await vi.waitFor(async () => expect((await refusals({ userName: 'eve' })).length).toBe(1), {
      timeout: 50_000,
      interval: 100,
    });
    const [entry] = await refusals({ userName: 'eve', q: 'DATABASE eve' });
    expect(JSON.parse(entry!.eventJson)).toMatchObject({ method: 'PUT', path: '/v1/databases/bulk', count: 2 });
  });

  it('has refused requests, counted if they repeat', async () => {
    const body = { name: 'x', description: 'mine' };
    for (let i = 0; i < 3; i++)
      expect((await app.request('POST', '/v1/classifications', { body, token: mallory })).status).toBe(403);
    const counted = async () => {
      const events = (await refusals({ userName: 'mallory' })).map(({ eventJson }) => JSON.parse(eventJson));
      const posts = events.filter(({ method, path }) => method === 'POST' && path === '/v1/classifications');
      return posts.reduce((sum, { count }) => sum + count, 0);
    };
    await vi.waitFor(async () => expect(await counted()).toBe(3), { timeout: 50_000, interval: 50 });
    const [entry] = await refusals({ userName: 'mallory', entityType: 'classification' });
    expect(entry).toMatchObject({ userName: 'mallory', actorType: 'USER', entityType: 'classification' });
    expect(JSON.parse(entry!.eventJson)).toMatchObject({
      method: 'POST',
      path: '/v1/classifications',
      responseCode: 403,
      count: expect.any(Number),
      from: expect.any(String),
    });
  });

  it('is exported as a file of that moment', async () => {
    const started = await app.request('GET', '/v1/audit/logs/export', { query: { entityType: 'tag' } });
    expect(started.status).toBe(202);
    const path = `/v1/audit/logs/export/${started.json.jobId}`;
    expect((await app.request('GET', path)).json).toMatchObject({ status: 'COMPLETED', entityType: 'auditLog' });
    const file = await app.request('GET', `${path}/result`);
    expect(file.headers['content-type']).toContain('text/csv');
    const [head, ...lines] = file.text.trim().split('\r\n');
    expect(head).toBe('eventTs,eventType,userName,actorType,entityType,entityId,entityFQN,eventJson');
    const total = (await list({ entityType: 'tag', eventType: 'entityCreated', limit: '200' })).json.data.length;
    expect(lines.length).toBeGreaterThanOrEqual(total);
    expect((await app.request('GET', '/v1/audit/logs/export/00000000-0000-4000-8000-000000000000')).status).toBe(404);
  });

  it('has changes of a server whose clock is behind', async () => {
    const behind = await createTestApp({ store: use(), now: () => Date.now() - 600_000 });
    try {
      const body = { name: 'late', classification: 'Kept', description: 'a tag' };
      expect((await behind.request('POST', '/v1/tags', { body })).status).toBe(201);
      await placeAll(use().store);
      const { json } = await behind.request('GET', '/v1/audit/logs', { query: { entityFQN: 'Kept.late' } });
      expect(json).toMatchObject({ data: [{ eventType: 'entityCreated' }], paging: { total: 1 } });
      const { jobId } = (await behind.request('GET', '/v1/audit/logs/export', { query: { entityFQN: 'Kept.late' } }))
        .json;
      expect((await behind.request('GET', `/v1/audit/logs/export/${jobId}/result`)).text).toContain('Kept.late');
    } finally {
      await behind.close();
    }
  });

  describe('who may read it', () => {
    it('not everybody', async () => {
      for (const path of ['', '/export', '/export/x', '/export/x/result'])
        expect((await app.request('GET', `/v1/audit/logs${path}`, { token: mallory })).status, path).toBe(403);
    });

    it('holders of AuditLogs, without the values of changes', async () => {
      const rule = { name: 'audit', effect: 'allow', resources: ['auditLog'], operations: ['AuditLogs'] };
      const policy = await post('/v1/policies', { name: 'audit', rules: [rule] });
      const role = await post('/v1/roles', { name: 'auditor', policies: [policy.name] });
      await post('/v1/users', { name: 'olga', email: 'olga@example.com', roles: [role.id] });
      await app.request('PUT', '/v1/classifications', { body: { name: 'Kept', description: 'not for everyone' } });
      const seen = await list({ entityFQN: 'Kept', limit: '1' }, await app.tokenFor('olga'));
      expect(seen.status).toBe(200);
      expect(seen.json.data).toMatchObject([{ entityFQN: 'Kept', eventType: 'entityUpdated' }]);
      expect(seen.text).not.toContain('not for everyone');
      expect((await list({ entityFQN: 'Kept', limit: '1' })).text).toContain('not for everyone');
    });
  });
});

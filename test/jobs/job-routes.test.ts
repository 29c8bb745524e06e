// Jobs over HTTP: who sees and cancels which, their progress as a stream, and how many streams somebody may have.
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { forEachSeededStore } from '../support/stores.js';
import { slowFeature } from './slow-feature.js';

const soon = { timeout: 50_000, interval: 20 };

forEachSeededStore('jobs over HTTP', (use) => {
  let app: TestApp;
  let address: string;
  const tokens = new Map<string, string>();
  const gates = new Map<string, boolean>();

  beforeAll(async () => {
    app = await createTestApp({ store: use(), features: [slowFeature((name) => gates.get(name) === true)] });
    address = await app.server.app.listen({ port: 0, host: '127.0.0.1' });
    for (const name of ['ann', 'ben']) {
      await app.request('POST', '/v1/users', { body: { name, email: `${name}@example.com` } });
      tokens.set(name, await app.tokenFor(name));
    }
  });
  afterAll(async () => {
    app.server.app.server.closeAllConnections(); // the client opens some that it never uses
    await app.close();
  });

  const as = (who: string) => (who === 'admin' ? app.adminToken : (tokens.get(who) as string));
  const send = (who: string, method: string, path: string, query: Record<string, string> = {}) =>
    app.request(method, path, { token: as(who), query });
  const start = async (who: string, name: string): Promise<string> => {
    const answer = await app.request('POST', '/v1/slow', { token: as(who), body: { name, steps: 3 } });
    expect(answer.status, answer.text).toBe(202);
    return answer.json.jobId;
  };
  const state = (id: string, expected: string) =>
    vi.waitFor(async () => {
      const { json } = await send('admin', 'GET', `/v1/jobs/${id}`);
      expect(json.state).toBe(expected);
      return json;
    }, soon);

  it('shows a job with its progress to who started it, and to admins', async () => {
    gates.set('open', true);
    const id = await start('ann', 'open');
    const job = await state(id, 'completed');
    expect(job).toMatchObject({
      id,
      kind: 'test.slow',
      createdBy: 'ann',
      progress: { done: 3, total: 3 },
      cancellable: false,
      cancelRequested: false,
    });
    expect((await send('ann', 'GET', `/v1/jobs/${id}`)).json).toEqual(job);
    expect((await send('ben', 'GET', `/v1/jobs/${id}`)).status).toBe(403);
    expect((await send('ben', 'GET', `/v1/jobs/${id}/progress/stream`)).status).toBe(403);
    expect((await send('ben', 'PUT', `/v1/jobs/${id}/cancel`)).status).toBe(403);
    expect((await send('ann', 'GET', '/v1/jobs/0a7ab000-0000-4000-8000-000000000000')).status).toBe(404);
    expect((await send('ann', 'GET', '/v1/jobs/7')).status).toBe(400);
    const cancelled = await send('ann', 'PUT', `/v1/jobs/${id}/cancel`);
    expect([cancelled.status, cancelled.json.message]).toEqual([400, `job ${id} has already ended as completed`]);
  });

  it('lists jobs in pages: their own, for admins all', async () => {
    gates.set('open', true);
    const ids = [await start('ben', 'open'), await start('ben', 'open'), await start('ben', 'open')];
    for (const id of ids) await state(id, 'completed');
    const list = async (who: string, query: Record<string, string> = {}) =>
      (await send(who, 'GET', '/v1/jobs', query)).json;
    const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);
    expect(idsOf(await list('ben'))).toEqual([...ids].reverse());
    const first = await list('ben', { limit: '2' });
    expect(idsOf(first)).toEqual([ids[2], ids[1]]);
    const second = await list('ben', { limit: '2', after: first.paging.after });
    expect([idsOf(second), second.paging]).toEqual([[ids[0]], {}]);
    expect(idsOf(await list('admin', { createdBy: 'ben' }))).toEqual([...ids].reverse());
    expect(idsOf(await list('ann', { createdBy: 'ben' }))).toEqual([]);
    expect(idsOf(await list('ben', { kind: 'none' }))).toEqual([]);
    const scheduled = (await list('admin', { state: 'queued', limit: '100' })).data;
    expect(scheduled).toContainEqual(
      expect.objectContaining({ kind: 'history.tidied', schedule: '37 * * * *', createdBy: 'system' }),
    );
    const wrong: Record<string, string>[] = [{ limit: '0' }, { state: 'odd' }, { after: 'x' }];
    for (const query of wrong) expect((await send('ben', 'GET', '/v1/jobs', query)).status).toBe(400);
  });

  it('cancels a job that runs; one that is needed cannot be cancelled', async () => {
    const id = await start('ann', 'held');
    await state(id, 'running');
    const answer = await send('ann', 'PUT', `/v1/jobs/${id}/cancel`);
    expect(answer.json).toMatchObject({ id, cancelRequested: true });
    expect(await state(id, 'cancelled')).toMatchObject({ progress: { done: 0 } });
    const [scheduled] = (await send('admin', 'GET', '/v1/jobs', { kind: 'history.tidied' })).json.data;
    const refused = await send('admin', 'PUT', `/v1/jobs/${scheduled.id}/cancel`);
    expect([refused.status, refused.json.message]).toEqual([
      400,
      'jobs of the kind history.tidied cannot be cancelled',
    ]);
  });

  it('keeps what an unexpected error says from those who are no admins', async () => {
    const id = await start('ann', 'broken');
    expect(await state(id, 'failed')).toMatchObject({ error: 'unexpected error: the disk is at /secret' });
    const { error } = (await send('ann', 'GET', `/v1/jobs/${id}`)).json;
    expect(error).toMatch(/^unexpected error; admins can see it/);
  });

  it('streams progress until the job has ended', async () => {
    gates.set('stream', false);
    const id = await start('ann', 'stream');
    await state(id, 'running');
    const answer = await open('ann', id);
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    gates.set('stream', true);
    const jobs = (await answer.text())
      .split('\n\n')
      .filter((event) => event.startsWith('event: progress\n'))
      .map((event) => JSON.parse(event.slice(event.indexOf('data: ') + 6)));
    expect(jobs[0]).toMatchObject({ id, state: 'running', progress: { done: 0, total: 3 } });
    expect(jobs.at(-1)).toMatchObject({ id, state: 'completed', progress: { done: 3, total: 3 } });
  });

  it('refuses too many streams of one user; those that were closed do not count', async () => {
    const id = await start('ann', 'held');
    await state(id, 'running');
    const stops: AbortController[] = [];
    for (let i = 0; i < 20; i++) {
      const stop = new AbortController();
      stops.push(stop);
      expect((await open('ann', id, stop.signal)).status).toBe(200);
    }
    const refused = await open('ann', id);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await refused.json()).toMatchObject({
      errorType: 'LIMITS_EXCEPTION',
      message: 'one user may have at most 20 event streams open at the same time on one server',
    });
    const other = new AbortController();
    expect((await open('admin', id, other.signal)).status).toBe(200);
    other.abort();
    stops[0]?.abort();
    await vi.waitFor(async () => {
      const again = new AbortController();
      const { status } = await open('ann', id, again.signal);
      again.abort();
      await setTimeout(20);
      expect(status).toBe(200);
    }, soon);
    for (const stop of stops) stop.abort();
    await send('ann', 'PUT', `/v1/jobs/${id}/cancel`);
    await state(id, 'cancelled');
  });

  it('ends a stream with the token that opened it', async () => {
    const { json } = await app.request('POST', '/v1/users', { body: { name: 'leaver', email: 'leaver@example.com' } });
    tokens.set('leaver', await app.tokenFor('leaver'));
    const id = await start('leaver', 'leaving');
    const answer = await open('leaver', id);
    expect((await app.request('DELETE', `/v1/users/${json.id}?hardDelete=true`)).status).toBe(200);
    expect(await answer.text()).toMatch(/: the token is no longer valid\n\n$/);
    await send('admin', 'PUT', `/v1/jobs/${id}/cancel`);
    await state(id, 'cancelled');
  });

  const open = (who: string, id: string, signal: AbortSignal | null = null) =>
    fetch(`${address}/api/v1/jobs/${id}/progress/stream`, {
      headers: { authorization: `Bearer ${as(who)}` },
      signal,
    });
});

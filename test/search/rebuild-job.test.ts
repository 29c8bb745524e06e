// The rebuild of search as a job: stopped by its own endpoint, asked for again at once, and cancelled as any job.
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { createRegistry, type Scope, systemActor } from '../../src/catalog/index.js';
import { entityTypes } from '../../src/entities/index.js';
import { requireCompleteIndex } from '../../src/search/engine/require-complete-index.js';
import { checkIndex, createSearchIndex, inlineSource, rebuildJob, searchRoutes } from '../../src/search/index.js';
import {
  askToCancelJob,
  indexState,
  type JobRow,
  listJobs,
  putSearchState,
  type Sql,
} from '../../src/storage/index.js';
import { createEngine, person } from '../support/engine.js';
import { type RunJobs, runJobs } from '../support/run-jobs.js';
import { forEachStore } from '../support/stores.js';

const APP = '/v1/apps';
const soon = { timeout: 50_000, interval: 20 };

forEachStore('the job that rebuilds search', (use) => {
  function opened() {
    const { store } = use();
    const index = createSearchIndex({ registry: createRegistry(entityTypes) });
    const engine = createEngine(store, entityTypes, { more: searchRoutes(), search: () => index });
    const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
    const context = { now: () => Date.now(), id: randomUUID, log };
    let held = true;
    const openDocuments = () => {
      const source = inlineSource(store.read, index);
      return {
        ...source,
        async slice(after: string, upTo: string) {
          while (held) await setTimeout(5);
          return source.slice(after, upTo);
        },
      };
    };
    const run = (beforeEnd?: RunJobs['beforeEnd']) =>
      runJobs({
        ...(beforeEnd ? { beforeEnd } : {}),
        kinds: [rebuildJob({ index, openDocuments })],
        store,
        context,
        catalog: engine.catalog,
        transaction: (work: (scope: Scope) => Promise<never>, actor = systemActor) =>
          store.write(
            (sql) => work({ catalog: engine.catalog, context, actor, sql, reopen: store.read, invalidate: () => {} }),
            index.flush,
          ),
      });
    const send = async (method: string, path: string, body?: unknown) => {
      const answer = await engine.send(method, path, body);
      expect(answer.status, JSON.stringify(answer.json)).toBeLessThan(300);
      return answer.json;
    };
    const jobs = () => store.read((sql) => listJobs(sql, { kind: 'search.rebuild' }, 10));
    return {
      run,
      jobs,
      send,
      trigger: () => send('POST', `${APP}/trigger/SearchIndexingApplication`, { recreateIndex: true }),
      status: async () => (await send('GET', `${APP}/name/SearchIndexingApplication/runs/latest`)).status,
      add: () => send('POST', '/v1/domains', { name: `d${randomUUID()}`, domainType: 'Aggregate', description: 'x' }),
      release: () => {
        held = false;
      },
      running: () => vi.waitFor(async () => expect((await store.read(indexState)).shadow).not.toBeNull(), soon),
      problems: async () => {
        const found: string[] = [];
        await checkIndex(store, index, (problem) => void found.push(problem));
        return found;
      },
    };
  }

  const states = (rows: readonly JobRow[]) => rows.map(({ state }) => state);

  it('is stopped, and started again before it has ended', async () => {
    const at = opened();
    for (let i = 0; i < 3; i++) await at.add();
    await at.trigger();
    expect((await at.trigger()).status).toBe('started');
    expect(await at.jobs()).toMatchObject([{ state: 'queued', actor_name: person.name }]);
    const running = at.run();
    await at.running();
    expect((await at.send('POST', `${APP}/stop/SearchIndexingApplication`)).status).toBe('stopped');
    await at.trigger();
    at.release();
    const rows = await running;
    expect(states(rows).slice(0, 2)).toEqual(['cancelled', 'completed']);
    expect(await at.status()).toBe('success');
    expect(await at.problems()).toEqual([]);
  });

  it('is asked for when the last one has nothing left to do but has not ended', async () => {
    const at = opened();
    await at.add();
    at.release();
    let runs = 0;
    await at.trigger();
    const rows = await at.run(async () => {
      if (++runs === 1) expect((await at.trigger()).status).toBe('started');
    });
    expect(rows.slice(-2)).toMatchObject([{ state: 'completed' }, { state: 'completed' }]);
    expect(await at.status()).toBe('success');
    expect(await at.problems()).toEqual([]);
  });

  it('is cancelled as any job; what it has built is cleared away', async () => {
    const at = opened();
    await at.add();
    const before = (await at.jobs()).length;
    await at.trigger();
    const running = at.run();
    await at.running();
    const [job] = await at.jobs();
    await use().store.write((tx) => askToCancelJob(tx, job?.id ?? '', Date.now()));
    at.release();
    const rows = (await running).slice(before);
    expect(states(rows)).toEqual(['cancelled', 'completed']);
    expect(await at.status()).toBe('stopped');
    expect((await use().store.read(indexState)).shadow).toBeNull();
    expect(await at.problems()).toEqual([]);
  });

  it('answers no search from an index that a migration emptied until it is complete', async () => {
    const at = opened();
    const { store } = use();
    await at.add();
    const emptied = JSON.stringify({ status: 'pending' });
    await store.write((tx) => putSearchState(tx, 'rebuild', emptied));
    // A connection that has found the index complete does not check again, as only a migration makes it incomplete.
    const search = () => store.read((sql) => requireCompleteIndex({ ...sql, lasting: undefined } as Sql));
    const building = { status: 503, errorType: 'SEARCH_UNAVAILABLE', retryAfterSeconds: 5 };
    await expect(search()).rejects.toMatchObject(building);
    await at.trigger();
    const running = at.run();
    await at.running();
    await expect(search()).rejects.toMatchObject({ ...building, message: expect.stringMatching(/0 of \d+ entities/) });
    await at.send('POST', `${APP}/stop/SearchIndexingApplication`);
    await expect(search()).rejects.toMatchObject({ ...building, message: expect.stringMatching(/stopped/) });
    await at.trigger();
    await expect(search()).rejects.toMatchObject(building);
    at.release();
    await running;
    await search();
    expect(await at.problems()).toEqual([]);
  });
});

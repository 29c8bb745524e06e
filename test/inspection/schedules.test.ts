// A look at the schedules that a server begins and another one ends starts each run once.
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Actor, Scope } from '../../src/catalog/index.js';
import type { FeatureJob } from '../../src/feature/index.js';
import { type OwnPipeline, scheduleJob } from '../../src/inspection/pipelines/index.js';
import { declareJob, enqueueJob } from '../../src/jobs/index.js';
import { addSchema, createTestCatalog, freshName } from '../entities/support/catalog.js';
import { runJobs } from '../support/run-jobs.js';
import { forEachStore } from '../support/stores.js';

const MINUTE = 60_000;
const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

forEachStore('a look at schedules', (use) => {
  it('starts each run once, though the server ends between two of them', async () => {
    const catalog = createTestCatalog(use());
    const { clock } = catalog;
    clock.now = Math.ceil(clock.now / 3_600_000) * 3_600_000 + MINUTE / 2;
    const { service } = await addSchema(catalog);
    const pipelines: string[] = [];
    for (let i = 0; i < 3; i++) pipelines.push((await makePipeline(catalog, service.id)).id);
    pipelines.sort(); // as they are looked at
    const started: string[] = [];
    const declared = declareJob<{ id: string }>({ name: 'test.run', input: { type: 'object' } });
    const runs: FeatureJob<{ id: string }> = { ...declared, run: async ({ id }) => void started.push(id) };
    let dies = false;
    const kind: OwnPipeline = {
      pipelineType: 'metadata',
      job: declared.name,
      refusal: async ({ id }) => {
        if (dies && id === pipelines[1]) throw new Error('the server dies');
        return null;
      },
      enqueue: ({ id }, scope) => enqueueJob(declared, { id }, scope, { key: id }),
    };
    const look = async () => {
      clock.now += MINUTE;
      await runJobs({
        kinds: [scheduleJob([kind]), runs],
        store: use().store,
        context: { now: () => clock.now, id: randomUUID, log },
        catalog: catalog.catalog,
        transaction: <T>(work: (scope: Scope) => Promise<T>, actor?: Actor) =>
          use().store.write((sql) =>
            work({
              catalog: catalog.catalog,
              context: { now: () => clock.now, id: randomUUID, log },
              actor: actor ?? { id: randomUUID(), name: 'system', isAdmin: true, isBot: true },
              sql,
              reopen: use().store.read,
              invalidate: () => {},
            }),
          ),
      });
    };
    for (let times = 0; times < 2; times++) await look(); // the first one only makes the job
    expect(started).toEqual([]); // none is due
    dies = true;
    clock.now += 57 * MINUTE;
    await look();
    expect(started).toEqual([pipelines[0]]);
    dies = false;
    await look();
    expect(started.sort()).toEqual(pipelines);
    clock.now += 59 * MINUTE;
    await look();
    expect(started.length).toBe(2 * pipelines.length);
  });

  async function makePipeline(catalog: ReturnType<typeof createTestCatalog>, service: string) {
    const made = await catalog.expect(201, 'POST', '/v1/services/ingestionPipelines', {
      name: freshName('hourly'),
      pipelineType: 'metadata',
      service: { id: service, type: 'databaseService' },
      sourceConfig: { config: { type: 'DatabaseMetadata' } },
      airflowConfig: { scheduleInterval: '0 * * * *' },
    });
    await catalog.expect(200, 'PATCH', `/v1/services/ingestionPipelines/${made.id}`, [
      { op: 'add', path: '/deployed', value: true },
    ]);
    return made;
  }
});

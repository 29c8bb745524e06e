// `TestSuite` pipelines of sources that the server opens itself run without a runner, on request and by their schedule.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { getSetting, loadSqliteLibrary } from '../../src/storage/index.js';
import type { Body } from '../contract/fixtures/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { forEachSeededStore } from '../support/stores.js';
import { ORDERS } from './cases.mjs';
import { call, catalogued, endOfJob, fresh, LOCAL, makeCase, resultOf, suiteOf } from './support.js';

const pipelines = '/v1/services/ingestionPipelines';

forEachSeededStore('pipelines of tests', (use, kind) => {
  let app: TestApp;
  let other: TestApp;
  const folder = mkdtempSync(join(tmpdir(), 'cairn-pipelines-'));
  let ahead = 0;

  beforeAll(async () => {
    const given = { store: use(), flags: { ...LOCAL, sourceFolder: folder }, now: () => Date.now() + ahead };
    app = await createTestApp(given);
    other = kind === 'postgres' ? await createTestApp(given) : app; // SQLite has one server
    const { DatabaseSync } = loadSqliteLibrary();
    const database = new DatabaseSync(join(folder, 'shop.db'));
    for (const text of ORDERS) database.exec(text);
    database.close();
  });
  afterAll(async () => {
    if (other !== app) await other.close();
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function makePipeline(type: string, config: Body, schedule?: string) {
    const { table, service } = await catalogued(app, { type, config });
    const { fullyQualifiedName: test } = await makeCase(app, table, 'columnValuesToBeUnique', { column: 'code' });
    const suite = await suiteOf(app, table);
    const pipeline = await call(app, 'POST', pipelines, {
      name: fresh('tests'),
      pipelineType: 'TestSuite',
      service: { id: suite, type: 'testSuite' },
      sourceConfig: { config: { type: 'TestSuite', entityFullyQualifiedName: table } },
      airflowConfig: schedule ? { scheduleInterval: schedule } : {},
    });
    return { pipeline, test, service, table, suite };
  }
  const runsOf = async ({ fullyQualifiedName }: Body): Promise<Body[]> => {
    const path = `${pipelines}/${encodeURIComponent(fullyQualifiedName)}/pipelineStatus?startTs=0&endTs=9999999999999`;
    return (await call(app, 'GET', path)).data;
  };

  it('run in the server, which reports the run', { timeout: 60_000 }, async () => {
    const { pipeline, test } = await makePipeline('SQLite', { databaseMode: 'shop.db' });
    expect(await call(app, 'POST', `${pipelines}/deploy/${pipeline.id}`)).toMatchObject({
      code: 200,
      platform: 'Cairn',
    });
    const { runId } = await call(app, 'POST', `${pipelines}/trigger/${pipeline.id}`);
    await endOfJob(app, runId);
    expect(await resultOf(app, test)).toMatchObject({ testCaseStatus: 'Failed' });
    expect(await runsOf(pipeline)).toMatchObject([
      { runId, pipelineState: 'success', status: [{ name: 'TestSuite', records: 1, warnings: 1, errors: 0 }] },
    ]);
    expect(await call(app, 'POST', `${pipelines}/kill/${pipeline.id}`)).toMatchObject({ reason: 'Nothing runs' });
  });

  it('run only the tests that they name, and report those that there are not', async () => {
    const { pipeline, test, table, suite } = await makePipeline('SQLite', { databaseMode: 'shop.db' });
    const { fullyQualifiedName: other, name } = await makeCase(app, table, 'columnValuesToBeUnique', {
      column: 'code',
    });
    const chosen = await call(app, 'POST', pipelines, {
      ...{
        name: fresh('chosen'),
        pipelineType: 'TestSuite',
        service: { id: suite, type: 'testSuite' },
        airflowConfig: {},
      },
      sourceConfig: { config: { type: 'TestSuite', entityFullyQualifiedName: table, testCases: [name, 'goneCase'] } },
    });
    const { runId } = await call(app, 'POST', `${pipelines}/trigger/${chosen.id}`);
    await endOfJob(app, runId);
    expect(await resultOf(app, other)).toMatchObject({ testCaseStatus: 'Failed' });
    expect(await resultOf(app, test)).toBeUndefined();
    const failures = [{ name: 'goneCase', error: 'the suite has no such test case' }];
    expect(await runsOf(chosen)).toMatchObject([
      { pipelineState: 'partialSuccess', status: [{ records: 1, warnings: 1, errors: 1, failures }] },
    ]);
    expect(await runsOf(pipeline)).toEqual([]);
  });

  it.each(['TestSuite', 'profiler'])('a %s run whose job fails has failed, with the reason', async (type) => {
    const { pipeline, service } = await makePipeline('SQLite', { databaseMode: 'shop.db' });
    const own =
      type === 'TestSuite'
        ? pipeline
        : await call(app, 'POST', pipelines, {
            name: fresh('profiler'),
            pipelineType: type,
            service: {
              id: (await call(app, 'GET', `/v1/services/databaseServices/name/${service}`)).id,
              type: 'databaseService',
            },
            sourceConfig: { config: { type: 'Profiler' } },
            airflowConfig: {},
          });
    const { runId } = await call(app, 'POST', `${pipelines}/trigger/${own.id}`);
    await endOfJob(app, runId);
    expect(await runsOf(own)).toMatchObject([{ runId, pipelineState: 'success' }]);
    // As the job is after its server was killed during each of its runs.
    await use().store.write((tx) =>
      tx.run(
        "update job set state = 'running', holder = 'dead', until_at = 0, attempts = 5, ended_at = null where id = $1",
        [runId],
      ),
    );
    await app.lookForJobs();
    await vi.waitUntil(async () => (await call(app, 'GET', `/v1/jobs/${runId}`)).state === 'failed', {
      timeout: 20_000,
    });
    const [run] = await runsOf(own);
    expect(run).toMatchObject({ runId, pipelineState: 'failed', endDate: expect.any(Number) });
    const error = expect.stringContaining('its server ended during each of');
    expect(run?.status[0]).toMatchObject({ errors: 1, failures: [{ error }] });
  });

  it('of other sources need a runner, and the response says why', async () => {
    const { pipeline } = await makePipeline('Snowflake', { username: 'a', account: 'b', warehouse: 'c' });
    for (const verb of ['deploy', 'trigger', 'kill']) {
      const answer = await app.request('POST', `${pipelines}/${verb}/${pipeline.id}`);
      expect(answer.status, verb).toBe(400);
      expect(answer.json.message).toContain('the server opens no databases of type Snowflake itself');
      expect(answer.json.message).toContain('set CAIRN_RUNNER_URL');
    }
  });

  it('run once for each time of their schedule, whichever server looks', { timeout: 120_000 }, async () => {
    const { pipeline, suite } = await makePipeline('SQLite', { databaseMode: 'shop.db' }, '0 * * * *');
    const idle = (await makePipeline('SQLite', { databaseMode: 'shop.db' }, '0 * * * *')).pipeline; // not deployed
    await call(app, 'POST', `${pipelines}/deploy/${pipeline.id}`);
    const lookedUntil = async () =>
      JSON.parse(
        (await use().store.read((sql) => getSetting(sql, 'inspection.schedulesLookedUntil')))?.doc ?? '{"until":0}',
      ).until;
    // Times before the first look are not made up for. A job that is asked for wakes the queue, which then sees that others are due.
    const look = async (later: number) => {
      ahead += later;
      const due = Date.now() + ahead;
      await vi.waitUntil(
        async () => {
          await call(app, 'POST', `/v1/dataQuality/testSuites/${suite}/trigger`);
          return (await lookedUntil()) >= due;
        },
        { timeout: 30_000, interval: 200 },
      );
    };
    await look(60_000);
    const before = (await runsOf(pipeline)).length;
    for (const hours of [1, 2]) {
      await look(3_600_000);
      await vi.waitUntil(
        async () => {
          const runs = await runsOf(pipeline);
          return runs.length === before + hours && runs.every(({ pipelineState }) => pipelineState === 'success');
        },
        { timeout: 30_000, interval: 200 },
      );
    }
    expect(await runsOf(idle)).toEqual([]);
  });
});

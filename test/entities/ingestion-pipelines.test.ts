import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { forEachStore } from '../support/stores.js';
import { addSchema, createTestCatalog, freshName } from './support/catalog.js';

const path = '/v1/services/ingestionPipelines';
const runId = '5f6f4a8e-0000-4000-8000-000000000001';

forEachStore('ingestion pipelines', (use) => {
  const prepare = async () => {
    const catalog = createTestCatalog(use());
    const { service } = await addSchema(catalog);
    const create = {
      name: freshName('run'),
      pipelineType: 'metadata',
      sourceConfig: { config: { type: 'DatabaseMetadata' } },
      airflowConfig: {},
      service: { id: service.id, type: 'databaseService' },
    };
    const pipeline = await catalog.expect(201, 'POST', path, create);
    return { catalog, service, create, pipeline, fqn: String(pipeline.fullyQualifiedName) };
  };

  it('live in a service, which lists them', async () => {
    const { catalog, service, create, pipeline } = await prepare();
    expect(pipeline).toMatchObject({
      fullyQualifiedName: `${service.name}.${create.name}`,
      service: { id: service.id, type: 'databaseService' },
      enabled: true,
      loggerLevel: 'INFO',
      sourceConfig: { config: { type: 'DatabaseMetadata' } },
    });
    const shown = await catalog.expect(200, 'GET', `/v1/services/databaseServices/${service.id}`, undefined, {
      query: { fields: 'pipelines' },
    });
    expect(shown.pipelines).toMatchObject([{ id: pipeline.id }]);
    const list = await catalog.expect(200, 'GET', path, undefined, {
      query: { service: service.name, fields: 'pipelineStatuses' },
    });
    expect(list.data).toMatchObject([{ id: pipeline.id, pipelineStatuses: [] }]);
    await catalog.expect(404, 'POST', path, { ...create, service: { id: runId, type: 'databaseService' } });
  });

  it('name the new place of a field that moved', async () => {
    const { catalog, create } = await prepare();
    const config = { type: 'DatabaseMetadata', overrideViewLineage: true };
    const answer = await catalog.send('POST', path, { ...create, name: 'old', sourceConfig: { config } });
    expect(answer.json).toMatchObject({
      code: 400,
      message: expect.stringMatching(/overrideViewLineage.*lineage pipeline/),
    });
  });

  it('keep one status a run, the newest first, and mark runs without news', async () => {
    const { catalog, pipeline, fqn } = await prepare();
    const at = catalog.clock.now;
    const status = (state: string, more: object = {}) => ({
      runId,
      pipelineState: state,
      startDate: at,
      timestamp: at,
      ...more,
    });
    await catalog.expect(204, 'GET', `${path}/${fqn}/pipelineStatus/${runId}`);
    const started = await catalog.expect(201, 'PUT', `${path}/${fqn}/pipelineStatus`, status('running'));
    const running = { ...status('running'), status: [] };
    expect(started).toMatchObject({
      eventType: 'entityUpdated',
      entityType: 'ingestionPipeline',
      entityId: pipeline.id,
      entityFullyQualifiedName: fqn,
      currentVersion: 0.1,
      previousVersion: 0.1,
      userName: expect.any(String),
      changeDescription: { fieldsUpdated: [{ name: 'pipelineStatus', newValue: running }], previousVersion: 0.1 },
      entity: { id: pipeline.id, version: 0.1, pipelineStatuses: [running] },
    });
    expect(started.changeDescription.fieldsUpdated[0]).not.toHaveProperty('oldValue');
    expect(await catalog.expect(200, 'GET', `${path}/${fqn}/pipelineStatus/${runId}`)).toEqual(running);
    catalog.clock.now += 3_600_001;
    expect(await catalog.expect(200, 'GET', `${path}/${fqn}/pipelineStatus/${runId}`)).toMatchObject({
      pipelineState: 'running',
      metadata: { stale: true },
    });
    const done = status('partialSuccess', {
      endDate: at + 5,
      status: [{ name: 'Mysql', records: 3, errors: 1, failures: [{ name: 't', error: 'no' }] }],
    });
    const answer = await catalog.expect(201, 'PUT', `${path}/${fqn}/pipelineStatus`, done);
    expect(answer).toMatchObject({
      changeDescription: { fieldsUpdated: [{ name: 'pipelineStatus', oldValue: running, newValue: done }] },
      entity: { version: 0.1, pipelineStatuses: [{ pipelineState: 'partialSuccess' }] },
    });
    await catalog.expect(201, 'PUT', `${path}/${fqn}/pipelineStatus`, {
      ...status('success'),
      runId: 'later',
      timestamp: at + 10,
    });
    const list = await catalog.expect(200, 'GET', `${path}/${fqn}/pipelineStatus`, undefined, {
      query: { startTs: String(at - 1), endTs: String(at + 20) },
    });
    expect(list).toMatchObject({
      data: [{ runId: 'later' }, { runId, pipelineState: 'partialSuccess' }],
    });
    expect(list.paging).toEqual({ total: 2, before: String(at - 1), after: String(at + 20) });
    expect((await catalog.expect(200, 'GET', `${path}/${fqn}/pipelineStatus`)).paging).toEqual({ total: 2 });
    await catalog.expect(200, 'DELETE', `${path}/${pipeline.id}/pipelineStatus/later`);
    await catalog.expect(404, 'DELETE', `${path}/${pipeline.id}/pipelineStatus/later`);
    expect((await catalog.expect(200, 'GET', `${path}/${pipeline.id}/pipelineStatus/${runId}`)).runId).toBe(runId);
    await catalog.expect(200, 'DELETE', `${path}/${fqn}/pipelineStatus/${runId}`);
    await catalog.expect(200, 'DELETE', `${path}/${pipeline.id}/pipelineStatus`);
    expect((await catalog.expect(200, 'GET', `${path}/${fqn}/pipelineStatus`)).data).toEqual([]);
    await catalog.expect(400, 'PUT', `${path}/${fqn}/pipelineStatus`, status('dancing'));
  });

  it('keep logs piece by piece', async () => {
    const { catalog, pipeline, fqn } = await prepare();
    const logs = `${path}/logs/${fqn}/${runId}`;
    const compressed = gzipSync('two\n').toString('base64');
    await catalog.expect(200, 'POST', logs, { timestamp: 1, connectorId: 'a' });
    expect(await catalog.expect(200, 'GET', `${path}/logs/${fqn}`)).toMatchObject({ data: [] });
    await catalog.expect(200, 'POST', logs, {
      logs: 'one\n',
      timestamp: 1,
      connectorId: 'a',
      compressed: false,
      lineCount: 1,
    });
    await catalog.expect(200, 'POST', logs, { logs: compressed, compressed: true });
    const first = await catalog.expect(200, 'GET', logs, undefined, { query: { limit: '1' } });
    expect(first).toMatchObject({ logs: 'one\n', total: 2 });
    expect(await catalog.expect(200, 'GET', logs, undefined, { query: { after: first.after } })).toMatchObject({
      logs: 'two\n',
    });
    expect(await catalog.expect(200, 'GET', `${path}/logs/${fqn}`)).toMatchObject({ data: [runId] });
    expect(await catalog.expect(200, 'GET', `${path}/logs/${pipeline.id}/last`)).toMatchObject({
      ingestion_task: 'one\ntwo\n',
    });
    await catalog.expect(400, 'POST', logs, { logs: 'no gzip', compressed: true });
    await catalog.expect(400, 'POST', logs, { logs: 1 });
    await catalog.expect(200, 'POST', `${logs}/close`, { connectorId: 'a', timestamp: 1 });
  });

  it('take progress and measurements', async () => {
    const { catalog, fqn } = await prepare();
    const progress = { runId, timestamp: 1, updateType: 'PIPELINE_COMPLETE', totalAssetsIngested: 3 };
    await catalog.expect(200, 'PUT', `${path}/progress/${fqn}/${runId}`, progress);
    await catalog.expect(400, 'PUT', `${path}/progress/${fqn}/${runId}`, { ...progress, updateType: 'WHAT' });
    const metrics = {
      runId,
      stepName: 'Mysql',
      metrics: [{ category: 'db', operation: 'read', timestamp: 1, durationMs: 2 }],
    };
    await catalog.expect(200, 'POST', `${path}/metrics/${fqn}/${runId}`, metrics);
  });
});

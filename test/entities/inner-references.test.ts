// References inside of fields: owners of tasks, sources of features, models of applications, who accessed what.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPeople, type People } from '../access/support/catalog-of-people.js';
import type { Body } from '../contract/fixtures/index.js';
import { forEachStore } from '../support/stores.js';

const nobody = '00000000-0000-4000-8000-000000000000';

forEachStore('references inside of fields', (use) => {
  let people: People;
  beforeAll(async () => {
    people = await openPeople(use());
    await people.make('/v1/services/pipelineServices', { name: 'etl', serviceType: 'Airflow' });
    await people.make('/v1/services/mlmodelServices', { name: 'ml', serviceType: 'Mlflow' });
    await people.make('/v1/services/llmServices', { name: 'llm', serviceType: 'CustomLLM' });
  });
  afterAll(() => people.app.close());
  const ask = async (status: number, method: string, path: string, body?: unknown, send = people.send) => {
    const answer = await send(method, path, body);
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBe(status);
    return answer.body as Body;
  };
  const drop = (path: string, id: string, hard: boolean) =>
    ask(200, 'DELETE', `${path}/${id}?hardDelete=${hard}&recursive=true`);

  it('follow what happens to the owner of a task', async () => {
    const [kept, gone] = [await people.person([]), await people.person([])];
    const owners = [gone, kept].map(({ id }) => ({ id, type: 'user' }));
    const body = {
      name: 'nightly',
      service: 'etl',
      tasks: [
        { name: 'load', owners },
        { name: 'check', owners: [owners[0]] },
      ],
    };
    const made = await people.make('/v1/pipelines', body);
    const tasks = async () => (await ask(200, 'GET', `/v1/pipelines/${made.id}?fields=tasks`)).tasks as Body[];
    await ask(200, 'PATCH', `/v1/users/${kept.id}`, [{ op: 'add', path: '/displayName', value: 'New "name"' }]);
    expect((await tasks())[0]?.owners[1]).toMatchObject({ displayName: 'New "name"', deleted: false });
    expect((await ask(200, 'PUT', '/v1/pipelines', body)).version).toBe(made.version);
    await drop('/v1/users', gone.id, false);
    expect((await tasks())[0]?.owners).toMatchObject([{ id: gone.id, deleted: true }, { id: kept.id }]);
    await drop('/v1/users', gone.id, true);
    expect(await tasks()).toMatchObject([{ owners: [{ id: kept.id }] }, { owners: [] }]);
    expect((await tasks())[0]?.owners).toHaveLength(1);
    const changed = await ask(200, 'PATCH', `/v1/pipelines/${made.id}`, [
      { op: 'add', path: '/tasks/0/description', value: 'Loads' },
    ]);
    expect(changed.changeDescription.fieldsAdded).toMatchObject([{ name: 'tasks.load.description' }]);
    expect(changed.changeDescription.fieldsUpdated).toEqual([]);
    expect(changed.changeDescription.fieldsDeleted).toEqual([]);
    await ask(404, 'PUT', '/v1/pipelines', body);
  });

  it('follow what happens to the source of a feature', async () => {
    const [one, two] = [await people.table({}), await people.table({})];
    const source = (name: string, { id }: Body) => ({ name, dataSource: { id, type: 'table' } });
    const made = await people.make('/v1/mlmodels', {
      name: 'churn',
      service: 'ml',
      algorithm: 'forest',
      mlFeatures: [{ name: 'age', featureSources: [source('a', one), source('b', two)] }],
    });
    const sources = async () =>
      (await ask(200, 'GET', `/v1/mlmodels/${made.id}`)).mlFeatures[0].featureSources as Body[];
    expect((await sources())[0]?.dataSource).toMatchObject({ id: one.id, href: expect.stringContaining(one.id) });
    await drop('/v1/tables', one.id, false);
    expect(await sources()).toMatchObject([
      { dataSource: { id: one.id, deleted: true } },
      { dataSource: { id: two.id } },
    ]);
    await drop('/v1/tables', one.id, true);
    const left = await sources();
    expect(left).toMatchObject([{ name: 'a' }, { name: 'b', dataSource: { id: two.id } }]);
    expect(left[0]).not.toHaveProperty('dataSource');
    const page = await ask(200, 'GET', '/v1/mlmodels?limit=10');
    expect(page.data[0].mlFeatures[0].featureSources[0]).not.toHaveProperty('dataSource');
    const blind = await people.person([{ effect: 'deny', resources: ['table'], operations: ['All'] }]);
    const shown = await ask(200, 'GET', `/v1/mlmodels/${made.id}`, undefined, blind.send);
    expect(shown.mlFeatures[0].featureSources[1]).not.toHaveProperty('dataSource');
  });

  it('stay, marked as deleted, where the schema requires them', async () => {
    const model = await people.make('/v1/llmModels', { name: 'big', baseModel: 'base', service: 'llm' });
    const second = await people.make('/v1/llmModels', { name: 'small', baseModel: 'base', service: 'llm' });
    const modelConfigurations = [model, second].map(({ id }) => ({
      model: { id, type: 'llmModel' },
      purpose: 'Primary',
    }));
    const made = await people.make('/v1/aiApplications', {
      name: 'helper',
      applicationType: 'RAG',
      modelConfigurations,
    });
    await drop('/v1/llmModels', model.id, true);
    const shown = await ask(200, 'GET', `/v1/aiApplications/${made.id}`);
    expect(shown.modelConfigurations).toMatchObject([
      { model: { id: model.id, deleted: true } },
      { model: { id: second.id, deleted: false } },
    ]);
    await ask(200, 'PATCH', `/v1/aiApplications/${made.id}`, [{ op: 'add', path: '/description', value: 'Helps' }]);
  });

  it('must name what exists, and show who may see it', async () => {
    const table = await people.table({});
    const training = (id: string) => ({ trainingDatasets: [{ id, type: 'table' }] });
    const body = { name: 'trained', baseModel: 'base', service: 'llm', trainingMetadata: training(table.id) };
    const made = await people.make('/v1/llmModels', body);
    expect(made.trainingMetadata.trainingDatasets).toMatchObject([{ id: table.id, name: table.name }]);
    const lost = await ask(404, 'PUT', '/v1/llmModels', { ...body, trainingMetadata: training(nobody) });
    expect(lost.message).toContain('trainingMetadata');
    await ask(404, 'PATCH', `/v1/llmModels/${made.id}`, [
      { op: 'replace', path: '/trainingMetadata/trainingDatasets/0/id', value: nobody },
    ]);
    const blind = await people.person([{ effect: 'deny', resources: ['table'], operations: ['All'] }]);
    const shown = await ask(200, 'GET', `/v1/llmModels/${made.id}`, undefined, blind.send);
    expect(JSON.stringify(shown)).not.toContain(table.id);
    await drop('/v1/tables', table.id, true);
    expect((await ask(200, 'GET', `/v1/llmModels/${made.id}`)).trainingMetadata).toEqual({ trainingDatasets: [] });
  });

  it('show who accessed data last until that person is gone', async () => {
    const reader = await people.person([]);
    const accessed = { timestamp: 1_700_000_000_000, accessedBy: { id: reader.id, type: 'user' } };
    const table = await people.table({ lifeCycle: { accessed } });
    const path = `/v1/tables/${table.id}`;
    expect((await ask(200, 'GET', path)).lifeCycle.accessed.accessedBy).toMatchObject({ name: reader.name });
    await drop('/v1/users', reader.id, true);
    expect((await ask(200, 'GET', path)).lifeCycle).toEqual({ accessed: { timestamp: 1_700_000_000_000 } });
  });
});

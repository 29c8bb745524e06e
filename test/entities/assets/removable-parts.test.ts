import { expect, it } from 'vitest';
import { forEachAssetsApp } from './support/assets-app.js';

forEachAssetsApp('parts whose removal breaks nobody', (use) => {
  const versionOf = async (path: string, body: object): Promise<number> =>
    (await use().expect(200, 'PUT', path, body)).version;

  it('tasks of a pipeline come and go in minor versions', async () => {
    await use().expect(201, 'POST', '/v1/services/pipelineServices', { name: 'runs', serviceType: 'Airflow' });
    const tasks = ['extract', 'load', 'check'].map((name) => ({ name }));
    const pipeline = { name: 'nightly', service: 'runs', tasks };
    await use().expect(201, 'POST', '/v1/pipelines', pipeline);
    expect(await versionOf('/v1/pipelines', { ...pipeline, tasks: tasks.slice(1) })).toBe(0.2);
    const replaced = await use().expect(200, 'PUT', '/v1/pipelines', { ...pipeline, tasks: [{ name: 'all' }] });
    expect(replaced).toMatchObject({ version: 0.3, tasks: [{ name: 'all' }] });
  });

  it('features of a model do, too; what its callers rely on changes in major ones', async () => {
    await use().expect(201, 'POST', '/v1/services/mlmodelServices', { name: 'models', serviceType: 'Mlflow' });
    const color = { name: 'color', dataType: 'categorical' };
    const model = { name: 'churn', service: 'models', algorithm: 'regression', mlFeatures: [color] };
    await use().expect(201, 'POST', '/v1/mlmodels', model);
    const mlFeatures = [{ name: 'age', dataType: 'numerical' }];
    expect(await versionOf('/v1/mlmodels', { ...model, mlFeatures })).toBe(0.2);
    const algorithm = 'SVM';
    expect(await versionOf('/v1/mlmodels', { ...model, mlFeatures, algorithm })).toBe(1.2);
    const server = 'http://localhost.com/mlModel';
    expect(await versionOf('/v1/mlmodels', { ...model, mlFeatures, algorithm, server })).toBe(2.2);
    const target = 'leaves';
    expect(await versionOf('/v1/mlmodels', { ...model, mlFeatures, algorithm, server, target })).toBe(3.2);
  });
});

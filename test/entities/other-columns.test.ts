// Columns of a type that is no table have all that the routes of columns do.
import { beforeAll, expect, it } from 'vitest';
import { createRegistry } from '../../src/catalog/index.js';
import { columnFeature, entityFeature, entityTypes } from '../../src/entities/index.js';
import { createSearchIndex, searchRoutes } from '../../src/search/index.js';
import { createEngine, type Engine } from '../support/engine.js';
import { forEachStore } from '../support/stores.js';

forEachStore('columns of another type', (use) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = createEngine(use().store, entityTypes, {
      more: [...entityFeature.routes, ...columnFeature.routes, ...searchRoutes()],
      search: ({ registry }) => createSearchIndex({ registry: createRegistry(registry.types) }),
    });
    await ask(201, 'POST', '/v1/services/dashboardServices', { name: 'looker', serviceType: 'Looker' });
    await ask(201, 'POST', '/v1/dashboard/datamodels', {
      name: 'one',
      service: 'looker',
      dataModelType: 'LookMlView',
      columns: [
        { name: 'amount', dataType: 'INT' },
        { name: 'place', dataType: 'STRUCT', children: [{ name: 'city', dataType: 'STRING' }] },
      ],
    });
  });

  const ask = async (
    status: number,
    method: string,
    path: string,
    body?: unknown,
    query: Record<string, string> = {},
  ) => {
    const answer = await engine.send(method, path, body, { query });
    expect(answer.status, `${method} ${path} ${JSON.stringify(answer.json)}`).toBe(status);
    return answer.json;
  };
  const entityType = 'dashboardDataModel';

  it('are read and updated by their names', async () => {
    const name = '/v1/columns/name/looker.model.one.place.city';
    const changed = await ask(200, 'PUT', name, { description: 'Where' }, { entityType });
    expect(changed).toMatchObject({ name: 'city', description: 'Where' });
    expect(await ask(200, 'GET', name, undefined, { entityType })).toMatchObject({ description: 'Where' });
    await ask(404, 'GET', name, undefined, { entityType: 'table' });
    const { json } = await engine.send('GET', name, undefined, { query: { entityType: 'user' } });
    expect(json.message).toMatch(/dashboardDataModel, .*table/);
  });

  it('are in the grid, found and previewed', async () => {
    const { columns } = await ask(200, 'GET', '/v1/columns/grid', undefined, { entityTypes: entityType });
    expect(columns.map(({ columnName }: { columnName: string }) => columnName)).toEqual(['amount', 'place']);
    expect(columns[0].groups[0].occurrences).toMatchObject([{ entityType, entityFQN: 'looker.model.one' }]);
    expect(await ask(200, 'GET', '/v1/columns/search', undefined, { columnName: 'city' })).toMatchObject([
      { totalCount: 1, occurrences: [{ columnFQN: 'looker.model.one.place.city', entityType }] },
    ]);
    const update = { columnFQN: 'looker.model.one.amount', entityType, displayName: 'Amount' };
    const preview = await ask(200, 'POST', '/v1/columns/bulk-update-preview', { columnUpdates: [update] });
    expect(preview.columnPreviews).toMatchObject([{ newValues: { displayName: 'Amount' }, hasChanges: true }]);
  });

  it('have profiles', async () => {
    const at = engine.clock.now;
    const body = {
      entityType,
      profileType: 'column',
      profileData: { name: 'place.city', timestamp: at, nullCount: 4 },
    };
    await ask(201, 'POST', `/v1/entity/profiles/name/${entityType}/looker.model.one`, body);
    const list = `/v1/entity/profiles/${entityType}/looker.model.one.place.city`;
    expect((await ask(200, 'GET', list)).data).toMatchObject([{ profileData: { nullCount: 4 } }]);
  });
});

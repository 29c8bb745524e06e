// Custom properties of columns: defined for the types `tableColumn` and `dashboardDataModelColumn`.
import { expect, it } from 'vitest';
import { forEachApp } from './support.js';

forEachApp('custom properties of columns', (world) => {
  const column = (extension?: object, name = 'id') => ({
    ...{ name, dataType: 'BIGINT' },
    ...(extension === undefined ? {} : { extension }),
  });
  const shown = async (id: string) => (await world().ok('GET', `/v1/tables/${id}`)).columns;
  const refused = async (method: string, path: string, body: unknown, message: string) => {
    const answer = await world().send(method, path, body);
    expect([answer.status, answer.json.message]).toEqual([400, expect.stringContaining(message)]);
  };

  it('are checked by every write', async () => {
    const { define, table, tableBody, ok, patch, send } = world();
    await define('tableColumn', 'rank', 'integer');
    await define('tableColumn', 'level', 'enum', { values: ['low', 'high'] });
    const made = await table({ columns: [column({ rank: 3, level: ['low'] }), column(undefined, 'other')] });
    expect((await shown(made.id))[0].extension).toEqual({ rank: 3, level: ['low'] });
    const wrong = 'columns: extension of id: rank must be an integer';
    await refused('POST', '/v1/tables', { ...tableBody(), columns: [column({ rank: 'x' })] }, wrong);
    await refused('PUT', '/v1/tables', { ...tableBody(), name: made.name, columns: [column({ rank: 'x' })] }, wrong);
    const step = (path: string, value: unknown) => [{ op: 'add', path, value }];
    await refused('PATCH', `/v1/tables/${made.id}`, step('/columns/0/extension/rank', 1.5), wrong);
    await refused(
      'PATCH',
      `/v1/tables/${made.id}`,
      step('/columns/1/extension', { none: 1 }),
      'none is not a custom property of tableColumn',
    );
    const fqn = encodeURIComponent(`${made.fullyQualifiedName}.id`);
    await refused(
      'PUT',
      `/v1/columns/name/${fqn}?entityType=table`,
      { extension: { level: ['mid'] } },
      'level "mid" is not one of',
    );
    await ok('PUT', `/v1/columns/name/${fqn}?entityType=table`, { extension: { rank: 4 } });
    expect((await shown(made.id))[0].extension).toEqual({ rank: 4 });
    const bulk = await send('PUT', '/v1/tables/bulk', [{ ...tableBody(), columns: [column({ rank: 'x' })] }]);
    expect(bulk.json).toMatchObject({ numberOfRowsFailed: 1 });
    await patch(`/v1/tables/${made.id}`, step('/description', 'said'));
    expect((await shown(made.id))[0].extension).toEqual({ rank: 4 });
  });

  it('belong to the type of the columns, and are not references', async () => {
    const { define, ok, typeOf } = world();
    await define('dashboardDataModelColumn', 'unit', 'string');
    await ok('POST', '/v1/services/dashboardServices', { name: 'bi', serviceType: 'Looker' });
    const model = (name: string, extension: object) => ({
      ...{ name, service: 'bi', dataModelType: 'LookMlView', columns: [column(extension)] },
    });
    const made = await ok('POST', '/v1/dashboard/datamodels', model('one', { unit: 'EUR' }));
    expect(made.columns[0].extension).toEqual({ unit: 'EUR' });
    await refused(
      'POST',
      '/v1/dashboard/datamodels',
      model('two', { rank: 1 }),
      'rank is not a custom property of dashboardDataModelColumn',
    );
    await ok('POST', '/v1/services/storageServices', { name: 'lake', serviceType: 'S3' });
    const dataModel = { columns: [column({ unit: 'x' })] };
    await refused('POST', '/v1/containers', { name: 'c', service: 'lake', dataModel }, 'have no custom properties');
    const { id } = await typeOf('tableColumn');
    const propertyType = { id: (await typeOf('entityReference')).id, type: 'type' };
    const property = { name: 'owner', description: 'd', propertyType, customPropertyConfig: { config: ['user'] } };
    await refused('PUT', `/v1/metadata/types/${id}`, property, 'cannot hold references');
  });

  it('lose their values with their definition', async () => {
    const { define, table, patch, typeOf, until } = world();
    const { id } = await define('tableColumn', 'gone', 'string');
    const made = await table({ columns: [column({ gone: 'x', rank: 1 }), column({ gone: 'y' }, 'other')] });
    const { customProperties } = await typeOf('tableColumn');
    const at = customProperties.findIndex(({ name }: { name: string }) => name === 'gone');
    await patch(`/v1/metadata/types/${id}`, [{ op: 'remove', path: `/customProperties/${at}` }]);
    await until(async () => !JSON.stringify(await shown(made.id)).includes('gone'));
    const columns = await shown(made.id);
    expect([columns[0].extension, columns[1].extension]).toEqual([{ rank: 1 }, undefined]);
    await until(
      async () =>
        (
          await world().send('PUT', `/v1/metadata/types/${id}`, {
            ...{ name: 'gone', description: 'd', propertyType: { id: (await typeOf('integer')).id, type: 'type' } },
          })
        ).status === 200,
    );
    await patch(`/v1/tables/${made.id}`, [{ op: 'add', path: '/columns/1/extension', value: { gone: 5 } }]);
    expect((await shown(made.id))[1].extension).toEqual({ gone: 5 });
  });
});

// Custom properties of columns: defined for the types `tableColumn` and `dashboardDataModelColumn`.
import { expect, it } from 'vitest';
import type { Body } from '../contract/fixtures/index.js';
import { forEachApp, fresh } from './support.js';

forEachApp('custom properties of columns', (world) => {
  const column = (extension?: object, name = 'id') => ({
    ...{ name, dataType: 'BIGINT' },
    ...(extension === undefined ? {} : { extension }),
  });
  const shown = async (id: string) => (await world().ok('GET', `/v1/tables/${id}`)).columns;
  const refTo = ({ id }: Body, type: string) => ({ id, type });
  const team = () => world().ok('POST', '/v1/teams', { name: fresh('team'), teamType: 'Group' });
  const bodyOf = ({ name, columns }: Body) => ({ name, databaseSchema: 'wh.db.sc', columns });
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
    expect(await ok('PUT', `/v1/columns/name/${fqn}?entityType=table`, { extension: {} })).not.toHaveProperty(
      'extension',
    );
    await ok('PUT', `/v1/columns/name/${fqn}?entityType=table`, { extension: { rank: 4 } });
    const bulk = await send('PUT', '/v1/tables/bulk', [{ ...tableBody(), columns: [column({ rank: 'x' })] }]);
    expect(bulk.json).toMatchObject({ numberOfRowsFailed: 1 });
    await patch(`/v1/tables/${made.id}`, step('/description', 'said'));
    expect((await shown(made.id))[0].extension).toEqual({ rank: 4 });
  });

  it('belong to the type of the columns', async () => {
    const { define, ok } = world();
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
  });

  it('refer to entities, by id or by name, at every depth', async () => {
    const { define, ok, table, patch, user } = world();
    await define('tableColumn', 'steward', 'entityReference', ['user']);
    await define('tableColumn', 'teams', 'entityReferenceList', ['team']);
    const [first, second] = [await team(), await team()];
    const inner = { name: 'outer', dataType: 'STRUCT', children: [column({ steward: refTo(user, 'user') }, 'inner')] };
    const made = await table({
      columns: [column({ teams: [refTo(first, 'team'), { type: 'team', fullyQualifiedName: second.name }] }), inner],
    });
    const held = (columns: Body) => columns[0].extension.teams.map((one: { name: string }) => one.name);
    expect(held(made.columns)).toEqual([first.name, second.name]);
    expect((await shown(made.id))[1].children[0].extension.steward).toMatchObject({ name: user.name, type: 'user' });
    // What is read can be written back without a new version.
    const read = await ok('GET', `/v1/tables/${made.id}`);
    expect((await ok('PUT', '/v1/tables', bodyOf(read))).version).toBe(0.1);
    const fqn = encodeURIComponent(`${made.fullyQualifiedName}.id`);
    const path = `/v1/columns/name/${fqn}?entityType=table`;
    expect(held([await ok('PUT', path, { extension: { teams: [refTo(second, 'team')] } })])).toEqual([second.name]);
    expect(held([await ok('GET', `${path}&fields=extension`)])).toEqual([second.name]);
    expect(held([await ok('GET', `${path}&fields=extension,tags`)])).toEqual([second.name]);
    const paged = await ok('GET', `/v1/tables/${made.id}/columns?fields=extension`);
    expect(held(paged.data)).toEqual([second.name]);
    // Names follow what they name.
    await patch(`/v1/teams/${second.id}`, [{ op: 'add', path: '/displayName', value: 'Second' }]);
    expect((await shown(made.id))[0].extension.teams[0].displayName).toBe('Second');
    const { changeDescription } = await ok('GET', `/v1/tables/${made.id}`);
    expect([changeDescription.fieldsUpdated, changeDescription.fieldsAdded, changeDescription.fieldsDeleted]).toEqual([
      [{ name: 'columns.id.extension' }],
      [],
      [],
    ]);
  });

  it('refuse references to what does not exist, is of another type or hidden', async () => {
    const { addUser, app, send, tableBody, user } = world();
    const [seen] = [await team()];
    const refusal = async (extension: object) => {
      const answer = await send('POST', '/v1/tables', { ...tableBody(), columns: [column(extension)] });
      return [answer.status, answer.json.message];
    };
    const nobody = '00000000-0000-4000-8000-000000000000';
    expect(await refusal({ teams: [{ id: nobody, type: 'team' }] })).toEqual([
      404,
      `team instance for ${nobody} not found`,
    ]);
    expect(await refusal({ teams: [refTo(user, 'user')] })).toEqual([
      400,
      'columns: extension of id: teams: type user is not one of team',
    ]);
    expect(await refusal({ teams: refTo(seen, 'team') })).toEqual([
      400,
      expect.stringContaining('must be a list of references'),
    ]);
    const elsewhere = { modelType: 'DBT', sql: 'select 1', columns: [column({ teams: [refTo(seen, 'team')] })] };
    const { token } = await addUser({ denied: { resource: 'team', operations: ['ViewBasic', 'ViewAll'] } });
    const made = await world().table({
      ...{ columns: [column({ teams: [refTo(seen, 'team')], rank: 1 })], dataModel: elsewhere },
    });
    expect((await app.request('GET', `/v1/tables/${made.id}`)).json.dataModel.columns[0].extension.teams).toMatchObject(
      [{ name: seen.name }],
    );
    const asked = { token };
    for (const path of [`/v1/tables/${made.id}`, `/v1/tables/name/${made.fullyQualifiedName}`]) {
      const { json } = await app.request('GET', path, asked);
      expect(json.columns[0].extension).toEqual({ rank: 1, teams: [] });
    }
    const name = encodeURIComponent(`${made.fullyQualifiedName}.id`);
    for (const path of [
      `/v1/columns/name/${name}?entityType=table&fields=extension`,
      `/v1/tables/${made.id}/columns?fields=extension`,
      `/v1/tables?databaseSchema=wh.db.sc&limit=1000`,
      `/v1/tables/${made.id}/versions/0.1`,
      `/v1/search/query?index=table&q=${made.name}`,
      `/v1/tables/${made.id}/versions`,
    ]) {
      const { text, status } = await app.request('GET', path, asked);
      expect([path, status, text.includes(seen.id), text.includes(seen.name)]).toEqual([path, 200, false, false]);
    }
    const guess = [
      { op: 'test', path: '/columns/0/extension/teams/0/id', value: seen.id },
      { op: 'add', path: '/description', value: 'guessed' },
    ];
    expect((await app.request('PATCH', `/v1/tables/${made.id}`, { token, body: guess })).status).toBe(403);
    // What they may not see stays when they change something else.
    const step = [{ op: 'add', path: '/columns/0/description', value: 'by bob' }];
    expect((await app.request('PATCH', `/v1/tables/${made.id}`, { token, body: step })).status).toBe(200);
    expect((await shown(made.id))[0]).toMatchObject({
      ...{ description: 'by bob', extension: { rank: 1, teams: [{ id: seen.id }] } },
    });
  });

  it('lose references to what is deleted for good', async () => {
    const { ok, patch, table } = world();
    const [first, second] = [await team(), await team()];
    const made = await table({ columns: [column({ teams: [first, second].map((one) => refTo(one, 'team')) })] });
    const alone = await table({ columns: [column({ teams: [refTo(first, 'team')] })] });
    await ok('DELETE', `/v1/teams/${first.id}?hardDelete=true&recursive=true`);
    expect((await shown(made.id))[0].extension.teams).toMatchObject([{ id: second.id }]);
    expect((await shown(alone.id))[0].extension).toBeUndefined();
    const third = await team();
    const value = [second, third].map((one) => refTo(one, 'team'));
    await patch(`/v1/tables/${made.id}`, [{ op: 'add', path: '/columns/0/extension', value: { teams: value } }]);
    expect((await shown(made.id))[0].extension.teams).toMatchObject([{ id: second.id }, { id: third.id }]);
    // Another edit keeps them, and the record of a removed column leaves them out.
    await patch(`/v1/tables/${made.id}`, [{ op: 'add', path: '/description', value: 'said' }]);
    expect((await shown(made.id))[0].extension.teams).toHaveLength(2);
    const gone = await patch(`/v1/tables/${made.id}`, [
      { op: 'add', path: '/columns/-', value: { name: 'next', dataType: 'INT' } },
      { op: 'remove', path: '/columns/0' },
    ]);
    expect(JSON.stringify(gone.changeDescription)).not.toContain(third.id);
    expect(gone.changeDescription.fieldsDeleted).toMatchObject([{ name: 'columns' }]);
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

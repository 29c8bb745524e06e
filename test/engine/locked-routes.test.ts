// What lies below a large delete is locked for every kind of change, not only for those of the entity itself.
import { expect, it } from 'vitest';
import { entityTypes } from '../../src/entities/index.js';
import { systemRoutes } from '../../src/system/index.js';
import { createEngine } from '../support/engine.js';
import { forEachStore } from '../support/stores.js';

forEachStore('routes below a large delete', (use) => {
  it('answer 409 to writers', async () => {
    const release = { version: '2.0.5', revision: 'abc', builtAt: 0 };
    const engine = createEngine(use().store, entityTypes, systemRoutes({ release, principalDomain: 'cairn.example' }));
    engine.catalog.options.deleteSlice = 2;
    const make = async (path: string, body: object) => {
      const answer = await engine.send('POST', path, body);
      expect(answer.status, JSON.stringify(answer.json)).toBe(201);
      return answer.json;
    };
    await make('/v1/services/databaseServices', { name: 's', serviceType: 'CustomDatabase' });
    const database = await make('/v1/databases', { name: 'd', service: 's' });
    await make('/v1/databaseSchemas', { name: 'p', database: 's.d' });
    const columns = [{ name: 'id', dataType: 'INT' }];
    for (let i = 0; i < 9; i++) await make('/v1/tables', { name: `t${i}`, databaseSchema: 's.d.p', columns });
    await make('/v1/teams', { name: 'crew', teamType: 'Group' });
    const user = await make('/v1/users', { name: 'ulf', email: 'ulf@example.com' });

    const query = { hardDelete: 'true', recursive: 'true' };
    expect((await engine.send('DELETE', `/v1/databases/${database.id}`, undefined, { query })).status).toBe(200);
    const { deletions } = (await engine.send('GET', '/v1/system/diagnostics')).json;
    expect(deletions).toEqual([{ type: 'database', fqn: 's.d', kind: 'hard', entities_done: 0, age_ms: 0 }]);
    const { id, fqn } = await use().store.read(
      async (sql) =>
        (await sql.get<{ id: string; fqn: string }>("select id, fqn from entity where type = 'table' limit 1")) ??
        expect.fail('no table is left'),
    );

    const table = `/v1/tables/${id}`;
    const today = new Date(engine.clock.now).toISOString().slice(0, 10);
    const changes: [string, string, unknown][] = [
      ['POST', `/v1/usage/table/${id}`, { date: today, count: 1 }],
      ['PUT', `/v1/usage/table/name/${fqn}`, { date: today, count: 1 }],
      ['PUT', `${table}/vote`, { updatedVoteType: 'votedUp' }],
      ['PUT', `${table}/followers`, user.id],
      ['DELETE', `${table}/followers/${user.id}`, undefined],
      ['PUT', `${table}/joins`, {}],
      ['PUT', `${table}/sampleData`, { columns: ['id'], rows: [['1']] }],
      ['PUT', `${table}/tableProfilerConfig`, {}],
      ['PUT', `${table}/dataModel`, { modelType: 'DBT', columns: [] }],
      ['PUT', `${table}/customMetric`, { name: 'm', expression: 'select 1' }],
    ];
    for (const [method, path, body] of changes) {
      const { status, json } = await engine.send(method, path, body);
      expect([status, json?.errorType], `${method} ${path}`).toEqual([409, 'ENTITY_LOCKED']);
    }
    const owners = await engine.send('PUT', '/v1/teams/crew/assets/add', { assets: [{ id, type: 'table' }] });
    expect(owners.json.failedRequest).toMatchObject([{ status: 409 }]);
  });
});

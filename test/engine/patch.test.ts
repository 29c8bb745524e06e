import { beforeAll, expect, it } from 'vitest';
import { createEngine, type Engine } from '../support/engine.js';
import { engineTypes, label, made, makeWorld, tableBody, type World } from '../support/engine-types.js';
import { forEachStore } from '../support/stores.js';

forEachStore('PATCH', (use) => {
  let engine: Engine;
  let world: World;
  let count = 0;

  beforeAll(async () => {
    engine = createEngine(use().store, engineTypes);
    world = await makeWorld(engine, 'patch');
    await made(engine, 'POST', '/v1/classifications', { name: 'PII', description: '-' });
    await made(engine, 'POST', '/v1/tags', { name: 'Sensitive', description: '-', classification: 'PII' });
  });

  const newTable = (more = {}) => made(engine, 'POST', '/v1/tables', tableBody(world, `t${count++}`, more));
  const patch = (id: string, operations: unknown) => engine.send('PATCH', `/v1/tables/${id}`, operations);

  it('cannot change what the server owns', async () => {
    const table = await newestOf((await newTable()).id);
    const other = await makeWorld(engine, `other${count}`);
    const owned = {
      id: '00000000-0000-4000-8000-000000000001',
      fullyQualifiedName: 'x',
      href: 'http://x',
      version: 7.7,
      updatedAt: 1,
      updatedBy: 'x',
      deleted: true,
      databaseSchema: { id: other.schema.id, type: 'databaseSchema' },
      database: { id: other.database.id, type: 'database' },
      service: { id: other.service.id, type: 'databaseService' },
      serviceType: 'Postgres',
      followers: [],
      votes: { upVotes: 5 },
      name: 'renamed',
    };
    for (const [field, value] of Object.entries(owned)) {
      const answer = await patch(table.id, [{ op: 'add', path: `/${field}`, value }]);
      expect([field, answer.status, answer.json.version]).toEqual([field, 200, 0.1]);
      expect(answer.json[field]).toEqual((await newestOf(table.id))[field]);
      expect(answer.json[field]).toEqual(table[field]);
    }
  });

  const newestOf = (id: string) =>
    made(engine, 'GET', `/v1/tables/${id}`, undefined, { query: { fields: 'followers,votes' } });

  it('refuses what is no patch and what it does not fit, without effect', async () => {
    const table = await newTable();
    const bad: unknown[] = [
      undefined,
      {},
      'x',
      [1],
      [{ op: 'nonsense', path: '/description' }],
      [{ op: 'add', path: 'description', value: 1 }],
      [{ op: 'add', path: '/description' }],
      [{ op: 'move', path: '/description' }],
      [{ op: 'remove', path: '/nothing' }],
      [{ op: 'replace', path: '/nothing/here', value: 1 }],
      [{ op: 'add', path: '/noSuchField', value: 1 }],
      [{ op: 'add', path: '/columns/0/noSuchField', value: 1 }],
      [{ op: 'add', path: '/description', value: 7 }],
      [{ op: 'add', path: '/columns/9', value: { name: 'x', dataType: 'INT' } }],
      [{ op: 'replace', path: '/columns/01/description', value: 'x' }],
      [{ op: 'add', path: '/__proto__/polluted', value: 1 }],
      [{ op: 'add', path: '/__proto__/polluted/0', value: 1 }],
      [{ op: 'add', path: '/constructor/prototype/polluted/0', value: 1 }],
      [{ op: 'test', path: '/name', value: 'other' }],
      [{ op: 'replace', path: '', value: 'x' }],
      [{ op: 'replace', path: '', value: [] }],
      [{ op: 'remove', path: '' }],
      [{ op: 'add', path: '/columns/-', value: { name: 'email', dataType: 'INT' } }],
      [{ op: 'add', path: '/owners', value: 'x' }],
      [{ op: 'add', path: '/tags', value: [{}] }],
      [
        { op: 'add', path: '/description', value: 'half' },
        { op: 'test', path: '/name', value: 'other' },
      ],
    ];
    for (const operations of bad)
      expect([operations, (await patch(table.id, operations)).status]).toEqual([operations, 400]);
    expect((Object.prototype as Record<string, unknown>).polluted).toBeUndefined();
    expect(await made(engine, 'GET', `/v1/tables/${table.id}`, undefined)).toMatchObject({ version: 0.1 });
  });

  it('names the field that is wrong', async () => {
    const table = await newTable();
    const { json } = await patch(table.id, [{ op: 'add', path: '/noSuchField', value: 1 }]);
    expect(json.message).toContain('noSuchField');
  });

  it('applies every kind of operation', async () => {
    const table = await newTable({ description: 'text' });
    const { json } = await patch(
      table.id,
      [
        { op: 'test', path: '/description', value: 'text' },
        { op: 'copy', from: '/description', path: '/displayName' },
        { op: 'move', from: '/description', path: '/columns/0/description' },
        { op: 'replace', path: '/columns/1/displayName', value: 'x' },
      ].slice(0, 3),
    );
    expect(json).toMatchObject({ displayName: 'text', columns: [{ description: 'text' }, {}, {}] });
    expect(json.description).toBeUndefined();
  });

  it('adds to the first place of a list that is not there, also after it was removed', async () => {
    const table = await newTable();
    const constraint = { constraintType: 'UNIQUE', columns: ['id'] };
    const added = await patch(table.id, [{ op: 'add', path: '/tableConstraints/0', value: constraint }]);
    expect(added.json.tableConstraints).toEqual([constraint]);
    const again = await patch(table.id, [
      { op: 'remove', path: '/tableConstraints' },
      { op: 'add', path: '/tableConstraints/0', value: constraint },
      { op: 'add', path: '/columns/0/tags/0', value: { tagFQN: 'PII.Sensitive' } },
      { op: 'add', path: '/tags/-', value: { tagFQN: 'PII.Sensitive' } },
    ]);
    expect(again.json.tableConstraints).toEqual([constraint]);
    expect(again.json.columns[0].tags).toMatchObject([label('PII.Sensitive')]);
    expect(again.json.tags).toMatchObject([label('PII.Sensitive')]);
  });

  it('resolves what it is given for traits, also in a whole document', async () => {
    const owner = await made(engine, 'POST', '/v1/users', { name: 'patchowner', email: 'p@x.io' });
    const table = await newTable();
    const whole = { ...table, owners: [{ id: owner.id, type: 'user' }], description: 'all' };
    const { status, json } = await patch(table.id, [{ op: 'replace', path: '', value: whole }]);
    expect(status).toBe(200);
    expect(json).toMatchObject({ description: 'all', owners: [{ id: owner.id, name: 'patchowner' }] });
    const unknown = { ...table, owners: [{ id: '00000000-0000-4000-8000-000000000009', type: 'user' }] };
    expect((await patch(table.id, [{ op: 'replace', path: '', value: unknown }])).status).toBe(404);
    expect((await patch(table.id, [{ op: 'remove', path: '/owners' }])).json.owners).toEqual([]);
  });

  it('stores no nulls', async () => {
    const table = await newTable({ description: 'x' });
    const { json } = await patch(table.id, [
      { op: 'replace', path: '/description', value: null },
      { op: 'add', path: '/columns/0/description', value: null },
    ]);
    expect(json).not.toHaveProperty('description');
    expect(json.columns[0]).not.toHaveProperty('description');
    expect(await made(engine, 'GET', `/v1/tables/${table.id}`, undefined)).not.toHaveProperty('description');
  });
});

import { expect, it } from 'vitest';
import { forEachStore } from '../support/stores.js';
import { addSchema, addTable, createTestCatalog } from './support/catalog.js';

forEachStore('tables are checked', (use) => {
  const wrong: [string, object, RegExp][] = [
    [
      'a repeated column',
      {
        columns: [
          { name: 'a', dataType: 'INT' },
          { name: 'a', dataType: 'INT' },
        ],
      },
      /twice/,
    ],
    [
      'a repeated nested column',
      {
        columns: [
          {
            name: 's',
            dataType: 'STRUCT',
            children: [
              { name: 'a', dataType: 'INT' },
              { name: 'a', dataType: 'INT' },
            ],
          },
        ],
      },
      /twice/,
    ],
    ['text without a length', { columns: [{ name: 'a', dataType: 'VARCHAR' }] }, /dataLength/],
    ['an array of nothing', { columns: [{ name: 'a', dataType: 'ARRAY' }] }, /arrayDataType/],
    ['a struct without children', { columns: [{ name: 'a', dataType: 'STRUCT' }] }, /children/],
    ['a scale without precision', { columns: [{ name: 'a', dataType: 'DECIMAL', scale: 2 }] }, /precision/],
    ['a scale over precision', { columns: [{ name: 'a', dataType: 'DECIMAL', precision: 1, scale: 2 }] }, /scale/],
    [
      'two primary keys',
      {
        columns: [
          { name: 'a', dataType: 'INT', constraint: 'PRIMARY_KEY' },
          { name: 'b', dataType: 'INT', constraint: 'PRIMARY_KEY' },
        ],
      },
      /primary key/,
    ],
    [
      'a constraint on no column',
      { tableConstraints: [{ constraintType: 'UNIQUE', columns: ['nope'] }] },
      /Invalid column name nope/,
    ],
    [
      'a foreign key to nothing',
      { tableConstraints: [{ constraintType: 'FOREIGN_KEY', columns: ['id'], referredColumns: ['a.b.c.d.e'] }] },
      /Table not found/,
    ],
    [
      'a partition by no column',
      { tablePartition: { columns: [{ columnName: 'nope', intervalType: 'TIME-UNIT' }] } },
      /Invalid column name nope/,
    ],
    ['an unknown data type', { columns: [{ name: 'a', dataType: 'WHAT' }] }, /dataType/],
    ['an unknown property', { colour: 'red' }, /colour/],
  ];
  it.each(wrong)('refuses %s', async (_, more, message) => {
    const catalog = createTestCatalog(use());
    const { fqn } = await addSchema(catalog);
    const answer = await catalog.send('POST', '/v1/tables', {
      name: 't',
      databaseSchema: fqn,
      columns: [{ name: 'id', dataType: 'INT' }],
      ...more,
    });
    expect(answer.json).toMatchObject({ code: 400, errorType: 'BAD_REQUEST', message: expect.stringMatching(message) });
  });

  it('derives display type and position, and keeps them on PUT', async () => {
    const catalog = createTestCatalog(use());
    const { fqn } = await addSchema(catalog);
    const body = {
      name: 't',
      databaseSchema: fqn,
      columns: [
        { name: 'a', dataType: 'INT' },
        { name: 'b', dataType: 'ARRAY', arrayDataType: 'INT' },
      ],
    };
    const table = await catalog.expect(201, 'POST', '/v1/tables', body);
    expect(table.columns).toMatchObject([
      { name: 'a', dataTypeDisplay: 'int', ordinalPosition: 1, fullyQualifiedName: `${fqn}.t.a` },
      { name: 'b', dataTypeDisplay: 'array', ordinalPosition: 2 },
    ]);
    expect((await catalog.expect(200, 'PUT', '/v1/tables', body)).version).toBe(0.1);
  });

  it('a hash of the source alone makes no version', async () => {
    const catalog = createTestCatalog(use());
    const { fqn } = await addSchema(catalog);
    const body = { name: 't', databaseSchema: fqn, columns: [{ name: 'a', dataType: 'INT' }], sourceHash: 'one' };
    await catalog.expect(201, 'POST', '/v1/tables', body);
    const again = await catalog.expect(200, 'PUT', '/v1/tables', { ...body, sourceHash: 'two' });
    expect(again).toMatchObject({ version: 0.1, sourceHash: 'two' });
  });

  it('shows constraints on request, in any order the same, and those to a table that refers to itself', async () => {
    const catalog = createTestCatalog(use());
    const { fqn } = await addSchema(catalog);
    const unique = { constraintType: 'UNIQUE', columns: ['email'] };
    const self = {
      constraintType: 'FOREIGN_KEY',
      columns: ['id'],
      referredColumns: [`${fqn}.self.id`],
      relationshipType: 'MANY_TO_ONE',
    };
    const table = await addTable(catalog, fqn, { name: 'self', tableConstraints: [unique, self] });
    const shown = await catalog.expect(200, 'GET', `/v1/tables/${table.id}`, undefined, {
      query: { fields: 'tableConstraints' },
    });
    expect(shown.tableConstraints).toEqual([unique, self]);
    expect(await catalog.expect(200, 'GET', `/v1/tables/${table.id}`)).not.toHaveProperty('tableConstraints');
    const { columns } = table;
    const put = { name: 'self', databaseSchema: fqn, columns, tableConstraints: [self, unique] };
    expect((await catalog.expect(200, 'PUT', '/v1/tables', put)).version).toBe(0.1);
  });

  it('knows a constraint with its columns in another order', async () => {
    const catalog = createTestCatalog(use());
    const { fqn } = await addSchema(catalog);
    await addTable(catalog, fqn, { name: 'target' });
    const key = (...pairs: [string, string][]) => ({
      constraintType: 'FOREIGN_KEY',
      columns: pairs.map(([own]) => own),
      referredColumns: pairs.map(([, other]) => `${fqn}.target.${other}`),
    });
    const unique = (...columns: string[]) => ({ constraintType: 'UNIQUE', columns });
    const first = [key(['id', 'email'], ['email', 'id']), unique('email', 'id')];
    const { columns } = await addTable(catalog, fqn, { name: 'source', tableConstraints: first });
    const put = (...tableConstraints: object[]) =>
      catalog.expect(200, 'PUT', '/v1/tables', { name: 'source', databaseSchema: fqn, columns, tableConstraints });
    const same = await put(unique('id', 'email'), key(['email', 'id'], ['id', 'email']));
    expect(same).toMatchObject({ version: 0.1, tableConstraints: first });
    const others = [key(['id', 'id'], ['email', 'email']), unique('email', 'id')];
    expect(await put(...others)).toMatchObject({ version: 0.2, tableConstraints: others });
  });

  it('what names a removed column goes with it, and new ones must name columns', async () => {
    const catalog = createTestCatalog(use());
    const { fqn } = await addSchema(catalog);
    const unique = (...columns: string[]) => ({ constraintType: 'UNIQUE', columns });
    const daily = (columnName: string) => ({ columnName, intervalType: 'TIME-UNIT', interval: 'daily' });
    const table = await addTable(catalog, fqn, {
      tableConstraints: [unique('id'), unique('email', 'id'), unique('address')],
      tablePartition: { columns: [daily('id'), daily('email')] },
    });
    const patch = (status: number, ...steps: object[]) =>
      catalog.expect(status, 'PATCH', `/v1/tables/${table.id}`, steps);
    const refused = await patch(
      400,
      { op: 'remove', path: '/columns/1' },
      { op: 'add', path: '/tableConstraints/-', value: unique('email') },
    );
    expect(refused.message).toContain('Invalid column name email');
    const left = await patch(200, { op: 'remove', path: '/columns/1' });
    expect(left).toMatchObject({
      tableConstraints: [unique('id'), unique('address')],
      tablePartition: { columns: [daily('id')] },
    });
    expect(left.changeDescription.fieldsUpdated.map(({ name }: { name: string }) => name)).toContain('tablePartition');
    const bare = await patch(
      200,
      { op: 'remove', path: '/columns/1' },
      { op: 'remove', path: '/columns/0' },
      {
        ...{ op: 'add', path: '/columns/-' },
        value: { name: 'code', dataType: 'INT' },
      },
    );
    expect(bare).not.toHaveProperty('tablePartition');
    expect(bare.tableConstraints ?? []).toEqual([]);
    await patch(400, { op: 'add', path: '/tablePartition', value: { columns: [daily('email')] } });
  });

  it('a constraint can be added to a list that was not shown', async () => {
    const catalog = createTestCatalog(use());
    const { fqn } = await addSchema(catalog);
    const target = await addTable(catalog, fqn);
    const table = await addTable(catalog, fqn, { tableConstraints: [] });
    const value = {
      constraintType: 'FOREIGN_KEY',
      columns: ['id'],
      referredColumns: [`${target.fullyQualifiedName}.id`],
    };
    const patched = await catalog.expect(200, 'PATCH', `/v1/tables/${table.id}`, [
      { op: 'add', path: '/tableConstraints/0', value },
    ]);
    expect(patched).toMatchObject({ version: 0.2, tableConstraints: [value] });
    const graph = await catalog.expect(200, 'GET', '/v1/tables/entityRelationship', undefined, {
      query: { fqn: table.fullyQualifiedName },
    });
    expect(Object.keys(graph.nodes).sort()).toEqual([table.fullyQualifiedName, target.fullyQualifiedName].sort());
    expect(Object.values(graph.upstreamEdges)).toMatchObject([
      {
        relatedEntity: { fullyQualifiedName: target.fullyQualifiedName },
        columns: [{ columnFQN: `${table.fullyQualifiedName}.id` }],
      },
    ]);
    const ofSchema = await catalog.expect(200, 'GET', '/v1/databaseSchemas/entityRelationship', undefined, {
      query: { fqn },
    });
    expect(Object.keys(ofSchema.data.nodes)).toHaveLength(2);
    expect(ofSchema.paging).toEqual({ total: 2, limit: 100, offset: 0 });
    const page = await catalog.expect(200, 'GET', '/v1/databaseSchemas/entityRelationship', undefined, {
      query: { fqn, limit: '1' },
    });
    expect(page.paging).toEqual({ total: 2, limit: 1, offset: 0 });
  });
});

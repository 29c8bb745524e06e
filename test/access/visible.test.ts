// What may not be seen is not told by what is around it: references, assets, counts, graphs, containers.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';
import { openPeople, type People, type Person } from './support/catalog-of-people.js';

forEachSeededStore('what may be seen', (use) => {
  let people: People;
  let seen: Body;
  let hidden: Body;
  let who: Person;
  const secret = { tagFQN: 'Eyes.Only', source: 'Classification', labelType: 'Manual', state: 'Confirmed' };

  beforeAll(async () => {
    people = await openPeople(use());
    await people.make('/v1/classifications', { name: 'Eyes', description: 'Who may look' });
    await people.make('/v1/tags', { name: 'Only', classification: 'Eyes', description: 'Few' });
    hidden = await people.table({ tags: [secret] });
    seen = await people.table();
    who = await people.person(
      [
        { operations: ['ViewAll', 'EditAll', 'Create'] },
        { effect: 'deny', operations: ['All'], resources: ['table'], condition: "matchAnyTag('Eyes.Only')" },
      ],
      { isBot: true },
    );
  });
  afterAll(() => people.app.close());

  const tells = async (path: string) => {
    const { status, text } = await who.send('GET', path);
    expect(status, `${path} ${text}`).toBe(200);
    expect(text, path).not.toContain(hidden.id);
    return JSON.parse(text);
  };

  it('hides it itself, also its versions, permissions aside', async () => {
    for (const path of [
      '',
      '/versions',
      '/versions/0.1',
      '/columns',
      '/sampleData',
      '?include=all',
      '/pipelineObservability',
    ])
      expect((await who.send('GET', `/v1/tables/${hidden.id}${path}`)).status, path).toBe(403);
    expect((await who.send('GET', `/v1/changeSummary/table/${hidden.id}`)).status).toBe(403);
    const list = await tells('/v1/tables?limit=1000&include=all');
    expect(list.data.map((table: Body) => table.id)).toEqual([seen.id]);
    await tells('/v1/events?limit=1000');
    expect((await tells('/v1/system/entities/count')).tableCount).toBe(1);
  });

  it('leaves it out of what its container, owner and followers list', async () => {
    const { databaseSchema } = hidden;
    await people.send('PUT', `/v1/tables/${hidden.id}/followers`, who.id);
    const owners = [{ id: who.id, type: 'user' }];
    for (const { id } of [hidden, seen])
      await people.send('PATCH', `/v1/tables/${id}`, [{ op: 'add', path: '/owners', value: owners }]);
    const schema = await tells(`/v1/databaseSchemas/${databaseSchema.id}?fields=tables`);
    expect(schema.tables.map((table: Body) => table.id)).toEqual([seen.id]);
    await tells('/v1/databaseSchemas?fields=tables&limit=1000');
    expect((await tells(`/v1/users/${who.id}?fields=owns,follows`)).owns.map((one: Body) => one.id)).toEqual([seen.id]);
    await tells('/v1/users/loggedInUser?fields=owns,follows');
    await tells('/v1/users?fields=owns,follows&limit=1000');
    expect((await tells(`/v1/users/${who.id}/assets`)).paging.total).toBe(1);
  });

  it('leaves it out of assets and of their number', async () => {
    const domain = await people.make('/v1/domains', { name: 'Sales', domainType: 'Aggregate', description: 'x' });
    const product = await people.make('/v1/dataProducts', { name: 'Report', description: 'x', domains: ['Sales'] });
    const tag = await people.make('/v1/tags', { name: 'Other', classification: 'Eyes', description: 'x' });
    const assets = [hidden, seen].map(({ id }) => ({ id, type: 'table' }));
    const add = (path: string) => people.send('PUT', path, { assets, dryRun: false });
    for (const path of [
      '/v1/domains/Sales/assets/add',
      '/v1/dataProducts/Report/assets/add',
      '/v1/dataProducts/Report/inputPorts/add',
      `/v1/tags/${tag.id}/assets/add`,
    ])
      expect((await add(path)).status, path).toBe(200);
    for (const path of [
      `/v1/domains/${domain.id}/assets`,
      `/v1/dataProducts/${product.id}/assets`,
      `/v1/dataProducts/${product.id}/inputPorts`,
      `/v1/tags/${tag.id}/assets`,
    ]) {
      const page = await tells(path);
      expect(
        page.data.filter((one: Body) => (one.entityType ?? one.type) === 'table').map((asset: Body) => asset.id),
        path,
      ).toEqual([seen.id]);
      expect(page.paging.total, path).toBe(page.data.length);
    }
    await tells(`/v1/dataProducts/${product.id}/portsView`);
    expect((await tells('/v1/tags/assets/counts'))['Eyes.Other']).toBe(1);
    expect((await tells('/v1/domains/assets/counts')).Sales).toBe(1);
    const mine = await who.send('PUT', `/v1/tags/${tag.id}/assets/remove`, { assets });
    expect(mine.body).toMatchObject({ dryRun: true, failedRequest: [{ request: { id: hidden.id }, status: 404 }] });
    const columns = ['id', 'no_such'].map((column) => ({
      ...{ id: seen.id, type: 'tableColumn' },
      fullyQualifiedName: `${hidden.fullyQualifiedName}.${column}`,
    }));
    const parts = await who.send('PUT', `/v1/tags/${tag.id}/assets/add`, { assets: columns });
    expect(parts.body.failedRequest).toEqual(
      columns.map((request) => ({
        request,
        status: 404,
        message: `tableColumn instance for ${request.fullyQualifiedName} not found by its fully qualified name`,
      })),
    );
    expect(mine.text).not.toContain(hidden.name);
  });

  it('leaves it out of graphs and of queries', async () => {
    const constraint = (other: Body) => ({
      constraintType: 'FOREIGN_KEY',
      columns: ['id'],
      referredColumns: [`${other.fullyQualifiedName}.id`],
    });
    await people.send('PATCH', `/v1/tables/${seen.id}`, [
      { op: 'add', path: '/tableConstraints', value: [constraint(hidden)] },
    ]);
    const graph = await tells(`/v1/tables/entityRelationship?fqn=${encodeURIComponent(seen.fullyQualifiedName)}`);
    expect(Object.keys(graph.nodes)).toEqual([seen.fullyQualifiedName]);
    const query = await people.make('/v1/queries', {
      name: 'joined',
      query: 'select 1',
      service: people.service.name,
      queryUsedIn: [hidden, seen].map(({ id }) => ({ id, type: 'table' })),
    });
    expect((await tells(`/v1/queries/${query.id}?fields=queryUsedIn`)).queryUsedIn).toHaveLength(1);
  });

  it('leaves it out of the tables that a model reads', async () => {
    const table = await people.table();
    const upstream = [hidden.fullyQualifiedName, 'no.such.model', seen.fullyQualifiedName];
    const model = { modelType: 'DBT', path: 'models/a.sql', columns: [] };
    const put = (names: unknown[]) =>
      people.send('PUT', `/v1/tables/${table.id}/dataModel`, { ...model, upstream: names });
    expect((await put(upstream)).status).toBe(200);
    expect((await put(upstream.slice(0, 1))).body.dataModel.upstream).toEqual(upstream.slice(0, 1));
    expect((await put(upstream)).body.dataModel.upstream).toEqual(upstream);
    const path = `/v1/tables/${table.id}`;
    expect((await tells(path)).dataModel).toMatchObject({ path: 'models/a.sql', upstream: upstream.slice(1) });
    const { versions } = await tells(`${path}/versions`);
    const texts = versions.map((version: string) => JSON.parse(version));
    expect(texts.map(({ dataModel }: Body) => dataModel?.upstream)).toContainEqual(upstream.slice(1));
    const { changeDescription } = await tells(path);
    expect(JSON.stringify(changeDescription)).toContain('no.such.model');
    for (const where of [
      path,
      `${path}/versions`,
      `/v1/search/query?q=${table.name}&index=table`,
      '/v1/events?limit=1000',
    ])
      expect(JSON.stringify(await tells(where)), where).not.toMatch(new RegExp(`public\\.${hidden.name}\\b`));
    expect((await people.send('DELETE', `${path}?hardDelete=true`)).status).toBe(200);
  });

  it('leaves it out of joins and of columns that are referred to', async () => {
    const other = await people.table();
    const secretive = await people.table({ name: 'nobodys_business', tags: [secret] });
    const constraint = (table: Body) => ({
      constraintType: 'FOREIGN_KEY',
      columns: ['id'],
      referredColumns: [`${table.fullyQualifiedName}.id`],
    });
    const value = [constraint(secretive), constraint(other)];
    const joinedWith = [secretive, other].map((table) => ({
      fullyQualifiedName: `${table.fullyQualifiedName}.id`,
      joinCount: 2,
    }));
    const joins = { columnJoins: [{ columnName: 'id', joinedWith }] };
    const patch = [{ op: 'add', path: '/tableConstraints', value }];
    expect((await people.send('PATCH', `/v1/tables/${seen.id}`, patch)).status).toBe(200);
    expect((await people.send('PUT', `/v1/tables/${seen.id}/joins`, joins)).status).toBe(200);

    const byId = `/v1/tables/${seen.id}`;
    const shown = [value[1]?.referredColumns, [joinedWith[1]]];
    for (const path of [`${byId}?fields=joins,tableConstraints`, `${byId}?fields=*`]) {
      const table = await tells(path);
      expect([table.tableConstraints[1].referredColumns, table.joins.columnJoins[0].joinedWith]).toEqual(shown);
    }
    const paths = [
      `${byId}?fields=*`,
      '/v1/tables?fields=joins,tableConstraints',
      `/v1/tables/entityRelationship?fqn=${encodeURIComponent(seen.fullyQualifiedName)}`,
      '/v1/search/query?q=*&index=table',
      byId,
      `${byId}/sampleData`,
      `/v1/tables/${encodeURIComponent(seen.fullyQualifiedName)}/tableProfile/latest`,
      `${byId}/versions`,
      `${byId}/versions/0.2`,
      '/v1/events?limit=1000&entityUpdated=table',
    ];
    for (const path of paths)
      for (let again = 0; again < 2; again++) {
        expect((await people.send('GET', path)).text, `${path} for the admin`).toContain(secretive.name);
        expect(JSON.stringify(await tells(path)), path).not.toContain(secretive.name);
      }
    const described = [{ op: 'add', path: '/description', value: 'By somebody who does not see all' }];
    const patched = await who.send('PATCH', byId, described);
    expect([patched.status, patched.text.includes(secretive.name)]).toEqual([200, false]);
    expect((await people.send('GET', `${byId}?fields=tableConstraints`)).body.tableConstraints).toEqual(value);
    for (const { id } of [secretive, other]) await people.send('DELETE', `/v1/tables/${id}?hardDelete=true`);
  });

  it('leaves it out of the context, which is Markdown or JSON', async () => {
    const secretive = await people.table({ name: 'out_of_context', tags: [secret] });
    const referred = `${secretive.fullyQualifiedName}.id`;
    const tableConstraints = [{ constraintType: 'FOREIGN_KEY', columns: ['id'], referredColumns: [referred] }];
    const table = await people.table({ tableConstraints });
    for (const path of [
      `/v1/tables/${table.id}/context`,
      `/v1/tables/name/${encodeURIComponent(table.fullyQualifiedName)}/context`,
    ]) {
      for (const format of ['', '?format=markdown', '?format=json']) {
        const { text, headers } = await people.send('GET', path + format);
        expect(text).toContain(secretive.name);
        const media = format.endsWith('json') ? 'application/json' : 'text/markdown';
        expect(headers['content-type']).toContain(media);
        const told = await who.send('GET', path + format);
        expect(told.status).toBe(200);
        expect(told.text).toContain(table.name);
        expect(told.text).not.toContain(secretive.name);
      }
      expect((await people.send('GET', `${path}?format=xml`)).status).toBe(400);
    }
    const accept = { accept: 'application/json, text/plain' };
    const options = { token: who.token, headers: accept };
    const asked = await people.app.send('GET', `/v1/tables/${table.id}/context`, options);
    expect(asked.body).toMatchObject({ entityType: 'table', name: table.name });
    for (const path of [`/v1/tables/${table.id}`, `/v1/tables/name/${encodeURIComponent(table.fullyQualifiedName)}`])
      for (const columns of ['columns?fields=*', 'columns/search?q=id&fields=*'])
        expect(JSON.stringify(await tells(`${path}/${columns}`))).not.toContain(secretive.name);
    for (const { id } of [table, secretive]) await people.send('DELETE', `/v1/tables/${id}?hardDelete=true`);
  });

  it('is not found by those who refer to its columns', async () => {
    const { databaseSchema, fullyQualifiedName } = hidden;
    const missing = fullyQualifiedName.replace(hidden.name, 'never_there');
    const answerTo = async (column: string, method: string) => {
      const tableConstraints = [{ constraintType: 'FOREIGN_KEY', columns: ['id'], referredColumns: [column] }];
      const columns = [{ name: 'id', dataType: 'INT' }];
      const answer =
        method === 'PATCH'
          ? await who.send('PATCH', `/v1/tables/${seen.id}`, [
              { op: 'add', path: '/tableConstraints', value: tableConstraints },
            ])
          : await who.send(method, '/v1/tables', {
              name: 'referring',
              databaseSchema: databaseSchema.fullyQualifiedName,
              columns,
              tableConstraints,
            });
      return [answer.status, answer.text.replaceAll(hidden.name, 'never_there')];
    };
    for (const method of ['POST', 'PUT', 'PATCH']) {
      const expected = await answerTo(`${missing}.id`, method);
      expect(expected[0]).toBe(400);
      expect(await answerTo(`${fullyQualifiedName}.id`, method), method).toEqual(expected);
      expect((await answerTo(`${fullyQualifiedName}.nope`, method))[0], method).toBe(400);
      expect((await answerTo(`${fullyQualifiedName}.nope`, method))[1], method).not.toContain('Invalid column');
      expect((await answerTo(`${seen.fullyQualifiedName}.nope`, method))[1], method).toContain('Invalid column');
    }
  });

  it('is kept where others edit a table that refers to it', async () => {
    const secretive = await people.table({ name: 'referred_to', tags: [secret] });
    const referred = `${secretive.fullyQualifiedName}.id`;
    const tableConstraints = [{ constraintType: 'FOREIGN_KEY', columns: ['id'], referredColumns: [referred] }];
    const table = await people.table({ tableConstraints });
    const at = `/v1/tables/${table.id}`;
    const patch = [{ op: 'add', path: '/columns/-', value: { name: 'more', dataType: 'INT' } }];
    expect((await who.send('PATCH', at, patch)).status).toBe(200);
    const now = (await people.send('GET', `${at}?fields=tableConstraints`)).body;
    expect([now.tableConstraints, now.columns.length]).toEqual([tableConstraints, 3]);
    for (const { id } of [table, secretive]) await people.send('DELETE', `/v1/tables/${id}?hardDelete=true`);
  });

  it('is not told by a patch that reads', async () => {
    const secretive = await people.table({ name: 'read_by_patch', tags: [secret] });
    const referred = `${secretive.fullyQualifiedName}.id`;
    const tableConstraints = [{ constraintType: 'FOREIGN_KEY', columns: ['id'], referredColumns: [referred] }];
    const table = await people.table({ tableConstraints });
    const own = await people.person([{ operations: ['ViewAll'] }], { isBot: true });
    const owners = [{ id: own.id, type: 'user' }];
    await people.send('PATCH', `/v1/tables/${secretive.id}`, [{ op: 'add', path: '/owners', value: owners }]);
    const steps = (from: string) => [
      [{ op: 'copy', from, path: '/description' }],
      [{ op: 'move', from, path: '/description' }],
      [{ op: 'test', path: from, value: referred }],
      [{ op: 'test', path: from, value: 'wrong' }],
      [{ op: 'copy', from: from.split('/').slice(0, 2).join('/'), path: '/extension' }],
    ];
    for (const [path, from, refusal] of [
      [`/v1/tables/${table.id}`, '/tableConstraints/0/referredColumns/0', 403],
      // What an entity is pointed at by is nothing that a patch reaches.
      [`/v1/users/${own.id}`, '/owns/0/fullyQualifiedName', 400],
      [`/v1/databaseSchemas/${secretive.databaseSchema.id}`, '/tables/0/fullyQualifiedName', 400],
    ] as const)
      for (const patch of steps(from)) {
        const { status, text } = await who.send('PATCH', path, patch);
        expect([status, text.includes(secretive.name)], `${path} ${JSON.stringify(patch)}`).toEqual([refusal, false]);
      }
    const plain = [{ op: 'test', path: '/name', value: table.name }];
    expect((await who.send('PATCH', `/v1/tables/${table.id}`, plain)).status).toBe(200);
    for (const { id } of [table, secretive]) await people.send('DELETE', `/v1/tables/${id}?hardDelete=true`);
  });

  it('decides each item of a list, and each stale one', async () => {
    const create = ({ name, databaseSchema, columns }: Body) => ({
      name,
      databaseSchema: databaseSchema.fullyQualifiedName,
      columns: columns.map(({ name: column, dataType }: Body) => ({ name: column, dataType })),
      description: 'By bulk',
    });
    const { body } = await who.send('PUT', '/v1/tables/bulk', [create(seen), create(hidden)]);
    expect(body).toMatchObject({ status: 'partialSuccess', failedRequest: [{ status: 403 }] });
    expect((await people.send('GET', `/v1/tables/${hidden.id}`)).body.description).toBeUndefined();
    const stale = await who.send('DELETE', '/v1/tables/deleteStale', {
      scopeFqn: seen.databaseSchema.fullyQualifiedName,
      scopeEntityType: 'databaseSchema',
      seenFqns: ['another'],
    });
    expect(stale.status).toBe(403);
    const cleaner = await people.person(
      [
        { operations: ['All'] },
        { effect: 'deny', operations: ['All'], resources: ['table'], condition: "matchAnyTag('Eyes.Only')" },
      ],
      { isBot: true },
    );
    const dry = await cleaner.send('DELETE', '/v1/tables/deleteStale', {
      scopeFqn: seen.databaseSchema.fullyQualifiedName,
      scopeEntityType: 'databaseSchema',
      seenFqns: ['another'],
      dryRun: true,
    });
    expect(dry.body).toMatchObject({ dryRun: true, successRequest: [{ request: seen.fullyQualifiedName }] });
    expect(dry.text).not.toContain(hidden.name);
    const swept = await cleaner.send('DELETE', '/v1/tables/deleteStale', {
      scopeFqn: seen.databaseSchema.fullyQualifiedName,
      scopeEntityType: 'databaseSchema',
      seenFqns: ['another'],
    });
    expect(swept.text).not.toContain(hidden.name);
    expect((await people.send('GET', `/v1/tables/${hidden.id}`)).body.deleted).toBe(false);
    expect((await cleaner.send('PUT', '/v1/tables/restore', { id: hidden.id })).status).toBe(403);
  });

  it('counts what a new thing inherits: nothing is made inside a domain of others', async () => {
    await people.make('/v1/domains', { name: 'Theirs', domainType: 'Aggregate', description: 'x' });
    const database = await people.make('/v1/databases', {
      name: 'theirs',
      service: people.service.name,
      domains: ['Theirs'],
    });
    const outsider = await people.person(
      [{ operations: ['All'] }, { effect: 'deny', operations: ['Create'], condition: '!hasDomain()' }],
      { isBot: true },
    );
    const body = { name: 'inside', database: database.fullyQualifiedName };
    expect((await outsider.send('POST', '/v1/databaseSchemas', body)).status).toBe(403);
    expect((await outsider.send('PUT', '/v1/databaseSchemas', body)).status).toBe(403);
    expect((await outsider.send('GET', `/v1/databases/${database.id}`)).status).toBe(200);
  });

  it('lets a list under a condition hold the user who asks', async () => {
    const self = await people.person([{ operations: ['ViewAll'], condition: 'isOwner()' }], { isBot: true });
    expect((await self.send('GET', `/v1/users/${self.id}`)).status).toBe(200);
    const listed = (await self.send('GET', '/v1/users?limit=1000')).body;
    expect(listed.data.map((user: Body) => user.id)).toEqual([self.id]);
    expect(listed.paging.total).toBe(1);
  });

  it('no spelling of a name leads around a decision', async () => {
    const { fullyQualifiedName: fqn } = hidden;
    for (const spelled of [fqn.toUpperCase(), `${fqn} `, `${fqn}.`, `${fqn}%00`, ` ${fqn}`, fqn.normalize('NFD')]) {
      const { status } = await who.send('GET', `/v1/tables/name/${encodeURIComponent(spelled)}`);
      expect([400, 403, 404], spelled).toContain(status);
    }
    expect((await who.send('GET', `/v1/tables/name/${encodeURIComponent(fqn)}%00`)).status).not.toBe(200);
    expect((await who.send('GET', `/v1/tables/${hidden.id.toUpperCase()}`)).status).toBe(403);
    expect((await who.send('GET', `/v1//tables/${hidden.id}`)).status).not.toBe(200);
    expect((await who.send('GET', `/v1/databases/${hidden.id}`)).status).toBe(404);
    const nfc = await people.table({ name: 'caf\u00e9', tags: [secret] });
    const nfd = nfc.fullyQualifiedName.normalize('NFD');
    expect((await who.send('GET', `/v1/tables/name/${encodeURIComponent(nfd)}`)).status).not.toBe(200);
  });

  it('keys that JSON treats specially give nothing', async () => {
    const { token } = await people.person([{ operations: ['ViewAll', 'Create'], resources: ['table', 'user'] }], {
      isBot: true,
    });
    const send = (text: string) => people.app.send('POST', '/v1/users', { text, token });
    const twice = await send('{"name":"dup1","email":"dup1@example.com","isAdmin":false,"isAdmin":true}');
    expect(twice.status).toBe(400);
    for (const [i, more] of [
      '"__proto__":{"isAdmin":true}',
      '"constructor":{"prototype":{"isAdmin":true}}',
    ].entries()) {
      const { status } = await send(`{"name":"proto${i}","email":"proto${i}@example.com",${more}}`);
      expect(status).toBe(400);
    }
    expect(({} as Body).isAdmin).toBeUndefined();
    const { body } = await people.send('GET', '/v1/users?isAdmin=true&limit=100');
    expect(body.data.map((user: Body) => user.name)).toEqual(['admin']);
    const steps = [{ op: 'add', path: '/__proto__/isAdmin', value: true }];
    expect((await people.send('PATCH', `/v1/tables/${seen.id}`, steps)).status).toBe(400);
  });

  it('resources of policies have no case', async () => {
    const denied = await people.person(
      [{ operations: ['All'] }, { effect: 'deny', operations: ['All'], resources: ['TABLE'] }],
      { isBot: true },
    );
    expect((await denied.send('GET', `/v1/tables/${seen.id}`)).status).toBe(403);
    expect((await denied.send('GET', '/v1/tables')).status).toBe(403);
  });
});

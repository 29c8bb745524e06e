// Labels that many writers set at the same time, on PostgreSQL through two servers.
import { expect, it } from 'vitest';
import { forEachStore } from '../support/stores.js';
import { addSchema, addTable, createTestCatalog, freshName, type TestCatalog } from './support/catalog.js';

const label = (tagFQN: string) => ({ tagFQN, source: 'Classification' });

forEachStore('labels of many writers', (use, database) => {
  const servers = () => {
    const first = createTestCatalog(use());
    const second = database === 'postgres' ? createTestCatalog({ ...use(), store: use().another() }) : first;
    return [first, second] as const;
  };
  const addTags = async (catalog: TestCatalog, names: string[], more: object = {}) => {
    const name = freshName('kind');
    const classification = await catalog.expect(201, 'POST', '/v1/classifications', {
      name,
      description: '-',
      ...more,
    });
    const tags = [];
    for (const tag of names)
      tags.push(await catalog.expect(201, 'POST', '/v1/tags', { name: tag, classification: name, description: '-' }));
    return { name, classification, tags };
  };
  const usages = async (catalog: TestCatalog, path: string) =>
    (await catalog.expect(200, 'GET', path, undefined, { query: { fields: 'usageCount' } })).usageCount;

  it('are counted exactly', async () => {
    const [first, second] = servers();
    const { name, classification, tags } = await addTags(first, ['a', 'b']);
    const { fqn } = await addSchema(first);
    const tables = await Promise.all(Array.from({ length: 6 }, () => addTable(first, fqn)));
    const change = (i: number) => {
      const catalog = i % 2 ? first : second;
      const table = tables[i % tables.length];
      const tag = tags[i % 2];
      const assets = { assets: [{ id: table.id, type: 'table' }], dryRun: false };
      if (i % 3 === 0) return catalog.send('PUT', `/v1/tags/${tag.id}/assets/add`, assets);
      if (i % 3 === 1)
        return catalog.send('PATCH', `/v1/tables/${table.id}`, [
          { op: 'add', path: `/columns/${i % 2}/tags`, value: [label(`${name}.a`), label(`${name}.b`)] },
        ]);
      return catalog.send('PUT', `/v1/tags/${tag.id}/assets/remove`, assets);
    };
    for (let round = 0; round < 4; round++) {
      const answers = await Promise.all(Array.from({ length: 24 }, (_, i) => change(i + round)));
      expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
    }
    const held = { a: 0, b: 0 };
    for (const { id } of tables) {
      const { tags: own, columns } = await second.expect(200, 'GET', `/v1/tables/${id}`, undefined, {
        query: { fields: 'tags' },
      });
      for (const one of [own, ...columns.map((column: { tags?: object[] }) => column.tags ?? [])].flat())
        held[one.name as 'a' | 'b']++;
    }
    expect(held.a + held.b).toBeGreaterThan(0);
    for (const [i, key] of (['a', 'b'] as const).entries())
      expect(await usages(second, `/v1/tags/${tags[i].id}`)).toBe(held[key]);
    expect(await usages(first, `/v1/classifications/${classification.id}`)).toBe(held.a + held.b);
  });

  it('of one asset: none is lost, and of exclusive ones only one is set', async () => {
    const [first, second] = servers();
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const free = await addTags(first, names);
    const exclusive = await addTags(first, names, { mutuallyExclusive: true });
    const { fqn } = await addSchema(first);
    const table = await addTable(first, fqn);
    const assets = { assets: [{ id: table.id, type: 'table' }], dryRun: false };
    const addAll = (tags: { id: string }[]) =>
      Promise.all(tags.map(({ id }, i) => (i % 2 ? first : second).send('PUT', `/v1/tags/${id}/assets/add`, assets)));
    await addAll([...free.tags, ...exclusive.tags]);
    const shown = await second.expect(200, 'GET', `/v1/tables/${table.id}`, undefined, { query: { fields: 'tags' } });
    const fqns: string[] = shown.tags.map(({ tagFQN }: { tagFQN: string }) => tagFQN);
    expect(fqns.filter((one) => one.startsWith(`${free.name}.`)).sort()).toEqual(names.map((n) => `${free.name}.${n}`));
    expect(fqns.filter((one) => one.startsWith(`${exclusive.name}.`))).toHaveLength(1);
  });

  it('show one state of a rename, in lists and on parts', async () => {
    const [first, second] = servers();
    const { classification, tags } = await addTags(
      first,
      Array.from({ length: 20 }, (_, i) => `t${i}`),
    );
    const { fqn } = await addSchema(first);
    const table = await addTable(first, fqn, {
      tags: tags.slice(0, 10).map((tag) => label(tag.fullyQualifiedName)),
      columns: [{ name: 'id', dataType: 'INT', tags: tags.slice(10).map((tag) => label(tag.fullyQualifiedName)) }],
    });
    const ids = new Set(tags.map(({ id }) => id));
    let over = false;
    const readers = [first, second].map(async (catalog) => {
      for (let seen = 0; !over || seen < 2; seen++) {
        const list = await catalog.expect(200, 'GET', '/v1/tags', undefined, { query: { limit: '1000' } });
        const own = list.data.filter(({ id }: { id: string }) => ids.has(id));
        const prefixes = own.flatMap((tag: { fullyQualifiedName: string; classification: { name: string } }) => [
          tag.fullyQualifiedName.split('.')[0],
          tag.classification.name,
        ]);
        expect([own.length, new Set(prefixes).size]).toEqual([20, 1]);
        const shown = await catalog.expect(200, 'GET', `/v1/tables/${table.id}`, undefined, {
          query: { fields: 'tags' },
        });
        const labels: { tagFQN: string }[] = [...shown.tags, ...shown.columns[0].tags];
        expect([labels.length, new Set(labels.map(({ tagFQN }) => tagFQN.split('.')[0])).size]).toEqual([20, 1]);
      }
    });
    for (let round = 0; round < 5; round++)
      await first.expect(200, 'PATCH', `/v1/classifications/${classification.id}`, [
        { op: 'replace', path: '/name', value: freshName('renamed') },
      ]);
    over = true;
    await Promise.all(readers);
  });

  it('exclude each other and refuse what is disabled, on assets, on parts and as assets of a tag', async () => {
    const [catalog] = servers();
    const { name, classification, tags } = await addTags(catalog, ['a', 'b'], { mutuallyExclusive: true });
    const { fqn } = await addSchema(catalog);
    const both = [label(`${name}.a`), label(`${name}.b`)];
    const message = `tags: ${name}.a and ${name}.b are mutually exclusive and cannot be set together`;
    const body = (more: object) => ({ name: freshName('t'), databaseSchema: fqn, ...more });
    const nested = { name: 'x', dataType: 'STRUCT', children: [{ name: 'y', dataType: 'INT', tags: both }] };
    for (const more of [
      { tags: both, columns: [{ name: 'id', dataType: 'INT' }] },
      { columns: [{ name: 'id', dataType: 'INT', tags: both }] },
      { columns: [nested] },
    ])
      expect(await catalog.send('POST', '/v1/tables', body(more))).toMatchObject({
        status: 400,
        json: { message },
      });
    const table = await addTable(catalog, fqn, { tags: [label(`${name}.a`)] });
    const asset = { id: table.id, type: 'table' };
    const add = (id: string) => catalog.send('PUT', `/v1/tags/${id}/assets/add`, { assets: [asset], dryRun: false });
    expect((await add(tags[1].id)).json).toMatchObject({ numberOfRowsFailed: 1, failedRequest: [{ message }] });

    await catalog.expect(200, 'PATCH', `/v1/classifications/${classification.id}`, [
      { op: 'add', path: '/disabled', value: true },
    ]);
    const other = await addTable(catalog, fqn);
    const refused = await catalog.send('PATCH', `/v1/tables/${other.id}`, [
      { op: 'add', path: '/columns/0/tags', value: [label(`${name}.b`)] },
    ]);
    expect(refused).toMatchObject({
      status: 400,
      json: { message: `tags: ${name}.b is disabled, because ${name} is` },
    });
    const kept = await catalog.expect(200, 'PATCH', `/v1/tables/${table.id}`, [
      { op: 'add', path: '/description', value: 'What it has stays' },
    ]);
    expect(kept.tags).toMatchObject([{ tagFQN: `${name}.a` }]);
  });

  it('vanish everywhere with their tag', async () => {
    const [first, second] = servers();
    const { name, tags } = await addTags(first, ['a', 'b']);
    const { fqn } = await addSchema(first);
    const table = await addTable(first, fqn, {
      tags: [label(`${name}.a`), label(`${name}.b`)],
      columns: [{ name: 'id', dataType: 'INT', tags: [label(`${name}.a`)] }],
    });
    await first.expect(200, 'DELETE', `/v1/tags/${tags[0].id}`, undefined, { query: { hardDelete: 'true' } });
    for (const catalog of [first, second]) {
      const shown = await catalog.expect(200, 'GET', `/v1/tables/${table.id}`, undefined, {
        query: { fields: 'tags' },
      });
      expect(shown.tags).toMatchObject([{ tagFQN: `${name}.b` }]);
      expect(shown.columns[0].tags).toEqual([]);
    }
  });
});

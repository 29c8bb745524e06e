import { expect, it } from 'vitest';
import { forEachStore } from '../support/stores.js';
import { addSchema, addTable, createTestCatalog, freshName, type TestCatalog } from './support/catalog.js';

const label = (tagFQN: string) => ({ tagFQN, source: 'Classification', labelType: 'Manual', state: 'Confirmed' });

forEachStore('tags', (use) => {
  const addTags = async (catalog: TestCatalog, more: object = {}) => {
    const classification = await catalog.expect(201, 'POST', '/v1/classifications', {
      name: freshName('cls'),
      description: 'c',
      ...more,
    });
    const add = (name: string, extra: object = {}) =>
      catalog.expect(201, 'POST', '/v1/tags', {
        name,
        classification: classification.name,
        description: `about ${name}`,
        ...extra,
      });
    return { classification, add };
  };
  const prepare = async (more: object = {}) => {
    const catalog = createTestCatalog(use());
    const { classification, add } = await addTags(catalog, more);
    const [a, b] = [await add('a'), await add('b')];
    const { fqn } = await addSchema(catalog);
    return { catalog, classification, add, a, b, fqn };
  };

  it('are set on entities and columns, and shown on request', async () => {
    const { catalog, a, b, fqn } = await prepare();
    const table = await addTable(catalog, fqn, {
      tags: [label(a.fullyQualifiedName)],
      columns: [{ name: 'id', dataType: 'INT', tags: [label(b.fullyQualifiedName)] }],
    });
    const { href, ...shown } = table.tags[0];
    expect(shown).toMatchObject({
      ...label(a.fullyQualifiedName),
      name: 'a',
      description: 'about a',
      appliedBy: 'ann',
    });
    expect(href).toBe(`http://cairn.test/api/v1/tags/${a.id}`);
    expect(table.columns[0].tags).toMatchObject([{ tagFQN: b.fullyQualifiedName }]);
    const plain = await catalog.expect(200, 'GET', `/v1/tables/${table.id}`);
    expect(plain).not.toHaveProperty('tags');
    expect(plain.columns[0]).not.toHaveProperty('tags');
    const list = await catalog.expect(200, 'GET', '/v1/tables', undefined, {
      query: { databaseSchema: fqn, fields: 'tags' },
    });
    expect(list.data[0]).toMatchObject({ tags: [{ name: 'a' }], columns: [{ tags: [{ name: 'b' }] }] });
  });

  it('are united by PUT and replaced by PATCH', async () => {
    const { catalog, a, b, fqn } = await prepare();
    const put = (tags: object[]) =>
      catalog.send('PUT', '/v1/tables', {
        name: 't',
        databaseSchema: fqn,
        tags,
        columns: [{ name: 'id', dataType: 'INT', tags }],
      });
    const names = (answer: { tags: { name: string }[] }) => answer.tags.map(({ name }) => name);
    await put([label(a.fullyQualifiedName)]);
    const both = (await put([label(b.fullyQualifiedName)])).json;
    expect(names(both)).toEqual(['a', 'b']);
    expect(names(both.columns[0])).toEqual(['a', 'b']);
    expect(both.changeDescription.fieldsAdded).toMatchObject([{ name: 'tags' }, { name: 'columns.id.tags' }]);
    expect((await put([])).json.version).toBe(both.version);
    const patched = await catalog.expect(200, 'PATCH', `/v1/tables/${both.id}`, [
      { op: 'remove', path: '/tags/0' },
      { op: 'replace', path: '/columns/0/tags', value: [] },
    ]);
    expect(names(patched)).toEqual(['b']);
    expect(patched.columns[0].tags).toEqual([]);
  });

  it('must be there, enabled, and not exclude each other', async () => {
    const { catalog, a, b, fqn } = await prepare({ mutuallyExclusive: true });
    const table = { databaseSchema: fqn, columns: [{ name: 'id', dataType: 'INT' }] };
    const create = (tags: object[]) => catalog.send('POST', '/v1/tables', { ...table, name: freshName('t'), tags });
    expect((await create([label('no.such')])).status).toBe(404);
    expect((await create([label(a.fullyQualifiedName), label(b.fullyQualifiedName)])).json).toMatchObject({
      code: 400,
      message: expect.stringMatching(/mutually exclusive/),
    });
    expect((await create([{ ...label(a.fullyQualifiedName), state: 'Perhaps' }])).status).toBe(400);
    const put = (tags: object[]) => catalog.send('PUT', '/v1/tables', { ...table, name: 'united', tags });
    expect((await put([label(a.fullyQualifiedName)])).status).toBe(201);
    expect((await put([label(b.fullyQualifiedName)])).status).toBe(400);
    await catalog.expect(200, 'PATCH', `/v1/tags/${a.id}`, [{ op: 'add', path: '/disabled', value: true }]);
    expect((await create([label(a.fullyQualifiedName)])).json).toMatchObject({
      code: 400,
      message: expect.stringMatching(/disabled/),
    });
    expect((await create([label(b.fullyQualifiedName)])).status).toBe(201);
  });

  it('are disabled with their classification, or a tag above them', async () => {
    const { catalog, classification, add, a, b } = await prepare();
    const below = await add('below', { parent: a.fullyQualifiedName });
    const disable = (path: string, value: boolean) =>
      catalog.expect(200, 'PATCH', path, [{ op: 'add', path: '/disabled', value }]);
    const listed = async (disabled?: string) => {
      const query = { parent: classification.name, ...(disabled === undefined ? {} : { disabled }) };
      const { data, paging } = await catalog.expect(200, 'GET', '/v1/tags', undefined, { query });
      expect(paging.total).toBe(data.length);
      if (disabled !== undefined)
        for (const tag of data) expect(tag.disabled ?? false, tag.name).toBe(disabled === 'true');
      return data.map(({ name }: { name: string }) => name).sort();
    };
    const lists = async () => ({ on: await listed('false'), off: await listed('true'), all: await listed() });
    const all = ['a', 'b', 'below'];
    expect(await lists()).toEqual({ on: all, off: [], all });
    await disable(`/v1/tags/${a.id}`, true);
    expect(await lists()).toEqual({ on: ['b'], off: ['a', 'below'], all });
    await disable(`/v1/classifications/${classification.id}`, true);
    expect(await lists()).toEqual({ on: [], off: all, all });
    for (const path of [b.id, `name/${below.fullyQualifiedName}`])
      expect(await catalog.expect(200, 'GET', `/v1/tags/${path}`)).toMatchObject({ disabled: true });
    const described = await catalog.expect(200, 'PATCH', `/v1/tags/${b.id}`, [
      { op: 'add', path: '/description', value: 'new' },
    ]);
    expect(described).toMatchObject({ disabled: true, changeDescription: { fieldsAdded: [], fieldsDeleted: [] } });
    await disable(`/v1/classifications/${classification.id}`, false);
    await disable(`/v1/tags/${a.id}`, false);
    expect(await lists()).toEqual({ on: all, off: [], all });
  });

  it('that were renamed are no change of what has them when later changes merge', async () => {
    const { catalog, a, b, fqn } = await prepare();
    const columns = [{ name: 'id', dataType: 'INT', tags: [label(b.fullyQualifiedName)] }];
    const table = await addTable(catalog, fqn, { columns, tags: [label(a.fullyQualifiedName)] });
    const path = `/v1/tables/${table.id}`;
    const set = (field: string) => catalog.expect(200, 'PATCH', path, [{ op: 'add', path: field, value: 'new' }]);
    await set('/displayName');
    for (const { id, name } of [a, b])
      await catalog.expect(200, 'PATCH', `/v1/tags/${id}`, [{ op: 'replace', path: '/name', value: `${name}2` }]);
    const { version, changeDescription } = await set('/columns/0/description');
    expect(version).toBe(0.2);
    expect(changeDescription).toEqual({
      fieldsAdded: [
        { name: 'displayName', newValue: 'new' },
        { name: 'columns.id.description', newValue: 'new' },
      ],
      fieldsUpdated: [],
      fieldsDeleted: [],
      previousVersion: 0.1,
    });
  });

  it('are renamed on everything that has them, and counted', async () => {
    const { catalog, classification, a, add, fqn } = await prepare();
    const nested = await add('deep', { parent: a.fullyQualifiedName });
    expect(nested).toMatchObject({
      fullyQualifiedName: `${classification.name}.a.deep`,
      parent: { id: a.id },
      classification: { id: classification.id },
    });
    const table = await addTable(catalog, fqn, { tags: [label(nested.fullyQualifiedName)] });
    await catalog.expect(200, 'PATCH', `/v1/tags/${a.id}`, [{ op: 'replace', path: '/name', value: 'renamed.one' }]);
    const shown = await catalog.expect(200, 'GET', `/v1/tables/${table.id}`, undefined, { query: { fields: 'tags' } });
    expect(shown.tags[0].tagFQN).toBe(`${classification.name}."renamed.one".deep`);
    const fields = { query: { fields: 'usageCount,termCount' } };
    expect(
      await catalog.expect(200, 'GET', `/v1/classifications/${classification.id}`, undefined, fields),
    ).toMatchObject({ usageCount: 1, termCount: 3 });
    expect(
      await catalog.expect(200, 'GET', `/v1/tags/${a.id}`, undefined, { query: { fields: 'usageCount,children' } }),
    ).toMatchObject({ usageCount: 1, children: [{ id: nested.id }] });
    expect(
      (await catalog.expect(200, 'GET', '/v1/tags', undefined, { query: { parent: classification.name } })).paging
        .total,
    ).toBe(3);
  });

  it('have assets', async () => {
    const { catalog, a, fqn } = await prepare();
    const table = await addTable(catalog, fqn);
    const assets = [{ id: table.id, type: 'table' }];
    const dry = await catalog.expect(200, 'PUT', `/v1/tags/${a.id}/assets/add`, { assets });
    expect(dry).toMatchObject({ dryRun: true, status: 'success', numberOfRowsPassed: 1 });
    const missing = { id: '11111111-1111-4111-8111-111111111111', type: 'table' };
    const added = await catalog.expect(200, 'PUT', `/v1/tags/${a.id}/assets/add`, {
      dryRun: false,
      assets: [...assets, missing],
    });
    expect(added).toMatchObject({ status: 'partialSuccess', numberOfRowsFailed: 1, failedRequest: [{ status: 404 }] });
    const list = await catalog.expect(200, 'GET', `/v1/tags/name/${a.fullyQualifiedName}/assets`);
    expect(list).toMatchObject({ data: [{ id: table.id, type: 'table' }], paging: { total: 1 } });
    const remove = { dryRun: false, assets };
    await catalog.expect(200, 'PUT', `/v1/tags/${a.id}/assets/remove`, remove);
    expect((await catalog.expect(200, 'GET', `/v1/tags/${a.id}/assets`)).data).toEqual([]);
  });

  it('have columns of tables as assets, by their names', async () => {
    const { catalog, a, b, fqn } = await prepare();
    const inner = { name: 'a.b', dataType: 'INT' };
    const columns = [
      { name: 'x', dataType: 'STRUCT', children: [inner] },
      { name: 'y', dataType: 'INT' },
    ];
    const table = await addTable(catalog, fqn, { columns });
    // Columns have no ids; clients send any.
    const column = (path: string) => ({
      ...{ id: '11111111-1111-4111-8111-111111111111', type: 'tableColumn' },
      fullyQualifiedName: `${table.fullyQualifiedName}.${path}`,
    });
    const labelled = async () => {
      const query = { query: { fields: 'columns,tags' } };
      const shown = await catalog.expect(200, 'GET', `/v1/tables/${table.id}`, undefined, query);
      const [x, y] = shown.columns;
      const of = ({ tags }: { tags: { tagFQN: string }[] }) => tags.map(({ tagFQN }) => tagFQN);
      return { version: shown.version, table: of(shown), x: of(x), inner: of(x.children[0]), y: of(y) };
    };
    const put = (word: string, assets: object[], dryRun = false) =>
      catalog.expect(200, 'PUT', `/v1/tags/${a.id}/assets/${word}`, { assets, dryRun });
    const none = { version: 0.1, table: [], x: [], inner: [], y: [] };
    const two = [column('x."a.b"'), column('y')];
    expect(await put('add', two, true)).toMatchObject({ status: 'success', successRequest: [{ request: two[0] }, {}] });
    expect(await labelled()).toEqual(none);
    const missing = [
      column('z'),
      { ...column('y'), fullyQualifiedName: 'no.such.table.y' },
      { id: table.id, type: 'tableColumn' },
    ];
    expect(await put('add', [...two, ...missing])).toMatchObject({
      ...{ status: 'partialSuccess', numberOfRowsPassed: 2 },
      failedRequest: missing.map((request) => ({ request, status: 404 })),
    });
    const only = [a.fullyQualifiedName];
    expect(await labelled()).toEqual({ ...none, version: 0.2, inner: only, y: only });
    const listed = await catalog.expect(200, 'GET', `/v1/tags/${a.id}/assets`);
    expect(listed.data).toMatchObject([{ id: table.id, type: 'table' }]);
    await put('remove', [column('y')]);
    expect(await labelled()).toMatchObject({ inner: only, y: [] });
    await put('add', [{ id: table.id, type: 'table' }, column('x')]);
    expect(await labelled()).toMatchObject({ table: only, x: only, inner: only, y: [] });
    await put('remove', [{ id: table.id, type: 'table' }]);
    expect(await labelled()).toMatchObject({ table: [], x: [], inner: [], y: [] });

    await catalog.expect(200, 'PUT', `/v1/tags/${b.id}/assets/add`, { assets: [column('y')], dryRun: false });
    expect((await labelled()).y).toEqual([b.fullyQualifiedName]);
  });

  it('are refused by columns only that have one that excludes them', async () => {
    const { catalog, a: held, b: added, fqn } = await prepare({ mutuallyExclusive: true });
    const columns = [
      { name: 'x', dataType: 'INT', tags: [label(held.fullyQualifiedName)] },
      { name: 'y', dataType: 'INT' },
    ];
    const table = await addTable(catalog, fqn, { columns });
    const assets = columns.map((column) => ({
      ...{ id: table.id, type: 'tableColumn' },
      fullyQualifiedName: `${table.fullyQualifiedName}.${column.name}`,
    }));
    const result = await catalog.expect(200, 'PUT', `/v1/tags/${added.id}/assets/add`, { assets, dryRun: false });
    expect(result).toMatchObject({
      successRequest: [{ request: assets[1] }],
      failedRequest: [{ request: assets[0], status: 400 }],
    });
  });

  it('come off the columns of an asset that is taken from their list', async () => {
    const { catalog, a, b, fqn } = await prepare();
    const column = { name: 'x', dataType: 'STRUCT', tags: [label(b.fullyQualifiedName)] };
    const inner = { name: 'y', dataType: 'INT', tags: [label(a.fullyQualifiedName), label(b.fullyQualifiedName)] };
    const table = await addTable(catalog, fqn, { columns: [{ ...column, children: [inner] }] });
    const other = await addTable(catalog, fqn, { tags: [label(a.fullyQualifiedName)] });
    const list = async () =>
      (await catalog.expect(200, 'GET', `/v1/tags/${a.id}/assets`)).data.map(({ id }: { id: string }) => id);
    expect(await list()).toEqual([table.id, other.id].sort());
    const removed = await catalog.expect(200, 'PUT', `/v1/tags/${a.id}/assets/remove`, {
      assets: [{ id: table.id, type: 'table' }],
      dryRun: false,
    });
    expect(removed).toMatchObject({ status: 'success', numberOfRowsPassed: 1 });
    expect(await list()).toEqual([other.id]);
    const query = { query: { fields: 'columns,tags' } };
    const shown = await catalog.expect(200, 'GET', `/v1/tables/${table.id}`, undefined, query);
    const [{ tags, children }] = shown.columns;
    const names = (labels: { tagFQN: string }[]) => labels.map(({ tagFQN }) => tagFQN);
    expect([names(tags), names(children[0].tags)]).toEqual([[b.fullyQualifiedName], [b.fullyQualifiedName]]);
    expect(shown.version).toBe(0.2);
    expect(shown.changeDescription.fieldsDeleted.map(({ name }: { name: string }) => name)).toEqual([
      'columns.x.y.tags',
    ]);
  });

  it('certify', async () => {
    const { catalog, a, fqn } = await prepare({ name: 'Certification' });
    const table = await addTable(catalog, fqn);
    const certification = { tagLabel: label(a.fullyQualifiedName), appliedDate: 1, expiryDate: 2 };
    const patched = await catalog.expect(200, 'PATCH', `/v1/tables/${table.id}`, [
      { op: 'add', path: '/certification', value: certification },
    ]);
    expect(patched).toMatchObject({
      version: 0.2,
      certification: { tagLabel: { name: 'a' }, appliedDate: 1_700_000_000_000, expiryDate: 2 },
    });
    expect(patched.tags).toEqual([]);
    const query = { fields: 'certification' };
    expect(
      (await catalog.expect(200, 'GET', `/v1/tables/${table.id}`, undefined, { query })).certification.expiryDate,
    ).toBe(2);
    const removed = await catalog.expect(200, 'PATCH', `/v1/tables/${table.id}`, [
      { op: 'remove', path: '/certification' },
    ]);
    expect(removed).not.toHaveProperty('certification');
  });

  it('have recognizers, and people tell where they are wrong', async () => {
    const { catalog, add } = await prepare();
    const recognizerConfig = {
      type: 'exact_terms',
      exactTerms: ['iban'],
      supportedLanguage: 'en',
      regexFlags: { dotAll: true, multiline: true, ignoreCase: true },
    };
    const tag = await add('bank', { recognizers: [{ name: 'terms', recognizerConfig }] });
    const path = `/v1/tags/name/${tag.fullyQualifiedName}`;
    expect((await catalog.expect(200, 'GET', `/v1/tags/${tag.id}/recognizers`)).data).toMatchObject([
      { name: 'terms' },
    ]);
    const feedback = {
      entityLink: '<#E::table::a.b.c.d>',
      tagFQN: tag.fullyQualifiedName,
      feedbackType: 'FALSE_POSITIVE',
    };
    const kept = await catalog.expect(201, 'POST', `${path}/feedback`, feedback);
    expect(kept).toMatchObject({ ...feedback, status: 'PENDING', createdBy: { name: 'ann' } });
    expect(await catalog.expect(200, 'GET', `${path}/feedback`)).toMatchObject([{ id: kept.id }]);
    expect(await catalog.expect(200, 'GET', `/v1/tags/feedback/${kept.id}`)).toEqual(kept);
    expect(await catalog.expect(200, 'GET', '/v1/tags/feedback/pending')).toMatchObject([{ id: kept.id }]);
    await catalog.expect(400, 'POST', `${path}/feedback`, { ...feedback, tagFQN: 'other.tag' });
    await catalog.expect(404, 'GET', '/v1/tags/feedback/none');
  });

  it('a PUT that leaves a field out does not set it back', async () => {
    const { catalog, classification } = await prepare({ mutuallyExclusive: true });
    const put = { name: classification.name, description: 'other' };
    expect(await catalog.expect(200, 'PUT', '/v1/classifications', put)).toMatchObject({
      mutuallyExclusive: true,
      version: 0.2,
    });
  });

  it('of the product are not deleted', async () => {
    const catalog = createTestCatalog(use());
    const { classification } = await addTags(catalog, { provider: 'system' });
    await catalog.expect(400, 'DELETE', `/v1/classifications/${classification.id}`, undefined, {
      query: { hardDelete: 'true' },
    });
  });
});

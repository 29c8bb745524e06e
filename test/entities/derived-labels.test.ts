import { expect, it } from 'vitest';
import { forEachStore } from '../support/stores.js';
import { addSchema, createTestCatalog, freshName, type TestCatalog } from './support/catalog.js';

type Label = { tagFQN: string; labelType: string; source: string };

const classified = (tagFQN: string) => ({ tagFQN, source: 'Classification' });
const term = (tagFQN: string) => ({ tagFQN, source: 'Glossary' });
const shown = (labels: Label[]) => labels.map(({ tagFQN, labelType }) => `${tagFQN} ${labelType}`);

forEachStore('labels derived through terms', (use) => {
  const prepare = async (more: object = {}) => {
    const catalog = createTestCatalog(use());
    const name = freshName('kind');
    const classification = await catalog.expect(201, 'POST', '/v1/classifications', {
      name,
      description: '-',
      ...more,
    });
    const [glossary] = [freshName('glossary')];
    await catalog.expect(201, 'POST', '/v1/glossaries', { name: glossary, description: '-' });
    for (const tag of ['a', 'b', 'c'])
      await catalog.expect(201, 'POST', '/v1/tags', { name: tag, classification: name, description: '-' });
    const addTerm = (called: string, tags: string[]) =>
      catalog.expect(201, 'POST', '/v1/glossaryTerms', {
        name: called,
        glossary,
        description: '-',
        tags: tags.map((tag) => classified(`${name}.${tag}`)),
      });
    const { fqn } = await addSchema(catalog);
    const table = (tags: object[], ofColumn: object[] = []) =>
      catalog.expect(201, 'POST', '/v1/tables', {
        name: freshName('t'),
        databaseSchema: fqn,
        tags,
        columns: [{ name: 'id', dataType: 'INT', tags: ofColumn }],
      });
    return { catalog, classification, name, glossary, addTerm, table };
  };
  const read = (catalog: TestCatalog, id: string) =>
    catalog.expect(200, 'GET', `/v1/tables/${id}`, undefined, { query: { fields: 'tags' } });

  it('are on assets and parts, behind their own, and follow the term', async () => {
    const { catalog, name, glossary, addTerm, table } = await prepare();
    const money = await addTerm('money', ['a', 'b']);
    const fqn = `${glossary}.money`;
    const created = await table([term(fqn), classified(`${name}.b`)], [term(fqn)]);
    const expected = [`${fqn} Manual`, `${name}.b Manual`, `${name}.a Derived`];
    expect(shown(created.tags)).toEqual(expected);
    const before = await read(catalog, created.id);
    expect(shown(before.tags)).toEqual(expected);
    expect(shown(before.columns[0].tags)).toEqual([`${fqn} Manual`, `${name}.a Derived`, `${name}.b Derived`]);

    await catalog.expect(200, 'PATCH', `/v1/glossaryTerms/${money.id}`, [
      { op: 'replace', path: '/tags', value: [classified(`${name}.c`)] },
    ]);
    const after = await read(catalog, created.id);
    expect(after.version).toBe(before.version);
    expect(shown(after.tags)).toEqual([`${fqn} Manual`, `${name}.b Manual`, `${name}.c Derived`]);
    expect(shown(after.columns[0].tags)).toEqual([`${fqn} Manual`, `${name}.c Derived`]);

    await catalog.expect(200, 'DELETE', `/v1/glossaryTerms/${money.id}`, undefined, { query: { hardDelete: 'true' } });
    const left = await read(catalog, created.id);
    expect(shown(left.tags)).toEqual([`${name}.b Manual`]);
    expect(left.columns[0].tags).toEqual([]);
  });

  it('are not written back by a client that returns what it got', async () => {
    const { catalog, name, glossary, addTerm, table } = await prepare();
    const money = await addTerm('money', ['a']);
    const created = await table([term(`${glossary}.money`)], [term(`${glossary}.money`)]);
    const got = await read(catalog, created.id);
    const patched = await catalog.expect(200, 'PATCH', `/v1/tables/${created.id}`, [
      { op: 'replace', path: '/tags', value: got.tags },
      { op: 'replace', path: '/columns', value: got.columns },
      { op: 'add', path: '/description', value: 'new' },
    ]);
    expect(patched.changeDescription.fieldsAdded).toEqual([{ name: 'description', newValue: 'new' }]);
    expect(patched.changeDescription).toMatchObject({ fieldsUpdated: [], fieldsDeleted: [] });
    const put = await catalog.expect(200, 'PUT', '/v1/tables', {
      name: got.name,
      databaseSchema: got.databaseSchema.fullyQualifiedName,
      description: 'new',
      columns: got.columns,
      tags: got.tags,
    });
    expect(put.version).toBe(patched.version);
    await catalog.expect(200, 'PATCH', `/v1/glossaryTerms/${money.id}`, [{ op: 'replace', path: '/tags', value: [] }]);
    const after = await read(catalog, created.id);
    expect(shown(after.tags)).toEqual([`${glossary}.money Manual`]);
    expect(shown(after.columns[0].tags)).toEqual([`${glossary}.money Manual`]);
    const usages = { query: { fields: 'usageCount' } };
    const used = await catalog.expect(200, 'GET', `/v1/tags/name/${name}.a`, undefined, usages);
    expect(used.usageCount).toBe(0);
  });

  it('give way to the same label given explicitly, which a PUT and a PATCH can add', async () => {
    const { catalog, name, glossary, addTerm, table } = await prepare();
    await addTerm('money', ['a', 'b']);
    const { id, name: called, databaseSchema, columns } = await table([term(`${glossary}.money`)]);
    const put = await catalog.expect(200, 'PUT', '/v1/tables', {
      ...{ name: called, databaseSchema: databaseSchema.fullyQualifiedName, columns },
      tags: [classified(`${name}.a`)],
    });
    expect(shown(put.tags)).toEqual([`${glossary}.money Manual`, `${name}.a Manual`, `${name}.b Derived`]);
    expect(put.changeDescription.fieldsAdded).toMatchObject([{ name: 'tags' }]);
    const patched = await catalog.expect(200, 'PATCH', `/v1/tables/${id}`, [
      { op: 'add', path: '/tags/-', value: classified(`${name}.b`) },
    ]);
    expect(shown(patched.tags)).toEqual([`${glossary}.money Manual`, `${name}.a Manual`, `${name}.b Manual`]);
  });

  it('are found by search, and follow a rename of the tag, of the term and of what they are in', async () => {
    const { catalog, classification, name, glossary, addTerm, table } = await prepare();
    const money = await addTerm('money', ['a']);
    const { id } = await table([], [term(`${glossary}.money`)]);
    const rename = (path: string, to: string) =>
      catalog.expect(200, 'PATCH', path, [{ op: 'replace', path: '/name', value: to }]);
    await rename(`/v1/glossaryTerms/${money.id}`, 'cash');
    await rename(`/v1/classifications/${classification.id}`, `${name}2`);
    const { columns } = await read(catalog, id);
    expect(shown(columns[0].tags)).toEqual([`${glossary}.cash Manual`, `${name}2.a Derived`]);
  });
});

// Rules name tags and terms. They keep their effect when an administrator renames or moves these.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forEachSeededStore } from '../support/stores.js';
import { openPeople, type People, type Person } from './support/catalog-of-people.js';

forEachSeededStore('renamed labels', (use) => {
  let people: People;
  beforeAll(async () => {
    people = await openPeople(use());
  });
  afterAll(() => people.app.close());

  const unique = (name: string) => people.world.unique(name);
  const classification = async (start: string, tag: string) => {
    const group = await people.make('/v1/classifications', { name: unique(start), description: 'x' });
    await people.make('/v1/tags', { name: tag, description: 'x', classification: group.name });
    return group;
  };
  const labelled = (tagFQN: string, source: string) =>
    people.table({ tags: [{ tagFQN, source, labelType: 'Manual', state: 'Confirmed' }] });
  const deniedBy = (condition: string) =>
    people.person([{ effect: 'deny', operations: ['All'], resources: ['table'], condition }]);
  const rename = async (path: string, value: string) =>
    expect((await people.send('PATCH', path, [{ op: 'replace', path: '/name', value }])).status).toBe(200);
  const views = async (who: Person, tableId: unknown) => (await who.send('GET', `/v1/tables/${tableId}`)).status;
  /** The policy with the rule that names this. */
  const policyNaming = async (name: string) => {
    const { data } = (await people.send('GET', '/v1/policies?limit=1000&include=all')).body;
    return data.find(({ rules }: { rules: { condition?: string }[] }) =>
      rules.some(({ condition }) => condition?.includes(name)),
    );
  };

  it('keep denying under the new name of a tag and of its classification', async () => {
    const group = await classification('Secrecy', 'High');
    const tag = (await people.send('GET', `/v1/tags/name/${group.name}.High`)).body;
    const similar = (await classification(`${group.name}Too`, 'High')).name;
    const who = await deniedBy(`!isOwner()  and matchAnyTag( '${similar}.High', "${tag.fullyQualifiedName}" )`);
    const table = await labelled(tag.fullyQualifiedName, 'Classification');
    const policy = await policyNaming(tag.fullyQualifiedName);
    expect(await views(who, table.id)).toBe(403);

    await rename(`/v1/tags/${tag.id}`, 'Top');
    expect(await views(who, table.id)).toBe(403);
    const other = unique("People's");
    await rename(`/v1/classifications/${group.id}`, other);
    expect(await views(who, table.id)).toBe(403);

    const after = (await people.send('GET', `/v1/policies/${policy.id}`)).body;
    const quoted = other.replace("'", "''");
    expect(after.rules[0].condition).toBe(`!isOwner()  and matchAnyTag( '${similar}.High', '${quoted}.Top' )`);
    expect(after.version).toBeGreaterThan(policy.version);
    const found = (await who.send('GET', `/v1/search/query?q=${table.name}&index=table_search_index`)).body;
    expect(found.hits.hits).toEqual([]);
  });

  it('keep denying when a term moves or its glossary is renamed', async () => {
    const [from, to] = await Promise.all(
      ['Words', 'Terms'].map((name) => people.make('/v1/glossaries', { name: unique(name), description: 'x' })),
    );
    const term = await people.make('/v1/glossaryTerms', { name: 'Wage', description: 'x', glossary: from?.name });
    const below = await people.make('/v1/glossaryTerms', {
      ...{ name: 'Bonus', description: 'x', glossary: from?.name },
      parent: term.fullyQualifiedName,
    });
    const who = await deniedBy(`matchAllTags('${below.fullyQualifiedName}')`);
    const table = await labelled(below.fullyQualifiedName, 'Glossary');
    expect(await views(who, table.id)).toBe(403);

    const moved = await people.send('PATCH', `/v1/glossaryTerms/${term.id}`, [
      { op: 'replace', path: '/glossary', value: { id: to?.id, type: 'glossary' } },
    ]);
    expect([moved.status, moved.body.fullyQualifiedName]).toEqual([200, `${to?.name}.Wage`]);
    expect(await views(who, table.id)).toBe(403);
    const last = unique('Vocabulary');
    await rename(`/v1/glossaries/${to?.id}`, last);
    expect(await views(who, table.id)).toBe(403);
    expect(await policyNaming(`'${last}.Wage.Bonus'`)).toBeDefined();
  });

  it('follow in policies that are disabled or deleted too', async () => {
    const group = await classification('Marks', 'Gold');
    const rule = {
      ...{ name: 'r', effect: 'deny', operations: ['Delete'], resources: ['table'] },
      condition: `matchAnyCertification('${group.name}.Gold')`,
    };
    const disabled = await people.make('/v1/policies', { name: unique('off'), enabled: false, rules: [rule] });
    const deleted = await people.make('/v1/policies', { name: unique('gone'), rules: [rule] });
    expect((await people.send('DELETE', `/v1/policies/${deleted.id}`)).status).toBe(200);
    const other = unique('Seals');
    await rename(`/v1/classifications/${group.id}`, other);
    for (const { id } of [disabled, deleted]) {
      const { rules } = (await people.send('GET', `/v1/policies/${id}?include=all`)).body;
      expect(rules[0].condition).toBe(`matchAnyCertification('${other}.Gold')`);
    }
  });
});

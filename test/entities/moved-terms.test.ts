// What lies below a moved term goes with it: names, containers, what it inherits, who may see it, lists, search, versions.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPeople, type People, type Person } from '../access/support/catalog-of-people.js';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';

forEachSeededStore('moved terms', (use) => {
  let people: People;
  beforeAll(async () => {
    people = await openPeople(use());
  });
  afterAll(() => people.app.close());

  const unique = (name: string) => people.world.unique(name);
  const ref = ({ id }: Body | Person, type: string) => ({ id, type });
  const ok = async (method: string, path: string, body?: unknown) => {
    const answer = await people.send(method, path, body);
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  const termIn = (glossary: Body, name: string, parent?: Body) =>
    people.make('/v1/glossaryTerms', {
      ...{ name, description: 'x', glossary: glossary.fullyQualifiedName },
      ...(parent ? { parent: parent.fullyQualifiedName } : {}),
    });
  const term = (id: string) =>
    ok('GET', `/v1/glossaryTerms/${id}?fields=owners,domains,reviewers,children,childrenCount`);
  const fresh = async (terms: readonly Body[]) => Promise.all(terms.map(({ id }) => term(id)));
  const idsIn = async (query: string) =>
    (await ok('GET', `/v1/glossaryTerms?limit=1000&${query}`)).data.map(({ id }: Body) => id).sort();
  const hits = async (query: string, who: Pick<Person, 'send'> = people) => {
    const { body } = await who.send('GET', `/v1/search/query?index=glossaryTerm&size=100&${query}`);
    return body.hits.hits.map(({ _id }: Body) => _id).sort();
  };
  const withTerm = (field: string, value: string) =>
    `q=*&query_filter=${encodeURIComponent(JSON.stringify({ query: { term: { [field]: value } } }))}`;

  /** A glossary with an owner who sees only terms of its domain, and what else lies in it. */
  async function home(name: string) {
    const domain = await people.make('/v1/domains', {
      ...{ name: unique(`Domain${name}`), domainType: 'Aggregate', description: 'x' },
    });
    const rule = {
      effect: 'deny',
      operations: ['All'],
      resources: ['glossaryTerm'],
      condition: '!hasDomain()',
    } as const;
    const owner = await people.person([rule], { domains: [domain.fullyQualifiedName] });
    const glossary = await people.make('/v1/glossaries', {
      ...{ name: unique(name), description: 'x', owners: [ref(owner, 'user')], domains: [domain.fullyQualifiedName] },
    });
    const target = await termIn(glossary, 'target');
    const deep = await termIn(glossary, 'deep', target);
    return { domain, owner, glossary, target, deep };
  }
  type Home = Awaited<ReturnType<typeof home>>;

  /** Whether the person sees the term: by a read, and the same by the list and by search. */
  async function sees(who: Person, { id, name }: Body): Promise<boolean> {
    const { status } = await who.send('GET', `/v1/glossaryTerms/${id}`);
    const list = await who.send('GET', '/v1/glossaryTerms?limit=1000');
    const listed = list.body.data.some((one: Body) => one.id === id);
    const found = (await hits(`q=${name}`, who)).includes(id);
    expect([listed, found]).toEqual([status === 200, status === 200]);
    return status === 200;
  }

  it('take all below them along, back and forth and on several levels', async () => {
    const [red, blue] = [await home('Crimson'), await home('Indigo')];
    const top = await termIn(red.glossary, 'to.p');
    const alike = await termIn(red.glossary, 'to.px');
    const names = [unique('inner'), unique('low'), unique('leaf')];
    const inner = await termIn(red.glossary, names[0] as string, top);
    const low = await termIn(red.glossary, names[1] as string, await term(inner.id));
    const leaf = await termIn(red.glossary, names[2] as string, top);
    const below = [inner, low, leaf];
    const all = [top, ...below];
    const versions = await fresh(below);
    const tag = [{ tagFQN: low.fullyQualifiedName, source: 'Glossary', labelType: 'Manual', state: 'Confirmed' }];
    const table = await people.table({ tags: tag });

    const places: { at: Home; parent: 'target' | 'deep' | null; step: object }[] = [
      { at: blue, parent: null, step: { path: '/glossary', value: ref(blue.glossary, 'glossary') } },
      { at: blue, parent: 'target', step: { path: '/parent', value: ref(blue.target, 'glossaryTerm') } },
      { at: red, parent: 'deep', step: { path: '/parent', value: ref(red.deep, 'glossaryTerm') } },
      { at: blue, parent: 'deep', step: { path: '/parent', value: ref(blue.deep, 'glossaryTerm') } },
      { at: blue, parent: null, step: { op: 'remove', path: '/parent' } },
      { at: red, parent: null, step: { path: '/glossary', value: ref(red.glossary, 'glossary') } },
      { at: blue, parent: null, step: { path: '/glossary', value: ref(blue.glossary, 'glossary') } },
    ];
    for (const { at, parent, step } of places) {
      await ok('PATCH', `/v1/glossaryTerms/${top.id}`, [{ op: 'add', ...step }]);
      const away = at === red ? blue : red;
      const path = parent ? (await term(at[parent].id)).fullyQualifiedName : at.glossary.fullyQualifiedName;
      const shared = {
        glossary: { id: at.glossary.id, fullyQualifiedName: at.glossary.fullyQualifiedName },
        owners: [{ id: at.owner.id, inherited: true }],
        domains: [{ id: at.domain.id, inherited: true }],
      };
      const [shownTop, ...shown] = await fresh(all);
      expect(shownTop).toMatchObject({ fullyQualifiedName: `${path}."to.p"`, childrenCount: 2, ...shared });
      expect(shownTop.parent?.id).toBe(parent ? at[parent].id : undefined);
      expect(shownTop.children.map(({ fullyQualifiedName }: Body) => fullyQualifiedName).sort()).toEqual(
        [inner, leaf].map(({ name }) => `${path}."to.p".${name}`).sort(),
      );
      const underTop = { id: top.id, fullyQualifiedName: `${path}."to.p"` };
      expect(shown).toMatchObject([
        { ...shared, fullyQualifiedName: `${path}."to.p".${inner.name}`, parent: underTop, version: 0.1 },
        {
          ...shared,
          fullyQualifiedName: `${path}."to.p".${inner.name}.${low.name}`,
          parent: { id: inner.id, fullyQualifiedName: `${path}."to.p".${inner.name}` },
          version: 0.1,
        },
        { ...shared, fullyQualifiedName: `${path}."to.p".${leaf.name}`, parent: underTop, version: 0.1 },
      ]);
      for (const one of shown)
        expect((await ok('GET', `/v1/glossaryTerms/name/${encodeURIComponent(one.fullyQualifiedName)}`)).id).toBe(
          one.id,
        );
      const history = await ok('GET', `/v1/glossaryTerms/${low.id}/versions`);
      expect(history.versions).toHaveLength(1);
      expect((await ok('GET', `/v1/tables/${table.id}?fields=tags`)).tags).toMatchObject([
        { tagFQN: `${path}."to.p".${inner.name}.${low.name}` },
      ]);

      const ids = all.map(({ id }) => id);
      const [here, there] = [at, away].map(({ target, deep }) => [target.id, deep.id]);
      const inHere = [...ids, ...(here as string[]), ...(at === red ? [alike.id] : [])].sort();
      const inThere = [...(there as string[]), ...(at === red ? [] : [alike.id])].sort();
      const belowTop = below.map(({ id }) => id).sort();
      const encoded = encodeURIComponent(`${path}."to.p"`);
      expect(await idsIn(`glossary=${at.glossary.id}`)).toEqual(inHere);
      expect(await idsIn(`glossary=${away.glossary.id}`)).toEqual(inThere);
      expect(await idsIn(`parent=${encoded}`)).toEqual(belowTop);
      expect(await idsIn(`parent=${top.id}`)).toEqual(belowTop);
      expect(await idsIn(`directChildrenOf=${encoded}`)).toEqual([inner.id, leaf.id].sort());
      if (parent) expect(await idsIn(`parent=${at[parent].id}`)).toEqual(expect.arrayContaining(ids));
      expect(await idsIn(`parent=${away.target.id}`)).toEqual([away.deep.id]);

      // By a word of the glossary's name, by its name, and by what is inherited from it.
      expect(await hits(`q=${at.glossary.name}`)).toEqual(inHere);
      expect(await hits(`q=${away.glossary.name}`)).toEqual(inThere);
      expect(await hits(withTerm('glossary.fullyQualifiedName', at.glossary.name))).toEqual(inHere);
      expect(await hits(withTerm('glossary.id', away.glossary.id))).toEqual(inThere);
      expect(await hits(withTerm('owners.name', at.owner.name))).toEqual(inHere);
      expect(await hits(withTerm('owners.name', away.owner.name))).toEqual(inThere);
      expect(await hits(withTerm('domains.id', at.domain.id))).toEqual(inHere);
      expect(await hits(withTerm('domains.id', away.domain.id))).toEqual(inThere);
      expect(await hits(`q=fullyQualifiedName:${encodeURIComponent(`${at.glossary.name}.*`)}`)).toEqual(
        expect.arrayContaining(ids),
      );
      for (const one of [inner, low])
        expect([await sees(at.owner, one), await sees(away.owner, one)]).toEqual([true, false]);
    }
    expect(await people.app.searchProblems()).toEqual([]);
    const kept = await fresh(below);
    expect(kept.map(({ version, updatedAt }) => [version, updatedAt])).toEqual(
      versions.map(({ version, updatedAt }) => [version, updatedAt]),
    );
  });

  it('keep their soft deleted descendants, which can be restored where they are then', async () => {
    const [red, blue] = [await home('Scarlet'), await home('Azure')];
    const top = await termIn(red.glossary, 'top');
    const inner = await termIn(red.glossary, unique('inner'), top);
    const low = await termIn(red.glossary, unique('low'), inner);
    await ok('DELETE', `/v1/glossaryTerms/${inner.id}?recursive=true`);
    await ok('PATCH', `/v1/glossaryTerms/${top.id}`, [
      { op: 'replace', path: '/glossary', value: ref(blue.glossary, 'glossary') },
    ]);
    await ok('PUT', '/v1/glossaryTerms/restore', { id: inner.id });
    expect(await term(low.id)).toMatchObject({
      fullyQualifiedName: `${blue.glossary.name}.top.${inner.name}.${low.name}`,
      glossary: { id: blue.glossary.id },
    });
    expect(await idsIn(`glossary=${blue.glossary.id}`)).toEqual(expect.arrayContaining([inner.id, low.id]));
    expect(await hits(`q=${blue.glossary.name}`)).toEqual(expect.arrayContaining([inner.id, low.id]));
    expect(await people.app.searchProblems()).toEqual([]);
  });
});

import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { forEachSeededStore } from '../support/stores.js';

const soon = { timeout: 50_000, interval: 20 };
let last = 0;
const fresh = (word: string) => `${word}${++last}`;
const glossaryLabel = (tagFQN: string) => ({ tagFQN, source: 'Glossary', labelType: 'Manual', state: 'Confirmed' });

forEachSeededStore('glossaries', (use) => {
  let app: TestApp;
  const tokens = new Map<string, string>();
  const users = new Map<string, string>();

  beforeAll(async () => {
    app = await createTestApp({ store: use() });
    for (const name of ['ann', 'ben', 'rita']) {
      const user = await expectFrom('admin', 201, 'POST', '/v1/users', { name, email: `${name}@example.com` });
      users.set(name, user.id);
      tokens.set(name, await app.tokenFor(name));
    }
  });
  afterAll(() => app.close());

  const expectFrom = async (
    who: string,
    status: number,
    method: string,
    path: string,
    body?: unknown,
    query: Record<string, string> = {},
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  ): Promise<any> => {
    const token = who === 'admin' ? app.adminToken : tokens.get(who);
    const answer = await app.request(method, path, {
      query,
      token: token ?? '',
      ...(body === undefined ? {} : { body }),
    });
    if (answer.status !== status) throw new Error(`${method} ${path}: ${answer.status}, not ${status}: ${answer.text}`);
    return answer.json;
  };
  const sends = (status: number, method: string, path: string, body?: unknown, query?: Record<string, string>) =>
    expectFrom('admin', status, method, path, body, query);
  const addGlossary = (more: object = {}) =>
    sends(201, 'POST', '/v1/glossaries', { name: fresh('Glossary'), description: 'Words', ...more });
  const addTerm = (glossary: { fullyQualifiedName: string }, name: string, more: object = {}) =>
    sends(201, 'POST', '/v1/glossaryTerms', {
      name,
      glossary: glossary.fullyQualifiedName,
      description: `What ${name} means`,
      ...more,
    });
  const term = (id: string, fields = 'relatedTerms') =>
    sends(200, 'GET', `/v1/glossaryTerms/${id}`, undefined, { fields });
  const patch = (status: number, id: string, steps: object[], who = 'admin') =>
    expectFrom(who, status, 'PATCH', `/v1/glossaryTerms/${id}`, steps);
  const addTable = async (more: object = {}) => {
    const service = fresh('svc');
    await sends(201, 'POST', '/v1/services/databaseServices', { name: service, serviceType: 'CustomDatabase' });
    await sends(201, 'POST', '/v1/databases', { name: 'db', service });
    await sends(201, 'POST', '/v1/databaseSchemas', { name: 'public', database: `${service}.db` });
    return sends(201, 'POST', '/v1/tables', {
      name: 't',
      databaseSchema: `${service}.db.public`,
      columns: [{ name: 'id', dataType: 'INT' }],
      ...more,
    });
  };

  it('are listed below a term of the same glossary only', async () => {
    const [one, two] = [await addGlossary(), await addGlossary()];
    const parent = await addTerm(two, 'parent');
    const child = await addTerm(two, 'child', { parent: parent.fullyQualifiedName });
    const list = (status: number, query: Record<string, string>, who = 'admin') =>
      expectFrom(who, status, 'GET', '/v1/glossaryTerms', undefined, query);
    for (const named of [parent.id, parent.fullyQualifiedName]) {
      expect(await list(400, { glossary: one.id, parent: named })).toMatchObject({
        message: expect.stringContaining('query param parent'),
      });
      expect((await list(200, { glossary: two.name, parent: named })).data).toMatchObject([{ id: child.id }]);
    }
    for (const query of [
      { glossary: one.name, parent: 'no.term' },
      { glossary: 'none', parent: parent.id },
    ])
      expect((await list(200, query)).data).toEqual([]);
    const rules = [
      {
        name: 'r',
        effect: 'deny',
        operations: ['All'],
        resources: ['glossaryTerm'],
        condition: "matchAnyTag('Tier.Tier1')",
      },
    ];
    const policy = await sends(201, 'POST', '/v1/policies', { name: fresh('policy'), rules });
    const role = await sends(201, 'POST', '/v1/roles', { name: fresh('role'), policies: [policy.name] });
    const name = fresh('blind');
    await sends(201, 'POST', '/v1/users', { name, email: `${name}@example.com`, roles: [role.id] });
    tokens.set(name, await app.tokenFor(name));
    await list(400, { glossary: one.id, parent: parent.id }, name);
    const tier = { tagFQN: 'Tier.Tier1', source: 'Classification', labelType: 'Manual', state: 'Confirmed' };
    await patch(200, parent.id, [{ op: 'add', path: '/tags', value: [tier] }]);
    expect((await list(200, { glossary: one.id, parent: parent.id }, name)).data).toEqual([]);
  });

  it('hold terms below terms, and count them', async () => {
    const glossary = await addGlossary();
    const parent = await addTerm(glossary, 'customer', { synonyms: ['client'], references: [{ name: 'book' }] });
    const child = await addTerm(glossary, 'v.ip', { parent: parent.fullyQualifiedName });
    expect(child).toMatchObject({
      fullyQualifiedName: `${glossary.name}.customer."v.ip"`,
      parent: { id: parent.id },
      glossary: { id: glossary.id },
      entityStatus: 'Approved',
    });
    expect(await term(parent.id, 'children,childrenCount')).toMatchObject({
      children: [{ id: child.id }],
      childrenCount: 1,
      synonyms: ['client'],
    });
    const counted = await sends(200, 'GET', `/v1/glossaries/${glossary.id}`, undefined, { fields: 'termCount' });
    expect(counted.termCount).toBe(2);
    const listed = async (query: Record<string, string>) =>
      (await sends(200, 'GET', '/v1/glossaryTerms', undefined, query)).data.map(({ id }: { id: string }) => id);
    expect(await listed({ glossary: glossary.id })).toEqual([parent.id, child.id]);
    expect(await listed({ parent: parent.id })).toEqual([child.id]);
    expect(await listed({ directChildrenOf: glossary.fullyQualifiedName })).toEqual([parent.id]);
    expect(await listed({ directChildrenOf: parent.fullyQualifiedName })).toEqual([child.id]);
    const other = await addGlossary();
    await sends(400, 'POST', '/v1/glossaryTerms', {
      ...{ name: 'x', description: 'x', glossary: other.name, parent: parent.fullyQualifiedName },
    });
  });

  it('relate terms by the types of the setting, seen from both ends', async () => {
    const glossary = await addGlossary();
    const [wide, narrow, near] = [
      await addTerm(glossary, 'wide'),
      await addTerm(glossary, 'narrow'),
      await addTerm(glossary, 'near', { relatedTerms: [`${glossary.name}.wide`] }),
    ];
    expect(near.relatedTerms).toMatchObject([{ relationType: 'relatedTo', term: { id: wide.id } }]);
    const path = `/v1/glossaryTerms/${narrow.id}/relations`;
    const relation = { relationType: 'broader', term: { id: wide.id, type: 'glossaryTerm' } };
    const related = await sends(200, 'POST', path, relation);
    expect(related).toMatchObject({
      version: 0.2,
      relatedTerms: [{ relationType: 'broader', term: { name: 'wide' } }],
    });
    const relations = async (id: string) =>
      (await term(id)).relatedTerms.map((one: { relationType: string; term: { name: string } }) => [
        one.relationType,
        one.term.name,
      ]);
    expect((await relations(wide.id)).sort()).toEqual([
      ['narrower', 'narrow'],
      ['relatedTo', 'near'],
    ]);
    const usage = await sends(200, 'GET', '/v1/glossaryTerms/relationTypes/usage');
    expect(usage).toMatchObject({ relatedTo: 1, broader: 1, narrower: 1, synonym: 0 });

    const graph = (query: Record<string, string>) =>
      sends(200, 'GET', `/v1/glossaryTerms/${narrow.id}/relationsGraph`, undefined, query);
    expect((await graph({})).nodes.map(({ name }: { name: string }) => name)).toEqual(['narrow', 'wide']);
    const far = await graph({ depth: '2' });
    expect(far.nodes.map(({ name }: { name: string }) => name)).toEqual(['narrow', 'wide', 'near']);
    expect(far.edges).toEqual([
      { from: narrow.id, to: wide.id, relationType: 'broader' },
      { from: wide.id, to: near.id, relationType: 'relatedTo' },
    ]);
    expect((await graph({ depth: '2', relationTypes: 'broader' })).nodes).toHaveLength(2);
    await sends(400, 'GET', `/v1/glossaryTerms/${narrow.id}/relationsGraph`, undefined, { relationTypes: 'aunt' });

    await sends(400, 'POST', path, { ...relation, relationType: 'aunt' });
    await sends(400, 'POST', path, { ...relation, relationType: 'narrower' });
    await sends(400, 'POST', path, { term: { id: narrow.id, type: 'glossaryTerm' } });
    await sends(404, 'POST', path, { term: { id: glossary.id, type: 'glossaryTerm' } });
    await sends(404, 'DELETE', `${path}/${near.id}`);
    await sends(200, 'DELETE', `${path}/${wide.id}`, undefined, { relationType: 'broader' });
    expect(await relations(wide.id)).toEqual([['relatedTo', 'near']]);
    await patch(200, wide.id, [{ op: 'replace', path: '/relatedTerms', value: [] }]);
    expect(await relations(near.id)).toEqual([]);
  });

  it('keep to the limits of a relation type', async () => {
    const types = '/v1/system/settings/glossaryTermRelationSettings/relationTypes';
    const name = fresh('replaces').replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');
    const limits = { cardinality: 'ONE_TO_ONE', isCrossGlossaryAllowed: false };
    await sends(201, 'POST', types, { name, displayName: 'Replaces', category: 'associative', ...limits });
    const [glossary, other] = [await addGlossary(), await addGlossary()];
    const [a, b, c, foreign] = [
      await addTerm(glossary, 'a'),
      await addTerm(glossary, 'b'),
      await addTerm(glossary, 'c'),
      await addTerm(other, 'foreign'),
    ];
    const relate = (status: number, from: { id: string }, to: { id: string }) =>
      sends(status, 'POST', `/v1/glossaryTerms/${from.id}/relations`, {
        relationType: name,
        term: { id: to.id, type: 'glossaryTerm' },
      });
    await relate(200, a, b);
    expect((await relate(400, a, c)).message).toContain('at most 1 relation');
    await relate(400, c, b);
    expect((await relate(400, c, foreign)).message).toContain('different glossaries');
    expect((await sends(400, 'DELETE', `${types}/${name}`)).message).toContain('1 relation');
    const setting = 'glossaryTermRelationSettings';
    const { config_value: value } = await sends(200, 'GET', `/v1/system/settings/${setting}`);
    const without = value.relationTypes.filter((type: { name: string }) => type.name !== name);
    const put = { config_type: setting, config_value: { relationTypes: without } };
    expect((await sends(400, 'PUT', '/v1/system/settings', put)).message).toContain('1 relation');
    expect((await sends(400, 'PUT', `/v1/system/settings/reset/${setting}`)).message).toContain('1 relation');
    await sends(200, 'DELETE', `/v1/glossaryTerms/${a.id}/relations/${b.id}`);
    await sends(200, 'DELETE', `${types}/${name}`);
  });

  it('do not show or wait for reviewers and experts who are deleted', async () => {
    const name = fresh('zoe');
    const zoe = await sends(201, 'POST', '/v1/users', { name, email: `${name}@example.com` });
    const [ofZoe, ofAnn] = [zoe.id, users.get('ann')].map((id) => ({ id, type: 'user' }));
    const domain = { name: fresh('Area'), domainType: 'Aggregate', description: '-', experts: [name] };
    const { id: area } = await sends(201, 'POST', '/v1/domains', domain);
    const word = await addTerm(await addGlossary(), 'word', { reviewers: [ofZoe] });
    const shown = async () => {
      const { reviewers } = await term(word.id, 'reviewers');
      const { experts } = await sends(200, 'GET', `/v1/domains/${area}`, undefined, { fields: 'experts' });
      const listed = await sends(200, 'GET', '/v1/glossaryTerms', undefined, {
        ...{ glossary: word.glossary.fullyQualifiedName, fields: 'reviewers' },
      });
      expect(listed.data).toMatchObject([{ reviewers }]);
      return [reviewers, experts].map((people: { name: string }[]) => people.map((person) => person.name));
    };
    expect(await shown()).toEqual([[name], [name]]);
    await sends(200, 'DELETE', `/v1/users/${zoe.id}`);
    expect(await shown()).toEqual([[], []]);
    const approved = await patch(200, word.id, [{ op: 'replace', path: '/entityStatus', value: 'Approved' }]);
    expect(approved).toMatchObject({ entityStatus: 'Approved', reviewers: [] });
    await patch(200, word.id, [{ op: 'add', path: '/reviewers/0', value: ofAnn }]);
    expect(await shown()).toEqual([['ann'], []]);
    await sends(200, 'PUT', '/v1/users/restore', { id: zoe.id });
    const [reviewers, experts] = await shown();
    expect([reviewers?.sort(), experts]).toEqual([['ann', name], [name]]);
  });

  it('let only reviewers approve, also inherited ones', async () => {
    const reviewers = [{ id: users.get('rita'), type: 'user' }];
    const glossary = await addGlossary({ reviewers });
    const draft = await addTerm(glossary, 'draft');
    expect(draft).toMatchObject({ entityStatus: 'In Review', reviewers: [{ name: 'rita', inherited: true }] });
    const approve = [{ op: 'replace', path: '/entityStatus', value: 'Approved' }];
    expect((await patch(403, draft.id, approve)).message).toContain('not a reviewer');
    await sends(200, 'PATCH', `/v1/users/${users.get('rita')}`, [{ op: 'add', path: '/isAdmin', value: true }]);
    tokens.set('rita', await app.tokenFor('rita'));
    expect(await patch(200, draft.id, approve, 'rita')).toMatchObject({ entityStatus: 'Approved' });
    const elsewhere = await addTerm(await addGlossary(), 'elsewhere');
    const here = [{ op: 'replace', path: '/glossary', value: { id: glossary.id, type: 'glossary' } }];
    expect(await patch(200, elsewhere.id, here)).toMatchObject({ entityStatus: 'In Review' });
    const own = await expectFrom('rita', 201, 'POST', '/v1/glossaryTerms', {
      ...{ name: 'own', glossary: glossary.name, description: 'o' },
    });
    expect(own.entityStatus).toBe('Approved');
    const put = { name: 'draft', glossary: glossary.name, description: 'other' };
    expect(await sends(200, 'PUT', '/v1/glossaryTerms', put)).toMatchObject({ entityStatus: 'Approved' });
    const free = await addTerm(await addGlossary(), 'free');
    expect(await patch(200, free.id, [{ op: 'replace', path: '/entityStatus', value: 'Rejected' }])).toMatchObject({
      entityStatus: 'Rejected',
    });
    const found = await sends(200, 'GET', '/v1/glossaryTerms', undefined, { entityStatus: 'Rejected' });
    expect(found.data.map(({ id }: { id: string }) => id)).toContain(free.id);
  });

  it('have terms moved with all below them', async () => {
    const [from, to] = [await addGlossary(), await addGlossary()];
    const top = await addTerm(from, 'top');
    const middle = await addTerm(from, 'middle', { parent: top.fullyQualifiedName });
    const low = await addTerm(from, 'low', { parent: middle.fullyQualifiedName });
    const table = await addTable({ tags: [glossaryLabel(low.fullyQualifiedName)] });
    const target = await addTerm(to, 'target');
    const reference = ({ id }: { id: string }, type = 'glossaryTerm') => ({ id, type });

    await patch(400, top.id, [{ op: 'add', path: '/parent', value: reference(low) }]);
    await patch(400, top.id, [{ op: 'add', path: '/parent', value: reference(top) }]);
    await patch(404, top.id, [{ op: 'add', path: '/parent', value: { id: from.id, type: 'glossaryTerm' } }]);
    const moved = await patch(200, middle.id, [{ op: 'replace', path: '/parent', value: reference(target) }]);
    expect(moved).toMatchObject({
      version: 0.2,
      fullyQualifiedName: `${to.name}.target.middle`,
      parent: { id: target.id },
      glossary: { id: to.id },
    });
    expect(moved.changeDescription.fieldsUpdated.map(({ name }: { name: string }) => name).sort()).toEqual([
      'glossary',
      'parent',
    ]);
    expect(await term(low.id)).toMatchObject({
      version: 0.1,
      fullyQualifiedName: `${to.name}.target.middle.low`,
      parent: { id: middle.id },
      glossary: { id: to.id },
    });
    const labelled = await sends(200, 'GET', `/v1/tables/${table.id}`, undefined, { fields: 'tags' });
    expect(labelled.tags).toMatchObject([{ tagFQN: `${to.name}.target.middle.low` }]);
    const counts = async (glossary: { id: string }) =>
      (await sends(200, 'GET', `/v1/glossaries/${glossary.id}`, undefined, { fields: 'termCount' })).termCount;
    expect([await counts(from), await counts(to)]).toEqual([1, 3]);
    const found = await sends(200, 'GET', '/v1/search/query', undefined, {
      ...{ q: `glossary.fullyQualifiedName:${to.name}`, index: 'glossary_term_search_index' },
    });
    expect(found.hits.total.value).toBe(3);

    const described = await patch(200, middle.id, [{ op: 'add', path: '/displayName', value: 'Middle' }]);
    expect(described.changeDescription.fieldsUpdated.map(({ name }: { name: string }) => name)).toContain('parent');
    const root = await patch(200, middle.id, [{ op: 'remove', path: '/parent' }]);
    expect(root).toMatchObject({ fullyQualifiedName: `${to.name}.middle` });
    expect(root).not.toHaveProperty('parent');
    await addTerm(from, 'middle');
    await patch(409, middle.id, [{ op: 'replace', path: '/glossary', value: reference(from, 'glossary') }]);
    expect(await term(low.id)).toMatchObject({ fullyQualifiedName: `${to.name}.middle.low` });
  });

  it('have terms reviewed again that are moved below reviewers, with all below them', async () => {
    const reviewer = { id: users.get('ann'), type: 'user' };
    const [from, to] = [await addGlossary(), await addGlossary({ reviewers: [reviewer] })];
    const top = await addTerm(from, 'top');
    const low = await addTerm(from, 'low', { parent: top.fullyQualifiedName });
    const lowest = await addTerm(from, 'lowest', { parent: low.fullyQualifiedName });
    await patch(200, lowest.id, [{ op: 'add', path: '/entityStatus', value: 'Deprecated' }]);
    await patch(200, top.id, [{ op: 'replace', path: '/glossary', value: { id: to.id, type: 'glossary' } }]);
    expect((await term(lowest.id)).entityStatus).toBe('Deprecated');
    expect((await term(top.id)).entityStatus).toBe('In Review');
    expect(await term(low.id, 'reviewers')).toMatchObject({
      entityStatus: 'In Review',
      fullyQualifiedName: `${to.name}.top.low`,
      reviewers: [{ id: reviewer.id, inherited: true }],
    });
  });

  it('never have terms moved into each other', async () => {
    const glossary = await addGlossary();
    for (let round = 0; round < 2; round++) {
      const [a, b] = [await addTerm(glossary, `a${round}`), await addTerm(glossary, `b${round}`)];
      const below = (parent: { fullyQualifiedName: string }) =>
        addTerm(glossary, 'low', { parent: parent.fullyQualifiedName });
      const [lowA, lowB] = [await below(a), await below(b)];
      const move = (id: string, to: { id: string }) =>
        app.request('PATCH', `/v1/glossaryTerms/${id}`, {
          token: app.adminToken,
          body: [{ op: 'add', path: '/parent', value: { id: to.id, type: 'glossaryTerm' } }],
        });
      const answers = await Promise.all([move(a.id, lowB), move(b.id, lowA)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    }
  });

  it('have terms moved by a job', async () => {
    const [from, to] = [await addGlossary(), await addGlossary()];
    const top = await addTerm(from, 'top');
    const low = await addTerm(from, 'low', { parent: top.fullyQualifiedName });
    const move = (status: number, id: string, parent?: object) =>
      sends(status, 'PUT', `/v1/glossaryTerms/${id}/moveAsync`, parent ? { parent } : {});
    await move(400, low.id);
    await move(404, low.id, { id: users.get('ann'), type: 'glossary' });
    const { jobId } = await move(202, low.id, { id: to.id, type: 'glossary' });
    const state = (id: string, expected: string) =>
      vi.waitFor(async () => {
        const job = await sends(200, 'GET', `/v1/jobs/${id}`);
        expect(job.state).toBe(expected);
        return job;
      }, soon);
    await state(jobId, 'completed');
    expect(await term(low.id)).toMatchObject({ fullyQualifiedName: `${to.name}.low`, updatedBy: 'admin' });
    const under = await move(202, top.id, { id: low.id, type: 'glossaryTerm' });
    await state(under.jobId, 'completed');
    expect(await term(top.id)).toMatchObject({ fullyQualifiedName: `${to.name}.low.top` });
    const circle = await move(202, low.id, { id: top.id, type: 'glossaryTerm' });
    expect((await state(circle.jobId, 'failed')).error).toContain('cannot be moved into itself');
  });

  it('create many terms, all or none', async () => {
    const glossary = await addGlossary();
    const create = (name: string, more: object = {}) => ({ name, glossary: glossary.name, description: name, ...more });
    const many = (status: number, ...creates: object[]) =>
      sends(status, 'POST', '/v1/glossaryTerms/createMany', creates);
    await many(404, create('one'), create('three', { parent: `${glossary.name}.none` }));
    await many(409, create('one'), create('one'));
    await many(400, create('one'), { name: 'four' });
    await many(413, ...Array.from({ length: 101 }, (_, i) => create(`n${i}`)));
    await sends(400, 'POST', '/v1/glossaryTerms/createMany', create('one'));
    expect(await many(200)).toEqual([]);
    const made = await many(200, create('one'), create('two', { parent: `${glossary.name}.one` }));
    expect(made.map((one: { fullyQualifiedName: string }) => one.fullyQualifiedName)).toEqual([
      `${glossary.name}.one`,
      `${glossary.name}.one.two`,
    ]);
    for (const one of made) expect(await term(one.id, '')).toMatchObject({ id: one.id, href: one.href, version: 0.1 });
  });

  it('find terms by names, synonyms and ids', async () => {
    const [glossary, other] = [await addGlossary(), await addGlossary()];
    const word = fresh('revenue');
    const a = await addTerm(glossary, `${word}A`, { displayName: 'Übersicht 100%' });
    const b = await addTerm(glossary, 'b', { synonyms: [`Gross ${word}`], parent: a.fullyQualifiedName });
    const c = await addTerm(other, `C${word}`);
    const search = async (query: Record<string, string>) => {
      const { data, paging } = await sends(200, 'GET', '/v1/glossaryTerms/search', undefined, query);
      return [data.map(({ id }: { id: string }) => id), paging.total];
    };
    expect(await search({ q: word.toUpperCase() })).toEqual([[a.id, b.id, c.id], 3]);
    expect(await search({ q: word, limit: '1', offset: '1' })).toEqual([[b.id], 3]);
    expect(await search({ q: word, glossary: glossary.id })).toEqual([[a.id, b.id], 2]);
    expect(await search({ q: word, glossaryFqn: other.name })).toEqual([[c.id], 1]);
    expect(await search({ q: word, parent: a.id })).toEqual([[b.id], 1]);
    expect(await search({ q: word, parentFqn: a.fullyQualifiedName })).toEqual([[b.id], 1]);
    expect(await search({ q: 'ÜBERSICHT', glossary: glossary.id })).toEqual([[a.id], 1]);
    expect(await search({ q: '100%', glossary: glossary.id })).toEqual([[a.id], 1]);
    expect(await search({ q: '_', glossary: glossary.id })).toEqual([[], 0]);
    const byIds = (status: number, ids: string) =>
      sends(status, 'GET', '/v1/glossaryTerms/byIds', undefined, { ids, fields: 'tags' });
    const found = await byIds(200, [c.id, users.get('ann'), a.id].join(','));
    expect(found).toMatchObject([
      { id: c.id, tags: [] },
      { id: a.id, tags: [] },
    ]);
    expect(await byIds(200, '')).toEqual([]);
    expect(await byIds(400, 'x')).toMatchObject({ message: expect.stringMatching(/UUID/) });
    const many = (count: number) => Array.from({ length: count }, () => crypto.randomUUID()).join(',');
    expect(await byIds(200, many(100))).toEqual([]);
    expect(await byIds(400, many(101))).toMatchObject({
      message: expect.stringContaining('ids must have at most 100 ids'),
    });
  });

  it('stay exclusive or not: what was applied together would break the rule', async () => {
    const glossary = await addGlossary({ mutuallyExclusive: true });
    const word = await addTerm(glossary, fresh('word'));
    const name = fresh('Kind');
    await sends(201, 'POST', '/v1/classifications', { name, description: '-' });
    const both = { glossary: glossary.name, description: '-' };
    for (const [path, one, put, kept] of [
      ['/v1/glossaries', glossary.name, { name: glossary.name, mutuallyExclusive: false }, true],
      ['/v1/glossaryTerms', word.fullyQualifiedName, { ...both, name: word.name, mutuallyExclusive: true }, false],
      ['/v1/classifications', name, { name, description: '-', mutuallyExclusive: true }, false],
    ] as const) {
      const stays = { mutuallyExclusive: kept };
      const steps = [{ op: 'replace', path: '/mutuallyExclusive', value: !kept }];
      expect(await sends(200, 'PATCH', `${path}/name/${one}`, steps)).toMatchObject({ ...stays, version: 0.1 });
      expect(await sends(200, 'PUT', path, { description: '-', ...put })).toMatchObject(stays);
    }
  });

  it('apply terms to assets, one result per asset', async () => {
    const glossary = await addGlossary();
    const word = await addTerm(glossary, 'word');
    const table = await addTable();
    const assets = [{ id: table.id, type: 'table' }];
    const change = (verb: string, body: object) =>
      sends(200, 'PUT', `/v1/glossaryTerms/${word.id}/assets/${verb}`, body);
    expect(await change('add', { assets })).toMatchObject({ dryRun: true, numberOfRowsPassed: 1 });
    const missing = { id: users.get('ann'), type: 'table' };
    const added = await change('add', { assets: [...assets, missing], dryRun: false });
    expect(added).toMatchObject({ status: 'partialSuccess', failedRequest: [{ status: 404 }] });
    const shown = await sends(200, 'GET', `/v1/tables/${table.id}`, undefined, { fields: 'tags' });
    expect(shown.tags).toMatchObject([glossaryLabel(word.fullyQualifiedName)]);
    for (const path of [`${word.id}`, `name/${word.fullyQualifiedName}`])
      expect((await sends(200, 'GET', `/v1/glossaryTerms/${path}/assets`)).data).toMatchObject(assets);
    expect(await sends(200, 'GET', '/v1/glossaryTerms/assets/counts')).toMatchObject({ [word.fullyQualifiedName]: 1 });
    const below = (parent: string) => sends(200, 'GET', '/v1/glossaryTerms/assets/counts', undefined, { parent });
    expect(await below(word.glossary.fullyQualifiedName)).toMatchObject({ [word.fullyQualifiedName]: 1 });
    for (const parent of [word.fullyQualifiedName, 'none']) expect(await below(parent)).toEqual({});
    const used = await sends(200, 'GET', `/v1/glossaryTerms/${word.id}`, undefined, { fields: 'usageCount' });
    expect(used.usageCount).toBe(1);
    const hits = await sends(200, 'GET', '/v1/search/query', undefined, {
      ...{ q: `glossaryTags:"${word.fullyQualifiedName}"`, index: 'table_search_index' },
    });
    expect(hits.hits.hits.map((hit: { _id: string }) => hit._id)).toEqual([table.id]);
    await change('remove', { assets, dryRun: false });
    expect((await sends(200, 'GET', `/v1/glossaryTerms/${word.id}/assets`)).data).toEqual([]);
  });

  it('check new tags of a term against those of its assets', async () => {
    const classification = fresh('Level');
    await sends(201, 'POST', '/v1/classifications', {
      name: classification,
      description: 'l',
      mutuallyExclusive: true,
    });
    for (const name of ['high', 'low'])
      await sends(201, 'POST', '/v1/tags', { name, classification, description: name });
    const label = (name: string) => ({ ...glossaryLabel(`${classification}.${name}`), source: 'Classification' });
    const word = await addTerm(await addGlossary(), 'word');
    const tags = [glossaryLabel(word.fullyQualifiedName)];
    const table = await addTable({ tags: [...tags, label('low')] });
    await addTable({ columns: [{ name: 'id', dataType: 'INT', tags }] });
    const validate = (name: string, dryRun: boolean) =>
      sends(200, 'PUT', `/v1/glossaryTerms/${word.id}/tags/validate`, { dryRun, glossaryTags: [label(name)] });
    const refused = await validate('high', false);
    expect(refused).toMatchObject({
      status: 'partialSuccess',
      numberOfRowsPassed: 1,
      failedRequest: [
        { request: { id: table.id }, status: 400, message: expect.stringContaining('mutually exclusive') },
      ],
    });
    expect((await term(word.id, 'tags')).tags).toEqual([]);
    expect(await validate('low', true)).toMatchObject({ dryRun: true, status: 'success', numberOfRowsPassed: 2 });
    await validate('low', false);
    expect((await term(word.id, 'tags')).tags).toMatchObject([{ tagFQN: `${classification}.low` }]);
  });

  it('hide related terms that the reader may not see', async () => {
    const classification = fresh('Secrecy');
    await sends(201, 'POST', '/v1/classifications', { name: classification, description: 'c' });
    await sends(201, 'POST', '/v1/tags', { name: 'top', classification, description: 't' });
    const rule = {
      resources: ['glossaryTerm'],
      operations: ['All'],
      condition: `matchAnyTag('${classification}.top')`,
    };
    const policy = fresh('policy');
    await sends(201, 'POST', '/v1/policies', { name: policy, rules: [{ name: 'hide', effect: 'deny', ...rule }] });
    const role = await sends(201, 'POST', '/v1/roles', { name: fresh('role'), policies: [policy] });
    const name = fresh('reader');
    await sends(201, 'POST', '/v1/users', { name, email: `${name}@example.com`, roles: [role.id] });
    tokens.set(name, await app.tokenFor(name));

    const glossary = await addGlossary();
    const tag = { tagFQN: `${classification}.top`, source: 'Classification', labelType: 'Manual', state: 'Confirmed' };
    const secret = await addTerm(glossary, 'secret', { tags: [tag] });
    const open = await addTerm(glossary, 'open');
    const word = await addTerm(glossary, 'word', {
      relatedTerms: [secret.fullyQualifiedName, open.fullyQualifiedName],
    });
    const read = (path: string, query: Record<string, string> = {}) =>
      expectFrom(name, 200, 'GET', `/v1/glossaryTerms${path}`, undefined, query);
    const ids = (list: { id: string }[]) => list.map(({ id }) => id);
    await expectFrom(name, 403, 'GET', `/v1/glossaryTerms/${secret.id}`);
    const { relatedTerms } = await read(`/${word.id}`, { fields: 'relatedTerms' });
    expect(relatedTerms).toMatchObject([{ relationType: 'relatedTo', term: { id: open.id } }]);
    expect(ids((await read(`/${word.id}/relationsGraph`)).nodes)).toEqual([word.id, open.id]);
    expect(ids((await read('/search', { glossary: glossary.id })).data)).toEqual([open.id, word.id]);
    expect(ids(await read('/byIds', { ids: `${secret.id},${open.id}` }))).toEqual([open.id]);
    expect(Object.keys(await read('/assets/counts'))).not.toContain(secret.fullyQualifiedName);
    const all = await sends(200, 'GET', '/v1/glossaryTerms/relationTypes/usage');
    expect((await read('/relationTypes/usage')).relatedTo).toBe(all.relatedTo - 1);
    await expectFrom(name, 403, 'POST', `/v1/glossaryTerms/${word.id}/relations`, {
      term: { id: open.id, type: 'glossaryTerm' },
    });
    await expectFrom(name, 403, 'PUT', `/v1/glossaryTerms/${word.id}/moveAsync`, {
      parent: { id: glossary.id, type: 'glossary' },
    });
    // Everybody may put terms on what they see, on its page or by the list of assets of the term.
    const assets = [open, secret].map(({ id }) => ({ id, type: 'glossaryTerm' }));
    const added = await expectFrom(name, 200, 'PUT', `/v1/glossaryTerms/${word.id}/assets/add`, { assets });
    expect(added).toMatchObject({ successRequest: [{ request: { id: open.id } }], failedRequest: [{ status: 404 }] });
  });

  it('are counted', async () => {
    const counts = async () => sends(200, 'GET', '/v1/system/entities/count');
    const before = await counts();
    await addTerm(await addGlossary(), 'one');
    const after = await counts();
    expect(after.glossaryCount).toBe(before.glossaryCount + 1);
    expect(after.glossaryTermCount).toBe(before.glossaryTermCount + 1);
  });
});

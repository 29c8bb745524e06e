// Personas: found by name, with rules that say what somebody should know to start with, as far as they may see it.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPeople, type People } from '../access/support/catalog-of-people.js';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';

forEachSeededStore('context of personas', (use) => {
  let people: People;
  let persona: Body;
  const of = (below: string) => `/v1/personas/${persona.id}/aiContext${below}`;
  const ok = async (method: string, path: string, body?: unknown) => {
    const answer = await people.send(method, path, body);
    expect(answer.status, `${method} ${path} ${answer.text}`).toBe(200);
    return answer.body;
  };
  const fits = (schema: string, value: unknown) =>
    expect(people.app.contract.validator(schema)(value)).toMatchObject({ ok: true });
  const orders = { query: { term: { 'name.keyword': 'orders' } } };
  const rule = {
    name: 'orders',
    entityType: 'table',
    queryFilter: JSON.stringify(orders),
    fullyRendered: true,
    maxAssets: 10,
  };

  beforeAll(async () => {
    people = await openPeople(use());
    await people.make('/v1/classifications', { name: 'Eyes', description: 'Who may look' });
    await people.make('/v1/tags', { name: 'Only', classification: 'Eyes', description: 'Few' });
    await people.table({ name: 'orders', description: 'What was bought' });
    await people.table({
      name: 'salaries',
      description: 'Who earns what',
      tags: [{ tagFQN: 'Eyes.Only', source: 'Classification', labelType: 'Manual', state: 'Confirmed' }],
    });
    persona = await people.make('/v1/personas', { name: 'analyst', displayName: 'Data Analyst' });
    await people.make('/v1/personas', { name: 'steward' });
  });
  afterAll(() => people.app.close());

  it('are the default one at a time, also of those that become it at once', async () => {
    const made: Body[] = [];
    for (const name of ['first', 'second', 'third'])
      made.push(await people.make('/v1/personas', { name, default: true }));
    const defaults = async () =>
      (await ok('GET', '/v1/personas?limit=100')).data.filter((one: Body) => one.default).map((one: Body) => one.name);
    expect(await defaults()).toEqual(['third']);
    const [first = {}] = made;
    const become = (one: Body) =>
      people.send('PATCH', `/v1/personas/${one.id}`, [{ op: 'add', path: '/default', value: true }]);
    expect((await become(first)).status).toBe(200);
    expect(await defaults()).toEqual(['first']);
    for (const { status, text } of await Promise.all(made.map(become))) expect(status, text).toBe(200);
    expect(await defaults()).toHaveLength(1);
    const { versions } = await ok('GET', `/v1/personas/${first.id}/versions`);
    expect(JSON.parse(versions.at(-1)).default).toBe(true);
    for (const one of made) await people.send('DELETE', `/v1/personas/${one.id}?hardDelete=true`);
  });

  it('are shown as the default of who has chosen none', async () => {
    const all = await people.make('/v1/personas', { name: 'everyone', default: true });
    const user = await people.make('/v1/users', { name: 'newcomer', email: 'newcomer@example.com' });
    const read = async () => (await ok('GET', `/v1/users/${user.id}?fields=defaultPersona`)).defaultPersona;
    const change = (operations: object[]) => people.send('PATCH', `/v1/users/${user.id}`, operations);
    expect(await read()).toMatchObject({ id: all.id, inherited: true });
    // Whatever else is changed, it does not become a choice of their own.
    expect((await change([{ op: 'add', path: '/displayName', value: 'New' }])).status).toBe(200);
    const own = { id: persona.id, type: 'persona' };
    expect((await change([{ op: 'add', path: '/defaultPersona', value: own }])).status).toBe(200);
    expect(await read()).toMatchObject({ id: persona.id, name: 'analyst' });
    expect((await read()).inherited).toBeUndefined();
    expect((await change([{ op: 'remove', path: '/defaultPersona' }])).status).toBe(200);
    expect(await read()).toMatchObject({ id: all.id, inherited: true });
    const other = await people.make('/v1/personas', { name: 'nobody', default: true });
    expect(await read()).toMatchObject({ id: other.id, inherited: true });
    await people.send('DELETE', `/v1/personas/${all.id}?hardDelete=true`);
    await people.send('DELETE', `/v1/personas/${other.id}?hardDelete=true`);
    expect(await read()).toBeUndefined();
  });

  it('are found by a part of their name', async () => {
    expect((await ok('GET', '/v1/personas/search?q=ANALY')).data).toMatchObject([{ id: persona.id }]);
    expect((await ok('GET', '/v1/personas/search?q=data')).paging).toEqual({ total: 1, offset: 0, limit: 10 });
    expect((await ok('GET', '/v1/personas/search?limit=1')).data).toHaveLength(1);
    expect((await ok('GET', '/v1/roles/search?q=datacons')).data).toHaveLength(1);
  });

  it('have rules that are tried, kept, changed and removed', async () => {
    const empty = await ok('GET', of(''));
    expect(empty).toMatchObject({ enabled: true, rules: [], characterBudget: 400_000 });
    fits('type/personaContextDefinition', empty);
    expect(await ok('POST', of('/rules/preview'), rule)).toEqual({ matchedCount: 1, sampleNames: ['orders'] });
    expect((await people.send('POST', of('/rules/preview'), { ...rule, queryFilter: '{' })).status).toBe(400);
    expect((await people.send('POST', of('/rules/preview'), { ...rule, entityType: 'nothing' })).status).toBe(400);

    const { rules } = await ok('POST', of('/rules'), rule);
    expect(rules).toMatchObject([{ ...rule, id: expect.any(String), enabled: true }]);
    const changed = await ok('PUT', of(`/rules/${rules[0].id}`), { ...rule, name: 'bought' });
    expect(changed.rules).toMatchObject([{ id: rules[0].id, name: 'bought' }]);
    expect(await ok('GET', of(''))).toEqual(changed);
    const shown = await ok('GET', `/v1/personas/${persona.id}?fields=contextDefinition`);
    expect(shown.contextDefinition).toEqual(changed);
    const none = '00000000-0000-4000-8000-000000000000';
    for (const method of ['PUT', 'DELETE'])
      expect((await people.send(method, of(`/rules/${none}`), method === 'PUT' ? rule : undefined)).status).toBe(404);
    expect((await people.send('POST', of('/rules'), { name: 'x' })).status).toBe(400);
    expect((await ok('PUT', of(''), { characterBudget: 20_000 })).characterBudget).toBe(20_000);
    expect((await people.send('PUT', of(''), { characterBudget: 1 })).status).toBe(400);
    expect((await ok('DELETE', of(`/rules/${rules[0].id}`))).rules).toEqual([]);
  });

  it('can be created and replaced with rules, which get ids that they keep', async () => {
    const create = { name: 'created', contextDefinition: { rules: [{ name: 'orders', entityType: 'table' }] } };
    const { id } = await people.make('/v1/personas', create);
    const first = await ok('GET', `/v1/personas/${id}/aiContext`);
    expect(first.rules).toMatchObject([{ name: 'orders', id: expect.stringMatching(/^[\da-f-]{36}$/) }]);
    await ok('PUT', `/v1/personas/${id}/aiContext/rules/${first.rules[0].id}`, first.rules[0]);
    const more = { rules: [...create.contextDefinition.rules, { name: 'topics', entityType: 'topic' }] };
    await ok('PUT', '/v1/personas', { ...create, contextDefinition: more });
    const { rules } = await ok('GET', `/v1/personas/${id}/aiContext`);
    expect(rules).toMatchObject([first.rules[0], { name: 'topics', id: expect.any(String) }]);
    expect((await ok('DELETE', `/v1/personas/${id}/aiContext/rules/${rules[1].id}`)).rules).toHaveLength(1);
    await ok('DELETE', `/v1/personas/${id}?hardDelete=true`);
  });

  it('write out what their rules find, for each what they may see', async () => {
    await ok('POST', of('/rules'), rule);
    await ok('POST', of('/rules'), { name: 'everything', entityType: 'table' });
    for (const [method, path] of [
      ['GET', of('/document')],
      ['POST', of('/document:refresh')],
    ] as const) {
      const document = await ok(method, path);
      expect(document).toMatchObject({ entitiesIncluded: 3, truncatedCount: 0, truncated: false, cacheState: 'FRESH' });
      expect(document.markdown).toContain('# Persona context: Data Analyst');
      expect(document.markdown).toContain('What was bought');
      expect(document.markdown).toContain('"email"');
      expect(document.markdown).toContain('salaries: Who earns what');
      expect(document.bytes).toBe(Buffer.byteLength(document.markdown));
    }
    const who = await people.person(
      [
        { operations: ['ViewAll'] },
        { effect: 'deny', operations: ['All'], resources: ['table'], condition: "matchAnyTag('Eyes.Only')" },
      ],
      { isBot: true },
    );
    expect((await who.send('GET', '/v1/personas/me/context')).status).toBe(404);
    const users = [{ id: who.id, type: 'user' }];
    await ok('PATCH', `/v1/personas/${persona.id}`, [{ op: 'add', path: '/users', value: users }]);
    const text = await who.send('GET', '/v1/personas/me/context');
    expect([text.status, text.headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(text.text).toContain('What was bought');
    expect(text.text).not.toContain('salaries');
    const context = (await who.send('GET', '/v1/personas/me/context?format=json')).body;
    fits('type/personaContext', context);
    expect(context.rules).toMatchObject([
      { ruleName: 'orders', matched: 1, renderedFull: 1 },
      { ruleName: 'everything', matched: 1, renderedCompact: 1 },
    ]);
    expect((await who.send('GET', '/v1/personas/me/context?format=xml')).status).toBe(400);
    expect((await who.send('POST', of('/rules'), rule)).status).toBe(403);
  });

  it('stop writing where the budget ends', async () => {
    const long = await people.make('/v1/personas', {
      name: 'short',
      contextDefinition: {
        characterBudget: 10_000,
        rules: [{ name: 'all', entityType: 'table', fullyRendered: true }],
      },
    });
    for (const name of ['long_one', 'long_two']) await people.table({ name, description: 'word '.repeat(1300) });
    const document = await ok('GET', `/v1/personas/${long.id}/aiContext/document`);
    expect(document).toMatchObject({ entitiesIncluded: 3, truncatedCount: 1, truncated: true });
  });
});

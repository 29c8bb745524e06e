// A field is guarded whatever way leads to it: PATCH paths, PUT, whole documents, lists, versions, events.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Body } from '../contract/fixtures/index.js';
import { defineTexts } from '../support/define-property.js';
import { forEachSeededStore } from '../support/stores.js';
import { openPeople, type People, type Person } from './support/catalog-of-people.js';

forEachSeededStore('rights on fields', (use) => {
  let people: People;
  beforeAll(async () => {
    people = await openPeople(use());
    await people.make('/v1/classifications', { name: 'Kind', description: 'Personal' });
    await people.make('/v1/tags', { name: 'Some', classification: 'Kind', description: 'Some' });
  });
  afterAll(() => people.app.close());

  /** A bot has nothing but its role, so nothing comes from the organisation. */
  const only = (...operations: string[]) => people.person([{ operations }], { isBot: true });
  const allBut = (...operations: string[]) =>
    people.person([{ operations: ['All'] }, { effect: 'deny', operations }], { isBot: false });
  const patch = (who: Person, table: Body, ...steps: object[]) => who.send('PATCH', `/v1/tables/${table.id}`, steps);
  const label = (tagFQN: string) => ({ tagFQN, source: 'Classification', labelType: 'Manual', state: 'Confirmed' });

  it('a PUT allows nothing that a PATCH denies', async () => {
    const table = await people.table();
    const put = (who: Person, more: object) =>
      who.send('PUT', '/v1/tables', {
        name: table.name,
        databaseSchema: table.databaseSchema.fullyQualifiedName,
        columns: [
          { name: 'id', dataType: 'BIGINT' },
          { name: 'email', dataType: 'STRING', description: 'Where to write to' },
        ],
        ...more,
      });
    const describer = await only('ViewAll', 'EditDescription');
    expect((await put(describer, { description: 'By PUT' })).status).toBe(403);
    const who = await allBut('EditDescription', 'EditOwners', 'EditTags', 'EditTier', 'EditDisplayName');
    const owner = { id: who.id, type: 'user' };
    expect((await put(who, { sourceUrl: 'https://example.com' })).status).toBe(200);
    expect((await put(who, { description: 'By PUT' })).status).toBe(403);
    expect((await put(who, { displayName: 'By PUT' })).status).toBe(403);
    expect((await put(who, { owners: [owner] })).status).toBe(403);
    expect((await put(who, { tags: [label('Kind.Some')] })).status).toBe(403);
    expect((await put(who, { tags: [label('Tier.Tier1')] })).status).toBe(403);
    const columns = [{ name: 'id', dataType: 'BIGINT', tags: [label('Kind.Some')] }, table.columns[1]];
    expect((await put(who, { columns })).status).toBe(403);
    const bulk = await who.send('PUT', '/v1/tables/bulk', [
      { name: table.name, databaseSchema: table.databaseSchema.fullyQualifiedName, columns, owners: [owner] },
    ]);
    expect(bulk.body.failedRequest).toMatchObject([{ status: 403 }]);
    const { body } = await people.send('GET', `/v1/tables/${table.id}?fields=owners,tags`);
    expect(body).toMatchObject({ owners: [], tags: [] });
    expect(body.description).toBeUndefined();
  });

  it('a crawler keeps texts that it may not write instead of failing', async () => {
    const table = await people.table();
    const bot = await people.person([{ operations: ['All'] }, { effect: 'deny', operations: ['EditDisplayName'] }], {
      isBot: true,
    });
    const put = await bot.send('PUT', '/v1/tables', {
      name: table.name,
      displayName: 'Crawled',
      description: 'Crawled',
      databaseSchema: table.databaseSchema.fullyQualifiedName,
      columns: [{ name: 'id', dataType: 'BIGINT', displayName: 'Crawled' }, table.columns[1]],
    });
    expect(put.status, put.text).toBe(200);
    expect(put.body.description).toBe('Crawled');
    expect(put.body.displayName).toBeUndefined();
    expect(put.body.columns[0].displayName).toBeUndefined();
  });

  it('a PATCH of the whole document needs what its parts need', async () => {
    const table = await people.table();
    const who = await allBut('EditOwners');
    const whole = (await people.send('GET', `/v1/tables/${table.id}?fields=owners,tags`)).body;
    const value = { ...whole, owners: [{ id: who.id, type: 'user' }] };
    expect((await patch(who, table, { op: 'replace', path: '', value })).status).toBe(403);
    expect((await patch(who, table, { op: 'replace', path: '', value: whole })).status).toBe(200);
    for (const path of ['/owners', '/owners/0', '/owners/-'])
      expect((await patch(who, table, { op: 'add', path, value: value.owners[0] })).status, path).toBe(403);
    expect((await patch(who, table, { op: 'copy', from: '/columns', path: '/owners' })).status).toBe(403);
    expect((await patch(who, table, { op: 'move', from: '/owners', path: '/sourceUrl' })).status).toBe(403);
  });

  it('a right on texts is no right on what only sounds like one', async () => {
    const table = await people.table();
    const who = await only('ViewAll', 'EditDescription');
    const value = 'x';
    expect((await patch(who, table, { op: 'add', path: '/columns/0/description', value })).status).toBe(200);
    for (const path of [
      '/columns/0/profile/description',
      '/columns/0/customMetrics/0/description',
      '/columns/0/dataType',
      '/columns/0',
      '/columns/0/tags/0/description',
      '/tags/0/description',
      '/dataModel/description',
      '/descriptions',
      '/Description',
      '',
      '/',
    ])
      expect((await patch(who, table, { op: 'add', path, value })).status, path).toBe(403);
  });

  it('tiers are not tags, whichever way they are written', async () => {
    const table = await people.table({ tags: [label('Kind.Some')] });
    const who = await only('ViewAll', 'EditTags');
    for (const step of [
      { op: 'add', path: '/tags/-', value: label('Tier.Tier1') },
      { op: 'replace', path: '/tags/0/tagFQN', value: 'Tier.Tier1' },
      { op: 'replace', path: '/tags', value: [label('Tier.Tier1')] },
      { op: 'add', path: '/columns/0/tags/0', value: label('Tier.Tier1') },
    ])
      expect((await patch(who, table, step)).status, JSON.stringify(step)).toBe(403);
    expect((await patch(who, table, { op: 'remove', path: '/tags/0' })).status).toBe(200);
  });

  it('tests and copies tell nothing to those who may not look', async () => {
    const table = await people.table({ description: 'Secret plans' });
    const blind = await only('EditDescription');
    const sighted = await only('ViewAll', 'EditDescription');
    const guess = (value: string) => ({ op: 'test', path: '/description', value });
    for (const steps of [
      [],
      [guess('Secret plans')],
      [guess('wrong')],
      [{ op: 'replace', path: '/description', value: 'x' }],
    ])
      expect((await patch(blind, table, ...steps)).status).toBe(403);
    expect((await patch(sighted, table, guess('Secret plans'))).status).toBe(200);
    expect((await patch(sighted, table, guess('wrong'))).status).toBe(400);
    const extended = await people.table({ extension: undefined });
    const noCustom = await people.person(
      [{ operations: ['ViewAll', 'EditAll'] }, { effect: 'deny', operations: ['ViewCustomFields'] }],
      { isBot: true },
    );
    for (const step of [
      { op: 'test', path: '/extension/a', value: 'x' },
      { op: 'copy', from: '/extension/a', path: '/description' },
      { op: 'move', from: '/extension', path: '/description' },
    ])
      expect((await patch(noCustom, extended, step)).status, JSON.stringify(step)).toBe(403);
  });

  it('sealed values cannot be named or taken along', async () => {
    const service = await people.make('/v1/services/databaseServices', {
      name: people.world.unique('sealed'),
      serviceType: 'Mysql',
      connection: {
        config: { type: 'Mysql', username: 'u', authType: { password: 'hunter2-x' }, hostPort: 'h:1' },
      },
    });
    for (const step of [
      { op: 'copy', from: '/$connection', path: '/description' },
      { op: 'copy', from: '/$connection/authType.password', path: '/description' },
      { op: 'move', from: '/$connection/authType.password', path: '/description' },
      { op: 'copy', from: '', path: '/description' },
      { op: 'replace', path: '/$connection', value: {} },
      { op: 'test', path: '/$connection/authType.password', value: 'x' },
    ])
      expect(
        (await people.send('PATCH', `/v1/services/databaseServices/${service.id}`, [step])).status,
        JSON.stringify(step),
      ).toBe(400);
  });

  it('all fields are all that one may see, in one answer and in lists', async () => {
    const table = await people.table();
    const who = await people.person(
      [
        { operations: ['ViewAll'] },
        { effect: 'deny', operations: ['ViewUsage', 'ViewSampleData', 'ViewDataProfile', 'ViewCustomFields'] },
      ],
      { isBot: true },
    );
    const of = `/v1/tables/${table.id}`;
    const name = encodeURIComponent(table.fullyQualifiedName);
    expect((await who.send('GET', of)).status).toBe(200);
    for (const path of [
      `${of}?fields=*`,
      `${of}?fields=usageSummary`,
      `${of}?fields=owners, usageSummary`,
      `${of}?fields=extension`,
      '/v1/tables?fields=*',
      '/v1/tables?fields=usageSummary',
      `${of}/sampleData`,
      `${of}/columns?fields=profile`,
      `${of}/columns?fields=extension`,
      `${of}/columns?fields=*`,
      `${of}/tableProfilerConfig`,
      `/v1/tables/${name}/tableProfile?startTs=1&endTs=2`,
      `/v1/tables/${name}/columnProfile?startTs=1&endTs=2`,
      `/v1/tables/${name}/tableProfile/latest`,
      `/v1/usage/table/${table.id}`,
    ])
      expect((await who.send('GET', path)).status, path).toBe(403);
    for (const [method, path] of [
      ['PUT', `${of}/sampleData`],
      ['DELETE', `${of}/sampleData`],
      ['PUT', `${of}/tableProfile`],
      ['PUT', `${of}/customMetric`],
      ['PUT', `${of}/joins`],
      ['PUT', `${of}/dataModel`],
      ['PUT', `/v1/usage/table/${table.id}`],
      ['POST', '/v1/usage/compute.percentile/table/2026-01-31'],
    ] as const)
      expect((await who.send(method, path, {})).status, path).toBe(403);
  });

  it('a right under a condition narrows a list to where it holds', async () => {
    const who = await people.person(
      [
        { operations: ['ViewBasic'], resources: ['table'] },
        { operations: ['ViewUsage'], resources: ['table'], condition: 'isOwner()' },
      ],
      { isBot: true },
    );
    const mine = await people.table({ owners: [{ id: who.id, type: 'user' }] });
    await people.table();
    const listed = await who.send('GET', '/v1/tables?fields=usageSummary&limit=1000');
    expect(listed.body.data.map((table: Body) => table.id)).toEqual([mine.id]);
    expect(listed.body.paging.total).toBe(1);
    expect((await who.send('GET', '/v1/tables?limit=1000')).body.data.length).toBeGreaterThan(1);
    expect((await who.send('POST', '/v1/usage/compute.percentile/table/2026-01-31')).status).toBe(403);
  });

  it('versions and events keep fields from those who may not see them', async () => {
    const table = await people.table();
    await defineTexts(async (...sent) => (await people.send(...sent)).body, 'table', ['held_by']);
    const extension = { held_by: 'mr-x' };
    const set = await people.send('PATCH', `/v1/tables/${table.id}?changeSource=Suggested`, [
      { op: 'add', path: '/extension', value: extension },
    ]);
    expect(set.status).toBe(200);
    const who = await people.person(
      [{ operations: ['ViewAll'] }, { effect: 'deny', operations: ['ViewCustomFields'] }],
      { isBot: true },
    );
    for (const path of [
      `/v1/tables/${table.id}/versions`,
      `/v1/tables/${table.id}/versions/0.2`,
      '/v1/events?limit=1000',
    ]) {
      const { status, text } = await who.send('GET', path);
      expect(status).toBe(200);
      expect(text, path).not.toContain('mr-x');
      expect(text, path).not.toMatch(/extension\W{1,4}held_by/);
      expect((await people.send('GET', path)).text, path).toContain('mr-x');
    }
  });

  it('fields of columns are those of the table, whoever asked before, whatever is written or tested', async () => {
    await defineTexts(async (...sent) => (await people.send(...sent)).body, 'tableColumn', ['of']);
    const columns = [{ name: 'id', dataType: 'BIGINT', extension: { of: 'ms-y' } }];
    const table = await people.table({ columns });
    const all = [{ operations: ['ViewAll', 'EditAll'] }];
    const open = await people.person(all, { isBot: true });
    const who = await people.person([...all, { effect: 'deny', operations: ['ViewCustomFields'] }], { isBot: true });
    const at = `/v1/tables/${table.id}`;
    for (const path of [at, '/v1/tables?limit=100']) {
      expect((await open.send('GET', path)).text, path).toContain('ms-y');
      const { status, text } = await who.send('GET', path);
      expect([status, text.includes('ms-y')], path).toEqual([200, false]);
    }
    const column = `/v1/columns/name/${encodeURIComponent(`${table.fullyQualifiedName}.id`)}?entityType=table`;
    const answers = [
      await patch(who, table, { op: 'add', path: '/description', value: 'x' }),
      await patch(who, table, { op: 'test', path: '/columns/0/name', value: 'id' }),
      await who.send('PUT', column, { description: 'Described' }),
      await who.send('PUT', '/v1/tables', {
        name: table.name,
        databaseSchema: table.databaseSchema.fullyQualifiedName,
        columns: [{ name: 'id', dataType: 'BIGINT' }],
        sourceUrl: 'https://example.com',
      }),
    ];
    for (const { status, text } of answers) expect([status, text.includes('ms-y')], text).toEqual([200, false]);
    await people.send('PATCH', at, [{ op: 'replace', path: '/columns/0/extension', value: { of: 'mr-z' } }]);
    for (const step of [
      { op: 'test', path: '/columns/0/extension/of', value: 'mr-z' },
      { op: 'test', path: '/columns/0/extension/of', value: 'wrong' },
      { op: 'copy', from: '/columns/0/extension/of', path: '/description' },
      { op: 'copy', from: '/columns', path: '/extension' },
      { op: 'copy', from: '/changeDescription/fieldsUpdated/0/newValue', path: '/description' },
    ])
      expect((await patch(who, table, step)).status, JSON.stringify(step)).toBe(403);
    expect((await people.send('GET', at)).body.columns[0].extension).toEqual({ of: 'mr-z' });
  });

  it('followers that are hidden find nothing', async () => {
    const table = await people.table();
    const follower = await only('ViewAll');
    await people.send('PUT', `/v1/tables/${table.id}/followers`, follower.id);
    const who = await people.person(
      [{ operations: ['ViewAll'] }, { effect: 'deny', operations: ['All'], resources: ['user'] }],
      { isBot: true },
    );
    for (const q of [`followers:${follower.id}`, '_exists_:followers'])
      for (const [reader, found] of [
        [people, 1],
        [who, 0],
      ] as const) {
        const { body } = await reader.send('GET', `/v1/search/query?index=table&q=${encodeURIComponent(q)}`);
        expect(body.hits.total.value, q).toBe(found);
      }
    expect((await who.send('GET', `/v1/tables/${table.id}?fields=followers`)).body.followers).toEqual([]);
  });

  it('only whom it concerns follows; others follow by who may edit', async () => {
    const table = await people.table();
    const who = await only('ViewAll');
    const other = await only('ViewAll');
    const follow = (id: string) =>
      people.app.send('PUT', `/v1/tables/${table.id}/followers`, {
        text: id,
        token: who.token,
        headers: { 'content-type': 'application/json' },
      });
    expect((await follow(who.id)).status).toBe(200);
    expect((await follow(other.id)).status).toBe(403);
    expect((await people.send('PUT', `/v1/tables/${table.id}/followers`, other.id)).status).toBe(200);
    expect((await who.send('DELETE', `/v1/tables/${table.id}/followers/${other.id}`)).status).toBe(403);
    expect((await other.send('DELETE', `/v1/tables/${table.id}/followers/${other.id}`)).status).toBe(200);
  });
});

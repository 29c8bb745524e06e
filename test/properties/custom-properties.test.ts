import { expect, it } from 'vitest';
import { forEachApp, type PropertyWorld } from './support.js';

forEachApp('custom properties', (world) => {
  it('takes values of every kind, and answers them in full', async () => {
    const { define, table, patch, ok, user } = world();
    const config: Record<string, unknown> = {
      'date-cp': 'dd MMM yyyy',
      'dateTime-cp': 'yyyy-MM-dd HH:mm:ss',
      'time-cp': 'HH:mm:ss',
      enum: { values: ['low', 'high', 'odd one'], multiSelect: true },
      entityReference: ['user', 'team'],
      entityReferenceList: ['table', 'user'],
      'table-cp': { columns: ['who', 'why'] },
    };
    const values: Record<string, unknown> = {
      'date-cp': '29 Feb 2024',
      'dateTime-cp': '2024-02-29 23:59:59',
      'time-cp': '08:30:00',
      duration: 'P1DT2H30M',
      email: 'ann@example.com',
      entityReference: { id: user.id, type: 'user' },
      entityReferenceList: [{ id: user.id, type: 'user' }],
      enum: ['high', 'odd one'],
      'hyperlink-cp': { url: 'https://example.com/x', displayText: 'The page' },
      integer: 42,
      markdown: '**bold** words',
      number: 4.25,
      sqlQuery: 'select 1',
      string: 'plain words',
      'table-cp': { columns: ['who', 'why'], rows: [{ who: 'ann', why: 'because' }, { who: 'bob' }] },
      timeInterval: { start: 1000, end: 2000 },
      timestamp: 1700000000000,
    };
    const types = await ok('GET', '/v1/metadata/types?category=field&limit=100');
    const kinds = types.data.map(({ name }: PropertyWorld) => name);
    expect(kinds).toEqual(expect.arrayContaining(Object.keys(values)));
    for (const kind of Object.keys(values)) await define('table', `all_${kind}`, kind, config[kind]);
    const extension = Object.fromEntries(Object.entries(values).map(([kind, value]) => [`all_${kind}`, value]));
    const made = await table({ extension });
    const seen = await ok('GET', `/v1/tables/${made.id}?fields=extension`);
    expect(seen.extension).toMatchObject(extension);
    expect(seen.extension.all_entityReference).toMatchObject({
      name: user.name,
      fullyQualifiedName: user.fullyQualifiedName,
      href: expect.stringContaining(`/api/v1/users/${user.id}`),
    });
    expect((await ok('GET', `/v1/tables/${made.id}`)).extension).toBeUndefined();
    const changed = await patch(`/v1/tables/${made.id}`, [
      { op: 'replace', path: '/extension/all_integer', value: 43 },
    ]);
    expect(changed.version).toBe(0.2);
    expect(changed.changeDescription.fieldsUpdated).toEqual([
      { name: 'extension.all_integer', oldValue: 42, newValue: 43 },
    ]);
    const versions = await ok('GET', `/v1/tables/${made.id}/versions`);
    expect(JSON.parse(versions.versions[1]).extension.all_integer).toBe(42);
  });

  it('lets the ingestion bot define and give what a source says, but no types', async () => {
    const { app, typeOf, tableBody } = world();
    const token = await app.tokenFor('ingestion-bot');
    const [table, string] = [await typeOf('table'), await typeOf('string')];
    const body = { name: 'from_source', description: 'd', propertyType: { id: string.id, type: 'type' } };
    const defined = await app.request('PUT', `/v1/metadata/types/${table.id}`, { body, token });
    expect(defined.status, defined.text).toBe(200);
    const given = { ...tableBody(), extension: { from_source: 'Glue' } };
    expect((await app.request('PUT', '/v1/tables', { body: given, token })).status).toBe(201);
    const made = { name: 'ours', category: 'entity', description: 'd', schema: '{}' };
    expect((await app.request('POST', '/v1/metadata/types', { body: made, token })).status).toBe(403);
    expect((await app.request('DELETE', `/v1/metadata/types/${table.id}`, { token })).status).toBe(403);
  });

  it('keeps the values of an enumeration in one order, as they are a set', async () => {
    const { define, table, patch } = world();
    await define('table', 'colors', 'enum', { values: ['red', 'green', 'blue'], multiSelect: true });
    const made = await table({ extension: { colors: ['red', 'green'] } });
    expect(made.extension.colors).toEqual(['green', 'red']);
    const steps = (value: string[]) => [{ op: 'replace', path: '/extension/colors', value }];
    expect(await patch(`/v1/tables/${made.id}`, steps(['red', 'green']))).toMatchObject({ version: 0.1 });
    const more = await patch(`/v1/tables/${made.id}`, steps(['red', 'green', 'blue']));
    expect([more.version, more.extension.colors]).toEqual([0.2, ['blue', 'green', 'red']]);
  });

  it('refuses wrong values with the property and the rule', async () => {
    const { define, table, send, user } = world();
    await define('table', 'size', 'integer');
    await define('table', 'level', 'enum', { values: ['low', 'high'] });
    await define('table', 'day', 'date-cp', 'yyyy-MM-dd');
    await define('table', 'link', 'hyperlink-cp');
    await define('table', 'span', 'timeInterval');
    await define('table', 'lasts', 'duration');
    await define('table', 'mail', 'email');
    await define('table', 'grid', 'table-cp', { columns: ['a'] });
    await define('table', 'steward', 'entityReference', ['team']);
    const made = await table({});
    const refused = async (extension: unknown, message: string, status = 400) => {
      const body = [{ op: 'add', path: '/extension', value: extension }];
      const answer = await send('PATCH', `/v1/tables/${made.id}`, body);
      expect([answer.status, answer.json.message]).toEqual([status, expect.stringContaining(message)]);
    };
    await refused({ nosuch: 1 }, 'extension.nosuch is not a custom property of table');
    await refused({ size: 'x' }, 'extension.size must be an integer');
    await refused({ size: 1.5 }, 'extension.size must be an integer');
    await refused({ level: ['low', 'high'] }, 'extension.level must have only one value');
    await refused({ level: ['mid'] }, 'extension.level "mid" is not one of its values');
    await refused({ level: 'low' }, 'extension.level must be a list');
    await refused({ day: '2023-02-29' }, 'extension.day must have the format yyyy-MM-dd');
    await refused({ link: { url: 'javascript:alert(1)' } }, 'extension.link url must be an http');
    await refused({ span: { start: 2, end: 1 } }, 'extension.span start must not be after end');
    await refused({ lasts: 'two days' }, 'extension.lasts must be a duration');
    await refused({ mail: 'ann' }, 'extension.mail must be an email');
    await refused({ grid: { columns: ['a', 'b'], rows: [] } }, 'extension.grid columns must be among a');
    await refused({ grid: { columns: ['a'], rows: [{ b: '1' }] } }, 'extension.grid rows may only have');
    await refused({ steward: { id: user.id, type: 'user' } }, 'extension.steward: type user is not one of team');
    await refused({ steward: { id: '00000000-0000-4000-8000-000000000000', type: 'team' } }, 'not found', 404);
    await refused('text', 'extension must be an object');
    const bulk = await send('PUT', '/v1/tables/bulk', [{ ...world().tableBody(), extension: { size: 'x' } }]);
    expect(JSON.stringify(bulk.json)).toContain('extension.size must be an integer');
    const put = await send('PUT', '/v1/tables', { ...world().tableBody(), extension: { size: [], level: 5 } });
    expect([put.status, put.json.message]).toEqual([400, 'extension.level must be a list of strings']);
  });

  it('checks properties, and changes what can be changed', async () => {
    const { define, send, typeOf, ok, patch } = world();
    const table = await typeOf('table');
    const put = (property: object) => send('PUT', `/v1/metadata/types/${table.id}`, { description: 'd', ...property });
    const kind = async (name: string) => ({ id: (await typeOf(name)).id, type: 'type' });
    const refused = async (property: object, message: string) => {
      const answer = await put(property);
      expect([answer.status, answer.json.message]).toEqual([400, expect.stringContaining(message)]);
    };
    await refused({ name: '_x', propertyType: await kind('string') }, 'name');
    await refused({ name: 'x', propertyType: await kind('table') }, 'customProperties.x: propertyType is not');
    await refused({ name: 'x', propertyType: await kind('enum') }, 'customProperties.x: customPropertyConfig.config');
    const enumOf = (config: unknown) => ({ customPropertyConfig: { config } });
    await refused(
      { name: 'x', propertyType: await kind('enum'), ...enumOf({ values: ['a', 'a'] }) },
      'must not repeat',
    );
    await refused({ name: 'x', propertyType: await kind('date-cp'), ...enumOf('HH:mm') }, 'is not a format of dates');
    await refused({ name: 'x', propertyType: await kind('entityReference'), ...enumOf(['nosuch']) }, 'nosuch');
    await refused({ name: 'x', propertyType: await kind('string'), ...enumOf('text') }, 'must be absent');
    const policy = await typeOf('policy');
    const onPolicy = await send('PUT', `/v1/metadata/types/${policy.id}`, {
      ...{ name: 'x', description: 'd', propertyType: await kind('string') },
    });
    expect([onPolicy.status, onPolicy.json.message]).toEqual([400, expect.stringContaining('no custom properties')]);
    const first = await define('table', 'rank', 'enum', { values: ['a', 'b'] });
    expect(first.changeDescription.fieldsAdded[0]).toMatchObject({ name: 'customProperties' });
    await refused({ name: 'rank', propertyType: await kind('string') }, 'propertyType cannot be changed');
    await refused(
      { name: 'rank', propertyType: await kind('enum'), ...enumOf({ values: ['a'] }) },
      '"b" cannot be removed',
    );
    const more = await define('table', 'rank', 'enum', { values: ['a', 'b', 'c'] }, { displayName: 'The Rank' });
    const rank = more.customProperties.find(({ name }: PropertyWorld) => name === 'rank');
    expect(rank).toMatchObject({
      displayName: 'The Rank',
      customPropertyConfig: { config: { values: ['a', 'b', 'c'] } },
    });
    expect(rank.propertyType).toMatchObject({ type: 'type', name: 'enum' });
    const at = more.customProperties.indexOf(rank);
    const path = `/v1/metadata/types/${table.id}`;
    const described = await patch(path, [{ op: 'replace', path: `/customProperties/${at}/description`, value: 'new' }]);
    expect(described.changeDescription.fieldsUpdated).toContainEqual(
      expect.objectContaining({ name: 'customProperties.rank.description', newValue: 'new' }),
    );
    expect(await ok('GET', '/v1/metadata/types/name/table/customProperties')).toEqual(described.customProperties);
    const byType = await ok('GET', '/v1/metadata/types/customProperties');
    expect(byType.table).toMatchObject(described.customProperties);
    expect(byType.table.find(({ name }: PropertyWorld) => name === 'rank').type).toBe('enum');
    const config = { config: { values: ['a', 'b', 'c'] } };
    const fields = await ok('GET', '/v1/metadata/types/fields/table');
    expect(fields).toContainEqual({
      ...{ name: 'rank', displayName: 'The Rank', type: 'enum', customPropertyConfig: config },
    });
    expect((await send('DELETE', path)).status).toBe(400);
    const events = await ok('GET', '/v1/events?entityUpdated=type&timestamp=0');
    expect(events.data.some(({ entityId }: PropertyWorld) => entityId === table.id)).toBe(true);
  });

  it('of types that clients add are kept, though the catalog has none of their entities', async () => {
    const { ok, send, typeOf, define } = world();
    const body = (category: string) => ({
      name: `own_${category}`,
      category,
      description: 'd',
      nameSpace: 'data',
      schema: '{}',
    });
    await ok('POST', '/v1/metadata/types', body('entity'));
    const added = await define('own_entity', 'rank', 'integer');
    expect(added.customProperties).toMatchObject([{ name: 'rank', propertyType: { name: 'integer' } }]);
    await define('own_entity', 'peers', 'entityReferenceList', ['user']);
    const byType = await ok('GET', '/v1/metadata/types/customProperties');
    expect(byType.own_entity).toMatchObject([
      { name: 'rank', type: 'integer' },
      { name: 'peers', type: 'array<entityReference>', propertyType: { name: 'entityReferenceList' } },
    ]);
    const gone = await send('PATCH', `/v1/metadata/types/${added.id}`, [
      { op: 'replace', path: '/customProperties', value: [] },
    ]);
    expect([gone.status, gone.json.version > added.version]).toEqual([200, true]);
    expect((await typeOf('own_entity')).customProperties ?? []).toEqual([]);
    const field = await ok('POST', '/v1/metadata/types', body('field'));
    const propertyType = { id: (await typeOf('string')).id, type: 'type' };
    const refused = await send('PUT', `/v1/metadata/types/${field.id}`, { name: 'x', description: 'd', propertyType });
    expect([refused.status, refused.json.message]).toEqual([400, expect.stringContaining('no custom properties')]);
  });

  it('and fields of types are listed with what is inside of them', async () => {
    const { ok, send, define } = world();
    await define('tableColumn', 'note', 'string');
    const fields = await ok('GET', '/v1/metadata/types/fields/table');
    const typeOf = (name: string) => fields.find((field: PropertyWorld) => field.name === name)?.type;
    const names = [
      'name',
      'columns',
      'columns.name',
      'columns.children',
      'columns.children.name',
      'owners',
      'owners.name',
    ];
    expect([...names, 'database', 'tags', 'tags.tagFQN', 'description', 'deleted'].map(typeOf)).toEqual([
      ...['entityName', 'array<column>', 'columnName', 'array<column>', undefined, 'array<entityReference>', 'string'],
      ...['entityReference', 'array<tagLabel>', 'string', 'markdown', 'boolean'],
    ]);
    expect(new Set(fields.map(({ name }: PropertyWorld) => name)).size).toBe(fields.length);
    const column = await ok('GET', '/v1/metadata/types/fields/tableColumn');
    expect(column).toContainEqual({ name: 'note', type: 'string' });
    expect(column).toContainEqual({ name: 'dataType', displayName: 'dataType', type: 'dataType' });
    expect(await ok('GET', '/v1/metadata/types/customProperties')).toMatchObject({
      tableColumn: [{ name: 'note', type: 'string' }],
      dashboardDataModelColumn: [],
    });
    expect((await send('GET', '/v1/metadata/types/fields/none')).status).toBe(404);
  });

  it('lists types as entities with their schemas', async () => {
    const { ok, typeOf, send } = world();
    const list = await ok('GET', '/v1/metadata/types?category=entity&limit=2');
    const next = await ok('GET', `/v1/metadata/types?category=entity&limit=2&after=${list.paging.after}`);
    expect(next.data[0].name).not.toBe(list.data[0].name);
    const one = await ok('GET', '/v1/metadata/types/name/database?fields=customProperties');
    expect(one.category).toBe('entity');
    expect(JSON.parse(one.schema).properties).toHaveProperty('service');
    expect((await typeOf('JdbcConnection')).category).toBe('field');
    expect((await send('GET', '/v1/metadata/types/name/none')).status).toBe(404);
  });

  it('removes the values of a removed property, in a job where there are many', async () => {
    const { define, patch, ok, app, until } = world();
    await define('table', 'gone', 'string');
    await define('table', 'kept', 'string');
    const extension = { gone: 'mayfly', kept: 'stone' };
    const bodies: PropertyWorld[] = Array.from({ length: 130 }, () => ({ ...world().tableBody(), extension }));
    await ok('PUT', '/v1/tables/bulk', bodies);
    const names = bodies.map(({ name }) => `wh.db.sc.${name}`);
    const type = await ok('GET', '/v1/metadata/types/name/table?fields=customProperties');
    const at = type.customProperties.findIndex(({ name }: PropertyWorld) => name === 'gone');
    await patch(`/v1/metadata/types/${type.id}`, [{ op: 'remove', path: `/customProperties/${at}` }]);
    const shown = async (name = '') => (await ok('GET', `/v1/tables/name/${name}?fields=extension`)).extension;
    await until(async () => {
      const all = await Promise.all(names.map((name) => shown(name)));
      return all.every((one) => one.gone === undefined);
    });
    for (const name of names) expect(await shown(name)).toEqual({ kept: 'stone' });
    const query = encodeURIComponent('extension.gone:mayfly');
    expect((await ok('GET', `/v1/search/query?q=${query}&index=table`)).hits.total.value).toBe(0);
    await until(async () => (await define('table', 'gone', 'integer').catch(() => null)) !== null);
    expect(await shown(names[129])).toEqual({ kept: 'stone' });
    expect(app.logged).toEqual([]);
  }, 60_000);

  it('follows renames and deletes of what a value refers to, and hides it from who may not see it', async () => {
    const { define, table, ok, app, send, addUser, addDomain } = world();
    await define('table', 'area', 'entityReference', ['domain']);
    await define('table', 'areas', 'entityReferenceList', ['domain']);
    const [domain, other] = [await addDomain(), await addDomain()];
    const refer = ({ id }: PropertyWorld) => ({ id, type: 'domain' });
    const made = await table({ extension: { area: refer(domain), areas: [refer(domain), refer(other)] } });
    const read = async (token?: string) =>
      (await app.request('GET', `/v1/tables/${made.id}?fields=extension`, token ? { token } : {})).json;
    const renamed = `${domain.name}x`;
    await send('PATCH', `/v1/domains/${domain.id}`, [{ op: 'replace', path: '/name', value: renamed }]);
    expect((await read()).extension.area).toMatchObject({ name: renamed, fullyQualifiedName: renamed });
    const query = (field: string, value: string) =>
      ok('GET', `/v1/search/query?q=${encodeURIComponent(`extension.${field}:${value}`)}&index=table`);
    expect((await query('area.name', renamed)).hits.total.value).toBe(1);
    expect((await query('area', domain.id)).hits.total.value).toBe(1);
    const reader = await addUser({ denied: { resource: 'domain', operations: ['ViewBasic', 'ViewAll'] } });
    expect((await read(reader.token)).extension).toEqual({ areas: [] });
    const history = await app.request('GET', `/v1/tables/${made.id}/versions`, { token: reader.token });
    expect(history.text).not.toContain(other.id);
    await ok('DELETE', `/v1/domains/${domain.id}?hardDelete=true`);
    expect((await read()).extension).toEqual({ areas: [expect.objectContaining({ id: other.id })] });
  });

  it('finds entities by words, values, ranges and presence', async () => {
    const { define, table, ok } = world();
    await define('table', 'note', 'markdown');
    await define('table', 'lines', 'number');
    await define('table', 'due', 'date-cp', 'dd/MM/yyyy');
    await define('table', 'two words', 'string');
    await define('table', 'state', 'enum', { values: ['Draft', 'Final'], multiSelect: true });
    await define('table', 'slot', 'timeInterval');
    const a = await table({
      extension: { note: 'An Important note', lines: 5.5, due: '01/03/2024', state: ['Draft'] },
    });
    const b = await table({ extension: { note: 'trivial', lines: 50, due: '15/06/2024', state: ['Draft', 'Final'] } });
    const c = await table({ extension: { 'two words': 'here', slot: { start: 10, end: 20 } } });
    const own = new Set([a.id, b.id, c.id]);
    const idsOf = (answer: PropertyWorld) =>
      answer.hits.hits
        .map(({ _id }: PropertyWorld) => _id)
        .filter((id: string) => own.has(id))
        .sort();
    const q = async (text: string) =>
      idsOf(await ok('GET', `/v1/search/query?q=${encodeURIComponent(text)}&index=table`));
    const dsl = async (query: object) => {
      const filter = encodeURIComponent(JSON.stringify({ query }));
      return idsOf(await ok('GET', `/v1/search/query?q=*&index=table&query_filter=${filter}`));
    };
    const of = (...tables: PropertyWorld[]) => tables.map(({ id }) => id).sort();
    expect(await q('extension.note:important')).toEqual(of(a));
    expect(await q('extension.note:trivial*')).toEqual(of(b));
    expect(await q('extension.state:draft')).toEqual(of(a, b));
    expect(await q('extension.state:draft AND NOT extension.state:final')).toEqual(of(a));
    expect(await q('extension.lines:[5 TO 10]')).toEqual(of(a));
    expect(await q('extension.due:[2024-06-01 TO *]')).toEqual(of(b));
    expect(await q('extension.two\\ words:here')).toEqual(of(c));
    expect(await dsl({ term: { 'extension.state.keyword': 'Final' } })).toEqual(of(b));
    expect(await dsl({ range: { 'extension.lines': { gt: 5.5 } } })).toEqual(of(b));
    expect(await dsl({ range: { 'extension.lines': { gte: 5.5, lt: 50 } } })).toEqual(of(a));
    expect(await dsl({ range: { 'extension.slot.start': { lte: 10 } } })).toEqual(of(c));
    expect(await dsl({ exists: { field: 'extension.due' } })).toEqual(of(a, b));
    const found = await ok('GET', '/v1/search/fieldQuery?fieldName=extension.lines&fieldValue=50&index=table');
    expect(idsOf(found)).toEqual(of(b));
    const body = [{ op: 'replace', path: '/extension/lines', value: 7 }];
    await world().patch(`/v1/tables/${b.id}`, body);
    expect(await dsl({ range: { 'extension.lines': { lte: 10 } } })).toEqual(of(a, b));
  });

  it('takes values only from who may edit them, and shows and finds them for who may see them', async () => {
    const { define, table, app, addUser } = world();
    await define('table', 'secret', 'string');
    const made = await table({ extension: { secret: 'whispered' } });
    const editor = await addUser({ denied: { resource: 'table', operations: ['EditCustomFields'] } });
    const path = `/v1/tables/${made.id}`;
    const body = [{ op: 'add', path: '/extension/secret', value: 'shouted' }];
    expect((await app.request('PATCH', path, { body, token: editor.token })).status).toBe(403);
    const reader = await addUser({ denied: { resource: 'table', operations: ['ViewCustomFields'] } });
    expect((await app.request('GET', `${path}?fields=extension`, { token: reader.token })).status).toBe(403);
    const query = `/v1/search/query?q=${encodeURIComponent('extension.secret:whispered')}&index=table`;
    expect((await app.request('GET', query, { token: reader.token })).json.hits?.total?.value ?? 0).toBe(0);
    expect((await app.request('GET', query)).json.hits.total.value).toBe(1);
  });

  it('loses no property when several are added while entities are written with them', async () => {
    const { define, table, ok } = world();
    const names = Array.from({ length: 8 }, (_, i) => `both_${i}`);
    await Promise.all(
      names.map(async (name) => {
        await define('table', name, 'string');
        await table({ extension: { [name]: 'x' } });
      }),
    );
    const type = await ok('GET', '/v1/metadata/types/name/table?fields=customProperties');
    const known = type.customProperties.map((property: PropertyWorld) => property.name);
    expect(known).toEqual(expect.arrayContaining(names));
  });
});

// Patterns of whole values, such as the conditions "contains" and "starts with": all that match, and only these.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPeople, type People } from '../access/support/catalog-of-people.js';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';

const LONG = `long_${'a'.repeat(90)}_end`;
const SHOWN: Readonly<Record<string, string>> = { plain: 'Orders of today' };
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  fct_orders: ['order_id', 'Total "net"', 'bought\\at'],
  orders_by_day: ['day', 'order_count', 'ÄRZTE'],
  plain: ['id_of_order'],
};
const NAMES = [
  ...['fct_orders', 'orders_by_day', 'customerOrders', 'a b', 'a-b', '100%', 'ÄRZTE_Liste', '東京_売上', 'plain', LONG],
  // More words that contain an "x" than a search looks at one by one.
  ...Array.from({ length: 140 }, (_, i) => `x${i.toString(36)}q`),
];

forEachSeededStore('patterns', (use) => {
  let people: People;
  let persona: Body;

  async function found(query: object): Promise<string[]> {
    const asked = new URLSearchParams({ q: '*', index: 'table', size: '200', query_filter: JSON.stringify({ query }) });
    const { status, body, text } = await people.send('GET', `/v1/search/query?${asked}`);
    expect(status, text).toBe(200);
    const names: string[] = body.hits.hits.map(({ _source }: { _source: { name: string } }) => _source.name);
    expect(body.hits.total.value).toBe(names.length);
    return names.sort();
  }

  beforeAll(async () => {
    people = await openPeople(use());
    persona = await people.make('/v1/personas', { name: 'tries' });
    const owner = await people.make('/v1/users', { name: 'owner7', email: 'o7@x.org', displayName: 'Lena Novak' });
    for (const name of NAMES) {
      const columns = (COLUMNS[name] ?? ['any']).map((one) => ({ name: one, dataType: 'STRING' }));
      const more = SHOWN[name] ? { displayName: SHOWN[name], owners: [{ id: owner.id, type: 'user' }] } : {};
      await people.table({ name, columns, tableType: 'Regular', ...more });
    }
  });
  afterAll(() => people.app.close());

  it.each([
    '*fct_orders*',
    '*ct_ord*',
    'f*s',
    '*_orders',
    'orders*',
    'customero*',
    '*rord*',
    '*x*',
    '?-b',
    'a?b',
    '*0\\%',
    'ÄRZ*',
    '*zte_L*',
    '*京_*',
    '*_end',
    '*aaa_e?d',
    '*-*',
    '*nothing*',
  ])('finds all names that match %s', async (pattern) => {
    const expression = pattern.replaceAll('\\%', '%').replaceAll('*', '.*').replaceAll('?', '.');
    const matching = new RegExp(`^${expression}$`, 'iu');
    const wanted = NAMES.filter((name) => matching.test(name)).sort();
    expect(await found({ wildcard: { 'name.keyword': pattern } })).toEqual(wanted);
    expect(await found({ wildcard: { 'name.keyword': { value: pattern } } })).toEqual(wanted);
    const others = NAMES.filter((name) => !matching.test(name)).sort();
    expect(await found({ bool: { must_not: [{ wildcard: { 'name.keyword': pattern } }] } })).toEqual(others);
  });

  it('finds beginnings of whole names, not of their words', async () => {
    expect(await found({ prefix: { 'name.keyword': 'orders' } })).toEqual(['orders_by_day']);
    expect(await found({ prefix: { 'name.keyword': 'fct_' } })).toEqual(['fct_orders']);
    expect(await found({ prefix: { 'name.keyword': '100%' } })).toEqual(['100%']);
    expect(await found({ prefix: { 'name.keyword': LONG.slice(0, 92) } })).toEqual([LONG]);
  });

  it.each([
    ['*order_*', ['fct_orders', 'orders_by_day']],
    ['order_*', ['fct_orders', 'orders_by_day']],
    ['*_order', ['plain']],
    ['id?of*r', ['plain']],
    ['*"NET"', ['fct_orders']],
    ['bought\\\\*', ['fct_orders']],
    ['ÄRZ*', ['orders_by_day']],
    ['day*count', []],
    ['*[*', []],
  ])('finds all with a part whose name matches %s', async (pattern, wanted) => {
    expect(await found({ wildcard: { 'columns.name.keyword': pattern } })).toEqual(wanted);
  });

  it('finds nothing by patterns that are longer than any name, and refuses none', async () => {
    const fields = ['name', 'displayName', 'columns.name', 'owners.displayName', 'updatedBy', 'fullyQualifiedName'];
    for (const field of fields.map((name) => `${name}.keyword`))
      for (const text of ['(', '[^"', '\\\\', 'ä', '\ud83d', '\u0000', '"', '%_'])
        for (const length of [1, 500, 4000, 40_000]) {
          const pattern = `*${text.repeat(Math.ceil(length / text.length))}q*`;
          const body = {
            name: 'x',
            entityType: 'table',
            queryFilter: JSON.stringify({ wildcard: { [field]: pattern } }),
          };
          const answer = await people.send('POST', `/v1/personas/${persona.id}/aiContext/rules/preview`, body);
          expect(answer.status, `${field} ${text} ${length} ${answer.text}`).toBe(200);
          expect(answer.body.matchedCount, `${field} ${text} ${length}`).toBe(0);
        }
  });

  it('finds the display names of what is referred to', async () => {
    expect(await found({ wildcard: { 'owners.displayName.keyword': '*na Nov*' } })).toEqual(['plain']);
    expect(await found({ prefix: { 'owners.displayName.keyword': 'lena n' } })).toEqual(['plain']);
    expect(await found({ prefix: { 'owners.name': 'owner' } })).toEqual(['plain']);
  });

  it('finds values that hits are counted by, types and who changed something', async () => {
    const all = [...NAMES].sort();
    for (const [field, whole] of [
      ['tableType', 'Regular'],
      ['entityType', 'table'],
      ['updatedBy', 'admin'],
    ] as const) {
      const inside = whole.slice(1, -1);
      expect(await found({ wildcard: { [field]: `*${inside.toUpperCase()}*` } }), field).toEqual(all);
      expect(await found({ prefix: { [field]: whole.slice(0, 3) } }), field).toEqual(all);
      expect(await found({ term: { [field]: whole } }), field).toEqual(all);
      expect(await found({ exists: { field } }), field).toEqual(all);
      expect(await found({ term: { [field]: inside } }), field).toEqual([]);
      expect(await found({ wildcard: { [field]: `${inside}*` } }), field).toEqual([]);
    }
  });

  it('finds the names that people see', async () => {
    expect(await found({ term: { 'displayName.keyword': 'orders of TODAY' } })).toEqual(['plain']);
    expect(await found({ term: { 'displayName.keyword': 'plain' } })).toEqual([]);
    expect(await found({ term: { 'displayName.keyword': 'fct_orders' } })).toEqual(['fct_orders']);
    expect(await found({ wildcard: { 'displayName.keyword': '*OF today' } })).toEqual(['plain']);
    expect(await found({ prefix: { 'displayName.keyword': 'orders' } })).toEqual(['orders_by_day', 'plain']);
  });

  it('finds names that match one of many patterns', async () => {
    const should = Array.from({ length: 20 }, (_, i) => ({ wildcard: { 'name.keyword': `*q${i}*` } }));
    expect(await found({ bool: { should: [...should.slice(1), { wildcard: { 'name.keyword': '*by*' } }] } })).toEqual([
      'orders_by_day',
    ]);
  });

  it.each([
    ['*fct_orders*', ['fct_orders']],
    ['*ct_ord*', ['fct_orders']],
    ['fct_o*', ['fct_orders']],
    ['*ct_orders', ['fct_orders']],
    ['*tomerOrd*', ['customerOrders']],
    ['*rders_by_da*', ['orders_by_day']],
    ['*der_cou*', ['orders_by_day']],
    ['*f_ord*', ['plain']],
    ['*zte_li*', ['ÄRZTE_Liste']],
    ['*a-b*', ['a b', 'a-b']],
    ['*orders_fct*', []],
    ['*by_orders*', []],
  ])('finds what has %s in a name or in that of a column, without a field', async (pattern, wanted) => {
    const asked = new URLSearchParams({ q: pattern, index: 'table', size: '200' });
    const { status, body, text } = await people.send('GET', `/v1/search/query?${asked}`);
    expect(status, text).toBe(200);
    const names: string[] = body.hits.hits.map(({ _source }: { _source: { name: string } }) => _source.name);
    expect(names.sort()).toEqual([...wanted].sort());
  });

  it('finds what has a field that is returned on request only', async () => {
    const isView = { term: { tableType: 'View' } };
    const view = { tableType: 'View', schemaDefinition: 'create view v as select 1' };
    const columns = [{ name: 'one', dataType: 'INT' }];
    await people.table({ name: 'defined', columns, ...view });
    await people.table({ name: 'undefined', columns, tableType: 'View' });
    for (const defined of [{ exists: { field: 'schemaDefinition' } }, { wildcard: { schemaDefinition: '*' } }]) {
      expect(await found(defined)).toEqual(['defined']);
      expect(await found({ bool: { must: [isView], must_not: [defined] } })).toEqual(['undefined']);
    }
    const asked = new URLSearchParams({ q: '*', index: 'table', include_source_fields: 'schemaDefinition' });
    asked.set('query_filter', JSON.stringify({ query: { exists: { field: 'schemaDefinition' } } }));
    const { hits } = (await people.send('GET', `/v1/search/query?${asked}`)).body.hits;
    expect(hits).toMatchObject([{ _source: { schemaDefinition: view.schemaDefinition } }]);
  });
});

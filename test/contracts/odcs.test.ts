import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createContract } from '../../contract/index.js';
import { readYaml, writeYaml, YamlError } from '../../src/odcs/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { forEachSeededStore } from '../support/stores.js';
import { addSchema, CONTRACTS, columns, createCalls } from './support.js';

const { odcsProblems } = createContract({ schemasDir: join(import.meta.dirname, '../../contract/schemas') });
const YAML = { 'content-type': 'application/yaml' };

const document = {
  apiVersion: 'v3.1.0',
  kind: 'DataContract',
  id: '53581432-6c55-4ba2-a65f-72344a91553a',
  name: 'orders',
  version: '1.10',
  status: 'active',
  tenant: 'ClimateQuantumInc',
  domain: 'seller',
  dataProduct: 'my quantum',
  tags: ['transactions'],
  description: {
    purpose: 'Views built on top of the seller tables.',
    limitations: 'None',
    customProperties: [{ property: 'depth', value: { a: [1, null, 'x'] } }],
  },
  authoritativeDefinitions: [{ url: 'https://example.com/definition', type: 'canonical' }],
  servers: [
    {
      server: 'prod',
      type: 'postgres',
      host: 'localhost',
      port: 5432,
      database: 'shop',
      schema: 'public',
      environment: 'prod',
    },
  ],
  schema: [
    {
      name: 'orders',
      physicalName: 'ORDERS_TABLE',
      physicalType: 'table',
      businessName: 'Orders',
      dataGranularityDescription: 'One row per order',
      tags: ['finance'],
      properties: [
        {
          name: 'identifier',
          physicalName: 'id',
          logicalType: 'integer',
          physicalType: 'bigint',
          primaryKey: true,
          primaryKeyPosition: 1,
          criticalDataElement: true,
          examples: [1, 2],
          transformSourceObjects: ['raw.orders'],
          quality: [
            { metric: 'duplicateValues', mustBe: 0, severity: 'error', schedule: '0 20 * * *', scheduler: 'cron' },
          ],
        },
        {
          name: 'email',
          logicalType: 'string',
          physicalType: 'varchar(80)',
          logicalTypeOptions: { maxLength: 80, format: 'email' },
          classification: 'restricted',
          encryptedName: 'email_encrypt',
          quality: [
            { type: 'library', metric: 'nullValues', mustBeLessThan: 1, unit: 'percent', dimension: 'completeness' },
            { type: 'custom', engine: 'soda', implementation: { checks: ['a', { b: 1 }] } },
          ],
          relationships: [{ to: 'users.email' }],
        },
        {
          name: 'address',
          logicalType: 'object',
          physicalType: 'STRUCT',
          properties: [{ name: 'city', logicalType: 'string', description: 'Town' }],
        },
      ],
      quality: [
        { type: 'text', description: 'Looks right' },
        { type: 'sql', query: 'select count(*) from ${object} where amount < 0', mustBe: 0 },
        { metric: 'rowCount', mustBeBetween: [1, 1000], name: 'some' },
      ],
    },
    { name: 'refunds', properties: [{ name: 'id', logicalType: 'integer' }] },
  ],
  price: { priceAmount: 9.95, priceCurrency: 'USD', priceUnit: 'megabyte' },
  team: {
    name: 'sellers',
    members: [
      { username: 'admin', role: 'Owner', dateIn: '2024-08-02' },
      {
        username: 'nobody-here',
        role: 'owner',
        dateIn: '2024-08-02',
        dateOut: '2025-01-01',
        replacedByUsername: 'admin',
      },
    ],
  },
  roles: [{ role: 'reader', access: 'read', firstLevelApprovers: 'ann, bob', secondLevelApprovers: 'cid' }],
  support: [{ channel: 'help', url: 'https://example.com/help', tool: 'slack' }],
  slaDefaultElement: 'orders.created_at',
  slaProperties: [
    { property: 'latency', value: 4, unit: 'h', element: 'orders.created_at' },
    { property: 'generalAvailability', value: '2022-05-12T09:30:10-08:00' },
    { property: 'retention', value: 3, unit: 'y', driver: 'regulatory', valueExt: 5 },
    { property: 'frequency', value: 1, unit: 'd' },
    { property: 'timeOfAvailability', value: '09:00-08:00', driver: 'analytics' },
  ],
  customProperties: [
    { property: 'refRulesetName', value: 'gcsc.ruleset.name' },
    { property: 'list', value: ['a'] },
  ],
  contractCreatedTs: '2022-11-15T02:59:43+00:00',
};

forEachSeededStore('documents of the Open Data Contract Standard', (use, kind) => {
  let app: TestApp;
  let schema: string;
  let count = 0;
  const { ok, refused } = createCalls(() => app);
  const addTable = (name = `t${++count}`) => ok('POST', '/v1/tables', { name, databaseSchema: schema, columns });
  const onTable = ({ id }: { id: string }, more: object = {}) => ({ entityId: id, entityType: 'table', ...more });
  const importYaml = (table: { id: string }, value: unknown, method = 'POST', more: object = {}) =>
    ok(method, `${CONTRACTS}/odcs/yaml`, undefined, {
      raw: writeYaml(value),
      headers: YAML,
      query: onTable(table, more),
    });
  const exported = (contract: { id: string }) => ok('GET', `${CONTRACTS}/${contract.id}/odcs`);
  const patch = (contract: { id: string }, body: object[]) => ok('PATCH', `${CONTRACTS}/${contract.id}`, body);

  beforeAll(async () => {
    app = await createTestApp({ store: use() });
    schema = await addSchema(ok, `odcs-${kind}`);
  });
  afterAll(() => app.close());

  it('come back as they were imported', async () => {
    expect(odcsProblems(document)).toEqual([]);
    const contract = await importYaml(await addTable('ORDERS_TABLE'), document);
    expect(contract).toMatchObject({
      name: 'orders',
      entityStatus: 'Approved',
      description: 'Views built on top of the seller tables.\n\n**Limitations:**\nNone',
      owners: [{ name: 'admin' }],
      schema: [
        { name: 'id', dataType: 'BIGINT', constraint: 'PRIMARY_KEY' },
        { name: 'email', dataType: 'VARCHAR', dataLength: 80 },
        { name: 'address', dataType: 'STRUCT', children: [{ name: 'city' }] },
      ],
      sla: {
        maxLatency: { value: 4, unit: 'hour' },
        retention: { period: 3, unit: 'year' },
        refreshFrequency: { interval: 1, unit: 'day' },
        availabilityTime: '09:00',
        timezone: 'GMT-08:00 (America/Los Angeles)',
        columnName: 'created_at',
      },
      security: { policies: [{ accessPolicy: 'reader', identities: ['ann', 'bob'] }] },
    });
    expect(contract.odcsQualityRules).toHaveLength(6);
    expect(await exported(contract)).toEqual(document);
    const yaml = await app.request(
      'GET',
      `${CONTRACTS}/name/${encodeURIComponent(contract.fullyQualifiedName)}/odcs/yaml`,
    );
    expect(yaml.headers['content-type']).toContain('application/yaml');
    expect(readYaml(yaml.text)).toEqual(document);
  });

  it('change where the contract does, and nowhere else', async () => {
    const contract = await importYaml(await addTable('orders'), document);
    await patch(
      contract,
      [
        { op: 'replace', path: '/description', value: 'Said otherwise' },
        { op: 'replace', path: '/schema/1/description', value: 'Where to write to' },
        { op: 'replace', path: '/sla/maxLatency', value: { value: 6, unit: 'hour' } },
        { op: 'remove', path: '/owners/0' },
        { op: 'add', path: '/semantics', value: [{ name: 's', description: 'd', rule: 'true', enabled: true }] },
      ].map((step) => (step.path === '/schema/1/description' ? { ...step, op: 'add' } : step)),
    );
    const after = await exported(contract);
    // biome-ignore lint/suspicious/noExplicitAny: changed freely
    const wanted: any = structuredClone(document);
    wanted.description = { purpose: 'Said otherwise', customProperties: document.description.customProperties };
    wanted.schema[0].properties[1].description = 'Where to write to';
    wanted.slaProperties[0] = { property: 'latency', value: 6, unit: 'hour', element: 'orders.created_at' };
    wanted.team.members = [document.team.members[1]];
    wanted.customProperties.push({
      property: 'semantics',
      value: [{ name: 's', description: 'd', rule: 'true', enabled: true }],
    });
    expect(after).toEqual(wanted);
    expect(odcsProblems(after)).toEqual([]);
  });

  it('keep what the standard does not know as custom properties', async () => {
    const odd = {
      ...document,
      vendor: { deep: [1] },
      price: { ...document.price, discount: 3 },
      schema: [{ ...document.schema[1], properties: [{ name: 'id', logicalType: 'long', shape: 'round' }] }],
    };
    const contract = await importYaml(await addTable(), odd);
    const out = await exported(contract);
    expect(odcsProblems(out)).toEqual([]);
    expect(out.customProperties).toEqual(
      expect.arrayContaining([
        { property: 'vendor', value: { deep: [1] } },
        { property: 'price.discount', value: 3 },
      ]),
    );
    expect(out.schema[0].properties[0]).toEqual({
      name: 'id',
      logicalType: 'integer',
      physicalType: 'long',
      customProperties: [{ property: 'shape', value: 'round' }],
    });
    const table = await addTable();
    const again = await importYaml(table, out);
    expect(await exported(again)).toEqual(out);
  });

  it('replace contracts, or are merged into them', async () => {
    const table = await addTable('orders2');
    const contract = await importYaml(table, { ...document, name: 'first' }, 'POST', { objectName: 'orders' });
    const small = {
      apiVersion: 'v3.1.0',
      kind: 'DataContract',
      id: 'other',
      version: '2',
      status: 'draft',
      description: { purpose: 'New' },
    };
    const mergedOne = await importYaml(table, small, 'PUT');
    expect(mergedOne).toMatchObject({
      id: contract.id,
      name: 'first',
      description: 'New',
      entityStatus: 'Draft',
      sla: contract.sla,
    });
    expect(await exported(mergedOne)).toMatchObject({ id: 'other', version: '2', price: document.price });
    const replaced = await importYaml(table, small, 'PUT', { mode: 'replace' });
    expect(replaced.id).toBe(contract.id);
    expect([replaced.sla, replaced.schema, replaced.security]).toEqual([undefined, undefined, undefined]);
    const { name, team, ...rest } = await exported(replaced);
    expect(rest).toEqual(small);
    expect([name, team.members.length]).toEqual(['first', 1]);
    expect((await refused('POST', `${CONTRACTS}/odcs`, small, { query: onTable(table) })).status).toBe(400);
    expect(await ok('PUT', `${CONTRACTS}/odcs`, small, { query: onTable(await addTable()) })).toMatchObject({
      entityStatus: 'Draft',
    });
  });

  it('replace nothing that changed after they were exported', async () => {
    const table = await addTable();
    const contract = await importYaml(table, { ...document, name: 'shared' }, 'POST', { objectName: 'orders' });
    const read = await app.request('GET', `${CONTRACTS}/${contract.id}/odcs/yaml`);
    expect(read.headers.etag).toBe((await app.request('GET', `${CONTRACTS}/${contract.id}`)).headers.etag);
    const store = (raw: string, ifMatch: string, method = 'PUT') =>
      app.request(method, `${CONTRACTS}/odcs/yaml`, {
        raw,
        headers: { ...YAML, 'if-match': ifMatch },
        query: onTable(table, { mode: 'replace', objectName: 'orders' }),
      });
    await patch(contract, [{ op: 'add', path: '/termsOfUse', value: { content: 'By somebody else' } }]);
    const stale = await store(read.text, read.headers.etag ?? '');
    expect(stale.status).toBe(412);
    expect((await ok('GET', `${CONTRACTS}/${contract.id}`)).termsOfUse).toEqual({ content: 'By somebody else' });

    const again = await app.request('GET', `${CONTRACTS}/${contract.id}/odcs/yaml`);
    const tag = again.headers.etag ?? '';
    expect((await store(again.text, tag)).status).toBe(200);
    expect((await store(again.text, tag)).status, 'one of two with the same tag').toBe(412);
    const bare = await addTable();
    const first = { raw: writeYaml({ ...document, name: 'b' }), query: onTable(bare, { objectName: 'orders' }) };
    const none = await app.request('PUT', `${CONTRACTS}/odcs/yaml`, {
      ...first,
      headers: { ...YAML, 'if-match': tag },
    });
    expect(none.status, 'no contract has that tag').toBe(412);
  });

  it('tell what they are about, and are checked before an import', async () => {
    const send = (path: string, value: unknown, query: Record<string, string> = {}) =>
      ok('POST', `${CONTRACTS}/odcs/${path}`, undefined, { raw: writeYaml(value), headers: YAML, query });
    expect(await send('parse/yaml', document)).toEqual({
      name: 'orders',
      version: '1.10',
      status: 'active',
      schemaObjects: ['orders', 'refunds'],
      hasMultipleObjects: true,
    });
    const table = await addTable();
    expect(await send('validate/yaml', document, onTable(table, { objectName: 'orders' }))).toMatchObject({
      valid: true,
    });
    const wrong = {
      ...document,
      schema: [
        {
          name: 'x',
          properties: [
            { name: 'nosuch', logicalType: 'string' },
            { name: 'id', logicalType: 'string' },
          ],
        },
      ],
    };
    expect(await send('validate/yaml', wrong, onTable(table))).toMatchObject({
      valid: false,
      schemaValidation: { failedFields: ['nosuch'], typeMismatchFields: ['id: expected STRING, got BIGINT'] },
    });
    expect(await send('test', wrong, onTable(table))).toMatchObject({ contractExecutionStatus: 'Failed' });
    const query = onTable(table);
    const post = (raw: string) => refused('POST', `${CONTRACTS}/odcs/yaml`, undefined, { raw, headers: YAML, query });
    expect(await post(writeYaml(document))).toMatchObject({
      status: 400,
      message: expect.stringContaining('orders, refunds'),
    });
    for (const raw of [
      '- 1',
      '{}',
      'kind: DataContract',
      writeYaml({ ...document, status: 7 }),
      writeYaml({ ...document, kind: 'Other' }),
    ])
      expect(await post(raw), raw.slice(0, 40)).toMatchObject({
        status: 400,
        message: expect.stringContaining('Invalid ODCS'),
      });
    expect(
      (await refused('POST', `${CONTRACTS}/odcs`, document, { query: { entityId: table.id, entityType: 'nosuch' } }))
        .status,
    ).toBe(400);
    expect(
      (await refused('PUT', `${CONTRACTS}/odcs`, document, { query: { ...query, mode: 'sideways' } })).status,
    ).toBe(400);
    expect(
      (
        await refused('POST', `${CONTRACTS}/odcs`, document, {
          query: { ...query, entityId: '53581432-6c55-4ba2-a65f-72344a91553a' },
        })
      ).status,
    ).toBe(404);
  });

  it('are valid for any contract', async () => {
    const words = fc.constantFrom('a', 'x: y', '- z', '"', "it's", '#', 'yes', '1.0', 'null', 'ü\n\nb', '   lead');
    const rule = fc.record(
      {
        type: fc.constantFrom('library', 'text', 'sql', 'custom'),
        name: words,
        metric: fc.constantFrom('rowCount', 'nullValues', 'completeness', 'freshness'),
        column: fc.constantFrom('id', 'email', 'nosuch'),
        query: words,
        mustBe: fc.integer(),
        mustBeLessThan: fc.integer(),
        mustBeBetween: fc.tuple(fc.integer(), fc.integer()),
        validValues: fc.array(words, { maxLength: 2 }),
        dimension: fc.constantFrom('accuracy', 'cp'),
      },
      { requiredKeys: [] },
    );
    const any = fc.record(
      {
        description: words,
        displayName: words,
        termsOfUse: words,
        schema: fc.subarray(columns),
        odcsQualityRules: fc.array(rule, { maxLength: 3 }),
        security: fc.record(
          {
            dataClassification: words,
            policies: fc.array(
              fc.record(
                {
                  accessPolicy: words,
                  identities: fc.array(words),
                  rowFilters: fc.array(fc.record({ columnName: words, values: fc.array(words) })),
                },
                { requiredKeys: [] },
              ),
              { maxLength: 2 },
            ),
          },
          { requiredKeys: [] },
        ),
        sla: fc.record(
          {
            refreshFrequency: fc.record({ interval: fc.nat(), unit: fc.constantFrom('hour', 'month') }),
            retention: fc.record({ period: fc.nat(), unit: fc.constantFrom('day', 'year') }),
            availabilityTime: fc.constantFrom('09:00', 'noon'),
            columnName: fc.constant('created_at'),
          },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(any, async (fields) => {
        const name = `c${++count}`;
        const made = await ok('POST', CONTRACTS, {
          name,
          entity: { id: (await addTable()).id, type: 'table' },
          ...fields,
        });
        const out = await exported(made);
        expect(odcsProblems(out)).toEqual([]);
        expect(readYaml(writeYaml(out))).toEqual(out);
        const copy = await importYaml(await addTable(), out);
        expect(await exported(copy)).toEqual(out);
        expect(copy.schema ?? []).toEqual(made.schema ?? []);
      }),
      { numRuns: 25 },
    );
  });
});

describe('YAML of clients', () => {
  const bomb = Array.from(
    { length: 12 },
    (_, i) =>
      `a${i}: &a${i} [${Array(9)
        .fill(i === 0 ? 'x' : `*a${i - 1}`)
        .join(',')}]`,
  ).join('\n');
  it.each([
    ['aliases that multiply', bomb],
    ['deep flow', '['.repeat(100_000)],
    ['deep flow that closes', `a: ${'['.repeat(700)}${']'.repeat(700)}`],
    ['deep blocks', Array.from({ length: 300 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
    ['many keys', `${Array.from({ length: 20_000 }, (_, i) => `k${i}: 1`).join('\n')}\nk1: 2`],
    ['a repeated key', 'a: 1\na: 2'],
    ['several documents', 'a: 1\n---\nb: 2'],
    ['an own tag', 'a: !!js/function "x"'],
    ['an own tag', 'a: !secret x'],
    ['a map as a key', '? {a: 1}\n: 2'],
    ['no number of JSON', 'a: .inf'],
    ['a number that is not exact', 'a: 12345678901234567890'],
    ['too long a text', 'a'.repeat(500_001)],
    ['rubbish', 'a: b: c: ['],
  ])('is refused: %s', (_, text) => expect(() => readYaml(text)).toThrow(YamlError));

  it('is plain data', () => {
    expect(readYaml('a: &x [1, yes, 2024-01-01, ~, 1.5]\nb: *x\n"__proto__": {c: 1}')).toEqual(
      JSON.parse('{"a":[1,"yes","2024-01-01",null,1.5],"b":[1,"yes","2024-01-01",null,1.5],"__proto__":{"c":1}}'),
    );
    expect(({} as { c?: number }).c).toBeUndefined();
  });
});

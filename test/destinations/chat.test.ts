// What chat products get: within their published formats and limits, whatever people wrote.
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createDescriber } from '../../src/alerts/messages/index.js';
import { DESTINATION_KINDS } from '../../src/destinations/index.js';
import { message, openDestinations, startReceiver, surroundings, target } from './receiver.js';

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
const format = (name: string) =>
  ajv.compile(JSON.parse(readFileSync(new URL(`formats/${name}.json`, import.meta.url), 'utf8')));
const products = [
  // Unsafe: mentions, and links and tags that a person wrote.
  { type: 'Slack', valid: format('slack'), most: 100_000, unsafe: /<(?!https:\/\/cairn\.test\/)/ },
  {
    type: 'MsTeams',
    valid: format('adaptive-card'),
    most: 28_000,
    unsafe: /(?<!\\)(?:\\\\)*\]\((?!https:\/\/cairn\.test\/)|(?<!\\)(?:\\\\)*</,
  },
  {
    type: 'GChat',
    valid: format('chat-card'),
    most: 32_000,
    unsafe: /<(?!\/?[bis]>|br>|\/a>|a href="https:\/\/cairn\.test\/)/,
  },
];

const destinations = openDestinations();
const closers: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});
afterAll(() => destinations.close());

const failedTest = {
  entityType: 'testCase',
  entityFullyQualifiedName: 'shop.sales.public.orders.id.not_null',
  userName: 'qa-bot',
  changeDescription: {
    fieldsAdded: [],
    fieldsDeleted: [],
    fieldsUpdated: [
      {
        name: 'testCaseResult',
        newValue: {
          testCaseStatus: 'Failed',
          result: 'Found 3 rows',
          failedRows: 3,
          failedRowsPercentage: 0.3,
          minBound: 0,
        },
      },
    ],
  },
  entity: JSON.stringify({
    name: 'not_null',
    entityFQN: 'shop.sales.public.orders',
    owners: [{ name: 'ann', displayName: 'Ann Lee' }],
    tags: [{ tagFQN: 'PII.Sensitive' }],
    testDefinition: { name: 'columnValuesToBeNotNull' },
    parameterValues: [{ name: 'minValue', value: '1' }],
    failedRowsSample: {
      columns: ['id', 'name'],
      rows: [
        ['1', '<b>'],
        ['2', null],
      ],
    },
  }),
};
const described = {
  changeDescription: {
    fieldsAdded: [{ name: 'tags', newValue: '[{"tagFQN":"Tier.Tier1"}]' }],
    fieldsDeleted: [{ name: 'columns', oldValue: '[{"name":"old","dataType":"INT"}]' }],
    fieldsUpdated: [{ name: 'description', oldValue: 'All old orders', newValue: 'All new orders' }],
  },
};

async function bodyFor(type: string, event: object, config: object = {}) {
  const receiver = await startReceiver();
  closers.push(receiver.close);
  const sent = message({ ...event });
  const signal = new AbortController().signal;
  const attempt = await destinations.get(type)?.send(sent, target({ endpoint: receiver.url, ...config }), signal);
  expect(attempt).toMatchObject({ outcome: 'delivered' });
  return { ...receiver.heard[0]!, json: JSON.parse(receiver.heard[0]?.body ?? '{}') };
}

it('covers every chat product', () => {
  const chats = Object.entries(DESTINATION_KINDS).filter(([, kind]) => kind.over === 'http' && kind.forPeople);
  expect(products.map(({ type }) => type).sort()).toEqual(chats.map(([type]) => type));
});

describe.each(products)('$type', ({ type, valid, most, unsafe }) => {
  it.each([
    [
      'a failed test',
      failedTest,
      ['Failed', 'Found 3 rows', 'Ann Lee', 'PII.Sensitive', 'columnValuesToBeNotNull', '3 (0.3 %)'],
    ],
    [
      'changed fields',
      described,
      ['Tier.Tier1', 'old (INT)', 'old', 'new', 'ann', 'updated', 'shop.sales.public.orders'],
    ],
    ['a deleted entity', { eventType: 'entityDeleted' }, ['deleted', 'shop.sales.public.orders']],
    [
      'a conversation',
      {
        eventType: 'postCreated',
        entityType: 'THREAD',
        entity: {
          message: 'first',
          entityRef: { type: 'table', fullyQualifiedName: 'a.b' },
          posts: [{ message: 'hi <#E::user::bob>' }],
        },
      },
      ['posted about', 'a.b', 'hi @bob'],
    ],
  ])('shows %s', async (_, event, texts) => {
    const { json, method, headers } = await bodyFor(type, event);
    expect([method, headers['content-type']]).toEqual(['POST', 'application/json']);
    expect(valid(json) ? [] : valid.errors).toEqual([]);
    const shown = textsIn(json).join(' ').replace(/\\(.)/g, '$1');
    for (const text of ['[Failed tests] change event update from Cairn', ...texts]) expect(shown).toContain(text);
  });

  it('links to the entity', async () => {
    const { body } = await bodyFor(type, { entityFullyQualifiedName: 'shop."a b".(x)' });
    expect(body).toMatch(/https:\/\/cairn\.test\/table\/shop\.%22a%20b%22\.(\(x\)|%28x%29)/);
    expect((await bodyFor(type, { eventType: 'entityDeleted' })).body).not.toContain('https://cairn.test/table');
  });

  it('is signed like a webhook', async () => {
    const { headers } = await bodyFor(type, described, { authType: { type: 'bearer', secretKey: 'k' } });
    expect(headers['x-svc-signature']).toMatch(/^sha256=/);
    expect(headers['webhook-signature']).toMatch(/^v1,/);
  });

  it('stays within its format and limits, whatever people wrote', async () => {
    const receiver = await startReceiver();
    closers.push(receiver.close);
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.constantFrom(
        '<!channel> & <@U1>',
        '[x](javascript:alert(1))',
        '*_~`',
        '```',
        '',
        ' ',
        '\n',
        '😀'.repeat(3000),
        '&'.repeat(9000),
      ),
    );
    const field = fc.record({
      name: text,
      oldValue: fc.oneof(text, fc.constant('[{"name":"x"}]'), fc.jsonValue()),
      newValue: text,
    });
    const event = fc.record({
      eventType: fc.oneof(text, fc.constantFrom('entityUpdated', 'entityCreated', 'postCreated')),
      entityType: fc.oneof(text, fc.constantFrom('testCase', 'databaseService')),
      entityFullyQualifiedName: text,
      userName: text,
      changeDescription: fc.record({ fieldsUpdated: fc.array(field, { maxLength: 30 }), fieldsAdded: fc.array(field) }),
      entity: fc.oneof(
        text,
        fc.record({ message: text, owners: fc.array(fc.record({ name: text }), { maxLength: 50 }) }),
      ),
    });
    const signal = new AbortController().signal;
    await fc.assert(
      fc.asyncProperty(event, async (one) => {
        receiver.heard.length = 0;
        await destinations.get(type)?.send(message(one), target({ endpoint: receiver.url }), signal);
        const body = receiver.heard[0]?.body ?? '{}';
        expect(Buffer.byteLength(body)).toBeLessThanOrEqual(most);
        const json = JSON.parse(body);
        if (!valid(json)) throw new Error(JSON.stringify(valid.errors));
        for (const text of formattedIn(json)) expect(text).not.toMatch(unsafe);
      }),
      { numRuns: 40 },
    );
  });
});

it('shows rows that failed in the way of each product', async () => {
  const { json: slack } = await bodyFor('Slack', failedTest);
  const [{ rows }] = slack.attachments[0].blocks;
  expect(rows[1].map(({ text }: { text: string }) => text)).toEqual(['1', '<b>']);
  const { json: teams } = await bodyFor('MsTeams', failedTest);
  const facts = teams.attachments[0].content.body.filter((one: { type: string }) => one.type === 'FactSet');
  expect(facts[0].facts[0]).toEqual({ title: 'id', value: '1' });
  const { body } = await bodyFor('GChat', failedTest);
  expect(body).toContain('1 | &lt;b&gt;');
});

it('names the alert and what changed, word by word', async () => {
  const describer = createDescriber(surroundings);
  const { subject, blocks } = await describer.message({ ...message(described), channel: 'Slack' });
  expect(subject).toBe('[Failed tests] change event update from Cairn');
  const quote = blocks.find(({ kind }) => kind === 'quote');
  expect(quote).toEqual({
    kind: 'quote',
    content: [{ text: 'All ' }, { text: 'old', style: 'strike' }, { text: 'new', style: 'bold' }, { text: ' orders' }],
  });
});

function textsIn(value: unknown): string[] {
  if (typeof value === 'string')
    return [
      value
        .replace(/<[^<>|]+\|([^<>]*)>/g, '$1')
        .replace(/(?<!\\)\[((?:\\.|[^\]\\])*)\]\(https:[^)]*\)/g, '$1')
        .replace(/<[^>]+>/g, '')
        .replaceAll('&amp;', '&'),
    ];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(textsIn);
}

/** The texts that the product formats: not titles, facts for notifications and cells, which it shows as they are. */
function formattedIn(value: unknown): string[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, one]) =>
    typeof one !== 'string'
      ? formattedIn(one)
      : name === 'text' && !('emoji' in value) && !('type' in value && value.type === 'raw_text')
        ? [one]
        : [],
  );
}

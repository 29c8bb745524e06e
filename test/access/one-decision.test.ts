// Whatever the policies say: versions, histories, events, search and every count tell of fields and of other entities exactly as much
// as a GET shows.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Body } from '../contract/fixtures/index.js';
import { conditions } from '../search/permitted/random-rules.js';
import { forEachSeededStore } from '../support/stores.js';
import { openPeople, type People, type Person, type Rule } from './support/catalog-of-people.js';
import { type GuardedTables, guardedFields, makeGuardedTables, TAG, usedTimes } from './support/guarded-tables.js';

const RUNS = 6;
const TABLES = 3;
const until = Date.now() + 1e9;
const tableHistory = `/v1/tables/history?startTs=0&endTs=${until}&limit=1000`;
const queryHistory = `/v1/queries/history?startTs=0&endTs=${until}&limit=1000`;

const views = ['ViewBasic', 'ViewCustomFields', 'ViewUsage', 'ViewDataProfile', 'ViewAll'];
const rule: fc.Arbitrary<Rule> = fc.record(
  {
    effect: fc.constantFrom<'allow' | 'deny'>('allow', 'deny', 'deny'),
    resources: fc.constantFrom(['all'], ['table'], ['table', 'query'], ['user', 'team']),
    operations: fc.subarray(views, { minLength: 1, maxLength: 2 }),
    condition: conditions,
  },
  { requiredKeys: ['effect', 'resources', 'operations'] },
);
const policies = fc.tuple(
  fc.constantFrom<Rule>({ operations: ['ViewAll'] }, { operations: ['ViewBasic'] }, { operations: ['All'] }),
  fc.array(rule, { minLength: 1, maxLength: 3 }),
);

const deny = (operations: string[], condition?: string): Rule => ({
  effect: 'deny',
  resources: ['table'],
  operations,
  ...(condition ? { condition } : {}),
});
const viewAll: Rule = { operations: ['ViewAll'] };
/** Tried first: each field by itself, under a condition, and hidden tables. */
const examples: [[Rule, Rule[]]][] = [
  [[viewAll, [deny(['ViewCustomFields'])]]],
  [[viewAll, [deny(['ViewUsage'], "matchAnyTag('Mark.Red')"), deny(['ViewDataProfile'])]]],
  [[viewAll, [deny(['All'], "matchAnyTag('Mark.Red')")]]],
];

forEachSeededStore('one decision', (use) => {
  let people: People;
  let made: GuardedTables;

  beforeAll(async () => {
    people = await openPeople(use());
    made = await makeGuardedTables(people, TABLES);
    for (const name of ['deck', 'shore']) await people.make('/v1/teams', { name, teamType: 'Group' });
  });
  afterAll(() => people.app.close());

  /** What a GET of each table answers the reader. */
  async function look(who: Person) {
    const status = async (path: string) => (await who.send('GET', path)).status;
    const seen: boolean[] = [];
    const shown: Record<string, boolean[]> = {};
    for (const { id } of made.tables) {
      seen.push((await status(`/v1/tables/${id}`)) === 200);
      for (const { field } of guardedFields) {
        const list = shown[field] ?? [];
        shown[field] = [...list, (await status(`/v1/tables/${id}?fields=${field}`)) === 200];
      }
    }
    return { seen, shown };
  }

  /** The texts that may tell of table `n`, with whether they tell everything that may be told. */
  const ownTexts = (n: number) => {
    const { id } = made.tables[n] as Body;
    const of = `/v1/tables/${id}`;
    return [of, `${of}/versions`, `${of}/versions/0.2`, `${of}/versions/0.3`, `${of}/context`, `${of}/columns`];
  };
  const sharedTexts = () => [
    '/v1/tables?limit=100',
    '/v1/tables?limit=1000&include=all',
    tableHistory,
    `/v1/dataProducts/${made.product.id}/portsView?fields=*`,
    `/v1/dataProducts/${made.product.id}/outputPorts?fields=*&limit=100`,
    '/v1/events?limit=1000',
    '/v1/search/query?q=*&index=all&size=100&explain=true',
    '/v1/search/query?q=guarded&index=table&size=100',
    '/v1/search/query?q=*&index=table&size=100&sort_field=usageSummary.weeklyStats.count',
    '/v1/search/suggest?q=guarded&index=all',
    `/v1/search/query?q=${encodeURIComponent('extension.of:whole*')}&index=table`,
    ...made.tables.map(({ id }) => `/v1/search/get/table_search_index/doc/${id}`),
  ];
  const pointing = () => [
    ...made.queries.flatMap(({ id }) => [
      `/v1/queries/${id}?fields=*`,
      `/v1/queries/${id}/versions`,
      `/v1/queries/${id}/versions/0.1`,
      `/v1/queries/${id}/versions/0.2`,
    ]),
    queryHistory,
    `/v1/queries?fields=queryUsedIn&limit=100`,
    `/v1/dataProducts/${made.product.id}?fields=*`,
    `/v1/dataProducts/${made.product.id}/versions`,
    `/v1/dataProducts/${made.product.id}/portsView?fields=*`,
    `/v1/teams/${made.team.id}?fields=*`,
    '/v1/events?limit=1000',
    '/v1/search/query?q=*&index=all&size=100',
  ];

  /** Asked once of each reader, as several checks look at the same answers. */
  const asked = new WeakMap<object, Map<string, Promise<string>>>();
  const textOf = (who: Pick<Person, 'send'>, path: string): Promise<string> => {
    const texts = asked.get(who) ?? new Map<string, Promise<string>>();
    asked.set(who, texts);
    const text = texts.get(path) ?? ask(who, path);
    texts.set(path, text);
    return text;
  };
  const ask = async (who: Pick<Person, 'send'>, path: string) => {
    const { status, text } = await who.send('GET', path);
    expect([200, 403, 404], `${path} ${text}`).toContain(status);
    return status === 200 ? text : '';
  };

  async function checkFields(who: Person, shown: Record<string, boolean[]>): Promise<void> {
    for (const n of made.tables.keys())
      for (const path of ownTexts(n)) checkWords(await textOf(who, path), n, shown, path);
    for (const path of sharedTexts()) {
      const text = await textOf(who, path);
      for (const n of made.tables.keys()) checkWords(text, n, shown, path);
    }
  }

  function checkWords(text: string, n: number, shown: Record<string, boolean[]>, path: string): void {
    for (const { field, words } of guardedFields)
      if (!shown[field]?.[n]) for (const word of words(n)) expect(text, `${path} of ${n}`).not.toContain(word);
    if (!shown.usageSummary?.[n]) expect(text, path).not.toContain(String(usedTimes(n)));
  }

  /** What may be seen is told where it belongs: nothing is left out for fear. */
  async function checkWhole(who: Person, seen: boolean[], shown: Record<string, boolean[]>): Promise<void> {
    const events = await textOf(who, '/v1/events?limit=1000');
    const history = await textOf(who, tableHistory);
    for (const [n, { id }] of made.tables.entries()) {
      const versions = await textOf(who, `/v1/tables/${id}/versions`);
      for (const text of [versions, history, events]) {
        expect(text.includes(id), 'the table').toBe(seen[n]);
        if (shown.extension?.[n]) for (const word of guardedFields[0]?.words(n) ?? []) expect(text).toContain(word);
      }
    }
    for (const [i, { id }] of made.queries.entries()) {
      const other = (i + 1) % TABLES;
      const { status, body } = await who.send('GET', `/v1/queries/${id}?fields=queryUsedIn`);
      if (status === 200) expect(body.queryUsedIn.length).toBe(Number(seen[other]));
    }
  }

  async function checkReferences(who: Person, seen: boolean[]): Promise<void> {
    for (const path of pointing()) {
      const text = await textOf(who, path);
      for (const [n, { id, name }] of made.tables.entries())
        if (!seen[n]) {
          expect(text, path).not.toContain(id);
          expect(text, path).not.toContain(`"${name}"`);
        }
    }
    for (const [n, { id }] of made.tables.entries()) {
      const { body } = await who.send('GET', `/v1/queries?entityId=${id}`);
      if (!seen[n] && body?.data) expect(body.data).toEqual([]);
    }
  }

  async function checkCounts(who: Person, seen: boolean[]): Promise<void> {
    const count = (of: (n: number) => boolean) => seen.filter((is, n) => is && of(n)).length;
    const counts = async (path: string) => {
      const { status, body } = await who.send('GET', path);
      return status === 200 ? body : null;
    };
    const tag = await counts(`/v1/tags/name/${TAG}?fields=usageCount`);
    if (tag) expect(tag.usageCount, 'usageCount').toBe(count((n) => n % 2 === 0));
    const all = await counts('/v1/classifications/name/Mark?fields=usageCount');
    if (all) expect(all.usageCount, 'usageCount').toBe(count((n) => n % 2 === 0));
    const red = (await counts('/v1/tags/assets/counts'))?.[TAG];
    if (red !== undefined) expect(red, 'assets of the tag').toBe(count((n) => n % 2 === 0));
    const crew = (await counts('/v1/teams/assets/counts'))?.crew;
    if (crew !== undefined) expect(crew, 'assets of the team').toBe(count((n) => n % 3 === 0));
    const ports = (await counts('/v1/dataProducts/assets/counts'))?.Ports;
    if (ports !== undefined) expect(ports, 'assets of the product').toBe(count(() => true));
    const terms = await counts('/v1/classifications/name/Mark?fields=termCount');
    const tags = await counts('/v1/tags?parent=Mark&limit=100');
    if (terms && tags) expect(terms.termCount, 'termCount').toBe(tags.paging.total);
    const team = await counts('/v1/teams/name/Organization?fields=children,childrenCount,users,userCount');
    if (team) expect([team.childrenCount, team.userCount]).toEqual([team.children.length, team.users.length]);
    expect((await counts('/v1/system/entities/count'))?.tableCount ?? 0).toBe(count(() => true));
  }

  /** Sorted by use, exactly those whose use is shown; use that is hidden moves no hit. */
  async function checkSorted(who: Person, shown: Record<string, boolean[]>): Promise<void> {
    const path = '/v1/search/query?index=table&size=100&explain=true&q=guarded';
    const sorted = await who.send('GET', `${path}&sort_field=usageSummary.weeklyStats.count`);
    const ids = sorted.status === 200 ? sorted.body.hits.hits.map((hit: Body) => hit._id) : [];
    const expected = made.tables.flatMap(({ id }, n) => (shown.usageSummary?.[n] ? [id] : [])).reverse();
    expect(ids, 'sorted by use').toEqual(expected);
    const found = await who.send('GET', path);
    for (const hit of found.status === 200 ? found.body.hits.hits : []) {
      const n = made.tables.findIndex(({ id }) => id === hit._id);
      expect(hit._explanation.details[0].value > 0, 'use that ranks').toBe(shown.usageSummary?.[n]);
    }
  }

  it('holds under random policies', { timeout: 300_000 }, async () => {
    const admin = await textOf(people, '/v1/events?limit=1000');
    for (const n of made.tables.keys())
      for (const word of guardedFields.flatMap(({ words }) => words(n)))
        expect(admin.replaceAll('\\', '')).toContain(word);
    await fc.assert(
      fc.asyncProperty(policies, async ([first, others]) => {
        const who = await people.person([first, ...others], { isBot: true });
        const { seen, shown } = await look(who);
        await checkFields(who, shown);
        await checkWhole(who, seen, shown);
        await checkReferences(who, seen);
        await checkCounts(who, seen);
        await checkSorted(who, shown);
      }),
      { numRuns: RUNS, endOnFailure: true, examples },
    );
  });
});

// Whatever the policies say: what people say and know about tables is listed, found, counted and reported exactly as GET shows it.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Body } from '../contract/fixtures/index.js';
import { conditions } from '../search/permitted/random-rules.js';
import { TEAMS } from '../search/permitted/small-catalog.js';
import { forEachSeededStore } from '../support/stores.js';
import { openPeople, type People, type Person, type Rule } from './support/catalog-of-people.js';

const RUNS = 5;
const TABLES = 3;
const CASES = '/v1/dataQuality/testCases';
const CONTRACTS = '/v1/dataContracts';
const SUITES = '/v1/dataQuality/testSuites';
const label = { tagFQN: 'Mark.Red', source: 'Classification', labelType: 'Manual', state: 'Confirmed' };
const views = ['ViewBasic', 'ViewTests', 'ViewAll', 'All'];

const rule: fc.Arbitrary<Rule> = fc.record(
  {
    effect: fc.constantFrom<'allow' | 'deny'>('allow', 'deny', 'deny'),
    resources: fc.constantFrom(
      ['all'],
      ['table'],
      ['testCase', 'testSuite'],
      ['task'],
      ['table', 'task'],
      ['announcement'],
      ['dataContract'],
    ),
    operations: fc.subarray(views, { minLength: 1, maxLength: 2 }),
    condition: fc.oneof(conditions, fc.constantFrom('isTaskFiler()', '!isTaskFiler()', 'isTaskAssignee()')),
  },
  { requiredKeys: ['effect', 'resources', 'operations'] },
);
const policies = fc.tuple(
  fc.constantFrom<Rule>({ operations: ['ViewAll'] }, { operations: ['All'] }),
  fc.array(rule, { minLength: 1, maxLength: 3 }),
);
const deny = (resources: string[], operations: string[], condition?: string): Rule => ({
  ...{ effect: 'deny', resources, operations },
  ...(condition ? { condition } : {}),
});
const viewAll: Rule = { operations: ['ViewAll'] };
/** Tried first: hidden tables, hidden tests and hidden tasks. */
const examples: [[Rule, Rule[]]][] = [
  [[viewAll, [deny(['table'], ['All'], "matchAnyTag('Mark.Red')")]]],
  [[{ operations: ['All'] }, [deny(['table'], ['ViewTests'], "matchAnyTag('Mark.Red')")]]],
  [[viewAll, [deny(['task'], ['ViewAll'], '!isTaskFiler()'), deny(['table'], ['ViewBasic'], 'noOwner()')]]],
  [[viewAll, [deny(['dataContract'], ['ViewBasic'], '!noOwner()'), deny(['testCase'], ['ViewAll'], '!noOwner()')]]],
];

/** One thing about a table: where GET shows it, and a word that only it has. */
interface Said {
  id: string;
  path: string;
  word: string;
  /** What it is about, which has to be visible as well. */
  of: string;
}

type Kind = 'thread' | 'task' | 'incident' | 'case' | 'announcement' | 'attachment' | 'contract';

forEachSeededStore('collaboration', (use) => {
  let people: People;
  const tables: Body[] = [];
  /** A suite with a test of each table. */
  let suite: Body;
  const said: Record<Kind, Said[]> = {
    ...{ thread: [], task: [], incident: [], case: [], announcement: [], attachment: [], contract: [] },
  };

  const make = async (method: string, path: string, body: unknown) => {
    const answer = await people.send(method, path, body);
    expect(answer.status, `${path} ${answer.text.slice(0, 300)}`).toBeLessThan(300);
    return answer.body;
  };
  const attach = async (entityLink: string, content: string, name: string) => {
    const part = (field: string, value: string) =>
      `--edge\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`;
    const text = `${part('entityLink', entityLink)}${part(`file"; filename="${name}`, content)}--edge--\r\n`;
    const headers = { 'content-type': 'multipart/form-data; boundary=edge' };
    return (await people.app.send('POST', '/v1/attachments/upload', { text, headers })).body;
  };

  async function talk(table: Body, n: number, owner: Person): Promise<void> {
    const about = `<#E::table::${table.fullyQualifiedName}>`;
    const of = `/v1/tables/${table.id}`;
    const word = (kind: string) => `${kind}word${n}held`;
    const keep = (kind: keyof typeof said, id: string, path: string, held = of) =>
      said[kind].push({ id, path: `${path}/${id}`, word: word(kind), of: held });
    const message = `See ${word('thread')} <#E::user::admin>`;
    const thread = await make('POST', '/v1/feed', { message, about });
    await make('POST', `/v1/feed/${thread.id}/posts`, { message });
    keep('thread', thread.id, '/v1/feed');
    const task = { category: 'Custom', type: 'CustomTask', about, description: word('task') };
    keep('task', (await make('POST', '/v1/tasks', task)).id, '/v1/tasks');
    const test = await make('POST', CASES, {
      ...{ name: word('case'), entityLink: about, testDefinition: 'tableRowCountToEqual' },
      parameterValues: [{ name: 'value', value: '5' }],
    });
    keep('case', test.id, CASES);
    const results = `${CASES}/testCaseResults/${encodeURIComponent(test.fullyQualifiedName)}`;
    const failure = { timestamp: Date.now(), testCaseStatus: 'Failed', result: word('incident'), testResultValue: [] };
    const { incidentId } = await make('POST', results, failure);
    await make('PUT', `${CASES}/${test.id}/failedRowsSample`, { columns: ['email'], rows: [[`row${n}held`]] });
    keep('incident', incidentId, '/v1/tasks', `${CASES}/${test.id}`);
    const period = { startTime: 1, endTime: 4_000_000_000_000 };
    const notice = await make('POST', '/v1/announcements', {
      ...{ description: word('announcement'), entityLink: about },
      ...period,
    });
    keep('announcement', notice.id, '/v1/announcements');
    const contract = await make('POST', CONTRACTS, {
      ...{ name: word('contract'), entity: { id: table.id, type: 'table' }, description: word('contract') },
      ...(n === 0 ? { owners: [{ id: owner.id, type: 'user' }] } : {}),
    });
    keep('contract', contract.id, CONTRACTS);
    keep('attachment', (await attach(about, 'text', `${word('attachment')}.txt`)).id, '/v1/attachments');
  }

  beforeAll(async () => {
    people = await openPeople(use());
    for (const name of TEAMS) await people.make('/v1/teams', { name, teamType: 'Group' });
    await people.make('/v1/classifications', { name: 'Mark', description: 'Colours' });
    for (const name of ['Red', 'Green'])
      await people.make('/v1/tags', { name, classification: 'Mark', description: name });
    const owner = await people.person([]);
    for (let n = 0; n < TABLES; n++) {
      const owners = n === 1 ? { owners: [{ id: owner.id, type: 'user' }] } : {};
      const table = await people.table({ ...(n === 0 ? { tags: [label] } : {}), ...owners });
      tables.push(table);
      await talk(table, n, owner);
    }
    suite = await make('POST', SUITES, { name: 'of-all-tables', description: '-' });
    await make('PUT', `${CASES}/logicalTestCases`, {
      ...{ testSuiteId: suite.id, testCaseIds: said.case.map(({ id }) => id) },
    });
  });
  afterAll(() => people.app.close());

  const ask = async (who: Person, path: string) => {
    const answer = await who.send('GET', path);
    expect([200, 403, 404], `${path} ${answer.text.slice(0, 300)}`).toContain(answer.status);
    return answer;
  };
  const isSeen = async (who: Person, path: string) => (await ask(who, path)).status === 200;

  /** What GET shows, by id. What is about something hidden is hidden. */
  async function look(who: Person): Promise<Map<string, boolean>> {
    const seen = new Map<string, boolean>();
    for (const [kind, list] of Object.entries(said))
      for (const { id, path, of } of list) {
        const [itself, subject] = [await isSeen(who, path), await isSeen(who, of)];
        seen.set(id, itself);
        if (itself) expect(subject, `${path} shows what ${of} hides`).toBe(true);
        if (kind === 'thread' || kind === 'attachment') expect(itself, path).toBe(subject);
      }
    return seen;
  }

  const hits = ({ hits: found }: Body) => found.hits.map(({ _id }: Body) => _id);
  const data = ({ data: list }: Body) => list.map(({ id }: Body) => id);
  const search = (index: string) => `/v1/search/query?q=*&index=${index}&size=1000`;
  const LISTS: readonly [string, (keyof typeof said)[], (body: Body) => string[]][] = [
    ['/v1/feed?limit=1000', ['thread'], data],
    ['/v1/tasks?limit=1000', ['task', 'incident'], data],
    ['/v1/tasks?category=Incident&limit=1000', ['incident'], data],
    ['/v1/announcements?limit=1000', ['announcement'], data],
    [`${CASES}?limit=1000`, ['case'], data],
    [`${CASES}/search/list?limit=1000`, ['case'], data],
    [
      `${CASES}/testCaseIncidentStatus?limit=1000&latest=true`,
      ['case'],
      (body) => body.data.map((state: Body) => state.testCaseReference?.id),
    ],
    [`${CONTRACTS}?limit=1000`, ['contract'], data],
    [search('testCase'), ['case'], hits],
    [search('dataContract'), ['contract'], hits],
    [search('task'), ['task', 'incident'], hits],
  ];

  async function checkLists(who: Person, seen: ReadonlyMap<string, boolean>): Promise<void> {
    for (const [path, kinds, ids] of LISTS) {
      const { status, body } = await ask(who, path);
      const shown = status === 200 ? ids(body) : [];
      const wanted = kinds.flatMap((kind) => said[kind]).filter(({ id }) => seen.get(id));
      const known = kinds.flatMap((kind) => said[kind]).map(({ id }) => id);
      expect(shown.filter((id) => known.includes(id)).sort(), path).toEqual(wanted.map(({ id }) => id).sort());
      if (status === 200 && body.paging?.total !== undefined)
        expect(body.paging.total, `total of ${path}`).toBe(new Set(shown).size);
    }
    for (const [n, table] of tables.entries()) {
      const { status, body } = await ask(who, `/v1/attachments/fqn/${table.fullyQualifiedName}/Inline`);
      const shown = status === 200 ? body.map(({ id }: Body) => id) : [];
      expect(shown).toEqual(said.attachment.slice(n, n + 1).flatMap(({ id }) => (seen.get(id) ? [id] : [])));
    }
  }

  async function checkCounts(who: Person, seen: ReadonlyMap<string, boolean>): Promise<void> {
    const count = (...kinds: (keyof typeof said)[]) =>
      kinds.flatMap((kind) => said[kind]).filter(({ id }) => seen.get(id)).length;
    const counted = async (path: string) => {
      const { status, body } = await ask(who, path);
      return status === 200 ? body : undefined;
    };
    const feed = await counted('/v1/feed/count');
    if (feed) expect(feed[0].conversationCount, 'conversations').toBe(count('thread'));
    const tasks = await counted('/v1/tasks/count?view=entity');
    if (tasks) expect(tasks.total, 'tasks').toBe(count('task', 'incident'));
    const groups = await counted(`${CASES}/testCaseIncidentStatus/incidentGroups?groupBy=testCase`);
    if (groups) expect(groups.paging.total, 'incidents').toBe(count('case'));
    await checkSuite(who, count('case'));
  }

  /** A suite shows and counts no more tests than the reader may see, wherever it is shown. */
  async function checkSuite(who: Person, seen: number): Promise<void> {
    const fields = 'fields=summary,tests,testCaseResultSummary';
    const found = [await ask(who, `${SUITES}/${suite.id}?${fields}`)].flatMap(({ status, body }) =>
      status === 200 ? [body] : [],
    );
    for (const path of [`${SUITES}?${fields}&limit=1000`, `${SUITES}/search/list?${fields}&limit=1000`]) {
      const { status, body } = await ask(who, path);
      const shown = status === 200 ? body.data.filter(({ id }: Body) => id === suite.id) : [];
      expect(shown.length, path).toBe(found.length === 0 ? 0 : 1);
      found.push(...shown);
    }
    for (const { summary, tests, testCaseResultSummary } of found) {
      expect(summary).toMatchObject({ total: seen, failed: seen });
      expect([tests.length, testCaseResultSummary.length]).toEqual([seen, seen]);
    }
    const filtered = await ask(who, `${CASES}?testSuiteId=${suite.id}&limit=1000`);
    if (filtered.status === 200) expect(filtered.body.paging.total, 'cases of the suite').toBe(seen);
    const { status, body } = await ask(who, '/v1/search/query?q=*&index=testCase&size=0');
    if (status !== 200) return;
    for (const [name, { buckets }] of Object.entries<Body>(body.aggregations ?? {}))
      for (const bucket of buckets ?? []) expect(bucket.doc_count, name).toBeLessThanOrEqual(seen);
  }

  /** Words of what is hidden are nowhere, not even in errors. */
  async function checkWords(who: Person, seen: ReadonlyMap<string, boolean>): Promise<void> {
    const testSeen = (of: string) => said.case.some(({ id, path }) => path === of && seen.get(id));
    // The states of an incident belong to the test, so the id of the incident is shown with it.
    const hidden = Object.values(said)
      .flat()
      .filter(({ id, of }) => !seen.get(id) && !testSeen(of));
    const texts = [
      ...LISTS.map(([path]) => path),
      ...['/v1/feed?limit=100&filterType=MENTIONS', '/v1/feed/count', '/v1/activity?days=30&limit=200'],
      ...['/v1/events?limit=1000', `${SUITES}?limit=1000&fields=*`, `${SUITES}/search/list?limit=1000&fields=*`],
      ...[`${CASES}/testCaseResults/search/list?limit=1000`, `${CASES}/testCaseResults/search/latest`],
      ...[`${CONTRACTS}?limit=1000&fields=*`, `${CONTRACTS}/history?startTs=0&endTs=9999999999999&limit=1000`],
      ...tables.map(({ id }) => `${CONTRACTS}/entity?entityId=${id}&entityType=table`),
      ...tables.map(({ id }) => `/v1/tables/${id}?fields=dataContract`),
      ...[`${SUITES}/executionSummary`, '/v1/search/query?q=held&index=all&size=1000'],
      ...['/v1/tasks/visible?limit=1000', '/v1/tasks/assigned?limit=1000', '/v1/tasks/dataAccessRequests?limit=1000'],
      `${CASES}/history?startTs=0&endTs=9999999999999&limit=1000`,
      `/v1/tasks/history?startTs=0&endTs=9999999999999&limit=1000`,
    ];
    for (const path of texts) {
      const { text } = await who.send('GET', path);
      for (const { word, id } of hidden) {
        expect(text, path).not.toContain(word);
        expect(text, path).not.toContain(id);
      }
    }
  }

  /** Every way to read or change what is hidden is refused, and says nothing of it. */
  async function attack(who: Person, seen: ReadonlyMap<string, boolean>): Promise<void> {
    const requests = (kind: string, { id, path }: Said): [string, string, unknown?][] => {
      const patch = [{ op: 'add', path: '/description', value: 'x' }];
      if (kind === 'thread')
        return [
          ...[
            ['GET', `${path}/posts`],
            ['POST', `${path}/posts`, { message: 'x' }],
            ['DELETE', path],
          ],
          ['PATCH', path, [{ op: 'replace', path: '/resolved', value: true }]],
        ] as [string, string, unknown?][];
      if (kind === 'attachment')
        return [
          ['GET', `${path}/download`],
          ['DELETE', path],
        ];
      if (kind === 'task' || kind === 'incident')
        return [
          ...[
            ['PATCH', path, patch],
            ['POST', `${path}/close`],
            ['DELETE', path],
            ['GET', `${path}/versions`],
          ],
          ...[
            ['POST', `${path}/comments`, { message: 'x' }],
            ['PUT', `${path}/suggestion/apply`],
          ],
          ['POST', `${path}/resolve`, { resolutionType: 'Completed', comment: 'x' }],
          ...(kind === 'incident' ? [['GET', `${CASES}/testCaseIncidentStatus/stateId/${id}`]] : []),
        ] as [string, string, unknown?][];
      if (kind === 'case')
        return [
          ...[
            ['GET', `${path}/failedRowsSample`],
            ['DELETE', `${path}/failedRowsSample`],
            ['PATCH', path, patch],
          ],
          ...[
            ['PUT', `${path}/inspectionQuery`, 'select 1'],
            ['DELETE', path],
            ['GET', `${path}/versions`],
          ],
        ] as [string, string, unknown?][];
      return [
        ...(kind === 'contract'
          ? ([
              ['POST', `${path}/validate`],
              ['GET', `${path}/results`],
              ['GET', `${path}/odcs`],
            ] as [string, string, unknown?][])
          : []),
        ['PATCH', path, patch],
        ['DELETE', path],
        ['GET', `${path}/versions`],
      ];
    };
    for (const [kind, list] of Object.entries(said))
      for (const one of list.filter(({ id }) => !seen.get(id)))
        for (const [method, path, body] of requests(kind, one)) {
          // An incident is hidden if its task or its test is; its states follow the test.
          if (path.includes('stateId') && seen.get(said.case.find(({ path: of }) => of === one.of)?.id ?? '')) continue;
          const answer = await who.send(method, path, body);
          expect([403, 404], `${method} ${path} ${answer.text.slice(0, 200)}`).toContain(answer.status);
          expect(answer.text, path).not.toMatch(/held/);
        }
    for (const [n, { path }] of said.case.entries()) {
      const { text } = await who.send('GET', `${path}/failedRowsSample`);
      if (!seen.get(said.case[n]?.id ?? '')) expect(text).not.toContain(`row${n}held`);
    }
  }

  it('is shown exactly as GET shows it', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(policies, async ([first, more]) => {
        const who = await people.person([first, ...more]);
        const seen = await look(who);
        await checkLists(who, seen);
        await checkCounts(who, seen);
        await checkWords(who, seen);
        await attack(who, seen);
      }),
      { numRuns: RUNS, examples, endOnFailure: true },
    );
  });
});

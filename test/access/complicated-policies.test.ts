// Whoever writes a policy decides what is asked of the database for everybody it applies to: what a condition costs there has to
// grow with the condition, not with the number of types, of rules that share it, or of requests.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { entityTypes } from '../../src/entities/index.js';
import type { Store } from '../../src/storage/index.js';
import { type ContractApp, openApp } from '../contract/support/contract-app.js';
import { countingStore, forEachSeededStore, type StatementLog } from '../support/stores.js';

/** Characters; SQLite prepares a long statement as fast as PostgreSQL plans a short one. */
const LONGEST: Readonly<Record<string, number>> = { sqlite: 75_000, postgres: 35_000 };

const condition =
  "(!(isOwner()) || (matchAnyTag('M.a', 'M.b') && (hasDomain() || inAnyTeam('crew'))) || !matchAllTags('M.a', 'M.b'))";
const other =
  "(noOwner() && (matchAnyTag('M.a') || !inAnyTeam('crew', 'deck'))) || (noDomain() && !(isOwner() && hasDomain()))";
const some = ['table', 'testCase', 'topic', 'dataProduct', 'glossaryTerm'];
const rules = [
  { effect: 'allow', resources: ['all'], operations: ['ViewAll', 'EditAll'], condition },
  { effect: 'allow', resources: some, operations: ['ViewBasic'], condition: other },
  {
    effect: 'deny',
    resources: ['testSuite', 'task', 'table', 'container'],
    operations: ['ViewAll'],
    condition: `!(${other})`,
  },
  { effect: 'deny', resources: ['all'], operations: ['All'], condition: "matchAllTags('M.b') && isOwner()" },
];

const requests = [
  '/v1/search/query?q=*&index=all',
  '/v1/search/query?q=some&index=all&track_total_hits=true&sort_field=name.keyword&sort_order=asc',
  '/v1/search/suggest?q=a&index=all',
  '/v1/search/export?q=*&index=all',
  '/v1/events?entityCreated=*&entityUpdated=*&timestamp=0',
  '/v1/feed',
  '/v1/activity',
  '/v1/tags?fields=usageCount',
  ...entityTypes.filter(({ create }) => create !== null).map(({ path }) => `${path}?limit=5`),
];

forEachSeededStore('complicated policies', (use, kind) => {
  const logs: StatementLog[] = [];
  let app: ContractApp;
  let token: string;

  beforeAll(async () => {
    const counted = (store: Store) => {
      const log = countingStore(store);
      logs.push(log);
      return { ...store, ...log.store };
    };
    app = await openApp({ ...use(), store: counted(use().store), another: () => counted(use().another()) });
    const create = async (path: string, body: object) => {
      const answer = await app.send('POST', path, { body });
      expect(answer.status, answer.text).toBe(201);
      return answer.body;
    };
    await create('/v1/classifications', { name: 'M', description: 'Marks' });
    for (const name of ['a', 'b']) await create('/v1/tags', { name, classification: 'M', description: 'A mark' });
    const teams = [];
    for (const name of ['crew', 'deck']) teams.push((await create('/v1/teams', { name, teamType: 'Group' })).id);
    await create('/v1/policies', { name: 'complicated', rules: rules.map((rule, i) => ({ name: `${i}`, ...rule })) });
    const role = await create('/v1/roles', { name: 'complicated', policies: ['complicated'] });
    await create('/v1/users', { name: 'pat', email: 'pat@example.com', roles: [role.id], teams });
    token = await app.tokenOf('pat');
  });
  afterAll(() => app.close());

  it('make no statement long', async () => {
    for (const path of requests) {
      for (const log of logs) log.clear();
      const { status, text } = await app.send('GET', path, { token });
      expect([200, 403], `${path}: ${text}`).toContain(status);
      const longest = Math.max(0, ...logs.flatMap(({ statements }) => statements.map(({ length }) => length)));
      expect(longest, path).toBeLessThan(LONGEST[kind] as number);
    }
  });
});

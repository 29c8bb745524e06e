// Whatever the policies say: search, its totals, counts and suggestions, single documents and exports show exactly what a GET of
// each entity shows.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { entityTypes } from '../../src/entities/index.js';
import type { Body } from '../contract/fixtures/index.js';
import { type ContractApp, openApp } from '../contract/support/contract-app.js';
import { forEachSeededStore } from '../support/stores.js';
import { type RandomRule, rules } from './permitted/random-rules.js';
import { makeSmallCatalog, type SmallCatalog } from './permitted/small-catalog.js';

const types = entityTypes.filter(({ create }) => create !== null);
/** `npm run rights` plays thousands. On PostgreSQL each takes six times as long. */
const RUNS: Readonly<Record<string, number>> = { sqlite: 20, postgres: 8 };
/** On a busy machine, fewer policies are tried rather than none to the end. Milliseconds. */
const LIMIT = 150_000;
const FEWEST = 5;

interface Entry {
  id: string;
  type: string;
  name: string;
  fqn: string;
}

interface Actor {
  isBot: boolean;
  /** Places in the list of teams, and of domains. */
  teams: number[];
  domains: number[];
  /** The policy is attached to the first team instead of a role. */
  byTeam: boolean;
}

const actors = fc.record({
  isBot: fc.boolean(),
  teams: fc.subarray([0, 1, 2]),
  domains: fc.subarray([0, 1, 2], { maxLength: 2 }),
  byTeam: fc.boolean(),
});

forEachSeededStore('search under random policies', (use, database) => {
  let app: ContractApp;
  let catalog: SmallCatalog;
  let count = 0;

  beforeAll(async () => {
    app = await openApp(use());
    catalog = await makeSmallCatalog(app);
  });
  afterAll(() => app.close());

  const get = async (path: string, query: Record<string, string>, token?: string) =>
    app.send('GET', `${path}?${new URLSearchParams(query)}`, token === undefined ? {} : { token });

  async function create(path: string, body: Body): Promise<Body> {
    const answer = await app.send('POST', path, { body });
    expect(answer.status, answer.text).toBe(201);
    return answer.body;
  }

  async function tokenOf(given: readonly RandomRule[], actor: Actor): Promise<string> {
    const name = `person-${++count}`;
    const named = given.map((rule, i) => ({ name: `rule ${i}`, ...rule }));
    const policy = await create('/v1/policies', { name: `policy of ${name}`, rules: named });
    const teams = actor.teams.map((i) => catalog.teams[i]?.id as string);
    const byTeam = actor.byTeam && teams.length > 0;
    if (byTeam)
      teams.push((await create('/v1/teams', { name: `team of ${name}`, teamType: 'Group', policies: [policy.id] })).id);
    const roles = byTeam ? [] : [(await create('/v1/roles', { name: `role of ${name}`, policies: [policy.name] })).id];
    await create('/v1/users', {
      name,
      email: `${name}@example.com`,
      isBot: actor.isBot,
      teams,
      roles,
      domains: actor.domains.map((i) => catalog.domains[i]?.fullyQualifiedName as string),
    });
    return app.tokenOf(name);
  }

  /** Everything that is there, as lists show it to the admin. */
  async function everything(include: string): Promise<Entry[]> {
    const entries: Entry[] = [];
    for (const { name: type, path } of types) {
      const { body } = await get(path, { limit: '10000', include });
      for (const { id, name, fullyQualifiedName: fqn } of body.data) entries.push({ id, type, name, fqn: fqn ?? name });
    }
    return entries;
  }

  /** What a GET of each one shows. */
  async function seenOf(entries: readonly Entry[], include: string, token: string): Promise<Entry[]> {
    const seen: Entry[] = [];
    for (const entry of entries) {
      const path = types.find(({ name }) => name === entry.type)?.path ?? '';
      const { status, text } = await get(`${path}/${entry.id}`, { include }, token);
      expect([200, 403], text).toContain(status);
      if (status === 200) seen.push(entry);
    }
    return seen;
  }

  const idsOf = (some: readonly { id: string }[]) => some.map(({ id }) => id).sort();
  const hitsOf = (body: Body) => (body.hits.hits as Body[]).map(({ _id: id }) => ({ id })) as { id: string }[];

  async function compare(seen: readonly Entry[], deleted: boolean, token: string): Promise<void> {
    const state = { deleted: String(deleted) };
    const all = { index: 'all', size: '1000', ...state };
    const ours = seen.filter(({ name }) => name.startsWith('asset'));
    const found = await get('/v1/search/query', { q: '*', ...all }, token);
    if (found.status === 403) {
      expect(seen, 'who sees something may search').toEqual([]);
      return;
    }
    expect(found.status, found.text).toBe(200);
    expect(idsOf(hitsOf(found.body)), 'hits').toEqual(idsOf(seen));
    expect(found.body.hits.total.value, 'total').toBe(seen.length);
    expect(sumOf(found.body.aggregations['sterms#entityType'].buckets), 'counts').toBe(seen.length);
    const worded = await get('/v1/search/query', { q: 'shared', ...all, include_aggregations: 'false' }, token);
    const byWord = idsOf(hitsOf(worded.body));
    expect(
      byWord.filter((id) => !seen.some((one) => one.id === id)),
      'unseen by a word',
    ).toEqual([]);
    expect(byWord, 'by a word').toEqual(expect.arrayContaining(idsOf(ours)));
    const sorted = await get(
      '/v1/search/query',
      { q: '', ...all, sort_field: 'fullyQualifiedName', sort_order: 'asc' },
      token,
    );
    expect(idsOf(hitsOf(sorted.body)), 'sorted').toEqual(idsOf(seen));
    const suggested = await get('/v1/search/suggest', { q: 'asset', index: 'all', size: '100', ...state }, token);
    const options = suggested.body.suggest['metadata-suggest'][0].options as Body[];
    // Something that belongs to the server may be named so, too.
    const suggestions = seen.filter(({ name }) => name.toLowerCase().includes('asset'));
    expect(
      options.filter(({ _id: id }) => !suggestions.some((one) => one.id === id)),
      'unseen suggestions',
    ).toEqual([]);
    const suggestedIds = idsOf(options.map(({ _id: id }) => ({ id: id as string })));
    expect(suggestedIds, 'suggestions').toEqual(expect.arrayContaining(idsOf(ours)));
    const byType = await get('/v1/search/entityTypeCounts', { q: '*', index: 'all', ...state }, token);
    const counts = new Map(
      (byType.body.aggregations['sterms#entityType'].buckets as Body[]).map((one) => [one.key, one.doc_count]),
    );
    for (const { name } of types)
      expect(counts.get(name) ?? 0, `count of ${name}`).toBe(seen.filter(({ type }) => type === name).length);
    await compareTables(seen, state, token);
    const exported = await get('/v1/search/export', { q: '*', index: 'all', ...state }, token);
    expect(exported.status, exported.text).toBe(200);
    for (const { fqn } of ours) expect(exported.text, 'exported').toContain(fqn);
    expect(exported.text.trim().split('\n').length - 1, 'rows').toBe(seen.length);
  }

  /** One type by itself, and counts by what is put on it. */
  async function compareTables(seen: readonly Entry[], state: { deleted: string }, token: string): Promise<void> {
    const tables = seen.filter(({ type }) => type === 'table');
    const filter = JSON.stringify({ query: { bool: { must_not: [{ term: { 'name.keyword': 'assetTable0' } }] } } });
    const some = await get(
      '/v1/search/query',
      { q: '*', index: 'table', query_filter: filter, size: '100', ...state },
      token,
    );
    expect(idsOf(hitsOf(some.body)), 'tables').toEqual(idsOf(tables.filter(({ name }) => name !== 'assetTable0')));
    for (const tag of catalog.tags) {
      const tagged = await Promise.all(tables.map(async ({ id }) => ({ id, tags: await tagsOf(id) })));
      const counted = await get(
        '/v1/search/aggregate',
        { index: 'table', field: 'tags.tagFQN', size: '100', ...state },
        token,
      );
      const bucket = (counted.body.aggregations['sterms#tags.tagFQN'].buckets as Body[]).find(({ key }) => key === tag);
      expect(bucket?.doc_count ?? 0, tag).toBe(tagged.filter(({ tags }) => tags.includes(tag)).length);
    }
  }

  async function tagsOf(id: string): Promise<string[]> {
    const { body } = await get(`/v1/tables/${id}`, { fields: 'tags,columns', include: 'all' });
    return [body, ...body.columns].flatMap((one: Body) => (one.tags ?? []).map((tag: Body) => tag.tagFQN));
  }

  async function compareDocuments(entries: readonly Entry[], seen: readonly Entry[], token: string): Promise<void> {
    for (const { id, type } of entries.filter(({ name }) => name.startsWith('asset'))) {
      const { status } = await get(`/v1/search/get/${type}/doc/${id}`, {}, token);
      if (seen.some((one) => one.id === id)) expect(status, `document of ${type}`).toBe(200);
      else expect([403, 404], `document of ${type}`).toContain(status);
    }
  }

  it('shows exactly what a GET shows', { timeout: 300_000 }, async () => {
    const resources = types.map(({ name }) => name);
    let played = 0;
    await fc.assert(
      fc.asyncProperty(rules(resources), actors, async (given, actor) => {
        const token = await tokenOf(given, actor);
        for (const deleted of [false, true]) {
          const include = deleted ? 'deleted' : 'non-deleted';
          const entries = await everything(include);
          const seen = await seenOf(entries, include, token);
          await compare(seen, deleted, token);
          await compareDocuments(entries, seen, token);
        }
        played += 1;
      }),
      {
        numRuns: RUNS[database] ?? FEWEST,
        endOnFailure: true,
        interruptAfterTimeLimit: LIMIT,
        markInterruptAsFailure: false,
      },
    );
    expect(played, 'policies played').toBeGreaterThanOrEqual(FEWEST);
  });
});

function sumOf(buckets: readonly Body[]): number {
  return buckets.reduce((sum, { doc_count }) => sum + doc_count, 0);
}

// People may write texts of a megabyte, as often as they like. What lists them reads few at a time, and leaves out none.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPeople, type People } from '../access/support/catalog-of-people.js';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';

const LENGTH = 1_000_000;
const TIMES = 5;

forEachSeededStore('long texts', (use) => {
  let people: People;
  const tables: Body[] = [];
  /** The version after each change of the first table, oldest first. */
  const versions: number[] = [];

  const ok = async (path: string) => {
    const { status, body, text } = await people.send('GET', path);
    expect(status, `${path} ${text.slice(0, 200)}`).toBe(200);
    return body;
  };
  const describeAs = async (table: Body, letter: string) => {
    const patch = [{ op: 'add', path: '/description', value: letter.repeat(LENGTH) }];
    // With a condition, each is a version of its own.
    const headers = { 'content-type': 'application/json-patch+json', 'if-match': `"${table.version}"` };
    const answer = await people.app.send('PATCH', `/v1/tables/${table.id}`, { body: patch, headers });
    expect(answer.status).toBe(200);
    return answer.body;
  };
  /** All pages of a list, by their cursors. */
  async function pages(path: string): Promise<Body[][]> {
    const found: Body[][] = [];
    for (let after: string | undefined; ; ) {
      const page = await ok(after === undefined ? path : `${path}&after=${encodeURIComponent(after)}`);
      if (page.data.length > 0) found.push(page.data);
      if (page.data.length === 0 || page.paging.after === undefined) return found;
      after = page.paging.after;
    }
  }
  const ofFirst = (events: Body[]) => events.filter(({ entityId }) => entityId === tables[0]?.id);

  beforeAll(async () => {
    people = await openPeople(use());
    for (let i = 0; i < 4; i++) tables.push(await people.table());
    let [table] = tables as [Body];
    for (let i = 0; i < TIMES; i++) {
      table = await describeAs(table, 'abcdef'.charAt(i));
      versions.push(table.version);
    }
    for (const other of tables.slice(1)) await describeAs(other, 'x');
  }, 60_000);
  afterAll(() => people.app.close());

  it('are in all versions of an entity', async () => {
    const { entityType, versions: found } = await ok(`/v1/tables/${tables[0]?.id}/versions`);
    expect(entityType).toBe('table');
    const values = found.map((text: string) => JSON.parse(text));
    expect(values.map(({ version }: Body) => version)).toEqual([...versions].reverse().concat(0.1));
    expect(values.map(({ description = '' }: Body) => description.charAt(0)).join('')).toBe('edcba');
    const { changeSummary } = await ok(`/v1/changeSummary/table/${tables[0]?.id}`);
    expect(Object.keys(changeSummary)).toEqual(['description']);
  });

  it('are on all pages of events, which are shorter for it', async () => {
    const wanted = '/v1/events?entityUpdated=table';
    const all = ofFirst((await ok(wanted)).data).map(({ currentVersion }) => currentVersion);
    expect(all).toEqual(versions);
    const found = await pages(`${wanted}&limit=1000`);
    expect(ofFirst(found.flat()).map(({ currentVersion }) => currentVersion)).toEqual(versions);
    expect(found.length).toBeGreaterThan(1);
  });

  it('are on all pages of the history and of the audit log', async () => {
    const range = `startTs=0&endTs=${Date.now() + 60_000}`;
    const made = await pages(`/v1/tables/history?${range}&limit=1000`);
    const first = made.flat().filter(({ id }) => id === tables[0]?.id);
    expect(first.map(({ version }) => version)).toEqual([...versions].reverse().concat(0.1));
    expect(made.length).toBeGreaterThan(1);
    const logged = await pages('/v1/audit/logs?entityType=table&limit=200');
    const ids = logged.flat().map(({ id }) => id);
    expect([ids.length, new Set(ids).size]).toEqual([4 + TIMES + 3, 4 + TIMES + 3]);
    expect(logged.length).toBeGreaterThan(1);
    const end = (await ok(`/v1/audit/logs?entityType=table&limit=${ids.length - 1}`)).data;
    expect(end.map(({ id }: Body) => id)).toEqual(ids.slice(0, end.length));
  });

  it('are in lists of entities, whatever the page', async () => {
    const ids = tables.map(({ id }) => id);
    for (const limit of [4, 500, 100_000]) {
      const { data, paging } = await ok(`/v1/tables?limit=${limit}`);
      expect(data.map(({ id }: Body) => id).sort()).toEqual([...ids].sort());
      expect(paging.total).toBe(4);
      expect(data.every(({ description }: Body) => description.length === LENGTH)).toBe(true);
    }
    const two = await ok('/v1/tables?limit=3');
    expect((await ok(`/v1/tables?limit=50&after=${encodeURIComponent(two.paging.after)}`)).data).toHaveLength(1);
    const one = await ok(`/v1/tables?limit=2&after=${encodeURIComponent(two.paging.after)}`);
    const before = await ok(`/v1/tables?limit=100&before=${encodeURIComponent(one.paging.before)}`);
    expect(before.data).toHaveLength(3);
  });

  it('are shortened in references, which lists repeat', async () => {
    const owner = await people.make('/v1/users', {
      ...{ name: 'wordy', email: 'wordy@example.com' },
      description: `${'x'.repeat(3998)}\u{1f600}${'x'.repeat(LENGTH)}`,
    });
    const { owners } = await people.table({ owners: [{ id: owner.id, type: 'user' }] });
    expect(owners[0].description).toBe(`${'x'.repeat(3998)}…`);
  });
});

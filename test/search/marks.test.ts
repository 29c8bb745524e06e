// A text of combining marks is indexed in the time that other texts of its length take.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPeople, type People, type Person } from '../access/support/catalog-of-people.js';
import { forEachSeededStore } from '../support/stores.js';

const PAIRS = 40_000;

forEachSeededStore('combining marks', (use) => {
  let people: People;
  let who: Person;
  beforeAll(async () => {
    people = await openPeople(use());
    who = await people.person([]);
  });
  afterAll(() => people.app.close());

  const timeOf = async (description: string) => {
    const { id } = await people.table();
    const began = performance.now();
    const patch = [{ op: 'add', path: '/description', value: description }];
    const { status, text } = await who.send('PATCH', `/v1/tables/${id}`, patch);
    expect(status, text.slice(0, 300)).toBe(200);
    return performance.now() - began;
  };

  it('hold nobody up', async () => {
    const letters = await timeOf('éà'.repeat(PAIRS));
    for (const marks of ['\u0301\u0323', '\uff9e\u0323'])
      expect(await timeOf(`caf${'e'}${marks.repeat(PAIRS)}`)).toBeLessThan(5 * letters + 2000);
  });

  it('of one letter do not hide its word', async () => {
    const { id } = await people.table({ description: `zalgoword${'\u0301\u0323'.repeat(100)}s are here` });
    const { body } = await who.send('GET', '/v1/search/query?index=table&q=zalgowords');
    expect(body.hits.hits.map(({ _id }: { _id: string }) => _id)).toEqual([id]);
  });
});

// A person counts as the owner of the own entry: a GET, lists, counts and search agree about it.
import { expect, it } from 'vitest';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';
import { openPeople, type Rule } from './support/catalog-of-people.js';

const cases: [string, Rule[]][] = [
  ['isOwner()', [{ operations: ['ViewAll'], resources: ['user'], condition: 'isOwner()' }]],
  ['!isOwner()', [{ operations: ['ViewAll'], resources: ['user'], condition: '!isOwner()' }]],
  ['noOwner()', [{ operations: ['ViewAll'], resources: ['user'], condition: 'noOwner()' }]],
  ['!noOwner()', [{ operations: ['ViewAll'], resources: ['user'], condition: '!noOwner()' }]],
  ['noOwner() || isOwner()', [{ operations: ['ViewAll'], resources: ['user'], condition: 'noOwner() || isOwner()' }]],
  [
    'all but the own',
    [
      { operations: ['ViewAll'], resources: ['user'] },
      { effect: 'deny', operations: ['All'], resources: ['user'], condition: 'isOwner()' },
    ],
  ],
];

forEachSeededStore('the own entry', (use) => {
  it('is owned by its person, wherever one looks', async () => {
    const people = await openPeople(use());
    try {
      await people.make('/v1/users', { name: 'somebody', email: 'somebody@example.com' });
      for (const [title, rules] of cases) {
        const who = await people.person(rules, { isBot: true });
        const all = (await people.send('GET', '/v1/users?limit=1000')).body.data as Body[];
        const seen: string[] = [];
        for (const { id } of all) {
          const { status } = await who.send('GET', `/v1/users/${id}`);
          expect([200, 403], title).toContain(status);
          if (status === 200) seen.push(id);
        }
        if (seen.length === 0) {
          expect((await who.send('GET', '/v1/users')).status, title).toBe(403);
          continue;
        }
        const list = (await who.send('GET', '/v1/users?limit=1000')).body;
        expect(list.data.map(({ id }: Body) => id).sort(), title).toEqual([...seen].sort());
        expect(list.paging.total, title).toBe(seen.length);
        expect((await who.send('GET', '/v1/system/entities/count')).body.userCount, title).toBe(seen.length);
        const found = (await who.send('GET', '/v1/search/query?q=*&index=user&size=1000')).body.hits;
        expect(found.hits.map((hit: Body) => hit._id).sort(), title).toEqual([...seen].sort());
        expect(found.total.value, title).toBe(seen.length);
      }
    } finally {
      await people.app.close();
    }
  });
});

// What people and containers hold is found by their names, however many other assets have the same name.
import { beforeAll, expect, it } from 'vitest';
import { openPeople, type People } from '../access/support/catalog-of-people.js';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';

const MANY = 520;
const PIECE = 130;

forEachSeededStore('names that many assets have', (use) => {
  let people: People;

  const found = async (q: string, index: string): Promise<string[]> => {
    const query = new URLSearchParams({ q, index, size: '3', query_filter: unnamed });
    const answer = await people.send('GET', `/v1/search/query?${query}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.hits.hits.map((hit: Body) => hit._source.name);
  };
  /** Leaves out the assets that have the word in their own names. */
  const unnamed = JSON.stringify({ query: { terms: { name: ['held', 'nullness', 'inner'] } } });

  beforeAll(async () => {
    people = await openPeople(use());
    const make = async (path: string, body: object) => {
      const { status, body: made, text } = await people.send('PUT', path, body);
      expect(status, text).toBeLessThan(300);
      return made;
    };
    await make('/v1/services/databaseServices', { name: 's', serviceType: 'Mysql' });
    await make('/v1/databases', { name: 'd', service: 's' });
    for (const name of ['plain', 'crowd']) await make('/v1/databaseSchemas', { name, database: 's.d' });
    const columns = [{ name: 'a', dataType: 'INT' }];
    for (let at = 0; at < MANY; at += PIECE)
      await make(
        '/v1/tables/bulk',
        Array.from({ length: PIECE }, (_, i) => ({ name: `crowd_${at + i}`, databaseSchema: 's.d.plain', columns })),
      );
    // After the crowd, so that whoever looks at the first matches alone does not see them.
    const owner = await make('/v1/users', { name: 'crowd-owner', email: 'crowd-owner@example.com' });
    await make('/v1/tables', {
      name: 'held',
      databaseSchema: 's.d.plain',
      columns,
      owners: [{ id: owner.id, type: 'user' }],
    });
    await make('/v1/tables', { name: 'inner', databaseSchema: 's.d.crowd', columns });
    await make('/v1/tables', { name: 'crowd_last', databaseSchema: 's.d.plain', columns });
    await make('/v1/dataQuality/testCases', {
      name: 'nullness',
      entityLink: '<#E::table::s.d.plain.crowd_last>',
      testDefinition: 'tableRowCountToEqual',
      parameterValues: [{ name: 'value', value: '1' }],
    });
  });

  it('finds what an owner and a container of that name hold', async () => {
    expect((await found('crowd', 'table')).sort()).toEqual(['held', 'inner']);
  });

  it('finds what lies in one of the many', async () => {
    expect(await found('crowd last', 'all')).toContain('nullness');
  });
});

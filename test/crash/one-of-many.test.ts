// Many at once over real sockets: of those that would overwrite each other exactly one wins.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, command, type Place, places, type ServerProcess, startServer } from './server-process.js';

const many = 100;

describe.each(places())('one of many ($name)', ({ make }) => {
  let place: Place;
  let server: ServerProcess;

  beforeAll(async () => {
    place = await make();
    server = await startServer(place);
  });
  afterAll(async () => {
    await server?.kill();
    await place?.remove();
  });

  it('of 100 creates of one name one succeeds', async () => {
    const create = () => server.send('POST', '/v1/classifications', { name: 'one', description: 'x' });
    const answers = await Promise.all(Array.from({ length: many }, create));
    expect(tally(answers)).toEqual({ 201: 1, 409: many - 1 });
    expect((await server.send('GET', '/v1/classifications/name/one')).status).toBe(200);
  });

  it('of 100 puts of one name one creates, the others change nothing', async () => {
    const put = () => server.send('PUT', '/v1/classifications', { name: 'put', description: 'x' });
    expect(tally(await Promise.all(Array.from({ length: many }, put)))).toEqual({ 200: many - 1, 201: 1 });
    expect((await server.send('GET', '/v1/classifications/name/put')).json.version).toBe(0.1);
  });

  for (const same of [false, true])
    it(`of 100 patches with one ETag one succeeds, ${same ? 'also when they change nothing' : 'each with its own value'}`, async () => {
      const made = await server.send('POST', '/v1/classifications', { name: `tag ${same}`, description: 'x' });
      const path = `/v1/classifications/${made.json.id}`;
      const tag = String((await server.send('GET', path)).headers.etag);
      const patch = (_: unknown, i: number) =>
        server.send('PATCH', path, [{ op: 'replace', path: '/description', value: same ? 'x' : `by ${i}` }], {
          'if-match': tag,
        });
      const answers = await Promise.all(Array.from({ length: many }, patch));
      expect(tally(answers)).toEqual({ 200: 1, 412: many - 1 });
      const winner = answers.find(({ status }) => status === 200);
      expect((await server.send('GET', path)).json.description).toBe(winner?.json.description);
    });

  it('100 patches without condition all count', async () => {
    const { json } = await server.send('POST', '/v1/classifications', { name: 'all', description: 'x' });
    const path = `/v1/classifications/${json.id}`;
    const patch = (_: unknown, i: number) =>
      server.send('PATCH', path, [{ op: 'replace', path: '/description', value: `by ${i}` }]);
    expect(tally(await Promise.all(Array.from({ length: many }, patch)))).toEqual({ 200: many });
    expect((await server.send('GET', path)).headers.etag).toBe(`"0.2.${many + 1}"`);
    expect(await eventsOf(json.id)).toHaveLength(many + 1);
  });

  it('a container that is deleted while it is filled leaves nothing behind', { timeout: 60_000 }, async () => {
    await server.send('POST', '/v1/services/databaseServices', { name: 'filled', serviceType: 'CustomDatabase' });
    for (let round = 0; round < 5; round++) {
      await server.send('PUT', '/v1/databases', { name: 'db', service: 'filled' });
      const { json: schema } = await server.send('PUT', '/v1/databaseSchemas', { name: 's', database: 'filled.db' });
      const columns = [{ name: 'a', dataType: 'INT' }];
      const fill = (_: unknown, i: number) => {
        const remove = `/v1/databaseSchemas/${schema.id}?hardDelete=true&recursive=true`;
        if (i === 20 + round * 10) return server.send('DELETE', remove);
        return server.send('POST', '/v1/tables', { name: `t${i}`, databaseSchema: 'filled.db.s', columns });
      };
      const answers = await Promise.all(Array.from({ length: many }, fill));
      expect(answers.filter(({ status }) => ![200, 201, 404, 409].includes(status))).toEqual([]);
      const { json: left } = await server.send('GET', '/v1/tables?include=all&limit=0');
      expect(left.paging.total).toBe(0);
    }
    expect(command(place.env, 'validate')).toMatch(/ 0 problems/);
  });

  it('of 100 deletes one succeeds', async () => {
    const made = await server.send('POST', '/v1/classifications', { name: 'gone', description: 'x' });
    const remove = () => server.send('DELETE', `/v1/classifications/${made.json.id}?hardDelete=true`);
    expect(tally(await Promise.all(Array.from({ length: many }, remove)))).toEqual({ 200: 1, 404: many - 1 });
  });

  /** Change events of an entity, wherever they stand in the order. */
  async function eventsOf(id: string): Promise<unknown[]> {
    const store = await place.open();
    const rows = await store.read((sql) => sql.all('select id from change_event where entity_id = $1', [id]));
    await store.close();
    return rows;
  }
});

function tally(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

// Two servers on one database: a job is done by one of them, and by the other when that one is killed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listJobs, type Store } from '../../src/storage/index.js';
import { command, type Place, places, type ServerProcess, startServer } from '../crash/server-process.js';

const kind = places().find(({ name }) => name === 'postgres');
const options = { CAIRN_DELETE_SLICE: '20' };
const secretKey = Buffer.alloc(32, 5).toString('base64');
const tables = 2000;
/** A lease lasts 15 s. */
const moved = { timeout: 40_000, interval: 200 };

describe.skipIf(kind === undefined)('background work of several servers', () => {
  let place: Place;
  let store: Store;
  let first: ServerProcess;
  let second: ServerProcess;

  beforeAll(async () => {
    place = (await kind?.make()) as Place;
    place.env.CAIRN_SECRET_KEY = secretKey;
    [first, second] = await Promise.all([startServer(place, options), startServer(place, options)]);
    store = await place.open();
  }, 60_000);
  afterAll(async () => {
    await store?.close();
    await first?.kill();
    await second?.kill();
    await place?.remove();
  });

  it('is with one of them, and goes on with the other when that one is killed', { timeout: 120_000 }, async () => {
    // Which server takes the work is not known from outside: the one that is there alone.
    const id = await fill();
    await second.stop();
    expect((await first.send('DELETE', `${services}/async/${id}?hardDelete=true&recursive=true`)).status).toBe(202);
    await expect.poll(leftRows, { timeout: 50_000, interval: 20 }).toBeLessThan(tables);
    const holder = await holders();
    expect(holder).toHaveLength(1);
    const starting = startServer(place, options);
    await first.kill();
    expect(await leftRows(), 'the delete was over before the kill').toBeGreaterThan(0);
    second = await starting;
    await expect.poll(leftRows, moved).toBe(0);
    await expect.poll(holders, moved).toEqual([]);
    expect(await jobs()).toMatchObject([{ state: 'completed', token: 2 }]);
    await second.send('POST', '/v1/classifications', { name: 'later', description: 'x' });
    await expect.poll(() => told('later'), moved).toBe(true);
    await second.stop();
    expect(command(place.env, 'validate')).toMatch(/ 0 problems/);
  });

  const services = '/v1/services/databaseServices';

  async function fill(): Promise<string> {
    const { json } = await first.send('POST', services, { name: 'large', serviceType: 'CustomDatabase' });
    await first.send('POST', '/v1/databases', { name: 'db', service: 'large' });
    await first.send('POST', '/v1/databaseSchemas', { name: 'public', database: 'large.db' });
    for (let at = 0; at < tables; at += 500) {
      const items = Array.from({ length: 500 }, (_, i) => ({
        name: `t${at + i}`,
        databaseSchema: 'large.db.public',
        columns: [{ name: 'a', dataType: 'INT' }],
      }));
      const answer = await second.send('PUT', '/v1/tables/bulk', items);
      expect(answer.json.status).toBe('success');
    }
    return json.id;
  }

  const jobs = () => store.read((sql) => listJobs(sql, { kind: 'catalog.deletion' }, 10));

  /** The server that goes on with the delete. */
  async function holders(): Promise<(string | null)[]> {
    return (await jobs()).filter(({ state }) => state === 'running').map(({ holder }) => holder);
  }

  async function leftRows(): Promise<number> {
    const row = await store.read((sql) =>
      sql.get<{ n: number }>("select count(*) as n from entity where type = 'table'"),
    );
    return Number(row?.n);
  }

  async function told(name: string): Promise<boolean> {
    const { json } = await second.send('GET', '/v1/events?entityCreated=classification&timestamp=0');
    return JSON.stringify(json).includes(`"${name}"`);
  }
});

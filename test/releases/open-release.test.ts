// Every released version left a data folder and a PostgreSQL dump: this build opens each of them whole.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { connectPostgres } from '../../src/storage/postgres/postgres-client.js';
import { command, type Json, type Place, places, type ServerProcess, startServer } from '../crash/server-process.js';

interface Expected {
  answers: Record<string, Json>;
  /** The address of a table that was deleted for good. */
  gone: string;
  tables: string[];
  eventIds: string[];
  person: { name: string; password: string };
  botToken: string;
  secretKey: string;
}

const releases = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

describe.each(releases)('a catalog of version %s', (release) => {
  const folder = join(import.meta.dirname, release);
  const expectedOf: Record<string, Expected> = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'));

  describe.each(places())('on $name', ({ name, make }) => {
    const expected = expectedOf[name] as Expected;
    let place: Place | undefined;
    let server: ServerProcess | undefined;

    afterEach(async () => {
      await server?.kill();
      await place?.remove();
    });

    it('is migrated, answers as before, and is whole', { timeout: 60_000 }, async () => {
      place = await make();
      place.env.CAIRN_PUBLIC_URL = 'http://catalog.example';
      await restore(name, folder, place, expected);
      server = await startServer(place);
      const { send } = server;

      for (const [path, body] of Object.entries(expected.answers)) {
        const answer = await send('GET', path);
        expect({ path, status: answer.status, body: answer.json }).toMatchObject({ path, status: 200, body });
      }
      expect((await send('GET', expected.gone)).status).toBe(404);
      const listed = await send('GET', '/v1/tables?limit=100&database=shop.orders');
      expect(listed.json.data.map((table: Json) => table.fullyQualifiedName)).toEqual(expected.tables);
      const kinds = 'entityCreated=table&entityUpdated=table&entityDeleted=table';
      const events = await send('GET', `/v1/events?${kinds}&timestamp=0&limit=1000`);
      expect(events.json.data.map((event: Json) => event.id)).toEqual(expected.eventIds);
      const found = await vi.waitFor(
        async () => {
          const answer = await send('GET', '/v1/search/query?q=parcels.2026&index=table_search_index');
          if (answer.status !== 200) expect(answer).toMatchObject({ json: { errorType: 'SEARCH_UNAVAILABLE' } });
          expect(answer.status).toBe(200);
          return answer;
        },
        { timeout: 30_000, interval: 100 },
      );
      expect(found.json.hits.hits[0]._source.name).toBe('parcels.2026');

      const { name: email, password } = expected.person;
      const login = { email, password: Buffer.from(password).toString('base64') };
      expect((await send('POST', '/v1/users/login', login)).status).toBe(200);
      const asBot = { authorization: `Bearer ${expected.botToken}` };
      expect((await send('GET', '/v1/tables?limit=1', undefined, asBot)).status).toBe(200);

      const [first] = listed.json.data;
      const change = [{ op: 'add', path: '/description', value: 'written by a later version' }];
      expect((await send('PATCH', `/v1/tables/${first.id}`, change)).status).toBe(200);
      await server.stop();
      expect(command(place.env, 'validate')).toMatch(/ 0 problems/);
    });
  });
});

async function restore(store: string, folder: string, place: Place, { secretKey }: Expected): Promise<void> {
  const data = place.env.CAIRN_DATA as string;
  if (store === 'sqlite') {
    execFileSync('tar', ['-xzf', join(folder, 'data.tar.gz'), '-C', data]);
    return;
  }
  mkdirSync(data, { recursive: true });
  writeFileSync(join(data, 'secret.key'), `${secretKey}\n`);
  // Lines that begin with a backslash are for psql alone.
  const dump = gunzipSync(readFileSync(join(folder, 'postgres.sql.gz')))
    .toString('utf8')
    .replace(/^\\.*$/gm, '');
  const client = connectPostgres({ url: place.env.CAIRN_DATABASE_URL as string, connections: 1 });
  await client.unsafe(dump);
  await client.end();
}

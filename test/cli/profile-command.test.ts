// `cairn profile`, beside a server that does the work and without one.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSqliteLibrary } from '../../src/storage/index.js';
import { type Place, places, type ServerProcess, startServer } from '../crash/server-process.js';

const program = join(import.meta.dirname, '../../bin/cairn.js');

describe.each(places())('cairn profile ($name)', ({ make }) => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-cli-source-'));
  const options = { CAIRN_SOURCE_FOLDER: folder, CAIRN_SOURCE_TIMEOUT: '30s' };
  let place: Place;
  let server: ServerProcess;

  const profile = (name: string) =>
    new Promise<{ code: number; out: string; err: string }>((resolve) => {
      const env = { ...process.env, ...place.env, ...options };
      execFile(process.execPath, [program, 'profile', name], { env }, (error, out, err) =>
        resolve({ code: error ? Number(error.code) : 0, out, err }),
      );
    });

  beforeAll(async () => {
    const { DatabaseSync } = loadSqliteLibrary();
    const database = new DatabaseSync(join(folder, 'shop.db'));
    database.exec('create table orders (id integer); insert into orders values (1), (2)');
    database.close();
    place = await make();
    server = await startServer(place, options);
    const send = async (path: string, body: object) => {
      const answer = await server.send('POST', path, body);
      expect(answer.status, JSON.stringify(answer.json)).toBe(201);
    };
    const config = { type: 'SQLite', databaseMode: 'shop.db' };
    await send('/v1/services/databaseServices', { name: 'shop', serviceType: 'SQLite', connection: { config } });
    await send('/v1/databases', { name: 'd', service: 'shop' });
    await send('/v1/databaseSchemas', { name: 'main', database: 'shop.d' });
    const columns = [{ name: 'id', dataType: 'INT' }];
    for (const name of ['orders', 'gone']) await send('/v1/tables', { name, databaseSchema: 'shop.d.main', columns });
  }, 120_000);
  afterAll(async () => {
    await server.kill();
    await place.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it('profiles a table or a service, and fails where something is missing', { timeout: 120_000 }, async () => {
    expect(await profile('shop.d.main.orders')).toEqual({
      code: 0,
      out: 'profiled shop.d.main.orders; 2 rows; 1 columns\n1 of 1 tables profiled completely\n',
      err: '',
    });
    const latest = await server.send('GET', '/v1/tables/shop.d.main.orders/tableProfile/latest');
    expect(latest.json.profile).toMatchObject({ rowCount: 2 });
    await server.stop();
    expect(await profile('shop')).toMatchObject({
      code: 1,
      out: [
        'failed   shop.d.main.gone; the source has no table main.gone',
        'profiled shop.d.main.orders; 2 rows; 1 columns',
        '1 of 2 tables profiled completely\n',
      ].join('\n'),
    });
    expect(await profile('nosuch')).toEqual({
      code: 1,
      out: '',
      err: 'there is no table, service, database or schema nosuch\n',
    });
  });
});

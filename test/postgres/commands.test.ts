// What an operator does and what can be wrong: commands and starts on PostgreSQL tell it in a sentence, with exit code 1.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectPostgres } from '../../src/storage/postgres/postgres-client.js';
import { type Place, places } from '../crash/server-process.js';

const kind = places().find(({ name }) => name === 'postgres');
const program = join(import.meta.dirname, '../../bin/cairn.js');

interface Outcome {
  code: number;
  out: string;
  err: string;
}

describe.skipIf(kind === undefined)('commands on PostgreSQL', () => {
  let place: Place;
  beforeAll(async () => {
    place = (await kind?.make()) as Place;
    place.env.CAIRN_SECRET_KEY = Buffer.alloc(32, 5).toString('base64');
    place.env.CAIRN_PORT = '0';
  });
  afterAll(() => place?.remove());

  const cairn = (args: string, env: Record<string, string> = {}) =>
    new Promise<Outcome>((resolve) => {
      const options = { env: { ...process.env, ...place.env, ...env }, timeout: 30_000 };
      execFile(process.execPath, [program, ...args.split(' ')], options, (error, out, err) =>
        resolve({ code: error ? Number(error.code) : 0, out, err }),
      );
    });
  const run = async (...statements: string[]) => {
    const client = connectPostgres({ url: place.env.CAIRN_DATABASE_URL as string, connections: 1 });
    for (const statement of statements) await client.unsafe(statement);
    await client.end();
  };
  const refused = (err: RegExp | string) => ({
    code: 1,
    err: typeof err === 'string' ? `${err}\n` : expect.stringMatching(err),
  });

  it('say that an empty database lacks everything', { timeout: 60_000 }, async () => {
    const lacks = /^the database is not up to date; run "cairn migrate" first; missing migrations: 0001-catalog, /;
    expect(await cairn('validate')).toMatchObject(refused(lacks));
    expect(await cairn('token --user admin')).toMatchObject(refused(lacks));
    expect((await cairn('check-connection')).out).toMatch(
      /^connected to the postgres database\npending migrations: 0001-/,
    );
  });

  it('make the tables, look at them, and make them anew', { timeout: 60_000 }, async () => {
    expect((await cairn('migrate')).out).toMatch(/^applied 0001-catalog, /);
    expect((await cairn('migrate')).out).toBe('the database is up to date\n');
    expect((await cairn('info')).out).toMatch(/database {2}postgres\nevents {4}0\n/);
    expect(await cairn('validate')).toMatchObject({ code: 0, out: '0 entities, 0 problems\n' });
    await run(`insert into setting (name, updated_at, doc) values ('mine', 1, '{}')`);
    expect((await cairn('drop-create --yes')).out).toBe('the catalog is empty\n');
    expect(await cairn('check-connection')).toMatchObject({ code: 0, out: 'connected to the postgres database\n' });
  });

  it('do not start on a database that takes no writes', { timeout: 60_000 }, async () => {
    const name = new URL(place.env.CAIRN_DATABASE_URL as string).pathname.slice(1);
    await run(`alter database ${name} set default_transaction_read_only = on`);
    const error = /^the database is unavailable: cannot execute .* in a read-only transaction\n$/;
    const outcome = await cairn('serve');
    await run('set default_transaction_read_only = off', `alter database ${name} reset default_transaction_read_only`);
    expect(outcome).toMatchObject(refused(error));
  });

  it('do not touch a database that a newer version made', { timeout: 60_000 }, async () => {
    await run(`insert into migration (number, name, checksum, applied_at) values (9999, 'later', 'x', 1)`);
    const newer = 'the database has migration 9999 (later), which this version does not know; use a newer version';
    for (const command of ['serve', 'migrate', 'validate', 'token --user admin'])
      expect(await cairn(command)).toMatchObject(refused(newer));
  });

  it('tell what is wrong with the address', { timeout: 60_000 }, async () => {
    const at = (change: (url: URL) => void) => {
      const url = new URL(place.env.CAIRN_DATABASE_URL as string);
      change(url);
      return { CAIRN_DATABASE_URL: url.href };
    };
    const nowhere = at((url) => {
      url.host = '127.0.0.1:1';
      url.searchParams.delete('host');
    });
    const noSocket = at((url) => url.searchParams.set('host', '/no/such/folder'));
    expect(await cairn('serve', noSocket)).toMatchObject(
      refused(/^the database is unavailable: connect ENOENT \/no\/such\/folder\/\.s\.PGSQL\.\d+\n$/),
    );
    expect(await cairn('serve', nowhere)).toMatchObject(
      refused('the database is unavailable: connect ECONNREFUSED 127.0.0.1:1'),
    );
    expect(await cairn('check-connection', nowhere)).toMatchObject(refused(/ECONNREFUSED 127\.0\.0\.1:1/));
    const noDatabase = at((url) => {
      url.pathname = '/not_there';
    });
    expect(await cairn('serve', noDatabase)).toMatchObject(
      refused('the database is unavailable: database "not_there" does not exist'),
    );
    const noUser = at((url) => {
      url.username = 'no_such_user';
      url.password = 'wrong';
    });
    expect(await cairn('serve', noUser)).toMatchObject(
      refused(/^the database is unavailable: (role|password).*"no_such_user".*\n$/),
    );
  });
});

// Commands that look after a database, on one of their own.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openSqlite } from '../../src/storage/index.js';

const program = join(import.meta.dirname, '../../bin/cairn.js');
const data = mkdtempSync(join(tmpdir(), 'cairn-cli-'));
afterAll(() => rmSync(data, { recursive: true, force: true }));

interface Outcome {
  code: number;
  out: string;
  err: string;
}

function cairn(args: readonly string[], input = '', folder = data): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, ...args, '--data', folder], (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
    child.stdin?.end(input);
  });
}

test('without a database the commands that read say so', async () => {
  for (const command of ['info', 'check-connection', 'validate'])
    expect(await cairn([command])).toEqual({ code: 1, out: '', err: `there is no catalog in ${data}\n` });
  expect(await cairn(['token', '--user', 'admin'])).toMatchObject({ code: 1 });
});

test('migrate makes the database and then finds nothing to do', async () => {
  expect((await cairn(['migrate'])).out).toMatch(/^applied 0001-catalog, /);
  expect((await cairn(['migrate'])).out).toBe('the database is up to date\n');
  expect((await cairn(['check-connection'])).out).toBe('connected to the sqlite database\n');
  expect((await cairn(['info'])).out).toMatch(/events +0\n/);
});

test('validate reports inconsistencies and fails', async () => {
  const store = openSqlite({ path: join(data, 'cairn.db') });
  await store.write((tx) =>
    tx.run(
      `insert into relation (from_id, from_type, kind, to_id, to_type, ord, data)
        values ('a', 'user', 'owns', 'b', 'table', 0, null)`,
    ),
  );
  await store.close();
  const { code, out } = await cairn(['validate']);
  expect(out).toContain('relation owns of user to table b refers to entity a, which does not exist\n');
  expect(out).toContain('0 entities, 2 problems\n');
  expect(code).toBe(1);
});

test('drop-create asks first, then begins anew', async () => {
  const refused = await cairn(['drop-create'], 'no\n');
  expect(refused).toMatchObject({ code: 1, err: 'nothing was deleted\n' });
  expect(await cairn(['drop-create'])).toMatchObject({ code: 1, err: 'nothing was deleted\n' });
  expect((await cairn(['validate'])).code).toBe(1);
  expect((await cairn(['drop-create'], 'drop\n')).out).toContain('the catalog is empty\n');
  expect(await cairn(['validate'])).toMatchObject({ code: 0, out: '0 entities, 0 problems\n' });
});

test('a file that is no database and a key that is no key are told in a sentence', async () => {
  const other = mkdtempSync(join(data, 'other-'));
  writeFileSync(join(other, 'cairn.db'), 'kept here by somebody else, and long enough to be looked at as a database');
  const unusable = {
    code: 1,
    err: `${join(other, 'cairn.db')} is not a SQLite database, or its header is damaged; restore it from a backup\n`,
  };
  for (const command of ['info', 'check-connection', 'validate', 'migrate'])
    expect(await cairn([command], '', other)).toMatchObject(unusable);
  expect(await cairn(['serve', '--port', '0'], '', other)).toMatchObject(unusable);
  expect(await cairn(['token', '--user', 'admin', '--secret-key', 'short'])).toMatchObject({
    code: 1,
    err: '--secret-key or CAIRN_SECRET_KEY must hold 32 bytes in base64.\n',
  });
});

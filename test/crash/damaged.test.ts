// Files of the embedded database that were damaged, cut, emptied or lost: a start refuses in one sentence and makes nothing new; a
// server that meets damage says so and sends no whole answer that is not whole.
import { spawnSync } from 'node:child_process';
import { randomFillSync } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectSqlite } from '../../src/storage/sqlite/sqlite-connection.js';
import { chooseStores } from '../support/stores.js';
import { fillTables } from './fill-tables.js';
import { type Place, places, type ServerProcess, startServer } from './server-process.js';

const program = resolve(import.meta.dirname, '../../bin/cairn.js');
const PAGE = 4096;
const [embedded] = chooseStores({ sqlite: () => true, postgres: () => false });

describe.skipIf(!embedded)('damaged files', () => {
  let made: Place;
  let data: string;
  let file: string;
  let server: ServerProcess | undefined;

  beforeAll(async () => {
    made = (await places()[0]?.make()) as Place;
    const first = await startServer(made);
    await fillTables(first, 2000);
    await first.stop();
    // What lies in the log would stand in for pages of the file.
    const connection = connectSqlite({ path: join(made.env.CAIRN_DATA as string, 'cairn.db') });
    await connection.all('pragma wal_checkpoint(truncate)');
    connection.close();
  }, 60_000);
  afterAll(() => made?.remove());

  beforeEach(() => {
    data = mkdtempSync(join(tmpdir(), 'cairn-damaged-'));
    file = join(data, 'cairn.db');
    cpSync(made.env.CAIRN_DATA as string, data, { recursive: true });
  });
  afterEach(async () => {
    await server?.kill();
    server = undefined;
    rmSync(data, { recursive: true, force: true });
  });

  /** What a command ends with: its code, and what it said on both streams. */
  function cairn(command: string, options: { uid?: number; env?: Record<string, string> } = {}) {
    const flags = command === 'serve' ? ['--port', '0'] : [];
    const { uid, env } = options;
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, command, ...flags, '--data', data], {
      encoding: 'utf8',
      timeout: 30_000,
      env: { ...process.env, ...env },
      ...(uid === undefined ? {} : { uid, gid: uid }),
    });
    return { code: status, said: stderr, printed: stdout };
  }

  /** Starting is refused with this one sentence, and leaves the folder as it is. */
  function refuses(sentence: RegExp, options = {}): void {
    const before = readdirSync(data).filter((name) => !name.endsWith('.lock'));
    const { code, said } = cairn('serve', options);
    expect(said).toMatch(sentence);
    expect(said.trim().split('\n')).toHaveLength(1);
    expect(said).toContain(data);
    expect(code).toBe(1);
    const after = readdirSync(data).filter((name) => !/\.lock$|-shm$|-wal$/.test(name));
    expect(after).toEqual(before.filter((name) => !/-shm$|-wal$/.test(name)));
  }

  function overwrite(page: number, pages = 1): void {
    const handle = openSync(file, 'r+');
    writeSync(handle, randomFillSync(Buffer.alloc(pages * PAGE)), 0, pages * PAGE, page * PAGE);
    closeSync(handle);
  }

  /** Numbers of pages, from 0, where a table begins. */
  async function rootOf(table: string): Promise<number> {
    const connection = connectSqlite({ path: file, readOnly: true });
    const row = await connection.get<{ rootpage: number }>('select rootpage from sqlite_schema where name = $1', [
      table,
    ]);
    connection.close();
    return (row?.rootpage ?? 0) - 1;
  }

  const serve = () => startServer({ ...made, env: { ...made.env, CAIRN_DATA: data } });

  it('a beginning of garbage is refused', () => {
    overwrite(0);
    refuses(/is not a SQLite database, or its header is damaged; restore it from a backup\n$/);
  });

  it('pages of garbage are refused where a start can see them', async () => {
    overwrite(await rootOf('setting'));
    refuses(/cairn\.db is damaged \(.+\); restore it from a backup\n$/);
  });

  it('a schema of garbage is refused', () => {
    const handle = openSync(file, 'r+');
    writeSync(handle, Buffer.alloc(PAGE - 100, 7), 0, PAGE - 100, 100);
    closeSync(handle);
    refuses(/cairn\.db is damaged \(.+\); restore it from a backup\n$/);
  });

  it('a file that was cut is refused', () => {
    truncateSync(file, Math.floor(statSync(file).size / PAGE / 2) * PAGE + 100);
    refuses(/cairn\.db is truncated: it has \d+ of \d+ pages; restore it from a backup\n$/);
  });

  it('an empty file is refused', () => {
    truncateSync(file, 0);
    refuses(
      /cairn\.db is empty; restore it from a backup, or remove it and secret\.key to start with an empty catalog\n$/,
    );
    expect(statSync(file).size).toBe(0);
  });

  it('a lost database beside its key is refused', () => {
    rmSync(file);
    refuses(/cairn\.db is missing, but \S+secret\.key exists; restore .+\n$/);
    expect(existsSync(file)).toBe(false);
  });

  it('a log without its database is refused and kept', () => {
    rmSync(file);
    rmSync(join(data, 'secret.key'));
    writeFileSync(`${file}-wal`, randomFillSync(Buffer.alloc(3 * PAGE)));
    refuses(/cairn\.db is missing, but its log \S+cairn\.db-wal exists; restore .+\n$/);
    expect(statSync(`${file}-wal`).size).toBe(3 * PAGE);
  });

  it('a lost key is refused, and none is made', () => {
    rmSync(join(data, 'secret.key'));
    refuses(
      /secret\.key is missing; restore the key that this catalog was created with, or set CAIRN_SECRET_KEY .+\n$/,
    );
    expect(cairn('demo').said).toContain('secret.key is missing');
    expect(existsSync(join(data, 'secret.key'))).toBe(false);
  });

  it('a log of garbage is no log, and the catalog is served', async () => {
    writeFileSync(`${file}-wal`, randomFillSync(Buffer.alloc(3 * PAGE)));
    server = await serve();
    expect((await server.send('GET', '/v1/tables?limit=0')).json.paging.total).toBe(2000);
  });

  it('a folder that may not be written to is refused', ({ skip }) => {
    const root = process.getuid?.() === 0;
    // For others than root, rights hold; root gives its own away.
    for (const name of readdirSync(data)) chmodSync(join(data, name), 0o444);
    chmodSync(data, 0o555);
    const other = root ? { uid: 65_534 } : {};
    // Another user may be unable to start Node, or to enter the folder that the checkout is in.
    if (root && cairn('help', other).code !== 0) skip('no other user can run the program here');
    refuses(/cairn\.db\S* cannot be used \(.+\); it must be in a folder that the program can write to/, other);
    chmodSync(data, 0o755);
  });

  it('damage that a read meets ends readiness, and breaks no answer in two', async () => {
    const root = await rootOf('entity');
    const pages = Math.floor(statSync(file).size / PAGE);
    server = await serve();
    const { port, send } = server;
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    for (let page = Math.max(root + 1, 20); page < pages; page += 3) overwrite(page);
    const statuses = new Set<unknown>();
    for (const path of ['/v1/tables?limit=100000&fields=columns', '/v1/tables?limit=1000', '/v1/users', '/v1/tables']) {
      const answer = await send('GET', path).catch(() => null);
      statuses.add(answer?.status ?? 'cut');
      if (answer?.status === 200) expect(typeof answer.json).toBe('object');
      if (answer?.status === 503) expect(answer.json.errorType).toBe('DATABASE_UNAVAILABLE');
    }
    expect([...statuses].every((status) => [200, 503, 'cut'].includes(status as number))).toBe(true);
    expect(statuses.has(503) || statuses.has('cut')).toBe(true);
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { status: expect.stringMatching(/malformed|damaged|I\/O/) },
    ]);
    await server.kill();
    server = undefined;
    const { code, said, printed } = cairn('validate');
    expect(`${printed}${said}`).toMatch(/damaged|cannot be read completely/);
    expect(`${printed}${said}`).not.toMatch(/\n {4}at /);
    expect(code).toBe(1);
  });

  it('the key of the catalog is as it was', () => {
    expect(readFileSync(join(data, 'secret.key'), 'utf8')).toBe(
      readFileSync(join(made.env.CAIRN_DATA as string, 'secret.key'), 'utf8'),
    );
  });
});

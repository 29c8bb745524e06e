import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loadSqliteLibrary } from '../../storage/index.js';
import { openSqliteSource, type Source } from '../index.js';

// Long enough for a busy machine to start the process; what never ends gets less time.
const limits = { connectTimeout: 1000, statementTimeout: 15_000, maxRows: 5 };
const SHORT = { ...limits, statementTimeout: 3000 };
const FOREVER = 'with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n';

describe('a SQLite source', () => {
  const work = mkdtempSync(join(tmpdir(), 'cairn-source-'));
  const folder = join(work, 'files');
  const dataFolder = join(folder, 'data');
  const program = pathToFileURL(join(import.meta.dirname, '../../../dist/source-reader.js'));
  const sources: Source[] = [];
  const open = async (file: string, given = {}) => {
    const option = '--source-folder';
    const source = await openSqliteSource({ file, folder, dataFolder, program, limits, option, ...given });
    sources.push(source);
    return source;
  };

  beforeAll(() => {
    mkdirSync(dataFolder, { recursive: true });
    for (const path of [join(folder, 'shop.db'), join(work, 'outside.db'), join(dataFolder, 'cairn.db')]) {
      const { DatabaseSync } = loadSqliteLibrary();
      const database = new DatabaseSync(path);
      database.exec(
        "create table orders (id integer, note text); insert into orders values (1, 'a'), (9007199254740993, null)",
      );
      database.close();
    }
    symlinkSync(join(work, 'outside.db'), join(folder, 'link.db'));
    writeFileSync(join(folder, 'broken.db'), 'this is no database, and long enough to be looked at as one'.repeat(30));
  });
  afterEach(async () => {
    for (const source of sources.splice(0)) await source.close();
  });
  afterAll(() => {
    rmSync(work, { recursive: true, force: true });
  });

  it('returns rows with their columns and exact large numbers, up to the requested number', async () => {
    const source = await open('shop.db');
    expect(await source.query('select id, note from orders order by id')).toEqual({
      columns: ['id', 'note'],
      rows: [
        [1n, 'a'],
        [9007199254740993n, null],
      ],
      cut: false,
    });
    expect(await source.query('select id from orders where false')).toEqual({ columns: ['id'], rows: [], cut: false });
    const many = 'with recursive n(i) as (select 1 union all select i + 1 from n) select i from n';
    expect(await source.query(many)).toMatchObject({ rows: [[1n], [2n], [3n], [4n], [5n]], cut: true });
  });

  it.each([
    "attach database 'outside.db' as o",
    '/* select */ attach database ":memory:" as o',
    'delete from orders',
    'pragma writable_schema = on',
    'with x as (select 1) delete from orders',
    'vacuum',
    "select load_extension('x')",
  ])('runs nothing that does more than read: %s', async (text) => {
    const source = await open('shop.db');
    await expect(source.query(text)).rejects.toMatchObject({ failure: 'failed' });
    expect(await source.query('select count(*) from orders')).toMatchObject({ rows: [[2n]] });
  });

  it('ends a statement that takes too long, and continues', async () => {
    const source = await open('shop.db', { limits: SHORT });
    await expect(source.query(FOREVER)).rejects.toMatchObject({
      failure: 'timeout',
      message: 'shop.db was not read in time',
    });
    expect(await source.query('select count(*) from orders')).toMatchObject({ rows: [[2n]] });
    await source.close();
    expect(readersOf(program.pathname)).toEqual([]);
  });

  it.each(['../outside.db', 'link.db', 'data/cairn.db', 'nothing.db', '/etc/passwd', '.', ''])(
    'does not open %j',
    async (file) => {
      await expect(open(file)).rejects.toMatchObject({ failure: 'refused' });
    },
  );

  it('opens nothing when no folder is named', async () => {
    await expect(open('shop.db', { folder: '' })).rejects.toThrow(
      'set --source-folder to the folder that contains them',
    );
  });

  it('reports a file that is not a database', async () => {
    await expect((await open('broken.db')).query('select 1 from x')).rejects.toMatchObject({
      failure: 'failed',
      message: 'broken.db rejected the statement: file is not a database',
    });
  });
});

/** Those that this process started: servers of other tests have their own. */
function readersOf(program: string): string[] {
  return execFileSync('ps', ['-o', 'args', '--ppid', String(process.pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(program));
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { entityRow } from '../../../test/support/rows.js';
import { migrate } from '../migrations/migrate.js';
import type { Sql, Store } from '../port.js';
import { indexedEntities, insertEntity, setDeletedState, updateEntity } from '../queries/index.js';
import { openSqlite } from './open-sqlite.js';

const folder = mkdtempSync(join(tmpdir(), 'cairn-row-memory-'));
const path = join(folder, 'cairn.db');
let store: Store;

beforeAll(async () => {
  store = openSqlite({ path, checkReads: true });
  await migrate(store);
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const PUT = `insert into tag_usage (entity_id, part, tag_id, source, label_type, state, ord)
  values ($1, '', $2, '', '', '', 0)`;
const put = (tx: Sql, id: string, tag: string, only?: string[]) => tx.run(PUT, [id, tag], only);

/** Reads the tags of entities through the cache; `asked` collects the ids that were not cached. */
async function tagsOf(tx: Sql, ids: string[], asked: string[] = []): Promise<Record<string, string>> {
  const found = await tx.remembered?.('tag_usage', 'test', ids, async (missing) => {
    asked.push(...missing);
    const rows = await tx.all<{ id: string; tags: string }>(
      `select entity_id as id, group_concat(tag_id) as tags from tag_usage
        where entity_id in ${tx.dialect.list('$1')} group by entity_id`,
      [JSON.stringify(missing)],
    );
    return new Map(rows.map(({ id, tags }) => [id, tags]));
  });
  return Object.fromEntries(found ?? []);
}

it('queries once per entity, including those without a value, and across writes', async () => {
  const asked: string[] = [];
  await store.write(async (tx) => {
    await put(tx, 'a', 'x');
    expect(await tagsOf(tx, ['a', 'none'], asked)).toEqual({ a: 'x' });
    expect(await tagsOf(tx, ['none', 'a'], asked)).toEqual({ a: 'x' });
  });
  await store.write(async (tx) => expect(await tagsOf(tx, ['a', 'none'], asked)).toEqual({ a: 'x' }));
  expect(asked).toEqual(['a', 'none']);
});

it('invalidates the entities that a statement names, or all if it names none', async () => {
  await store.write(async (tx) => {
    await tagsOf(tx, ['a', 'b']);
    await put(tx, 'b', 'y', ['b']);
    const asked: string[] = [];
    expect(await tagsOf(tx, ['a', 'b'], asked)).toEqual({ a: 'x', b: 'y' });
    expect(asked).toEqual(['b']);
    await tx.run("delete from tag_usage where tag_id = 'x'");
    expect(await tagsOf(tx, ['a', 'b'])).toEqual({ b: 'y' });
    await tx.all("update tag_usage set tag_id = 'z' returning tag_id");
    expect(await tagsOf(tx, ['a', 'b'])).toEqual({ b: 'z' });
  });
});

it('keeps values that a statement on another table cannot change', async () => {
  const asked: string[] = [];
  await store.write(async (tx) => {
    await tagsOf(tx, ['b']);
    await tx.run("insert or replace into setting (name, updated_at, doc) values ('x', 0, '')");
    await tx.run("update setting set doc = 'y'");
    await tx.all('delete from setting returning name');
    expect(await tagsOf(tx, ['b'], asked)).toEqual({ b: 'z' });
  });
  expect(asked).toEqual([]);
});

it('drops values that were rolled back', async () => {
  const undone = store.write(async (tx) => {
    await put(tx, 'c', 'x', ['c']);
    expect(await tagsOf(tx, ['c'])).toEqual({ c: 'x' });
    throw new Error('undone');
  });
  const next = store.write(async (tx) => expect(await tagsOf(tx, ['c'])).toEqual({}));
  await expect(undone).rejects.toThrow('undone');
  await next;
  const lost = store.write(
    async (tx) => {
      await put(tx, 'c', 'x', ['c']);
      expect(await tagsOf(tx, ['c'])).toEqual({ c: 'x' });
    },
    () => Promise.reject(new Error('lost')),
  );
  await expect(lost).rejects.toThrow('lost');
  await store.write(async (tx) => expect(await tagsOf(tx, ['c'])).toEqual({}));
});

it('does not cache a value that changed while it was loading', async () => {
  await store.write(async (tx) => {
    let change: Promise<unknown> = Promise.resolve();
    const reading = tx.remembered?.('tag_usage', 'test', ['d'], async () => {
      change = put(tx, 'd', 'x', ['d']);
      await change;
      return new Map([['d', 'before']]);
    });
    await reading;
    expect(await tagsOf(tx, ['d'])).toEqual({ d: 'x' });
  });
});

it('is cleared when another connection has committed', async () => {
  await store.write((tx) => tagsOf(tx, ['e']));
  const other = openSqlite({ path });
  await other.write((tx) => put(tx, 'e', 'x', ['e']));
  await other.close();
  await store.write(async (tx) => expect(await tagsOf(tx, ['e'])).toEqual({ e: 'x' }));
});

const INSERT = `insert into entity (id, type, name, fqn, fqn_hash, version, revision, updated_at, updated_by, deleted, ref, doc)
  values ($1, 't', $2, $2, $3, 1, 1, 0, '', 0, '{}', '{}')`;
const insert = (tx: Sql, id: string, name: string) => tx.run(INSERT, [id, name, Buffer.from(name)], { inserted: [id] });

it('knows that a new entity has no rows in other tables', async () => {
  await store.write(async (tx) => {
    await insert(tx, 'new', 'n');
    const asked: string[] = [];
    expect(await tagsOf(tx, ['new'], asked)).toEqual({});
    expect(asked).toEqual([]);
    await put(tx, 'new', 'x', ['new']);
    expect(await tagsOf(tx, ['new'], asked)).toEqual({ new: 'x' });
    await insert(tx, 'newer', 'o');
    await tx.run(
      "insert into tag_usage select 'newer', part, tag_id, source, label_type, state, ord, data from tag_usage where entity_id = 'new'",
    );
    expect(await tagsOf(tx, ['newer'], asked)).toEqual({ newer: 'x' });
    expect(asked).toEqual(['new', 'newer']);
  });
});

it('finds a row by name until the row changes, and does not cache that a name is free', async () => {
  const rename = (tx: Sql, id: string, name: string, only?: string[]) =>
    tx.run('update entity set fqn = $2, fqn_hash = $3 where id = $1', [id, name, Buffer.from(name)], only);
  await store.write(async (tx) => {
    const asked: string[] = [];
    const find = async (...names: string[]) => {
      const rows = await tx.rememberedByName?.(names, async (missing) => {
        asked.push(...missing);
        const found = await tx.all<{ id: string; fqn: string }>(
          `select id, fqn from entity where fqn in ${tx.dialect.list('$1')}`,
          [JSON.stringify(missing)],
        );
        return new Map(found.map((row) => [row.fqn, row]));
      });
      return rows?.map(({ id }) => id);
    };
    expect(await find('p', 'q')).toEqual([]);
    await insert(tx, 'P', 'p');
    expect(await find('p')).toEqual(['P']);
    await insert(tx, 'Q', 'q');
    expect(await find('p', 'q')).toEqual(['P', 'Q']);
    expect(asked).toEqual(['p', 'q', 'p', 'q']);
    await rename(tx, 'P', 'r', ['P']);
    expect(await find('p', 'r')).toEqual(['P']);
    await rename(tx, 'Q', 'p', ['Q']);
    expect(await find('p', 'q', 'r')).toEqual(['Q', 'P']);
    await rename(tx, 'Q', 's');
    expect(await find('p', 's')).toEqual(['Q']);
  });
});

it('caches the rows that the transaction wrote, as stored, until something else changes them', async () => {
  const row = entityRow({ id: 'whole', name: 'whole', doc: '{"name":"whole"}' });
  const shown = async (tx: Sql) => (await indexedEntities(tx, ['whole'])).map(({ deleted, doc }) => [deleted, doc]);
  await store.write(async (tx) => {
    await insertEntity(tx, row);
    expect([...(tx.written?.values() ?? [])]).toEqual([row]);
    await updateEntity(tx, { ...row, doc: '{"name":"changed"}' });
    expect(await shown(tx)).toEqual([[0, '{"name":"changed"}']]);
    await setDeletedState(tx, ['whole'], 1);
    expect(await shown(tx)).toEqual([[1, '{"name":"changed"}']]);
    await updateEntity(tx, row);
    await tx.run("update entity set doc = '{}'");
    expect(await shown(tx)).toEqual([[0, '{}']]);
    await updateEntity(tx, row);
  });
  const undone = store.write(async (tx) => {
    await updateEntity(tx, { ...row, doc: '{"name":"undone"}' });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await store.write(async (tx) => {
    expect(tx.written?.size).toBe(0);
    expect(await shown(tx)).toEqual([[0, '{"name":"whole"}']]);
  });
});

it('invalidates what a trigger changes, even if the statement names its own rows', async () => {
  await store.write(async (tx) => {
    await tx.run('create table copied (id text)');
    await tx.run(
      'create trigger copy after insert on copied begin delete from tag_usage where entity_id = new.id; end',
    );
    await put(tx, 'copied', 'x');
    expect(await tagsOf(tx, ['copied'])).toEqual({ copied: 'x' });
    await tx.run('insert into copied values ($1)', ['copied'], ['other']);
    expect(await tagsOf(tx, ['copied'])).toEqual({});
    await tx.run('drop table copied');
  });
});

it('detects what statements change, however they are written', async () => {
  const changes = [
    "with gone as (select 'w' as id) delete from tag_usage where entity_id in (select id from gone)",
    "/* as a person would */ update tag_usage set entity_id = 'v' where entity_id = 'w'",
    'DELETE FROM tag_usage',
    'replace into tag_usage select * from tag_usage',
  ];
  for (const change of changes)
    await store.write(async (tx) => {
      await tx.run("delete from tag_usage where entity_id in ('v', 'w')");
      await put(tx, 'w', 'x');
      const asked: string[] = [];
      await tagsOf(tx, ['w'], asked);
      await tx.run(change);
      await tagsOf(tx, ['w'], asked);
      expect(asked).toEqual(['w', 'w']);
    });
});

it('fails a query that reads an undeclared table', async () => {
  const read = (from: Parameters<NonNullable<Sql['remembered']>>[0], text: string) =>
    store.write(async (tx) =>
      tx.remembered?.(from, 'undeclared', [`key of ${text}`], async () => {
        await tx.all(text);
        return new Map();
      }),
    );
  const joined = 'select e.id from entity e join relation r on r.to_id = e.id';
  await expect(read('entity', joined)).rejects.toThrow('cached from entity is read from relation');
  await expect(read('relation', 'select id from entity')).rejects.toThrow('cached from relation is read from entity');
  await read({ table: 'entity', constant: ['relation'] }, joined);
  await read('entity', 'select id from entity where id in (select value from json_each(1))');
});

it('rolls back a failed write that changed only a virtual table', async () => {
  const count = () =>
    store.read((sql) => sql.get("select count(*) as n from search_text_1 where search_text_1 match 'zebra'"));
  const broken = store.write(async (tx) => {
    await tx.run("insert into search_text_1 (rowid, name) values (4711, 'zebra')");
    throw new Error('broken');
  });
  await expect(broken).rejects.toThrow('broken');
  expect(await count()).toEqual({ n: 0 });
});

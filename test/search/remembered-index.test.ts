// What the connection that writes remembers of the index does not outlive what a lost commit or another writer did to it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRegistry } from '../../src/catalog/index.js';
import { entityTypes } from '../../src/entities/index.js';
import { beginRebuild, checkIndex, createSearchIndex, inlineSource, runRebuild } from '../../src/search/index.js';
import { migrate, openSqlite, type Sql, type Store } from '../../src/storage/index.js';
import { createEngine } from '../support/engine.js';

let folder: string;
let store: Store;
let other: Store;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-remembered-index-'));
  const path = join(folder, 'cairn.db');
  store = openSqlite({ path });
  await migrate(store);
  other = openSqlite({ path });
});
afterEach(async () => {
  await store.close();
  await other.close();
  rmSync(folder, { recursive: true });
});

/** A server on a store; `last` is the last step of its commits. */
function serverOn(on: Store, last?: (flush: Promise<void>) => Promise<void>) {
  const made = createSearchIndex({ registry: createRegistry(entityTypes) });
  const index = last ? { ...made, flush: (tx: Sql) => last(made.flush(tx)) } : made;
  const engine = createEngine(on, entityTypes, { search: () => index });
  const body = (name: string) => ({ name, domainType: 'Aggregate', description: `All about ${name}` });
  return {
    index,
    create: (name: string) => engine.send('POST', '/v1/domains', body(name)),
    describe: (name: string, description: string) => engine.send('PUT', '/v1/domains', { ...body(name), description }),
    rebuild: async () => {
      await on.write((tx) => beginRebuild(tx, true));
      const worker = { now: Date.now, holder: 'here' };
      const { signal } = new AbortController();
      const write = <T>(work: (tx: Sql) => Promise<T>) => on.write(work, index.flush);
      const open = () => inlineSource(on.read, index);
      const done = await runRebuild({ read: on.read, write, index, worker, open }, signal);
      expect(done?.status).toBe('completed');
    },
  };
}

async function problems(): Promise<string[]> {
  const found: string[] = [];
  await checkIndex(store, serverOn(store).index, (problem) => void found.push(problem));
  return found;
}

it('numbers and state of the index are read again when another has written', async () => {
  const [here, there] = [serverOn(store), serverOn(other)];
  await here.create('Alpha');
  await there.create('Bravo');
  await here.create('Charlie');
  await here.describe('Bravo', 'Described here');
  await there.rebuild();
  await here.describe('Alpha', 'Described after the rebuild');
  await here.create('Delta');
  await there.describe('Delta', 'Described there');
  expect(await problems()).toEqual([]);
});

it('what a lost commit wrote is not counted with', async () => {
  const here = serverOn(store);
  const losing = serverOn(store, async (flush) => {
    await flush;
    throw new Error('the disk is full');
  });
  await here.create('Alpha');
  await losing.create('Bravo').catch(() => {});
  await losing.describe('Alpha', 'Never described so').catch(() => {});
  await here.create('Bravo');
  await here.describe('Alpha', 'Described again');
  expect(await problems()).toEqual([]);
  const documents = await store.read((sql) => sql.all<{ n: number }>('select n from search_doc_1 order by n'));
  expect(documents.map(({ n }) => n)).toEqual([1, 2]);
});

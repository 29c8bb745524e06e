// `cairn validate` compares the index with what is stored. What it would say of an index that is broken by hand.
import { beforeAll, expect, it } from 'vitest';
import { createRegistry } from '../../src/catalog/index.js';
import { entityTypes } from '../../src/entities/index.js';
import { checkIndex, createSearchIndex } from '../../src/search/index.js';
import { currentTables, type SqlValue } from '../../src/storage/index.js';
import { createEngine } from '../support/engine.js';
import { forEachStore } from '../support/stores.js';

type Tables = Awaited<ReturnType<typeof currentTables>>;

class Undone extends Error {}

forEachStore('an index broken by hand', (use) => {
  const index = createSearchIndex({ registry: createRegistry(entityTypes) });
  let id = '';

  beforeAll(async () => {
    const engine = createEngine(use().store, entityTypes, { search: () => index });
    for (const name of ['Alpha', 'Bravo', 'Charlie']) {
      const body = { name, domainType: 'Aggregate', description: `All about ${name}` };
      const { status, json } = await engine.send('POST', '/v1/domains', body);
      expect(status).toBe(201);
      if (name === 'Bravo') id = json.id;
    }
  });

  /** What is told after a change that is taken back at the end. */
  async function toldAfter(
    change: (tables: Tables, dialect: string) => [text: string, ...values: SqlValue[]][],
  ): Promise<string[]> {
    const problems: string[] = [];
    const { store } = use();
    const broken = store.write(async (tx) => {
      const tables = await currentTables(tx);
      const dialect = tx.dialect.search.number === 'rowid' ? 'sqlite' : 'postgres';
      for (const [text, ...values] of change(tables, dialect)) {
        expect(await tx.run(text, values), text).toBeGreaterThan(0);
      }
      const reading = { ...store, read: <T>(work: (sql: typeof tx) => Promise<T>) => work(tx) };
      await checkIndex(reading, index, (problem) => void problems.push(problem));
      throw new Undone();
    });
    await expect(broken).rejects.toThrow(Undone);
    return problems;
  }

  const number = ({ doc }: Tables) => `(select n from ${doc} where id = $1)`;
  const key = (dialect: string) => (dialect === 'sqlite' ? 'rowid' : 'n');

  it('is whole before', async () => {
    expect(await toldAfter(() => [])).toEqual([]);
  });

  it.each([
    ['a missing document', (t: Tables) => [`delete from ${t.doc} where id = $1`]],
    ['a document of nothing', (t: Tables) => [`update ${t.doc} set id = 'of nothing' where id = $1`]],
    ['another fingerprint', (t: Tables) => [`update ${t.doc} set hash = 'x' where id = $1`]],
    ['another name', (t: Tables) => [`update ${t.doc} set name = 'x' where id = $1`]],
    ['another key of the name', (t: Tables) => [`update ${t.doc} set name_key = 'x' where id = $1`]],
    ['another type', (t: Tables) => [`update ${t.doc} set type = 'table' where id = $1`]],
    ['another weight', (t: Tables) => [`update ${t.doc} set weight = 77 where id = $1`]],
    ['other parts', (t: Tables) => [`update ${t.doc} set parts = '["x"]' where id = $1`]],
    ['values of nothing', (t: Tables) => [`update ${t.doc} set facet = 4711 where id = $1`]],
    [
      'other values',
      (t: Tables) => [`update ${t.facet} set facets = '{}' where f = (select facet from ${t.doc} where id = $1)`],
    ],
    ['missing words', (t: Tables, d: string) => [`delete from ${t.text} where ${key(d)} = ${number(t)}`]],
  ] as const)('tells of %s', async (_, change) => {
    const problems = await toldAfter((tables, dialect) => change(tables, dialect).map((text) => [text, id]));
    expect(problems.join()).toContain(id);
  });

  it('tells of other words', async () => {
    const problems = await toldAfter((tables, dialect) => {
      if (dialect === 'postgres')
        return [[`update ${tables.text} set words = $2::text::tsvector where n = ${number(tables)}`, id, "'.zebra':1"]];
      return [
        [`delete from ${tables.text} where rowid = ${number(tables)}`, id],
        [`insert into ${tables.text} (rowid, name) values (${number(tables)}, $2)`, id, 'zebra'],
      ];
    });
    expect(problems.join()).toContain(id);
  });

  it('tells of a word that nobody is corrected to', async () => {
    const problems = await toldAfter((tables) => [[`delete from ${tables.word} where word = $1`, 'bravo']]);
    expect(problems.join()).toContain('bravo');
  });
});

// What people type and what they want, over the sample catalog: small, so that it is near when one changes the order of hits.
// `ranking.test.ts` is the same over many assets.
import { expect, it } from 'vitest';
import { createRegistry } from '../../src/catalog/index.js';
import { demoCatalog, entityTypes } from '../../src/entities/index.js';
import { createSearchIndex, searchRoutes } from '../../src/search/index.js';
import { createEngine, type Engine } from '../support/engine.js';
import { forEachStore } from '../support/stores.js';

interface Asked {
  kind: string;
  q: string;
  /** How good an answer a table is, by its name. */
  grades: ReadonlyMap<string, number>;
}

interface Table {
  name: string;
  schema: string;
  owner: string;
  columns: string[];
}

const path: Readonly<Record<string, string>> = {
  user: '/v1/users',
  classification: '/v1/classifications',
  tag: '/v1/tags',
  domain: '/v1/domains',
  databaseService: '/v1/services/databaseServices',
  database: '/v1/databases',
  databaseSchema: '/v1/databaseSchemas',
  table: '/v1/tables',
};

async function fill(engine: Engine): Promise<Table[]> {
  const tables: Table[] = [];
  const users = new Map<string, string>();
  for (const { type, creates } of demoCatalog())
    for (const given of creates) {
      const named = (given.owners ?? []) as { name: string; type: string }[];
      const body = {
        ...given,
        ...(named.length ? { owners: named.map(({ name, type: of }) => ({ id: users.get(name), type: of })) } : {}),
      };
      const { status, json } = await engine.send('POST', path[type] as string, body);
      expect(status, JSON.stringify(json)).toBe(201);
      if (type === 'user') users.set(json.name, json.id);
      if (type === 'table')
        tables.push({
          name: json.name,
          schema: String(given.databaseSchema),
          owner: named[0]?.name ?? '',
          columns: json.columns.map((column: { name: string }) => column.name),
        });
    }
  for (const name of ['顧客注文', '売上集計', '在庫一覧']) {
    await engine.send('POST', '/v1/tables', {
      name,
      databaseSchema: 'webshop.shop.public',
      columns: [{ name: 'id', dataType: 'INT' }],
    });
    tables.push({ name, schema: 'webshop.shop.public', owner: '', columns: ['id'] });
  }
  return tables;
}

const one = (name: string) => new Map([[name, 3]]);
const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const mistyped = (word: string, at: number) => word.slice(0, at) + word.slice(at + 1);

function questions(tables: readonly Table[]): Asked[] {
  const every = (n: number, from: number) => tables.filter((_, i) => i % n === from && i < 300);
  const withColumn = (column: string) =>
    new Map(tables.filter(({ columns }) => columns.includes(column)).map(({ name }) => [name, 1]));
  const asked: Asked[] = [];
  for (const { name } of every(10, 0)) asked.push({ kind: 'exact name', q: name, grades: one(name) });
  for (const { name } of every(14, 3)) asked.push({ kind: 'words', q: name.replaceAll('_', ' '), grades: one(name) });
  for (const { name } of every(15, 5)) asked.push({ kind: 'camelCase', q: camel(name), grades: one(name) });
  for (const { name } of every(16, 7)) asked.push({ kind: 'prefix', q: name.slice(0, -2), grades: one(name) });
  for (const { name } of every(18, 2))
    asked.push({ kind: 'plural', q: name.replace(/ies$/, 'y').replace(/s$/, ''), grades: one(name) });
  for (const word of [
    'customers',
    'products',
    'shipments',
    'employees',
    'suppliers',
    'invoices',
    'campaigns',
    'subscriptions',
    'categories',
    'inventories',
  ])
    asked.push({
      kind: 'typo',
      q: mistyped(word, 3),
      grades: new Map(
        tables.filter(({ name }) => name.split('_').includes(word)).map(({ name }) => [name, name === word ? 3 : 2]),
      ),
    });
  for (const column of [
    'tracking_code',
    'birth_date',
    'unit_price',
    'salary',
    'sku',
    'fiscal_year',
    'carrier',
    'landing_page',
    'percent_off',
    'rating',
    'due_date',
    'hired_on',
  ])
    asked.push({ kind: 'column', q: column, grades: withColumn(column) });
  for (const name of ['顧客注文', '売上集計', '在庫一覧', '顧客', '売上']) {
    const wanted = tables.find((table) => table.name.startsWith(name)) as Table;
    asked.push({ kind: 'CJK', q: name, grades: one(wanted.name) });
  }
  for (const owner of ['maria', 'jonas', 'aiko', 'samir', 'lena', 'tom'])
    asked.push({
      kind: 'owner',
      q: owner,
      grades: new Map(tables.filter((table) => table.owner === owner).map(({ name }) => [name, 1])),
    });
  for (const tag of ['Personal', 'Certified'])
    asked.push({
      kind: 'tag',
      q: tag,
      grades: new Map(
        tables
          .filter(({ name, columns }) =>
            tag === 'Certified'
              ? /^(dim|fct)_/.test(name)
              : columns.some(
                  (column) => /email|_name$|birth_date|visitor_id/.test(column) && column !== 'company_name',
                ),
          )
          .map(({ name }) => [name, 1]),
      ),
    });
  for (const { name, schema } of every(22, 9))
    asked.push({
      kind: 'schema and name',
      q: `${schema.split('.').at(-1)} ${name.replace(/^[a-z]+_/, '')}`,
      grades: one(name),
    });
  return asked;
}

function gain(grades: readonly number[]): number {
  return grades.slice(0, 10).reduce((sum, grade, i) => sum + (2 ** grade - 1) / Math.log2(i + 2), 0);
}

forEachStore('ranking of the sample catalog', (use, name) => {
  it('puts what is wanted first', { timeout: 240_000 }, async () => {
    const index = createSearchIndex({ registry: createRegistry(entityTypes) });
    const engine = createEngine(use().store, entityTypes, { more: searchRoutes(), search: () => index });
    const asked = questions(await fill(engine));
    const kinds = new Map<string, number[]>();
    for (const { kind, q, grades } of asked) {
      const { json } = await engine.send('GET', '/v1/search/query', undefined, {
        query: { q, index: 'table', include_aggregations: 'false' },
      });
      const got = json.hits.hits.map(
        (hit: { _source: { name: string } }) => grades.get(hit._source.name) ?? 0,
      ) as number[];
      const ideal = gain([...grades.values()].sort((a, b) => b - a));
      kinds.set(kind, [...(kinds.get(kind) ?? []), gain(got) / ideal]);
    }
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const all = [...kinds.values()].flat();
    const figures = [...kinds].map(([kind, values]) => `${kind} ${mean(values).toFixed(3)} (${values.length})`);
    console.log(`nDCG@10 on ${name}: ${mean(all).toFixed(3)} over ${all.length} queries; ${figures.join(', ')}`);
    expect(mean(all)).toBeGreaterThan(0.9);
  });
});

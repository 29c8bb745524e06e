// Services of real sources, a table whose figures are known, and the profiles that a server computes of it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { loadSqliteLibrary } from '../../src/storage/index.js';
import type { Body } from '../contract/fixtures/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import type { TestStore } from '../support/stores.js';
import { call, fresh } from './support.js';

// 101 rows: amount 0 to 99, 3 of them null; note is null in every other row and one of five texts in others.
const ROWS = 101;
export const insertRows = (table: string) =>
  Array.from({ length: ROWS }, (_, i) => {
    const amount = i % 40 === 20 ? 'null' : String(i);
    const note = i % 2 === 0 ? 'null' : `'${'abcde'.slice(0, (i % 5) + 1)}'`;
    return `insert into ${table} values (${i}, ${amount}, ${note}, '2026-01-${String((i % 28) + 1).padStart(2, '0')}');`;
  }).join('\n');

/** The figures of `amount`, computed apart. */
export const amounts = Array.from({ length: ROWS }, (_, i) => i).filter((i) => i % 40 !== 20);
export const mean = amounts.reduce((sum, value) => sum + value, 0) / amounts.length;
const at = (p: number) => {
  const place = (amounts.length - 1) * p;
  const below = amounts[Math.floor(place)] ?? 0;
  return below + ((amounts[Math.ceil(place)] ?? 0) - below) * (place % 1);
};
const EXPECTED = {
  amount: {
    valuesCount: 98,
    nullCount: 3,
    nullProportion: 3 / 101,
    distinctCount: 98,
    uniqueCount: 98,
    uniqueProportion: 1,
    min: 0,
    max: 99,
    mean: expect.closeTo(mean, 6),
    sum: amounts.reduce((sum, value) => sum + value, 0),
    stddev: expect.closeTo(Math.sqrt(amounts.reduce((sum, value) => sum + (value - mean) ** 2, 0) / amounts.length), 6),
    median: expect.closeTo(at(0.5), 6),
    firstQuartile: expect.closeTo(at(0.25), 6),
    thirdQuartile: expect.closeTo(at(0.75), 6),
    interQuartileRange: expect.closeTo(at(0.75) - at(0.25), 6),
  },
  note: { valuesCount: 50, nullCount: 51, distinctCount: 5, uniqueCount: 0, minLength: 1, maxLength: 5, mean: 3 },
  day: { valuesCount: 101, distinctCount: 28, min: '2026-01-01', max: '2026-01-28' },
};
const COLUMNS = [
  { name: 'id', dataType: 'INT' },
  { name: 'amount', dataType: 'INT' },
  { name: 'note', dataType: 'VARCHAR', dataLength: 20 },
  { name: 'day', dataType: 'DATE' },
];

export interface Profiling {
  /** Sends a request that must succeed; the body of the response. */
  ok(method: string, path: string, body?: unknown): Promise<Body>;
  /** A service with one schema. */
  addService(
    connection: object,
    serviceType: string,
    database: string,
    schema: string,
  ): Promise<{ service: Body; schema: string }>;
  addTable(schema: string, name?: string, more?: object): Promise<Body>;
  /** A file in the folder of sources, with the table and what the statements add. */
  sqliteFile(name: string, statements?: string): void;
  /** Where that file lies. */
  pathOf(name: string): string;
  /** Runs the job to its end. */
  run(table: Body): Promise<Body>;
  profileOf(table: Body): Promise<Body>;
  expectFigures(table: Body): Promise<void>;
  /** What ends with the suite, the first first. */
  closers: (() => unknown)[];
}

/** A server for the tests of a suite, whose sources must answer within `sourceTimeout`. */
export function useProfiling(use: () => TestStore, sourceTimeout: string): Profiling {
  let app: TestApp;
  const folder = mkdtempSync(join(tmpdir(), 'cairn-profiled-'));
  const closers: (() => unknown)[] = [];
  const pathOf = (name: string) => join(folder, name);
  const ok: Profiling['ok'] = (method, path, body) => call(app, method, path, body);

  beforeAll(async () => {
    const flags = { sourceAllow: '127.0.0.0/8', sourceFolder: folder, sourceTimeout };
    app = await createTestApp({ store: use(), flags });
  });
  afterAll(async () => {
    for (const close of closers) await close();
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const profileOf: Profiling['profileOf'] = async (table) => {
    const found = await ok('GET', `/v1/tables/${encodeURIComponent(table.fullyQualifiedName)}/tableProfile/latest`);
    const of = (name: string) => found.columns.find((column: Body) => column.name === name)?.profile;
    return { ...found, of };
  };
  return {
    ok,
    pathOf,
    profileOf,
    closers,
    async addService(connection, serviceType, database, schema) {
      const service = await ok('POST', '/v1/services/databaseServices', {
        name: fresh('profiled'),
        serviceType,
        connection: { config: { type: serviceType, ...connection } },
      });
      const made = await ok('POST', '/v1/databases', { name: database, service: service.fullyQualifiedName });
      const { fullyQualifiedName } = await ok('POST', '/v1/databaseSchemas', {
        name: schema,
        database: made.fullyQualifiedName,
      });
      return { service, schema: fullyQualifiedName };
    },
    addTable: (schema, name = 'orders', more = {}) =>
      ok('POST', '/v1/tables', { name, databaseSchema: schema, columns: COLUMNS, ...more }),
    sqliteFile(name, statements = '') {
      const { DatabaseSync } = loadSqliteLibrary();
      const database = new DatabaseSync(pathOf(name));
      database.exec(
        `create table orders (id integer, amount integer, note varchar(20), day date);begin;${insertRows('orders')}commit;${statements}`,
      );
      database.close();
    },
    async run(table) {
      const { jobId } = await ok('POST', `/v1/tables/${table.id}/tableProfile/trigger`);
      return vi.waitFor(
        async () => {
          const job = await ok('GET', `/v1/jobs/${jobId}`);
          expect(['completed', 'failed'], JSON.stringify(job)).toContain(String(job.status ?? job.state).toLowerCase());
          return job;
        },
        { timeout: 30_000, interval: 50 },
      );
    },
    async expectFigures(table) {
      const profile = await profileOf(table);
      expect(profile.profile).toMatchObject({ rowCount: ROWS, columnCount: 4 });
      for (const [name, figures] of Object.entries(EXPECTED)) expect(profile.of(name), name).toMatchObject(figures);
      const { histogram } = profile.of('amount');
      expect(histogram.frequencies.reduce((sum: number, one: number) => sum + one, 0)).toBe(98);
      expect(histogram.boundaries).toHaveLength(histogram.frequencies.length);
      expect(histogram.boundaries.length).toBeGreaterThan(3);
      expect(profile.of('note').histogram).toBeUndefined();
    },
  };
}

// Services whose databases are really there, with a table that tests are made for.
import { expect, vi } from 'vitest';
import type { Body } from '../contract/fixtures/index.js';
import type { TestApp } from '../support/app.js';
import { COLUMNS } from './cases.mjs';

export const LOCAL = { sourceAllow: '127.0.0.0/8', sourceTimeout: '10s' };

let last = 0;
export const fresh = (prefix: string): string => `${prefix}${++last}`;

/** Sends a request and returns the body of the response, whose status must be 2xx. */
export async function call(app: TestApp, method: string, path: string, body?: unknown): Promise<Body> {
  const answer = await app.request(method, path, body === undefined ? {} : { body });
  expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
  return answer.json;
}

export interface Catalogued {
  service: string;
  table: string;
  tableId: string;
}

/** A service with one table, as an ingestion would have made it. */
export async function catalogued(
  app: TestApp,
  {
    type,
    config,
    database = 'default',
    schema = 'main',
    table = 'orders',
    columns = COLUMNS as Body[],
  }: {
    type: string;
    config: Body;
    database?: string;
    schema?: string;
    table?: string;
    columns?: Body[];
  },
): Promise<Catalogued> {
  const service = fresh('source');
  await call(app, 'POST', '/v1/services/databaseServices', {
    name: service,
    serviceType: type,
    connection: { config: { type, ...config } },
  });
  await call(app, 'POST', '/v1/databases', { name: database, service });
  await call(app, 'POST', '/v1/databaseSchemas', { name: schema, database: `${service}.${database}` });
  const made = await call(app, 'POST', '/v1/tables', {
    name: table,
    databaseSchema: `${service}.${database}.${schema}`,
    columns,
  });
  return { service, table: made.fullyQualifiedName, tableId: made.id };
}

/** Makes a test case of a table, or of its column. `values`: the parameters. */
export async function makeCase(
  app: TestApp,
  table: string,
  definition: string,
  { column, name = fresh('case'), rows = false, ...values }: Record<string, unknown> = {},
): Promise<Body> {
  return call(app, 'POST', '/v1/dataQuality/testCases', {
    name,
    entityLink: column ? `<#E::table::${table}::columns::${column}>` : `<#E::table::${table}>`,
    testDefinition: definition,
    parameterValues: Object.entries(values).map(([key, value]) => ({ name: key, value: String(value) })),
    computePassedFailedRowCount: rows,
  });
}

export async function suiteOf(app: TestApp, table: string): Promise<string> {
  return (await call(app, 'GET', `/v1/dataQuality/testSuites/name/${encodeURIComponent(`${table}.testSuite`)}`)).id;
}

/** Triggers a suite and waits for the end of its job, which is returned. */
export async function runSuite(app: TestApp, suiteId: string): Promise<Body> {
  const { jobId } = await call(app, 'POST', `/v1/dataQuality/testSuites/${suiteId}/trigger`);
  return endOfJob(app, jobId);
}

export async function endOfJob(app: TestApp, jobId: string): Promise<Body> {
  return vi.waitUntil(
    async () => {
      const job = await call(app, 'GET', `/v1/jobs/${jobId}`);
      if (job.error) throw new Error(`the job failed: ${job.error}`);
      return job.endedAt === undefined ? false : job;
    },
    { timeout: 60_000, interval: 50 },
  );
}

export async function resultOf(app: TestApp, fqn: string): Promise<Body> {
  const path = `/v1/dataQuality/testCases/name/${encodeURIComponent(fqn)}?fields=testCaseResult,incidentId`;
  return (await call(app, 'GET', path)).testCaseResult;
}

/** `Success nullCount=0` and the rows, if there are any: what a test found, in one line. */
export function lineOf(result: Body): string {
  const values = (result.testResultValue ?? []).map(({ name, value }: Body) => ` ${name}=${value}`).join('');
  const rows = result.passedRows === undefined ? '' : ` ${result.passedRows}+${result.failedRows}`;
  const bounds = [result.minBound, result.maxBound].some((bound) => bound !== undefined)
    ? ` [${result.minBound ?? ''},${result.maxBound ?? ''}]`
    : '';
  return `${result.testCaseStatus}${values}${rows}${bounds}`;
}

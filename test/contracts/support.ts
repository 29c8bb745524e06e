import { expect } from 'vitest';
import type { TestApp } from '../support/app.js';

export const CONTRACTS = '/v1/dataContracts';

interface Sent {
  body?: unknown;
  raw?: string;
  query?: Record<string, string>;
  token?: string;
  headers?: Record<string, string>;
}

/** Requests of one app: those that must succeed, and those that must be refused. */
export function createCalls(app: () => TestApp) {
  const ok = async (method: string, path: string, body?: unknown, more: Omit<Sent, 'body'> = {}) => {
    const answer = await app().request(method, path, { ...(body === undefined ? {} : { body }), ...more });
    expect(answer.status, `${method} ${path}: ${answer.text.slice(0, 600)}`).toBeLessThan(300);
    return answer.json;
  };
  const refused = async (method: string, path: string, body?: unknown, more: Omit<Sent, 'body'> = {}) => {
    const answer = await app().request(method, path, { ...(body === undefined ? {} : { body }), ...more });
    return { status: answer.status, message: String(answer.json?.message) };
  };
  return { ok, refused };
}

export const columns = [
  { name: 'id', dataType: 'BIGINT' },
  { name: 'email', dataType: 'VARCHAR', dataLength: 80 },
  { name: 'amount', dataType: 'DECIMAL', precision: 10, scale: 2 },
  { name: 'created_at', dataType: 'TIMESTAMP' },
  { name: 'address', dataType: 'STRUCT', children: [{ name: 'city', dataType: 'STRING' }] },
];

/** A schema to put tables into. */
export async function addSchema(ok: ReturnType<typeof createCalls>['ok'], name: string): Promise<string> {
  const service = await ok('POST', '/v1/services/databaseServices', { name, serviceType: 'CustomDatabase' });
  const database = await ok('POST', '/v1/databases', { name: 'd', service: service.fullyQualifiedName });
  const schema = await ok('POST', '/v1/databaseSchemas', { name: 's', database: database.fullyQualifiedName });
  return schema.fullyQualifiedName;
}

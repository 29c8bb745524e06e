// A catalog with all types over a real store, and a service with a schema to put things into.
import { entityTypes } from '../../../src/entities/index.js';
import { type Answer, createEngine, type Engine, type SendOptions } from '../../support/engine.js';
import type { TestStore } from '../../support/stores.js';

export interface TestCatalog extends Engine {
  /** Sends and expects a status; the JSON of the answer. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  expect(status: number, method: string, path: string, body?: unknown, options?: SendOptions): Promise<any>;
}

export function createTestCatalog({ store }: TestStore): TestCatalog {
  const engine = createEngine(store, entityTypes);
  return {
    ...engine,
    async expect(status, method, path, body, options) {
      const answer: Answer = await engine.send(method, path, body, options);
      if (answer.status !== status)
        throw new Error(`${method} ${path}: ${answer.status} in place of ${status}: ${JSON.stringify(answer.json)}`);
      return answer.json;
    },
  };
}

let last = 0;

/** A name that no other test has. */
export function freshName(prefix: string): string {
  last += 1;
  return `${prefix}${last}`;
}

export const mysql = (password = 'secret') => ({
  config: { type: 'Mysql', username: 'reader', authType: { password }, hostPort: 'localhost:3306' },
});

/** A new service, database and schema; the FQN of the schema and the rows as answered. */
export async function addSchema(catalog: TestCatalog) {
  const name = freshName('svc');
  const service = await catalog.expect(201, 'POST', '/v1/services/databaseServices', {
    name,
    serviceType: 'Mysql',
    connection: mysql(),
  });
  const database = await catalog.expect(201, 'POST', '/v1/databases', { name: 'sales', service: name });
  const schema = await catalog.expect(201, 'POST', '/v1/databaseSchemas', {
    name: 'public',
    database: database.fullyQualifiedName,
  });
  return { service, database, schema, fqn: String(schema.fullyQualifiedName) };
}

/** A new table with these columns in a schema. */
export function addTable(catalog: TestCatalog, databaseSchema: string, more: object = {}) {
  return catalog.expect(201, 'POST', '/v1/tables', {
    name: freshName('table'),
    databaseSchema,
    columns: [
      { name: 'id', dataType: 'BIGINT' },
      { name: 'email', dataType: 'VARCHAR', dataLength: 255, description: 'Where to write to' },
      { name: 'address', dataType: 'STRUCT', children: [{ name: 'city', dataType: 'STRING' }] },
    ],
    ...more,
  });
}

export function addUser(catalog: TestCatalog, name = freshName('user')) {
  return catalog.expect(201, 'POST', '/v1/users', { name, email: `${name}@example.com` });
}

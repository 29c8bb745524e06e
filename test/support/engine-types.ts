// Small types for tests of the engine: a service, three levels below it, people, and names that can change.
import { defineType, type EntityType, type Fields } from '../../src/catalog/index.js';
import { children, domains, followers, owners, tags, votes } from '../../src/traits/index.js';
import type { Answer, Engine, SendOptions } from './engine.js';

const user = defineType({
  name: 'user',
  path: '/v1/users',
  schema: 'entity/teams/user',
  create: 'api/teams/createUser',
  about: 'A person.',
  targetOf: ['users', 'owners', 'reviewers', 'experts', 'followers', 'voters'],
  nameOf: (create) => String(create.name).toLowerCase(),
  with: ['bulk'],
  filters: { isAdmin: { by: 'boolean', field: 'isAdmin' } },
});

const service = defineType({
  name: 'databaseService',
  path: '/v1/services/databaseServices',
  schema: 'entity/services/databaseService',
  create: 'api/services/createDatabaseService',
  about: 'A service.',
  family: 'database',
  traits: [owners, tags, domains, followers],
  preserveOnPut: ['connection'],
  hooks: {
    check(after: Fields) {
      const { connection } = after as { connection?: { config?: { authType?: { password?: string } } } };
      const password = connection?.config?.authType?.password;
      if (password === undefined || password === '***') return;
      after.$password = password;
      after.connection = { config: { ...connection?.config, authType: { password: '***' } } };
    },
  },
});

const database = defineType({
  name: 'database',
  path: '/v1/databases',
  schema: 'entity/data/database',
  create: 'api/data/createDatabase',
  about: 'A database.',
  parents: [{ field: 'service', type: 'databaseService', given: 'fqn' }],
  parentRequired: true,
  inheritedCore: ['serviceType'],
  with: ['bulk', 'deleteStale'],
  traits: [owners, tags, domains, followers],
  unversioned: ['sourceHash'],
  filters: { service: { by: 'below', type: 'databaseService', given: 'fqn' } },
});

const databaseSchema = defineType({
  name: 'databaseSchema',
  path: '/v1/databaseSchemas',
  schema: 'entity/data/databaseSchema',
  create: 'api/data/createDatabaseSchema',
  about: 'A schema.',
  parents: [{ field: 'database', type: 'database', given: 'fqn' }],
  parentRequired: true,
  inheritedCore: ['serviceType'],
  with: ['bulk', 'deleteStale'],
  traits: [owners, tags, domains, children({ field: 'tables', type: 'table' })],
  unversioned: ['sourceHash'],
  filters: { database: { by: 'below', type: 'database', given: 'fqn' } },
});

export const tableType: EntityType = defineType({
  name: 'table',
  path: '/v1/tables',
  schema: 'entity/data/table',
  create: 'api/data/createTable',
  about: 'A table.',
  parents: [{ field: 'databaseSchema', type: 'databaseSchema', given: 'fqn' }],
  parentRequired: true,
  inheritedCore: ['serviceType'],
  with: ['bulk', 'deleteStale'],
  traits: [owners, tags, domains, followers, votes],
  parts: [
    {
      path: 'columns',
      children: 'children',
      nameList: 'columnNames',
      tagged: true,
      major: ['dataType'],
      kept: ['description'],
    },
  ],
  onRequest: ['tableConstraints', 'extension'],
  unversioned: ['sourceHash'],
  preserveOnPut: ['extension'],
  filters: {
    database: { by: 'below', type: 'database', given: 'fqn' },
    databaseSchema: { by: 'below', type: 'databaseSchema', given: 'fqn' },
  },
});

const classification = defineType({
  name: 'classification',
  path: '/v1/classifications',
  schema: 'entity/classification/classification',
  create: 'api/classification/createClassification',
  about: 'A group of tags.',
  renameable: true,
  traits: [owners],
});

const tag = defineType({
  name: 'tag',
  path: '/v1/tags',
  schema: 'entity/classification/tag',
  create: 'api/classification/createTag',
  about: 'A tag.',
  parents: [
    { field: 'parent', type: 'tag', given: 'fqn' },
    { field: 'classification', type: 'classification', given: 'fqn' },
  ],
  parentRequired: true,
  renameable: true,
  traits: [owners],
});

const domain = defineType({
  name: 'domain',
  path: '/v1/domains',
  schema: 'entity/domains/domain',
  create: 'api/domains/createDomain',
  about: 'A domain.',
  targetOf: ['domains'],
  parents: [{ field: 'parent', type: 'domain', given: 'fqn' }],
  containers: (parent, field) => [[field, parent.id]],
  renameable: true,
  traits: [owners, tags],
});

export const engineTypes: readonly EntityType[] = [
  user,
  service,
  database,
  databaseSchema,
  tableType,
  classification,
  tag,
  domain,
];

/** Sends a request that must succeed and gives the entity back. */
export async function made(
  engine: Engine,
  method: string,
  path: string,
  body: unknown,
  options: SendOptions = {},
): Promise<Answer['json']> {
  const { status, json } = await engine.send(method, path, body, options);
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${json?.message}`);
  return json;
}

/** A label as clients send it. */
export function label(tagFQN: string): Fields {
  return { tagFQN, source: 'Classification', labelType: 'Manual', state: 'Confirmed' };
}

export interface World {
  service: Answer['json'];
  database: Answer['json'];
  schema: Answer['json'];
}

/** A service with one database with one schema. */
export async function makeWorld(engine: Engine, name: string): Promise<World> {
  const service = await made(engine, 'POST', '/v1/services/databaseServices', { name, serviceType: 'Mysql' });
  const database = await made(engine, 'POST', '/v1/databases', { name: 'd', service: service.fullyQualifiedName });
  const schema = await made(engine, 'POST', '/v1/databaseSchemas', {
    name: 's',
    database: database.fullyQualifiedName,
  });
  return { service, database, schema };
}

export function tableBody(world: World, name: string, more: Fields = {}): Fields {
  return {
    name,
    databaseSchema: world.schema.fullyQualifiedName,
    columns: [
      { name: 'id', dataType: 'BIGINT' },
      { name: 'email', dataType: 'STRING' },
      { name: 'address', dataType: 'STRUCT', children: [{ name: 'city', dataType: 'STRING' }] },
    ],
    ...more,
  };
}

// What the things under test live in or refer to; made once for each app, when first asked for.
import type { Body } from '../fixtures/fixture.js';
import type { ContractApp } from './contract-app.js';

export interface World {
  app: ContractApp;
  /** A name that nothing else of this app has. */
  unique(word: string): string;
  /** The result of `make`, made once. */
  once(key: string, make: () => Promise<Body>): Promise<Body>;
}

export function createWorld(app: ContractApp): World {
  const made = new Map<string, Promise<Body>>();
  let count = 0;
  return {
    app,
    unique: (word) => `${word}${++count}`,
    once(key, make) {
      const known = made.get(key) ?? make();
      made.set(key, known);
      return known;
    },
  };
}

/** Creates as admin, which must succeed. */
export async function post(world: World, path: string, body: Body): Promise<Body> {
  const answer = await world.app.send('POST', path, { body });
  if (typeof answer.body?.id !== 'string') throw new Error(`POST ${path}: ${answer.status} ${answer.text}`);
  return answer.body;
}

export const databaseService = (world: World) =>
  world.once('service', () =>
    post(world, '/v1/services/databaseServices', { name: 'held', serviceType: 'CustomDatabase' }),
  );

export const database = (world: World) =>
  world.once('database', async () =>
    post(world, '/v1/databases', { name: 'db.main', service: (await databaseService(world)).fullyQualifiedName }),
  );

export const schema = (world: World) =>
  world.once('schema', async () =>
    post(world, '/v1/databaseSchemas', { name: 'public', database: (await database(world)).fullyQualifiedName }),
  );

export const classification = (world: World) =>
  world.once('classification', () => post(world, '/v1/classifications', { name: 'Held', description: 'Holds tags' }));

export const glossary = (world: World) =>
  world.once('glossary', () => post(world, '/v1/glossaries', { name: 'Held', description: 'Holds terms' }));

export const domain = (world: World) =>
  world.once('domain', () =>
    post(world, '/v1/domains', { name: 'Held', domainType: 'Aggregate', description: 'Holds products' }),
  );

export const policy = (world: World) =>
  world.once('policy', () =>
    post(world, '/v1/policies', {
      name: 'held',
      rules: [{ name: 'read', effect: 'allow', resources: ['table'], operations: ['ViewAll'] }],
    }),
  );

export const department = (world: World) =>
  world.once('department', () => post(world, '/v1/teams', { name: 'held-department', teamType: 'Department' }));

export const group = (world: World) =>
  world.once('group', () => post(world, '/v1/teams', { name: 'held-group', teamType: 'Group' }));

/** The account of a bot. Each bot has one of its own, the same whenever asked for. */
export const botAccount = (world: World, key: string) =>
  world.once(key, () => {
    const name = world.unique('robot-');
    return post(world, '/v1/users', { name, email: `${name}@example.com`, isBot: true });
  });

/** A table with columns to test. */
export const testedTable = (world: World) =>
  world.once('testedTable', async () =>
    post(world, '/v1/tables', {
      name: 'tested',
      databaseSchema: (await schema(world)).fullyQualifiedName,
      columns: [
        { name: 'id', dataType: 'BIGINT' },
        { name: 'region', dataType: 'STRING' },
      ],
    }),
  );

export const definitionOfTests = (world: World) =>
  world.once('definitionOfTests', () =>
    post(world, '/v1/dataQuality/testDefinitions', {
      name: 'heldDefinition',
      entityType: 'TABLE',
      testPlatforms: ['OpenMetadata'],
      parameterDefinition: [
        { name: 'most', dataType: 'INT', required: false },
        { name: 'mode', dataType: 'STRING', optionValues: ['fast', 'slow'] },
      ],
    }),
  );

/** A table for each name of a contract: a table has one contract at most. */
export const tableForContract = (world: World, name: string) =>
  world.once(`table for ${name}`, async () =>
    post(world, '/v1/tables', {
      name: world.unique('promising'),
      databaseSchema: (await schema(world)).fullyQualifiedName,
      columns: [{ name: 'id', dataType: 'BIGINT' }],
    }),
  );

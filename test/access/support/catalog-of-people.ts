// The whole server with a table to fight over and people who have exactly the rules a test gives them.
import type { Body } from '../../contract/fixtures/index.js';
import { type Answer, type ContractApp, openApp } from '../../contract/support/contract-app.js';
import { createWorld, database, databaseService, post, schema, type World } from '../../contract/support/world.js';
import type { TestAppOptions } from '../../support/app.js';
import type { TestStore } from '../../support/stores.js';

export interface Rule {
  effect?: 'allow' | 'deny';
  operations: readonly string[];
  resources?: readonly string[];
  condition?: string;
}

export interface Person {
  id: string;
  name: string;
  token: string;
  send(method: string, path: string, body?: unknown): Promise<Answer>;
}

export interface People {
  app: ContractApp;
  world: World;
  service: Body;
  /** Sends as admin. */
  send(method: string, path: string, body?: unknown): Promise<Answer>;
  make(path: string, body: object): Promise<Body>;
  table(more?: object): Promise<Body>;
  /** A user, or with `isBot` a bot, who has these rules and what everybody has (a bot: nothing else). */
  person(rules: readonly Rule[], more?: object): Promise<Person>;
}

export async function openPeople(store: TestStore, more: Omit<TestAppOptions, 'store'> = {}): Promise<People> {
  const app = await openApp(store, more);
  const world = createWorld(app);
  const sendAs =
    (token?: string) =>
    (method: string, path: string, body?: unknown): Promise<Answer> => {
      const media = method === 'PATCH' ? 'application/json-patch+json' : 'application/json';
      return app.send(method, path, {
        ...(token === undefined ? {} : { token }),
        ...(body === undefined ? {} : { body, headers: { 'content-type': media } }),
      });
    };
  const make = (path: string, body: object) => post(world, path, body);
  await database(world);
  return {
    app,
    world,
    service: await databaseService(world),
    send: sendAs(),
    make,
    table: async (more = {}) =>
      make('/v1/tables', {
        name: world.unique('table'),
        databaseSchema: (await schema(world)).fullyQualifiedName,
        columns: [
          { name: 'id', dataType: 'BIGINT' },
          { name: 'email', dataType: 'STRING', description: 'Where to write to' },
        ],
        ...more,
      }),
    async person(rules, more = {}) {
      const name = world.unique('person-').toLowerCase();
      const roles: string[] = [];
      if (rules.length > 0) {
        const policy = await make('/v1/policies', {
          name: `of ${name}`,
          rules: rules.map((rule, i) => ({ name: `rule ${i}`, effect: 'allow', resources: ['all'], ...rule })),
        });
        roles.push((await make('/v1/roles', { name: `of ${name}`, policies: [policy.name] })).id);
      }
      const { id } = await make('/v1/users', { name, email: `${name}@example.com`, roles, ...more });
      const token = await app.tokenOf(name);
      return { id, name, token, send: sendAs(token) };
    },
  };
}

// Every connection of every service family: accepted with what it requires, its secrets sealed, masked and revealed only to
// the ingestion bot, unknown properties refused by name. Requests are made from the schemas.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createContract, type ServiceFamily, serviceFamilies } from '../../contract/index.js';
import type { JsonSchema } from '../../contract/json-schema.js';
import { entityTypes } from '../../src/entities/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { forEachSeededStore } from '../support/stores.js';

const contract = createContract({ schemasDir: new URL('../../contract/schemas', import.meta.url).pathname });
const golden: Record<string, { connections: Record<string, { secrets?: string[] }> }> = JSON.parse(
  readFileSync(new URL('../../contract/connections.golden.json', import.meta.url), 'utf8'),
);
const MASK = '*********';
const SECRET = 'hunter2-secret';

forEachSeededStore('connections', (use, kind) => {
  // All on SQLite, the first of each family on PostgreSQL.
  const all = serviceFamilies.flatMap((family) =>
    contract
      .connectionTypes(family)
      .slice(0, kind === 'sqlite' ? undefined : 1)
      .map((type) => ({ family, type, path: pathOf(family) })),
  );
  let app: TestApp;
  let bot: string;
  beforeAll(async () => {
    app = await createTestApp({ store: use() });
    bot = await app.tokenFor('ingestion-bot');
  });
  afterAll(() => app.close());

  let last = 0;
  const make = (path: string, serviceType: string, config: unknown) => {
    const body = { name: `s${++last}`, serviceType, connection: { config } };
    return app.request('POST', path, { body });
  };

  it('are those of the interface', () => {
    const types = Object.values(golden).flatMap(({ connections }) => Object.keys(connections));
    expect(types).toHaveLength(144);
    for (const [family, { connections }] of Object.entries(golden))
      expect(contract.connectionTypes(family as ServiceFamily)).toEqual(Object.keys(connections));
  });

  it('are accepted with what they require, and without a property that they do not have', {
    timeout: 60_000,
  }, async () => {
    const open: string[] = [];
    for (const { family, type, path } of all) {
      const config = minimal(contract.schema(keyOf(family, type)));
      const made = await make(path, type, config);
      expect([made.status, made.text.slice(0, 300)], `${family} ${type}`).toEqual([201, expect.any(String)]);
      expect(made.json.connection.config).toMatchObject({ type });
      const isOpen = contract.schema(keyOf(family, type)).additionalProperties !== false;
      const refused = await make(path, type, { ...config, colour: 'red' });
      if (isOpen) open.push(type);
      else expect([refused.status, refused.json.message], type).toEqual([400, expect.stringContaining('colour')]);
    }
    // Settings of their own are what custom connections are for, says their schema.
    expect(open).toEqual(open.filter((type) => type.startsWith('Custom')));
  });

  it('hide every secret, and show it to the ingestion bot', { timeout: 120_000 }, async () => {
    for (const { family, type, path } of all) {
      const key = keyOf(family, type);
      for (const secret of contract.secretPaths(key)) {
        const config = withSecret(contract.schema(key), secret.split('.'));
        const made = await make(path, type, config);
        expect([made.status, made.text.slice(0, 300)], `${type} ${secret}`).toEqual([201, expect.any(String)]);
        expect(made.text, `${type} ${secret}`).not.toContain('hunter2');
        expect(at(made.json.connection.config, secret), `${type} ${secret}`).toBe(MASK);
        const { json } = await app.request('GET', `${path}/${made.json.id}`, { token: bot });
        expect(at(json.connection.config, secret), `${type} ${secret}`).toBe(SECRET);
      }
    }
    const rows = await use().store.read((sql) => sql.all('select doc, extra from entity'));
    expect(JSON.stringify(rows)).not.toContain('hunter2');
  });

  it('keep the result of a test, in services of all families', async () => {
    const result = {
      status: 'Failed',
      steps: [{ name: 'CheckAccess', mandatory: true, passed: false, message: 'No' }],
    };
    for (const family of serviceFamilies) {
      const { path, type } = all.find((one) => one.family === family) as (typeof all)[number];
      const { json } = await make(path, type, minimal(contract.schema(keyOf(family, type))));
      const put = await app.request('PUT', `${path}/${json.id}/testConnectionResult`, { body: result });
      expect([put.status, put.json.version], type).toEqual([200, 0.1]);
      expect((await app.request('GET', `${path}/${json.id}`)).json.testConnectionResult).toMatchObject(result);
      const token = await powerless(app);
      expect(
        (await app.request('PUT', `${path}/${json.id}/testConnectionResult`, { body: result, token })).status,
      ).toBe(403);
    }
  });
});

/** The token of somebody who may view, and nothing more. */
async function powerless(app: TestApp): Promise<string> {
  const name = 'viewer';
  await app.request('POST', '/v1/users', { body: { name, email: `${name}@example.com` } });
  return app.tokenFor(name);
}

const pathOf = (family: ServiceFamily): string => entityTypes.find((type) => type.family === family)?.path ?? '';

function keyOf(family: ServiceFamily, type: string): string {
  const key = contract.connectionSchema(family, type);
  if (key === null) throw new Error(`${type} has no connection`);
  return key;
}

// biome-ignore lint/suspicious/noExplicitAny: configurations are looked into freely
type Config = any;

/** A value with what the schema requires and no more. */
function minimal(given: JsonSchema): Config {
  const schema = contract.resolve(given);
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [first] = alternatives(schema);
  if (first && !schema.properties) return minimal(first);
  if (schema.properties || schema.type === 'object') return requiredOf(schema);
  if (schema.type === 'array') return [];
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  return schema.format === 'uri' ? 'https://example.com' : 'x';
}

function requiredOf({ properties = {}, required = [], allOf = [] }: JsonSchema): Config {
  const some = (names: readonly string[]) => names.map((name) => [name, minimal(properties[name] ?? {})]);
  const value = Object.fromEntries(some(required));
  for (const rule of allOf as Rule[]) {
    const conditions = Object.entries(rule.if?.properties ?? {});
    if (conditions.every(([name, { const: wanted }]) => value[name] === wanted))
      Object.assign(value, Object.fromEntries(some(rule.then?.required ?? [])));
  }
  return value;
}

interface Rule {
  if?: { properties?: Record<string, { const?: unknown }> };
  then?: { required?: readonly string[] };
}

/** The same with the secret at this path. Throws if the schema has no such path. */
function withSecret(given: JsonSchema, [name, ...rest]: string[]): Config {
  const schema = contract.resolve(given);
  if (name === undefined) return SECRET;
  if (schema.items) return [withSecret(schema.items, [name, ...rest])];
  const property = schema.properties?.[name];
  if (property) return { ...requiredOf(schema), [name]: withSecret(property, rest) };
  if (name === '*' && typeof schema.additionalProperties === 'object')
    return { any: withSecret(schema.additionalProperties as JsonSchema, rest) };
  for (const alternative of alternatives(schema)) {
    const found = attempt(() => withSecret(alternative, [name, ...rest]));
    if (found !== undefined) return found;
  }
  throw new Error(`no ${name}`);
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function alternatives(schema: JsonSchema): JsonSchema[] {
  const lazy = [...Object.values(schema['x-by-type'] ?? {}).flat(), ...(schema['x-any-of'] ?? [])];
  return [...(schema.anyOf ?? []), ...lazy.map(($ref) => ({ $ref }))];
}

function at(value: Config, path: string): unknown {
  return path.split('.').reduce((inner, name) => {
    const one = Array.isArray(inner) ? inner[0] : inner;
    return name === '*' ? one?.any : one?.[name];
  }, value);
}

// Readers who may not see entities of some types ask every route about all other entities: nothing hidden shows.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { assemble } from '../../src/assemble.js';
import type { Route } from '../../src/catalog/index.js';
import { readConfig } from '../../src/config/index.js';
import { type Body, fixtures } from '../contract/fixtures/index.js';
import { type ContractApp, openApp } from '../contract/support/contract-app.js';
import { createWorld, post, type World } from '../contract/support/world.js';
import { forEachSeededStore } from '../support/stores.js';

const { routes, catalog } = assemble({
  config: readConfig({}, {}),
  publicUrl: 'http://cairn.test',
  secretKey: Buffer.alloc(32, 7),
});
/** Not those of roles and policies, which hold the rules, nor endless ones, nor files, which list owners and labels. */
const asked = routes.filter(
  ({ method, path }) =>
    method === 'GET' && !/stream|^\/v1\/(roles|policies)|search\/export$|\/odcs(\/yaml)?$/.test(path),
);

/** Who looks after an entity and its labels are part of it, and shown with it. */
const PART = /^(owners|domains?|dataProducts|tags|glossaryTerms|reviewers|experts|followers|votes)$/;
const QUERY = '?limit=1000&fields=*&include=all&q=*&index=all&size=100&entityType=table&depth=5&from=0';
/** A text would not tell what is part of the entity. */
const JSON_ONLY = { accept: 'application/json' };
const GROUPS = 3;

const words: Readonly<Record<string, string>> = {
  ...{ version: '0.1', runId: 'run-1', entityType: 'table', entity: 'table', resource: 'table', type: 'AppMode' },
  ...{ date: '2026-01-31', timestamp: '1700000000000', direction: 'upstream', columnName: 'id' },
  ...{ serviceType: 'databaseService', username: 'admin', expression: 'isOwner()' },
};

forEachSeededStore('hidden types', (use) => {
  let app: ContractApp;
  let world: World;
  const made = new Map<string, Body>();
  const named = (type: string) => ({ id: made.get(type)?.id, type });

  beforeAll(async () => {
    app = await openApp(use());
    world = createWorld(app);
    for (const { type: name, create } of fixtures)
      if (create)
        made.set(name, await post(world, catalog.registry.get(name).path, await create(`the-${name}`, world)));
    await relateAll();
  }, 120_000);
  afterAll(() => app.close());

  /** Gives every entity all that its type takes; other steps are refused. */
  async function relateAll(): Promise<void> {
    const label = (type: string, source: string) => ({
      ...{ tagFQN: made.get(type)?.fullyQualifiedName, source, labelType: 'Manual', state: 'Confirmed' },
    });
    const fields = {
      ...{ owners: [named('user')], reviewers: [named('user')], experts: [named('user')], domains: [named('domain')] },
      dataProducts: [named('dataProduct')],
      tags: [label('tag', 'Classification'), label('glossaryTerm', 'Glossary')],
      relatedMetrics: [named('metric')],
    };
    for (const [name, { id }] of made) {
      const { path, schema } = catalog.registry.get(name);
      const known = catalog.contract.resolve(catalog.contract.schema(schema)).properties ?? {};
      const values = { ...fields, description: `hush-${name}-text`, displayName: `hush-${name}-name` };
      for (const [field, value] of Object.entries(values).filter(([field]) => field in known))
        await app.send('PATCH', `${path}/${id}`, { body: [{ op: 'add', path: `/${field}`, value }] });
    }
    const assets = ['table', 'dashboard', 'pipeline', 'topic', 'container'].map(named);
    const fqn = (type: string) => encodeURIComponent(made.get(type)?.fullyQualifiedName);
    for (const path of [
      ...[`domains/${fqn('domain')}/assets`, `dataProducts/${fqn('dataProduct')}/assets`],
      ...[`dataProducts/${fqn('dataProduct')}/inputPorts`, `glossaryTerms/${made.get('glossaryTerm')?.id}/assets`],
    ])
      await app.send('PUT', `/v1/${path}/add`, { body: { assets } });
  }

  function pathOf(route: Route): string {
    const type = catalog.registry.types
      .filter(({ path }) => route.path === path || route.path.startsWith(`${path}/`))
      .sort((a, b) => b.path.length - a.path.length)[0];
    const entity = made.get(type?.name ?? 'table');
    return route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
      if (name === 'id' || name === 'teamId') return entity?.id;
      if (name === 'userId') return made.get('user')?.id;
      if (/^(fqn|name|serviceFqn)$/.test(name)) return encodeURIComponent(entity?.fullyQualifiedName);
      return encodeURIComponent(words[name] ?? name);
    });
  }

  async function readerWithout(hidden: readonly string[], name: string): Promise<string> {
    const rules = [{ name: 'hidden', effect: 'deny', resources: hidden, operations: ['All'] }];
    const policy = await post(world, '/v1/policies', { name, rules });
    const role = await post(world, '/v1/roles', { name, policies: [policy.name] });
    await post(world, '/v1/users', { name, email: `${name}@example.com`, roles: [role.id] });
    return app.tokenOf(name);
  }

  it.each(Array.from({ length: GROUPS }, (_, group) => group))(
    'show nowhere (%i)',
    async (group) => {
      const hidden = [...made.keys()].filter((_, i) => i % GROUPS === group);
      const token = await readerWithout(hidden, `reader${group}`);
      const wrong = new Set<string>();
      for (const route of asked) {
        const { status, text } = await app.send('GET', `${pathOf(route)}${QUERY}`, { token, headers: JSON_ONLY });
        if (status >= 500) wrong.add(`${route.path} ${status} ${text.slice(0, 100)}`);
        if (!text.includes('hush-')) continue;
        for (const shown of textsIn(/^[[{]/.test(text) ? JSON.parse(text) : text))
          for (const name of hidden) if (shown.includes(`hush-${name}-`)) wrong.add(`${route.path}: ${name}`);
      }
      expect([...wrong]).toEqual([]);
    },
    60_000,
  );
});

/** The texts of a response, also those in JSON text of change descriptions, without those of parts. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return /^[[{]/.test(value) ? textsIn(parsed(value)) : [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (value === null || typeof value !== 'object') return [];
  const changed = 'name' in value && typeof value.name === 'string' ? (value.name.split('.').at(-1) ?? '') : '';
  return Object.entries(value).flatMap(([key, inner]) =>
    PART.test(key) || /^sterms#(owners|domains)/.test(key) || (/Value$/.test(key) && PART.test(changed))
      ? []
      : textsIn(inner),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { text: text.slice(1) };
  }
}

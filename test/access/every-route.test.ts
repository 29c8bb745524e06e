// Every route of the server, walked by machine: nothing without a token, nothing without rights, nothing changed.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assemble } from '../../src/assemble.js';
import type { Route } from '../../src/catalog/index.js';
import { readConfig } from '../../src/config/index.js';
import { type Body, fixtures } from '../contract/fixtures/index.js';
import { type ContractApp, openApp } from '../contract/support/contract-app.js';
import { oneOfEachKind } from '../contract/support/operations.js';
import { createWorld, post, type World } from '../contract/support/world.js';
import { dumpTables } from '../support/dump-tables.js';
import { eventsOf } from '../support/read-events.js';
import { forEachSeededStore } from '../support/stores.js';
import { OPEN_TO_ALL } from './support/open-to-all.js';

const { routes, catalog } = assemble({
  config: readConfig({}, {}),
  publicUrl: 'http://cairn.test',
  secretKey: Buffer.alloc(32, 7),
});
const nameOf = (route: Route) => `${route.method} ${route.path}`;
/** One route of each kind: the same code answers those of types of one shape. */
const kinds = new Set(
  oneOfEachKind(
    routes.map((route) => ({
      route,
      method: route.method,
      path: route.path,
      media: String(route.docs.body?.media),
      parameters: (route.docs.query ?? []).map(({ name }) => ({ name, in: 'query' })),
    })),
  ).map(({ route }) => route),
);
const guarded = routes.filter((route) => !route.open && !OPEN_TO_ALL[nameOf(route)]);
const FEW_BODIES = ['', '{'];
const bodies = [...FEW_BODIES, '{}', '[]', '[{"op":"fly"}]', 'null', '{"id":"x"}'];

/** Values that stand for a parameter where the type of the route does not say it. */
const words: Readonly<Record<string, string>> = {
  version: '0.1',
  runId: 'run-1',
  entityType: 'table',
  entity: 'table',
  resource: 'table',
  type: 'AppMode',
  date: '2026-01-31',
  timestamp: '1700000000000',
  direction: 'upstream',
  columnName: 'id',
  customMetricName: 'rows',
  pipelineFqn: 'any.pipeline',
  serviceType: 'databaseService',
  username: 'admin',
  expression: 'isOwner()',
};

forEachSeededStore('every route', (use, store) => {
  /** On PostgreSQL, one of each kind. */
  const toTry = (some: readonly Route[]) => (store === 'postgres' ? some.filter((route) => kinds.has(route)) : some);
  let app: ContractApp;
  let world: World;
  const made = new Map<string, Body>();
  const tokens = new Map<string, string>();
  let denied: Body;

  beforeAll(async () => {
    // The clock stands still, so that no job of a schedule writes something between two looks at what is stored.
    const now = Date.now();
    app = await openApp(use(), { now: () => now });
    world = createWorld(app);
    for (const fixture of fixtures) {
      const type = catalog.registry.get(fixture.type);
      if (fixture.create)
        made.set(type.name, await post(world, type.path, await fixture.create(`the-${type.name}`, world)));
    }
    const rules = [{ name: 'nothing', effect: 'deny', resources: ['all'], operations: ['All'] }];
    const policy = await post(world, '/v1/policies', { name: 'nothing', rules });
    const role = await post(world, '/v1/roles', { name: 'nothing', policies: [policy.name] });
    denied = await post(world, '/v1/users', { name: 'denied', email: 'denied@example.com', roles: [role.id] });
    await post(world, '/v1/users', { name: 'bare-bot', email: 'bare-bot@example.com', isBot: true });
    for (const name of ['denied', 'bare-bot']) tokens.set(name, await app.tokenOf(name));
  });
  afterAll(() => app.close());

  const entityOf = (route: Route): Body | undefined => {
    const type = catalog.registry.types
      .filter(({ path }) => route.path === path || route.path.startsWith(`${path}/`))
      .sort((a, b) => b.path.length - a.path.length)[0];
    return type ? made.get(type.name) : made.get('table');
  };

  function pathOf(route: Route): string {
    const entity = entityOf(route);
    const settings = route.path.startsWith('/v1/system/settings');
    return route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
      if (settings && name === 'name') return 'emailConfiguration';
      if (name === 'id' || name === 'teamId') return entity?.id ?? randomUUID();
      if (name === 'userId') return made.get('user')?.id;
      if (name === 'serviceFqn') return 'held';
      if (name === 'fqn' || name === 'name') return encodeURIComponent(entity?.fullyQualifiedName ?? 'nosuch');
      return encodeURIComponent(words[name] ?? name);
    });
  }

  /** What is stored, but for when people were here. */
  async function everything(): Promise<Record<string, string[]>> {
    await eventsOf(use().store); // until all have their position, which is no change
    const { person = [], series = [], ...dump } = await dumpTables(use().store);
    dump.series = series.filter((row) => !row.includes('"refusedAccess"')); // the audit log has what was refused
    dump.person = person.map((row) => row.replace(/"last_activity_at":[^,}]*/, ''));
    for (const table of ['token', 'session', 'credential', 'setting', 'signing_key']) {
      const rows = await use().store.read((sql) => sql.all<object>(`select * from ${table}`));
      dump[table] = rows.map((row) => JSON.stringify(row, (_, v) => (typeof v === 'bigint' ? String(v) : v))).sort();
    }
    // A job looks for schedules that are due, every minute.
    dump.setting = dump.setting?.filter((row) => !row.includes('inspection.schedulesLookedUntil')) ?? [];
    return dump;
  }

  const send = (route: Route, path: string, text: string, token: string | null) => {
    // What is no form is refused before anybody is asked, and tells nothing.
    if (route.docs.body?.media === 'multipart/form-data') {
      const headers = { 'content-type': 'multipart/form-data; boundary=x' };
      const form = `--x\r\nContent-Disposition: form-data; name="entityLink"\r\n\r\n${text}\r\n--x--\r\n`;
      return app.send(route.method, path, { token, text: form, headers });
    }
    const [taken = 'application/json'] = [route.docs.body?.media].flat();
    const media = route.method === 'PATCH' ? 'application/json-patch+json' : taken;
    const hasBody = route.method !== 'GET' && text !== '';
    return app.send(route.method, path, { token, ...(hasBody ? { text, headers: { 'content-type': media } } : {}) });
  };

  it('knows every route that is open to all', () => {
    const known = new Set(routes.map(nameOf));
    expect(Object.keys(OPEN_TO_ALL).filter((name) => !known.has(name))).toEqual([]);
    expect(routes.length).toBeGreaterThan(400);
  });

  it('refuses whoever has no token, whatever is sent', { timeout: 120_000 }, async () => {
    const wrong: string[] = [];
    for (const route of toTry(routes.filter(({ open }) => !open)))
      for (const token of [null, '', 'no.token.atall'])
        for (const text of ['', '{']) {
          const { status, body } = await send(route, pathOf(route), text, token);
          if (status !== 401 || body?.errorType !== 'UNAUTHORIZED') wrong.push(`${nameOf(route)} ${status}`);
        }
    expect(wrong).toEqual([]);
  });

  it.each(['denied', 'bare-bot'])(
    'refuses %s, who has no right, before looking at what is sent',
    async (name) => {
      const token = tokens.get(name) as string;
      const before = await everything();
      const wrong = new Set<string>();
      for (const route of toTry(guarded)) {
        const path = pathOf(route);
        const tries = route.method === 'GET' ? [path, `${path}?fields=*`, `${path}?include=nonsense&limit=x`] : [path];
        for (const tried of tries)
          for (const text of route.method === 'GET' ? [''] : kinds.has(route) ? bodies : FEW_BODIES) {
            const { status, text: said } = await send(route, tried, text, token);
            if (status !== 403) wrong.add(`${nameOf(route)} ${status} ${text} ${said.slice(0, 100)}`);
          }
      }
      expect([...wrong]).toEqual([]);
      expect(await everything()).toEqual(before);
    },
    120_000,
  );

  it('answers everybody about themselves and the program only', async () => {
    const token = tokens.get('denied') as string;
    const secretive = [...made.values()].map(({ id }) => id);
    const wrong: string[] = [];
    for (const route of routes) {
      const open = OPEN_TO_ALL[nameOf(route)];
      if (!open) continue;
      const path = (open.path ?? pathOf(route))
        .replace('{self}', denied.id)
        .replace('{selfName}', denied.name)
        .replace('{table}', made.get('table')?.id)
        .replace('{tableName}', encodeURIComponent(made.get('table')?.fullyQualifiedName));
      const { status, text } = await send(route, path, '{}', token);
      if (status !== (open.status ?? 200)) wrong.push(`${nameOf(route)} ${status} ${text.slice(0, 100)}`);
      if (secretive.some((id) => text.includes(id))) wrong.push(`${nameOf(route)} tells of others`);
      if (route.path === '/v1/events') expect(JSON.parse(text)).toEqual({ data: [], paging: { total: 0 } });
      if (route.path.endsWith('/count'))
        expect(Object.values(JSON.parse(text)).every((count) => count === 0)).toBe(true);
    }
    expect(wrong).toEqual([]);
  });

  describe('others', () => {
    it('keeps what is about one user from the next', async () => {
      const token = tokens.get('denied') as string;
      const other = made.get('user') as Body;
      for (const [method, path] of [
        ['GET', `/v1/users/${other.id}/preferences`],
        ['PUT', `/v1/users/${other.id}/preferences/AppMode`],
        ['DELETE', `/v1/users/${other.id}/preferences/AppMode`],
        ['GET', `/v1/users/security/token?username=${other.name}`],
        ['PUT', `/v1/users/security/token/revoke?username=${other.name}`],
        ['GET', `/v1/permissions?user=${other.name}`],
        ['GET', `/v1/permissions/table?user=admin`],
        ['GET', `/v1/permissions/debug/evaluate?user=admin&resource=table&operation=ViewAll`],
      ] as const)
        expect((await app.send(method, path, { token })).status, `${method} ${path}`).toBe(403);
    });
  });
});

// A server whose alerts may deliver to this machine, and what tests of deliveries ask of it.
import { expect, vi } from 'vitest';
import type { Sql } from '../../../src/storage/index.js';
import type { Body } from '../../contract/fixtures/index.js';
import { createTestApp, type TestApp } from '../../support/app.js';
import type { TestStore } from '../../support/stores.js';

export const PATH = '/v1/events/subscriptions';

export interface AlertWorld {
  app: TestApp;
  ok(method: string, path: string, body?: unknown): Promise<Body>;
  /** Notifications about domains, checked every second. */
  alert(more?: object): Promise<Body>;
  /** A destination of the category External. */
  hook(url: string, config?: object, more?: object): Body;
  /** Makes domains, and returns their names. */
  happen(count?: number, prefix?: string): Promise<string[]>;
  patch(alert: Body, path: string, value: unknown): Promise<Body>;
  read<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

let counter = 0;
const unique = (prefix: string) => `${prefix}${process.pid}_${++counter}`;

export async function openAlertWorld(store: TestStore, options: { now?: () => number; flags?: object } = {}) {
  const flags = { webhookAllow: '127.0.0.0/8', circuitAfter: '1s', ...options.flags };
  const app = await createTestApp({ store, flags, ...(options.now ? { now: options.now } : {}) });
  const ok: AlertWorld['ok'] = async (method, path, body) => {
    const answer = await app.request(method, path, { body });
    expect(answer.status, `${method} ${path}: ${answer.text.slice(0, 400)}`).toBeLessThan(300);
    return answer.json;
  };
  const made: string[] = [];
  const beside = store.another();
  const world: AlertWorld = {
    app,
    ok,
    async alert(more = {}) {
      const alert = await ok('POST', PATH, {
        ...{ name: unique('alert'), alertType: 'Notification', resources: ['domain'], pollInterval: 1, batchSize: 10 },
        ...more,
      });
      made.push(alert.id);
      return alert;
    },
    hook: (url, config = {}, more = {}) => ({
      ...{ category: 'External', type: 'Webhook', config: { endpoint: url, ...config } },
      ...more,
    }),
    async happen(count = 1, prefix = 'd') {
      const names: string[] = [];
      for (let i = 0; i < count; i += 1) {
        const name = unique(prefix);
        await ok('POST', '/v1/domains', { name, domainType: 'Aggregate', description: 'x' });
        names.push(name);
      }
      return names;
    },
    patch: (alert, path, value) =>
      ok('PATCH', `${PATH}/${alert.id}`, [{ op: value === undefined ? 'remove' : 'add', path, value }]),
    read: (work) => beside.read(work),
    close: () => app.close(),
  };
  return world;
}

/** Waits until a check passes. */
export const soon = (check: () => unknown, timeout = 10_000) => vi.waitFor(check, { timeout, interval: 20 });

export const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

import { expect, test } from 'vitest';
import { catalogError } from '../../contract/index.js';
import type { Actor, Catalog, Command, Invalidation, Request, SlicedRoute } from '../catalog/index.js';
import type { Context } from '../context/index.js';
import type { Sql, Store } from '../storage/index.js';
import { createWriteRunner, type WriteDeps } from './run-write.js';

const commands: Command[] = [
  { name: 'quiet', run: async () => 'done' },
  { name: 'rights', run: async (_, scope) => scope.invalidate({ kind: 'access' }) },
  { name: 'queued', run: async (_, scope) => scope.invalidate({ kind: 'wake', channel: 'queue' }) },
  {
    name: 'refused',
    run: async () => {
      throw catalogError('BAD_REQUEST', 'no');
    },
  },
];

function runnerOver(commit: () => void) {
  const heard: Invalidation[][] = [];
  const notified: unknown[] = [];
  const store = {
    write: async (work: (sql: Sql) => Promise<unknown>) => {
      const all = async (_: string, [channel]: unknown[]) => void notified.push(channel);
      const result = await work({ dialect: { notify: 'notify' }, all } as unknown as Sql);
      commit();
      return result;
    },
  } as unknown as Store;
  const runner = createWriteRunner({
    store,
    catalog: {} as Catalog,
    context: { now: () => 1 } as Context,
    routes: new Map(),
    commands: new Map(commands.map((command) => [command.name, command])),
    rights: rightsOf(() => {}),
    flush: () => Promise.resolve(),
    onInvalidations: (marks) => void heard.push([...marks]),
  });
  return { runner, heard, notified };
}

/** Takes the rights of everybody as they are. */
const rightsOf = (prepare: (actor: Actor) => void): WriteDeps['rights'] => ({
  async read(open, { actor }, work) {
    prepare(actor);
    return open((sql) => work(sql, actor));
  },
  write: ({ actor }, transact) => transact((_, work) => work(actor, async () => () => {})),
});

test('invalidations are delivered after the commit, and only if there are any', async () => {
  const { runner, heard } = runnerOver(() => {});
  await runner.command('quiet', null);
  await runner.command('rights', null);
  await expect(runner.command('refused', null)).rejects.toThrow('no');
  expect(heard).toEqual([[{ kind: 'access' }]]);
});

test('other servers are notified of rights and of wake-ups, inside the transaction', async () => {
  const { runner, notified } = runnerOver(() => notified.push('committed'));
  for (const name of ['quiet', 'rights', 'queued']) await runner.command(name, null);
  expect(notified).toEqual(['committed', 'access', 'committed', 'queue', 'committed']);
});

test('values read inside a lost commit are invalidated', async () => {
  const { runner, heard } = runnerOver(() => {
    throw new Error('the disk is full');
  });
  await expect(runner.command('quiet', null)).rejects.toThrow('the disk is full');
  expect(heard).toEqual([[{ kind: 'access' }]]);
});

test('the rights of an actor are loaded before sliced work checks the first one', async () => {
  const prepared: string[] = [];
  const route = {
    kind: 'sliced',
    handle: async ({ params }: Request) => ({ status: prepared.includes(params.who ?? '') ? 200 : 500 }),
  } as unknown as SlicedRoute;
  const runner = createWriteRunner({
    store: { read: (work: (sql: Sql) => Promise<unknown>) => work({} as Sql) } as unknown as Store,
    catalog: {} as Catalog,
    context: { now: () => 1 } as Context,
    routes: new Map([['PUT /bulk', route]]),
    commands: new Map(),
    rights: rightsOf(({ name }) => void prepared.push(name)),
    flush: () => Promise.resolve(),
    onInvalidations: () => {},
  });
  const actor = { id: 'u', name: 'crawler', isAdmin: false, isBot: true };
  const request = { params: { who: 'crawler' } } as unknown as Request;
  expect((await runner.route('PUT /bulk', request, actor)).status).toBe(200);
});

/** Large deletes and restores beside requests: slice by slice, so that other writes come in between. */
import { setTimeout } from 'node:timers/promises';
import { type Actor, type CatalogOptions, continueDeletion, largestSlice, systemActor } from '../catalog/index.js';
import type { Context } from '../context/index.js';
import { capabilitiesOf, type DeletionRow, isDeleting, listDeletions, type Sql, type Store } from '../storage/index.js';
import { createPace, type Pace } from './pace.js';
import type { WriteRunner } from './run-write.js';

export interface DeletionDeps {
  store: Store;
  context: Context;
  options: CatalogOptions;
  runner: Pick<WriteRunner, 'transaction'>;
  /** Brings the search index up to what a transaction has changed. */
  flush(tx: Sql): Promise<void>;
}

// Milliseconds of a slice. Where writers are serial, all others wait for it; where they are not, larger slices save round trips.
const SLICE_MS = { serial: 3, concurrent: 40 };

const WAIT_MS = 500;
const LOOK_MS = 20;

/**
 * All deletions and restores that outgrew their request, in turns, so that none waits for all of a larger one. One that fails
 * keeps no other from going on; it is tried again with the next call.
 */
export async function continueDeletions(deps: DeletionDeps, signal: AbortSignal): Promise<void> {
  const { store, options } = deps;
  const target = capabilitiesOf(store).concurrentWriters ? SLICE_MS.concurrent : SLICE_MS.serial;
  const paces = new Map<number, Pace>();
  const failures = new Map<string, unknown>();
  for (;;) {
    const going = (await store.read(listDeletions)).filter(({ root_id: id }) => !failures.has(id));
    if (going.length === 0) break;
    for (const deletion of going) {
      if (signal.aborted) return;
      const pace = paces.get(deletion.hard) ?? createPace({ target, most: largestSlice(deletion, options) });
      paces.set(deletion.hard, pace);
      await runSlice(deletion, pace, deps).catch((error: unknown) => failures.set(deletion.root_id, error));
    }
  }
  for (const error of failures.values()) throw error;
}

async function runSlice(deletion: DeletionRow, pace: Pace, { runner, context, flush }: DeletionDeps): Promise<void> {
  const { done, milliseconds } = await runner.transaction(async (scope) => {
    const began = context.now();
    const slice = await continueDeletion(deletion, scope, pace.size());
    await flush(scope.sql); // most of the work of a slice, and as much of it as the slice is large
    return { done: slice.done, milliseconds: context.now() - began };
  }, asker(deletion));
  pace.took(done, milliseconds);
}

function asker({ actor }: DeletionRow): Actor {
  return { ...systemActor, name: actor };
}

/** Waits a moment for deletions to end: who deletes something that is not small often goes on with what must be gone by then. */
export async function awaitDeletions({ read }: Pick<Store, 'read'>, rootIds: readonly string[]): Promise<void> {
  for (let waited = 0; waited < WAIT_MS; waited += LOOK_MS) {
    if (!(await read((sql) => isDeleting(sql, rootIds)))) return;
    await setTimeout(LOOK_MS);
  }
}

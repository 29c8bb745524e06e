/** Large deletes and restores beside requests: slice by slice, so that other writes come in between. */
import {
  type CatalogOptions,
  continueDeletion,
  type DeletionInput,
  deletions,
  largestSlice,
  systemActor,
} from '../catalog/index.js';
import type { FeatureJob } from '../feature/index.js';
import { capabilitiesOf, type DeletionRow, getDeletion, type Sql, type Store } from '../storage/index.js';
import { createPace, type Pace } from './pace.js';

export interface DeletionDeps {
  store: Pick<Store, 'dialect'>;
  options: CatalogOptions;
  /** Brings the search index up to what a transaction has changed. */
  flush(tx: Sql): Promise<void>;
}

// Milliseconds of a slice. Where writers are serial, all others wait for it; where they are not, larger slices save round trips.
const SLICE_MS = { serial: 3, concurrent: 40 };
/** So many take turns slice by slice; others wait for one of them to make room. */
const PARALLEL = 50;

/** A delete or restore that outgrew its request. Several take turns, so that none waits for all of a larger one. */
export function deletionJob({ store, options, flush }: DeletionDeps): FeatureJob<DeletionInput> {
  const target = capabilitiesOf(store).concurrentWriters ? SLICE_MS.concurrent : SLICE_MS.serial;
  const paces = new Map<number, Pace>();

  function paceOf(deletion: DeletionRow): Pace {
    const pace = paces.get(deletion.hard) ?? createPace({ target, most: largestSlice(deletion, options) });
    paces.set(deletion.hard, pace);
    return pace;
  }

  return {
    ...deletions,
    parallel: PARALLEL,
    async run({ rootId }, { store: { read }, context, transaction }) {
      const deletion = await read((sql) => getDeletion(sql, rootId));
      if (!deletion) return;
      const pace = paceOf(deletion);
      for (let complete = false; !complete; ) {
        const slice = await transaction(
          async (scope) => {
            const began = context.now();
            const { done, complete } = await continueDeletion(deletion, scope, pace.size());
            await flush(scope.sql); // most of the work of a slice, and as much of it as the slice is large
            return { done, complete, milliseconds: context.now() - began };
          },
          { ...systemActor, name: deletion.actor },
        );
        pace.took(slice.done, slice.milliseconds);
        complete = slice.complete;
      }
    },
  };
}

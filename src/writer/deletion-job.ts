/** Large deletes and restores as background jobs, in slices so that other writes can run in between. */
import {
  type CatalogOptions,
  continueDeletion,
  type DeletionInput,
  deletions,
  largestSlice,
  systemActor,
} from '../catalog/index.js';
import type { FeatureJob } from '../feature/index.js';
import { createPace, type Pace } from '../jobs/index.js';
import { capabilitiesOf, type DeletionRow, getDeletion, type Sql, type Store } from '../storage/index.js';

export interface DeletionDeps {
  store: Pick<Store, 'dialect'>;
  options: CatalogOptions;
  /** Updates the search index with the changes of a transaction. */
  flush(tx: Sql): Promise<void>;
}

// Milliseconds per slice. Where writers are serial, all others wait for a slice; elsewhere larger slices save round
// trips.
const SLICE_MS = { serial: 2, concurrent: 40 };
/** Maximum number of jobs that alternate slice by slice; further ones wait for one of them to yield. */
const PARALLEL = 50;

/**
 * Continues a delete or restore that was too large for its request. Several alternate, so that a small one does not
 * wait for all of a large one.
 */
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
            await flush(scope.sql); // most of a slice's work, proportional to its size
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

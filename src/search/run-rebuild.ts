import { setTimeout } from 'node:timers/promises';
import { lastOfSlice, type Sql, type Store } from '../storage/index.js';
import type { DocumentSlice, SearchIndex } from './create-index.js';
import type { DocumentSource } from './document-source.js';
import { fillSlice, finishRebuild, nextStep, type Rebuild, readRebuild, type Worker } from './rebuild.js';

export interface RunRebuildDeps {
  read: Store['read'];
  /** A transaction that ends with the last step of writes. */
  write<T>(work: (tx: Sql) => Promise<T>): Promise<T>;
  index: SearchIndex;
  worker: Worker;
  /** Where documents come from while a generation is filled. */
  open(): DocumentSource;
  tell?(rebuild: Rebuild): void;
  /** Entities of one transaction. */
  sliceSize?: number;
}

/** Others wait for so many no longer than a twentieth of a second where nothing else keeps the processor. */
const SLICE = 500;
const WAIT_MS = 500;

/**
 * Does what there is to do for the rebuild until it is done, stopped, or taken over by another worker. Writes of others go on
 * between its transactions.
 */
export async function runRebuild(deps: RunRebuildDeps, signal: AbortSignal): Promise<Rebuild | null> {
  const { write, index, worker, tell } = deps;
  for (;;) {
    if (signal.aborted) return deps.read(readRebuild);
    const step = await write((tx) => nextStep(tx, index, worker));
    if (step.rebuild) tell?.(step.rebuild);
    if (step.kind === 'none') return step.rebuild;
    if (step.kind === 'wait') await setTimeout(WAIT_MS);
    if (step.kind === 'fill') await fill(deps, step, signal);
  }
}

interface Asked {
  after: string;
  upTo: string;
  made: Promise<DocumentSlice>;
}

/** Slices are made ahead, as many at once as the source has hands, and written in order. */
async function fill(
  { read, write, index, worker, open, tell, sliceSize = SLICE }: RunRebuildDeps,
  { filling, after }: { filling: string; after: string },
  signal: AbortSignal,
): Promise<void> {
  const source = open();
  const asked: Asked[] = [];
  let last = after;
  try {
    while (!signal.aborted) {
      while (asked.length < source.atOnce) {
        const behind = last;
        const upTo = await read((sql) => lastOfSlice(sql, behind, sliceSize));
        if (upTo === null) break;
        const made = source.slice(behind, upTo);
        made.catch(() => {}); // heard where it is waited for
        asked.push({ after: behind, upTo, made });
        last = upTo;
      }
      const next = asked.shift();
      const slice = next && { filling, after: next.after, upTo: next.upTo, made: await next.made };
      const rebuild = await write((tx) =>
        slice ? fillSlice(tx, index, worker, slice) : finishRebuild(tx, worker, filling),
      );
      if (rebuild) tell?.(rebuild);
      if (!rebuild || !slice) return;
    }
  } finally {
    await source.close();
  }
}

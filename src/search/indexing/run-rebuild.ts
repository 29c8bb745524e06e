import { setTimeout } from 'node:timers/promises';
import { lastOfSlice, type Sql, type Store } from '../../storage/index.js';
import type { DocumentSlice, SearchIndex } from './create-index.js';
import type { DocumentSource } from './document-source.js';
import { fillSlice, finishRebuild, nextStep, type Rebuild, readRebuild, type Worker } from './rebuild.js';

export interface RunRebuildDeps {
  read: Store['read'];
  /** A transaction that is serialized with other writes. */
  write<T>(work: (tx: Sql) => Promise<T>): Promise<T>;
  index: SearchIndex;
  worker: Worker;
  /** Opens the source of documents for filling a generation. */
  open(): DocumentSource;
  tell?(rebuild: Rebuild): void;
  /** Entities per transaction. */
  sliceSize?: number;
}

/** Entities per transaction: other writers wait for one no longer than 50 ms when the processor is otherwise idle. */
const SLICE = 500;
/** Documents built at a time: the garbage of more would be copied by the collector before it is freed. */
const PORTION = 250;
const WAIT_MS = 500;

/** Runs the rebuild until it is completed or stopped. Other writes run between its transactions. */
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

interface Requested {
  after: string;
  upTo: string;
  made: Promise<DocumentSlice>;
}

/** Documents are built ahead, as many at once as the source allows, and written in order. */
async function fill(
  { read, write, index, worker, open, tell, sliceSize = SLICE }: RunRebuildDeps,
  { filling, after }: { filling: string; after: string },
  signal: AbortSignal,
): Promise<void> {
  const source = open();
  const size = Math.min(PORTION, sliceSize);
  const portions = Math.ceil(sliceSize / size);
  const requested: Requested[] = [];
  let last = after;
  try {
    while (!signal.aborted) {
      while (requested.length < source.atOnce * portions) {
        const behind = last;
        const upTo = await read((sql) => lastOfSlice(sql, behind, size));
        if (upTo === null) break;
        const made = source.slice(behind, upTo);
        made.catch(() => {}); // handled where it is awaited
        requested.push({ after: behind, upTo, made });
        last = upTo;
      }
      const slice = await merged(requested.splice(0, portions));
      const rebuild = await write((tx) =>
        slice ? fillSlice(tx, index, { filling, ...slice }) : finishRebuild(tx, worker, filling),
      );
      if (rebuild) tell?.(rebuild);
      if (!rebuild || !slice) return;
    }
  } finally {
    await source.close();
  }
}

/** Merges consecutive portions into one slice; null when there are none. */
async function merged(
  portions: readonly Requested[],
): Promise<(Omit<Requested, 'made'> & { made: DocumentSlice }) | null> {
  const [first, last] = [portions[0], portions.at(-1)];
  if (!first || !last) return null;
  const made = await Promise.all(portions.map((portion) => portion.made));
  const documents = made.flatMap((portion) => portion.documents);
  const words = made.flatMap((portion) => portion.words);
  return { after: first.after, upTo: last.upTo, made: { documents, words } };
}

/**
 * The state of an index rebuild and its single steps, each in a transaction of the caller. A full rebuild (`anew`)
 * fills a second generation beside the current one and switches to it when it is complete. Otherwise outdated
 * documents are rewritten in place. All state is in rows, so an interrupted rebuild resumes where it stopped.
 */
import type { Context } from '../../context/index.js';
import {
  capabilitiesOf,
  countByType,
  emptySlice,
  entitiesAfter,
  type Generation,
  getSearchState,
  holdIndexState,
  indexState,
  lastOfSlice,
  orphanDocIds,
  otherGeneration,
  putCurrent,
  putSearchDocuments,
  putSearchState,
  putShadow,
  removeLate,
  type Sql,
  searchTables,
  takeLate,
} from '../../storage/index.js';
import type { DocumentSlice, SearchIndex } from './create-index.js';

export interface Rebuild {
  status: 'pending' | 'running' | 'stopped' | 'completed';
  /** A new generation is built; otherwise documents are compared in place. */
  anew: boolean;
  /** A migration emptied the index: the current generation is incomplete until the rebuild is. */
  first: boolean;
  /** Id of the last entity that was processed. */
  after: string;
  done: number;
  total: number;
  /** Number of documents written. */
  written: number;
  startedAt: number | null;
  endedAt: number | null;
  /** Id of the job that runs the rebuild. */
  job: string | null;
  /** The generation that is no longer used and has to be emptied. */
  left: Generation | null;
}

/** The worker of a rebuild; the job queue ensures that there is only one at a time. */
export interface Worker {
  now: Context['now'];
  holder: string;
}

const NAME = 'rebuild';
const SLICE = 200;
/** Readers outside a snapshot may still be querying the previous generation. */
const PATIENCE_MS = 5_000;

/** The newest rebuild; null when there never was one. */
export async function readRebuild(sql: Sql): Promise<Rebuild | null> {
  const text = await getSearchState(sql, NAME);
  // What migrations store has a status only.
  return text === null ? null : { ...fresh(true), first: true, ...(JSON.parse(text) as Partial<Rebuild>) };
}

/** Whether the index lacks documents until this rebuild is complete. */
export function isFirst(rebuild: Rebuild | null): rebuild is Rebuild {
  return rebuild?.first === true && rebuild.status !== 'completed';
}

export function isUnderWay(rebuild: Rebuild | null): rebuild is Rebuild {
  return rebuild?.status === 'pending' || rebuild?.status === 'running';
}

/** Whether there is something to do, including emptying a previous generation. */
export function hasWork(rebuild: Rebuild | null): rebuild is Rebuild {
  return rebuild !== null && (rebuild.left !== null || rebuild.status === 'pending' || rebuild.status === 'running');
}

function fresh(anew: boolean): Rebuild {
  const none = { after: '', done: 0, total: 0, written: 0, startedAt: null, endedAt: null };
  return { status: 'pending', anew, first: false, ...none, job: null, left: null };
}

/** Requests a rebuild; one that is already running continues. */
export async function beginRebuild(tx: Sql, anew: boolean, job: string | null = null): Promise<Rebuild> {
  const now = await readRebuild(tx);
  if (isUnderWay(now) && now.anew === anew) return now.job === job ? now : save(tx, { ...now, job });
  await dropShadow(tx);
  return save(tx, { ...fresh(anew), first: isFirst(now), job, left: now?.left ?? null });
}

export async function stopRebuild(tx: Sql, { now }: Pick<Context, 'now'>): Promise<Rebuild | null> {
  const rebuild = await readRebuild(tx);
  if (!isUnderWay(rebuild)) return rebuild;
  const left = (await dropShadow(tx)) ?? rebuild.left;
  return save(tx, { ...rebuild, status: 'stopped', endedAt: now(), left });
}

/** Abandons a generation under construction; resolves to the generation that has to be emptied. */
async function dropShadow(tx: Sql): Promise<Generation | null> {
  await holdIndexState(tx);
  const { shadow } = await indexState(tx);
  if (shadow === null) return null;
  await putShadow(tx, null);
  await removeLate(tx);
  return shadow.tables.generation;
}

/** The rebuild if there is something to do. */
async function unfinished(tx: Sql): Promise<Rebuild | null> {
  const rebuild = await readRebuild(tx);
  return hasWork(rebuild) ? rebuild : null;
}

/** The next step of the worker, and the current state of the rebuild. */
export type NextStep =
  | { kind: 'none' | 'again' | 'wait'; rebuild: Rebuild | null }
  /** Documents after `after` have to be built. */
  | { kind: 'fill'; rebuild: Rebuild; filling: string; after: string };

/** Executes one step that needs no documents, or returns that documents are needed. */
export async function nextStep(tx: Sql, index: SearchIndex, worker: Worker): Promise<NextStep> {
  const rebuild = await unfinished(tx);
  if (rebuild === null) return { kind: 'none', rebuild: await readRebuild(tx) };
  if (rebuild.left !== null) return emptyLeft(tx, rebuild, worker);
  if (rebuild.status === 'pending') return start(tx, rebuild, worker);
  if (!rebuild.anew) return { kind: 'again', rebuild: await compareSlice(tx, index, rebuild, worker) };
  const { shadow } = await indexState(tx);
  if (shadow === null) return { kind: 'again', rebuild: await save(tx, { ...rebuild, status: 'pending' }) };
  await save(tx, rebuild);
  return { kind: 'fill', rebuild, filling: shadow.filling, after: shadow.after };
}

async function emptyLeft(tx: Sql, rebuild: Rebuild, { now }: Worker): Promise<NextStep> {
  if (capabilitiesOf(tx).concurrentWriters && now() < (rebuild.endedAt ?? 0) + PATIENCE_MS)
    return { kind: 'wait', rebuild: await save(tx, rebuild) };
  const { current, shadow } = await indexState(tx);
  const inUse = rebuild.left === current.generation || rebuild.left === shadow?.tables.generation;
  const done = inUse || (await emptySlice(tx, searchTables(rebuild.left as Generation)));
  return { kind: 'again', rebuild: await save(tx, { ...rebuild, left: done ? null : rebuild.left }) };
}

async function start(tx: Sql, rebuild: Rebuild, { now, holder }: Worker): Promise<NextStep> {
  const total = (await countByType(tx)).reduce((sum, { count }) => sum + count, 0);
  const running: Rebuild = { ...rebuild, status: 'running', startedAt: rebuild.startedAt ?? now(), total };
  if (rebuild.anew) {
    await holdIndexState(tx);
    const tables = otherGeneration((await indexState(tx)).current);
    if (!(await emptySlice(tx, tables))) return { kind: 'again', rebuild: await save(tx, rebuild) };
    await removeLate(tx);
    await putShadow(tx, { tables, filling: `${now()}-${holder.slice(0, 8)}`, after: '' });
  }
  return { kind: 'again', rebuild: await save(tx, running) };
}

/**
 * Adds the documents of the entities after `after` up to `upTo` to the generation under construction; rebuilds those
 * whose entities changed since. Null when this is no longer the next slice.
 */
export async function fillSlice(
  tx: Sql,
  index: SearchIndex,
  { filling, after, upTo, made }: { filling: string; after: string; upTo: string; made: DocumentSlice },
): Promise<Rebuild | null> {
  await holdIndexState(tx);
  const rebuild = await unfinished(tx);
  const { shadow } = await indexState(tx);
  if (!isUnderWay(rebuild) || shadow?.filling !== filling || shadow.after !== after) return null;
  const late = new Set(await takeLate(tx, upTo));
  const documents = made.documents.filter(({ id }) => !late.has(id));
  await index.add(tx, shadow, { documents, words: made.words }, [...late]);
  await putShadow(tx, { ...shadow, after: upTo });
  const done = rebuild.done + made.documents.length;
  const written = rebuild.written + made.documents.length;
  return save(tx, { ...rebuild, after: upTo, done, written, total: Math.max(rebuild.total, done) });
}

/** Switches to the complete generation; null when entities are still missing from it. */
export async function finishRebuild(tx: Sql, worker: Worker, filling: string): Promise<Rebuild | null> {
  await holdIndexState(tx);
  const rebuild = await unfinished(tx);
  const { current, shadow } = await indexState(tx);
  if (!isUnderWay(rebuild) || shadow?.filling !== filling) return null;
  if ((await lastOfSlice(tx, shadow.after, 1)) !== null) return null;
  await putCurrent(tx, shadow.tables, shadow.filling);
  await putShadow(tx, null);
  await removeLate(tx);
  const ended = { status: 'completed' as const, total: rebuild.done, endedAt: worker.now() };
  return save(tx, { ...rebuild, ...ended, left: current.generation });
}

async function compareSlice(tx: Sql, index: SearchIndex, rebuild: Rebuild, { now }: Worker): Promise<Rebuild> {
  const { current } = await indexState(tx);
  const rows = await entitiesAfter(tx, rebuild.after, SLICE);
  const last = rows.at(-1);
  if (last) {
    const ids = rows.map((row) => row.id);
    const written = rebuild.written + (await index.put(tx, { tables: current, filling: current.filling }, ids));
    const done = rebuild.done + rows.length;
    return save(tx, { ...rebuild, written, done, total: Math.max(rebuild.total, done), after: last.id });
  }
  const orphans = await orphanDocIds(tx, current, SLICE);
  await putSearchDocuments(tx, current, [], new Map(), orphans);
  if (orphans.length === SLICE) return save(tx, rebuild);
  return save(tx, { ...rebuild, status: 'completed', endedAt: now() });
}

async function save(tx: Sql, rebuild: Rebuild): Promise<Rebuild> {
  await putSearchState(tx, NAME, JSON.stringify(rebuild));
  return rebuild;
}

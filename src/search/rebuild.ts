/**
 * Builds the index anew while it is in use: document after document is written again in place, a slice a transaction, so searches
 * find everything all the time, writes go on, and a rebuild that was cut off goes on where it stood.
 */
import type { Context } from '../context/index.js';
import {
  countByType,
  entitiesAfter,
  getSearchState,
  orphanNumbers,
  putSearchState,
  removeSearchDocuments,
  type Sql,
} from '../storage/index.js';
import type { SearchIndex } from './create-index.js';

export interface Rebuild {
  status: 'pending' | 'running' | 'stopped' | 'completed';
  /** Documents that are as they should be are written too. */
  anew: boolean;
  /** Id of the last entity that was done. */
  after: string;
  done: number;
  total: number;
  /** Documents written. */
  written: number;
  startedAt: number | null;
  endedAt: number | null;
}

const NAME = 'rebuild';
const SLICE = 200;

/** The newest rebuild; null when there never was one. */
export async function readRebuild(sql: Sql): Promise<Rebuild | null> {
  const text = await getSearchState(sql, NAME);
  return text === null ? null : { ...fresh(false), ...(JSON.parse(text) as Partial<Rebuild>) };
}

export function isUnderWay(rebuild: Rebuild | null): rebuild is Rebuild {
  return rebuild?.status === 'pending' || rebuild?.status === 'running';
}

function fresh(anew: boolean): Rebuild {
  return { status: 'pending', anew, after: '', done: 0, total: 0, written: 0, startedAt: null, endedAt: null };
}

/** Asks for a rebuild; one that is under way goes on. */
export async function beginRebuild(tx: Sql, anew: boolean): Promise<Rebuild> {
  const now = await readRebuild(tx);
  if (isUnderWay(now) && now.anew === anew) return now;
  return save(tx, fresh(anew));
}

export async function stopRebuild(tx: Sql, context: Pick<Context, 'now'>): Promise<Rebuild | null> {
  const now = await readRebuild(tx);
  return isUnderWay(now) ? save(tx, { ...now, status: 'stopped', endedAt: context.now() }) : now;
}

/** The next slice, in the caller's transaction. Resolves to how far it is. */
export async function continueRebuild(
  tx: Sql,
  index: SearchIndex,
  context: Pick<Context, 'now'>,
): Promise<Rebuild | null> {
  const now = await readRebuild(tx);
  if (!isUnderWay(now)) return now;
  const rebuild: Rebuild = { ...now, status: 'running', startedAt: now.startedAt ?? context.now() };
  if (now.status === 'pending') rebuild.total = await countAll(tx);
  const rows = await entitiesAfter(tx, rebuild.after, SLICE);
  if (rows.length > 0) {
    const ids = rows.map((row) => row.id);
    rebuild.written += await index.put(tx, ids, rebuild.anew);
    rebuild.done += rows.length;
    rebuild.total = Math.max(rebuild.total, rebuild.done);
    rebuild.after = rows.at(-1)?.id ?? '';
    return save(tx, rebuild);
  }
  const orphans = await orphanNumbers(tx, SLICE);
  await removeSearchDocuments(tx, orphans);
  if (orphans.length === SLICE) return save(tx, rebuild);
  return save(tx, { ...rebuild, status: 'completed', endedAt: context.now() });
}

async function countAll(sql: Sql): Promise<number> {
  return (await countByType(sql)).reduce((sum, { count }) => sum + count, 0);
}

async function save(tx: Sql, rebuild: Rebuild): Promise<Rebuild> {
  await putSearchState(tx, NAME, JSON.stringify(rebuild));
  return rebuild;
}

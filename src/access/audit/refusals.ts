/**
 * Refused requests of people and bots, for the audit log. They are collected in memory and stored in batches, so no
 * read waits for a write. How many rows one caller can cause is limited; beyond that, refusals are counted by route.
 */
import type { ActionScope, Actor, Command } from '../../catalog/index.js';
import type { Context } from '../../context/index.js';
import type { FeatureJob } from '../../feature/index.js';
import { declareJob } from '../../jobs/index.js';
import {
  countPoints,
  deletePoints,
  deletePointsBefore,
  listPoints,
  putPoints,
  type SeriesRow,
  type Sql,
} from '../../storage/index.js';

export const REFUSALS = 'refusedAccess';
/** Holder of the rows, which outlive the entities they are about. */
export const REFUSAL_HOLDER = '00000000-0000-0000-0000-000000000000';
const RECORD_REFUSALS = 'access.recordRefusals';

/** One or more refusals of the same request. */
export interface Refusal {
  userName: string;
  /** The bot that acted for this user. */
  impersonatedBy?: string;
  isBot: boolean;
  method: string;
  /** Below `/api`, without the query; of all requests of a route if the caller has too many refusals. */
  path: string;
  entityType?: string;
  entityId?: string;
  entityFqn?: string;
  /** Client address of the first one. */
  from: string;
  count: number;
  /** Of the first and the last one. Milliseconds. */
  timestamp: number;
  lastTimestamp: number;
}

/** `count`: 1, or how many items of its list were refused. */
export interface RefusedRequest extends Pick<Refusal, 'method' | 'path' | 'from' | 'count'> {
  actor: Actor;
  /** Path of the route, with parameter names. */
  route: string;
  /** The entity, as far as the path names it. */
  entity: Pick<Refusal, 'entityType' | 'entityId' | 'entityFqn'>;
}

export interface RefusalLog {
  note(request: RefusedRequest): void;
  /** Stops the timer and stores what was collected. */
  close(): Promise<void>;
}

const FLUSH_MS = 2000;
/** Distinct paths of one caller per hour on one server; further refusals are counted by route. */
const MOST_PATHS = 500;
const HOUR = 3_600_000;
const LONGEST_PATH = 512;
/** Distinct rows of one batch; further refusals are counted under the caller alone. */
const MOST_IN_BATCH = 1000;
/** Stored rows; the oldest are removed. */
const MOST_STORED = 50_000;

export interface RefusalLogDeps {
  command: ActionScope['command'];
  context: Context;
  /** Milliseconds in which refusals are collected before they are stored together. */
  interval?: number;
}

export function createRefusalLog({ command, context, interval = FLUSH_MS }: RefusalLogDeps): RefusalLog {
  let batch = new Map<string, Refusal>();
  let timer: NodeJS.Timeout | null = null;
  const paths = createAllowance(context.now);

  const store = async () => {
    if (timer) clearTimeout(timer);
    timer = null;
    const rows = [...batch.values()];
    batch = new Map();
    if (rows.length > 0) await command(RECORD_REFUSALS, rows);
  };
  const storeOrTell = () =>
    store().catch((err: unknown) => context.log.warn({ err }, 'could not store refused requests'));
  const storeSoon = () => {
    timer ??= setTimeout(() => void storeOrTell(), interval).unref();
  };
  return {
    note({ actor, route, method, from, entity, count: times, path: asked }) {
      const own = asked.slice(0, LONGEST_PATH);
      const hasSpace = batch.size < MOST_IN_BATCH;
      const single = batch.has(keyOf(actor, method, own)) || (hasSpace && paths.take(actor.id));
      const path = single ? own : hasSpace ? route : '*';
      count(batch, keyOf(actor, method, path), {
        ...(single ? entity : {}),
        method,
        path,
        from,
        userName: actor.name,
        ...(actor.impersonatedBy === undefined ? {} : { impersonatedBy: actor.impersonatedBy }),
        isBot: actor.isBot,
        count: times,
        timestamp: context.now(),
        lastTimestamp: context.now(),
      });
      storeSoon();
    },
    close: storeOrTell,
  };
}

const keyOf = (actor: Actor, method: string, path: string) =>
  `${actor.id} ${actor.impersonatedBy ?? ''} ${method} ${path}`;

function count(batch: Map<string, Refusal>, key: string, one: Refusal): void {
  const known = batch.get(key);
  if (known) Object.assign(known, { count: known.count + one.count, lastTimestamp: one.timestamp });
  else batch.set(key, one);
}

/** Counts the paths of each caller per hour. */
function createAllowance(now: () => number) {
  let hour = 0;
  let taken = new Map<string, number>();
  return {
    take(caller: string): boolean {
      const current = Math.floor(now() / HOUR);
      if (current !== hour) [hour, taken] = [current, new Map()];
      const count = taken.get(caller) ?? 0;
      if (count >= MOST_PATHS) return false;
      taken.set(caller, count + 1);
      return true;
    },
  };
}

/** Data: a list of `Refusal`. */
export const recordRefusals: Command = {
  name: RECORD_REFUSALS,
  async run(refusals: readonly Refusal[], { sql, context }) {
    const rows: SeriesRow[] = refusals.map((refusal) => ({
      entity_id: REFUSAL_HOLDER,
      kind: REFUSALS,
      key: context.id(),
      at: refusal.timestamp,
      doc: JSON.stringify(refusal),
    }));
    await putPoints(sql, rows);
    await removeOldest(sql);
  },
};

async function removeOldest(sql: Sql): Promise<void> {
  const series = { entityId: REFUSAL_HOLDER, kind: REFUSALS };
  if ((await countPoints(sql, series)) <= MOST_STORED) return;
  const [last] = await listPoints(sql, { ...series, limit: 1, offset: MOST_STORED });
  if (last) await deletePoints(sql, { ...series, to: last.at });
}

const DAY = 86_400_000;
const REMOVED_AT_ONCE = 1000;

/** Removes refused requests after these days. */
export function forgetRefusals(days: number): FeatureJob<null> {
  return {
    ...declareJob({ name: 'audit.retention' }),
    schedule: '47 * * * *',
    async run(_, { transaction, context }) {
      const before = context.now() - days * DAY;
      for (let removed = REMOVED_AT_ONCE; removed === REMOVED_AT_ONCE; )
        removed = await transaction(({ sql }) => deletePointsBefore(sql, REFUSALS, before, REMOVED_AT_ONCE));
    },
  };
}

/** How far an alert has come, as far as the caller may see the events: by the same decision as lists of these events. */
import { setImmediate } from 'node:timers/promises';
import { type ActionScope, createSight, type Scope } from '../../catalog/index.js';
import { EVERYTHING } from '../../entities/index.js';
import { createPace } from '../../jobs/index.js';
import {
  type DeliveryPlace,
  type DeliveryQuery,
  type DeliveryRow,
  type DeliveryState,
  listDeliveries,
} from '../../storage/index.js';
import { examineEvents } from '../preview/examine-events.js';
import { compileRules } from '../rules/compile-rules.js';
import type { Progress } from './progress.js';
import { withEvents } from './records.js';

export type Counts = Record<DeliveryState, number>;

/** Counts of the deliveries whose events the caller may see. */
export interface SeenDeliveries {
  total: Counts;
  byDestination: ReadonlyMap<string, Counts>;
}

/** For everybody else, counts include what they may not see. */
export function seesAllEvents(scope: Scope): boolean {
  return scope.actor.isAdmin || createSight(scope).all;
}

/** Newest first, of one request. */
const MOST_RECORDS = 5000;
const MOST_MS = 15_000;
const PIECE_MS = 8;
const MOST_AT_ONCE = 100;

/** In small pieces, each in a separate snapshot; of more than 5,000 records only the newest are counted. */
export async function countSeenDeliveries(
  alertId: string,
  scope: Pick<ActionScope, 'readAs'>,
): Promise<SeenDeliveries> {
  const pace = createPace({ target: PIECE_MS, most: MOST_AT_ONCE, least: 1, first: 4 });
  const total = noCounts();
  const byDestination = new Map<string, Counts>();
  const began = performance.now();
  let before: DeliveryPlace | undefined;
  for (let looked = 0; looked < MOST_RECORDS && performance.now() - began < MOST_MS; ) {
    const query = { alertId, before, limit: pace.size(), offset: 0 };
    const { rows, seen, milliseconds } = await scope.readAs((inner) => seenOf(query, inner));
    for (const row of seen) count(row, total, byDestination);
    pace.took(rows.length, milliseconds);
    looked += rows.length;
    before = rows.at(-1);
    if (rows.length < query.limit) break;
    await setImmediate(); // an embedded database answers without giving way to others
  }
  return { total, byDestination };
}

async function seenOf(query: DeliveryQuery, scope: Scope) {
  const began = performance.now();
  const rows = await listDeliveries(scope.sql, query);
  const seen = (await withEvents(rows, scope)).map(({ delivery }) => delivery);
  return { rows, seen, milliseconds: performance.now() - began };
}

function count({ state, destination_id }: DeliveryRow, total: Counts, byDestination: Map<string, Counts>): void {
  const own = byDestination.get(destination_id) ?? noCounts();
  byDestination.set(destination_id, own);
  for (const counts of [total, own]) counts[state] += 1;
}

export const noCounts = (): Counts => ({ pending: 0, delivered: 0, failed: 0 });

type Sums = Pick<Progress, 'unread' | 'pending' | 'succeeded' | 'failed'>;

/** The same sums, of what the caller may see; of a large backlog only the oldest 5,000 events are counted. */
export async function seenSums(
  alertId: string,
  { current, latest }: Progress,
  scope: Pick<ActionScope, 'readAs'>,
): Promise<Sums> {
  const { total } = await countSeenDeliveries(alertId, scope);
  const range = { at: current, end: latest, all: true };
  const everything = compileRules({ resources: [EVERYTHING] });
  const unread = current < latest ? (await examineEvents(range, everything, scope, () => {})).looked : 0;
  return { unread, pending: total.pending, succeeded: total.delivered, failed: total.failed };
}

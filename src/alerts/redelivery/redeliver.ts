/** Deliveries that have ended are sent again: a few at once, many by a job. */
import type { Scope } from '../../catalog/index.js';
import type { FeatureJob } from '../../feature/index.js';
import { declareJob, enqueueJob } from '../../jobs/index.js';
import { type EndedPlace, lastEndedAt, listDeliveries, redeliverEnded } from '../../storage/index.js';
import { DELIVERIES_CHANNEL } from '../delivery/channel.js';
import { withEvents } from '../inspect/records.js';
import { seesAllEvents } from '../inspect/seen-progress.js';

/** What to send again, of one alert. */
export interface Redelivery {
  alertId: string;
  /** In this order. */
  states: ('failed' | 'delivered')[];
  eventId?: string;
  destinationId?: string;
  /** Positions of events, both inclusive. */
  from?: number;
  to?: number;
}

/** How far a redelivery has come. */
interface Reached {
  /** Index in `states`. */
  state: number;
  after?: EndedPlace;
}

interface RedeliveryInput extends Redelivery {
  /** Milliseconds. */
  endedBy: number;
  reached: Reached;
  /** Whether the caller may know how many there are. Default: yes. */
  isCounted?: boolean;
}

export interface RedeliveryStart {
  redelivered: number;
  /** Sends the rest again. */
  jobId?: string;
}

/** In one transaction: this many are changed in a few milliseconds. */
const AT_ONCE = 250;

export const redeliveries = declareJob<RedeliveryInput>({
  name: 'alerts.redeliver',
  input: {
    type: 'object',
    properties: {
      alertId: { type: 'string' },
      states: { type: 'array', items: { type: 'string', enum: ['failed', 'delivered'] } },
      eventId: { type: 'string' },
      destinationId: { type: 'string' },
      from: { type: 'integer' },
      to: { type: 'integer' },
      endedBy: { type: 'integer' },
      reached: { type: 'object' },
      isCounted: { type: 'boolean' },
    },
    required: ['alertId', 'states', 'endedBy', 'reached'],
    additionalProperties: false,
  },
});

export const redeliveryJob: FeatureJob<RedeliveryInput> = {
  ...redeliveries,
  async run(input, { transaction, progress, data, signal }) {
    const stored = await data('state');
    let reached: Reached | null = stored === undefined ? input.reached : JSON.parse(stored);
    while (reached !== null && !signal.aborted) {
      const from: Reached = reached;
      reached = await transaction(async (scope) => {
        const { ids, next } = await redeliverSome(input, input.endedBy, from, scope);
        await progress(scope, { done: input.isCounted === false ? 0 : ids.length, state: next });
        return next;
      });
    }
  },
};

/** Sends the first ones again, and the rest by a job. Counts those of events that the caller may see. */
export async function redeliver(redelivery: Redelivery, scope: Scope): Promise<RedeliveryStart> {
  const endedBy = Math.max(scope.context.now(), await lastEndedAt(scope.sql, redelivery.alertId));
  const { ids, next } = await redeliverSome(redelivery, endedBy, { state: 0 }, scope);
  const isCounted = seesAllEvents(scope);
  const redelivered = isCounted ? ids.length : await countSeen(ids, scope);
  if (next === null) return { redelivered };
  const input = { ...redelivery, endedBy, reached: next, isCounted };
  const { id } = await enqueueJob(redeliveries, input, scope, { lane: redelivery.alertId });
  return { redelivered, jobId: id };
}

async function countSeen(ids: readonly string[], scope: Scope): Promise<number> {
  const rows = await listDeliveries(scope.sql, { ids, limit: ids.length, offset: 0 });
  return (await withEvents(rows, scope)).length;
}

async function redeliverSome(
  { states, ...query }: Redelivery,
  endedBy: number,
  reached: Reached,
  scope: Scope,
): Promise<{ ids: string[]; next: Reached | null }> {
  const { alertId, eventId, destinationId, from, to } = query;
  const ids: string[] = [];
  let next: Reached | null = null;
  for (let { state: at, after } = reached; next === null && at < states.length; at += 1, after = undefined) {
    const state = states[at];
    if (!state) break;
    const limit = AT_ONCE - ids.length;
    const asked = { alertId, eventId, destinationId, from, to, state, endedBy, after, limit, at: scope.context.now() };
    const done = await redeliverEnded(scope.sql, asked);
    ids.push(...done.ids);
    if (done.next) next = { state: at, after: done.next };
  }
  if (ids.length > 0) scope.invalidate({ kind: 'wake', channel: DELIVERIES_CHANNEL });
  return { ids, next };
}

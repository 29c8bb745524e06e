/** Deliveries that have ended are sent again: a few at once, many by a job. */
import type { Command, Scope } from '../../catalog/index.js';
import type { FeatureJob } from '../../feature/index.js';
import { declareJob, enqueueJob } from '../../jobs/index.js';
import { type EndedPlace, lastEndedAt, redeliverEnded } from '../../storage/index.js';
import { DELIVERIES_CHANNEL } from '../delivery/channel.js';

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
        const { count, next } = await redeliverSome(input, input.endedBy, from, scope);
        await progress(scope, { done: count, state: next });
        return next;
      });
    }
  },
};

/** Sends the first ones again, and the rest by a job. */
export async function redeliver(redelivery: Redelivery, scope: Scope): Promise<RedeliveryStart> {
  const endedBy = Math.max(scope.context.now(), await lastEndedAt(scope.sql, redelivery.alertId));
  const { count, next } = await redeliverSome(redelivery, endedBy, { state: 0 }, scope);
  if (next === null) return { redelivered: count };
  const { id } = await enqueueJob(redeliveries, { ...redelivery, endedBy, reached: next }, scope, {
    lane: redelivery.alertId,
  });
  return { redelivered: count, jobId: id };
}

async function redeliverSome(
  { states, ...query }: Redelivery,
  endedBy: number,
  reached: Reached,
  scope: Scope,
): Promise<{ count: number; next: Reached | null }> {
  const { alertId, eventId, destinationId, from, to } = query;
  let count = 0;
  for (let { state: at, after } = reached; at < states.length; at += 1, after = undefined) {
    const state = states[at];
    if (!state) break;
    const limit = AT_ONCE - count;
    const asked = { alertId, eventId, destinationId, from, to, state, endedBy, after, limit, at: scope.context.now() };
    const done = await redeliverEnded(scope.sql, asked);
    count += done.count;
    if (done.next) return { ...told(count, scope), next: { state: at, after: done.next } };
  }
  return { ...told(count, scope), next: null };
}

function told(count: number, scope: Scope): { count: number } {
  if (count > 0) scope.invalidate({ kind: 'wake', channel: DELIVERIES_CHANNEL });
  return { count };
}

/** For the command line: `Redelivery`, answered with `RedeliveryStart`. */
export const REDELIVER = 'alerts.redeliver.start';
export const redeliverCommand: Command = {
  name: REDELIVER,
  run: (data: Redelivery, scope) => redeliver(data, scope),
};

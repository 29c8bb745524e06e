/** `POST .../redeliver`: sends again what has ended, with the same `webhook-id`. */
import { catalogError, isObject } from '../../../contract/index.js';
import {
  type Command,
  checkId,
  type DataRoute,
  json,
  type Reply,
  type Request,
  readOptionalObject,
  rowToChange,
  type Scope,
} from '../../catalog/index.js';
import { eventSubscription } from '../../entities/index.js';
import { firstPositionSince, lastPosition } from '../../storage/index.js';
import { byIdAndName, namingOf } from '../inspect/named-alert.js';
import { type Redelivery, type RedeliveryStart, redeliver } from './redeliver.js';

const { name: tag } = eventSubscription;
const TIME = { type: 'integer', minimum: 0 };

const bodySchema = {
  type: 'object',
  description: 'Empty: all failed deliveries of the alert.',
  properties: {
    eventId: { type: 'string', format: 'uuid', description: 'Only deliveries of this event.' },
    destinationId: { type: 'string', format: 'uuid', description: 'Only deliveries to this destination.' },
    from: { ...TIME, description: 'Only events from this position on.' },
    to: { ...TIME, description: 'Only events up to this position.' },
    since: { ...TIME, description: 'Only events since this time, in milliseconds since 1970.' },
    until: { ...TIME, description: 'Only events until this time, in milliseconds since 1970.' },
    status: {
      type: 'string',
      enum: ['failed', 'successful', 'all'],
      description: 'How the deliveries ended. Default: `all` for an event or a range, otherwise `failed`.',
    },
  },
  additionalProperties: false,
};

const answerSchema = {
  type: 'object',
  properties: {
    redelivered: { type: 'integer', description: 'Number of deliveries that will be sent again.' },
    jobId: { type: 'string', format: 'uuid', description: 'The job that adds the rest.' },
  },
  required: ['redelivered'],
};

export const redeliverRoutes: readonly DataRoute[] = byIdAndName(
  'redeliver',
  'redeliverAlertEvents',
  (path, operationId) => ({
    kind: 'write',
    method: 'POST',
    path,
    docs: {
      operationId,
      summary: 'Deliver events again',
      description:
        'Repeats finished deliveries: those of one event, of a range of positions or times, or all that failed. They keep their `webhook-id`. A delivery without a record cannot be repeated. Not part of the interface of OpenMetadata.',
      tag,
      body: { schema: { inline: bodySchema } },
      answers: {
        200: { description: 'All of them will be sent again', schema: { inline: answerSchema } },
        202: {
          description: 'The first of them will be sent again, and a job adds the rest',
          schema: { inline: answerSchema },
        },
      },
      errors: [404, 409],
    },
    handle: redeliverAsked,
  }),
);

async function redeliverAsked(request: Request, scope: Scope): Promise<Reply> {
  const row = await rowToChange(eventSubscription, namingOf(request), 'all', scope, ['EditAll']);
  const asked = await readRedelivery(readOptionalObject(request), row.id, scope);
  const started = asked ? await redeliver(asked, scope) : { redelivered: 0 };
  return json(started.jobId === undefined ? 200 : 202, started);
}

const KEYS = Object.keys(bodySchema.properties);

/** null: the range has no events. */
async function readRedelivery(body: unknown, alertId: string, scope: Scope): Promise<Redelivery | null> {
  if (!isObject(body)) throw catalogError('BAD_REQUEST', 'The body must be an object');
  const unknown = Object.keys(body).find((key) => !KEYS.includes(key));
  if (unknown !== undefined)
    throw catalogError('BAD_REQUEST', `${unknown.slice(0, 100)} is unknown; known are ${KEYS.join(', ')}`);
  const range = await rangeOf(body, scope);
  if (range === null) return null;
  const eventId = idIn(body, 'eventId');
  const destinationId = idIn(body, 'destinationId');
  const isPart = eventId !== undefined || range.from !== undefined || range.to !== undefined;
  return {
    ...{ alertId, states: statesOf(body.status ?? (isPart ? 'all' : 'failed')) },
    ...(eventId === undefined ? {} : { eventId }),
    ...(destinationId === undefined ? {} : { destinationId }),
    ...range,
  };
}

function idIn(body: Record<string, unknown>, key: string): string | undefined {
  const value = body[key] ?? undefined;
  if (value !== undefined && typeof value !== 'string') throw catalogError('BAD_REQUEST', `${key} must be a UUID`);
  return value === undefined ? undefined : checkId(value);
}

function statesOf(status: unknown): Redelivery['states'] {
  if (status === 'failed') return ['failed'];
  if (status === 'successful') return ['delivered'];
  if (status === 'all') return ['failed', 'delivered'];
  throw catalogError('BAD_REQUEST', 'status must be failed, successful or all');
}

async function rangeOf(body: Record<string, unknown>, { sql }: Scope): Promise<Pick<Redelivery, 'from' | 'to'> | null> {
  const [from, to, since, until] = ['from', 'to', 'since', 'until'].map((key) => numberIn(body, key));
  if ((from ?? to) !== undefined && (since ?? until) !== undefined)
    throw catalogError('BAD_REQUEST', 'from and to are positions, since and until times; give one kind of range');
  if (since === undefined && until === undefined)
    return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  const first = since === undefined ? 0 : await firstPositionSince(sql, since);
  if (first === undefined) return null;
  const behind = until === undefined ? undefined : await firstPositionSince(sql, until + 1);
  return { from: first, to: behind === undefined ? await lastPosition(sql) : behind - 1 };
}

function numberIn(body: Record<string, unknown>, key: string): number | undefined {
  const value = body[key] ?? undefined;
  if (value !== undefined && (!Number.isSafeInteger(value) || Number(value) < 0))
    throw catalogError('BAD_REQUEST', `${key} must be a whole number of at least 0`);
  return value === undefined ? undefined : Number(value);
}

/** For the command line: the id of an alert and a body as above, answered with `RedeliveryStart`. */
export const REDELIVER = 'alerts.redeliver.start';
export const redeliverCommand: Command = {
  name: REDELIVER,
  async run({ alertId, body }: { alertId: string; body: unknown }, scope): Promise<RedeliveryStart> {
    const asked = await readRedelivery(body, alertId, scope);
    return asked ? redeliver(asked, scope) : { redelivered: 0 };
  },
};

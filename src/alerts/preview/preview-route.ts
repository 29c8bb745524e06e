/** `POST preview`: what an alert would have delivered, before it is saved. */
import { catalogError, isObject } from '../../../contract/index.js';
import {
  type ActionRoute,
  type ActionScope,
  jsonText,
  type Reply,
  type Request,
  readJson,
  readLimit,
  type Scope,
} from '../../catalog/index.js';
import { eventSubscription, filteringRules } from '../../entities/index.js';
import { firstPositionSince, lastPosition } from '../../storage/index.js';
import { mayCreate } from '../routes/may-create.js';
import { type CompiledRules, compileRules } from '../rules/compile-rules.js';
import { type EventRange, examineEvents } from './examine-events.js';

const { name: tag, path } = eventSubscription;
const DAY = 86_400_000;
const MOST_DAYS = 30;
const DEFAULT_DAYS = 7;
const MOST_SHOWN = 100;
const DEFAULT_SHOWN = 10;

const count = { type: 'integer' };
const answer = {
  type: 'object',
  properties: {
    days: count,
    from: {
      ...count,
      description:
        'Time of the oldest event that was checked, or of the beginning of the period, in milliseconds since 1970.',
    },
    complete: {
      type: 'boolean',
      description: 'Whether all events of these days were checked; otherwise only the newest were.',
    },
    looked: { ...count, description: 'Number of events of the source that were checked.' },
    matched: { ...count, description: 'Number of those that the alert would have delivered.' },
    byEventType: { type: 'object', additionalProperties: count, description: 'The same number by event type.' },
    data: { type: 'array', items: { type: 'object' }, description: 'A page of the matching events, newest first.' },
    paging: {
      type: 'object',
      properties: { total: count, offset: count, limit: count },
      required: ['total', 'offset', 'limit'],
    },
  },
  required: ['days', 'from', 'complete', 'looked', 'matched', 'byEventType', 'data', 'paging'],
};

export const previewRoute: ActionRoute = {
  kind: 'action',
  long: true,
  method: 'POST',
  path: `${path}/preview`,
  docs: {
    operationId: 'previewAlert',
    summary: 'Show what an alert would have delivered',
    description:
      'Applies the rules of an alert, which need not be stored, to the events of the last days. Returns how many of them it would have delivered, with a page of them. ' +
      'Only events that the caller may see are checked, the newest first, up to 5,000; `complete` says whether these were all. Nothing is stored or sent, and destinations are not checked. Not part of the interface of OpenMetadata.',
    tag,
    query: [
      {
        name: 'days',
        description: 'How far to look back',
        schema: { type: 'integer', minimum: 1, maximum: MOST_DAYS, default: DEFAULT_DAYS },
      },
      {
        name: 'limit',
        description: 'Maximum number of events to return',
        schema: { type: 'integer', minimum: 0, maximum: MOST_SHOWN, default: DEFAULT_SHOWN },
      },
      {
        name: 'offset',
        description: 'Number of events to skip',
        schema: { type: 'integer', minimum: 0, default: 0 },
      },
    ],
    body: { schema: 'events/api/createEventSubscription', required: true },
    answers: { 200: { description: 'The events that it would have delivered', schema: { inline: answer } } },
  },
  handle: preview,
};

async function preview(request: Request, scope: ActionScope): Promise<Reply> {
  const { query } = request;
  const { rules, days, limit, offset, range } = await scope.readAs(async (inner) => {
    await mayCreate(inner);
    const asked = {
      days: readLimit(query.days, DEFAULT_DAYS, 1, MOST_DAYS, 'days'),
      limit: readLimit(query.limit, DEFAULT_SHOWN, 0, MOST_SHOWN),
      offset: readLimit(query.offset, 0, 0, Number.MAX_SAFE_INTEGER, 'offset'),
    };
    const compiled = draftRules(request, inner);
    return { ...asked, rules: compiled, range: await rangeOf(inner.context.now() - asked.days * DAY, inner) };
  });
  const found = new Map<string, number>();
  const page: string[] = [];
  let matched = 0;
  let oldest: number | null = null;
  const examined = range
    ? await examineEvents(range, rules, scope, (shown, matches) => {
        oldest = shown.at;
        if (!matches) return;
        if (matched >= offset && page.length < limit) page.push(shown.doc);
        matched += 1;
        found.set(shown.kind, (found.get(shown.kind) ?? 0) + 1);
      })
    : { looked: 0, stoppedAt: null };
  const complete = examined.stoppedAt === null;
  const begin = scope.context.now() - days * DAY;
  const told = {
    ...{ days, from: complete ? begin : (oldest ?? begin), complete, looked: examined.looked, matched },
    byEventType: Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
  const paging = { total: matched, offset, limit };
  return jsonText(
    200,
    `${JSON.stringify(told).slice(0, -1)},"data":[${page.join(',')}],"paging":${JSON.stringify(paging)}}`,
  );
}

/** A draft has no name yet. */
function draftRules(request: Request, scope: Scope): CompiledRules {
  const given = readJson(request);
  const checked = scope.catalog.contract.validator('events/api/createEventSubscription')(
    isObject(given) ? { name: 'draft', ...given } : given,
  );
  if (!checked.ok) throw catalogError('BAD_REQUEST', checked.errors[0]?.message ?? 'The body is not an alert');
  const { alertType, resources = [], input } = checked.value;
  if (alertType !== 'Notification' && alertType !== 'Observability')
    throw catalogError('BAD_REQUEST', 'alertType must be Notification or Observability');
  return compileRules(filteringRules({ alertType, resources, input }, scope.catalog));
}

/** null: nothing happened since. */
async function rangeOf(since: number, { sql }: Scope): Promise<EventRange | null> {
  const first = await firstPositionSince(sql, since);
  return first === undefined ? null : { at: (await lastPosition(sql)) + 1, end: first, newestFirst: true };
}

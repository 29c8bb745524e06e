/** `GET diagnosticInfo`: where an alert has read to, what it has not read, and how its destinations are. */
import {
  type ActionRoute,
  type ActionScope,
  jsonText,
  type ParameterDocs,
  type Reply,
  type Request,
  readFlag,
} from '../../catalog/index.js';
import { destinationStatus, eventSubscription } from '../../entities/index.js';
import { type DestinationRow, listDestinationStates } from '../../storage/index.js';
import { examineEvents } from '../preview/examine-events.js';
import { compileRules } from '../rules/compile-rules.js';
import { byIdAndName, pageDocs, readAlert, readPage, type StoredAlert } from './named-alert.js';
import { progressOf } from './progress.js';
import { countSeenDeliveries, noCounts, type SeenDeliveries, seesAllEvents } from './seen-progress.js';

const { name: tag } = eventSubscription;

const flags: readonly ParameterDocs[] = [
  {
    name: 'listCountOnly',
    description: 'Omits the lists of events',
    schema: { type: 'boolean', default: false },
  },
  {
    name: 'details',
    description:
      'Not part of the interface of OpenMetadata: adds `destinations`, with the circuit of each, and `complete`, whether all unread events were checked',
    schema: { type: 'boolean', default: false },
  },
];

export const diagnosticRoutes: readonly ActionRoute[] = byIdAndName(
  'diagnosticInfo',
  'diagnoseAlert',
  (path, operationId) => ({
    kind: 'action',
    long: true,
    method: 'GET',
    path,
    docs: {
      operationId,
      summary: 'Get the progress of an alert and its unread events',
      description:
        'Offsets are positions in the log of events. Relevant events are unread and pass the current rules of the alert; of a large backlog only the oldest 5,000 events are checked. Only events that the caller may see are checked, listed and counted; for callers who may not see all, the counts of deliveries are of the newest 5,000, and that of unread events is of those checked. With `details`, the circuit of a destination is `open` if the destination is considered down.',
      tag,
      query: [...pageDocs, ...flags],
      answers: { 200: { description: 'The diagnosis', schema: 'events/api/eventSubscriptionDiagnosticInfo' } },
      errors: [404],
    },
    handle: diagnose,
  }),
);

async function diagnose(request: Request, scope: ActionScope): Promise<Reply> {
  const { query } = request;
  const { id, alert, progress, states, page, seesAll } = await scope.readAs(async (inner) => {
    const named = await readAlert(request, inner);
    return {
      id: named.row.id,
      seesAll: seesAllEvents(inner),
      alert: named.alert,
      page: readPage(request),
      progress: await progressOf(inner.sql, named.row.id),
      states: await listDestinationStates(inner.sql, [named.row.id]),
    };
  });
  const [countOnly, details] = [readFlag(query, 'listCountOnly'), readFlag(query, 'details')];
  const { current, latest } = progress;
  const seen = seesAll ? null : await countSeenDeliveries(id, scope);
  const relevant = createPage(page);
  const unread = createPage(page);
  const { stoppedAt } =
    current < latest
      ? await examineEvents(
          { at: current, end: latest, all: !countOnly || !seesAll },
          compileRules(alert.filteringRules ?? { resources: [] }),
          scope,
          (shown, matches) => {
            unread.add(shown.doc);
            if (matches) relevant.add(shown.doc);
          },
        )
      : { stoppedAt: null };
  const told = {
    ...{ latestOffset: latest, currentOffset: current, startingOffset: progress.starting },
    hasProcessedAllEvents: current >= latest,
    successfulEventsCount: seen ? seen.total.delivered : progress.succeeded,
    failedEventsCount: seen ? seen.total.failed : progress.failed,
    relevantUnprocessedEventsCount: relevant.count(),
    totalUnprocessedEventsCount: seesAll ? progress.unread : unread.count(),
    ...(details ? { complete: stoppedAt === null, destinations: circuitsOf(alert, states, seen) } : {}),
  };
  const lists = countOnly
    ? ''
    : `,"relevantUnprocessedEventsList":${relevant.text()},"totalUnprocessedEventsList":${unread.text()}`;
  return jsonText(200, `${JSON.stringify(told).slice(0, -1)}${lists}}`);
}

/** Counts texts, and keeps those of one page. */
function createPage({ limit, offset }: { limit: number; offset: number }) {
  const kept: string[] = [];
  let count = 0;
  return {
    add(text: string) {
      if (count >= offset && kept.length < limit) kept.push(text);
      count += 1;
    },
    count: () => count,
    text: () => `[${kept.join(',')}]`,
  };
}

function circuitsOf(alert: StoredAlert, states: readonly DestinationRow[], seen: SeenDeliveries | null) {
  return (alert.destinations ?? []).map((destination) => {
    const state = states.find(({ destination_id }) => destination_id === destination.id);
    const counts = seen ? (seen.byDestination.get(destination.id ?? '') ?? noCounts()) : null;
    return {
      ...{ id: destination.id, type: destination.type, category: destination.category },
      ...destinationStatus(destination, alert, state),
      circuit: state?.circuit ?? 'closed',
      consecutiveFailures: state?.failures ?? 0,
      ...(state?.failing_since ? { failingSince: state.failing_since } : {}),
      successfulEventsCount: counts ? counts.delivered : (state?.succeeded ?? 0),
      failedEventsCount: counts ? counts.failed : (state?.failed ?? 0),
    };
  });
}

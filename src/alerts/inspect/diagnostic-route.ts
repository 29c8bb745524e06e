/** `GET diagnosticInfo`: where an alert has read to, what it has not read, and how its destinations are. */
import {
  type ActionRoute,
  type ActionScope,
  jsonText,
  type ParameterDocs,
  type Reply,
  type Request,
  readBoolean,
} from '../../catalog/index.js';
import { destinationStatus, eventSubscription } from '../../entities/index.js';
import { type DestinationRow, listDestinationStates } from '../../storage/index.js';
import { examineEvents } from '../preview/examine-events.js';
import { compileRules } from '../rules/compile-rules.js';
import { byIdAndName, pageDocs, readAlert, readPage, type StoredAlert } from './named-alert.js';
import { progressOf } from './progress.js';

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
        'Offsets are positions in the log of events. Relevant events are unread and pass the current rules of the alert; of a large backlog only the oldest 5,000 events are checked. Only events that the caller may see are checked and listed. With `details`, the circuit of a destination is `open` if the destination is considered down.',
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
  const flag = (name: string) => (query[name] ? readBoolean(query[name], name) : false);
  const { alert, progress, states, page } = await scope.readAs(async (inner) => {
    const named = await readAlert(request, inner);
    return {
      alert: named.alert,
      page: readPage(request),
      progress: await progressOf(inner.sql, named.row.id),
      states: await listDestinationStates(inner.sql, [named.row.id]),
    };
  });
  const [countOnly, details] = [flag('listCountOnly'), flag('details')];
  const { current, latest } = progress;
  const relevant = createPage(page);
  const unread = createPage(page);
  const { stoppedAt } =
    current < latest
      ? await examineEvents(
          { at: current, end: latest, all: !countOnly },
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
    ...{ successfulEventsCount: progress.succeeded, failedEventsCount: progress.failed },
    ...{ relevantUnprocessedEventsCount: relevant.count(), totalUnprocessedEventsCount: progress.unread },
    ...(details ? { complete: stoppedAt === null, destinations: circuitsOf(alert, states) } : {}),
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

function circuitsOf(alert: StoredAlert, states: readonly DestinationRow[]) {
  return (alert.destinations ?? []).map((destination) => {
    const state = states.find(({ destination_id }) => destination_id === destination.id);
    return {
      ...{ id: destination.id, type: destination.type, category: destination.category },
      ...destinationStatus(destination, alert, state),
      circuit: state?.circuit ?? 'closed',
      consecutiveFailures: state?.failures ?? 0,
      ...(state?.failing_since ? { failingSince: state.failing_since } : {}),
      ...{ successfulEventsCount: state?.succeeded ?? 0, failedEventsCount: state?.failed ?? 0 },
    };
  });
}

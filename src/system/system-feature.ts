import { createEventLog, type EventLag } from '../events/index.js';
import type { Feature, RegisterMetrics } from '../feature/index.js';
import { readerLags } from '../storage/index.js';
import { settingKinds } from './settings/setting-table.js';
import type { SystemDeps } from './system-deps.js';
import { systemRoutes } from './system-routes.js';

/** The server and features across types: settings, counts, usage, the event log, write metrics. */
export function systemFeature(deps: SystemDeps) {
  return {
    name: 'system',
    routes: systemRoutes(deps),
    settings: settingKinds,
    metrics: [registerMetrics, registerReaderLag(deps)],
  } satisfies Feature;
}

const registerMetrics: RegisterMetrics = (metrics, { read, pendingWrites }) => {
  const log = createEventLog({ store: { read } });
  let reading: Promise<EventLag> | null = null;
  // The gauges of one scrape share one query.
  const lag = () => {
    reading ??= log.lag().finally(() => {
      reading = null;
    });
    return reading;
  };
  metrics.gauge({ name: 'cairn_writes_pending', help: 'Queued and running writes.', read: pendingWrites });
  metrics.gauge({
    name: 'cairn_database_up',
    help: 'Whether the database responds.',
    read: () =>
      lag().then(
        () => 1,
        () => 0,
      ),
  });
  metrics.gauge({
    name: 'cairn_events_unplaced',
    help: 'Change events that have no position in the log yet.',
    read: async () => (await lag()).waiting,
  });
  metrics.gauge({
    name: 'cairn_events_unplaced_age_seconds',
    help: 'Age of the oldest change event without a position.',
    read: async () => (await lag()).age / 1000,
  });
};

function registerReaderLag({ eventReaders = () => [] }: SystemDeps): RegisterMetrics {
  return (metrics, { read }) =>
    metrics.labelledGauge({
      name: 'cairn_event_reader_lag_events',
      help: 'Change events that an event reader has not read yet.',
      label: 'reader',
      async read() {
        const readers = eventReaders();
        if (readers.length === 0) return new Map();
        const lags = await read((sql) => readerLags(sql, readers));
        return new Map(lags.map(({ reader, lag }) => [reader, lag]));
      },
    });
}

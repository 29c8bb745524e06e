import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ReaderLag } from '../../events/index.js';
import type { RequestTimes } from '../request-times.js';

export interface MetricsDeps {
  times: RequestTimes;
  /** Writes that wait or run. */
  pendingWrites(): number;
  /** Change events without a position yet, and the age of the oldest in milliseconds. */
  eventLag(): Promise<{ waiting: number; age: number }>;
  readerLags(): Promise<ReaderLag[]>;
}

/** How often the delay is sampled; a sample includes this time. */
const SAMPLE_MS = 20;

/** Everything `/metrics` tells. The library behind it is loaded when somebody first asks. */
export function createMetrics({ times, pendingWrites, eventLag, readerLags }: MetricsDeps): () => Promise<string> {
  const delay = monitorEventLoopDelay({ resolution: SAMPLE_MS });
  delay.enable();
  const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - SAMPLE_MS / 1000);
  let process: Promise<() => Promise<string>> | null = null;
  return async () => {
    process ??= processMetrics();
    const lag = await eventLag().catch(() => null);
    const readers = await readerLags().catch(() => []);
    const own = [
      gauge(
        'cairn_event_loop_delay_p99_seconds',
        'Delay of the event loop, 99th percentile.',
        delay.percentile(99) / 1e9,
      ),
      gauge('cairn_event_loop_delay_max_seconds', 'Delay of the event loop, longest.', seconds(delay.max)),
      gauge('cairn_writes_pending', 'Writes that wait or run.', pendingWrites()),
      gauge('cairn_database_up', 'Whether the database answers.', lag ? 1 : 0),
    ];
    if (lag)
      own.push(
        gauge('cairn_events_unplaced', 'Change events that wait for their place in the order.', lag.waiting),
        gauge('cairn_events_unplaced_age_seconds', 'Age of the oldest of them.', lag.age / 1000),
      );
    if (readers.length > 0) own.push(readerGauge(readers));
    delay.reset();
    return `${await (await process)()}\n${own.join('')}${times.text()}`;
  };
}

async function processMetrics(): Promise<() => Promise<string>> {
  const { collectDefaultMetrics, Registry } = await import('prom-client');
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return () => registry.metrics();
}

/** Names of readers hold nothing that a label would have to escape. */
function readerGauge(readers: readonly ReaderLag[]): string {
  const name = 'cairn_event_reader_lag';
  const values = readers.map(({ reader, lag }) => `${name}{reader="${reader}"} ${lag}\n`);
  return `# HELP ${name} Change events that wait for a reader.\n# TYPE ${name} gauge\n${values.join('')}`;
}

function gauge(name: string, help: string, value: number): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${Number.isFinite(value) ? value : 0}\n`;
}

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';

export interface MetricsDeps {
  /** Holds what others count; the gauges here are added to it. */
  registry: Registry;
  /** Writes that wait or run. */
  pendingWrites(): number;
  /** Change events without a position yet, and the age of the oldest in milliseconds. */
  eventLag(): Promise<{ waiting: number; age: number }>;
}

/** How often the delay is sampled; a sample includes this time. */
const SAMPLE_MS = 20;

/** The text of `/metrics`. What the library measures of the process is measured from the first request for it on. */
export function createMetrics({ registry, pendingWrites, eventLag }: MetricsDeps): () => Promise<string> {
  const delay = monitorEventLoopDelay({ resolution: SAMPLE_MS });
  delay.enable();
  const gauges = createGauges(registry);
  let collecting = false;
  return async () => {
    if (!collecting) collectDefaultMetrics({ register: registry });
    collecting = true;
    const lag = await eventLag().catch(() => null);
    gauges.delayP99.set(finite(delay.percentile(99) / 1e9));
    gauges.delayMax.set(finite(Math.max(0, delay.max / 1e9 - SAMPLE_MS / 1000)));
    delay.reset();
    gauges.pending.set(pendingWrites());
    gauges.up.set(lag ? 1 : 0);
    for (const [gauge, value] of [
      [gauges.unplaced, lag?.waiting],
      [gauges.unplacedAge, lag && lag.age / 1000],
    ] as const) {
      // An old figure would look like one of a database that answers.
      if (typeof value === 'number') gauge.set(value);
      else gauge.remove();
    }
    return registry.metrics();
  };
}

function createGauges(registry: Registry) {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
  return {
    delayP99: gauge('cairn_event_loop_delay_p99_seconds', 'Delay of the event loop, 99th percentile.'),
    delayMax: gauge('cairn_event_loop_delay_max_seconds', 'Delay of the event loop, longest.'),
    pending: gauge('cairn_writes_pending', 'Writes that wait or run.'),
    up: gauge('cairn_database_up', 'Whether the database answers.'),
    unplaced: gauge('cairn_events_unplaced', 'Change events that wait for their place in the order.'),
    unplacedAge: gauge('cairn_events_unplaced_age_seconds', 'Age of the oldest of them.'),
  };
}

/** Nothing is sampled yet right after a reset. */
const finite = (value: number) => (Number.isFinite(value) ? value : 0);

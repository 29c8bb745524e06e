import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Registry } from 'prom-client';
import type { Metrics, MetricsDeps, RegisterMetrics } from '../../feature/index.js';
import { createMetricsRegistry } from './metrics-registry.js';

export interface CollectDeps extends MetricsDeps {
  /** Contains metrics counted elsewhere; those registered here are added to it. */
  registry: Registry;
  /** Metrics of the features. */
  register: readonly RegisterMetrics[];
}

/** Sampling interval of the event loop delay; each sample includes this time. */
const SAMPLE_MS = 20;

/** Returns a function that produces the text of `/metrics`. */
export function createMetrics({ registry: shared, register, ...deps }: CollectDeps): () => Promise<string> {
  const registry = createMetricsRegistry(shared);
  const endScrape = registerLoopDelay(registry.metrics);
  for (const metrics of register) metrics(registry.metrics, deps);
  return async () => {
    const text = await registry.text();
    endScrape();
    return text;
  };
}

/** Returns a function that starts the next measurement. */
function registerLoopDelay(metrics: Metrics): () => void {
  const delay = monitorEventLoopDelay({ resolution: SAMPLE_MS });
  delay.enable();
  metrics.gauge({
    name: 'cairn_event_loop_delay_p99_seconds',
    help: 'Delay of the event loop, 99th percentile.',
    read: () => delay.percentile(99) / 1e9,
  });
  metrics.gauge({
    name: 'cairn_event_loop_delay_max_seconds',
    help: 'Delay of the event loop, longest.',
    read: () => Math.max(0, delay.max / 1e9 - SAMPLE_MS / 1000),
  });
  return () => delay.reset();
}

import { collectDefaultMetrics, Gauge, Histogram, type Registry } from 'prom-client';
import type { Metrics } from '../../feature/index.js';

export interface MetricsRegistry {
  metrics: Metrics;
  /** In the Prometheus text format. */
  text(): Promise<string>;
}

/**
 * Metrics of features, as gauges and histograms of `prom-client` in `registry`. The library's default process metrics
 * are collected from the first scrape on, to keep the start fast.
 */
export function createMetricsRegistry(registry: Registry): MetricsRegistry {
  let scraped = false;
  return {
    metrics: {
      gauge({ name, help, read }) {
        refuseTaken(registry, name);
        const gauge = new Gauge({
          name,
          help,
          registers: [registry],
          async collect() {
            const value = await Promise.resolve()
              .then(read)
              .catch(() => null);
            // A stale value would look as if the database still responded.
            if (value === null) gauge.remove();
            else gauge.set(Number.isFinite(value) ? value : 0);
          },
        });
      },
      labelledGauge({ name, help, label, read }) {
        refuseTaken(registry, name);
        const gauge = new Gauge({
          name,
          help,
          labelNames: [label],
          registers: [registry],
          async collect() {
            const values = await Promise.resolve()
              .then(read)
              .catch(() => new Map<string, number>());
            gauge.reset();
            for (const [key, value] of values) gauge.set({ [label]: key }, value);
          },
        });
      },
      histogram({ name, help, labels = [], buckets }) {
        refuseTaken(registry, name);
        const options = { name, help, labelNames: [...labels], buckets: [...buckets], registers: [registry] };
        const histogram = new Histogram(options);
        return (value, given = {}) => histogram.observe(given, value);
      },
    },
    async text() {
      if (!scraped) collectDefaultMetrics({ register: registry });
      scraped = true;
      return registry.metrics();
    },
  };
}

function refuseTaken(registry: Registry, name: string): void {
  if (registry.getSingleMetric(name)) throw new Error(`the metric ${name} is registered twice`);
}

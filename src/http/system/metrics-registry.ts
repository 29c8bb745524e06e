import type { Histogram, Registry } from 'prom-client';
import type { GaugeOptions, HistogramOptions, Metrics, Observe } from '../../feature/index.js';

export interface MetricsRegistry {
  metrics: Metrics;
  /** In the Prometheus text format. */
  text(): Promise<string>;
}

interface DeclaredHistogram {
  options: HistogramOptions;
  /** Observations of the time before the library was loaded, then null. */
  early: Parameters<Observe>[] | null;
  loaded: Histogram | null;
}

/** Gauges and histograms of `prom-client`, which is loaded with the first observation or scrape: a start does not wait for it. */
export function createMetricsRegistry(): MetricsRegistry {
  const names = new Set<string>();
  const gauges: GaugeOptions[] = [];
  const histograms: DeclaredHistogram[] = [];
  let loading: Promise<Registry> | null = null;
  const load = () => {
    loading ??= loadRegistry(gauges, histograms);
    return loading;
  };
  const take = (name: string) => {
    if (names.has(name)) throw new Error(`the metric ${name} is registered twice`);
    if (loading) throw new Error(`the metric ${name} is registered too late: metrics are in use`);
    names.add(name);
  };
  return {
    metrics: {
      gauge(options) {
        take(options.name);
        gauges.push(options);
      },
      histogram(options) {
        take(options.name);
        const histogram: DeclaredHistogram = { options, early: [], loaded: null };
        histograms.push(histogram);
        return (value, labels = {}) => {
          if (histogram.loaded) return histogram.loaded.observe(labels, value);
          histogram.early?.push([value, labels]);
          void load();
        };
      },
    },
    text: async () => (await load()).metrics(),
  };
}

async function loadRegistry(
  gauges: readonly GaugeOptions[],
  histograms: readonly DeclaredHistogram[],
): Promise<Registry> {
  const { collectDefaultMetrics, Gauge, Histogram, Registry } = await import('prom-client');
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const { name, help, read } of gauges) {
    const gauge = new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const value = await Promise.resolve()
          .then(read)
          .catch(() => null);
        if (value === null) gauge.remove();
        else gauge.set(Number.isFinite(value) ? value : 0);
      },
    });
  }
  for (const histogram of histograms) {
    const { name, help, labels = [], buckets } = histogram.options;
    const options = { name, help, labelNames: [...labels], buckets: [...buckets], registers: [registry] };
    histogram.loaded = new Histogram(options);
    for (const [value, given = {}] of histogram.early ?? []) histogram.loaded.observe(given, value);
    histogram.early = null;
  }
  return registry;
}

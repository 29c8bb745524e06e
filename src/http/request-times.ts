import { Histogram, Registry } from 'prom-client';

/** Durations of requests by route and status. */
export interface RequestTimes {
  observe(route: string, status: number, milliseconds: number): void;
}

type Series = Histogram.Internal<'route' | 'status'>;

/** Seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** A histogram in `registry`. Its series are cached, because every request observes one. */
export function createRequestTimes(registry = new Registry()): RequestTimes {
  const histogram = new Histogram({
    name: 'cairn_http_request_duration_seconds',
    help: 'Time from request to response.',
    labelNames: ['route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const byRoute = new Map<string, Map<number, Series>>();
  return {
    observe(route, status, milliseconds) {
      const statuses = byRoute.get(route) ?? new Map<number, Series>();
      const series = statuses.get(status) ?? histogram.labels(route, String(status));
      if (statuses.size === 0) byRoute.set(route, statuses);
      if (!statuses.has(status)) statuses.set(status, series);
      series.observe(milliseconds / 1000);
    },
  };
}

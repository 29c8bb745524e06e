/**
 * Durations of requests by route and status, kept as plain counters because they are counted on every
 * request; written in the Prometheus text format on demand.
 */
export interface RequestTimes {
  observe(route: string, status: number, milliseconds: number): void;
  text(): string;
}

const BOUNDS = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000] as const;
const NAME = 'cairn_http_request_duration_seconds';

interface Series {
  route: string;
  status: number;
  counts: Uint32Array;
  sum: number;
}

export function createRequestTimes(): RequestTimes {
  const byRoute = new Map<string, Map<number, Series>>();
  return {
    observe(route, status, milliseconds) {
      const series = seriesOf(byRoute, route, status);
      let bucket = 0;
      while (bucket < BOUNDS.length && milliseconds > (BOUNDS[bucket] ?? 0)) bucket++;
      series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
      series.sum += milliseconds;
    },
    text() {
      const lines = [`# HELP ${NAME} Time from request to response.`, `# TYPE ${NAME} histogram`];
      for (const statuses of byRoute.values()) for (const series of statuses.values()) lines.push(...write(series));
      return `${lines.join('\n')}\n`;
    },
  };
}

function seriesOf(byRoute: Map<string, Map<number, Series>>, route: string, status: number): Series {
  let statuses = byRoute.get(route);
  if (!statuses) {
    statuses = new Map();
    byRoute.set(route, statuses);
  }
  let series = statuses.get(status);
  if (!series) {
    series = { route, status, counts: new Uint32Array(BOUNDS.length + 1), sum: 0 };
    statuses.set(status, series);
  }
  return series;
}

function write({ route, status, counts, sum }: Series): string[] {
  const labels = `route="${route}",status="${status}"`;
  let total = 0;
  const lines = BOUNDS.map((bound, i) => {
    total += counts[i] ?? 0;
    return `${NAME}_bucket{${labels},le="${bound / 1000}"} ${total}`;
  });
  total += counts[BOUNDS.length] ?? 0;
  lines.push(`${NAME}_bucket{${labels},le="+Inf"} ${total}`);
  lines.push(`${NAME}_sum{${labels}} ${sum / 1000}`, `${NAME}_count{${labels}} ${total}`);
  return lines;
}

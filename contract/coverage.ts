// Which endpoints of the interface this server answers, and why not the others. docs/coverage.md is generated from it.
import { declined } from './declined.js';

/** `GET /v1/tables/{id}`. */
export type Endpoint = string;

interface Reason {
  /** Matched against `GET /v1/tables/{}`: the names of parameters do not count. */
  pattern: RegExp;
  reason: string;
}

/** The first row that matches an endpoint applies. No row may match an endpoint that is served. */
const reasons: readonly Reason[] = [
  ...declined.map(({ prefix, sentence }) => ({
    pattern: new RegExp(` ${prefix.replace(/\{\w+\}/g, '{}').replace(/[{}.]/g, '\\$&')}(/|$)`),
    reason: sentence,
  })),
  later('CSV import and export', / (\/v1\/\S*\/name\/{}|\/v1\/users|\/v1\/columns)\/(export|import)(A|-a)?\w*$/),
  later('CSV import and export', /documentation\/csv$|\/drives\/directories\/(export|import)$/),
  later('Lineage', /\/v1\/(lineage|openlineage)(\/|$)/),
  later('Import and export of data products (ODPS)', /\/v1\/dataProducts\/\S*odps/),
  later('Templates of mails about accounts', /\/v1\/docStore\/(resetEmail|validate)Template/),
  later('SCIM', /\/v1\/scim(\/|$)/),
  {
    pattern: /\/v1\/metricGroups(\/|$)/,
    reason: 'Newer than the release of the interface that this server implements, which has no schema for it.',
  },
  {
    pattern: /\/v1\/analytics\/dataInsights\/system\/charts\/stream(\/|$)/,
    reason:
      'Values are pushed over a WebSocket, which this server does not have; listChartData returns the same values.',
  },
];

function later(what: string, pattern: RegExp): Reason {
  return { pattern, reason: `${what}: later.` };
}

export interface CoverageRow {
  endpoint: Endpoint;
  /** null: it is served. */
  reason: string | null;
}

export interface Coverage {
  rows: readonly CoverageRow[];
  /** What is wrong with the table of reasons; empty if nothing is. */
  problems: readonly string[];
}

/** Compares the endpoints of the interface with those that the server registers. */
export function coverageOf(endpoints: readonly Endpoint[], served: readonly Endpoint[]): Coverage {
  const registered = new Set(served.map(unnamed));
  const problems: string[] = [];
  const used = new Set<Reason>();
  const outdated = new Set<Reason>();
  const rows = endpoints.map((endpoint) => {
    const key = unnamed(endpoint);
    const row = reasons.find(({ pattern }) => pattern.test(key));
    const isServed = registered.has(key);
    if (isServed && row && !outdated.has(row)) {
      outdated.add(row);
      problems.push(`${endpoint} is served, but ${row.pattern} gives a reason why it is not`);
    }
    if (!isServed && !row) problems.push(`${endpoint} is not served, and no row gives the reason`);
    if (row) used.add(row);
    return { endpoint, reason: isServed ? null : (row?.reason ?? '') };
  });
  for (const row of reasons) if (!used.has(row)) problems.push(`${row.pattern} matches no endpoint`);
  return { rows, problems };
}

function unnamed(endpoint: Endpoint): string {
  return endpoint.replace(/\{\w+\}/g, '{}');
}

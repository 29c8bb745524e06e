/** How far a KPI is: the present value of its chart, against its target. */
import { type Kpi, type KpiResult, parseObject } from '../../../../contract/index.js';
import type { Scope, Trait } from '../../../catalog/index.js';
import { getEntitiesByIds, relationsTo, type ShownRow } from '../../../storage/index.js';
import { chartValue } from '../chart-values.js';

const DAY = 86_400_000;

type Measured = Pick<ShownRow, 'id' | 'doc'>;

/** Results of today by id of the KPI, for the caller. Each chart is computed once. */
export async function resultsOf(rows: readonly Measured[], scope: Scope): Promise<Map<string, KpiResult>> {
  const edges = await relationsTo(
    scope.sql,
    rows.map(({ id }) => id),
    ['measures'],
  );
  const charts = new Map(
    (
      await getEntitiesByIds(
        scope.sql,
        edges.map(({ from_id }) => from_id),
      )
    ).map((row) => [row.id, row.name]),
  );
  const now = scope.context.now();
  const values = new Map<string, number>();
  const results = new Map<string, KpiResult>();
  for (const row of rows) {
    const chart = charts.get(edges.find(({ to_id }) => to_id === row.id)?.from_id ?? '');
    if (chart === undefined) continue;
    const value = values.get(chart) ?? (await chartValue(chart, scope));
    values.set(chart, value);
    const { fullyQualifiedName = '', targetValue } = parseObject<Kpi>(row.doc);
    results.set(row.id, {
      timestamp: now - (now % DAY),
      kpiFqn: fullyQualifiedName,
      targetResult: [{ name: chart, value: String(value), targetMet: value >= targetValue }],
    });
  }
  return results;
}

export const kpiResults: Trait<KpiResult, 'kpiResult'> = {
  field: 'kpiResult',
  empty: null,
  inWrites: false,
  async load(rows, scope) {
    return new Map([...(await resultsOf(rows, scope))].map(([id, result]) => [id, JSON.stringify(result)]));
  },
};

/** One result a day for each KPI, measured over the whole catalog by a job. */
import { type Kpi, type KpiResult, parseObject, type Stored } from '../../../../contract/index.js';
import { type ListPosition, positionOf, type Scope, systemActor } from '../../../catalog/index.js';
import type { FeatureJob, JobDeps } from '../../../feature/index.js';
import { declareJob } from '../../../jobs/index.js';
import {
  type EntityRow,
  listEntities,
  listPoints,
  lockEntities,
  putPoints,
  type SeriesRow,
} from '../../../storage/index.js';
import { resultsOf } from './kpi-result.js';

const KIND = 'kpiResult';
const PAGE = 50;
const DAY = 86_400_000;

/** Several times a day, so that the last one is close to the end of the day; each replaces the earlier ones of its day. */
export const measureKpisJob: FeatureJob<null> = {
  ...declareJob({ name: 'insights.measureKpis' }),
  schedule: '53 5,11,17,23 * * *',
  async run(_, deps) {
    for (let after: ListPosition | undefined; ; ) {
      const { points, last } = await measurePage(after, deps);
      if (points.length > 0) await deps.transaction((scope) => storePoints(points, scope));
      if (!last) return;
      after = last;
    }
  },
};

async function measurePage(after: ListPosition | undefined, { store, context, catalog }: JobDeps) {
  return store.read(async (sql) => {
    const scope: Scope = { sql, context, catalog, actor: systemActor, reopen: store.read, invalidate: () => {} };
    const query = { type: 'kpi', include: 'non-deleted', limit: PAGE, ...(after ? { after } : {}) } as const;
    const rows = await listEntities(sql, query);
    const now = context.now();
    const results = await resultsOf(
      rows.filter((row) => isRunning(row, now)),
      scope,
    );
    const points = [...results].map(
      ([entity_id, result]): SeriesRow => ({
        entity_id,
        kind: KIND,
        key: '',
        at: result.timestamp,
        doc: JSON.stringify(result),
      }),
    );
    const end = rows.length < PAGE ? undefined : rows.at(-1);
    return { points, last: end && positionOf(end) };
  });
}

function isRunning(row: Pick<EntityRow, 'doc'>, now: number): boolean {
  const { startDate, endDate } = parseObject<Kpi>(row.doc);
  return startDate <= now && endDate >= now;
}

/** A KPI may have been deleted since it was measured. */
async function storePoints(points: readonly SeriesRow[], { sql }: Scope): Promise<void> {
  const rows = await lockEntities(
    sql,
    points.map((point) => point.entity_id),
  );
  const kept = new Set(rows.map(({ id }) => id));
  await putPoints(
    sql,
    points.filter((point) => kept.has(point.entity_id)),
  );
}

/** Results of the days before today within a period, newest first, named as the KPI is now. */
export async function pastResults(
  kpi: Pick<Stored<Kpi>, 'id' | 'fullyQualifiedName'>,
  { from, to }: { from: number; to: number },
  { sql, context }: Pick<Scope, 'sql' | 'context'>,
): Promise<KpiResult[]> {
  const now = context.now();
  const range = { entityId: String(kpi.id), kind: KIND, from, to: Math.min(to, now - (now % DAY) - 1) };
  return (await listPoints(sql, range)).map(({ doc }) => ({
    ...parseObject<KpiResult>(doc),
    ...(kpi.fullyQualifiedName === undefined ? {} : { kpiFqn: kpi.fullyQualifiedName }),
  }));
}

import { isObject, type ReportData } from '../../../contract/index.js';
import { createSight, type Scope } from '../../catalog/index.js';
import { getEntitiesByFqns } from '../../storage/index.js';
import type { ReportType } from './report-series.js';

/** The field of reports of a kind that names the entity that they are about, by FQN; for users by name. */
const ABOUT: Partial<Record<ReportType, string>> = {
  webAnalyticUserActivityReportData: 'userName',
  webAnalyticEntityViewReportData: 'entityFqn',
};

/**
 * The reports that the caller may see: those about an entity, if the caller may see that entity. Sums over everything
 * are for those who may see everything.
 */
export async function shownReports(
  type: ReportType,
  reports: readonly ReportData[],
  scope: Scope,
): Promise<ReportData[]> {
  const sight = createSight(scope);
  if (sight.all) return [...reports];
  const field = ABOUT[type];
  if (field === undefined) return [];
  const places = reports.map((report) => placeOf(report, field, type, scope));
  const byType = new Map<string, Set<string>>();
  for (const place of places)
    if (place) byType.set(place.type, (byType.get(place.type) ?? new Set<string>()).add(place.fqn));
  const seen = new Set<string>();
  for (const [typeName, fqns] of byType) {
    const rows = await getEntitiesByFqns(scope.sql, typeName, [...fqns]);
    const visible = await sight.allowed('ViewBasic', rows);
    for (const row of rows) if (visible.has(row.id)) seen.add(`${row.type} ${row.fqn}`);
  }
  return reports.filter((_, i) => {
    const place = places[i];
    return place ? seen.has(`${place.type} ${place.fqn}`) : false;
  });
}

function placeOf(report: ReportData, field: string, type: ReportType, { catalog }: Scope) {
  const data: unknown = report.data;
  if (!isObject(data)) return null;
  const typeName = type === 'webAnalyticUserActivityReportData' ? 'user' : String(data.entityType);
  const fqn = data[field];
  return catalog.registry.find(typeName) && typeof fqn === 'string' ? { type: typeName, fqn } : null;
}

/** Report data: a time series per kind of report, sent by a program that evaluates the use of the catalog. */
import { parseObject, type ReportData } from '../../../contract/index.js';
import { describingType, type Scope } from '../../catalog/index.js';
import { present } from '../../context/index.js';
import { deletePoints, getEntityByFqn, listPoints, type PointRange, putPoint } from '../../storage/index.js';

export const reportTypes = [
  'entityReportData',
  'webAnalyticUserActivityReportData',
  'webAnalyticEntityViewReportData',
  'rawCostAnalysisReportData',
  'aggregatedCostAnalysisReportData',
] as const;

export type ReportType = (typeof reportTypes)[number];

/** Points that one request reads. */
const MOST_READ = 10_000;

const kindOf = (type: ReportType) => `report.${type}`;

/** The points belong to the description of the type of charts, which cannot be deleted. */
async function holder({ sql, catalog }: Scope): Promise<string> {
  const type = describingType(catalog.registry) ?? '';
  return present(await getEntityByFqn(sql, type, 'dataInsightChart'), 'the type of charts').id;
}

export async function addReport(report: ReportData & { id: string }, type: ReportType, scope: Scope): Promise<void> {
  const { id, timestamp: at } = report;
  await putPoint(scope.sql, {
    entity_id: await holder(scope),
    kind: kindOf(type),
    key: id,
    at,
    doc: JSON.stringify(report),
  });
}

/** The newest reports of a period, newest first. */
export async function listReports(
  type: ReportType,
  period: Pick<PointRange, 'from' | 'to'>,
  scope: Scope,
): Promise<ReportData[]> {
  const range = { entityId: await holder(scope), kind: kindOf(type), ...period, limit: MOST_READ };
  return (await listPoints(scope.sql, range)).map(({ doc }) => parseObject<ReportData>(doc));
}

export async function removeReports(
  type: ReportType,
  period: Pick<PointRange, 'from' | 'to'>,
  scope: Scope,
): Promise<void> {
  await deletePoints(scope.sql, { entityId: await holder(scope), kind: kindOf(type), ...period });
}

import { catalogError, operationsRefused, type ReportData } from '../../../contract/index.js';
import { type DataRoute, json, type Request, type RouteDocs, readBody, type Scope } from '../../catalog/index.js';
import { checkMilliseconds, readTimeRange, timeRangeDocs } from '../time-range.js';
import { addReport, listReports, type ReportType, removeReports, reportTypes } from './report-series.js';
import { shownReports } from './shown-reports.js';

const path = '/v1/analytics/dataInsights/data';
const schema = 'analytics/reportData';
/** The rights on reports are those on charts. */
const resource = 'dataInsightChart';
const DAY = 86_400_000;

/** Reports about the use of the catalog. */
export function reportRoutes(): DataRoute[] {
  const docs = (more: Pick<RouteDocs, 'operationId' | 'summary' | 'answers' | 'query' | 'body'>): RouteDocs => ({
    ...{ tag: 'Report Data' },
    ...more,
  });
  const deleted = { 200: { description: 'Deleted', schema: { inline: { type: 'object' } } } };
  return [
    {
      kind: 'read',
      method: 'GET',
      path,
      docs: docs({
        operationId: 'listReportData',
        summary: 'List reports about the use of the catalog',
        query: [
          {
            name: 'reportDataType',
            description: 'Kind of the reports',
            schema: { type: 'string', enum: [...reportTypes] },
            required: true,
          },
          ...timeRangeDocs,
        ],
        answers: { 200: { description: 'The reports, newest first', schema: { pageOf: schema } } },
      }),
      handle: async ({ query }, scope) => {
        requireOnAll('ViewAll', scope);
        const type = readType(query.reportDataType);
        const reports = await listReports(type, readTimeRange(query, scope), scope);
        const data = await shownReports(type, reports, scope);
        return json(200, { data, paging: { total: data.length } });
      },
    },
    {
      kind: 'write',
      method: 'POST',
      path,
      docs: docs({
        operationId: 'createReportData',
        summary: 'Add a report about the use of the catalog',
        body: { schema, required: true },
        answers: { 200: { description: 'The report', schema } },
      }),
      handle: addOne,
    },
    {
      kind: 'write',
      method: 'DELETE',
      path: `${path}/{reportDataType}`,
      docs: docs({ operationId: 'deleteReportData', summary: 'Delete all reports of a kind', answers: deleted }),
      handle: async ({ params }, scope) => remove(params.reportDataType, {}, scope),
    },
    {
      kind: 'write',
      method: 'DELETE',
      path: `${path}/{reportDataType}/{date}`,
      docs: docs({ operationId: 'deleteReportDataOfDay', summary: 'Delete the reports of a day', answers: deleted }),
      handle: async ({ params }, scope) => {
        const from = /^\d{4}-\d\d-\d\d$/.test(params.date ?? '') ? Date.parse(params.date ?? '') : Number.NaN;
        if (Number.isNaN(from)) throw catalogError('BAD_REQUEST', 'date must have the format yyyy-MM-dd');
        return remove(params.reportDataType, { from, to: from + DAY - 1 }, scope);
      },
    },
  ];
}

async function addOne(request: Request, scope: Scope) {
  requireOnAll('Create', scope);
  const given: ReportData = readBody(request, schema, scope);
  const type = readType(given.reportDataType);
  const { data } = given;
  if (data === undefined) throw catalogError('BAD_REQUEST', 'data is required');
  const checked = scope.catalog.contract.validator(`analytics/reportDataType/${type}`)(data);
  if (!checked.ok) throw catalogError('BAD_REQUEST', `data: ${checked.errors[0]?.message ?? 'it does not match'}`);
  checkMilliseconds(given.timestamp);
  const report = { id: given.id ?? scope.context.id(), timestamp: given.timestamp, reportDataType: type, data };
  await addReport(report, type, scope);
  return json<ReportData>(200, report);
}

async function remove(name: string | undefined, period: { from?: number; to?: number }, scope: Scope) {
  requireOnAll('Delete', scope);
  await removeReports(readType(name), period, scope);
  return json(200, {});
}

/** Reports belong to no entity, so only rules without conditions apply. */
function requireOnAll(operation: string, { catalog, actor }: Scope): void {
  if (catalog.authorizer.filter(actor, operation, resource).kind !== 'all') throw operationsRefused(actor, [operation]);
}

function readType(name: string | undefined): ReportType {
  const type = reportTypes.find((known) => known === name);
  if (!type) throw catalogError('BAD_REQUEST', `reportDataType must be one of ${reportTypes.join(', ')}`);
  return type;
}

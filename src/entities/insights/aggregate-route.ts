import { catalogError, isObject, type ReportData } from '../../../contract/index.js';
import { type DataRoute, type Fields, json, readLimit, type Scope } from '../../catalog/index.js';
import { readTimeRange, timeRangeDocs } from '../time-range.js';
import { MOST_ASSETS, UNUSED_DAYS, USE_CHARTS, useOfAssets } from './asset-use.js';
import { listReports, type ReportType } from './report-series.js';
import { shownReports } from './shown-reports.js';

const DAY = 86_400_000;

interface Aggregate {
  report: ReportType;
  /** Rows of the result. */
  rows(reports: readonly ReportData[]): Fields[];
}

/** The charts over reports about users and viewed entities, by name. */
const AGGREGATES: Readonly<Record<string, Aggregate>> = {
  DailyActiveUsers: {
    report: 'webAnalyticUserActivityReportData',
    rows: (reports) =>
      groups(reports, ({ timestamp }) => String(dayOf(timestamp)))
        .map(([day, of]) => ({ timestamp: Number(day), activeUsers: new Set(of.map(({ userName }) => userName)).size }))
        .sort((a, b) => a.timestamp - b.timestamp),
  },
  MostActiveUsers: {
    report: 'webAnalyticUserActivityReportData',
    rows: (reports) =>
      groups(reports, (_, { userName }) => String(userName))
        .map(([userName, of]) => {
          const sessions = sum(of, 'totalSessions');
          const sessionDuration = sum(of, 'totalSessionDuration');
          const { team } = of[0] ?? {};
          return {
            userName,
            ...(team === undefined ? {} : { team }),
            lastSession: Math.max(...of.map(({ lastSession }) => Number(lastSession ?? 0))),
            sessions,
            pageViews: sum(of, 'totalPageView'),
            sessionDuration,
            avgSessionDuration: sessions === 0 ? 0 : sessionDuration / sessions,
          };
        })
        .sort((a, b) => b.pageViews - a.pageViews),
  },
  MostViewedEntities: {
    report: 'webAnalyticEntityViewReportData',
    rows: (reports) =>
      groups(reports, (_, { entityFqn }) => String(entityFqn))
        .map(([entityFqn, of]) => {
          const { entityType, entityHref, owner } = of[0] ?? {};
          return { ...given({ entityType, entityHref, owner }), entityFqn, pageViews: sum(of, 'views') };
        })
        .sort((a, b) => b.pageViews - a.pageViews),
  },
  PageViewsByEntities: {
    report: 'webAnalyticEntityViewReportData',
    rows: (reports) =>
      groups(reports, ({ timestamp }, { entityType }) => `${dayOf(timestamp)} ${String(entityType)}`)
        .map(([key, of]) => {
          const [day, entityType] = key.split(' ');
          return { timestamp: Number(day), entityType, pageViews: sum(of, 'views') };
        })
        .sort((a, b) => a.timestamp - b.timestamp),
  },
};

/** The charts that can be computed. */
const CHARTS = [...Object.keys(AGGREGATES), ...Object.keys(USE_CHARTS)];

/** `GET aggregate`: the result of a chart. */
export function aggregateRoute(path: string): DataRoute {
  return {
    kind: 'read',
    long: true,
    method: 'GET',
    path: `${path}/aggregate`,
    docs: {
      operationId: 'aggregateDataInsightChart',
      summary: 'Get the result of a chart',
      description: `Computed from the reports of the period that the caller may see, at most the newest 10,000. Charts of unused assets are computed from the life cycle of the assets that the caller may see, at most ${MOST_ASSETS}, if the period contains today; one is unused that was accessed more than ${UNUSED_DAYS} days ago, and assets whose last access is unknown do not count. Sizes are those of the latest profiles, of the assets whose profile the caller may see.`,
      tag: 'dataInsightChart',
      query: [
        {
          name: 'dataInsightChartName',
          description: 'Name of the chart',
          schema: { type: 'string', enum: CHARTS },
          required: true,
        },
        { name: 'size', description: 'Maximum number of rows', schema: { type: 'integer', minimum: 1, default: 10 } },
        ...timeRangeDocs,
      ],
      answers: { 200: { description: 'The result', schema: 'dataInsight/dataInsightChartResult' } },
    },
    handle: async ({ query }, scope) => {
      scope.catalog.authorizer.possible(scope.actor, 'ViewBasic', 'dataInsightChart');
      const size = readLimit(query.size, 10, 1, 1000, 'size');
      const rows = await aggregate(query.dataInsightChartName ?? '', readTimeRange(query, scope), scope);
      return json(200, { chartType: query.dataInsightChartName, total: rows.length, data: rows.slice(0, size) });
    },
  };
}

async function aggregate(name: string, period: { from: number; to: number }, scope: Scope): Promise<Fields[]> {
  const use = Object.hasOwn(USE_CHARTS, name) ? USE_CHARTS[name] : undefined;
  if (use) return useOfAssets(use, period, scope);
  const known = Object.hasOwn(AGGREGATES, name) ? AGGREGATES[name] : undefined;
  if (!known) throw catalogError('BAD_REQUEST', `query param dataInsightChartName must be one of ${CHARTS.join(', ')}`);
  return known.rows(await shownReports(known.report, await listReports(known.report, period, scope), scope));
}

const dayOf = (timestamp: number) => timestamp - (timestamp % DAY);

function groups(reports: readonly ReportData[], keyOf: (report: ReportData, data: Fields) => string) {
  const found = new Map<string, Fields[]>();
  for (const report of reports) {
    const data = isObject(report.data) ? report.data : {};
    const key = keyOf(report, data);
    const group = found.get(key);
    if (group) group.push(data);
    else found.set(key, [data]);
  }
  return [...found];
}

function sum(of: readonly Fields[], field: string): number {
  return of.reduce((total, data) => total + Number(data[field] ?? 0), 0);
}

function given(values: Fields): Fields {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

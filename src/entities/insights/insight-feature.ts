import { type Command, type Fields, putOwn } from '../../catalog/index.js';
import type { Feature } from '../../feature/index.js';
import { getSetting, putSetting } from '../../storage/index.js';
import { chartRules } from './chart-values.js';
import { measureKpisJob } from './kpis/kpi-history.js';
import { reportRoutes } from './report-routes.js';

const SETTING = 'insights.seeded';

/** Charts over reports, by the kind of report that they show. */
const REPORT_CHARTS: Readonly<Record<string, string>> = {
  DailyActiveUsers: 'web_analytic_user_activity_report_data_index',
  MostActiveUsers: 'web_analytic_user_activity_report_data_index',
  MostViewedEntities: 'web_analytic_entity_view_report_data_index',
  PageViewsByEntities: 'web_analytic_entity_view_report_data_index',
  UnusedAssets: 'raw_cost_analysis_report_data_index',
  AggregatedUnusedAssetsSize: 'aggregated_cost_analysis_report_data_index',
  AggregatedUnusedAssetsCount: 'aggregated_cost_analysis_report_data_index',
  AggregatedUsedVsUnusedAssetsSize: 'aggregated_cost_analysis_report_data_index',
  AggregatedUsedVsUnusedAssetsCount: 'aggregated_cost_analysis_report_data_index',
};

/** Adds the charts that ship with the product, and the kinds of web events, once. */
const insightSeeds: Command = {
  name: 'entities.seedInsights',
  async run(_, scope) {
    if (await getSetting(scope.sql, SETTING)) return null;
    const { registry } = scope.catalog;
    const put = (type: string, creates: readonly Fields[]) =>
      putOwn(registry.get(type), creates, { override: false }, scope);
    await put(
      'dataInsightChart',
      Object.entries(REPORT_CHARTS).map(([name, dataIndexType]) => ({ name, dataIndexType })),
    );
    await put('dataInsightCustomChart', Object.entries(chartRules).map(systemChart));
    await put(
      'webAnalyticEvent',
      ['PageView', 'CustomEvent'].map((name) => ({ name, eventType: name, enabled: true })),
    );
    await putSetting(scope.sql, { name: SETTING, updated_at: scope.context.now(), doc: 'true' });
    return null;
  },
};

function systemChart([name, { displayName }]: [string, { displayName: string }]): Fields {
  const chartDetails = { type: 'LineChart', metrics: [{ name }] };
  return { name, displayName, isSystemChart: true, chartType: 'LineChart', chartDetails };
}

/** Reports about the use of the catalog, and what is shown of them. */
export const insightFeature = {
  name: 'insights',
  routes: reportRoutes(),
  seeds: [insightSeeds],
  jobs: [measureKpisJob],
} satisfies Feature;

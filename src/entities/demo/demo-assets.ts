/** The assets of the sample catalog other than tables: topics, pipelines, dashboards, models, files. Pure data, in creation order. */
import type { Fields } from '../../catalog/index.js';
import { type DemoBatch, owners, service } from './demo-catalog.js';
import { ANALYTICS } from './demo-teams.js';

const sales = { domains: ['Sales'] };

/** Requests that create one service of each family and its assets, with a data product. */
export function demoAssets(): DemoBatch[] {
  return [
    ...products(),
    ...messaging(),
    ...pipelines(),
    ...dashboards(),
    ...models(),
    ...files(),
    ...apis(),
    ...procedures(),
  ];
}

function products(): DemoBatch[] {
  return [
    {
      type: 'dataProduct',
      creates: [
        {
          name: 'order_insights',
          displayName: 'Order insights',
          description: 'Everything that reports about orders are made of.',
          ...sales,
          owners: owners('maria'),
        },
      ],
    },
  ];
}

function messaging(): DemoBatch[] {
  const topic = (name: string, description: string, fields: readonly (readonly [string, string])[]): Fields => ({
    name,
    service: 'events',
    description,
    partitions: 6,
    replicationFactor: 3,
    retentionTime: 604_800_000,
    cleanupPolicies: ['delete'],
    messageSchema: {
      schemaType: 'JSON',
      schemaText: JSON.stringify({ type: 'object', properties: Object.fromEntries(fields.map(([key]) => [key, {}])) }),
      schemaFields: fields.map(([key, dataType]) => ({ name: key, dataType })),
    },
    owners: owners('samir'),
    ...sales,
  });
  return [
    service('messagingService', 'events', 'Kafka', 'What happens in the shop, as it happens.'),
    {
      type: 'topic',
      creates: [
        topic('cart_changed', 'Each time somebody puts something into a cart or takes it out.', [
          ['visitor_id', 'STRING'],
          ['product_id', 'LONG'],
          ['action', 'STRING'],
          ['happened_at', 'LONG'],
        ]),
        topic('parcel_scanned', 'Each scan of a parcel on its way.', [
          ['tracking_code', 'STRING'],
          ['place', 'STRING'],
          ['scanned_at', 'LONG'],
        ]),
      ],
    },
  ];
}

function pipelines(): DemoBatch[] {
  return [
    service('pipelineService', 'scheduler', 'Airflow', 'Loads and transforms what the warehouse holds.'),
    {
      type: 'pipeline',
      creates: [
        {
          name: 'nightly_load',
          displayName: 'Nightly load',
          service: 'scheduler',
          description: 'Copies the shop into the warehouse and builds facts and dimensions from it.',
          scheduleInterval: '0 2 * * *',
          tasks: [
            { name: 'copy_shop', taskType: 'copy', downstreamTasks: ['clean'] },
            { name: 'clean', taskType: 'sql', downstreamTasks: ['build_facts', 'build_dimensions'] },
            { name: 'build_facts', taskType: 'sql', downstreamTasks: ['run_tests'] },
            { name: 'build_dimensions', taskType: 'sql', downstreamTasks: ['run_tests'] },
            { name: 'run_tests', taskType: 'test' },
          ],
          owners: owners('tom'),
          ...sales,
        },
      ],
    },
  ];
}

function dashboards(): DemoBatch[] {
  const chart = (name: string, displayName: string, chartType: string): Fields => ({
    ...{ name, displayName, chartType, service: 'reports' },
    description: `${displayName}, by day.`,
  });
  return [
    service('dashboardService', 'reports', 'Metabase', 'Dashboards of all departments.'),
    {
      type: 'chart',
      creates: [
        chart('revenue_by_day', 'Revenue', 'Line'),
        chart('baskets_by_country', 'Baskets by country', 'Bar'),
        chart('returns_by_reason', 'Returns by reason', 'Pie'),
      ],
    },
    {
      type: 'dashboardDataModel',
      creates: [
        {
          name: 'revenue_model',
          displayName: 'Revenue model',
          service: 'reports',
          dataModelType: 'MetabaseDataModel',
          description: 'Revenue as the dashboards reckon it.',
          sql: '-- Revenue by day\nSELECT ordered_at::date AS day, sum(total_amount) AS revenue FROM facts.fct_orders GROUP BY 1',
          columns: [
            { name: 'day', dataType: 'DATE' },
            { name: 'revenue', dataType: 'DECIMAL' },
          ],
        },
      ],
    },
    {
      type: 'dashboard',
      creates: [
        {
          name: 'sales_today',
          displayName: 'Sales today',
          service: 'reports',
          description: 'Looked at each morning: revenue, baskets and returns of yesterday.',
          charts: ['reports.revenue_by_day', 'reports.baskets_by_country', 'reports.returns_by_reason'],
          dataModels: ['reports.model.revenue_model'],
          owners: [{ type: 'team', name: ANALYTICS }],
          ...sales,
          dataProducts: ['order_insights'],
        },
      ],
    },
  ];
}

function models(): DemoBatch[] {
  return [
    service('mlmodelService', 'predictions', 'Mlflow', 'Models that the shop asks.'),
    {
      type: 'mlmodel',
      creates: [
        {
          name: 'churn',
          displayName: 'Who will leave',
          service: 'predictions',
          algorithm: 'Gradient boosting',
          target: 'cancelled_on',
          description: 'How likely somebody with a subscription cancels it within a month.',
          mlFeatures: [
            { name: 'monthly_fee', dataType: 'numerical', description: 'What is paid each month.' },
            { name: 'plan', dataType: 'categorical', description: 'The plan that was chosen.' },
            { name: 'tickets', dataType: 'numerical', description: 'Questions to the support within a year.' },
          ],
          mlHyperParameters: [
            { name: 'learning_rate', value: '0.05' },
            { name: 'trees', value: '400' },
          ],
          owners: owners('aiko'),
        },
      ],
    },
  ];
}

function files(): DemoBatch[] {
  const columns = [
    { name: 'sku', dataType: 'VARCHAR', dataLength: 40 },
    { name: 'country_code', dataType: 'VARCHAR', dataLength: 2 },
    { name: 'target', dataType: 'DECIMAL' },
  ];
  return [
    service('storageService', 'lake', 'S3', 'Files before they reach the warehouse.'),
    {
      type: 'container',
      creates: [
        {
          name: 'landing',
          service: 'lake',
          description: 'Exports of partners, as they arrive.',
          prefix: '/landing',
          numberOfObjects: 1240,
          size: 8_400_000_000,
          fileFormats: ['parquet', 'csv'],
          dataModel: { isPartitioned: true, columns },
          owners: owners('tom'),
        },
      ],
    },
    service('searchService', 'shop_search', 'ElasticSearch', 'Behind the search box of the shop.'),
    {
      type: 'searchIndex',
      creates: [
        {
          name: 'catalogue',
          service: 'shop_search',
          description: 'All that can be found in the shop.',
          fields: [
            { name: 'title', dataType: 'TEXT' },
            { name: 'sku', dataType: 'KEYWORD' },
            { name: 'list_price', dataType: 'DOUBLE' },
          ],
          owners: owners('jonas'),
        },
      ],
    },
    service('driveService', 'office', 'GoogleDrive', 'What departments write by hand.'),
    {
      type: 'directory',
      creates: [{ name: 'planning', service: 'office', directoryType: 'Folder', description: 'Plans of each year.' }],
    },
    {
      type: 'file',
      creates: [
        {
          name: 'targets.pdf',
          service: 'office',
          directory: 'office.planning',
          fileType: 'PDF',
          description: 'The targets as they were agreed upon.',
        },
      ],
    },
    {
      type: 'spreadsheet',
      creates: [{ name: 'targets', service: 'office', description: 'Targets by country and month.' }],
    },
    {
      type: 'worksheet',
      creates: [
        { name: 'by_country', spreadsheet: 'office.targets', description: 'One row for each country.', columns },
      ],
    },
  ];
}

function apis(): DemoBatch[] {
  const fields = [
    { name: 'tracking_code', dataType: 'STRING' },
    { name: 'place', dataType: 'STRING' },
  ];
  return [
    service('apiService', 'shop_api', 'Rest', 'What the app and partners call.'),
    {
      type: 'apiCollection',
      creates: [{ name: 'parcels', service: 'shop_api', description: 'Everything about parcels.' }],
    },
    {
      type: 'apiEndpoint',
      creates: [
        {
          name: 'where_is_my_parcel',
          displayName: 'Where is my parcel?',
          apiCollection: 'shop_api.parcels',
          endpointURL: 'https://api.shop.example/parcels',
          requestMethod: 'GET',
          description: 'The last scan of a parcel.',
          responseSchema: { schemaType: 'JSON', schemaFields: fields },
          owners: owners('samir'),
        },
      ],
    },
  ];
}

function procedures(): DemoBatch[] {
  return [
    {
      type: 'storedProcedure',
      creates: [
        {
          name: 'close_month',
          databaseSchema: 'finance.books.closing',
          description: 'Freezes the books at the end of a month.',
          storedProcedureCode: { language: 'SQL', code: 'CALL books.close_month(CURRENT_DATE);' },
          owners: owners('lena'),
        },
      ],
    },
  ];
}

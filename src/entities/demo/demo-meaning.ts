/** What the sample catalog says of its data: terms, metrics, tests, a contract, an alert. Pure data, in creation order. */
import type { Fields } from '../../catalog/index.js';
import { type DemoBatch, owners } from './demo-catalog.js';

/** The table whose data the sample describes. */
export const DEMO_TABLE = 'warehouse.analytics.facts.fct_orders';

/** The contract of the table. */
export const DEMO_CONTRACT = 'orders';

const sales = { domains: ['Sales'] };

/** Tests of the table, with their parameters. */
export const demoTests = {
  rows: 'rows_as_usual',
  unique: 'order_id_is_unique',
  amount: 'amount_not_negative',
  status: 'status_is_known',
} as const;

export function demoMeaning(): DemoBatch[] {
  return [
    ...glossary(),
    ...metrics().map((metric) => ({ type: 'metric', creates: [metric] })),
    {
      type: 'query',
      creates: [
        {
          name: 'revenue_by_country',
          service: 'warehouse',
          description: 'Revenue of the last month by country.',
          query:
            '-- Monday report\nSELECT c.country_code, sum(o.total_amount) FROM facts.fct_orders o JOIN dimensions.dim_customers c USING (customer_id) GROUP BY 1',
          queryUsedIn: [{ type: 'table', name: DEMO_TABLE }],
          owners: owners('maria'),
        },
      ],
    },
    { type: 'testCase', creates: tests() },
    { type: 'dataContract', creates: [contract()] },
    { type: 'eventsubscription', creates: [alert()] },
    { type: 'intakeForm', creates: [productForm()] },
  ];
}

function productForm(): Fields {
  return {
    name: 'new_data_products',
    displayName: 'New data products',
    description: 'A data product says what it is for, and who answers for it.',
    entityType: 'dataProduct',
    formFields: [
      { fieldPath: 'description', fieldLabel: 'Description', fieldKind: 'native', required: true },
      { fieldPath: 'owners', fieldLabel: 'Owners', fieldKind: 'native' },
    ],
  };
}

function glossary(): DemoBatch[] {
  const term = (name: string, description: string, more: Fields = {}): Fields => ({
    ...{ name, description, glossary: 'Shop' },
    ...more,
  });
  return [
    {
      type: 'glossary',
      creates: [{ name: 'Shop', description: 'Words of the shop, and what they mean.', owners: owners('lena') }],
    },
    {
      type: 'glossaryTerm',
      creates: [
        term('Revenue', 'What customers paid, without taxes and returns.', { synonyms: ['turnover', 'net sales'] }),
        term('Basket', 'What somebody buys at once.'),
        term('Return', 'Goods that came back, and for which money was given back.'),
        term('Discount', 'What was taken off the price of a basket.'),
      ],
    },
    {
      type: 'glossaryTerm',
      creates: [
        term('AverageBasket', 'Revenue of a day, divided by its baskets.', {
          displayName: 'Average basket',
          parent: 'Shop.Basket',
          relatedTerms: ['Shop.Revenue'],
        }),
        term('NetRevenue', 'Revenue without what was given back and taken off.', {
          displayName: 'Net revenue',
          relatedTerms: ['Shop.Revenue', 'Shop.Return', 'Shop.Discount'],
        }),
      ],
    },
  ];
}

function metrics(): Fields[] {
  return [
    {
      name: 'revenue',
      displayName: 'Revenue',
      description: 'What customers paid in a day, without returns.',
      metricType: 'SUM',
      unitOfMeasurement: 'DOLLARS',
      granularity: 'DAY',
      metricExpression: { language: 'SQL', code: 'sum(total_amount) - sum(refunded_amount)' },
      owners: owners('maria'),
      ...sales,
      dataProducts: ['order_insights'],
      assets: [{ type: 'table', name: DEMO_TABLE }],
    },
    {
      name: 'return_rate',
      displayName: 'Return rate',
      description: 'Share of what was sold that came back.',
      metricType: 'PERCENTAGE',
      unitOfMeasurement: 'PERCENTAGE',
      granularity: 'MONTH',
      metricExpression: { language: 'SQL', code: '100.0 * count(return_request_id) / count(order_id)' },
      relatedMetrics: ['revenue'],
      owners: owners('jonas'),
      ...sales,
    },
  ];
}

function tests(): Fields[] {
  const link = (column?: string) => `<#E::table::${DEMO_TABLE}${column ? `::columns::${column}` : ''}>`;
  return [
    {
      name: demoTests.rows,
      displayName: 'Rows as usual',
      description: 'Orders of five years; fewer rows mean that a load went wrong.',
      testDefinition: 'tableRowCountToBeBetween',
      entityLink: link(),
      parameterValues: [
        { name: 'minValue', value: '45000' },
        { name: 'maxValue', value: '60000' },
      ],
      owners: owners('tom'),
    },
    {
      name: demoTests.unique,
      testDefinition: 'columnValuesToBeUnique',
      entityLink: link('order_id'),
      owners: owners('tom'),
    },
    {
      name: demoTests.amount,
      testDefinition: 'columnValuesToBeBetween',
      entityLink: link('total_amount'),
      parameterValues: [{ name: 'minValue', value: '0' }],
      owners: owners('maria'),
    },
    {
      name: demoTests.status,
      testDefinition: 'columnValuesToBeInSet',
      entityLink: link('status'),
      parameterValues: [{ name: 'allowedValues', value: '["paid","sent","returned"]' }],
      owners: owners('maria'),
    },
  ];
}

function contract(): Fields {
  return {
    name: DEMO_CONTRACT,
    displayName: 'Orders for reports',
    entity: { type: 'table', name: DEMO_TABLE },
    entityStatus: 'Approved',
    description: 'What reports and models may rely on.',
    termsOfUse: 'For reports and models of the shop. Not to be passed on to partners.',
    schema: [
      { name: 'order_id', dataType: 'BIGINT' },
      { name: 'ordered_at', dataType: 'TIMESTAMP' },
      { name: 'total_amount', dataType: 'DECIMAL' },
    ],
    semantics: [
      {
        name: 'It has an owner',
        description: 'Somebody answers questions.',
        enabled: true,
        rule: '{"!!":{"var":"owners"}}',
      },
      {
        name: 'It is described',
        description: 'It says what a row is.',
        enabled: true,
        rule: '{"!!":{"var":"description"}}',
      },
    ],
    qualityExpectations: [
      { type: 'testCase', name: `${DEMO_TABLE}.${demoTests.rows}` },
      { type: 'testCase', name: `${DEMO_TABLE}.order_id.${demoTests.unique}` },
    ],
    sla: {
      refreshFrequency: { interval: 1, unit: 'day' },
      retention: { period: 5, unit: 'year' },
    },
    security: { dataClassification: 'Internal', policies: [{ accessPolicy: 'reports', identities: ['analysts'] }] },
    owners: owners('maria'),
  };
}

/** Switched off, so that it sends nothing before somebody gives it an address. */
function alert(): Fields {
  return {
    name: 'failing_tests_of_facts',
    displayName: 'Failing tests of facts',
    description: 'Tells the owners of a table when one of its tests fails.',
    alertType: 'Observability',
    enabled: false,
    trigger: { triggerType: 'RealTime' },
    resources: ['testCase'],
    input: {
      actions: [
        {
          name: 'GetTestCaseStatusUpdates',
          effect: 'include',
          arguments: [{ name: 'testResultList', input: ['Failed'] }],
        },
      ],
    },
    destinations: [{ category: 'Owners', type: 'Email', config: {} }],
  };
}

// The artifacts of a dbt project with one model, three tests and a metric, as `dbt build` and `dbt docs generate` leave them.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MODEL = 'model.shop.orders';
const at = '2026-01-05T10:00:00.000000Z';

const metadata = (name, version) => ({
  dbt_schema_version: `https://schemas.getdbt.com/dbt/${name}/v${version}.json`,
  dbt_version: '1.8.0',
  generated_at: at,
  invocation_id: '0d3c8d6c-8f4b-4c5e-9a55-000000000001',
  env: {},
});

const TESTS = [
  { name: 'unique_orders_id', kind: 'unique', column: 'id', status: 'pass' },
  { name: 'not_null_orders_note', kind: 'not_null', column: 'note', status: 'fail', failures: 1 },
  { name: 'accepted_values_orders_status', kind: 'accepted_values', column: 'status', status: 'warn', failures: 1 },
];

const idOf = ({ name }) => `test.shop.${name}.0123456789`;

const node = (name, type) => ({
  name,
  resource_type: type,
  package_name: 'shop',
  path: `${name}.sql`,
  original_file_path: `models/${name}.sql`,
  unique_id: type === 'model' ? MODEL : idOf({ name }),
  fqn: ['shop', name],
  alias: name,
  checksum: { name: 'sha256', checksum: '0' },
  database: 'postgres',
  schema: 'shop',
  config: { enabled: true, materialized: type === 'model' ? 'table' : 'test', tags: [] },
  tags: [],
  description: '',
  columns: {},
  meta: {},
  raw_code: 'select 1',
  compiled_code: 'select 1',
  language: 'sql',
  refs: [],
  sources: [],
  depends_on: { macros: [], nodes: [] },
  created_at: 1767607200,
});

function testNode({ name, kind, column }) {
  return {
    ...node(name, 'test'),
    depends_on: { macros: [], nodes: [MODEL] },
    refs: [{ name: 'orders', package: null, version: null }],
    column_name: column,
    attached_node: MODEL,
    test_metadata: {
      name: kind,
      kwargs: { column_name: column, model: "{{ get_where_subquery(ref('orders')) }}" },
      namespace: null,
    },
  };
}

const DESCRIBED = {
  description: 'Orders of the shop, one row each',
  tags: ['nightly'],
  columns: {
    status: { name: 'status', description: 'Where the order stands', tags: ['state'], meta: {}, data_type: 'text' },
  },
  meta: { owner: 'dbt.owner', openmetadata: { tier: 'Tier.Tier2', glossary: ['Shop.Order'], domain: 'Sales' } },
};

const METRIC = {
  ...node('revenue', 'metric'),
  unique_id: 'metric.shop.revenue',
  description: 'What was earned',
  label: 'Revenue',
  type: 'simple',
  type_params: { expr: 'amount', metric_aggregation_params: { agg: 'sum' }, input_measures: [], metrics: [] },
  config: { enabled: true, meta: {} },
};

/** What the project refers to, which people make in the catalog. */
export async function makeWhatDbtNames(api) {
  await api.put('/users', { name: 'dbt.owner', email: 'dbt.owner@example.com' });
  await api.put('/glossaries', { name: 'Shop', description: 'Words of the shop' });
  await api.put('/glossaryTerms', { name: 'Order', description: 'What somebody wants', glossary: 'Shop' });
  await api.put('/domains', { name: 'Sales', description: 'Who sells', domainType: 'Aggregate' });
}

/** Writes the files; resolves to their paths as the workflow of the client names them. */
export function writeDbtProject(folder) {
  const nodes = { [MODEL]: { ...node('orders', 'model'), ...DESCRIBED } };
  for (const test of TESTS) nodes[idOf(test)] = testNode(test);
  const empty = {
    macros: {},
    docs: {},
    exposures: {},
    metrics: { [METRIC.unique_id]: METRIC },
    groups: {},
    selectors: {},
    disabled: {},
    semantic_models: {},
    saved_queries: {},
    unit_tests: {},
  };
  const manifest = {
    metadata: { ...metadata('manifest', 12), project_name: 'shop', adapter_type: 'postgres' },
    nodes,
    sources: {},
    ...empty,
    parent_map: Object.fromEntries(TESTS.map((test) => [idOf(test), [MODEL]])),
    group_map: {},
    child_map: { [MODEL]: TESTS.map(idOf) },
  };
  const catalog = {
    metadata: metadata('catalog', 1),
    nodes: {
      [MODEL]: {
        unique_id: MODEL,
        metadata: {
          type: 'BASE TABLE',
          schema: 'shop',
          name: 'orders',
          database: 'postgres',
          comment: null,
          owner: 'postgres',
        },
        columns: { id: { type: 'integer', index: 1, name: 'id', comment: null } },
        stats: {},
      },
    },
    sources: {},
    errors: null,
  };
  const timing = ['compile', 'execute'].map((name) => ({ name, started_at: at, completed_at: at }));
  const results = TESTS.map((test) => ({
    status: test.status,
    timing,
    thread_id: 'Thread-1',
    execution_time: 0.1,
    adapter_response: {},
    message: test.failures ? `Got ${test.failures} result, configured to fail if != 0` : null,
    failures: test.failures ?? 0,
    unique_id: idOf(test),
    compiled: true,
    compiled_code: 'select 1',
    relation_name: null,
  }));
  const runResults = { metadata: metadata('run-results', 6), results, elapsed_time: 1, args: {} };
  const files = { dbtManifestFilePath: manifest, dbtCatalogFilePath: catalog, dbtRunResultsFilePath: runResults };
  const names = {
    dbtManifestFilePath: 'manifest.json',
    dbtCatalogFilePath: 'catalog.json',
    dbtRunResultsFilePath: 'run_results.json',
  };
  return Object.fromEntries(
    Object.entries(files).map(([property, content]) => {
      const file = join(folder, names[property]);
      writeFileSync(file, JSON.stringify(content));
      return [property, file];
    }),
  );
}

/** What the project says is on the table, and its tests are cases of the table or its columns, with the results of the run. */
export async function checkDbt({ api, checks, table }) {
  await checkModel({ api, checks, table });
  await checkTests({ api, checks, table });
  const { metricExpression, measures } = await api.get('/metrics/name/revenue');
  checks.equal('the metric is computed by', metricExpression, { language: 'SQL', code: 'amount' });
  checks.equal('the measures of the metric', measures, [
    { name: 'revenue', aggregation: 'sum', expression: 'amount', fullyQualifiedName: 'revenue.measure.revenue' },
  ]);
}

async function checkModel({ api, checks, table }) {
  const found = await api.get(`/tables/name/${table}?fields=columns,tags,owners,domains,dataModel`);
  const status = found.columns.find(({ name }) => name === 'status');
  const labels = ({ tags }) => tags.map(({ tagFQN }) => tagFQN).sort();
  const names = (references) => references.map(({ name }) => name);
  checks.equal('the table is described', found.description, DESCRIBED.description);
  checks.equal('the column is described', status.description, DESCRIBED.columns.status.description);
  checks.equal('tags of the table', labels(found), ['Shop.Order', 'Tier.Tier2', 'dbtTags.nightly']);
  checks.equal('tags of the column', labels(status), ['dbtTags.state']);
  checks.equal('owners', names(found.owners), ['dbt.owner']);
  checks.equal('domains', names(found.domains), ['Sales']);
  checks.equal('the model', [found.dataModel.modelType, found.dataModel.sql], ['DBT', 'select 1']);
}

async function checkTests({ api, checks, table }) {
  const expected = { pass: 'Success', fail: 'Failed', warn: 'Aborted' };
  const cases = await api.all('/dataQuality/testCases', {
    entityLink: `<#E::table::${table}>`,
    includeAllTests: 'true',
    fields: 'testCaseResult,testDefinition',
  });
  for (const { name, kind, status, column } of TESTS) {
    const found = cases.find((one) => one.name === name);
    checks.that(
      `the dbt test ${name} is a test case`,
      found !== undefined,
      cases
        .map((one) => one.name)
        .join(', ')
        .slice(0, 200),
    );
    if (!found) continue;
    checks.equal(`${name}: column`, found.entityLink, `<#E::table::${table}::columns::${column}>`);
    checks.equal(`${name}: status`, found.testCaseResult?.testCaseStatus, expected[status]);
    checks.equal(`${name}: definition`, found.testDefinition?.name, kind);
  }
}

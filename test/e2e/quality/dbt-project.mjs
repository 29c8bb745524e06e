// The artifacts of a dbt project with one model and three tests, as `dbt build` and `dbt docs generate` leave them.
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

/** Writes the files; resolves to their paths as the workflow of the client names them. */
export function writeDbtProject(folder) {
  const nodes = { [MODEL]: node('orders', 'model') };
  for (const test of TESTS) nodes[idOf(test)] = testNode(test);
  const empty = {
    macros: {},
    docs: {},
    exposures: {},
    metrics: {},
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

/** The tests of the project are cases of the table or its columns, with the results of the run. */
export async function checkDbt({ api, checks, table }) {
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

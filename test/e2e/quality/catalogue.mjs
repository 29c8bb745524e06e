// What is in the catalog before the tests run: a service with one table, and a test case of every shipped definition.
import { CASES, COLUMNS, ORDERS } from '../../inspection/cases.mjs';

/** Statements that make the table in a schema. */
export function ordersOf(schema) {
  return [`create schema ${schema}`, `set search_path to ${schema}`, ...ORDERS, 'analyze orders'];
}

/** A service with the table; the suite of the table, for its tests. */
export async function catalogue(api, port) {
  const service = 'trade';
  await api.put('/services/databaseServices', {
    name: service,
    serviceType: 'Postgres',
    connection: {
      config: {
        type: 'Postgres',
        username: 'postgres',
        authType: { password: 'unused' },
        hostPort: `127.0.0.1:${port}`,
        database: 'postgres',
      },
    },
  });
  await api.put('/databases', { name: 'postgres', service });
  await api.put('/databaseSchemas', { name: 'shop', database: `${service}.postgres` });
  const { fullyQualifiedName: table } = await api.put('/tables', {
    name: 'orders',
    databaseSchema: `${service}.postgres.shop`,
    columns: COLUMNS,
  });
  const made = await api.post('/dataQuality/testSuites/base', {
    name: `${table}.testSuite`,
    basicEntityReference: table,
  });
  return { service, table, suite: made.id };
}

/** Cases that the client cannot run with the packages that it is installed with here. */
const NEEDS_MORE = new Set(['tableDiff', 'columnValuesToBeAtExpectedLocation']);

/** Makes the cases that both can run. Resolves to `{ fqn, definition, given }` of each. */
export async function createCases(api, table, schema) {
  const made = [];
  for (const [definition, { column, rows = false, ...values }] of CASES) {
    if (NEEDS_MORE.has(definition)) continue;
    const placed = Object.entries(values).map(([name, value]) => ({
      name,
      value: String(value).replace('from orders', `from ${schema}.orders`),
    }));
    const { fullyQualifiedName: fqn } = await api.post('/dataQuality/testCases', {
      name: `case${made.length}`,
      entityLink: column ? `<#E::table::${table}::columns::${column}>` : `<#E::table::${table}>`,
      testDefinition: definition,
      parameterValues: placed,
      computePassedFailedRowCount: rows,
    });
    made.push({ fqn, definition, given: JSON.stringify({ column, rows, ...values }) });
  }
  return made;
}

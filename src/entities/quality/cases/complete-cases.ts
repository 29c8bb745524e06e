/** Completes requests for test cases: settles their links, and creates the suites of tables that have none. */
import {
  type CreateTestCase,
  catalogError,
  errorMessages,
  parseObject,
  type TestDefinition,
} from '../../../../contract/index.js';
import { type Fields, putOwn, type Scope } from '../../../catalog/index.js';
import { present } from '../../../context/index.js';
import { type EntityRow, getEntitiesByFqns, getEntityById, listChildren } from '../../../storage/index.js';
import { asServer } from '../../as-server.js';
import { findColumnInAnyCase, requireColumn, type StoredTable } from '../../table/columns/columns.js';
import { TEST_TYPE, TESTED } from '../edges.js';
import { type EntityLink, readEntityLink, settledLink } from './entity-link.js';

export async function completeCases(creates: readonly CreateTestCase[], scope: Scope): Promise<Fields[]> {
  const links = creates.map(({ entityLink }) => readEntityLink(entityLink));
  const tables = await tablesOf(links, scope);
  await checkTargets(creates, links, tables, scope);
  const suites = await suitesOf([...new Set(tables.values())], scope);
  return creates.map((create, i) => {
    const table = present(tables.get(present(links[i]).tableFqn));
    const value = parseObject<StoredTable>(table.doc);
    for (const column of create.dimensionColumns ?? []) requireColumn(value, column);
    return { ...create, entityLink: settledLink(present(links[i]), value), testSuite: present(suites.get(table.id)) };
  });
}

async function tablesOf(links: readonly EntityLink[], scope: Scope): Promise<Map<string, EntityRow>> {
  const names = [...new Set(links.map(({ tableFqn }) => tableFqn))];
  const rows = await getEntitiesByFqns(scope.sql, TESTED, names);
  const found = new Map(rows.filter(({ deleted }) => deleted === 0).map((row) => [row.fqn, row]));
  for (const name of names)
    if (!found.has(name)) throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundByName(TESTED, name));
  return found;
}

/**
 * Definitions of tests of columns need a column. Those of tests of tables may have one, since clients of the interface send
 * such links. Unknown definitions are refused where they are resolved.
 */
async function checkTargets(
  creates: readonly CreateTestCase[],
  links: readonly EntityLink[],
  tables: ReadonlyMap<string, EntityRow>,
  scope: Scope,
): Promise<void> {
  const names = [...new Set(creates.map(({ testDefinition }) => testDefinition))];
  const rows = await getEntitiesByFqns(scope.sql, TEST_TYPE.definition, names);
  const definitions = new Map(rows.map((row) => [row.fqn, parseObject<TestDefinition>(row.doc)]));
  for (const [i, { testDefinition }] of creates.entries()) {
    const definition = definitions.get(testDefinition);
    const link = present(links[i]);
    if (definition?.entityType === 'COLUMN' && link.column === null)
      throw catalogError(
        'BAD_REQUEST',
        `entityLink: ${testDefinition} tests a column, so the link must name one, as in <#E::table::fqn::columns::name>`,
      );
    if (link.column !== null)
      requireColumn(parseObject<StoredTable>(present(tables.get(link.tableFqn)).doc), link.column, findColumnInAnyCase);
  }
}

/** FQN of the suite of each table, by id of the table. */
async function suitesOf(tables: readonly EntityRow[], scope: Scope): Promise<Map<string, string>> {
  const ids = tables.map(({ id }) => id);
  const found = await listChildren(scope.sql, ids, { types: [TEST_TYPE.suite] });
  const having = new Set(found.map((suite) => suite.parent_id));
  const missing = tables.filter(({ id }) => !having.has(id));
  if (missing.length > 0) {
    const type = scope.catalog.registry.get(TEST_TYPE.suite);
    const creates = missing.map(({ fqn }) => ({ name: `${fqn}.testSuite`, basicEntityReference: fqn }));
    // Adding a test to a table does not require a right to suites; the case itself is authorized afterwards.
    await putOwn(type, creates, { override: false }, asServer(scope));
  }
  return new Map(tables.map(({ id, fqn }) => [id, `${fqn}.testSuite`]));
}

/** Refuses with 400 columns that the table of a suite does not have. */
export async function checkDimensions(columns: readonly string[], suiteId: string | undefined, scope: Scope) {
  const suite = suiteId === undefined ? undefined : await getEntityById(scope.sql, suiteId);
  const table = suite?.parent_id ? await getEntityById(scope.sql, suite.parent_id) : undefined;
  if (!table) return;
  for (const column of columns) requireColumn(parseObject<StoredTable>(table.doc), column);
}

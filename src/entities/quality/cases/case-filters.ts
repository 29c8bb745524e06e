/** Filters of lists of test cases. */
import { catalogError, parseObject, type TestDefinition } from '../../../../contract/index.js';
import {
  chosenValues,
  flagFilter,
  insideOf,
  type ListFilter,
  quoteName,
  readFlag,
  type Scope,
} from '../../../catalog/index.js';
import { getEntityByFqn, type ListCondition, listEntities } from '../../../storage/index.js';
import { findColumnInAnyCase, type StoredTable, splitColumnFqn } from '../../table/columns/columns.js';
import { TEST_EDGE, TEST_TYPE, TESTED } from '../edges.js';
import { readEntityLink } from './entity-link.js';

type Query = Readonly<Record<string, string>>;
type Conditions = Promise<ListCondition[]>;

const text = { type: 'string' };
const NOTHING: ListCondition = { by: 'ids', ids: [] };
const MOST_DEFINITIONS = 10_000;

export const caseFilters: Readonly<Record<string, ListFilter>> = {
  entityLink: custom(
    'Only tests of this table or column, given by a link such as `<#E::table::fqn>`',
    text,
    (value, query, scope) => {
      const { tableFqn, column } = readEntityLink(value);
      return about(tableFqn, column, query, scope);
    },
  ),
  entityFQN: custom('Only tests of this table or column, given by FQN', text, (value, query, scope) => {
    const { tableFqn, columnPath } = splitColumnFqn(value);
    return about(tableFqn, columnPath === '' ? null : columnPath, query, scope);
  }),
  includeAllTests: flagFilter(
    'includeAllTests',
    'With `entityLink` or `entityFQN` of a table: also the tests of its columns',
  ),
  columnName: custom('Only tests of columns with this name', text, (value) =>
    Promise.resolve([{ by: 'directlyIn', part: quoteName(value) }]),
  ),
  testSuiteId: { by: 'related', kind: TEST_EDGE.tests, direction: 'from', type: TEST_TYPE.suite },
  testCaseStatus: {
    by: 'equals',
    field: 'testCaseStatus',
  },
  testCaseType: custom(
    'Only tests of tables or of columns',
    { type: 'string', enum: ['all', 'table', 'column'], default: 'all' },
    async (value, _, scope) => {
      if (value === 'all') return [];
      if (value !== 'table' && value !== 'column')
        throw catalogError('BAD_REQUEST', 'query param testCaseType must be one of all, table, column');
      return [await definedFor(({ entityType }) => entityType === value.toUpperCase(), scope)];
    },
  ),
  dataQualityDimension: custom('Only tests of this dimension of quality', text, async (value, _, scope) => [
    await definedFor(({ dataQualityDimension }) => (dataQualityDimension ?? 'NoDimension') === value, scope),
  ]),
  testPlatforms: custom(
    'Only tests that one of these platforms runs, joined with commas',
    text,
    async (value, _, scope) => {
      const wanted = new Set(value.split(','));
      return [await definedFor(({ testPlatforms }) => testPlatforms.some((platform) => wanted.has(platform)), scope)];
    },
  ),
  createdBy: { by: 'equals', field: 'createdBy' },
};

/** The conditions of these filters for requests that are not lists of entities. `related` filters are not among them. */
export async function caseConditions(query: Query, scope: Scope): Conditions {
  const type = scope.catalog.registry.get(TEST_TYPE.case);
  const conditions: ListCondition[] = [];
  for (const [name, filter] of Object.entries(caseFilters)) {
    const value = query[name];
    if (value === undefined || value === '') continue;
    if (filter.by === 'custom') conditions.push(...(await filter.conditions(value, query, scope)));
    else if (filter.by === 'equals')
      conditions.push({
        by: 'equals',
        field: filter.field,
        values: chosenValues(type, filter.field, name, value, scope),
      });
  }
  return conditions;
}

function custom(
  description: string,
  schema: object,
  conditions: (value: string, query: Query, scope: Scope) => Conditions,
): ListFilter {
  return { by: 'custom', description, schema, conditions };
}

/** Tests of a table, of it and its columns, or of one column. */
async function about(tableFqn: string, column: string | null, query: Query, scope: Scope): Conditions {
  const table = await getEntityByFqn(scope.sql, TESTED, tableFqn);
  if (!table) return [NOTHING];
  const inside: ListCondition = { by: 'below', containers: [insideOf(table, TEST_TYPE.case, scope.catalog.registry)] };
  if (column !== null) {
    // Tests of columns that are gone have their path in their names.
    const found = findColumnInAnyCase(parseObject<StoredTable>(table.doc), column);
    const columnFqn = found?.fullyQualifiedName ?? `${table.fqn}.${column}`;
    return [inside, { by: 'fqnPrefix', prefix: `${columnFqn}.` }];
  }
  if (readFlag(query, 'includeAllTests')) return [inside];
  return [inside, await definedFor(({ entityType }) => entityType === 'TABLE', scope)];
}

/** Tests whose definition passes. */
async function definedFor(passes: (definition: TestDefinition) => boolean, scope: Scope): Promise<ListCondition> {
  const rows = await listEntities(scope.sql, { type: TEST_TYPE.definition, include: 'all', limit: MOST_DEFINITIONS });
  const ids = rows.filter(({ doc }) => passes(parseObject<TestDefinition>(doc))).map(({ id }) => id);
  return { by: 'related', kind: TEST_EDGE.defines, direction: 'from', ids };
}

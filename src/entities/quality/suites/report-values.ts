/** The values that reports count: visible test cases or results, with what clients filter and group them by. */
import {
  catalogError,
  isObject,
  parseObject,
  type TestCaseResult,
  type TestDefinition,
} from '../../../../contract/index.js';
import { composeShown, type Fields, givenFqn, type Scope, selectFields, splitFqn } from '../../../catalog/index.js';
import { allOf, type ResourceFilter } from '../../../rules/index.js';
import { getEntitiesByIds, getEntityByFqn, listEntities, listIncidents, listResults } from '../../../storage/index.js';
import { aboutOf } from '../cases/entity-link.js';
import { TEST_TYPE } from '../edges.js';
import { showStates } from '../incidents/incident-states.js';
import { shownResult } from '../results/shown-result.js';

const MOST_CASES = 20_000;
const MOST_RESULTS = 50_000;

/** Values of an index, named by its type or by the name of the index itself. */
export async function reportValues(index: string, domain: string | undefined, scope: Scope): Promise<Fields[]> {
  const name = index.replace(/_search_index$/, '').replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const cases = await casesOf(await seenFilter(domain, scope), scope);
  if (name === TEST_TYPE.case) return [...cases.values()];
  if (name === 'testCaseResult') return resultsOf(cases, scope);
  if (name === 'testCaseResolutionStatus') return incidentsOf(cases, scope);
  if (name === 'table') return tablesOf(cases);
  throw catalogError('BAD_REQUEST', 'index must be one of testCase, testCaseResult, testCaseResolutionStatus, table');
}

async function seenFilter(domain: string | undefined, { catalog, actor, sql }: Scope): Promise<ResourceFilter> {
  const seen = catalog.authorizer.filter(actor, 'ViewBasic', TEST_TYPE.case);
  if (!domain) return seen;
  const [type] = catalog.registry.targetsOf('domains');
  const row = type ? await getEntityByFqn(sql, type, givenFqn(catalog.registry.get(type), domain)) : undefined;
  return allOf([seen, { kind: 'inDomains', ids: row ? [row.id] : [] }]);
}

async function casesOf(filter: ResourceFilter, scope: Scope): Promise<Map<string, Fields>> {
  const type = scope.catalog.registry.get(TEST_TYPE.case);
  const rows = await listEntities(scope.sql, { type: type.name, filter, limit: MOST_CASES + 1 });
  refuseTooMany(rows.length, MOST_CASES, 'test cases');
  const fields = 'owners,tags,domains,testDefinition,testCaseResult,incidentId';
  const texts = await composeShown(rows, type, selectFields(type, fields, scope.catalog), scope);
  const values = texts.map((text) => parseObject(text));
  const definitions = await definitionsOf(values, scope);
  return new Map(
    rows.map((row, i) => {
      const { tableFqn, path } = aboutOf(row.fqn);
      const value = values[i] ?? {};
      const definition = definitions.get(idIn(value.testDefinition));
      return [
        row.id,
        {
          ...value,
          originEntityFQN: tableFqn,
          serviceName: splitFqn(tableFqn)[0] ?? '',
          testCaseType: path === '' ? 'table' : 'column',
          dataQualityDimension: definition?.dataQualityDimension ?? 'NoDimension',
          testPlatforms: definition?.testPlatforms ?? [],
        },
      ];
    }),
  );
}

async function definitionsOf(cases: readonly Fields[], { sql }: Scope): Promise<Map<string, TestDefinition>> {
  const rows = await getEntitiesByIds(sql, [...new Set(cases.map((value) => idIn(value.testDefinition)))]);
  return new Map(rows.map((row) => [row.id, parseObject<TestDefinition>(row.doc)]));
}

async function resultsOf(cases: ReadonlyMap<string, Fields>, { sql }: Scope): Promise<Fields[]> {
  if (cases.size === 0) return [];
  const range = { caseIds: [...cases.keys()], from: 0, to: Number.MAX_SAFE_INTEGER };
  const rows = await listResults(sql, { ...range, limit: MOST_RESULTS + 1 });
  refuseTooMany(rows.length, MOST_RESULTS, 'results');
  return rows.map((row) => {
    const value = cases.get(row.case_id) ?? {};
    const result: TestCaseResult = shownResult(row, String(value.fullyQualifiedName));
    const { dataQualityDimension, testPlatforms } = value;
    return { ...result, dataQualityDimension, testPlatforms, testCase: value, testDefinition: value.testDefinition };
  });
}

async function incidentsOf(cases: ReadonlyMap<string, Fields>, scope: Scope): Promise<Fields[]> {
  const filter: ResourceFilter = { kind: 'is', ids: [...cases.keys()] };
  const all = { from: 0, to: Number.MAX_SAFE_INTEGER, filter, limit: MOST_RESULTS + 1, offset: 0 };
  const rows = await listIncidents(scope.sql, all);
  refuseTooMany(rows.length, MOST_RESULTS, 'states of incidents');
  const states = await showStates(rows, scope);
  return states.map((state, i) => ({ ...state, testCase: cases.get(rows[i]?.case_id ?? '') ?? {} }));
}

/** The tables that have tests, each with the statuses of these. */
function tablesOf(cases: ReadonlyMap<string, Fields>): Fields[] {
  const tables = new Map<string, Fields[]>();
  for (const value of cases.values()) {
    const fqn = String(value.originEntityFQN);
    tables.set(fqn, [...(tables.get(fqn) ?? []), value]);
  }
  return [...tables].map(([fullyQualifiedName, tests]) => ({ fullyQualifiedName, tests }));
}

function idIn(value: unknown): string {
  return isObject(value) ? String(value.id) : '';
}

/** A report counts everything or says that it cannot. */
function refuseTooMany(count: number, most: number, what: string): void {
  if (count > most) throw catalogError('BAD_REQUEST', `A report counts at most ${most} ${what}; narrow it with domain`);
}

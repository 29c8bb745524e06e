/**
 * Statements that people write for this server to run in a source: SQL of tests and definitions, custom metrics, profile queries. They run
 * as the user of the service's connection and can read all that it can, so those of people who have no right to that are stored for
 * programs with their own accounts, but not run here. Which ones may run is decided when they are written, by who writes them.
 */
import { createHash } from 'node:crypto';
import { type Column, parseObject, type Table, type TestCase, type TestDefinition } from '../../../contract/index.js';
import { containerIn, factsOf, isAllowed, type Scope } from '../../catalog/index.js';
import {
  type EntityRow,
  getEntityByFqn,
  getEntityById,
  latestPoints,
  putPoint,
  type Sql,
} from '../../storage/index.js';
import { aboutOf } from './cases/entity-link.js';
import { TESTED } from './edges.js';

const RUNNABLE_STATEMENTS = 'runnableStatements';

/** Why a statement does not run, as a clause. */
export const NOT_RUN =
  'its SQL was written by somebody who may not run SQL in the service, which requires EditAll on it, or EditTests on it and ViewSampleData on every table';

type Written = readonly (string | undefined)[];

const PARAMETERS = new Set(['sqlExpression', 'partitionExpression']);

export function statementsOfCase({ parameterValues = [] }: Pick<Partial<TestCase>, 'parameterValues'>): string[] {
  return present(parameterValues.map(({ name, value }) => (PARAMETERS.has(name ?? '') ? value : undefined)));
}

export function statementsOfDefinition({ sqlExpression }: Pick<Partial<TestDefinition>, 'sqlExpression'>): string[] {
  return present([sqlExpression]);
}

export function statementsOfTable(
  table: Pick<Partial<Table>, 'columns' | 'customMetrics' | 'tableProfilerConfig'>,
): string[] {
  return present([
    ...(table.customMetrics ?? []).map(({ expression }) => expression),
    ...metricsOf(table.columns ?? []),
    table.tableProfilerConfig?.profileQuery,
  ]);
}

/** Adds to one list, because every write of a table comes here, and few columns have metrics. */
function metricsOf(columns: readonly Column[], found: Written[number][] = []): Written {
  for (const { customMetrics, children } of columns) {
    for (const { expression } of customMetrics ?? []) found.push(expression);
    if (children) metricsOf(children, found);
  }
  return found;
}

const present = (texts: Written): string[] =>
  texts.filter((text) => text !== undefined && text.trim() !== '') as string[];

/** Called in the write that stores statements; `service` is null for those of any service. */
async function record(
  { id }: Pick<EntityRow, 'id'>,
  { after, before }: { after: readonly string[]; before: readonly string[] },
  service: () => Promise<EntityRow | null | undefined>,
  scope: Scope,
): Promise<void> {
  const changed = after.filter((text) => !before.includes(text));
  if (changed.length === 0) return;
  const where = await service();
  if (where === undefined || !(await mayRunIn(where, scope))) return;
  const known = await runnableStatements([id], scope.sql);
  const hashes = [...new Set(after)].filter((text) => changed.includes(text) || known(id, text)).map(hashOf);
  await putPoint(scope.sql, {
    entity_id: id,
    kind: RUNNABLE_STATEMENTS,
    key: '',
    at: 0,
    doc: JSON.stringify({ hashes }),
  });
}

async function mayRunIn(service: EntityRow | null, scope: Scope): Promise<boolean> {
  const { actor, catalog } = scope;
  const type = catalog.registry.get(service?.type ?? SERVICE);
  const isGranted = (operation: string): Promise<boolean> | boolean =>
    service
      ? isAllowed(operation, type, () => factsOf(type, service, scope), scope)
      : catalog.authorizer.filter(actor, operation, type.name).kind === 'all';
  if (await isGranted('EditAll')) return true;
  return catalog.authorizer.filter(actor, 'ViewSampleData', TESTED).kind === 'all' && (await isGranted('EditTests'));
}

const SERVICE = 'databaseService';

export async function recordCaseStatements(
  row: EntityRow,
  after: Partial<TestCase>,
  before: Partial<TestCase> | null,
  scope: Scope,
): Promise<void> {
  const texts = { after: statementsOfCase(after), before: before ? statementsOfCase(before) : [] };
  await record(
    row,
    texts,
    async () => {
      const table = await getEntityByFqn(scope.sql, TESTED, aboutOf(row.fqn).tableFqn);
      return table && serviceOf(table, scope.sql);
    },
    scope,
  );
}

export async function recordDefinitionStatements(
  row: EntityRow,
  after: Partial<TestDefinition>,
  before: Partial<TestDefinition> | null,
  scope: Scope,
): Promise<void> {
  const texts = { after: statementsOfDefinition(after), before: before ? statementsOfDefinition(before) : [] };
  await record(row, texts, async () => null, scope);
}

export async function recordTableStatements(
  row: EntityRow,
  after: Partial<Table>,
  before: Partial<Table> | null,
  scope: Scope,
): Promise<void> {
  const texts = { after: statementsOfTable(after), before: before ? statementsOfTable(before) : [] };
  await record(row, texts, () => serviceOf(row, scope.sql), scope);
}

async function serviceOf(table: EntityRow, sql: Sql): Promise<EntityRow | undefined> {
  const id = containerIn(table, 'service');
  return id === undefined ? undefined : getEntityById(sql, id);
}

/** Says of a statement of one of the entities whether it may run. */
export async function runnableStatements(
  ids: readonly string[],
  sql: Sql,
): Promise<(id: string, text: string) => boolean> {
  const points = ids.length === 0 ? [] : await latestPoints(sql, ids, RUNNABLE_STATEMENTS, '');
  const byId = new Map(
    points.map(({ entity_id, doc }) => [entity_id, new Set(parseObject<{ hashes: string[] }>(doc).hashes)]),
  );
  return (id, text) => byId.get(id)?.has(hashOf(text)) ?? false;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64');

/** Judges every stored profile, whoever stored it, by the tests that expect a range of its figures. */
import { CatalogError, isObject, parseObject } from '../../../contract/index.js';
import { findForWrite, type Scope } from '../../catalog/index.js';
import { addTestResult, TEST_TYPE, table } from '../../entities/index.js';
import type { EventReader } from '../../events/index.js';
import { type EntityRow, getResult, type PlacedEventRow, type Sql } from '../../storage/index.js';
import { expectedMetricCases, judgeMetric } from './expected-metric.js';

export const profileJudge: EventReader<Scope> = {
  name: 'inspection.expectedMetrics',
  batch: 50,
  async handle(events, { read }) {
    const stored = events.flatMap(profileOf);
    if (stored.length === 0) return;
    const due = await read((sql) => withCases(sql, stored));
    if (due.length === 0) return;
    return async (scope) => {
      for (const { row, tableId, at } of due) await judge(row, tableId, at, scope);
    };
  },
};

interface StoredProfile {
  tableId: string;
  at: number;
}

function profileOf({ kind, entity_type, entity_id, doc }: PlacedEventRow): StoredProfile[] {
  if (entity_type !== table.name || kind === 'entityDeleted') return [];
  const { changeDescription } = parseObject(doc);
  const updated = isObject(changeDescription) ? changeDescription.fieldsUpdated : undefined;
  const changes = Array.isArray(updated) ? updated.filter(isObject) : [];
  return changes.flatMap(({ name, newValue }) => {
    const value = typeof newValue === 'string' ? parseObject(newValue) : newValue;
    const at = name === 'profile' && isObject(value) ? value.timestamp : undefined;
    return typeof at === 'number' ? [{ tableId: entity_id, at }] : [];
  });
}

async function withCases(sql: Sql, stored: readonly StoredProfile[]): Promise<(StoredProfile & { row: EntityRow })[]> {
  const cases = new Map<string, EntityRow[]>();
  for (const { tableId } of stored)
    if (!cases.has(tableId)) cases.set(tableId, await expectedMetricCases(sql, tableId));
  return stored.flatMap((one) => (cases.get(one.tableId) ?? []).map((row) => ({ ...one, row })));
}

/** A profile that was judged before, because it was stored again, is judged anew. */
async function judge({ id }: EntityRow, tableId: string, at: number, scope: Scope): Promise<void> {
  const type = scope.catalog.registry.get(TEST_TYPE.case);
  try {
    const row = await findForWrite(type, { id }, 'non-deleted', scope);
    const result = await judgeMetric(scope.sql, row, tableId, at);
    if (!result) return;
    const before = await getResult(scope.sql, id, at);
    if (before && before.status === result.testCaseStatus) return;
    await addTestResult({ type, row }, result, scope);
  } catch (error) {
    // The case was deleted meanwhile.
    if (!(error instanceof CatalogError && [404, 409].includes(error.status))) throw error;
  }
}

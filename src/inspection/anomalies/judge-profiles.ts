/** Judges every stored profile, whoever stored it, by the tests that expect a range of its figures. */
import { CatalogError, isObject, parseObject } from '../../../contract/index.js';
import type { Scope } from '../../catalog/index.js';
import { type RunnableCase, storeRunResult, table } from '../../entities/index.js';
import type { EventReader } from '../../events/index.js';
import { getResult, type PlacedEventRow, type Sql } from '../../storage/index.js';
import { expectedMetricCases, judgeMetric } from './expected-metric.js';

export const profileJudge: EventReader<Scope> = {
  name: 'inspection.expectedMetrics',
  batch: 50,
  withoutEntity: true,
  async handle(events, { read }) {
    const stored = events.flatMap(profileOf);
    if (stored.length === 0) return;
    const due = await read((sql) => withCases(sql, stored));
    if (due.length === 0) return;
    return async (scope) => {
      for (const { test, tableId, at } of due) await judge(test, tableId, at, scope);
    };
  },
};

interface StoredProfile {
  tableId: string;
  at: number;
}

function profileOf({ kind, entity_type, entity_id, doc }: PlacedEventRow): StoredProfile[] {
  if (entity_type !== table.name || kind === 'entityDeleted') return [];
  if (!doc.includes('"name":"profile"')) return []; // parsing all of them takes as long as reading them
  const { changeDescription } = parseObject(doc);
  const updated = isObject(changeDescription) ? changeDescription.fieldsUpdated : undefined;
  const changes = Array.isArray(updated) ? updated.filter(isObject) : [];
  return changes.flatMap(({ name, newValue }) => {
    if (name !== 'profile') return [];
    const value = typeof newValue === 'string' ? parseObject(newValue) : newValue;
    const at = isObject(value) ? value.timestamp : undefined;
    return typeof at === 'number' ? [{ tableId: entity_id, at }] : [];
  });
}

async function withCases(
  sql: Sql,
  stored: readonly StoredProfile[],
): Promise<(StoredProfile & { test: RunnableCase })[]> {
  const cases = new Map<string, RunnableCase[]>();
  for (const { tableId } of stored)
    if (!cases.has(tableId)) cases.set(tableId, await expectedMetricCases(sql, tableId));
  return stored.flatMap((one) => (cases.get(one.tableId) ?? []).map((test) => ({ ...one, test })));
}

/** A profile that is stored again is judged again. */
async function judge(test: RunnableCase, tableId: string, at: number, scope: Scope): Promise<void> {
  const judgement = await judgeMetric(scope.sql, test, tableId, at);
  if (!judgement) return;
  const before = await getResult(scope.sql, test.id, at);
  if (before && before.status === judgement.testCaseStatus) return;
  try {
    await storeRunResult(test.id, { ...judgement, timestamp: at }, undefined, scope);
  } catch (error) {
    // The case was deleted meanwhile.
    if (!(error instanceof CatalogError && [404, 409].includes(error.status))) throw error;
  }
}

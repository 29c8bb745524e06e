/** Stores and shows the results of contracts. */
import { type DataContractResult, parseObject } from '../../../contract/index.js';
import { changeEntity, type EntityType, equal, recordUpdate, type Scope } from '../../catalog/index.js';
import { type ContractResultRow, type EntityRow, listContractResults, putContractResult } from '../../storage/index.js';
import { checkMilliseconds } from '../time-range.js';

interface Found {
  type: EntityType;
  row: EntityRow;
}

/** A stored result; its text has no name, so that it follows a renamed asset. */
export function shownResult({ id, at, doc }: ContractResultRow, dataContractFQN: string): DataContractResult {
  const rest = parseObject<Pick<DataContractResult, 'contractExecutionStatus'>>(doc);
  return { id, dataContractFQN, ...rest, timestamp: at };
}

/**
 * Adds a result, or replaces that with the same id or time. The row of the contract must be locked. The newest result is also shown with
 * the contract.
 */
export async function addContractResult(
  { type, row }: Found,
  result: DataContractResult,
  scope: Scope,
): Promise<DataContractResult> {
  checkMilliseconds(result.timestamp);
  const { id = scope.context.id(), timestamp, dataContractFQN: _, ...rest } = result;
  const { contractExecutionStatus } = rest;
  const stored: ContractResultRow = {
    contract_id: row.id,
    at: timestamp,
    id,
    status: contractExecutionStatus,
    doc: JSON.stringify(rest),
  };
  await putContractResult(scope.sql, stored);
  const shown = shownResult(stored, row.fqn);
  const changed = await followLatest({ type, row }, scope);
  // compat: a check that has just begun makes no event.
  if (contractExecutionStatus !== 'Running')
    await recordUpdate(type, changed, { updated: [{ name: 'dataContractResult', newValue: shown }] }, scope);
  return shown;
}

/** Shows the newest result with the contract; resolves to the row as it is then. */
export async function followLatest({ type, row }: Found, scope: Scope): Promise<EntityRow> {
  const [latest] = await listContractResults(scope.sql, {
    contractId: row.id,
    from: 0,
    to: Number.MAX_SAFE_INTEGER,
    limit: 1,
  });
  const result = latest ? shownResult(latest, row.fqn) : undefined;
  const next = result && {
    timestamp: result.timestamp,
    status: result.contractExecutionStatus,
    ...(result.result === undefined ? {} : { message: result.result }),
    ...(result.id === undefined ? {} : { resultId: result.id }),
  };
  const { latestResult } = parseObject<{ latestResult?: object }>(row.doc);
  if (equal(latestResult ?? null, next ?? null)) return row;
  const { row: changed } = await changeEntity(
    type,
    row,
    ({ latestResult: _, ...value }) => (next ? { ...value, latestResult: next } : value),
    scope,
  );
  return changed;
}

import type { Sql } from '../../port.js';

/** The outcome of one check of a contract. */
export interface ContractResultRow {
  contract_id: string;
  /** Milliseconds; there is one result per contract and time. */
  at: number;
  id: string;
  status: string;
  doc: string;
}

const COLUMNS = 'contract_id, at, id, status, doc';

/** Stores a result. Replaces the one of the contract with the same id, and the one with the same time. */
export async function putContractResult(tx: Sql, row: ContractResultRow): Promise<void> {
  await tx.run('delete from contract_result where contract_id = $1 and (id = $2 or at = $3)', [
    row.contract_id,
    row.id,
    row.at,
  ]);
  await tx.run(`insert into contract_result (${COLUMNS}) values ($1, $2, $3, $4, $5)`, [
    row.contract_id,
    row.at,
    row.id,
    row.status,
    row.doc,
  ]);
}

export function getContractResult(sql: Sql, contractId: string, id: string): Promise<ContractResultRow | undefined> {
  return sql.get<ContractResultRow>(`select ${COLUMNS} from contract_result where contract_id = $1 and id = $2`, [
    contractId,
    id,
  ]);
}

export interface ContractResultRange {
  contractId: string;
  /** Milliseconds, both inclusive. */
  from: number;
  to: number;
}

/** Results of a period, newest first. */
export function listContractResults(
  sql: Sql,
  { contractId, from, to, limit }: ContractResultRange & { limit: number },
): Promise<ContractResultRow[]> {
  return sql.all<ContractResultRow>(
    `select ${COLUMNS} from contract_result where contract_id = $1 and at >= $2 and at <= $3
      order by at desc limit $4`,
    [contractId, from, to, limit],
  );
}

export async function countContractResults(sql: Sql, { contractId, from, to }: ContractResultRange): Promise<number> {
  const row = await sql.get<{ count: number }>(
    'select count(*) as count from contract_result where contract_id = $1 and at >= $2 and at <= $3',
    [contractId, from, to],
  );
  return row?.count ?? 0;
}

/** Removes the results of a period; resolves to how many. */
export function deleteContractResults(tx: Sql, { contractId, from, to }: ContractResultRange): Promise<number> {
  return tx.run('delete from contract_result where contract_id = $1 and at >= $2 and at <= $3', [contractId, from, to]);
}

/** The document that a contract was imported from. */
export async function getContractDocument(sql: Sql, contractId: string): Promise<string | undefined> {
  const row = await sql.get<{ doc: string }>('select doc from contract_document where contract_id = $1', [contractId]);
  return row?.doc;
}

/** Stores the document that a contract was imported from, in place of an earlier one. */
export async function putContractDocument(tx: Sql, contractId: string, doc: string): Promise<void> {
  await tx.run(
    `insert into contract_document (contract_id, doc) values ($1, $2)
      on conflict (contract_id) do update set doc = excluded.doc`,
    [contractId, doc],
  );
}

import { runLater, type Sql } from '../../port.js';
import type { DestinationKey } from './alert-deliveries.js';

export type DestinationStatus = 'active' | 'failed' | 'awaitingRetry' | 'retryLimitReached';

/** The state of one destination after its last attempt. Times in milliseconds. */
export interface DestinationRow extends DestinationKey {
  status: DestinationStatus;
  at: number;
  last_success_at: number | null;
  last_failure_at: number | null;
  last_failure_code: number | null;
  last_failure_reason: string | null;
  next_attempt_at: number | null;
  /** Attempts that failed since the last one that did not, and when the first of them was. */
  failures: number;
  failing_since: number | null;
  /** `open`: it is believed to be down, and only probed. */
  circuit: 'closed' | 'open';
  /** Deliveries that ended. */
  succeeded: number;
  failed: number;
}

const COLUMNS = `alert_id, destination_id, status, at, last_success_at, last_failure_at, last_failure_code,
  last_failure_reason, next_attempt_at, failures, failing_since, circuit, succeeded, failed`;

/** Stores the state of a destination; `succeeded` and `failed` are added to what is stored. Not for a deleted alert. */
export async function putDestinationState(tx: Sql, row: DestinationRow): Promise<void> {
  await runLater(
    tx,
    `insert into alert_destination (${COLUMNS}) select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14
        where exists (select 1 from alert_cursor where alert_id = $1 and state <> 'gone'${tx.dialect.forKeyShare})
      on conflict (alert_id, destination_id) do update set status = excluded.status, at = excluded.at,
        last_success_at = excluded.last_success_at, last_failure_at = excluded.last_failure_at,
        last_failure_code = excluded.last_failure_code, last_failure_reason = excluded.last_failure_reason,
        next_attempt_at = excluded.next_attempt_at, failures = excluded.failures, failing_since = excluded.failing_since,
        circuit = excluded.circuit, succeeded = alert_destination.succeeded + excluded.succeeded,
        failed = alert_destination.failed + excluded.failed`,
    [
      ...[row.alert_id, row.destination_id, row.status, row.at, row.last_success_at, row.last_failure_at],
      ...[row.last_failure_code, row.last_failure_reason, row.next_attempt_at, row.failures, row.failing_since],
      ...[row.circuit, row.succeeded, row.failed],
    ],
  );
}

/** The states of all destinations of these alerts that were ever sent to. */
export function listDestinationStates(sql: Sql, alertIds: readonly string[]): Promise<DestinationRow[]> {
  return sql.all<DestinationRow>(
    `select ${COLUMNS} from alert_destination where alert_id in ${sql.dialect.list('$1')} order by alert_id, destination_id`,
    [JSON.stringify(alertIds)],
  );
}

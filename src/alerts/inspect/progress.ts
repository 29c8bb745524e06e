import {
  type AlertPosition,
  countArrived,
  countDeliveries,
  getAlertPosition,
  lastPosition,
  oldestPosition,
  type Sql,
} from '../../storage/index.js';

/** How far an alert has come. Counts of deliveries, not of events: an event may go to several addresses. */
export interface Progress {
  /** Position of the newest event. */
  latest: number;
  current: number;
  starting: number;
  /** Events that the alert has not read. */
  unread: number;
  pending: number;
  succeeded: number;
  failed: number;
}

/** One after the other: reads share a line. */
export async function progressOf(sql: Sql, alertId: string): Promise<Progress> {
  const latest = await lastPosition(sql);
  const reading = await getAlertPosition(sql, alertId);
  const current = reading?.position ?? latest;
  const { pending, failed } = await countDeliveries(sql, alertId);
  return {
    latest,
    current,
    starting: reading?.cursor.start_position ?? latest,
    // Positions have no gaps, but the oldest events are removed by their retention.
    unread: Math.max(0, latest - Math.max(current, (await oldestPosition(sql)) - 1)),
    pending,
    succeeded: await countArrived(sql, alertId),
    failed,
  };
}

export function offsetOf({ cursor, position, moved_at }: AlertPosition) {
  return {
    startingOffset: cursor.start_position,
    currentOffset: position,
    timestamp: moved_at,
    startingTimestamp: cursor.start_at,
  };
}

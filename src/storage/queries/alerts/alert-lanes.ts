// Where alerts have read to. Whoever changes an alert locks its lane first, then its cursor, and increases the revision of the
// lane, and its revision is compared when it moves. So no event is passed while the cached alerts of the lane are outdated.
import { createHash } from 'node:crypto';
import type { Sql } from '../../port.js';
import { lastPosition } from '../events/read-events.js';

/** The alerts of a share that read with one interval and one batch size. */
export interface LaneKey {
  /** Each share is worked by one server at a time. */
  share: number;
  /** Seconds between two checks. */
  every: number;
  batch: number;
}

export interface LaneRow extends LaneKey {
  position: number;
  moved_at: number;
  revision: number;
}

/** `lane`: reads with its lane; `behind`: reads alone until it reaches its lane; `off`: disabled; `gone`: deleted. */
export type CursorState = 'lane' | 'behind' | 'off' | 'gone';

export interface CursorRow extends LaneKey {
  alert_id: string;
  /** Revision of its lane when it last changed. */
  revision: number;
  state: CursorState;
  /** 0 until the event of its creation was read. */
  started: number;
  /** It reads what is behind this position; with its lane, what is behind both. */
  position: number;
  moved_at: number;
  start_position: number;
  start_at: number;
  /** Number of events that it was about. */
  matched: number;
}

const LANE = 'share, every, batch, position, moved_at, revision';
const CURSOR =
  'alert_id, share, every, batch, revision, state, started, position, moved_at, start_position, start_at, matched';

/** Where one process owns the database there is nobody to share with. */
export function alertShares({ dialect }: Pick<Sql, 'dialect'>): number {
  return dialect.concurrentWriters ? 16 : 1;
}

export function shareOfAlert(sql: Pick<Sql, 'dialect'>, alertId: string): number {
  return createHash('sha256').update(alertId).digest().readUInt32BE(0) % alertShares(sql);
}

/** Where an alert has read to. */
export interface AlertPosition {
  cursor: CursorRow;
  /** Position of the last event that it has read. */
  position: number;
  /** When it got there, in milliseconds. */
  moved_at: number;
}

/** Undefined for an alert that has no cursor, or is deleted. */
export async function getAlertPosition(sql: Sql, alertId: string): Promise<AlertPosition | undefined> {
  const cursor = await getCursorRow(sql, alertId);
  return cursor && cursor.state !== 'gone' ? positionOf(sql, cursor) : undefined;
}

async function positionOf(sql: Sql, cursor: CursorRow): Promise<AlertPosition> {
  const lane = cursor.state === 'lane' ? await getLane(sql, cursor) : undefined;
  if (!lane || lane.position <= cursor.position)
    return { cursor, position: cursor.position, moved_at: cursor.moved_at };
  return { cursor, position: lane.position, moved_at: lane.moved_at };
}

export interface PlacedAlert {
  alert_id: string;
  every: number;
  batch: number;
  enabled: boolean;
  /** Milliseconds. */
  at: number;
  /** Where it continues; default: its current position, and for a new alert behind the newest event. */
  position?: number;
  /** Events before that of its creation are not its own. */
  created?: boolean;
}

/** Stores that an alert was created or changed. Must be called in every write of one. */
export async function placeAlert(tx: Sql, alert: PlacedAlert): Promise<void> {
  const { alert_id, every, batch, enabled, at } = alert;
  const key: LaneKey = { share: shareOfAlert(tx, alert_id), every, batch };
  const earlier = await getCursorRow(tx, alert_id);
  await lockLanes(tx, earlier ? [earlier, key] : [key]);
  const cursor = await getCursorRow(tx, alert_id); // the one before was read without the lock
  const reached = cursor ? (await positionOf(tx, cursor)).position : await lastPosition(tx);
  const position = alert.position ?? reached;
  const lane = await enterLane(tx, key, { position, at, alert_id });
  const state = !enabled ? 'off' : lane.position <= position ? 'lane' : 'behind';
  await tx.run(
    `insert into alert_cursor (${CURSOR}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $8, $9, 0)
      on conflict (alert_id) do update set share = excluded.share, every = excluded.every, batch = excluded.batch,
        revision = excluded.revision, state = excluded.state, position = excluded.position,
        started = case when $10 = 1 then 1 else alert_cursor.started end,
        moved_at = case when alert_cursor.position = excluded.position then alert_cursor.moved_at else excluded.moved_at end`,
    [
      ...[alert_id, key.share, every, batch, lane.revision, state, alert.created ? 0 : 1, position, at],
      // A given position can be behind the event of the creation, which is then never read.
      alert.position === undefined ? 0 : 1,
    ],
  );
}

/** Stores that an alert was deleted; its records are removed later. */
export async function endAlert(tx: Sql, alertId: string): Promise<void> {
  const cursor = await getCursorRow(tx, alertId);
  if (!cursor) return;
  await lockLanes(tx, [cursor]);
  const lane = await getLane(tx, cursor);
  await tx.run("update alert_cursor set state = 'gone', revision = $2 where alert_id = $1", [
    alertId,
    lane?.revision ?? cursor.revision,
  ]);
  await tx.run('delete from alert_destination where alert_id = $1', [alertId]);
}

export function listLanes(sql: Sql): Promise<LaneRow[]> {
  return sql.all<LaneRow>(`select ${LANE} from alert_lane order by share, every, batch`);
}

export function getLane(sql: Sql, { share, every, batch }: LaneKey): Promise<LaneRow | undefined> {
  return sql.get<LaneRow>(`select ${LANE} from alert_lane where share = $1 and every = $2 and batch = $3`, [
    share,
    every,
    batch,
  ]);
}

/** The alerts of a lane that changed since it had a revision; all for -1. */
export function listCursors(sql: Sql, { share, every, batch }: LaneKey, since: number): Promise<CursorRow[]> {
  return sql.all<CursorRow>(
    `select ${CURSOR} from alert_cursor where share = $1 and every = $2 and batch = $3 and revision > $4`,
    [share, every, batch, since],
  );
}

export interface Move {
  from: number;
  to: number;
  /** The revision that the mover knows. */
  revision: number;
  /** Milliseconds. */
  at: number;
}

/** Moves a lane; false if it was moved, or one of its alerts changed. Must be the first statement of its transaction. */
export async function moveLane(tx: Sql, { share, every, batch }: LaneKey, move: Move): Promise<boolean> {
  const moved = await tx.run(
    `update alert_lane set position = $5, moved_at = $7
      where share = $1 and every = $2 and batch = $3 and position = $4 and revision = $6`,
    [share, every, batch, move.from, move.to, move.revision, move.at],
  );
  return moved === 1;
}

/**
 * Moves alerts that are behind their lane; those that reach it read with it from then on. False if one of them changed. Must
 * be the first of its transaction.
 */
export async function moveBehind(tx: Sql, key: LaneKey, ids: readonly string[], move: Move): Promise<boolean> {
  const lane = await tx.get<LaneRow>(
    `select ${LANE} from alert_lane where share = $1 and every = $2 and batch = $3${tx.dialect.forUpdate}`,
    [key.share, key.every, key.batch],
  );
  if (!lane || lane.revision !== move.revision) return false;
  const state: CursorState = move.to >= lane.position ? 'lane' : 'behind';
  const moved = await tx.run(
    `update alert_cursor set position = $2, state = $3, moved_at = $4
      where alert_id in ${tx.dialect.list('$1')} and state = 'behind' and position = $5`,
    [JSON.stringify(ids), move.to, state, move.at, move.from],
  );
  return moved === ids.length;
}

/** Stores that the event of an alert's creation was read: it begins behind it. */
export async function startAlert(
  tx: Sql,
  { alert_id, position, at }: { alert_id: string; position: number; at: number },
): Promise<void> {
  await tx.run(
    `update alert_cursor set started = 1, start_position = $2, start_at = $3,
      position = case when position < $2 then $2 else position end where alert_id = $1`,
    [alert_id, position, at],
  );
}

/** Counts events that an alert was about. */
export async function addMatched(tx: Sql, alertId: string, count: number): Promise<void> {
  await tx.run('update alert_cursor set matched = matched + $2 where alert_id = $1', [alertId, count]);
}

/**
 * Stores that the event at a position was for these alerts, before the others of their lane have met it. For alerts with state `lane`
 * it also moves them ahead of it.
 */
export async function passEvent(
  tx: Sql,
  alertIds: readonly string[],
  { position, at }: { position: number; at: number },
): Promise<void> {
  await tx.run(
    `update alert_cursor set matched = matched + 1,
      position = case when state = 'lane' then $2 else position end,
      moved_at = case when state = 'lane' then $3 else moved_at end
      where alert_id in ${tx.dialect.list('$1')}`,
    [JSON.stringify(alertIds), position, at],
  );
}

function getCursorRow(sql: Sql, alertId: string): Promise<CursorRow | undefined> {
  return sql.get<CursorRow>(`select ${CURSOR} from alert_cursor where alert_id = $1`, [alertId]);
}

/** Locks lanes in the order of their keys, and marks them as changed. */
async function lockLanes(tx: Sql, keys: readonly LaneKey[]): Promise<void> {
  const byText = new Map(
    keys.map(({ share, every, batch }) => [`${share} ${every} ${batch}`, { share, every, batch }]),
  );
  const inOrder = [...byText.values()].sort((a, b) => a.share - b.share || a.every - b.every || a.batch - b.batch);
  for (const { share, every, batch } of inOrder)
    await tx.run('update alert_lane set revision = revision + 1 where share = $1 and every = $2 and batch = $3', [
      share,
      every,
      batch,
    ]);
}

/** The lane that an alert enters; one that nobody reads with goes to where the alert is. */
async function enterLane(
  tx: Sql,
  key: LaneKey,
  { position, at, alert_id }: { position: number; at: number; alert_id: string },
): Promise<LaneRow> {
  const { share, every, batch } = key;
  const lane = await tx.get<LaneRow>(
    `insert into alert_lane (${LANE}) values ($1, $2, $3, $4, $5, 1)
      on conflict (share, every, batch) do update set
        position = case when alert_lane.position < excluded.position and not exists (select 1 from alert_cursor
            where share = $1 and every = $2 and batch = $3 and state = 'lane' and alert_id <> $6)
          then excluded.position else alert_lane.position end
      returning ${LANE}`,
    [share, every, batch, position, at, alert_id],
  );
  if (!lane) throw new Error('an alert lane was not stored');
  return lane;
}

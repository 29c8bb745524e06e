/** One step of reading: evaluates the next events for the alerts at one position, and moves the alerts behind them. */
import { THREAD } from '../../../../contract/index.js';
import { EVERYTHING } from '../../../entities/index.js';
import {
  addMatched,
  type EventHead,
  insertDelivery,
  moveBehind,
  moveLane,
  type NewDelivery,
  passEvent,
  readEventHeads,
  type Sql,
  type Store,
  startAlert,
} from '../../../storage/index.js';
import { type Lane, leaveTrack, moveTrack, type Track, type WorkedAlert } from '../alert-registry.js';
import { type EvaluateDeps, type Evaluated, evaluateEvents } from './evaluate-events.js';

export interface ReadDeps extends EvaluateDeps {
  store: Pick<Store, 'read' | 'write'>;
  /** Called after the commit with the new deliveries. */
  planned(deliveries: readonly NewDelivery[]): void;
}

/** `more`: the batch was full. `outdated`: an alert changed, nothing was done. */
export type Step = 'done' | 'more' | 'outdated';

/** Maximum number of event heads per step; events that no alert wants are skipped this many at once. */
const HEADS = 500;
const MOST_EVALUATED = 100;

export async function readTrack(lane: Lane, track: Track, deps: ReadDeps): Promise<Step> {
  // A copy, because alerts that are loaded meanwhile must not count as known to this step.
  const known: Known = { lane, track, from: track.position, revision: lane.revision, ids: [...track.alerts.keys()] };
  const isMain = track === lane.main;
  const upTo = isMain ? Number.MAX_SAFE_INTEGER : endOf(lane, track.position);
  const heads = await deps.store.read((sql) => readEventHeads(sql, { after: known.from, upTo, limit: HEADS }));
  const last = heads.at(-1);
  if (isMain && !last) return 'done';
  const wanted = heads.filter((head) => isWanted(head, track));
  const most = track.isAmid ? 1 : atOnce(lane.key.batch);
  const evaluated = await evaluateEvents(wanted.slice(0, most), track, deps);
  const next = wanted[evaluated.count];
  const isEnd = !next && heads.length < HEADS;
  const read = next ? next.position - 1 : (last?.position ?? known.from);
  // Alerts that have read up to the next track join it, even if the log has no event at that position any more.
  if (!(await commit(known, isEnd && !isMain ? upTo : read, evaluated, deps))) return 'outdated';
  deps.planned(evaluated.deliveries);
  return isEnd && isMain ? 'done' : 'more';
}

/** Full batches follow at once, so small ones share a transaction. */
function atOnce(batch: number): number {
  return batch >= MOST_EVALUATED ? MOST_EVALUATED : MOST_EVALUATED - (MOST_EVALUATED % batch);
}

/** Alerts that are behind read up to the position of the next ones, so that they continue together. */
function endOf(lane: Lane, position: number): number {
  const ahead = [...lane.behind.keys(), lane.main.position].filter((other) => other > position);
  return Math.min(...ahead);
}

function isWanted({ entity_type, entity_id }: EventHead, { alerts, bySource, fresh }: Track): boolean {
  if (bySource.has(entity_type) || bySource.has(EVERYTHING)) return true;
  if (entity_type === THREAD) return bySource.size > 0;
  const alert = alerts.get(entity_id);
  return alert !== undefined && fresh.has(alert);
}

interface Known {
  lane: Lane;
  track: Track;
  from: number;
  revision: number;
  ids: readonly string[];
}

/** Moves the alerts and stores the deliveries, in one transaction. False if an alert changed. */
async function commit(known: Known, to: number, evaluated: Evaluated, { store, context }: ReadDeps): Promise<boolean> {
  const { lane, track, from } = known;
  const { deliveries, begun, part } = evaluated;
  const isMain = track === lane.main;
  // Alerts may evaluate an event that does not match them twice, so their progress need not be stored.
  const isNothing =
    isMain &&
    from === to &&
    deliveries.length + begun.size + evaluated.matched.size + (part?.matched.length ?? 0) === 0;
  if (
    !isNothing &&
    !(await store.write((tx) => move(tx, known, to, evaluated, context.now()), undefined, 'background'))
  )
    return false;
  for (const [alert, { position, at }] of begun) {
    Object.assign(alert.cursor, { started: 1, start_position: position, start_at: at });
    track.fresh.delete(alert);
  }
  if (isMain) track.position = to;
  else moveTrack(lane, track, to);
  track.isAmid = part !== null;
  if (!part) return true;
  if (isMain) for (const { cursor } of part.met) cursor.position = part.position;
  else leaveTrack(lane, track, part.met, part.position);
  return true;
}

/** The transaction of a step. */
async function move(
  tx: Sql,
  { lane, track, from, revision, ids }: Known,
  to: number,
  { deliveries, matched, begun, part }: Evaluated,
  at: number,
): Promise<boolean> {
  const isMain = track === lane.main;
  const step = { from, to, revision, at };
  const moved = await (isMain ? moveLane(tx, lane.key, step) : moveBehind(tx, lane.key, ids, step));
  if (!moved) return false;
  for (const delivery of deliveries) await insertDelivery(tx, delivery);
  for (const [id, count] of matched) await addMatched(tx, id, count);
  for (const [{ id }, { position, at: since }] of begun) await startAlert(tx, { alert_id: id, position, at: since });
  if (!part) return true;
  const idsOf = (alerts: readonly WorkedAlert[]) => alerts.map(({ id }) => id);
  await passEvent(tx, idsOf(part.matched), { position: part.position, at });
  // They continue ahead of the others.
  return isMain || moveBehind(tx, lane.key, idsOf(part.met), { ...step, from: to, to: part.position });
}

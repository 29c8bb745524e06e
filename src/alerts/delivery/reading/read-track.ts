/** One step of reading: the next events of alerts at one position are evaluated, and the alerts move behind them. */
import { THREAD } from '../../../../contract/index.js';
import { type Catalog, type Scope, systemActor } from '../../../catalog/index.js';
import type { Context } from '../../../context/index.js';
import { EVERYTHING } from '../../../entities/index.js';
import {
  addMatched,
  type EventHead,
  getEvent,
  insertDelivery,
  moveBehind,
  moveLane,
  type NewDelivery,
  type PlacedEventRow,
  readEventHeads,
  type Store,
  StoreUnavailable,
  startAlert,
} from '../../../storage/index.js';
import { createEventMatcher } from '../../rules/match-event.js';
import { type AlertEvent, readEvent } from '../../rules/read-event.js';
import { type Lane, moveTrack, type Track, type WorkedAlert } from '../alert-registry.js';
import { failedEvaluation, type PlanDeps, planDeliveries } from './plan-deliveries.js';
import { isStaleRun } from './stale-run.js';

export interface ReadDeps extends PlanDeps {
  store: Pick<Store, 'read' | 'write'>;
  catalog: Catalog;
  context: Context;
  /** Called after the commit with what is to be delivered now. */
  planned(deliveries: readonly NewDelivery[]): void;
  /** Keeps the text of an event that is to be delivered. */
  keepText(position: number, text: string): void;
}

/** `more`: the batch was full. `outdated`: an alert changed, nothing was done. */
export type Step = 'done' | 'more' | 'outdated';

/** Events that nobody waits for are passed by this many at once. */
const HEADS = 500;
const MOST_EVALUATED = 100;
/** Other work of this thread waits no longer. */
const SLICE_MS = 20;

export async function readTrack(lane: Lane, track: Track, deps: ReadDeps): Promise<Step> {
  // What is loaded meanwhile must not count as known here.
  const known: Known = { lane, track, from: track.position, revision: lane.revision, ids: [...track.alerts.keys()] };
  const isMain = track === lane.main;
  const upTo = isMain ? Number.MAX_SAFE_INTEGER : endOf(lane, track.position);
  const heads = await deps.store.read((sql) => readEventHeads(sql, { after: known.from, upTo, limit: HEADS }));
  const last = heads.at(-1);
  if (isMain && !last) return 'done';
  const wanted = heads.filter((head) => isWanted(head, track));
  const evaluated = await evaluate(wanted.slice(0, atOnce(lane.key.batch)), track, deps);
  const next = wanted[evaluated.count];
  const isEnd = !next && heads.length < HEADS;
  const read = next ? next.position - 1 : (last?.position ?? known.from);
  // Behind what is left of the log, alerts are where the next ones are.
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

interface Evaluated {
  /** Number of events. */
  count: number;
  deliveries: readonly NewDelivery[];
  matched: ReadonlyMap<string, number>;
  begun: ReadonlyMap<WorkedAlert, Begun>;
}

/** The event of an alert's creation. */
interface Begun {
  position: number;
  at: number;
}

const NOTHING: Evaluated = { count: 0, deliveries: [], matched: new Map(), begun: new Map() };

/** Evaluates events until they take too long for one slice; at least one. */
async function evaluate(heads: readonly EventHead[], track: Track, deps: ReadDeps): Promise<Evaluated> {
  if (heads.length === 0) return NOTHING;
  const { store, catalog, context } = deps;
  return store.read(async (sql) => {
    const scope: Scope = { catalog, context, actor: systemActor, sql, reopen: store.read, invalidate() {} };
    const deliveries: NewDelivery[] = [];
    const matched = new Map<string, number>();
    const begun = new Map<WorkedAlert, Begun>();
    const isStarted = (alert: WorkedAlert) => alert.cursor.started === 1 || begun.has(alert);
    const rows = await Promise.all(heads.map(({ position }) => getEvent(sql, position)));
    const began = performance.now();
    let count = 0;
    for (; count < rows.length && (count === 0 || performance.now() - began < SLICE_MS); count += 1) {
      const row = rows[count];
      if (!row) continue; // removed from the log
      const made = await matchAll(row, { track, isStarted }, deps, scope);
      for (const alert of track.fresh)
        if (isCreation(row, alert)) begun.set(alert, { position: row.position, at: row.at });
      deliveries.push(...made.deliveries);
      if (made.deliveries.length > 0) deps.keepText(row.position, row.doc);
      for (const { id } of made.matched) matched.set(id, (matched.get(id) ?? 0) + 1);
    }
    return { count, deliveries, matched, begun };
  });
}

const isCreation = ({ kind, entity_id }: PlacedEventRow, { id }: WorkedAlert) =>
  kind === 'entityCreated' && entity_id === id;

/** Alerts whose source an event can have. */
function alertsFrom({ entityType, thread }: AlertEvent, { bySource }: Track): WorkedAlert[] {
  const sources = thread ? [thread.about?.type ?? '', thread.type.toLowerCase()] : [entityType];
  return [...new Set([...sources, EVERYTHING])].flatMap((source) => [...(bySource.get(source) ?? [])]);
}

interface Readers {
  track: Track;
  /** Whether an alert has met the event of its creation. */
  isStarted(alert: WorkedAlert): boolean;
}

async function matchAll(
  row: PlacedEventRow,
  { track, isStarted }: Readers,
  deps: ReadDeps,
  scope: Scope,
): Promise<{ deliveries: NewDelivery[]; matched: WorkedAlert[] }> {
  const deliveries: NewDelivery[] = [];
  const matched: WorkedAlert[] = [];
  const event = readEvent(row);
  const matcher = createEventMatcher(event, scope);
  for (const alert of alertsFrom(event, track))
    try {
      if (!isStarted(alert) || row.position <= alert.cursor.position) continue;
      if (isStaleRun(event, alert.cursor.start_at) || !(await matcher.matches(alert.rules()))) continue;
      deliveries.push(...(await planDeliveries({ alert, row, event }, deps, scope)));
      matched.push(alert);
    } catch (error) {
      // Without the database nothing can be said about the event, so the whole step is repeated.
      if (error instanceof StoreUnavailable) throw error;
      deliveries.push(failedEvaluation({ alert, row }, error, scope));
    }
  return { deliveries, matched };
}

interface Known {
  lane: Lane;
  track: Track;
  from: number;
  revision: number;
  ids: readonly string[];
}

/** Moves the alerts and stores what is to be delivered, in one transaction. False if an alert changed. */
async function commit(
  { lane, track, from, revision, ids }: Known,
  to: number,
  { deliveries, matched, begun }: Evaluated,
  { store, context }: ReadDeps,
): Promise<boolean> {
  const move = { from, to, revision, at: context.now() };
  const done = await store.write(
    async (tx) => {
      const moved = await (track === lane.main ? moveLane(tx, lane.key, move) : moveBehind(tx, lane.key, ids, move));
      if (!moved) return false;
      for (const delivery of deliveries) await insertDelivery(tx, delivery);
      for (const [id, count] of matched) await addMatched(tx, id, count);
      for (const [{ id }, { position, at }] of begun) await startAlert(tx, { alert_id: id, position, at });
      return true;
    },
    undefined,
    'background',
  );
  if (!done) return false;
  for (const [alert, { position, at }] of begun) {
    Object.assign(alert.cursor, { started: 1, start_position: position, start_at: at });
    track.fresh.delete(alert);
  }
  if (track === lane.main) track.position = to;
  else moveTrack(lane, track, to);
  return true;
}

/** Evaluates events for the alerts at one position, a slice at a time. */
import { type Catalog, type Scope, systemActor } from '../../../catalog/index.js';
import type { Context } from '../../../context/index.js';
import { EVERYTHING } from '../../../entities/index.js';
import {
  type EventHead,
  getEvent,
  type NewDelivery,
  type PlacedEventRow,
  type Store,
  StoreUnavailable,
} from '../../../storage/index.js';
import { createEventMatcher } from '../../rules/match-event.js';
import { type AlertEvent, readEvent } from '../../rules/read-event.js';
import type { Track, WorkedAlert } from '../alert-registry.js';
import { failedEvaluation, type PlanDeps, planDeliveries } from './plan-deliveries.js';
import { isStaleRun } from './stale-run.js';

export interface EvaluateDeps extends PlanDeps {
  store: Pick<Store, 'read'>;
  catalog: Catalog;
  context: Context;
  /** Caches the text of an event that will be delivered. */
  keepText(position: number, text: string): void;
}

/** Maximum duration of a slice, during which other work of this thread waits. Milliseconds. */
const SLICE_MS = 20;
/** Deliveries per slice; a transaction inserts this many in a few milliseconds. An alert with more addresses exceeds it. */
const MOST_DELIVERIES = 250;

export interface Evaluated {
  /** Number of events that all alerts have evaluated. */
  count: number;
  /** The next event, if some of the alerts have already evaluated it. */
  part: Part | null;
  deliveries: readonly NewDelivery[];
  matched: ReadonlyMap<string, number>;
  begun: ReadonlyMap<WorkedAlert, Begun>;
}

/** An event that matches too many alerts for one transaction. */
interface Part {
  position: number;
  met: readonly WorkedAlert[];
  /** The alerts among them that it matches. */
  matched: readonly WorkedAlert[];
}

/** The event of an alert's creation. */
interface Begun {
  position: number;
  at: number;
}

const NOTHING: Evaluated = { count: 0, part: null, deliveries: [], matched: new Map(), begun: new Map() };

/** Evaluates events until the slice takes too long or has too many deliveries; at least for one alert. */
export async function evaluateEvents(
  heads: readonly EventHead[],
  track: Track,
  deps: EvaluateDeps,
): Promise<Evaluated> {
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
    const isFull = () => deliveries.length >= MOST_DELIVERIES || performance.now() - began >= SLICE_MS;
    let count = 0;
    for (; count < rows.length && (count === 0 || !isFull()); count += 1) {
      const row = rows[count];
      if (!row) continue; // removed from the log
      const made = await matchAll(
        row,
        { track, isStarted, add: (some) => deliveries.push(...some), isFull },
        deps,
        scope,
      );
      if (made.added > 0) deps.keepText(row.position, row.doc);
      if (!made.isWhole) return { count, part: { position: row.position, ...made }, deliveries, matched, begun };
      for (const alert of track.fresh)
        if (isCreation(row, alert)) begun.set(alert, { position: row.position, at: row.at });
      for (const { id } of made.matched) matched.set(id, (matched.get(id) ?? 0) + 1);
    }
    return { count, part: null, deliveries, matched, begun };
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
  /** Whether an alert has passed the event of its creation. */
  isStarted(alert: WorkedAlert): boolean;
  add(deliveries: readonly NewDelivery[]): void;
  /** Whether the slice ends here. */
  isFull(): boolean;
}

interface Matches extends Omit<Part, 'position'> {
  /** Whether all alerts have evaluated the event. */
  isWhole: boolean;
  /** Number of deliveries. */
  added: number;
}

async function matchAll(
  row: PlacedEventRow,
  { track, isStarted, add, isFull }: Readers,
  deps: EvaluateDeps,
  scope: Scope,
): Promise<Matches> {
  const met: WorkedAlert[] = [];
  const matched: WorkedAlert[] = [];
  let added = 0;
  const event = readEvent(row);
  const matcher = createEventMatcher(event, scope);
  const planFor = async (alert: WorkedAlert): Promise<readonly NewDelivery[]> => {
    try {
      if (isStaleRun(event, alert.cursor.start_at) || !(await matcher.matches(alert.rules()))) return [];
      const deliveries = await planDeliveries({ alert, row, event }, deps, scope);
      matched.push(alert);
      return deliveries;
    } catch (error) {
      // Without the database the event cannot be evaluated, so the whole step is repeated.
      if (error instanceof StoreUnavailable) throw error;
      return [failedEvaluation({ alert, row }, error, scope)];
    }
  };
  for (const alert of alertsFrom(event, track)) {
    if (!isStarted(alert) || row.position <= alert.cursor.position) continue;
    if (met.length > 0 && isFull()) return { isWhole: false, added, met, matched };
    const deliveries = await planFor(alert);
    add(deliveries);
    added += deliveries.length;
    met.push(alert);
  }
  return { isWhole: true, added, met, matched };
}

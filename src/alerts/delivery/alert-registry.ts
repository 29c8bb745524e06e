/**
 * The alerts that this server works on, with their rules compiled. The revision of their lane tells whether they are current: it is
 * compared in the transaction that moves the lane, after a wake-up, and from time to time.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Destination, EventSubscription, Stored } from '../../../contract/index.js';
import { type Catalog, type Fields, readDocument } from '../../catalog/index.js';
import { openDestination } from '../../entities/index.js';
import {
  type CursorRow,
  type EntityRow,
  getEntitiesByIds,
  type LaneKey,
  type LaneRow,
  listCursors,
  listLanes,
  type Store,
} from '../../storage/index.js';
import { type CompiledRules, compileRules } from '../rules/compile-rules.js';

export interface WorkedAlert {
  readonly id: string;
  readonly name: string;
  readonly displayName: string | undefined;
  /** The position from which it reads, and since when; `position` and `started` change while it reads. */
  readonly cursor: CursorRow;
  readonly source: string;
  readonly destinations: readonly Destination[];
  /** Throws if a stored condition cannot be parsed. */
  rules(): CompiledRules;
  /** The config of a destination with its secrets in plain text. */
  configOf(destinationId: string): Fields;
}

/** The alerts that read from one position. */
export interface Track {
  position: number;
  readonly alerts: Map<string, WorkedAlert>;
  readonly bySource: Map<string, Set<WorkedAlert>>;
  /** The alerts that have not reached the event of their creation yet. */
  readonly fresh: Set<WorkedAlert>;
  /** Whether some of the alerts have already evaluated the next event. */
  isAmid: boolean;
}

export interface Lane {
  readonly key: LaneKey;
  revision: number;
  readonly main: Track;
  /** Alerts that read alone until they reach the lane, by position. */
  readonly behind: Map<number, Track>;
}

export interface AlertRegistry {
  /** Loads what changed in the lanes of these shares, and drops those of other shares. */
  refresh(holds: (share: number) => boolean): Promise<void>;
  lanes(): Iterable<Lane>;
  /** Undefined for an alert that is disabled or deleted, or that another server works on. */
  find(alertId: string): WorkedAlert | undefined;
  drop(shares: readonly number[]): void;
}

export interface RegistryDeps {
  read: Store['read'];
  catalog: Catalog;
  /** Called with the ids of alerts that were loaded, changed, or are no longer worked on. */
  changed(alertIds: readonly string[]): void;
}

const AT_ONCE = 200;

export function createAlertRegistry({ read, catalog, changed }: RegistryDeps): AlertRegistry {
  const lanes = new Map<string, Lane>();
  const alerts = new Map<string, { alert: WorkedAlert; lane: Lane }>();
  let running: Promise<void> = Promise.resolve();

  function remove(id: string): void {
    const found = alerts.get(id);
    if (!found) return;
    alerts.delete(id);
    for (const track of [found.lane.main, ...found.lane.behind.values()]) removeFrom(track, found.alert);
    for (const [position, { alerts: left }] of found.lane.behind)
      if (left.size === 0) found.lane.behind.delete(position);
  }

  function add(lane: Lane, cursor: CursorRow, row: EntityRow): void {
    const alert = workedAlert(cursor, row, catalog);
    alerts.set(alert.id, { alert, lane });
    if (cursor.state === 'lane') addTo(lane.main, alert);
    else addTo(trackAt(lane.behind, cursor.position), alert);
  }

  async function refresh(holds: (share: number) => boolean): Promise<void> {
    const { rows, cursors } = await read(async (sql) => {
      const rows = (await listLanes(sql)).filter((lane) => isOutdated(lane, lanes.get(textOf(lane)), holds));
      const cursors = new Map<string, CursorRow[]>();
      for (const lane of rows)
        cursors.set(textOf(lane), await listCursors(sql, lane, lanes.get(textOf(lane))?.revision ?? -1));
      return { rows, cursors };
    });
    for (const row of rows) {
      const lane = laneFor(lanes, row);
      await load(lane, cursors.get(textOf(row)) ?? []);
      lane.revision = row.revision;
    }
  }

  async function load(lane: Lane, cursors: readonly CursorRow[]): Promise<void> {
    for (const { alert_id } of cursors) remove(alert_id);
    const active = cursors.filter(({ state }) => state === 'lane' || state === 'behind');
    for (let at = 0; at < active.length; at += AT_ONCE) {
      const some = active.slice(at, at + AT_ONCE);
      const ids = some.map(({ alert_id }) => alert_id);
      const rows = new Map((await read((sql) => getEntitiesByIds(sql, ids))).map((row) => [row.id, row]));
      for (const cursor of some) {
        const row = rows.get(cursor.alert_id);
        if (row) add(lane, cursor, row);
      }
      await nextTurn();
    }
    if (cursors.length > 0) changed(cursors.map(({ alert_id }) => alert_id));
  }

  return {
    refresh(holds) {
      running = running.catch(() => {}).then(() => refresh(holds));
      return running;
    },
    lanes: () => lanes.values(),
    find: (id) => alerts.get(id)?.alert,
    drop(shares) {
      const dropped = [...lanes].filter(([, { key }]) => shares.includes(key.share));
      for (const [text, lane] of dropped) {
        lanes.delete(text);
        const ids = [lane.main, ...lane.behind.values()].flatMap((track) => [...track.alerts.keys()]);
        for (const id of ids) alerts.delete(id);
        changed(ids);
      }
    },
  };
}

/** Moves a track of alerts that are behind; the rest of the lane may be there already. */
export function moveTrack(lane: Lane, track: Track, to: number): void {
  lane.behind.delete(track.position);
  track.position = to;
  const target = to >= lane.main.position ? lane.main : lane.behind.get(to);
  for (const { cursor } of track.alerts.values()) {
    cursor.position = to;
    cursor.state = target === lane.main ? 'lane' : 'behind';
  }
  if (!target) lane.behind.set(to, track);
  else for (const alert of track.alerts.values()) addTo(target, alert);
}

/** Moves some alerts of a track that is behind ahead of the others. */
export function leaveTrack(lane: Lane, track: Track, alerts: readonly WorkedAlert[], to: number): void {
  const target = to >= lane.main.position ? lane.main : trackAt(lane.behind, to);
  for (const alert of alerts) {
    removeFrom(track, alert);
    alert.cursor.position = to;
    alert.cursor.state = target === lane.main ? 'lane' : 'behind';
    addTo(target, alert);
  }
  if (track.alerts.size === 0) lane.behind.delete(track.position);
}

const textOf = ({ share, every, batch }: LaneKey) => `${share} ${every} ${batch}`;

function isOutdated(row: LaneRow, known: Lane | undefined, holds: (share: number) => boolean): boolean {
  return holds(row.share) && known?.revision !== row.revision;
}

function laneFor(lanes: Map<string, Lane>, row: LaneRow): Lane {
  const { share, every, batch, position } = row;
  const known = lanes.get(textOf(row));
  // Alerts that enter a lane without alerts move its stored position, which can then be ahead of the cached one.
  if (known) known.main.position = Math.max(known.main.position, position);
  const lane = known ?? { key: { share, every, batch }, revision: -1, main: emptyTrack(position), behind: new Map() };
  lanes.set(textOf(row), lane);
  return lane;
}

function emptyTrack(position: number): Track {
  return { position, alerts: new Map(), bySource: new Map(), fresh: new Set(), isAmid: false };
}

function trackAt(tracks: Map<number, Track>, position: number): Track {
  const track = tracks.get(position) ?? emptyTrack(position);
  tracks.set(position, track);
  return track;
}

function addTo({ alerts, bySource, fresh }: Track, alert: WorkedAlert): void {
  alerts.set(alert.id, alert);
  const ofSource = bySource.get(alert.source) ?? new Set();
  bySource.set(alert.source, ofSource.add(alert));
  if (alert.cursor.started === 0) fresh.add(alert);
}

function removeFrom({ alerts, bySource, fresh }: Track, alert: WorkedAlert): void {
  if (!alerts.delete(alert.id)) return;
  fresh.delete(alert);
  const ofSource = bySource.get(alert.source);
  ofSource?.delete(alert);
  if (ofSource?.size === 0) bySource.delete(alert.source);
}

function workedAlert(cursor: CursorRow, row: EntityRow, catalog: Catalog): WorkedAlert {
  const core = readDocument<EventSubscription>(row);
  const { filteringRules = { resources: [] }, destinations = [] }: Stored<EventSubscription> = core;
  let compiled: CompiledRules | undefined;
  const configs = new Map<string, Fields>();
  return {
    id: row.id,
    name: row.name,
    displayName: core.displayName,
    cursor,
    source: filteringRules.resources[0] ?? '',
    destinations,
    rules() {
      compiled ??= compileRules(filteringRules);
      return compiled;
    },
    configOf(id) {
      const config = configs.get(id) ?? openDestination(core, id, { catalog });
      configs.set(id, config);
      return config;
    },
  };
}

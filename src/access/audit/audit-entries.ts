/** The audit log: change events, which every write stores in its own transaction, and refused requests. */
import { catalogError, isEventType, parseObject, type Stored, type User } from '../../../contract/index.js';
import { type Fields, givenFqn, type Request, readLimit, type Scope } from '../../catalog/index.js';
import {
  type AuditEventRow,
  type AuditEvents,
  type AuditFilter,
  countAuditEvents,
  getEntitiesByFqns,
  listAuditEvents,
  listPointsByTime,
  type SeriesRow,
  type Sql,
} from '../../storage/index.js';
import { REFUSAL_HOLDER, REFUSALS, type Refusal } from './refusals.js';

/** The event type of a refused request, besides those of changes. */
export const REFUSED = 'accessRefused';

export interface AuditQuery extends AuditFilter {
  actorType?: 'USER' | 'BOT' | undefined;
  /** Folded words, each of which the entry has. */
  words?: readonly string[];
}

/** Where an entry stands: newest first, at the same time changes before refusals. */
export type AuditPlace = { at: number; event: string } | { at: number; refusal: string };

export interface AuditEntry {
  place: AuditPlace;
  /** As returned to clients. */
  shown: Record<string, unknown> & { userName: string };
}

export interface AuditSlice {
  entries: AuditEntry[];
  /** null at the end of the log. */
  next: AuditPlace | null;
  /** Rows read, also those that do not pass the filter. */
  scanned: number;
}

const SLICE = 200;
/** Maximum number of rows that a page scans for entries that pass the filter. */
export const MOST_SCANNED = 20_000;
export const MOST_COUNTED = 10_000;
const MOST_WORDS = 10;

/**
 * Without `endTs` there is no upper bound: times of events never decrease in event order, so those of a server whose
 * clock is behind are ahead of it.
 */
export function readAuditQuery(query: Request['query'], scope: Scope): AuditQuery {
  const { userName, entityType, entityFQN, eventType, actorType, serviceName, q } = query;
  if (actorType && actorType !== 'USER' && actorType !== 'BOT')
    throw catalogError('BAD_REQUEST', 'actorType must be USER or BOT');
  if (eventType && eventType !== REFUSED && !isEventType(eventType))
    throw catalogError('BAD_REQUEST', `eventType: ${eventType} is unknown`);
  const time = (name: 'startTs' | 'endTs', otherwise: number) =>
    readLimit(query[name], otherwise, 0, Number.MAX_SAFE_INTEGER, name);
  const from = time('startTs', 0);
  const to = time('endTs', Number.MAX_SAFE_INTEGER);
  if (from > to) throw catalogError('BAD_REQUEST', 'startTs must not be after endTs');
  return {
    from,
    to,
    user: userName || undefined,
    type: entityType || undefined,
    fqn: entityFQN || undefined,
    kind: eventType || undefined,
    inside: serviceName ? { name: serviceName, types: typesOfServices(scope) } : undefined,
    words: foldedWords(q ?? ''),
    actorType: actorType === 'USER' || actorType === 'BOT' ? actorType : undefined,
  };
}

/** Services, and the types of what lies in them. */
function typesOfServices({ catalog: { registry } }: Scope): string[] {
  const services = registry.types.filter(({ family }) => family !== undefined).map(({ name }) => name);
  const inside = ({ name }: { name: string }) => services.some((service) => registry.liesBelow(name, service));
  return [...services, ...registry.types.filter(inside).map(({ name }) => name)];
}

function foldedWords(text: string): string[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length > MOST_WORDS)
    throw catalogError('BAD_REQUEST', `query param q may have at most ${MOST_WORDS} words`);
  return words;
}

/** Entries behind a place, a slice at a time; with `back`, those before it, nearest first. */
export async function auditSlice(
  query: AuditQuery,
  after: AuditPlace | null,
  scope: Scope,
  back = false,
): Promise<AuditSlice> {
  const [{ events, cut }, refusals] = back
    ? [await eventsBefore(query, after, scope.sql), await refusalsBefore(query, after, scope.sql)]
    : [await eventsBehind(query, after, scope.sql), await refusalsBehind(query, after, scope.sql)];
  const all = (back ? mergeBack(events, refusals) : merge(events, refusals)).slice(0, SLICE);
  // What lies behind the last event would hide those that follow it.
  const merged = cut ? all.slice(0, all.findLastIndex((row) => 'change' in row) + 1) : all;
  const last = merged.at(-1);
  const bots = await botsAmong(
    events.map(({ user_name }) => user_name),
    scope,
  );
  const entries = merged
    .map((row): AuditEntry => ('change' in row ? eventEntry(row, bots, scope) : refusalEntry(row)))
    .filter((entry) => passes(entry, query));
  return { entries, next: (cut || merged.length === SLICE) && last ? placeOf(last) : null, scanned: merged.length };
}

export async function countAudit(query: AuditQuery, sql: Sql): Promise<number> {
  return query.kind === REFUSED ? 0 : countAuditEvents(sql, query, MOST_COUNTED);
}

const NO_EVENTS: AuditEvents = { events: [], cut: false };

async function eventsBehind(query: AuditQuery, after: AuditPlace | null, sql: Sql): Promise<AuditEvents> {
  if (query.kind === REFUSED) return NO_EVENTS;
  if (after === null) return listAuditEvents(sql, { ...query, limit: SLICE });
  const before = 'event' in after ? { at: after.at, id: after.event } : { at: after.at, id: '' };
  return listAuditEvents(sql, { ...query, before, limit: SLICE });
}

async function refusalsBehind(query: AuditQuery, after: AuditPlace | null, sql: Sql): Promise<SeriesRow[]> {
  if (query.kind !== undefined && query.kind !== REFUSED) return [];
  const { from, to } = query;
  const range = { kind: REFUSALS, from, to: after ? Math.min(to, after.at) : to, limit: SLICE };
  const place =
    after && 'refusal' in after ? { at: after.at, entity_id: REFUSAL_HOLDER, key: after.refusal } : undefined;
  return listPointsByTime(sql, place ? { ...range, after: place } : range);
}

async function eventsBefore(query: AuditQuery, place: AuditPlace | null, sql: Sql): Promise<AuditEvents> {
  if (query.kind === REFUSED || place === null) return NO_EVENTS;
  const after = { at: place.at, id: 'event' in place ? place.event : '' };
  return listAuditEvents(sql, { ...query, after, limit: SLICE });
}

/** Refusals are behind the changes of the same time. */
async function refusalsBefore(
  { kind, from, to }: AuditQuery,
  place: AuditPlace | null,
  sql: Sql,
): Promise<SeriesRow[]> {
  if ((kind !== undefined && kind !== REFUSED) || place === null) return [];
  const range = { kind: REFUSALS, from, to, limit: SLICE };
  return 'event' in place
    ? listPointsByTime(sql, { ...range, before: { at: place.at + 1, entity_id: '', key: '' } })
    : listPointsByTime(sql, { ...range, before: { at: place.at, entity_id: REFUSAL_HOLDER, key: place.refusal } });
}

function mergeBack(events: readonly AuditEventRow[], refusals: readonly SeriesRow[]): (AuditEventRow | SeriesRow)[] {
  return [...refusals, ...events].sort((a, b) => a.at - b.at);
}

function merge(events: readonly AuditEventRow[], refusals: readonly SeriesRow[]): (AuditEventRow | SeriesRow)[] {
  return [...events, ...refusals].sort((a, b) => b.at - a.at);
}

function placeOf(row: AuditEventRow | SeriesRow): AuditPlace {
  return 'change' in row ? { at: row.at, event: row.id } : { at: row.at, refusal: row.key };
}

function passes({ shown }: AuditEntry, query: AuditQuery): boolean {
  const same = (value: unknown, wanted: string | undefined) => wanted === undefined || value === wanted;
  return (
    same(shown.actorType, query.actorType) &&
    same(shown.userName, query.user) &&
    same(shown.entityType, query.type) &&
    same(shown.entityFQN, query.fqn) &&
    liesInside(shown, query) &&
    hasWords(shown, query.words ?? [])
  );
}

function liesInside({ entityType, entityFQN }: AuditEntry['shown'], { inside }: AuditQuery): boolean {
  if (!inside) return true;
  const fqn = String(entityFQN ?? '');
  return inside.types.includes(String(entityType)) && (fqn === inside.name || fqn.startsWith(`${inside.name}.`));
}

/** In what every reader of the log sees of an entry, so not in the values of changes. */
function hasWords(
  { userName, eventType, entityType, entityFQN }: AuditEntry['shown'],
  words: readonly string[],
): boolean {
  const text = [userName, eventType, entityType ?? '', entityFQN ?? ''].join(' ').toLowerCase();
  return words.every((word) => text.includes(word));
}

function eventEntry(row: AuditEventRow, bots: ReadonlySet<string>, { actor }: Scope): AuditEntry {
  const { change, doc, at } = row;
  const event: Fields = { ...parseObject(doc), timestamp: at };
  // The change may hold what the reader may not see; administrators see everything.
  const detail = change !== null && actor.isAdmin ? { ...event, changeDescription: parseObject(change) } : event;
  return {
    place: placeOf(row),
    shown: {
      id: row.id,
      changeEventId: row.id,
      eventTs: at,
      eventType: row.kind,
      userName: row.user_name,
      ...(event.impersonatedBy === undefined ? {} : { impersonatedBy: event.impersonatedBy }),
      actorType: bots.has(row.user_name) ? 'BOT' : 'USER',
      entityType: row.entity_type,
      entityId: row.entity_id,
      entityFQN: row.entity_fqn,
      eventJson: JSON.stringify(detail),
      createdAt: at,
    },
  };
}

function refusalEntry(row: SeriesRow): AuditEntry {
  const { userName, impersonatedBy, isBot, entityType, entityId, entityFqn, ...request } = parseObject<Refusal>(
    row.doc,
  );
  return {
    place: placeOf(row),
    shown: {
      id: row.key,
      eventTs: row.at,
      eventType: REFUSED,
      userName,
      ...(impersonatedBy === undefined ? {} : { impersonatedBy }),
      actorType: isBot ? 'BOT' : 'USER',
      ...(entityType === undefined ? {} : { entityType }),
      ...(entityId === undefined ? {} : { entityId }),
      ...(entityFqn === undefined ? {} : { entityFQN: entityFqn }),
      eventJson: JSON.stringify({ ...request, responseCode: 403 }),
      createdAt: row.at,
    },
  };
}

/** Which of the names belong to bots. The server itself is one; deleted accounts count as people. */
async function botsAmong(names: readonly string[], scope: Scope): Promise<ReadonlySet<string>> {
  const type = scope.catalog.registry.targetOf('users');
  const fqns = [...new Set(names)].map((name) => givenFqn(type, name));
  const bots = new Set(['system']);
  for (const row of await getEntitiesByFqns(scope.sql, type.name, fqns))
    if (parseObject<Stored<User>>(row.doc).isBot === true) bots.add(row.name);
  return bots;
}

/**
 * Tries the rules of an alert on the events of the log, with the rights of the caller and without delaying others: in small
 * pieces, each in a snapshot of its own, and at most so many in all.
 */
import { setImmediate } from 'node:timers/promises';
import { THREAD } from '../../../contract/index.js';
import { type ActionScope, createEventView, type Scope } from '../../catalog/index.js';
import { EVERYTHING } from '../../entities/index.js';
import { createPace } from '../../jobs/index.js';
import { type EventScan, type PlacedEventRow, scanEvents } from '../../storage/index.js';
import type { CompiledRules } from '../rules/compile-rules.js';
import { emptyMemory } from '../rules/event-facts.js';
import { createEventMatcher } from '../rules/match-event.js';
import { readEvent } from '../rules/read-event.js';

export interface EventRange extends Pick<EventScan, 'at' | 'end' | 'newestFirst'> {
  /** Also events of other types than the source of the alert. */
  all?: boolean;
}

/** Called with each event that the caller may see, as the caller may see it. */
export type Examine = (shown: PlacedEventRow, matches: boolean) => void;

export interface Examined {
  /** Events that the caller may see. */
  looked: number;
  /** Position of the last event that was checked or skipped; null if the whole range was checked. */
  stoppedAt: number | null;
}

/** Of one request. */
const MOST_EVENTS = 5000;
const MOST_MS = 15_000;
const PIECE_MS = 8;
/** A piece that took longer than it should ends early. */
const LONGEST_PIECE_MS = 15;
const MOST_AT_ONCE = 50;
/** A single event can hold an entity of megabytes. */
const FIRST_AT_ONCE = 2;

export async function examineEvents(
  range: EventRange,
  rules: CompiledRules,
  scope: Pick<ActionScope, 'readAs'>,
  examine: Examine,
): Promise<Examined> {
  const pace = createPace({ target: PIECE_MS, most: MOST_AT_ONCE, least: 1, first: FIRST_AT_ONCE });
  const began = performance.now();
  const types = range.all || rules.source === EVERYTHING ? undefined : typesOf(rules);
  let looked = 0;
  let read = 0;
  let at: number | null = range.at;
  while (at !== null && read < MOST_EVENTS && performance.now() - began < MOST_MS) {
    const scan: EventScan = { ...range, at, types, limit: pace.size() };
    const piece = await scope.readAs((inner) => examinePiece(scan, rules, inner));
    for (const { shown, matches } of piece.shown) examine(shown, matches);
    pace.took(Math.max(1, piece.read), piece.milliseconds);
    looked += piece.shown.length;
    read += piece.read;
    at = piece.next;
    await setImmediate(); // an embedded database answers without giving way to others
  }
  return { looked, stoppedAt: at };
}

/** Types of the events that the source of an alert can be about. */
const typesOf = ({ source, hasTriggers }: CompiledRules) => (hasTriggers ? [source] : [source, THREAD]);

interface Piece {
  shown: { shown: PlacedEventRow; matches: boolean }[];
  read: number;
  next: number | null;
  /** Without the time it waited for its turn. */
  milliseconds: number;
}

async function examinePiece(scan: EventScan, rules: CompiledRules, scope: Scope): Promise<Piece> {
  const began = performance.now();
  const { events, next } = await scanEvents(scope.sql, scan);
  const view = createEventView(scope);
  const memory = emptyMemory();
  const shown: Piece['shown'] = [];
  const took = () => performance.now() - began;
  for (const [i, row] of events.entries()) {
    const seen = await view(row);
    if (seen !== null) {
      const matcher = createEventMatcher(readEvent(seen), scope, { sight: 'asCaller', memory });
      shown.push({ shown: seen, matches: await matcher.matches(rules) });
    }
    if (took() > LONGEST_PIECE_MS && i + 1 < events.length)
      return { shown, read: i + 1, next: row.position, milliseconds: took() };
  }
  return { shown, read: events.length, next, milliseconds: took() };
}

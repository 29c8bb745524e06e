import { setTimeout as pause } from 'node:timers/promises';
import { type ActionScope, createEventView, sentComment, sentEventText } from '../../catalog/index.js';
import type { EventTail } from '../../events/index.js';
import { lastPosition, oldestPosition, type PlacedEventRow, StoreUnavailable } from '../../storage/index.js';
import type { Decisions } from './decisions.js';
import { readSlice, SLICE, type Wanted } from './wanted-events.js';

export interface Following {
  /** Position behind which the stream begins. */
  start: number;
  wanted: Wanted;
  bearer: string | null;
  scope: ActionScope;
  tail: EventTail;
  decisions: Decisions;
}

/** How soon clients connect again, in milliseconds. */
const RETRY_MS = 2000;
/** How often the token is checked while nothing happens. */
const CHECK_MS = 1000;
const QUIET_MS = 15_000;
/** Characters of events that a stream holds while its client is slow; one longer event is sent alone. */
const MOST_TEXT = 256 * 1024;
/** Short events are sent together. */
const CHUNK = 16 * 1024;

/**
 * Events behind a position, and new ones as they come. The next events are read when the client has taken the previous
 * ones, and are shown with the rights of that moment.
 */
export async function* followEvents(following: Following): AsyncGenerator<string> {
  const { start, scope, tail } = following;
  const leave = tail.follow(scope);
  let told = start;
  let quietSince = performance.now();
  try {
    yield `retry: ${RETRY_MS}\nid: ${start}\n\n`;
    for (let at = start; ; ) {
      const step = await nextStep(at, following);
      if ('ended' in step) return void (yield sentComment(step.ended));
      at = step.at;
      for (const chunk of chunksOf(step.shown)) yield chunk;
      const last = step.shown.at(-1);
      if (last) [told, quietSince] = [last.position, performance.now()];
      else if (performance.now() - quietSince < QUIET_MS) yield '';
      else {
        // The id lets a client resume behind events that are not for it.
        yield sentComment('still here', told === at ? undefined : at);
        [told, quietSince] = [at, performance.now()];
      }
      if (!step.more) await tail.news(at, CHECK_MS);
    }
  } finally {
    leave();
  }
}

type Step = { shown: readonly PlacedEventRow[]; at: number; more: boolean } | { ended: string };

/** Survives a database that is away for a while. */
async function nextStep(at: number, following: Following): Promise<Step> {
  const { scope, tail } = following;
  try {
    const rows = tail.after(at);
    if (!rows) return await stepFromDatabase(at, following);
    if (rows.length > 0) return await stepFromTail(at, rows, following);
    await scope.confirm();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    await pause(CHECK_MS); // the next events may be there already
  }
  return { shown: [], at, more: false };
}

/** Reads nothing but the rights to the events, and not even these if none is selected. */
async function stepFromTail(
  from: number,
  rows: readonly PlacedEventRow[],
  { wanted, bearer, scope, decisions }: Following,
): Promise<Step> {
  const selected = rows.filter(wanted.passes);
  const taken = upToSize(selected.slice(0, SLICE));
  const isAll = taken.length === selected.length;
  const at = (isAll ? rows.at(-1) : taken.at(-1))?.position ?? from;
  if (taken.length === 0) await scope.confirm();
  return { shown: taken.length === 0 ? [] : await decisions(taken, { bearer, scope }), at, more: !isAll };
}

/** For a stream that is behind: its own read, in one snapshot with its rights. */
async function stepFromDatabase(after: number, { wanted, scope }: Following): Promise<Step> {
  return scope.readAs(async (inner) => {
    const { sql } = inner;
    if (after < (await oldestPosition(sql)) - 1) return { ended: `events after ${after} were removed by retention` };
    const upTo = Math.max(after, await lastPosition(sql));
    const read = await readSlice(wanted, { after, upTo, limit: SLICE }, { sql, view: createEventView(inner) });
    const shown = upToSize(read.found);
    if (shown.length < read.found.length) return { shown, at: shown.at(-1)?.position ?? after, more: true };
    return { shown, at: read.more ? read.at : upTo, more: read.more };
  });
}

/** The first rows, as many as a stream may hold; at least one. */
function upToSize(rows: readonly PlacedEventRow[]): readonly PlacedEventRow[] {
  let size = 0;
  const end = rows.findIndex(({ doc }, i) => {
    size += doc.length;
    return i > 0 && size > MOST_TEXT;
  });
  return end < 0 ? rows : rows.slice(0, end);
}

function* chunksOf(rows: readonly PlacedEventRow[]): Generator<string> {
  let chunk = '';
  for (const { kind, doc, position } of rows) {
    chunk += sentEventText(kind, doc, position);
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk) yield chunk;
}

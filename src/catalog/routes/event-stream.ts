/** Replies of server-sent events that read while they are sent. */
import { setTimeout as pause } from 'node:timers/promises';
import { CatalogError } from '../../../contract/index.js';
import type { ActionScope, Reply, Scope } from './route.js';
import { KEEP_ALIVE, sentComment } from './server-sent-event.js';

const LOOK_MS = 500;
const QUIET_MS = 15_000;

/**
 * `events` must read with `ActionScope.readAs`: with the token and the rights of that moment. Once these no longer allow it, or
 * what is shown is gone, the stream ends with a comment that says so.
 */
export function eventStream(events: AsyncIterable<string>): Reply {
  return {
    status: 200,
    mediaType: 'text/event-stream',
    // The second keeps a proxy from collecting events before it passes them on.
    headers: { 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' },
    body: untilRefused(events),
  };
}

async function* untilRefused(events: AsyncIterable<string>): AsyncGenerator<string> {
  try {
    yield* events;
  } catch (error) {
    if (!(error instanceof CatalogError) || error.status >= 500) throw error;
    yield sentComment(error.status === 401 ? 'the token is no longer valid' : error.message);
  }
}

/** Reads for as long as `authorize` does not fail. */
export function readWhile({ readAs }: Pick<ActionScope, 'readAs'>, authorize: (scope: Scope) => Promise<unknown>) {
  return <T>(work: (scope: Scope) => Promise<T>): Promise<T> =>
    readAs(async (scope) => {
      await authorize(scope);
      return work(scope);
    });
}

/** What a stream shows at a moment: the text of an event, and whether none follows. */
export interface Shown {
  event: string;
  hasEnded: boolean;
}

/** A stream of what `look` returns now and after each change, until it has ended. Fails if the first look does. */
export async function streamChanges(look: () => Promise<Shown>): Promise<Reply> {
  return eventStream(changesAfter(await look(), look));
}

async function* changesAfter(first: Shown, look: () => Promise<Shown>): AsyncGenerator<string> {
  yield first.event;
  for (let shown = first, waited = 0; !shown.hasEnded; waited += LOOK_MS) {
    await pause(LOOK_MS);
    const sent = shown.event;
    shown = await look();
    if (shown.event !== sent) {
      yield shown.event;
      waited = 0;
    } else if (waited >= QUIET_MS) {
      yield KEEP_ALIVE;
      waited = 0;
    } else yield ''; // notices that the client has left
  }
}

/** Replies of server-sent events that read while they are sent. */
import { setTimeout as pause } from 'node:timers/promises';
import { CatalogError } from '../../../contract/index.js';
import type { Reply } from './route.js';
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

/** What a stream shows at a moment: the text of an event, and whether none follows. */
export interface Shown {
  event: string;
  hasEnded: boolean;
}

/** Shows it again after each change, until it has ended. */
export async function* eventsOf(look: () => Promise<Shown>): AsyncGenerator<string> {
  for (let sent = '', waited = 0; ; waited += LOOK_MS) {
    const { event, hasEnded } = await look();
    if (event !== sent) {
      yield event;
      [sent, waited] = [event, 0];
    } else if (waited >= QUIET_MS) {
      yield KEEP_ALIVE;
      waited = 0;
    } else yield ''; // notices that the client has left
    if (hasEnded) return;
    await pause(LOOK_MS);
  }
}

/** The tokens of requests, on a thread with a socket: who sent one, and when each user was last here. */
import type { ActionScope } from '../../catalog/index.js';
import type { Context } from '../../context/index.js';
import type { Authenticator } from './authenticator.js';

/** Records when users were last active: `[{userId, at}]`. */
export const RECORD_ACTIVITY = 'access.recordActivity';

export interface Served {
  authenticate: Authenticator['authenticate'];
  /** Stops the timer, and records what was seen last. */
  close(): Promise<void>;
}

interface ServeDeps {
  authenticator: Authenticator;
  context: Context;
  command: ActionScope['command'];
}

const ACTIVITY_MS = 60_000;

export function serveTokens({ authenticator, context, command }: ServeDeps): Served {
  const record = async () => {
    const seen = authenticator.takeSeen();
    if (seen.length) await command(RECORD_ACTIVITY, seen);
  };
  const timer = setInterval(() => {
    record().catch((err: unknown) => context.log.warn({ err }, 'the last activity of users could not be recorded'));
  }, ACTIVITY_MS);
  timer.unref();
  return {
    authenticate: authenticator.authenticate,
    async close() {
      clearInterval(timer);
      await record();
    },
  };
}

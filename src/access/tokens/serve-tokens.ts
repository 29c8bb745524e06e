/** Request tokens on a thread with a socket: authentication and the last activity of each user. */
import type { ActionScope } from '../../catalog/index.js';
import type { Context } from '../../context/index.js';
import type { Authenticator } from './authenticator.js';

/** Stores the last activity of users: `[{userId, at}]`. */
export const RECORD_ACTIVITY = 'access.recordActivity';

export interface Served {
  authenticate: Authenticator['authenticate'];
  /** Stops the timer and stores the latest activity. */
  close(): Promise<void>;
}

interface ServeDeps {
  authenticator: Authenticator;
  context: Context;
  command: ActionScope['command'];
}

const ACTIVITY_MS = 60_000;

export function serveTokens({ authenticator, context, command }: ServeDeps): Served {
  // If the database is away, it is not worth more than a line in the log, also when the server stops.
  const record = async () => {
    const seen = authenticator.takeSeen();
    if (seen.length === 0) return;
    await command(RECORD_ACTIVITY, seen).catch((err: unknown) =>
      context.log.warn({ err }, 'could not store the last activity of users'),
    );
  };
  const timer = setInterval(() => void record(), ACTIVITY_MS);
  timer.unref();
  return {
    authenticate: authenticator.authenticate,
    async close() {
      clearInterval(timer);
      await record();
    },
  };
}

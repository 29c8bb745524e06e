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
  const record = async () => {
    const seen = authenticator.takeSeen();
    if (seen.length) await command(RECORD_ACTIVITY, seen);
  };
  const timer = setInterval(() => {
    record().catch((err: unknown) => context.log.warn({ err }, 'could not store the last activity of users'));
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

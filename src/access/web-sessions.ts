/** Sessions of browsers, which keep the refresh token in a cookie: see `src/web`. */
import type { ActionScope } from '../catalog/index.js';
import type { LogIn } from './routes/login-routes.js';
import { END_SESSION, type JwtResponse, REFRESH_LIFETIME, REFRESH_SESSION, readTokens } from './tokens/sessions.js';

export interface WebSessions {
  /** Opens a session for the name and password in the body; fails like a login. */
  open: LogIn;
  /** New tokens for a refresh token; fails with 401. */
  refresh(refreshToken: string, scope: Pick<ActionScope, 'command'>): Promise<JwtResponse>;
  /** Ends the session with all its tokens, on all servers. */
  end(refreshToken: string, scope: Pick<ActionScope, 'command'>): Promise<void>;
  /** Milliseconds for which a refresh token is valid. */
  lifetime: number;
}

/** How long a used refresh token counts once more: tabs that ask at the same moment, answers that got lost. */
const GRACE = 30_000;

export function createWebSessions(logIn: LogIn): WebSessions {
  return {
    open: logIn,
    refresh: async (refreshToken, { command }) =>
      readTokens(await command(REFRESH_SESSION, { refreshToken, grace: GRACE })),
    end: async (refreshToken, { command }) => void (await command(END_SESSION, refreshToken)),
    lifetime: REFRESH_LIFETIME,
  };
}

import { createClient } from 'cairn/client';
import { accessToken, recover } from './session.js';

/** The client of all pages. */
export const cairn = createClient({ token: accessToken, onUnauthorized: recover });

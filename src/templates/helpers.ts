/** All helpers that templates can call. */
import { EVENT_HELPERS } from './event-helpers.js';
import type { Helper } from './helper.js';
import { PLAIN_HELPERS } from './plain-helpers.js';

/** Built into the language. */
export const BLOCKS: readonly string[] = ['if', 'unless', 'each', 'with'];

export const HELPERS: Readonly<Record<string, Helper>> = { ...PLAIN_HELPERS, ...EVENT_HELPERS };

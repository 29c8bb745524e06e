// Removes expired records, but does not trust the clock alone: a clock set forward by mistake would delete valid
// tokens.
import { parseObject } from '../../../contract/index.js';
import type { Command, Scope } from '../../catalog/index.js';
import type { FeatureJob } from '../../feature/index.js';
import { declareJob } from '../../jobs/index.js';
import {
  deleteKnownAddressesBefore,
  deleteLoginTriesBefore,
  deleteSessionsBefore,
  deleteTokensBefore,
  getSetting,
  putSetting,
} from '../../storage/index.js';

/** Removes expired tokens, sessions and login attempts. */
export const PURGE_TOKENS = 'access.purgeTokens';

const SETTING = 'access.purged';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** How long expired records are kept. Milliseconds. */
const KEPT = 7 * DAY;
const TRIES_KEPT = 2 * DAY;
const ADDRESSES_KEPT = 180 * DAY;

export const purgeCommand: Command = {
  name: PURGE_TOKENS,
  async run(_, scope) {
    const at = await confirmedTime(scope);
    await deleteTokensBefore(scope.sql, at - KEPT);
    await deleteSessionsBefore(scope.sql, at - KEPT);
    await deleteLoginTriesBefore(scope.sql, at - TRIES_KEPT);
    await deleteKnownAddressesBefore(scope.sql, at - ADDRESSES_KEPT);
  },
};

export const purgeJob: FeatureJob<null> = {
  ...declareJob({ name: PURGE_TOKENS }),
  schedule: '47 * * * *',
  async run(_, { command }) {
    await command(PURGE_TOKENS, null);
  },
};

/**
 * A time that follows the clock, advancing at most a day for each hour in which it is read, and going back at once. So
 * a clock must be wrong for more than a day before a 30-day token is lost, and a server that was off for long catches
 * up fast.
 */
async function confirmedTime({ sql, context }: Scope): Promise<number> {
  const now = context.now();
  const row = await getSetting(sql, SETTING);
  const last = row ? parseObject<{ confirmed: number }>(row.doc).confirmed : now;
  const since = row ? now - row.updated_at : HOUR;
  if (since >= 0 && since < HOUR / 2) return Math.min(last, now);
  const confirmed = Math.min(now, last + DAY);
  await putSetting(sql, { name: SETTING, updated_at: now, doc: JSON.stringify({ confirmed }) });
  return confirmed;
}

// Tries of log-ins, counted in the database before a password is compared, so that many at one moment, or through several
// servers, get no more than the limit. Nothing is cached: every server reads what the others counted.
import { CatalogError, errorMessages } from '../../../contract/errors.js';
import type { ActionScope, Command, Scope } from '../../catalog/index.js';
import {
  deleteLoginTries,
  getLoginTries,
  lockLoginTry,
  putKnownAddress,
  putLoginTry,
  type Sql,
  takeBackLoginTry,
  trimLoginTries,
} from '../../storage/index.js';
import type { TryKey } from './login-keys.js';
import { readLoginSetting } from './login-setting.js';
import { currentTries, type LoginBlock, remainingWait, type Tries } from './login-waits.js';

/** A try that was counted, for `forgiveTry`. */
export interface TakenTry extends TryKey, Tries {
  /** When the try before was. */
  before: number;
}

/** What a log-in that succeeded leaves behind. */
export interface Forgiven {
  taken: readonly TakenTry[];
  userId: string;
  /** Hash of the address that is known from now on. */
  address: string;
}

type Outcome = { taken: TakenTry[] } | { wait: number };

const TAKE_TRY = 'access.takeTry';
const MOST_ADDRESSES = 20;
/** Rows of the table, and how many tries come between two looks at that. */
const MOST_KEYS = { rows: 50_000, every: 256 };

/** Refuses with 429 while there is a wait; writes nothing, so that it is cheap to be refused. */
export async function refuseEarly(keys: readonly TryKey[], now: number, sql: Sql): Promise<void> {
  const block = await readBlock(sql);
  const rows = new Map(
    (
      await getLoginTries(
        sql,
        keys.map(({ key }) => key),
      )
    ).map((row) => [row.key, row]),
  );
  let wait = 0;
  for (const { kind, key } of keys) {
    const row = rows.get(key);
    // A try of the future is for `takeTry`, which brings it back to now.
    if (row && currentTries(kind, row, now, block).last_at >= row.last_at)
      wait = Math.max(wait, remainingWait(kind, row, now, block));
  }
  if (wait > 0) throw tooMany(wait);
}

/** Counts a try, or refuses with 429. */
export async function takeTry(keys: readonly TryKey[], scope: ActionScope): Promise<TakenTry[]> {
  const outcome = (await scope.command(TAKE_TRY, keys)) as Outcome; // what the command below resolves to
  if ('wait' in outcome) throw tooMany(outcome.wait);
  return outcome.taken;
}

/** A try that succeeded was none: its name with its address starts anew, the other counts go back by it. */
export async function forgiveTry({ taken, userId, address }: Forgiven, { sql, context }: Scope): Promise<void> {
  for (const one of inOrder(taken))
    if (one.kind === 'pair') await deleteLoginTries(sql, [one.key]);
    else await takeBackLoginTry(sql, one, one.before);
  await putKnownAddress(sql, { userId, address, at: context.now(), keep: MOST_ADDRESSES });
}

export function takeTryCommand(most = MOST_KEYS): Command {
  let sinceTrim = 0;
  return {
    name: TAKE_TRY,
    async run(keys: readonly TryKey[], scope): Promise<Outcome> {
      const outcome = await take(keys, scope);
      if ('taken' in outcome && ++sinceTrim >= most.every) {
        sinceTrim = 0;
        await trimLoginTries(scope.sql, most.rows);
      }
      return outcome;
    },
  };
}

async function take(keys: readonly TryKey[], { sql, context }: Scope): Promise<Outcome> {
  const now = context.now();
  const block = await readBlock(sql);
  const found = [];
  for (const one of inOrder(keys)) {
    const stored = await lockLoginTry(sql, one.key);
    found.push({ ...one, stored, tries: currentTries(one.kind, stored, now, block) });
  }
  const wait = Math.max(...found.map(({ kind, tries }) => remainingWait(kind, tries, now, block)));
  if (wait > 0) {
    // What came of a clock that was set back counts from now on, and no longer than its wait.
    for (const { key, stored, tries } of found)
      if (stored.tries === 0) await deleteLoginTries(sql, [key]);
      else if (tries.last_at < stored.last_at) await putLoginTry(sql, { key, ...tries });
    return { wait };
  }
  const taken: TakenTry[] = [];
  for (const { kind, key, tries } of found) {
    const made = { kind, key, tries: tries.tries + 1, last_at: Math.max(now, tries.last_at) };
    await putLoginTry(sql, made);
    taken.push({ ...made, before: tries.last_at });
  }
  return { taken };
}

/** Locked in one order everywhere, so that no two wait for each other. */
function inOrder<T extends TryKey>(keys: readonly T[]): T[] {
  return [...keys].sort((a, b) => (a.key < b.key ? -1 : 1));
}

async function readBlock(sql: Sql): Promise<LoginBlock | null> {
  const set = await readLoginSetting(sql);
  return set ? { attempts: set.maxLoginFailAttempts, wait: set.accessBlockTime * 1000 } : null;
}

function tooMany(wait: number): CatalogError {
  const seconds = Math.ceil(wait / 1000);
  return new CatalogError('LIMITS_EXCEPTION', errorMessages.rateLimited(seconds), { retryAfterSeconds: seconds });
}

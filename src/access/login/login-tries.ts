// Login attempts, counted in the database before a password is compared, so that parallel attempts, even through
// several servers, stay within the limit. Nothing is cached: every server reads the shared counts.
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

/** A counted attempt, for `forgiveTry`. */
export interface TakenTry extends TryKey, Tries {
  /** Time of the previous attempt. */
  before: number;
}

/** Input of `forgiveTry` after a successful login. */
export interface Forgiven {
  taken: readonly TakenTry[];
  userId: string;
  /** Hash of the address, which becomes a known address of the user. */
  address: string;
}

/** A password that is right, if the user still has the one with this hash. */
export interface Proved extends Forgiven {
  hash: string;
}

type Outcome = { taken: TakenTry[] } | { wait: number };

const TAKE_TRY = 'access.takeTry';
const MOST_ADDRESSES = 20;
/** Maximum number of rows in the table, and after how many attempts it is checked. */
const MOST_KEYS = { rows: 50_000, every: 256 };

/** Fails with 429 during a wait. Writes nothing, so that a refusal is cheap. */
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
    // An attempt with a future time is corrected by `takeTry`.
    if (row && currentTries(kind, row, now, block).last_at >= row.last_at)
      wait = Math.max(wait, remainingWait(kind, row, now, block));
  }
  if (wait > 0) throw tooMany(wait);
}

/** Counts an attempt; fails with 429 during a wait. */
export async function takeTry(keys: readonly TryKey[], scope: ActionScope): Promise<TakenTry[]> {
  const outcome = (await scope.command(TAKE_TRY, keys)) as Outcome; // what the command below resolves to
  if ('wait' in outcome) throw tooMany(outcome.wait);
  return outcome.taken;
}

/** Undoes the count of a successful attempt: resets the count of name and address, decrements the others. */
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
    // Redate future attempts, left by a clock that was set back, to now, so that the wait is no longer than usual.
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

/** Rows are always locked in the same order, to avoid deadlocks. */
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

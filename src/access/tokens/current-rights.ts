// Rights that are never older than what the database shows. Where other servers write to it, cached rights and tokens
// are used only while the version of access in the snapshot or transaction is the one that they were loaded at.
import { type Actor, userActedFor } from '../../catalog/index.js';
import {
  accessVersion,
  capabilitiesOf,
  lockAccessVersion,
  raiseAccessVersion,
  type Sql,
  type Store,
} from '../../storage/index.js';
import type { AccessAuthorizer } from '../decisions/authorizer.js';
import type { VerifyToken } from './verify-token.js';

/** Who makes a request. */
export interface Caller {
  actor: Actor;
  /** The token that the actor was found by; null for actors without one. */
  bearer: string | null;
  /** Milliseconds since 1970, by the clock of the server. */
  now: number;
}

/** Call at the end of the work of a transaction that changes rights, tokens or keys. Returns what to call after its commit. */
export type ChangeRights = () => Promise<() => void>;

/** Runs the work of a transaction as its caller. */
export type Enter = <T>(sql: Sql, work: (actor: Actor, change: ChangeRights) => Promise<T>) => Promise<T>;

export interface CurrentRights {
  /**
   * Runs a read as its caller, with 401 if the token is no longer valid in the snapshot. `work` runs once, in the snapshot
   * that the rights fit.
   */
  read<T>(open: Store['read'], caller: Caller, work: (sql: Sql, actor: Actor) => Promise<T>): Promise<T>;
  /** Runs a write as its caller. `transact` opens a transaction and is called again if the cached rights were outdated. */
  write<T>(caller: Caller, transact: (enter: Enter) => Promise<T>): Promise<T>;
  /** Drops what is cached if the snapshot is newer; false if it is older than what is cached. */
  follow(sql: Sql): Promise<boolean>;
}

export interface CurrentRightsDeps {
  authorizer: AccessAuthorizer;
  verify: VerifyToken;
  /** Drops the cached rights, keys and tokens of this thread. */
  forget(): void;
}

/** Snapshots that are older than the cache are rare; a database that lost its last commits shows nothing else. */
const ATTEMPTS = 5;
const OLDER = Symbol('the snapshot is older than the cached rights');

/** The rights changed on another server before this write began, or before one that changes rights itself could commit. */
export class OutdatedRights extends Error {}

/** The rights cached in this thread. */
interface Cached extends CurrentRightsDeps {
  /** The version of access that they were loaded at. */
  version: number;
}

export function createCurrentRights(deps: CurrentRightsDeps): CurrentRights {
  const cached: Cached = { ...deps, version: -1 };
  return {
    read: (open, caller, work) => readAs(caller, open, work, cached),
    write: (caller, transact) => writeAs(caller, transact, cached),
    follow: async (sql) => !isShared(sql) || follow(sql, cached),
  };
}

/**
 * `decided`: the version of access that let the caller do this. Others that changed rights since may have withdrawn it:
 * of two admins who end the rights of each other, one is refused.
 */
async function change(tx: Sql, caller: Caller, decided: number | null, cached: Cached): Promise<() => void> {
  if (!isShared(tx)) return () => {};
  const raised = await raiseAccessVersion(tx); // waits for others that do
  if (decided !== null && raised - 1 !== decided && !(await isAdminStill(tx, caller, cached)))
    throw new OutdatedRights();
  return () => {
    // Otherwise another server changed them, too, which is still to be followed.
    if (cached.version === raised - 1) cached.version = raised;
  };
}

async function isAdminStill(tx: Sql, { actor, bearer, now }: Caller, { verify }: Cached): Promise<boolean> {
  if (!actor.isAdmin || bearer === null) return false;
  const current = await verify(bearer, tx, now, userActedFor(actor)).catch(() => null);
  return current?.actor.isAdmin === true;
}

async function readAs<T>(
  caller: Caller,
  open: Store['read'],
  work: (sql: Sql, actor: Actor) => Promise<T>,
  cached: Cached,
): Promise<T> {
  const { actor } = caller;
  const { authorizer } = cached;
  for (let attempt = 1; ; attempt++) {
    const last = attempt === ATTEMPTS;
    const result = await open(async (sql) => {
      if (!isShared(sql)) return plainly(caller, cached)(sql, (same) => work(sql, same));
      const known = () => actor.asOf === cached.version && authorizer.isPrepared(actor);
      if (!(await follow(sql, cached, last)) && !known()) return OLDER;
      const current = await admit(caller, sql, cached);
      // Not so if they changed while they were loaded.
      return authorizer.isPrepared(current) || last ? work(sql, current) : OLDER;
    });
    if (result !== OLDER) return result;
  }
}

async function writeAs<T>(caller: Caller, transact: (enter: Enter) => Promise<T>, cached: Cached): Promise<T> {
  const { actor, bearer } = caller;
  const own = actor.isAdmin && bearer === null; // of the server itself, or confirmed before
  const first: Enter = (sql, work) =>
    (own || !isShared(sql) ? plainly(caller, cached) : hopefully(caller, cached))(sql, work);
  try {
    return await transact(first);
  } catch (error) {
    if (!(error instanceof OutdatedRights)) throw error;
  }
  try {
    return await transact(surely(caller, cached));
  } catch (error) {
    if (!(error instanceof OutdatedRights)) throw error;
    return transact(surely(caller, cached, true));
  }
}

/** Takes what is cached as it is. */
function plainly(caller: Caller, cached: Cached, decided: number | null = null): Enter {
  const { actor } = caller;
  return async (sql, work) => {
    if (!cached.authorizer.isPrepared(actor)) await cached.authorizer.prepare(actor, sql);
    return work(actor, () => change(sql, caller, decided, cached));
  };
}

/** Asks for the version with the first statement of the work, and looks at the answer at its end. */
function hopefully(caller: Caller, cached: Cached): Enter {
  return async (sql, work) => {
    const cachedAt = Math.min(cached.version, caller.actor.asOf ?? cached.version);
    const asked = accessVersion(sql);
    asked.catch(() => {});
    const outdated = async () => (await asked) > cachedAt;
    let result: Awaited<ReturnType<typeof work>>;
    try {
      result = await plainly(caller, cached, cachedAt)(sql, work);
    } catch (error) {
      if (await outdated().catch(() => false)) throw new OutdatedRights();
      throw error;
    }
    if (await outdated()) throw new OutdatedRights();
    return result;
  };
}

/** Loads what is outdated first. `isLast`: nobody else changes rights meanwhile. */
function surely(caller: Caller, cached: Cached, isLast = false): Enter {
  return async (sql, work) => {
    if (isLast) await lockAccessVersion(sql);
    // Each statement of a transaction sees what was committed before it.
    for (let attempt = 1; !(await follow(sql, cached, attempt === ATTEMPTS)); ) attempt += 1;
    const decided = isLast ? null : cached.version;
    const actor = await admit(caller, sql, cached);
    return work(actor, () => change(sql, { ...caller, actor }, decided, cached));
  };
}

/** Drops what is cached if `sql` shows a newer version; false if it shows an older one. */
async function follow(sql: Sql, cached: Cached, last = false): Promise<boolean> {
  const shown = await accessVersion(sql);
  if (shown > cached.version || (shown < cached.version && last)) {
    cached.forget();
    cached.version = shown;
  }
  return shown === cached.version;
}

/** The actor with rights that fit a snapshot or transaction, which must not be older than what is cached. */
async function admit(
  { actor, bearer, now }: Caller,
  sql: Sql,
  { version, authorizer, verify }: Cached,
): Promise<Actor> {
  const known = bearer === null || actor.asOf === undefined || actor.asOf === version;
  const current = known ? actor : (await verify(bearer, sql, now, userActedFor(actor))).actor;
  if (!authorizer.isPrepared(current)) await authorizer.prepare(current, sql);
  return current;
}

/** Whether other servers may change rights. */
function isShared(sql: Sql): boolean {
  return capabilitiesOf(sql).concurrentWriters;
}

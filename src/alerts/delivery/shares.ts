/**
 * Which alerts this server works on: each belongs to a share, and a server holds a lease for each share it works on. Every
 * server announces itself by a lease, and holds its part of the shares.
 */
import type { Context } from '../../context/index.js';
import {
  alertShares,
  capabilitiesOf,
  type Lease,
  listLeases,
  quietly,
  releaseLease,
  removeLeases,
  renewLease,
  type Sql,
  type Store,
  takeLease,
} from '../../storage/index.js';
import { createPulse } from '../../wake/index.js';

export interface Shares {
  /** Whether this server works on the share. False while it leaves it, and once its lease may have ended. */
  holds(share: number): boolean;
  stop(): Promise<void>;
}

export interface SharesDeps {
  store: Store;
  context: Context;
  /** Identifies this server. */
  holder: string;
  /** Called with the shares on which this server begins to work. */
  taken(shares: readonly number[]): void;
  /** Called with shares whose lease ended: another server takes them over. */
  lost(shares: readonly number[]): void;
  /** Stops work on a share and resolves when none of it is in progress. */
  leave(share: number): Promise<void>;
  leaseMs?: number;
}

const LEASE_MS = 10_000;
const SERVER = 'alerts.server.';
const SHARE = 'alerts.share.';
/** Leases of servers that ended this long ago are deleted. */
const FORGOTTEN_MS = 600_000;

export function createShares(deps: SharesDeps): Shares {
  const all = Array.from({ length: alertShares(deps.store) }, (_, share) => share);
  if (capabilitiesOf(deps.store).concurrentWriters) return createLeasedShares(deps, all);
  // One process owns the database.
  setImmediate(() => deps.taken(all));
  return { holds: () => true, stop: async () => {} };
}

interface Held {
  lease: Lease;
  leaving: boolean;
}

function createLeasedShares(deps: SharesDeps, all: readonly number[]): Shares {
  const { store, context, holder, leaseMs = LEASE_MS } = deps;
  const held = new Map<number, Held>();
  let server: Lease | undefined;
  /** Until when no other server can hold the shares of this one, by the monotonic clock of this process. */
  let safeUntil = 0;

  const isSafe = () => performance.now() < safeUntil;

  async function renewAll(tx: Sql): Promise<{ lost: number[]; free: number[]; fair: number; mine: Lease | undefined }> {
    const mine = await takeLease(tx, { name: SERVER + holder, holder, milliseconds: leaseMs });
    await removeLeases(tx, SERVER, FORGOTTEN_MS);
    const lost: number[] = [];
    for (const [share, { lease }] of held) if (!(await renewLease(tx, lease, leaseMs))) lost.push(share);
    const servers = await listLeases(tx, SERVER);
    const taken = new Set((await listLeases(tx, SHARE)).map(({ name }) => name));
    const free = all.filter((share) => !taken.has(SHARE + share));
    return { lost, free, fair: Math.ceil(all.length / Math.max(1, servers.length)), mine };
  }

  async function take(shares: readonly number[]): Promise<number[]> {
    const got: number[] = [];
    for (const share of shares) {
      const lease = await store.write(
        quietly((tx) => takeLease(tx, { name: SHARE + share, holder, milliseconds: leaseMs })),
      );
      if (!lease) continue;
      held.set(share, { lease, leaving: false });
      got.push(share);
    }
    return got;
  }

  async function leave(share: number, one: Held): Promise<void> {
    one.leaving = true;
    await deps.leave(share);
    if (held.get(share) !== one) return;
    held.delete(share);
    await store.write(quietly((tx) => releaseLease(tx, one.lease)));
  }

  function drop(shares: readonly number[]): void {
    for (const share of shares) held.delete(share);
    if (shares.length > 0) deps.lost(shares);
  }

  async function renew(): Promise<void> {
    if (!isSafe()) drop([...held.keys()]); // this process was paused
    const began = performance.now();
    const { lost, free, fair, mine } = await store.write(quietly(renewAll));
    server = mine;
    safeUntil = began + leaseMs;
    drop(lost);
    const staying = [...held].filter(([, { leaving }]) => !leaving);
    for (const [share, one] of staying.slice(fair))
      void leave(share, one).catch((err: unknown) =>
        context.log.warn({ err, share }, 'could not leave alerts to others'),
      );
    // Starts at a random share, so that servers that start together rarely compete for the same ones.
    const offset = Number.parseInt(context.id().slice(-4), 16) % all.length;
    const inTurn = [...free.filter((share) => share >= offset), ...free.filter((share) => share < offset)];
    const got = await take(inTurn.slice(0, Math.max(0, fair - staying.length)));
    if (got.length > 0) deps.taken(got);
  }

  const pulse = createPulse({
    everyMs: () => leaseMs / 5,
    run: renew,
    failed: (err) => context.log.error({ err }, 'could not renew the leases of alerts'),
  });

  return {
    holds: (share) => isSafe() && held.get(share)?.leaving === false,
    async stop() {
      await pulse.stop();
      await Promise.all([...held.keys()].map((share) => deps.leave(share)));
      const leases = [...[...held.values()].map(({ lease }) => lease), ...(server ? [server] : [])];
      held.clear();
      // If that fails, the leases expire.
      await store
        .write(
          quietly(async (tx) => {
            for (const lease of leases) await releaseLease(tx, lease);
          }),
        )
        .catch(() => {});
    },
  };
}

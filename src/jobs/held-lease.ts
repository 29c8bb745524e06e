import {
  capabilitiesOf,
  type Lease,
  quietly,
  releaseLease,
  renewLease,
  type Store,
  takeLease,
} from '../storage/index.js';

/** This node's claim to a piece of work. */
export interface HeldLease {
  /** Whether this node holds the lease; takes it if it is free. Queries the database only when it has to. */
  ensure(now: number): Promise<boolean>;
  /** Renews the lease during a long run; false if another node holds it. */
  renew(now: number): Promise<boolean>;
  release(): Promise<void>;
}

/** Where one process owns the database there are no other nodes, and no lease is stored. */
export function createHeldLease(deps: { store: Store; name: string; holder: string; leaseMs: number }): HeldLease {
  if (!capabilitiesOf(deps.store).concurrentWriters)
    return { ensure: async () => true, renew: async () => true, release: async () => {} };
  return createSharedLease(deps);
}

function createSharedLease({ store, name, holder, leaseMs }: Parameters<typeof createHeldLease>[0]): HeldLease {
  let lease: Lease | undefined;
  let renewedAt = 0;

  // `now` is taken before the database renews the lease, so this node always assumes an earlier expiry than the
  // database.
  async function renew(now: number): Promise<boolean> {
    const held = lease;
    if (!held) return false;
    if (await store.write(quietly((tx) => renewLease(tx, held, leaseMs)))) renewedAt = now;
    else lease = undefined;
    return lease !== undefined;
  }

  return {
    renew,
    async ensure(now) {
      // If the clock was set back, the time since the last renewal is unknown.
      if (lease && now >= renewedAt && now - renewedAt < leaseMs / 3) return true;
      if (lease) return renew(now);
      lease = await store.write(quietly((tx) => takeLease(tx, { name, holder, milliseconds: leaseMs })));
      renewedAt = now;
      return lease !== undefined;
    },
    async release() {
      const held = lease;
      lease = undefined;
      if (held) await store.write(quietly((tx) => releaseLease(tx, held)));
    },
  };
}

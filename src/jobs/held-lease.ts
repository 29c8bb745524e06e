import { capabilitiesOf, type Lease, releaseLease, renewLease, type Store, takeLease } from '../storage/index.js';

/** This node's claim to one piece of work. */
export interface HeldLease {
  /** True when this node holds the lease, taking it when it is free. Goes to the database only when it must. */
  ensure(now: number): Promise<boolean>;
  /** Prolongs the lease during a long run; false when another node has it. */
  renew(now: number): Promise<boolean>;
  release(): Promise<void>;
}

/** Where one process owns the database there is nobody to share with, and no lease is kept. */
export function createHeldLease(deps: { store: Store; name: string; holder: string; leaseMs: number }): HeldLease {
  if (!capabilitiesOf(deps.store).concurrentWriters)
    return { ensure: async () => true, renew: async () => true, release: async () => {} };
  return createSharedLease(deps);
}

function createSharedLease({ store, name, holder, leaseMs }: Parameters<typeof createHeldLease>[0]): HeldLease {
  let lease: Lease | undefined;
  let renewedAt = 0;

  // `now` is taken before the database prolongs, so this node always counts a lease shorter than the database does.
  async function renew(now: number): Promise<boolean> {
    const held = lease;
    if (!held) return false;
    if (await store.write((tx) => renewLease(tx, held, leaseMs))) renewedAt = now;
    else lease = undefined;
    return lease !== undefined;
  }

  return {
    renew,
    async ensure(now) {
      // A clock that was set back says nothing about how long ago that was.
      if (lease && now >= renewedAt && now - renewedAt < leaseMs / 3) return true;
      if (lease) return renew(now);
      lease = await store.write((tx) => takeLease(tx, { name, holder, milliseconds: leaseMs }));
      renewedAt = now;
      return lease !== undefined;
    },
    async release() {
      const held = lease;
      lease = undefined;
      if (held) await store.write((tx) => releaseLease(tx, held));
    },
  };
}

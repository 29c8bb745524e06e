/**
 * Limits how many messages a server sends at once. Failing destinations have a limit of their own: their attempts last until
 * a timeout and would otherwise use up the places of the working ones.
 */
export interface Gate {
  /** Takes a place. Returns false if none is free; `freed` is then called once there is one, and has to enter again. */
  enter(failing: boolean, freed: () => void): boolean;
  /** Gives the place back. */
  leave(failing: boolean): void;
}

export function createGate(most: { working: number; failing: number }): Gate {
  const pools = {
    working: { free: most.working, waiting: new Set<() => void>() },
    failing: { free: most.failing, waiting: new Set<() => void>() },
  };
  const poolOf = (failing: boolean) => (failing ? pools.failing : pools.working);
  return {
    enter(failing, freed) {
      const pool = poolOf(failing);
      if (pool.free > 0) {
        pool.free -= 1;
        return true;
      }
      pool.waiting.add(freed);
      return false;
    },
    leave(failing) {
      const pool = poolOf(failing);
      pool.free += 1;
      const [next] = pool.waiting;
      if (!next) return;
      pool.waiting.delete(next);
      next();
    },
  };
}

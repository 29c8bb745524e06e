/** Limits how much is under way at once: destinations that work, and those that fail, which must not use up all of it. */
export interface Gate {
  /** Takes a place; false if there is none, then `freed` is called once there is one. */
  enter(failing: boolean, freed: () => void): boolean;
  leave(failing: boolean): void;
}

export function createGate(most: { working: number; failing: number }): Gate {
  const sides = {
    working: { left: most.working, waiting: new Set<() => void>() },
    failing: { left: most.failing, waiting: new Set<() => void>() },
  };
  const sideOf = (failing: boolean) => (failing ? sides.failing : sides.working);
  return {
    enter(failing, freed) {
      const side = sideOf(failing);
      if (side.left > 0) {
        side.left -= 1;
        return true;
      }
      side.waiting.add(freed);
      return false;
    },
    leave(failing) {
      const side = sideOf(failing);
      side.left += 1;
      const [next] = side.waiting;
      if (!next) return;
      side.waiting.delete(next);
      next();
    },
  };
}

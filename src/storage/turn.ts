/** Mutual exclusion: gives one caller at a time the use of something; others wait in order. */
export interface Turn {
  take<T>(work: () => Promise<T>): Promise<T>;
}

export function createTurn(): Turn {
  let last: Promise<unknown> | null = null;
  return {
    take(work) {
      const mine = last === null ? work() : last.then(work, work);
      last = mine;
      const finish = () => {
        if (last === mine) last = null;
      };
      mine.then(finish, finish);
      return mine;
    },
  };
}

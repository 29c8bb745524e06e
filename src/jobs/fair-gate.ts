/** Lets one task run at a time, in the order in which they came: of several that come again and again, each gets its turn. */
export function createFairGate(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const run = last.then(task);
    last = run.catch(() => {});
    return run;
  };
}

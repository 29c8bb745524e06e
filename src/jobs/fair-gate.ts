/** Runs one task at a time, first come, first served: callers that queue repeatedly alternate. */
export function createFairGate(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const run = last.then(task);
    last = run.catch(() => {});
    return run;
  };
}

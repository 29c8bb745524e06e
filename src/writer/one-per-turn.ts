/**
 * Runs tasks in order, one per turn of the event loop. The responses of one commit arrive together; resolved one per
 * turn, the first caller can send its next request before the last one is answered, and reads are served in between.
 */
export function createOnePerTurn(): (task: () => void) => void {
  const waiting: (() => void)[] = [];
  let resting = false;

  function next(): void {
    const task = waiting.shift();
    resting = task !== undefined;
    if (task === undefined) return;
    setImmediate(next);
    task();
  }

  return (task) => {
    waiting.push(task);
    if (!resting) next();
  };
}

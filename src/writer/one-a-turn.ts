/**
 * Runs tasks in order, one in each turn of the event loop. Answers of one commit come together; told one by one, the first of
 * those who wait can ask again before the last is told, and readers are heard in between.
 */
export function createOneATurn(): (task: () => void) => void {
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

// What was started is stopped in the opposite order, at the end as on an interruption.
import { onInterrupt } from '../../../scripts/run.mjs';

/** `{ add(close), closeAll() }`. An interrupted test closes everything and exits with 130. */
export function createClosers() {
  const waiting = [];
  const closeAll = async () => {
    for (let close = waiting.pop(); close !== undefined; close = waiting.pop()) await close();
  };
  onInterrupt(closeAll);
  return { add: (close) => waiting.push(close), closeAll };
}

// After the run: stops the server that tests in the browser shared, if there was one.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runFolder } from '../../support/run-name.js';

export async function setup(): Promise<() => void> {
  return () => {
    const path = join(runFolder(), 'ui', 'pid');
    if (!existsSync(path)) return;
    try {
      process.kill(Number(readFileSync(path, 'utf8')), 'SIGKILL');
    } catch {
      // it ended by itself
    }
  };
}

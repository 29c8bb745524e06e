// After the run: stops the servers that tests in the browser started.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runFolder } from '../../support/run-name.js';

export async function setup(): Promise<() => void> {
  return () => {
    for (const name of readdirSync(runFolder())) {
      const path = join(runFolder(), name, 'pid');
      if (!existsSync(path)) continue;
      try {
        process.kill(Number(readFileSync(path, 'utf8')), 'SIGKILL');
      } catch {
        // it ended by itself
      }
    }
  };
}

// The built server with the demo, as a process of its own.
import { spawn } from 'node:child_process';
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort, root } from '../../../scripts/run.mjs';

export interface Server {
  url: string;
  adminPassword: string;
  pid: number;
}

interface Running {
  /** Of Node. */
  options?: readonly string[];
  env?: Record<string, string>;
}

/** Starts it on an empty `folder`; `stop-stage.ts` stops it when the run ends. */
export async function startServer(folder: string, { options = [], env = {} }: Running = {}): Promise<Server> {
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const log = join(folder, 'log');
  const args = [...options, 'bin/cairn.js', 'serve', '--demo', '--port', String(port), '--data', join(folder, 'data')];
  const out = openSync(log, 'w');
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', out, out],
    detached: true,
    env: { ...process.env, ...env },
  });
  child.unref();
  writeFileSync(join(folder, 'pid'), String(child.pid));
  const adminPassword = await waitFor(() => /admin@\S+, password (\S+)/.exec(readFileSync(log, 'utf8'))?.[1] ?? null);
  return { url: `http://127.0.0.1:${port}`, adminPassword, pid: child.pid ?? 0 };
}

export async function waitFor<T>(look: () => T | null): Promise<T> {
  for (const end = Date.now() + 60_000; Date.now() < end; await setTimeout(50)) {
    const found = look();
    if (found !== null) return found;
  }
  throw new Error('the server did not start within a minute');
}

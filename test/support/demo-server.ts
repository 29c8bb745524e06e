import { spawn } from 'node:child_process';
import { expect } from 'vitest';

interface Place {
  /** The folder of the program. */
  cwd: string;
  /** Further arguments of `cairn serve`. */
  args: readonly string[];
}

/** Runs work beside the built server with the sample data, on a free port. */
export async function withDemoServer({ cwd, args }: Place, work: (address: string) => Promise<void>): Promise<void> {
  const server = spawn(process.execPath, ['bin/cairn.js', 'serve', '--demo', '--port', '0', ...args], { cwd });
  let greeting = '';
  server.stdout.on('data', (text) => {
    greeting += String(text);
  });
  try {
    await expect.poll(() => greeting, { timeout: 50_000 }).toMatch(/address +http:\S+?,/);
    await work(/address +(http:\S+?),/.exec(greeting)?.[1] ?? '');
  } finally {
    server.kill('SIGKILL');
  }
}

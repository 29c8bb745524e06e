import { spawn } from 'node:child_process';
import { vi } from 'vitest';

interface Place {
  /** The folder of the program. */
  cwd: string;
  /** Further arguments of `cairn serve`. */
  args: readonly string[];
}

export interface DemoServer {
  address: string;
  kill(): void;
}

/** Starts the built server with the sample data, on a free port. */
export async function startDemoServer({ cwd, args }: Place): Promise<DemoServer> {
  const server = spawn(process.execPath, ['bin/cairn.js', 'serve', '--demo', '--port', '0', ...args], { cwd });
  const kill = () => void server.kill('SIGKILL');
  let greeting = '';
  server.stdout.on('data', (text) => {
    greeting += String(text);
  });
  const addressIn = () => /address +(http:\S+?),/.exec(greeting)?.[1];
  const address = await vi.waitUntil(addressIn, { timeout: 50_000 }).catch((error) => {
    kill();
    throw error;
  });
  return { address, kill };
}
